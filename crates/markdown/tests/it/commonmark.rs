//! The examples of the CommonMark specification, which are not part of this repository.

use std::io::Write as _;
use std::path::Path;

use crate::html::html;

/// Examples that come out differently, and why that is meant.
const DIFFERENT: &[(usize, &str)] = &[];

#[test]
fn the_examples_of_the_specification_come_out_as_it_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/markdown/node_modules/commonmark-spec/spec.txt");
    if !Path::new(path).exists() {
        assert!(!is_required(), "the specification is not here (npm ci in tests/markdown)");
        // Straight to the standard error: a test that passes shows nothing that it prints otherwise.
        writeln!(std::io::stderr(), "skipped: the CommonMark specification is not here").unwrap();
        return;
    }
    let specification = std::fs::read_to_string(path).unwrap();
    let examples = examples(&specification);
    assert!(examples.len() > 600, "only {} examples were found", examples.len());
    let mut problems = Vec::new();
    for (number, (markdown, expected)) in (1..).zip(&examples) {
        let found = html(markdown);
        let is_meant = DIFFERENT.iter().any(|(it, _)| *it == number);
        match (found == *expected, is_meant) {
            (true, true) => problems.push(format!("example {number} comes out as it should: it is no exception")),
            (false, false) => {
                problems.push(format!("example {number}: {markdown:?}\n  expected {expected:?}\n  found    {found:?}"));
            }
            _ => {}
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

/// Markdown and HTML of each example, in order.
fn examples(specification: &str) -> Vec<(String, String)> {
    let fence = "`".repeat(32);
    let start = format!("\n{fence} example\n");
    let parts = specification.split(&start).skip(1);
    let examples = parts.map(|part| {
        let example = part.split(&format!("{fence}\n")).next().unwrap().replace('→', "\t");
        let (markdown, html) =
            example.split_once("\n.\n").or_else(|| Some(("", example.strip_prefix(".\n")?))).unwrap();
        (format!("{markdown}\n"), html.to_owned())
    });
    examples.collect()
}

#[expect(clippy::disallowed_methods, reason = "where tests run, it says what must not be skipped")]
fn is_required() -> bool {
    std::env::var_os("QUIRE_REQUIRE_NODE").is_some_and(|value| value == "1")
}
