//! Benchmarks of OpenAPI specifications: how fast and in how much memory documents are processed, and what the size of a
//! document costs the reader of one operation.

use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};

use super::connection::Connection;
use super::edits::timed;
use super::figures::{Aim, Figure, median};
use super::process::{Server, TOKEN, import, set_up};
use super::sites::{Site, visit};
use super::{Bed, progress};

/// The sizes of the documents.
pub(super) struct Sizes {
    /// The numbers of operations of the documents that are compared.
    compared: [usize; 2],
    /// The number of operations of the document that is processed.
    processed: usize,
}

/// The sizes that are measured; the document that is processed has about 6 MB.
pub(super) const LARGE: Sizes = Sizes { compared: [10, 1_000], processed: 5_000 };
/// Sizes that show whether the benchmark works.
pub(super) const SMALL: Sizes = Sizes { compared: [10, 20], processed: 50 };

/// The number of documents of each size, and of pages that show an operation of each.
const SETS: usize = 3;
const PAGES: usize = 10;
const ROUNDS: usize = 3;
/// The pause between two looks at whether a document is processed.
const PAUSE: Duration = Duration::from_millis(2);

pub(super) fn measure(bed: &Bed, sizes: &Sizes, keep: &mut dyn FnMut(Vec<Figure>)) -> anyhow::Result<()> {
    let [fewer, more] = sizes.compared;
    let data = bed.path("specifications-data");
    set_up(bed, &data)?;
    let spaces = [written(bed, &data, fewer)?, written(bed, &data, more)?];
    let server = Server::quire(bed, &data)?;
    server.ready()?;
    let mut client = Connection::open(server.address)?;
    let organization = client.json("/v1/orgs", TOKEN)?["items"][0]["id"].as_str().map(str::to_owned);
    let organization = format!("/v1/orgs/{}/openapi", organization.context("there is an organization")?);
    for size in sizes.compared {
        for set in 0..SETS {
            publish(&mut client, &format!("{organization}/s{size}-{set}"), &document(size, set))?;
        }
    }
    let [few, many] = spaces.map(|space| Site::publish(&mut client, &space));
    keep(operations(&mut client, sizes, &few?, &many?)?);
    keep(processed(&server, &mut client, &organization, sizes.processed)?);
    server.stop()
}

/// Writes a space with pages that show operations of documents of a size, and imports it.
fn written(bed: &Bed, data: &std::path::Path, size: usize) -> anyhow::Result<String> {
    let source = bed.path(&format!("specifications-{size}"));
    std::fs::create_dir(&source)?;
    std::fs::write(source.join("README.md"), "# Start\n")?;
    let mut summary = "# Table of contents\n\n* [Start](README.md)\n".to_owned();
    for set in 0..SETS {
        for page in 0..PAGES {
            let path = path_of(page * size / PAGES);
            let block = format!(
                "{{% openapi-operation spec=\"s{size}-{set}\" path=\"{path}\" method=\"post\" %}}\nx\n{{% endopenapi-operation %}}\n"
            );
            std::fs::write(source.join(format!("p{set}-{page}.md")), format!("# Page {set} {page}\n\n{block}"))?;
            writeln!(summary, "* [Page {set} {page}](p{set}-{page}.md)")?;
        }
    }
    std::fs::write(source.join("SUMMARY.md"), summary)?;
    let report = import(bed, data, &source, ["--new-space", &format!("{size} operations")])?;
    Ok(report["space"].as_str().context("the report names the space")?.to_owned())
}

fn path_of(operation: usize) -> String {
    format!("/things/{operation}/{{id}}")
}

/// Returns a document with so many operations, of about 1.2 KB each, and a shared schema for each.
fn document(operations: usize, version: usize) -> Value {
    let paths = (0..operations).map(|at| {
        let schema = json!({ "$ref": format!("#/components/schemas/Thing{at}") });
        let body = json!({ "content": { "application/json": { "schema": schema } } });
        let id = json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } });
        let text = format!("Changes thing {at}. {}", "It says what is to be known of it. ".repeat(12));
        let operation = json!({
            "operationId": format!("changeThing{at}"), "summary": format!("Change thing {at}"), "description": text,
            "tags": [format!("things {}", at / 25)], "parameters": [id], "requestBody": body,
            "responses": { "200": { "description": "Done.", "content": body["content"] } },
        });
        (path_of(at), json!({ "post": operation }))
    });
    let schemas = (0..operations).map(|at| {
        let field = |name: usize| {
            (format!("field{name}"), json!({ "type": "string", "description": format!("Field {name}.") }))
        };
        let properties: serde_json::Map<String, Value> = (0..6).map(field).collect();
        (format!("Thing{at}"), json!({ "type": "object", "required": ["field1"], "properties": properties }))
    });
    json!({
        "openapi": "3.1.0", "info": { "title": "Things", "version": version.to_string() },
        "servers": [{ "url": "https://api.example.com" }],
        "paths": paths.collect::<serde_json::Map<_, _>>(),
        "components": { "schemas": schemas.collect::<serde_json::Map<_, _>>() },
    })
}

/// Sets the source of a specification and waits until it is processed; returns the time in seconds.
fn publish(client: &mut Connection, path: &str, document: &Value) -> anyhow::Result<f64> {
    let body = json!({ "source": { "text": document.to_string() } });
    let before = client.exchange(&super::connection::get(path, TOKEN))?.0 == 200;
    timed(client, "PUT", path, &body, if before { 200 } else { 201 })?;
    let began = Instant::now();
    loop {
        let spec = client.json(path, TOKEN)?;
        if spec["processingState"] == "complete" {
            ensure!(spec["lastProcessErrorCode"].is_null(), "{path}: {spec}");
            return Ok(began.elapsed().as_secs_f64());
        }
        thread::park_timeout(PAUSE);
    }
}

/// Measures pages with an operation of a small and of a large document in turns, for the first time and again.
fn operations(client: &mut Connection, sizes: &Sizes, few: &Site, many: &Site) -> anyhow::Result<Vec<Figure>> {
    let [fewer, more] = sizes.compared;
    progress("specifications: pages with an operation");
    let (mut cold, mut hot) = ([vec![], vec![]], [vec![], vec![]]);
    for (few, many) in few.paths.iter().zip(&many.paths).skip(1) {
        for (side, path) in [few, many].into_iter().enumerate() {
            cold[side].push(visit(client, path)?.0);
            hot[side].push(visit(client, path)?.0);
        }
    }
    let figure = |name: &str, [small, large]: [Vec<f64>; 2]| Figure {
        name: format!("an operation of {more}, {name}"),
        quire: median(large),
        other: (format!("of {fewer}"), median(small)),
        unit: "ms".to_owned(),
        aim: Some(Aim::AtMost(1.5)),
    };
    Ok(vec![figure("drawn", cold), figure("read again", hot)])
}

/// Measures how long a large document takes until it is a version, beside reading its text as JSON, and the memory.
fn processed(
    server: &Server,
    client: &mut Connection,
    specifications: &str,
    operations: usize,
) -> anyhow::Result<Vec<Figure>> {
    progress("specifications: a large document");
    let idle = server.resident()?;
    let (mut times, mut parsed, mut megabytes) = (Vec::new(), Vec::new(), 0.0);
    for round in 0..ROUNDS {
        let document = document(operations, round);
        let text = document.to_string();
        megabytes = text.len() as f64 / 1e6;
        let began = Instant::now();
        let read: Value = serde_json::from_str(&text)?;
        parsed.push(began.elapsed().as_secs_f64());
        ensure!(read == document, "a document is not what was written");
        times.push(publish(client, &format!("{specifications}/large"), &document)?);
    }
    let speed = |times: Vec<f64>| megabytes / median(times);
    let memory = server.peak()? - idle;
    Ok(vec![
        Figure {
            name: format!("processing a specification of {megabytes:.0} MB"),
            quire: speed(times),
            other: ("reading its JSON".to_owned(), speed(parsed)),
            unit: "MB/s".to_owned(),
            aim: None,
        },
        Figure {
            name: "memory for processing it, at most".to_owned(),
            quire: memory,
            other: ("its size".to_owned(), megabytes),
            unit: "MB".to_owned(),
            aim: None,
        },
    ])
}
