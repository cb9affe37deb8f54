//! Draws every Markdown file of some folders, and says how fast:
//! `cargo run --release -p quire-render --example draw_corpus -- DIR…`.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use quire_content::document::{Document, Unresolved, anchors, parse};
use quire_render::body::{Options, body};
use quire_render::labels::ENGLISH;
use quire_render::reference_resolver::Nowhere;

/// How often everything is drawn after the first time.
const ROUNDS: u32 = 3;

struct Page {
    path: PathBuf,
    size: usize,
    document: Document,
}

fn main() -> std::io::Result<()> {
    let mut pages = Vec::new();
    for dir in std::env::args_os().skip(1) {
        read(Path::new(&dir), &mut pages)?;
    }
    let size: usize = pages.iter().map(|page| page.size).sum();
    let mut out = std::io::stdout().lock();
    let start = Instant::now();
    let html: usize = pages.iter().map(draw).sum();
    let first = start.elapsed();
    let mut costs: Vec<(Duration, &Page)> = pages.iter().map(|page| (cost(page), page)).collect();
    costs.sort_by_key(|(cost, _)| std::cmp::Reverse(*cost));
    let total: Duration = costs.iter().map(|(cost, _)| *cost).sum();
    let speed = |bytes: usize, time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    writeln!(out, "{} pages, {size} bytes of Markdown, {html} bytes of HTML", pages.len())?;
    writeln!(
        out,
        "first {first:.1?}; then {total:.1?}: {:.1} MB/s in, {:.1} MB/s out",
        speed(size, total),
        speed(html, total)
    )?;
    for (cost, page) in costs.iter().take(5) {
        writeln!(out, "{cost:>10.1?} {:>8} bytes {}", page.size, page.path.display())?;
    }
    Ok(())
}

fn draw(page: &Page) -> usize {
    body(&page.document, &Nowhere, &Options::page(&ENGLISH)).html.len()
}

fn cost(page: &Page) -> Duration {
    let start = Instant::now();
    for _ in 0..ROUNDS {
        draw(page);
    }
    start.elapsed() / ROUNDS
}

fn read(dir: &Path, pages: &mut Vec<Page>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            read(&path, pages)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
            let mut document = parse(&text, &Unresolved).document;
            anchors::derive(&mut document);
            pages.push(Page { path, size: text.len(), document });
        }
    }
    Ok(())
}
