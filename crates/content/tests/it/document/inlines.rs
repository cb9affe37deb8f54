//! Random lines: text that is full of markup, marks that overlap, and every kind of inline node.

use proptest::prelude::*;
use quire_content::document::model::{
    Block, Button, ButtonKind, Color, ContentRef, ImageSize, Inline, InlineImage, InlineKind, Key, Leaf, Marks, More,
    Node, Tint, Word,
};
use serde_json::{Map, Value};

/// Text that Markdown or HTML might take for markup.
pub(super) fn text() -> BoxedStrategy<String> {
    let tricky = prop::sample::select(vec![
        "https://x.org/a_b",
        "www.x.org",
        "a@b.c",
        ":rocket:",
        ":no_such:",
        "&amp;",
        "&#x20;",
        "{% hint %}",
        "%}",
        "1. ",
        "2)",
        "- ",
        "+ ",
        "# ",
        "> ",
        "===",
        "---",
        "```",
        "~~~",
        "[x](y)",
        "![",
        "[ ] ",
        "[^1]",
        "[a]: b",
        "<b>",
        "</a>",
        "<!--",
        "\\",
        "$$",
        "$",
        "|",
        "||",
        "\n",
        "\n\n",
        "  ",
        " ",
        "é",
        "中文",
        "🎉",
        "\u{a0}",
        "Ⓐ",
        "a",
        "b",
        "word",
        "*",
        "_",
        "**",
        "__",
        "~",
        "`",
        "``",
        "snake_case",
        "\t",
        "!",
        "(",
        ")",
        ":",
        "::",
        "\u{2028}",
        "<",
        ">",
        "\"",
        "'",
        "&",
        "{{",
        "#",
        "{%",
        "</td>",
        "</code>",
        "http://",
        "mailto:a@b.c",
        "\u{feff}",
        "\u{200b}",
        "<br>",
        "ftp://x",
        "\\\n",
        "=",
    ]);
    prop_oneof![
        2 => "[a-z]{1,8}",
        2 => "[a-z]{1,4} [a-z]{1,4}",
        3 => prop::collection::vec(tricky, 1..6).prop_map(|parts| parts.concat()),
    ]
    .boxed()
}

/// Text for an attribute.
pub(super) fn word() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-z]{1,8}", 1 => text()]
}

pub(super) fn reference() -> BoxedStrategy<ContentRef> {
    let id = || "[a-zA-Z0-9]{1,6}";
    prop_oneof![
        "https://[a-z]{1,5}\\.org/[a-z()_*~&;=?# \\\\<>|]{0,8}".prop_map(ContentRef::url),
        text().prop_map(ContentRef::url),
        "[a-z]{1,5}\\.md(#[a-z]{1,3})?".prop_map(ContentRef::url),
        id().prop_map(|file| ContentRef::File { file }),
        (id(), prop::option::of(id())).prop_map(|(page, space)| ContentRef::Page { page, space }),
        (id(), prop::option::of((id(), prop::option::of(id())))).prop_map(|(anchor, page)| {
            let (page, space) = page.unzip();
            ContentRef::Anchor { anchor, page, space: space.flatten() }
        }),
        "[a-zA-Z0-9/ ]{1,6}".prop_map(|space| ContentRef::Space { space }),
        text().prop_map(|user| ContentRef::User { user }),
        id().prop_map(|collection| ContentRef::Collection { collection }),
        id().prop_map(|spec| ContentRef::Openapi { spec }),
    ]
    .boxed()
}

fn marks() -> impl Strategy<Value = Marks> {
    let tint = || prop::sample::select(Tint::ALL).prop_map(|(tint, _)| tint);
    let color = prop::option::weighted(0.15, (tint(), tint()))
        .prop_map(|color| color.map(|(text, background)| Color { text, background }));
    let plain = prop_oneof![4 => Just(0u8), 3 => prop::sample::select(vec![1u8, 2, 3, 4, 8, 9, 16, 32]), 1 => 0u8..128];
    (plain, color).prop_map(|(plain, color)| Marks { plain, color })
}

fn leaf() -> impl Strategy<Value = Node> {
    (text(), marks()).prop_map(|(text, marks)| Node::Leaf(Leaf { text, marks, raw: false }))
}

fn raw() -> impl Strategy<Value = Node> {
    let tags = prop::sample::select(vec!["<u>", "</u>", "<span class=\"x\">", "<wbr>", "<!-- note -->"]);
    tags.prop_map(|text| Node::Leaf(Leaf { text: text.to_owned(), marks: Marks::NONE, raw: true }))
}

fn optional() -> impl Strategy<Value = Option<String>> {
    prop::option::weighted(0.4, word())
}

fn inline(kind: InlineKind, more: Option<(&str, String)>) -> Node {
    let fields: Map<String, Value> =
        more.into_iter().map(|(name, text)| (name.to_owned(), Value::String(text))).collect();
    Node::Inline(Box::new(Inline { key: Key::default(), kind, more: More::new(fields) }))
}

fn image() -> impl Strategy<Value = InlineImage> {
    let size = prop::sample::select(vec![ImageSize::Original, ImageSize::Line]);
    (reference(), prop::option::of(reference()), optional(), optional(), size)
        .prop_map(|(source, dark, alt, caption, size)| InlineImage { source, dark, alt, caption, size })
}

fn button() -> impl Strategy<Value = Button> {
    let kind = prop::sample::select(vec![ButtonKind::Primary, ButtonKind::Secondary]);
    (word(), kind, optional(), prop::option::of(reference()), "[a-z]{1,5}", optional()).prop_map(
        |(label, kind, icon, target, action, query)| Button {
            label,
            kind,
            icon,
            action: target.is_none().then_some(action),
            target,
            query,
        },
    )
}

/// Nodes without children.
fn atom() -> BoxedStrategy<Node> {
    let code = prop::sample::select(vec!["1f680", "274c", "1f1e9-1f1ea", "2764-fe0f", "2764", "31-fe0f-20e3", "61"]);
    prop_oneof![
        reference().prop_map(|target| inline(InlineKind::Mention { target }, None)),
        code.prop_map(|code| inline(InlineKind::Emoji { code: code.to_owned() }, None)),
        ("[a-z][a-z-]{0,6}", prop::option::of(Just("color:red;"))).prop_map(|(icon, style)| {
            inline(InlineKind::Icon { icon }, style.map(|style| ("style", style.to_owned())))
        }),
        formula().prop_map(|formula| inline(InlineKind::Math { formula }, None)),
        image().prop_map(|image| inline(InlineKind::Image(Box::new(image)), None)),
        button().prop_map(|button| inline(InlineKind::Button(Box::new(button)), None)),
        text().prop_map(|expression| inline(InlineKind::Expression { expression }, None)),
    ]
    .boxed()
}

fn formula() -> impl Strategy<Value = String> {
    "[a-z^_{} +=*]{1,10}".prop_map(|formula| formula.trim().to_owned())
}

fn link() -> impl Strategy<Value = Node> {
    let content =
        prop_oneof![4 => leaf(), 1 => image().prop_map(|image| inline(InlineKind::Image(Box::new(image)), None))];
    let title = prop::option::weighted(0.2, word());
    (reference(), prop::collection::vec(content, 0..3), title).prop_map(|(target, nodes, title)| {
        inline(InlineKind::Link { target, nodes }, title.map(|title| ("title", title)))
    })
}

/// The nodes of a line whose annotations have notes of these blocks; no annotations without them.
pub(super) fn line(note: Option<BoxedStrategy<Vec<Block>>>) -> BoxedStrategy<Vec<Node>> {
    let plain = prop_oneof![8 => leaf(), 3 => atom(), 2 => link(), 1 => raw()];
    let node = match note {
        Some(note) => prop_oneof![12 => plain, 1 => annotation(note)].boxed(),
        None => plain.boxed(),
    };
    prop::collection::vec(node, 0..5).boxed()
}

pub(super) fn annotation(note: BoxedStrategy<Vec<Block>>) -> impl Strategy<Value = Node> {
    (prop::collection::vec(leaf(), 0..3), note)
        .prop_map(|(nodes, body)| inline(InlineKind::Annotation { nodes, body }, None))
}

/// Leaves and, in code, the other nodes that a line of code may have.
pub(super) fn code_line(note: BoxedStrategy<Vec<Block>>) -> impl Strategy<Value = Vec<Node>> {
    let expression = text().prop_map(|expression| inline(InlineKind::Expression { expression }, None));
    prop::collection::vec(prop_oneof![6 => leaf(), 1 => annotation(note), 1 => expression], 0..4)
}
