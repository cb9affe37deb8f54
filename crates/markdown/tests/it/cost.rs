//! Texts that make careless parsers slow. It is counted how many bytes are looked at for one, and for another twice as
//! long.

use std::fmt::Write as _;

use quire_markdown::{looked_at, parse};

use crate::laws::check;

/// How long the first text is. The second is twice as long.
const SIZE: usize = 20_000;

/// Makes a text of about so many bytes.
type Make = Box<dyn Fn(usize) -> String>;

fn repeated(part: &'static str) -> Make {
    around("", part, "")
}

fn around(before: &'static str, part: &'static str, behind: &'static str) -> Make {
    Box::new(move |size| format!("{before}{}{behind}", part.repeat(size / part.len())))
}

/// As many of the one as of the other behind them.
fn nested(open: &'static str, close: &'static str) -> Make {
    Box::new(move |size| {
        let count = size / (open.len() + close.len());
        open.repeat(count) + "a" + &close.repeat(count)
    })
}

/// Runs of growing length.
fn growing(mark: &'static str) -> Make {
    Box::new(move |size| {
        let lengths = (1..).take_while(|length| length * (length + 3) / 2 < size);
        lengths.fold(String::new(), |mut text, length| {
            write!(text, "a{} ", mark.repeat(length)).unwrap();
            text
        })
    })
}

fn texts() -> Vec<(String, Make)> {
    let parts = [
        "*a ",
        "a* ",
        "**a *b ",
        "_a __b ",
        "a**b*c ",
        "*a _b ",
        "~a ~~b ",
        "[",
        "![",
        "![[",
        "]",
        "[]",
        "[a](",
        "[a](<b",
        "[a](b \"",
        "[a](b (",
        "[a]",
        "[a][",
        "[a][b]",
        "[[a](b)",
        "![[a](b)",
        "[a](b)",
        "`",
        "`a",
        "<",
        "<a",
        "<a b='",
        "<a b=\"<a b='",
        "<a b c ",
        "</a ",
        "<!--",
        "<!-",
        "<?",
        "<!A",
        "<![CDATA[",
        "<a@b",
        "<a:",
        "&",
        "&a",
        "&#1",
        "&amp;",
        "\\",
        "\\[",
        ":",
        ":a",
        "a@",
        "a@b.c",
        "@a.",
        "www.",
        "_www._",
        "http://",
        "http://a",
        "http://a)",
        "http://a;",
        "(http://a",
        "$",
        "$$",
        "$$ ",
        "a$$b ",
        "[^",
        "[^a]",
        "> ",
        ">",
        "- ",
        "* ",
        "1. ",
        "-\n",
        "- a\n",
        "- a\n\n",
        "> a\n",
        ">\n",
        "> a\nb\n",
        "    a\n",
        "\ta\n",
        "\n",
        " \n",
        "\r",
        "\t",
        "a\n",
        "a  \n",
        "a\n=\n",
        "a\n-\n",
        "#",
        "# a #\n",
        "---\n",
        "```\n",
        "~~~ a\n",
        "[a]: b\n",
        "[a]: b '\n",
        "[a]: b\n'c",
        "[a]\n\n[a]: b\n\n",
        "[a]:\n",
        "[a]: b\n=\n",
        "[^a]: ",
        "[^a]: b\n\n",
        "[^a]: [^a]\n",
        "|",
        "|-|\n",
        "|a|\n|-|\n",
        "a|b\n-|-\n",
        "\\|",
        "<div>\n",
        "<pre>\n",
        "</pre>",
        "<!-- a\n",
        "<b>\n\n",
        "{%",
        "{% a",
        "{% a %}",
        "{% a %}\n",
        "{% enda %}",
        "{% enda %}\n",
        "{% a \"",
        "{% a \"\n",
        "{% a '\"\n",
        "{% a \" %}",
        "{% a %}{% enda %}",
        "{% a b=c d='e' f %}\n",
        "{% tab %}\n> ",
        "{% a %}- ",
        "a {% enda %}",
        "<details>",
        "<details>\n",
        "<details>\n<summary>",
        "</details>",
        "<details></details>",
        "<details>a</details>\n",
        "$$\n",
        "$$\na\n$$\n",
        "é",
        "日本*",
        "\0",
    ];
    let mut texts: Vec<(String, Make)> = Vec::new();
    for part in parts {
        texts.push((format!("{part:?}"), repeated(part)));
        texts.push((format!("text, {part:?}"), around("a ", part, "")));
    }
    for (open, close) in [
        ("*", "*"),
        ("**", "**"),
        ("*_", "_*"),
        ("~~", "~~"),
        ("[", "](b)"),
        ("![", "](b)"),
        ("[", "]"),
        ("(", ")"),
        ("{% a %}", "{% enda %}"),
        ("{% a %}\n", "{% enda %}\n"),
        ("{% a %}\n", "{% endb %}\n"),
        ("{% a %}\n", "a{% enda %}\n"),
        ("<details>\n", "</details>\n"),
        ("<details>", "</details>"),
        ("> ", "\n"),
        ("- ", "\n"),
        ("[a](", ")"),
        ("<a b=\"", "\">"),
    ] {
        texts.push((format!("nested {open:?} and {close:?}"), nested(open, close)));
    }
    for mark in ["`", "*", "_", "~", "$", "[", "]", "&"] {
        texts.push((format!("growing {mark:?}"), growing(mark)));
    }
    for (before, part, behind) in [
        ("[a]: b\n\n", "[a] ", ""),
        ("", "[a]: b\n", ""),
        ("- ", "[a]: b\n  ", "c"),
        ("[a]: b\n\n", "[", "]"),
        ("[a]: /&amp;b\n\n", "[a]", ""),
        ("[^a]: b\n\n", "[^a] ", ""),
        ("{% a %}\n", "b {% enda %} ", ""),
        ("{% a %}\n", "b {% enda %}\n", ""),
        ("{% a %}\n", "{% b %}{% endc %}\n", ""),
        ("<details>\n", "a </details> ", ""),
        ("", "> > > > > - - - a\n", ""),
        ("| a |\n|-|\n", "| a |\n", ""),
        ("| a |\n|-|\n", "|", ""),
        ("> ", "a\n", ""),
        ("- a\n", "  a\n", ""),
        ("- a\n", " ", "b"),
        ("<a ", "b ", ""),
        ("<a b=\"", "c ", ""),
        ("[", "a ", "]"),
        ("[a](<", "b ", ""),
        ("", "{% a ", "\"\n%}"),
    ] {
        texts.push((format!("{before:?}, {part:?}, {behind:?}"), around(before, part, behind)));
    }
    texts
}

#[test]
fn cost_grows_with_the_text_and_no_faster() {
    let slow: Vec<_> = texts().iter().filter_map(|(name, make)| slowness(name, make)).collect();
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// What is wrong with the cost of a text. What is quadratic costs four times as much for twice the length.
fn slowness(name: &str, make: &Make) -> Option<String> {
    let (short, long) = (cost(&make(SIZE)), cost(&make(2 * SIZE)));
    let is_linear = long as f64 <= 2.3 * short as f64 && long <= 150 * 2 * SIZE;
    (!is_linear).then(|| format!("{name}: {short} for {SIZE} bytes and {long} for twice as many"))
}

fn cost(text: &str) -> usize {
    let before = looked_at();
    parse(text);
    looked_at() - before
}

#[test]
fn long_texts_keep_the_laws() {
    for (_, make) in texts() {
        check(&make(10_000));
    }
}

#[test]
fn the_deepest_tree_can_be_walked() {
    let (tags, ends) = ("{% a %}".repeat(150), "{% enda %}".repeat(150));
    let text = format!("{}{}{}{}{}", "![".repeat(100), "*_".repeat(200), "a", "_*".repeat(200), "](b)".repeat(100));
    for container in ["> ", "- ", "[^a]: "] {
        check(&format!("{}{tags}{}{text}{ends}", container.repeat(120), "* ".repeat(120)));
        check(&format!("{tags}{}{text}{ends}", container.repeat(120)));
    }
}

/// As many nodes as there are in a debug print of the tree: what is a value of its own in it.
fn nodes(tree: &quire_markdown::Tree<'_>) -> usize {
    let text = format!("{tree:?}");
    text.matches("Inline {").count() + text.matches("Block {").count() + text.matches("Attribute {").count()
}

#[test]
fn the_tree_has_no_more_nodes_than_it_may_have() {
    const MOST: usize = 300;
    for (name, make) in texts() {
        let text = make(SIZE);
        let whole = nodes(&parse(&text));
        let tree = quire_markdown::parse_within(&text, MOST);
        let found = nodes(&tree);
        assert!(found <= 3 * MOST + 200, "{name}: {found} nodes");
        assert!(tree.cut.is_some() || found == whole, "{name}: {found} of {whole} nodes, and nothing is cut");
        assert!(tree.cut.is_none_or(|cut| cut <= text.len() && text.is_char_boundary(cut)), "{name}");
    }
}
