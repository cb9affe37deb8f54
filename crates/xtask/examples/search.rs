//! What a query costs over 10,000 pages, how large the index is beside the text, and how soon a change is found; beside
//! SQLite's FTS5 with the same sections.
#![expect(clippy::print_stdout, reason = "figures go to whoever started it")]

#[path = "../src/bench/words.rs"]
mod words;

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use quire_content::id::Uid;
use quire_model::ids::{PageId, SpaceId};
use quire_model::language::Language;
use quire_search::sections::Section;
use quire_search::{Index, Page, Query, Scope, Window, Writer};
use serde_json::json;
use words::Words;

const PAGES: usize = 10_000;
const SPACES: usize = 200;
const SEED: u64 = 7;
const QUERIES: usize = 1_000;
const CLIENTS: usize = 16;
const WINDOW: Window = Window { offset: 0, limit: 20, sections: 3 };

fn main() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let mut words = Words::new(SEED);
    let pages: Vec<_> = (0..PAGES).map(|_| page(&mut words)).collect();
    let text: usize = pages.iter().flat_map(|page| &page.sections).map(|it| it.heading.len() + it.body.len()).sum();
    let queries: Vec<String> = (0..QUERIES).map(|n| words.query(n)).collect();

    let began = Instant::now();
    let (index, mut writer) = quire_search::open(&dir.path().join("index"))?;
    for (n, page) in pages.iter().enumerate() {
        put(&mut writer, n, page)?;
    }
    writer.commit("all")?;
    let indexed = began.elapsed().as_secs_f64();
    let change = changes(&mut writer, &pages)?;
    writer.finish()?;

    let began = Instant::now();
    let other = Sqlite::new(&dir.path().join("fts.db"), &pages)?;
    let other_indexed = began.elapsed().as_secs_f64();
    print("indexing 10,000 pages", indexed, other_indexed, "s");
    println!("{}", json!({ "name": "a changed page until it is found", "quire": change, "unit": "ms" }));
    let bytes = |dir: &Path| size(dir).map(|bytes| bytes as f64 / text as f64);
    print("index beside text", bytes(&dir.path().join("index"))?, bytes(&dir.path().join("fts.db"))?, "bytes per byte");

    let scope: Scope = (0..SPACES).map(space).collect();
    let few: Scope = (0..SPACES / 20).map(space).collect();
    let found = |scope: &Scope, query: &str| index.search(&Query::parse(query), scope, WINDOW);
    let ours = times(&queries, |query| found(&scope, query).map(|found| found.total).map_err(Into::into))?;
    let within = times(&queries, |query| found(&few, query).map(|found| found.total).map_err(Into::into))?;
    let theirs = times(&queries, |query| other.search(query))?;
    print("a query, half of them faster", at(&ours, 0.5), at(&theirs, 0.5), "us");
    print("a query, one of 100 slower", at(&ours, 0.99), at(&theirs, 0.99), "us");
    let name = "a query within 10 of 200 spaces, one of 100 slower";
    let other = ("all spaces", at(&ours, 0.99));
    println!("{}", json!({ "name": name, "quire": at(&within, 0.99), "other": other, "unit": "us" }));
    clients(&index, &scope, &queries);
    Ok(())
}

fn print(name: &str, quire: f64, other: f64, unit: &str) {
    println!("{}", json!({ "name": name, "quire": quire, "other": ("SQLite FTS5", other), "unit": unit }));
}

/// A page of made-up words.
struct Made {
    title: String,
    sections: Vec<Section>,
}

/// A page of five sections.
fn page(words: &mut Words) -> Made {
    let sections = (0..5).map(|n| Section {
        anchor: (n > 0).then(|| format!("s{n}")),
        heading: if n > 0 { words.text(3) } else { String::new() },
        body: words.text(60),
        code: String::new(),
    });
    let sections = sections.collect();
    Made { title: words.text(3), sections }
}

fn space(n: usize) -> SpaceId {
    SpaceId(Uid((n as u128 + 1).to_be_bytes()))
}

fn put(writer: &mut Writer, n: usize, page: &Made) -> Result<()> {
    let Made { title, sections } = page;
    let (space, page) = (space(n % SPACES), PageId(Uid((n as u128).to_be_bytes())));
    writer.put(&Page { space, page, language: Language::En, title, description: "", sections })?;
    Ok(())
}

/// The milliseconds from a changed page to a reader that sees it, the median of some.
fn changes(writer: &mut Writer, pages: &[Made]) -> Result<f64> {
    let mut times = Vec::new();
    for n in 0..20 {
        let began = Instant::now();
        put(writer, n, &pages[n + 1])?;
        writer.commit("changed")?;
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_unstable_by(f64::total_cmp);
    Ok(at(&times, 0.5))
}

fn size(path: &Path) -> Result<u64> {
    if path.is_file() {
        return Ok(std::fs::metadata(path)?.len());
    }
    let mut bytes = 0;
    for entry in std::fs::read_dir(path)? {
        bytes += size(&entry?.path())?;
    }
    Ok(bytes)
}

/// The microseconds of each query, in order.
fn times(queries: &[String], search: impl Fn(&str) -> Result<usize>) -> Result<Vec<f64>> {
    let mut times = Vec::new();
    for round in 0..2 {
        for query in queries {
            let began = Instant::now();
            black_box(search(query)?);
            // The first round only warms up.
            if round == 1 {
                times.push(began.elapsed().as_secs_f64() * 1e6);
            }
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    Ok(times)
}

fn at(times: &[f64], part: f64) -> f64 {
    times[((times.len() - 1) as f64 * part) as usize]
}

fn clients(index: &Index, scope: &Scope, queries: &[String]) {
    let began = Instant::now();
    std::thread::scope(|threads| {
        for client in 0..CLIENTS {
            threads.spawn(move || {
                for query in queries.iter().skip(client).step_by(CLIENTS) {
                    black_box(index.search(&Query::parse(query), scope, WINDOW)).expect("an answer");
                }
            });
        }
    });
    let each = queries.len() as f64 / began.elapsed().as_secs_f64();
    println!("{}", json!({ "name": "queries of 16 clients", "quire": each, "unit": "1/s" }));
}

struct Sqlite {
    connection: rusqlite::Connection,
}

impl Sqlite {
    fn new(path: &Path, pages: &[Made]) -> Result<Self> {
        let connection = rusqlite::Connection::open(path)?;
        connection.execute_batch(
            "create virtual table sections using fts5(page unindexed, title, heading, body,
             tokenize = 'porter unicode61'); begin",
        )?;
        let mut insert = connection.prepare("insert into sections values (?1, ?2, ?3, ?4)")?;
        for (n, page) in pages.iter().enumerate() {
            for section in &page.sections {
                insert.execute((n as i64, &page.title, &section.heading, &section.body))?;
            }
        }
        drop(insert);
        connection.execute_batch("commit; insert into sections(sections) values ('optimize')")?;
        Ok(Self { connection })
    }

    fn search(&self, text: &str) -> Result<usize> {
        let query = match text.strip_prefix('"') {
            Some(_) => text.to_owned(),
            None => text.split(' ').map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" AND ") + "*",
        };
        let mut statement = self.connection.prepare_cached(
            "select page, heading, snippet(sections, 3, '', '', '', 30) from sections where sections match ?1
             order by bm25(sections, 0, 6, 4, 1) limit 60",
        )?;
        let rows = statement.query_map([&query], |row| row.get::<_, String>(2))?;
        Ok(rows.collect::<Result<Vec<_>, _>>()?.len())
    }
}
