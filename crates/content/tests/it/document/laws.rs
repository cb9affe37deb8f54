//! `parse(print(d)) == d`, and what else holds for every document and every text.

use proptest::prelude::*;
use quire_content::document::model::{HintStyle, Kind, ListStyle, Node};
use quire_content::document::{Block, Document, Unresolved, normalize, parse, print, splice};

use super::generate::document;

fn normal(mut document: Document) -> Document {
    normalize(&mut document, &Unresolved);
    document
}

fn has_raw(document: &Document) -> bool {
    serde_json::to_string(document).unwrap().contains("\"raw\":")
}

/// Pieces of Markdown that mean something together.
fn fragment() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "\n",
        "\n\n",
        "* ",
        "- ",
        "1. ",
        "2) ",
        "> ",
        "  ",
        "    ",
        "# ",
        "## ",
        "### a",
        "***",
        "---",
        "===",
        "```",
        "~~~",
        "``` rust x",
        "`",
        "``",
        "*",
        "_",
        "**",
        "~~",
        "[",
        "]",
        "](",
        ")",
        "![",
        "<",
        ">",
        "\\",
        "&amp;",
        "&#x20;",
        ":rocket:",
        ":x",
        "$$",
        "$",
        "[^1]",
        "\n[^1]: ",
        "[^2]",
        "[a]",
        "\n[a]: /b 'c'",
        "| a | b |\n| - | :-: |\n",
        "| c \\| d |",
        "|",
        "text",
        "word ",
        "é",
        "中",
        "https://x.org",
        "www.x.org",
        "a@b.c",
        "<https://y.org>",
        "{% hint style=\"info\" %}",
        "{% endhint %}",
        "{% tabs %}",
        "{% tab title=\"A\" %}",
        "{% endtab %}",
        "{% endtabs %}",
        "{% code title=\"x\" %}",
        "{% endcode %}",
        "{% embed url=\"u\" %}",
        "{% endembed %}",
        "{% file src=\"f\" %}",
        "{% unknown %}",
        "{% include \"x.md\" %}",
        "{% if a == \"b\" %}",
        "{% endif %}",
        "{% content-ref url=\"a.md\" %}",
        "{% endcontent-ref %}",
        "{% stepper %}",
        "{% step %}",
        "{% endstep %}",
        "{% endstepper %}",
        "{% @x/y z=\"1\" %}",
        "<details>\n",
        "<summary>s</summary>\n",
        "</details>\n",
        "<figure><img src=\"a\" alt=\"\">",
        "<figcaption>",
        "</figcaption>",
        "</figure>",
        "<table>",
        "<thead><tr><th>h</th></tr></thead>",
        "<tbody>",
        "<tr>",
        "<td>",
        "</td>",
        "</tr>",
        "</tbody>",
        "</table>",
        "<p align=\"center\">",
        "</p>",
        "<br>",
        "<kbd>",
        "</kbd>",
        "<mark style=\"color:red;\">",
        "</mark>",
        "<u>",
        "</u>",
        "<a href=\"x\">",
        "<a href=\"#i\" id=\"i\">",
        "</a>",
        "<i class=\"fa-x\">",
        "</i>",
        "<code class=\"expression\">",
        "</code>",
        "<code>",
        "<pre>",
        "</pre>",
        "<strong>",
        "</strong>",
        "<div align=\"left\">\n\n",
        "\n\n</div>",
        "<!-- c -->",
        "<!--",
        "-->",
        "[ ] ",
        "[x] ",
        "<span data-tag=\"emoji\" data-code=\"274c\">",
        "</span>",
        "<img src=\"x\">",
        "<picture>",
        "</picture>",
        "\t",
        "\r\n",
        "\u{a0}",
        "\u{b}",
        "\u{c}",
        "\0",
        "a_b",
        "😀",
        " \"mention\")",
        "[a](b \"mention\")",
        "[page.md](page.md)",
    ])
}

/// A block around blocks, of each kind in turn.
fn around(turn: usize, nodes: Vec<Block>) -> Block {
    let part = |kind| vec![Block::new(kind)];
    Block::new(match turn % 7 {
        0 => Kind::Quote { nodes },
        1 => Kind::List { style: ListStyle::Unordered, items: part(Kind::ListItem { checked: None, nodes }) },
        2 => Kind::Hint { style: HintStyle::Info, nodes },
        3 => Kind::Tabs { full_width: false, tabs: part(Kind::Tab { title: None, icon: None, nodes }) },
        4 => Kind::Expandable { title: Vec::new(), body: nodes, open: false },
        5 => Kind::List { style: ListStyle::Tasks, items: part(Kind::ListItem { checked: Some(true), nodes }) },
        _ => Kind::Stepper { steps: part(Kind::Step { icon: None, nodes }) },
    })
}

#[test]
fn the_deepest_documents_are_printed_and_read() {
    for stride in 0..7 {
        let mut nodes = vec![Block::paragraph(vec![Node::text("deep")])];
        for level in 0..11 {
            nodes = vec![around(level * stride + level / 3, nodes), Block::new(Kind::Divider)];
        }
        let document = Document::new(nodes);
        let text = print(&document, &Unresolved);
        assert_eq!(parse(&text, &Unresolved).document, document, "{text}");
        let json = serde_json::to_string(&document).unwrap();
        assert_eq!(serde_json::from_str::<Document>(&json).unwrap(), document);
    }
}

#[test]
fn texts_may_nest_deeper_than_documents() {
    let hints = ["{% hint %}\n".repeat(10_000), "text\n".to_owned(), "{% endhint %}\n".repeat(10_000)].concat();
    for text in ["> ".repeat(10_000) + "text", "* ".repeat(10_000) + "text", "*_".repeat(10_000), hints] {
        let read = parse(&text, &Unresolved);
        assert_eq!(splice(&text, &read, &read.document, &Unresolved), text);
        let printed = print(&read.document, &Unresolved);
        assert_eq!(parse(&printed, &Unresolved).document, normal(read.document));
    }
}

/// Texts that were once printed as something else.
const TEXTS: [&str; 9] = [
    "{% embed url url %}",
    "{% hint style style %}{% endhint %}",
    "{% tabs %}{% tab title title %}{% endtab %}{% endtabs %}",
    "$$$ $$",
    "* a\n[^a]:\n  <div",
    "<details><!--</details>",
    "{% hint %}<table {% endhint %}\u{b}",
    "{% hint %}`{% endhint`\n%}",
    "{% a %}    \u{c}",
];

#[test]
fn texts_are_kept_and_printed_as_they_are_read() {
    for text in TEXTS {
        let parsed = parse(text, &Unresolved);
        assert_eq!(splice(text, &parsed, &parsed.document, &Unresolved), text);
        let printed = print(&parsed.document, &Unresolved);
        let again = parse(&printed, &Unresolved).document;
        assert_eq!(again, normal(parsed.document), "{text:?} printed as {printed:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_printed_is_read_again(document in document()) {
        let document = normal(document);
        let text = print(&document, &Unresolved);
        let read = parse(&text, &Unresolved).document;
        prop_assert_eq!(&read, &document, "{}", text);
    }

    #[test]
    fn normal_form_is_normal(document in document()) {
        let once = normal(document);
        prop_assert_eq!(normal(once.clone()), once);
    }

    #[test]
    fn what_is_read_is_in_normal_form_and_prints_the_same(parts in prop::collection::vec(fragment(), 0..24)) {
        let text = parts.concat();
        let read = parse(&text, &Unresolved).document;
        // Raw text is kept where it stands alone; at the end of a text it may be what would swallow what follows.
        if !has_raw(&read) {
            prop_assert_eq!(&normal(read.clone()), &read, "{:?}", text);
        }
        let printed = print(&read, &Unresolved);
        let again = parse(&printed, &Unresolved).document;
        prop_assert_eq!(&again, &normal(read), "{:?} printed as {:?}", text, printed);
    }

    #[test]
    fn segments_cover_the_text(parts in prop::collection::vec(fragment(), 0..24)) {
        let text = parts.concat();
        let parsed = parse(&text, &Unresolved);
        let (mut at, mut block) = (0, 0);
        for segment in &parsed.segments {
            prop_assert!(text[at..segment.span.start].trim().is_empty(), "{:?}", text);
            prop_assert_eq!(segment.blocks.start, block);
            (at, block) = (segment.span.end, segment.blocks.end);
        }
        prop_assert!(text[at..].trim().is_empty());
        prop_assert_eq!(block, parsed.document.nodes.len());
    }

    #[test]
    fn any_text_is_read(text: String) {
        let _ = parse(&text, &Unresolved);
    }
}
