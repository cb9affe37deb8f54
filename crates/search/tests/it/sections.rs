//! Documents as sections.

use crate::support::sections_of;

/// The sections of a text as lines: anchor, heading, body, code.
fn check(markdown: &str, expected: &[(&str, &str, &str, &str)]) {
    let sections = sections_of(markdown);
    let flat: Vec<_> = sections
        .iter()
        .map(|it| (it.anchor.as_deref().unwrap_or(""), it.heading.as_str(), it.body.as_str(), it.code.as_str()))
        .collect();
    assert_eq!(flat, expected, "{markdown}");
}

#[test]
fn headings_start_sections() {
    check("", &[("", "", "", "")]);
    check(
        "# Title\n\nIntro.\n\n## One\n\nA *b* [c](d.md).\n\n### Own <a href=\"#x\" id=\"x\"></a>\n\nText.\n\n## One\n",
        &[("", "", "Intro.", ""), ("one", "One", "A b c.", ""), ("x", "Own", "Text.", ""), ("one-1", "One", "", "")],
    );
}

#[test]
fn code_stands_apart() {
    check("Before.\n\n```rust\nfn main() {}\n```\n\nAfter.", &[("", "", "Before.\nAfter.", "fn main() {}")]);
}

#[test]
fn containers_give_their_text_to_the_section_around_them() {
    check(
        "## A\n\n{% hint style=\"info\" %}\nHint.\n{% endhint %}\n\n* one\n* two\n\n{% tabs %}\n{% tab title=\"First\" \
         %}\nIn a tab.\n{% endtab %}\n{% endtabs %}\n\n> Quote.\n",
        &[("", "", "", ""), ("a", "A", "Hint.\none\ntwo\nFirst\nIn a tab.\nQuote.", "")],
    );
}

#[test]
fn an_expandable_is_a_section_within_another() {
    check(
        "## A\n\nBefore.\n\n<details>\n\n<summary>Why?</summary>\n\nBecause.\n\n</details>\n\nAfter.\n",
        &[("", "", "", ""), ("a", "A", "Before.\nAfter.", ""), ("why", "Why?", "Because.", "")],
    );
}

#[test]
fn tables_images_and_notes_have_text() {
    check(
        "| Name | Use |\n| --- | --- |\n| a | first |\n\n<figure><img src=\"x.png\" alt=\"A \
         plan\"><figcaption><p>Under it</p></figcaption></figure>\n\nWord[^1].\n\n[^1]: The note.\n",
        &[("", "", "Name Use\na\nfirst\nA plan\nUnder it\nWord.\nThe note.", "")],
    );
}

#[test]
fn what_is_not_understood_is_searched_without_its_markup() {
    let sections = sections_of("{% unheard of=\"x\" %}\nKept text.\n{% endunheard %}\n");
    assert!(sections[0].body.contains("Kept text."), "{sections:?}");
    assert!(!sections[0].body.contains("unheard"), "{sections:?}");
}
