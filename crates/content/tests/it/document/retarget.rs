//! Other targets, and nothing else.

use proptest::prelude::*;
use quire_content::document::{retarget, targets_of};

/// Every target `a` becomes `b/c.md`, with its anchor.
fn to(target: &str) -> Option<String> {
    target.strip_prefix('a').filter(|rest| rest.is_empty() || rest.starts_with('#')).map(|rest| format!("b/c.md{rest}"))
}

#[test]
fn targets_are_replaced_where_they_stand() {
    for (text, expected) in [
        ("# A\n\nx [y](a) z", "# A\n\nx [y](b/c.md) z"),
        ("[y](<a#b> \"a\")\r\n", "[y](<b/c.md#b> \"a\")\r\n"),
        ("> * [![a](a)](a)", "> * [![a](b/c.md)](b/c.md)"),
        ("[`[x](a)`](a)", "[`[x](a)`](b/c.md)"),
        ("[a]\n\n[a]: a 'a'", "[a]\n\n[a]: b/c.md 'a'"),
        ("x[^1]\n\n[^1]: [y](a)", "x[^1]\n\n[^1]: [y](b/c.md)"),
        ("| [y](a) |\n| - |\n", "| [y](b/c.md) |\n| - |\n"),
        ("<figure><img src=\"a\" alt=\"a\"></figure>", "<figure><img src=\"b/c.md\" alt=\"a\"></figure>"),
        (
            "{% content-ref url=\"a\" %}\n[a](a)\n{% endcontent-ref %}",
            "{% content-ref url=\"b/c.md\" %}\n[a](b/c.md)\n{% endcontent-ref %}",
        ),
        ("{% include \"a\" %}", "{% include \"b/c.md\" %}"),
        (
            "<details>\n\n<summary>s</summary>\n\n[y](a)\n\n</details>",
            "<details>\n\n<summary>s</summary>\n\n[y](b/c.md)\n\n</details>",
        ),
    ] {
        assert_eq!(retarget(text, &to).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn texts_without_such_targets_stay() {
    for text in ["", "[y](ab) a", "```\n[y](a)\n```\n", "`[y](a)`", "\\[y](a)", "[a](x)", "<https://a>"] {
        assert_eq!(retarget(text, &to), None, "{text}");
    }
}

#[test]
fn targets_are_found_as_they_are_written() {
    let text =
        "[a](./b.md \"t\") `[c](d)` ![e](<f g>)\n\n{% include \"h\" %}\n\n[i]\n\n[i]: <j>\n\n<x title=\"src='k'\">\n";
    let found = targets_of(text);
    let said: Vec<_> = found.iter().map(|it| (it.target.as_str(), it.is_inclusion)).collect();
    assert_eq!(said, [("./b.md", false), ("f g", false), ("h", true), ("j", false)]);
    assert!(found.iter().all(|it| text[it.at..].starts_with(&it.target)));
}

/// A target may name another thing than a path: it is one reference in each of its spellings.
#[test]
fn targets_that_name_spaces_and_pages_are_replaced() {
    let text = "[x](https://app.gitbook.com/s/S) [y](https://app.gitbook.com/s/S/) [z](quire:space/S/page/P) [a](a)\n";
    let to = |target: &str| match target {
        "https://app.gitbook.com/s/S" | "https://app.gitbook.com/s/S/" => Some("/s".to_owned()),
        "quire:space/S/page/P" => Some("/s/p".to_owned()),
        _ => to(target),
    };
    assert_eq!(retarget(text, &to).as_deref(), Some("[x](/s) [y](/s) [z](/s/p) [a](b/c.md)\n"));
}

/// A piece of a text around a target, and whether the target is one there.
const PIECES: [(&str, &str, bool); 12] = [
    ("See [x](", ") there.", true),
    ("![x](<", "> \"y\")", true),
    ("* one\n* [x](", ")", true),
    ("> [`x`](", ")", true),
    ("<a href=\"", "\">x</a>", true),
    ("<figure><img src=\"", "\" alt=\"\"></figure>", true),
    ("{% hint style=\"info\" %}\n[x](", ")\n{% endhint %}", true),
    ("| a |\n| - |\n| [x](", ") |", true),
    ("`[x](", ")`", false),
    ("```\n[x](", ")\n```", false),
    ("    [x](", ")", false),
    ("\\[x](", ") ./a", false),
];

proptest! {
    #[test]
    fn nothing_else_changes(pieces in prop::collection::vec((0..PIECES.len(), 0..4_usize), 0..12), crlf: bool) {
        let targets = ["a", "a#x", "b", "./a"];
        let text = |say: &dyn Fn(&str) -> String| {
            let piece = |(piece, target): &(usize, usize)| {
                let (before, after, is_target) = PIECES[*piece];
                let target = targets[*target];
                format!("{before}{}{after}\n\nApart.\n\n", if is_target { say(target) } else { target.to_owned() })
            };
            let text = pieces.iter().map(piece).collect::<String>();
            if crlf { text.replace('\n', "\r\n") } else { text }
        };
        let source = text(&str::to_owned);
        let expected = text(&|target| to(target).unwrap_or_else(|| target.to_owned()));
        let found = retarget(&source, &to);
        prop_assert_eq!(found.unwrap_or_else(|| source.clone()), expected);
        let written = pieces.iter().filter(|(piece, _)| PIECES[*piece].2).count();
        prop_assert_eq!(targets_of(&source).len(), written);
    }
}
