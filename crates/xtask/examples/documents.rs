//! How fast pages are read as documents and printed, beside comrak's bare parse of the same text.
#![expect(clippy::print_stdout, reason = "figures go to whoever started it")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

use quire_content::document::{Unresolved, parse, print};
use serde_json::json;

fn main() {
    let manual = manual(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs")));
    let large = repeated(&manual, 1 << 20);
    let items: String = (0..10_000).fold(String::new(), |mut text, n| {
        let _ = writeln!(text, "* item {n} with _some_ [text](page-{n}.md)");
        text
    });
    compare("parse of the manual's pages", &manual, Some(0.5));
    compare("parse of one page of 1 MB", &large, Some(0.5));
    compare("parse of a page of 10,000 list items", &items, Some(0.5));
    printing("print of the manual's pages", &manual);
    nesting();
}

/// Every page of a directory, one after the other.
fn manual(dir: &std::path::Path) -> String {
    let mut texts = String::new();
    let mut entries: Vec<_> =
        std::fs::read_dir(dir).expect("a directory").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            texts += &manual(&path);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            texts += &std::fs::read_to_string(&path).expect("a page");
            texts.push('\n');
        }
    }
    texts
}

fn repeated(text: &str, bytes: usize) -> String {
    text.repeat(bytes / text.len() + 1)
}

fn compare(name: &str, text: &str, at_least: Option<f64>) {
    let mut options = comrak::Options::default();
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.extension.tasklist = true;
    options.extension.autolink = true;
    options.extension.footnotes = true;
    let [quire, bare] = alternate([
        &mut || {
            black_box(parse(black_box(text), &Unresolved));
        },
        &mut || {
            let arena = comrak::Arena::new();
            black_box(comrak::parse_document(&arena, black_box(text), &options));
        },
    ]);
    let speed = |seconds: f64| text.len() as f64 / seconds / 1e6;
    let other = ("comrak's bare parse", speed(bare));
    println!("{}", json!({ "name": name, "quire": speed(quire), "other": other, "unit": "MB/s", "atLeast": at_least }));
}

fn printing(name: &str, text: &str) {
    let document = parse(text, &Unresolved).document;
    let [printed, read] = alternate([
        &mut || {
            black_box(print(black_box(&document), &Unresolved));
        },
        &mut || drop(black_box(parse(black_box(text), &Unresolved))),
    ]);
    let speed = |seconds: f64| text.len() as f64 / seconds / 1e6;
    println!("{}", json!({ "name": name, "quire": speed(printed), "other": ("parse", speed(read)), "unit": "MB/s" }));
}

/// Deep nesting is cut off: it costs no more than as much text that is flat.
fn nesting() {
    let deep = format!("{}text\n", "> ".repeat(10_000));
    let flat = "> a text\n".repeat(deep.len() / 9);
    let [deep, flat] = alternate([
        &mut || {
            black_box(parse(black_box(&deep), &Unresolved));
        },
        &mut || drop(black_box(parse(black_box(&flat), &Unresolved))),
    ]);
    let (deep, flat) = (deep * 1e3, ("as many bytes of flat quotes", flat * 1e3));
    println!("{}", json!({ "name": "parse of 10,000 nested quotes", "quire": deep, "other": flat, "unit": "ms" }));
}

/// The medians of seconds that two pieces of work take, in rounds that take turns.
fn alternate(mut work: [&mut dyn FnMut(); 2]) -> [f64; 2] {
    let mut took = [Vec::new(), Vec::new()];
    for _ in 0..7 {
        for (work, took) in work.iter_mut().zip(&mut took) {
            let began = Instant::now();
            let mut times = 0;
            while began.elapsed().as_millis() < 100 {
                work();
                times += 1;
            }
            took.push(began.elapsed().as_secs_f64() / f64::from(times));
        }
    }
    took.map(|mut values| {
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    })
}
