//! Laws over random input: drawing ends, never panics, and what is drawn is harmless.

use proptest::prelude::*;
use quire_diagram::NotDrawn;

use crate::reading::{SAMPLES, checked};

/// Pieces of the language, from which sources are made that go far into it.
const PIECES: &[&str] = &[
    "flowchart TD\n",
    "stateDiagram-v2\n",
    "sequenceDiagram\n",
    "classDiagram\n",
    "erDiagram\n",
    "gantt\n",
    "mindmap\n",
    "gitGraph\n",
    "a",
    "b",
    "c",
    " --> ",
    " -.-> ",
    " ==> ",
    " o--o ",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "\"",
    "|",
    "x y",
    "\n",
    "\n  ",
    "subgraph g\n",
    "end\n",
    "[*]",
    " : ",
    "state s {\n",
    "--\n",
    "note right of a\n",
    "->>",
    "-->>",
    "+",
    "Note over a,b: ",
    "alt x\n",
    "else y\n",
    "loop z\n",
    "activate a\n",
    "commit\n",
    "branch b\n",
    "checkout main\n",
    "merge b\n",
    "section s\n",
    "2026-01-01",
    ", 3d",
    "dateFormat YYYY-MM-DD\n",
    "after a",
    ":::c",
    "classDef c fill:#f00\n",
    "style a fill:red\n",
    "linkStyle 0 stroke:red\n",
    "direction LR\n",
    "%% c\n",
    "<br/>",
    "é文🎉",
    "&",
    ";",
    "@{ shape: cyl }",
    "||--o{",
    "<|--",
    "*--",
    "..>",
    "title t\n",
    "%%{init: {}}%%\n",
    "---\n",
];

fn never_fails(source: &str) {
    let drawn = checked(source);
    assert!(!matches!(drawn, Err(NotDrawn::Failed)), "{source:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_text_ends(text in "\\PC{0,200}") {
        never_fails(&text);
    }

    #[test]
    fn any_pieces_end(start in 0..8_usize, pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)) {
        never_fails(&format!("{}{}", PIECES[start], pieces.concat()));
    }

    #[test]
    fn changed_samples_end(
        sample in prop::sample::select(&SAMPLES[..]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..12_usize, prop::sample::select(PIECES)), 1..8),
    ) {
        let mut chars: Vec<char> = sample.1.chars().collect();
        for (at, cut, piece) in changes {
            let at = at.index(chars.len() + 1);
            let end = (at + cut).min(chars.len());
            chars.splice(at..end, piece.chars());
        }
        never_fails(&chars.into_iter().collect::<String>());
    }
}
