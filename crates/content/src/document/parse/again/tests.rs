//! A text that is parsed as a change of another one is what it is when it is parsed as a whole, keys included.

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::document::parse::parse_with_seams;

/// Pieces of text that have an effect on what is around them, more or less.
const PIECES: [&str; 62] = [
    "One paragraph.",
    "Another *one* with `code` and [a link](page.md).",
    "# Title",
    "## Heading",
    "## Heading",
    "## Two <a id=\"heading\"></a>",
    "## Heading <a id=\"heading-1\"></a>",
    "Underlined\n===",
    "---",
    "***",
    "- item",
    "- item\n- other\n\n  more",
    "* star",
    "2. second",
    "1. first\n2. second",
    "  indented by two",
    "    indented by four",
    "\ttab",
    "> quote",
    "> - quoted item",
    "lazy line",
    "```\ncode\n```",
    "| a | b |\n| - | - |\n| c | d |",
    "| - | - |",
    "{% hint style=\"info\" %}\nInside\n{% endhint %}",
    "{% embed url=\"https://e.org\" %}",
    "{% tabs %}\n{% tab title=\"A\" %}\nText\n{% endtab %}\n{% endtabs %}",
    "{% code title=\"a.rs\" %}\n```rust\nfn a() {}\n```\n{% endcode %}",
    "{% include \"../includes/a.md\" %}",
    "<details>\n\n<summary>S</summary>\n\nInside\n\n</details>",
    "<div>",
    "<div align=\"center\">",
    "<img src=\"a.png\" alt=\"\">",
    "![](a.png)",
    "</div>",
    "<!-- comment -->",
    "<figure><img src=\"b.png\"><figcaption>C</figcaption></figure>",
    "\\",
    "```rust",
    "~~~",
    "```",
    "{% hint style=\"info\" %}",
    "{% endhint %}",
    "text {% endhint %}",
    "{% endembed %}",
    "{% endtab %}",
    "{% tab title=\"B\" %}",
    "{% if visitor.claims.a %}",
    "{% endif %}",
    "{% hint style=\"info",
    "\" %}",
    "{% unknown",
    "%}",
    "<details>",
    "</details>",
    "<!--",
    "-->",
    "$$\nx\n$$",
    "$$",
    "[label]: https://e.org",
    "A [label] and a note[^1].",
    "[^1]: Note",
];

/// The index of the first piece that is the half of something, or concerns the whole text.
const WILD: usize = 38;

/// The texts between pieces.
const GAPS: [&str; 7] = ["\n\n", "\n\n", "\n\n", "\n", "\n \t\n", "\r\n\r\n", "\r"];

/// Returns a text of pieces. Most of those that concern the whole text come seldom.
fn part(most: usize, seldom: u32) -> impl Strategy<Value = String> {
    let piece = prop_oneof![seldom => 0..2usize, seldom => 0..WILD, 1 => WILD..PIECES.len()];
    let gap = prop_oneof![seldom => 0..3usize, 1 => 0..GAPS.len()];
    prop::collection::vec((piece, gap), 0..most)
        .prop_map(|parts| parts.into_iter().map(|(piece, gap)| format!("{}{}", PIECES[piece], GAPS[gap])).collect())
}

/// A change of a text: bytes between two places become something else.
#[derive(Debug, Clone)]
struct Edit {
    at: Index,
    length: usize,
    is_at_line: bool,
    text: String,
}

fn edit() -> impl Strategy<Value = Edit> {
    let text = prop_oneof![3 => part(3, 1), 1 => "[a-c \n#>*`-]{0,3}"];
    (any::<Index>(), prop_oneof![Just(0usize), 0..60usize], any::<bool>(), text)
        .prop_map(|(at, length, is_at_line, text)| Edit { at, length, is_at_line, text })
}

impl Edit {
    fn of(&self, text: &str) -> String {
        let mut at = self.at.index(text.len() + 1);
        if self.is_at_line {
            at = text[..at].rfind('\n').map_or(0, |line| line + 1);
        }
        let end = (at + self.length).min(text.len());
        format!("{}{}{}", &text[..at], self.text, &text[end..])
    }
}

/// Resolves some paths.
struct Few;

impl Resolve for Few {
    fn page(&self, path: &str) -> Option<String> {
        (path == "page.md").then(|| "page1".to_owned())
    }

    fn file(&self, path: &str) -> Option<String> {
        (path == "a.png").then(|| "file1".to_owned())
    }
}

fn whole(source: &str) -> Known {
    let (recording, budget) = (Recording::new(&Few), Budget::page());
    let (parsed, seams) = parse_with_seams(source, &recording, &|| recording.count(), &budget);
    Known::new(source, recording, 120_000 - budget.nodes_left(), parsed, seams)
}

/// Returns all that is known of a text, for comparison.
fn told(known: &Known) -> String {
    let seams = known.seams();
    let keyed = known.keyed();
    let mut unended = seams.unended.clone();
    unended.sort();
    let numbers = &known.keyed_if_made().unwrap().numbers;
    format!(
        "{:?}\n{:?}\n{:?}\n{:?} {:?} {:?} {:?}\n{:?}\n{:?}",
        known.nodes,
        known.plain(),
        keyed,
        seams.list,
        seams.anchored,
        seams.is_local,
        seams.places,
        known.asked,
        numbers.sorted()
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_change_is_parsed_as_the_whole_is(text in prop_oneof![part(60, 40), part(30, 4)], edits in prop::collection::vec(edit(), 1..6), keyed in any::<bool>()) {
        let (mut text, mut known) = (text.clone(), whole(&text));
        if keyed {
            known.keyed();
        }
        for edit in edits {
            text = edit.of(&text);
            let fresh = whole(&text);
            known = match parse(&known, &text, &Few) {
                Some(again) => {
                    prop_assert_eq!(told(&again), told(&fresh), "{:?}", text);
                    again
                }
                None => fresh,
            };
        }
    }
}

#[test]
fn a_change_in_a_long_text_is_parsed_alone() {
    let text: String = (0..200)
        .map(|n| format!("## Part {n}\n\nParagraph {n}.\n\n- a\n- b\n\n{{% embed url=\"u\" %}}\n\nEnd\n\n"))
        .collect();
    let known = whole(&text);
    known.keyed();
    for (from, to) in
        [("Paragraph 7.", "Other"), ("Part 100", "Part 99"), ("Paragraph 199.\n\n", ""), ("## Part 1\n\n", "")]
    {
        let new = text.replacen(from, to, 1);
        let change = Change::between(&text, &new, &known.any().segments, &known.seams().list).unwrap();
        assert!(change.new.len() < 200, "{change:?}");
        let again = parse(&known, &new, &Few).unwrap();
        assert_eq!(told(&again), told(&whole(&new)));
    }
    for (from, to) in [
        ("Paragraph 7.", "{% endembed %}"),
        ("Paragraph 7.", "$$"),
        ("Paragraph 7.", "[a]: b"),
        ("Paragraph 7.", "```"),
    ] {
        assert!(parse(&known, &text.replacen(from, to, 1), &Few).is_none(), "{to}");
    }
}
