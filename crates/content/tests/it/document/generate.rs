//! Random documents of every kind of block.

use proptest::prelude::*;
use quire_content::document::model::{
    Align, Anchor, Block, Code, Document, HintStyle, Image, Integration, Kind, Length, Line, Lines, ListStyle, More,
    Node, Num, Overflow, Side, Swagger, Vertical,
};
use serde_json::{Map, Value, json};

use super::inlines::{code_line, line, reference, text, word};

type Blocks = BoxedStrategy<Vec<Block>>;

/// A formula on lines of its own; indentation keeps those that would end it from that.
fn formula() -> impl Strategy<Value = String> {
    let line = " {0,5}[a-z$=]{1,3}".prop_map(|line| if line.trim() == "$$" { format!("    {line}") } else { line });
    prop::collection::vec(line, 1..4).prop_map(|lines| lines.join("\n").trim().to_owned())
}

/// A document in which blocks nest a little.
/// A valid condition: documents have no others.
fn condition() -> impl Strategy<Value = String> {
    let texts = ["visitor.claims.a", "visitor.claims['x y'] == \"b\"", "!(space.vars.n > 1) && page.vars.on", "true"];
    prop::sample::select(texts.to_vec()).prop_map(str::to_owned)
}

pub(super) fn document() -> impl Strategy<Value = Document> {
    blocks().prop_map(Document::new)
}

fn blocks() -> Blocks {
    let note = prop::collection::vec(leaf_block(None), 0..3).boxed();
    let leaf = leaf_block(Some(note.clone()));
    let block = leaf.prop_recursive(3, 24, 4, move |inner| {
        let inner = prop::collection::vec(inner, 0..4).boxed();
        prop_oneof![2 => container(inner.clone(), note.clone()), 1 => list(inner)].boxed()
    });
    prop::collection::vec(block, 0..6).boxed()
}

pub(super) fn optional() -> impl Strategy<Value = Option<String>> {
    prop::option::weighted(0.4, word())
}

fn align() -> impl Strategy<Value = Option<Align>> {
    prop::option::weighted(0.2, prop::sample::select(vec![Align::Start, Align::Center, Align::End]))
}

fn length() -> impl Strategy<Value = Option<Length>> {
    let number = prop_oneof![(0u32..900).prop_map(f64::from), 0.0f64..100.0];
    let unit = prop::option::of(prop::sample::select(vec!["%", "em"]));
    let length =
        (number, unit).prop_map(|(value, unit)| Length { value: Num::new(value).unwrap(), unit: unit.map(Box::from) });
    prop::option::weighted(0.4, length)
}

/// A block in which there are no blocks.
fn leaf_block(note: Option<Blocks>) -> BoxedStrategy<Block> {
    let simple = prop_oneof![
        6 => (align(), line(note.clone())).prop_map(|(align, nodes)| Kind::Paragraph { align, nodes }),
        1 => Just(Kind::Divider),
        1 => formula().prop_map(|formula| Kind::Math { formula }),
        2 => code(note.clone()),
    ]
    .boxed();
    let media = prop_oneof![
        images(note.clone()),
        (reference(), line(note.clone())).prop_map(|(source, caption)| Kind::File { source, caption }),
        (prop::option::of(reference()), optional(), line(note.clone()))
            .prop_map(|(source, alt, caption)| Kind::Drawing { source, alt, caption }),
        (text(), any::<bool>(), line(note.clone())).prop_map(|(url, full_width, caption)| Kind::Embed {
            url,
            full_width,
            caption
        }),
        reference().prop_map(|target| Kind::ContentRef { target }),
    ]
    .boxed();
    let table = super::tables::table(note.clone()).prop_map(|table| Kind::Table(Box::new(table))).boxed();
    let plain =
        prop_oneof![8 => simple, 3 => media, 2 => openapi(), 2 => table, 1 => raw()].prop_map(Block::new).boxed();
    prop_oneof![6 => plain, 2 => heading(note)].boxed()
}

fn heading(note: Option<Blocks>) -> BoxedStrategy<Block> {
    let id = prop::option::weighted(0.3, "own-[a-z]{1,4}");
    (1u8..=3, align(), line(note), id)
        .prop_map(|(level, align, nodes, id)| Block {
            anchor: id.map_or(Anchor::Absent, |id| Anchor::Given(id.into())),
            ..Block::new(Kind::Heading { level, align, nodes })
        })
        .boxed()
}

fn raw() -> impl Strategy<Value = Kind> {
    let sources = vec!["<center>a</center>", "{% unknown x=\"y\" %}", "<!-- a\n\nb -->", "<iframe src=\"x\"></iframe>"];
    prop::sample::select(sources).prop_map(|source| Kind::Raw { source: source.to_owned() })
}

pub(super) fn code(note: Option<Blocks>) -> BoxedStrategy<Kind> {
    let plain = prop::collection::vec(text(), 0..4).prop_map(|lines| Lines::Plain(lines.join("\n")));
    let lines = match note {
        None => plain.boxed(),
        Some(note) => {
            let line = (any::<bool>(), code_line(note));
            let line = line.prop_map(|(highlighted, nodes)| Line { key: Default::default(), highlighted, nodes });
            prop_oneof![3 => plain, 1 => prop::collection::vec(line, 0..4).prop_map(Lines::Rich)].boxed()
        }
    };
    let overflow = prop::option::weighted(0.2, prop::sample::select(vec![Overflow::Wrap, Overflow::Scroll]));
    let syntax = prop_oneof![Just(None), Just(Some("rust".to_owned())), word().prop_map(Some)];
    let info = prop::option::weighted(0.2, word());
    (syntax, info, prop::option::weighted(0.3, word()), overflow, prop::option::weighted(0.2, any::<bool>()), lines)
        .prop_map(|(syntax, info, title, overflow, line_numbers, lines)| {
            Kind::Code(Box::new(Code { syntax, info, title, overflow, line_numbers, full_width: false, lines }))
        })
        .boxed()
}

pub(super) fn images(note: Option<Blocks>) -> BoxedStrategy<Kind> {
    let image = (reference(), prop::option::of(reference()), length(), length(), optional(), line(note)).prop_map(
        |(source, dark, width, height, alt, caption)| {
            Block::new(Kind::Image(Box::new(Image { source, dark, width, height, alt, caption })))
        },
    );
    let align = prop::option::weighted(0.2, prop::sample::select(vec![Side::Left, Side::Center, Side::Right]));
    let images = prop::collection::vec(image, 1..3);
    (align, prop::bool::weighted(0.2), prop::bool::weighted(0.2), images)
        .prop_map(|(align, full_width, with_frame, images)| Kind::Images { align, full_width, with_frame, images })
        .boxed()
}

fn openapi() -> BoxedStrategy<Kind> {
    let props =
        prop::collection::btree_map("[a-z@]{1,6}", prop_oneof![text().prop_map(Value::String), Just(json!([1]))], 0..3);
    let props = props.prop_map(|props| More::new(props.into_iter().collect::<Map<_, _>>()));
    prop_oneof![
        (reference(), text(), word(), prop::option::of(any::<bool>())).prop_map(|(source, path, method, expanded)| {
            Kind::Swagger(Box::new(Swagger { source, path, method, expanded, full_width: false }))
        }),
        (word(), text(), word()).prop_map(|(spec, path, method)| Kind::Operation { spec, path, method }),
        (word(), prop::collection::vec("[A-Z][a-z]{0,4}", 0..3), any::<bool>())
            .prop_map(|(spec, schemas, grouped)| Kind::Schemas { spec, schemas, grouped }),
        (word(), word(), word()).prop_map(|(spec, name, method)| Kind::Webhook { spec, name, method }),
        ("[a-z]{1,5}", "[a-z-]{1,5}", props, optional(), any::<bool>()).prop_map(
            |(integration, block, props, url, full_width)| {
                let action = full_width.then(|| json!({"action": "%}"}));
                Kind::Integration(Box::new(Integration { integration, block, props, action, url, full_width }))
            }
        ),
        ("[a-z/.]{1,9}", prop::option::of("[a-z]{1,4}")).prop_map(|(content, space)| {
            let content = if space.is_some() { "id1".to_owned() } else { content };
            Kind::Reusable { content, space, token: None }
        }),
    ]
    .boxed()
}

fn parts(part: impl Strategy<Value = Kind> + 'static) -> BoxedStrategy<Vec<Block>> {
    prop::collection::vec(part.prop_map(Block::new), 0..3).boxed()
}

fn list(inner: Blocks) -> BoxedStrategy<Block> {
    let start = prop_oneof![Just(None), Just(Some(0)), Just(Some(7)), Just(Some(999_999_999))];
    let style = prop_oneof![
        Just(ListStyle::Unordered),
        start.prop_map(|start| ListStyle::Ordered { start }),
        Just(ListStyle::Tasks),
    ];
    let list = (style, prop::collection::vec((any::<bool>(), inner), 1..4)).prop_map(|(style, items)| {
        let items = items.into_iter().map(|(done, nodes)| {
            let checked = (style == ListStyle::Tasks).then_some(done);
            Block::new(Kind::ListItem { checked, nodes })
        });
        Block::new(Kind::List { style, items: items.collect() })
    });
    list.boxed()
}

fn container(inner: Blocks, note: Blocks) -> BoxedStrategy<Block> {
    let hint = prop::sample::select(vec![HintStyle::Info, HintStyle::Warning, HintStyle::Danger, HintStyle::Success]);
    let vertical = prop::option::of(prop::sample::select(vec![Vertical::Top, Vertical::Middle, Vertical::Bottom]));
    let tab = (optional(), optional(), inner.clone()).prop_map(|(title, icon, nodes)| Kind::Tab { title, icon, nodes });
    let step = (optional(), inner.clone()).prop_map(|(icon, nodes)| Kind::Step { icon, nodes });
    let column = (length(), vertical, inner.clone()).prop_map(|(width, vertical, nodes)| Kind::Column {
        width,
        vertical,
        nodes,
    });
    let tags = prop::collection::vec("[a-z]{1,4}", 0..3);
    let update = ("20[0-9]{2}-[01][0-9]", tags, inner.clone()).prop_map(|(date, tags, nodes)| Kind::Update {
        date,
        tags,
        nodes,
    });
    let title = line(Some(note));
    let kind = prop_oneof![
        inner.clone().prop_map(|nodes| Kind::Quote { nodes }),
        (hint, inner.clone()).prop_map(|(style, nodes)| Kind::Hint { style, nodes }),
        (condition(), inner.clone()).prop_map(|(expression, nodes)| Kind::If { expression, nodes }),
        (title, inner.clone(), any::<bool>()).prop_map(|(title, body, open)| Kind::Expandable { title, body, open }),
        (any::<bool>(), parts(tab)).prop_map(|(full_width, tabs)| Kind::Tabs { full_width, tabs }),
        parts(step).prop_map(|steps| Kind::Stepper { steps }),
        (any::<bool>(), parts(column)).prop_map(|(full_width, columns)| Kind::Columns { full_width, columns }),
        (optional(), parts(update)).prop_map(|(format, updates)| Kind::Updates { format, updates }),
        (optional(), optional(), inner).prop_map(|(description, icon, nodes)| Kind::Prompt {
            description,
            icon,
            nodes
        }),
    ];
    let block = (kind.boxed(), prop::option::weighted(0.2, text())).prop_map(|(kind, more)| {
        let fields = more.map(|text| ("unknown".to_owned(), Value::String(text)));
        Block { more: More::new(fields.into_iter().collect()), ..Block::new(kind) }
    });
    block.boxed()
}

/// The text of a node, for tests that change it.
pub(super) fn paragraph(text: &str) -> Block {
    Block::paragraph(vec![Node::text(text)])
}
