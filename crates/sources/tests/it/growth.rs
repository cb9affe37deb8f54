//! Texts that make careless converters slow: the cost of a conversion grows with its text. The time that the thread ran is
//! compared for a text and one four times as long.

use std::io::Cursor;

use quire_content::stop::Stop;
use quire_convert::Limits;
use quire_sources::{Input, Options, Source, convert};

use crate::support::zip;

/// The length of the first text, in bytes. The second is longer by the factor.
const SIZE: usize = 12 << 10;
const FACTOR: usize = 4;
/// The growth of cost from which it counts as quadratic, which would be 16.
const SUSPECT: u64 = 9;
/// The shortest time that is judged, in nanoseconds: less is noise.
const SHORTEST: u64 = 60_000_000;

/// Pieces of syntax, each of which is repeated.
const PIECES: &str = "{++a |{{ |==a |++a|++a++|~a|^a |^^a |{==a |$a |$$a |\\(a |\\[⏎|$$⏎|\\begin{a}⏎|`a ``|<a |<!-- |a(){.x}|a) {:|[a](\
|[[a |[[a!b |{{#|{{#include a.md}}|)|1)!|:a|://|!!! note⏎|=== \"a\"⏎|a⏎: b⏎⏎|* a⏎|    a⏎⏎|> |⏎⏎|:::note⏎|<img src={|<Tabs>|</Tabs>\
|<A>⏎|{|+++ a⏎|\\|''a |'''a |<ref>|[http://a.b |{{a|}}|<nowiki>|= a =⏎|* a⏎** b⏎|; a : |__TOC__ |[[File:a.png";

/// Returns the time that this thread ran, in nanoseconds; `None` where the system does not tell.
fn spent() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

fn cost(source: Source, text: &str) -> Option<u64> {
    let page = format!("# T\n\n{text}\n");
    let all = "markdown_extensions: [pymdownx.caret, pymdownx.tilde, pymdownx.mark, pymdownx.critic, pymdownx.keys, pymdownx.arithmatex]\n";
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    let dump = format!(
        "<mediawiki><page><title>A</title><ns>0</ns><revision><text>{escaped}</text></revision></page></mediawiki>"
    );
    let files: Vec<(&str, &str)> = match source {
        Source::Mkdocs => vec![("mkdocs.yml", all), ("docs/a.md", &page)],
        Source::Docusaurus => vec![("docusaurus.config.js", "x"), ("docs/a.md", &page)],
        Source::Mdbook => vec![("src/SUMMARY.md", "- [A](b.md)\n"), ("src/b.md", &page), ("src/a.md", "a")],
        Source::Mediawiki => vec![("dump.xml", &dump)],
        Source::GithubWiki => vec![("Home.md", &page), ("_Sidebar.md", text)],
        _ => vec![("A.md", &page)],
    };
    let files: Vec<(&str, &[u8])> = files.into_iter().map(|(path, text)| (path, text.as_bytes())).collect();
    let reader = Box::new(Cursor::new(zip(&files)));
    let scratch = tempfile::tempdir().unwrap();
    let limits = Limits::default();
    let options = Options { limits: &limits, scratch: scratch.path(), split: false, authors: false };
    let input = Input::File { name: "input.zip".to_owned(), reader };
    let begin = spent()?;
    convert(source, input, &options, &mut |_| {}, &Stop::default()).unwrap();
    Some(spent()? - begin)
}

fn check(source: Source) {
    let pieces = PIECES.replace('⏎', "\n");
    let grows = |piece: &&str| {
        let text = |size: usize| piece.repeat(size / piece.len());
        let grows = || Some((cost(source, &text(SIZE))?, cost(source, &text(SIZE * FACTOR))?));
        // A measurement that the machine spoiled is repeated.
        (0..3).all(|_| grows().is_some_and(|(small, large)| large > SHORTEST && large > small * SUSPECT))
    };
    let slow: Vec<&str> = pieces.split('|').filter(grows).collect();
    assert!(slow.is_empty(), "{} is slow for {slow:?}", source.name());
}

#[test]
fn mkdocs_is_linear() {
    check(Source::Mkdocs);
}

#[test]
fn docusaurus_is_linear() {
    check(Source::Docusaurus);
}

#[test]
fn mdbook_is_linear() {
    check(Source::Mdbook);
}

#[test]
fn mediawiki_is_linear() {
    check(Source::Mediawiki);
}

#[test]
fn wikis_of_github_are_linear() {
    check(Source::GithubWiki);
}

#[test]
fn outline_is_linear() {
    check(Source::Outline);
}

#[test]
fn notion_is_linear() {
    check(Source::Notion);
}
