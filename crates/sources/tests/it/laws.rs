//! Laws: text means itself, whatever it is made of.

use proptest::prelude::*;
use quire_content::document::model::{Block, Document, InlineKind, Kind, Node};
use quire_content::document::{Unresolved, parse};
use quire_sources::html;

fn text_of(nodes: &[Node], out: &mut String) {
    for node in nodes {
        match node {
            Node::Leaf(leaf) => out.push_str(&leaf.text),
            Node::Inline(inline) => match &inline.kind {
                InlineKind::Link { nodes, .. } | InlineKind::Annotation { nodes, .. } => text_of(nodes, out),
                other => panic!("text became {other:?}"),
            },
        }
    }
}

/// Returns the texts of paragraphs, headings and items.
fn texts(blocks: &[Block], out: &mut Vec<String>) {
    for block in blocks {
        match &block.kind {
            Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } => {
                let mut text = String::new();
                text_of(nodes, &mut text);
                out.push(text);
            }
            Kind::List { .. } | Kind::ListItem { .. } | Kind::Quote { .. } | Kind::Hint { .. } => {
                texts(block.children(), out);
            }
            other => panic!("text became {other:?}"),
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Text of words and of all characters that mean something in Markdown.
fn hostile() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[a-zA-Z0-9äß中]{1,6}",
        "[-+*#>|=_~`!\\[\\]()<&;:{}%$@.\\\\/\"']{1,4}",
        Just("{% hint %}".to_owned()),
        Just("<b>".to_owned()),
        Just("https://a.b".to_owned()),
        Just("1.".to_owned()),
        Just(":smile:".to_owned()),
        Just("[^1]".to_owned()),
        Just("&amp;".to_owned()),
        Just("$$x$$".to_owned()),
    ];
    prop::collection::vec(word, 1..8).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_means_itself(paragraphs in prop::collection::vec((0..5_u8, hostile()), 1..6)) {
        let mut page = String::from("<h1>Title</h1>");
        for (kind, text) in &paragraphs {
            let text = escaped(text);
            page.push_str(&match kind {
                0 => format!("<p>{text}</p>"),
                1 => format!("<h2>{text}</h2>"),
                2 => format!("<ul><li>{text}</li></ul>"),
                3 => format!("<blockquote><p>{text}</p></blockquote>"),
                _ => format!("<div class=\"admonition note\"><p>{text}</p></div>"),
            });
        }
        let markdown = html::page(&page, None).markdown;
        let document: Document = parse(&markdown, &Unresolved).document;
        let mut found = Vec::new();
        texts(&document.nodes, &mut found);
        let wanted: Vec<String> = paragraphs.iter().map(|(_, text)| text.clone()).collect();
        prop_assert_eq!(found, wanted, "{}", markdown);
    }

    #[test]
    fn no_page_is_a_panic(page in "(<(p|ul|li|table|tr|td|th|pre|code|dl|dt|dd|a href='#x'|a id=x|div class=tabs|sup|h[1-4]|details|summary|figure|img src=a|b|i|/p|/ul|/li|/table|/td|/pre|/a|/div|/b)>|[a-z *_]){0,60}") {
        let markdown = html::page(&page, None).markdown;
        let _ = parse(&markdown, &Unresolved);
        let _ = html::navigation(&page, None);
    }
}
