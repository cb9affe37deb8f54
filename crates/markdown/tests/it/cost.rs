//! Texts that make careless parsers slow. The time for one is compared with that for another eight times as long.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use quire_markdown::parse;

use crate::laws::check;

/// How much longer the second text is.
const FACTOR: usize = 8;
/// How much longer it may take: three times of what is linear, since clocks are rough. What is quadratic takes 64 times.
const MOST: u32 = 24;

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
    let mut texts: Vec<(String, Make)> = parts.iter().map(|part| (format!("{part:?}"), repeated(part))).collect();
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
fn time_grows_with_the_text_and_no_faster() {
    let size = 8 * 1024;
    let mut slow = Vec::new();
    for (name, make) in texts() {
        let (short, long) = (make(size), make(FACTOR * size));
        // What takes less than this is the clock's.
        let short_time = time(&short, 5).max(Duration::from_micros(50));
        let mut long_time = time(&long, 1);
        for _ in 0..5 {
            if long_time > short_time * MOST {
                long_time = long_time.min(time(&long, 1));
            }
        }
        if long_time > short_time * MOST {
            slow.push(format!("{name}: {short_time:?} and {long_time:?}"));
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// The shortest of some times.
fn time(text: &str, times: usize) -> Duration {
    let time = |_| {
        let start = Instant::now();
        let tree = parse(text);
        let time = start.elapsed();
        drop(tree);
        time
    };
    (0..times).map(time).min().unwrap_or_default()
}

#[test]
fn long_texts_keep_the_laws() {
    for (_, make) in texts() {
        check(&make(20_000));
    }
}
