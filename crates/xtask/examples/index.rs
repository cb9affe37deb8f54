//! What queries cost on the index of a server that has ended, without the server: the other side of `bench search`.
//! Takes the index's directory and a file of queries, a line each.
#![expect(clippy::print_stdout, reason = "figures go to whoever started it")]

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result};
use quire_search::{Index, Query, Scope, Window};
use serde_json::json;

const CLIENTS: usize = 16;
const WINDOW: Window = Window { offset: 0, limit: 20, sections: 5 };

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [dir, queries] = arguments.as_slice() else { anyhow::bail!("give the index and the queries") };
    let queries = std::fs::read_to_string(queries).context("reading the queries")?;
    let queries: Vec<&str> = queries.lines().collect();
    let (index, _writer) = quire_search::open(Path::new(dir))?;
    let scope: Scope = index.spaces().into_iter().collect();
    let mut times = Vec::new();
    for round in 0..2 {
        for query in &queries {
            let began = Instant::now();
            ask(&index, &scope, query)?;
            // The first round only warms up.
            times.extend((round > 0).then(|| began.elapsed().as_secs_f64() * 1e3));
        }
    }
    let began = Instant::now();
    std::thread::scope(|threads| {
        let (index, scope, queries) = (&index, &scope, &queries);
        let start = |client| {
            let own = queries.iter().skip(client).step_by(CLIENTS);
            threads.spawn(move || own.map(|query| ask(index, scope, query)).collect::<Result<Vec<_>>>())
        };
        let clients: Vec<_> = (0..CLIENTS).map(start).collect();
        clients.into_iter().try_for_each(|client| client.join().expect("no query panics").map(drop))
    })?;
    let rate = queries.len() as f64 / began.elapsed().as_secs_f64();
    times.sort_unstable_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!("{}", json!({ "p50": at(0.5), "p99": at(0.99), "rate": rate }));
    Ok(())
}

fn ask(index: &Index, scope: &Scope, query: &str) -> Result<()> {
    black_box(index.search(&Query::parse(query), scope, WINDOW)?);
    Ok(())
}
