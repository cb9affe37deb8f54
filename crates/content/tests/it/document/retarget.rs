//! Other targets, and nothing else.

use quire_content::document::retarget;

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
