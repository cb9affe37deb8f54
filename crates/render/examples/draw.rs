//! Draws the Markdown of a page: `cargo run -p quire-render --example draw -- PAGE.md > PAGE.html`.

use std::io::Write as _;

use quire_content::document::{Unresolved, anchors, parse};
use quire_render::body::{Options, body};
use quire_render::labels::ENGLISH;
use quire_render::reference_resolver::Nowhere;

fn main() -> std::io::Result<()> {
    let path = std::env::args_os().nth(1).ok_or_else(|| std::io::Error::other("which file?"))?;
    let mut document = parse(&std::fs::read_to_string(path)?, &Unresolved).document;
    anchors::derive(&mut document);
    let drawn = body(&document, &Nowhere, &Options::page(&ENGLISH));
    std::io::stdout().write_all(drawn.html.as_bytes())
}
