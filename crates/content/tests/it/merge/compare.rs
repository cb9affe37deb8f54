//! Differences of texts: they make one text of the other, and show what changed.

use proptest::prelude::*;
use quire_content::document::{Unresolved, keys_at};
use quire_content::merge::text::compare::{Entry, Run, compare};

/// Makes the later text of the earlier one and the differences; panics if these are not those of the earlier one.
fn applied(before: &str, after: &str) -> String {
    let mut out = String::new();
    let mut seen = Vec::new();
    for entry in compare(before, after).entries {
        match entry {
            Entry::Equal { before: range, .. } => {
                out.push_str(&before[range.clone()]);
                seen.push(range);
            }
            Entry::Changed { before: range, runs, after: later } => {
                let Some(runs) = runs else {
                    out.push_str(&after[later]);
                    seen.push(range);
                    continue;
                };
                let mut old = String::new();
                for run in runs {
                    match run {
                        Run::Equal(text) => {
                            out.push_str(&text);
                            old.push_str(&text);
                        }
                        Run::Inserted(text) => out.push_str(&text),
                        Run::Deleted(text) => old.push_str(&text),
                    }
                }
                assert_eq!(old, before[range.clone()]);
                seen.push(range);
            }
            Entry::Moved { before: range, after: later } => {
                assert_eq!(before[range.clone()].trim(), after[later.clone()].trim());
                out.push_str(&after[later]);
                seen.push(range);
            }
            Entry::Removed { before: range } => seen.push(range),
            Entry::Added { after: later } => out.push_str(&after[later]),
        }
    }
    seen.sort_by_key(|range| range.start);
    let covered = seen.iter().try_fold(0, |at, range| (range.start == at).then_some(range.end));
    assert_eq!(covered, Some(before.len()), "{seen:?} of {before:?}");
    out
}

fn kinds(before: &str, after: &str) -> Vec<&'static str> {
    assert_eq!(applied(before, after), after);
    let kind = |entry: &Entry| match entry {
        Entry::Equal { .. } => "equal",
        Entry::Changed { .. } => "changed",
        Entry::Moved { .. } => "moved",
        Entry::Removed { .. } => "removed",
        Entry::Added { .. } => "added",
    };
    compare(before, after).entries.iter().map(kind).collect()
}

#[test]
fn blocks_are_told_apart() {
    let before = "# T\n\nThe first paragraph.\n\nThe second one.\n\nThe third closes.\n";
    assert_eq!(kinds(before, before), ["equal"]);
    assert_eq!(kinds(before, &before.replace("second", "2nd")), ["equal", "changed", "equal"]);
    assert_eq!(kinds(before, &before.replace("The second one.\n\n", "")), ["equal", "removed", "equal"]);
    assert_eq!(
        kinds(before, &before.replace("The third", "Something new here.\n\nThe third")),
        ["equal", "added", "equal"]
    );
    assert_eq!(
        kinds("One a.\n\nTwo b.\n\nThree c.\n", "Three c.\n\nOne a.\n\nTwo b.\n"),
        ["moved", "equal", "changed"]
    );
    assert_eq!(
        kinds("One a.\n\n* two b\n\nThree c.\n\nFour d.\n\n# E\n", "One a.\n\nThree c.\n\nFour d.\n\n* two b\n\n# E\n"),
        ["equal", "equal", "moved", "equal"]
    );
    assert_eq!(kinds("", "\n"), ["added"]);
    assert_eq!(kinds("a\n", ""), ["removed"]);
    assert_eq!(kinds("\n\n", "\n\n"), ["equal"]);
}

#[test]
fn words_are_shown_inside() {
    let found = compare("* a\n* The quick brown fox.\n", "* a\n* The slow brown fox.\n").entries;
    let Entry::Changed { runs: Some(runs), .. } = &found[1] else { panic!("{found:?}") };
    let text = |text: &str| text.to_owned();
    assert_eq!(
        *runs,
        [
            Run::Equal(text("* The ")),
            Run::Deleted(text("quick")),
            Run::Inserted(text("slow")),
            Run::Equal(text(" brown fox.\n"))
        ]
    );
    let code = compare("```\na b\nc\n```\n", "```\na x\nc\n```\n").entries;
    let Entry::Changed { runs: Some(runs), .. } = &code[0] else { panic!("{code:?}") };
    assert_eq!(runs[1], Run::Deleted(text("a b\n")));
}

#[test]
fn what_is_too_much_is_said() {
    let many = |word: &str| (0..3000).map(|n| format!("{word}{n} x{n} y\n\n")).collect::<String>();
    let (before, after) = (many("a"), many("b"));
    assert!(compare(&before, &after).is_rough);
    assert_eq!(applied(&before, &after), after);
    let long = |word: &str| format!("{} end\n", format!("{word} ").repeat(25_000));
    assert!(compare(&long("a"), &long("b")).is_rough);
    assert!(!compare("a\n", "b\n").is_rough);
}

#[test]
fn ranges_have_the_keys_of_their_blocks() {
    let text = "# T\n\nOne\n\n* two\n* three\n\n{% hint style=\"info\" %}\nBody\n{% endhint %}\n";
    let at = |part: &str| {
        let start = text.find(part).unwrap();
        start..start + part.len()
    };
    let found = keys_at(
        text,
        &[at("# T\n"), at("One\n"), at("* two\n"), at("* three\n"), at("Body\n"), at("{% hint"), at("\n\n")],
        &Unresolved,
    );
    let counts: Vec<usize> = found.iter().map(Vec::len).collect();
    assert_eq!(counts, [0, 1, 1, 1, 1, 1, 0]);
    assert!(found[2] != found[3] && found[4] != found[5]);
}

#[test]
fn what_stands_in_a_tag_that_has_no_blocks_has_the_key_of_the_tag() {
    for (tag, end) in [
        ("content-ref url=\"a.md\"", "endcontent-ref"),
        ("openapi src=\"a.yaml\" path=\"/a\" method=\"get\"", "endopenapi"),
        ("openapi-operation spec=\"a\" path=\"/a\" method=\"get\"", "endopenapi-operation"),
        ("openapi-schemas spec=\"a\" schemas=\"A\"", "endopenapi-schemas"),
        ("file src=\"a.pdf\"", "endfile"),
        ("embed url=\"https://a.example/\"", "endembed"),
        ("code title=\"a\"", "endcode"),
        ("swagger src=\"a.yaml\" path=\"/a\" method=\"get\"", "endswagger"),
        ("unknown a=\"b\"", "endunknown"),
        ("@vendor/block a=\"b\"", "end@vendor/block"),
    ] {
        for inner in ["[a](a.md)", "Text.\n\n* item", "```js\ncode()\n```"] {
            let text = format!("Before.\n\n{{% {tag} %}}\n{inner}\n{{% {end} %}}\n\nAfter.\n");
            let inside = text.find(inner).unwrap();
            let ranges: Vec<_> = (0..text.len())
                .filter(|at| text.is_char_boundary(*at))
                .map(|at| at..text.len())
                .chain(std::iter::once(inside..inside + inner.len()))
                .collect();
            let found = keys_at(&text, &ranges, &Unresolved);
            assert!(found.last().is_some_and(|keys| !keys.is_empty()), "{text}");
        }
    }
}

/// Lines of every kind, in any order.
fn text() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "",
        "",
        "a b c\n",
        "The quick brown fox\n",
        "jumps over it\n",
        "* item one\n",
        "* item two\n",
        "  more\n",
        "# H\n",
        "## H b\n",
        "| a | b |\n",
        "| - | - |\n",
        "| c | d |\n",
        "```\n",
        "code\n",
        "{% hint %}\n",
        "{% endhint %}\n",
        "\n",
        "\n",
        " \n",
        "> q\n",
        "x\r\n",
        "\r\n",
        "end",
    ]);
    prop::collection::vec(line, 0..24).prop_map(|lines| lines.concat())
}

proptest! {
    #[test]
    fn differences_make_one_text_of_the_other(before in text(), after in text()) {
        prop_assert_eq!(applied(&before, &after), after);
    }

    #[test]
    fn few_changes_too(before in text(), at in any::<prop::sample::Index>(), new in text()) {
        let lines: Vec<&str> = before.split_inclusive('\n').collect();
        let at = at.index(lines.len() + 1);
        let after = [&lines[..at].concat(), &new, &lines[at..].concat()].map(String::as_str).concat();
        prop_assert_eq!(applied(&before, &after), after);
    }
}
