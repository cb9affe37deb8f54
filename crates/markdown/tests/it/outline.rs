//! A tree as an outline that people can compare: a line for each block and inline, children indented.

use std::fmt::Write as _;

use quire_markdown::tree::{Block, BlockKind, Inline, InlineKind, Item, Link, LinkTarget, Row, Tree};

/// The outline of a text.
pub(crate) fn outline(source: &str) -> String {
    let tree = quire_markdown::parse(source);
    let mut outline = Outline::new(source, &tree, "");
    outline.blocks(&tree.blocks);
    for warning in &tree.warnings {
        writeln!(outline.out, "! {} at {:?}", warning.message, &source[warning.span.clone()]).unwrap();
    }
    outline.out
}

/// The outline of some blocks, without a prefix that the source has on every line.
pub(crate) fn outline_of<'t, 'a>(source: &'a str, tree: &'t Tree<'a>, blocks: &'t [Block<'a>], prefix: &str) -> String {
    let mut outline = Outline::new(source, tree, prefix);
    outline.blocks(blocks);
    outline.out
}

struct Outline<'t, 'a> {
    source: &'a str,
    tree: &'t Tree<'a>,
    /// A line ending and what every line begins with.
    prefix: String,
    depth: usize,
    out: String,
}

impl<'t, 'a> Outline<'t, 'a> {
    fn new(source: &'a str, tree: &'t Tree<'a>, prefix: &str) -> Self {
        Self { source, tree, prefix: format!("\n{prefix}"), depth: 0, out: String::new() }
    }

    fn line(&mut self, text: &str) {
        writeln!(self.out, "{}{text}", "  ".repeat(self.depth)).unwrap();
    }

    fn nested(&mut self, text: &str, children: impl FnOnce(&mut Self)) {
        self.line(text);
        self.depth += 1;
        children(self);
        self.depth -= 1;
    }

    fn blocks(&mut self, blocks: &'t [Block<'a>]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &'t Block<'a>) {
        match &block.kind {
            BlockKind::Paragraph(content) => self.nested("paragraph", |it| it.inlines(content)),
            BlockKind::Heading { level, content } => {
                self.nested(&format!("heading {level}"), |it| it.inlines(content));
            }
            BlockKind::ThematicBreak => self.line("break"),
            BlockKind::Code(code) => {
                let fence = code.fence.map(|it| format!("{} {} {}", it.character, it.length, it.is_closed));
                self.line(&format!("code {} {:?} {:?}", fence.unwrap_or_default(), code.info, code.literal));
            }
            BlockKind::Html(html) => self.line(&format!("html {html:?}")),
            BlockKind::Quote(blocks) => self.nested("quote", |it| it.blocks(blocks)),
            BlockKind::List(list) => {
                let tight = if list.is_tight { "tight" } else { "loose" };
                self.nested(&format!("list {:?} {tight}", list.marker), |it| {
                    list.items.iter().for_each(|one| it.item(one));
                });
            }
            BlockKind::Table(table) => self.nested(&format!("table {:?}", table.alignments), |it| {
                std::iter::once(&table.header).chain(&table.rows).for_each(|row| it.row(row));
            }),
            BlockKind::Footnote(index) => {
                let footnote = &self.tree.footnotes[*index];
                self.nested(&format!("footnote {index} {:?}", footnote.label), |it| it.blocks(&footnote.blocks));
            }
            BlockKind::Definition(index) => {
                let it = &self.tree.definitions[*index];
                self.line(&format!("definition {index} {:?} {:?} {:?}", it.label, it.destination, it.title));
            }
            BlockKind::Math(formula) => self.line(&format!("math {formula:?}")),
            BlockKind::Tag(tag) => {
                let end = if tag.end.is_some() { "" } else { " without end" };
                self.nested(&format!("tag {:?} {:?}{end}", tag.name, tag.arguments), |it| {
                    for attribute in &tag.attributes {
                        it.line(&format!("{:?} = {:?}", attribute.name, attribute.value));
                    }
                    it.blocks(&tag.blocks);
                });
            }
            BlockKind::EndTag(name) => self.line(&format!("end tag {name:?}")),
            BlockKind::Details(details) => self.nested(&format!("details {:?}", details.open), |it| {
                if let Some(summary) = &details.summary {
                    it.line(&format!("summary {:?}", summary.html));
                }
                it.blocks(&details.blocks);
            }),
        }
    }

    fn item(&mut self, item: &'t Item<'a>) {
        let task = item.task.as_ref().map(|it| if it.is_checked { " checked" } else { " unchecked" });
        self.nested(&format!("item{}", task.unwrap_or_default()), |it| it.blocks(&item.blocks));
    }

    fn row(&mut self, row: &'t Row<'a>) {
        self.nested("row", |it| {
            for cell in &row.cells {
                it.nested(&format!("cell {:?}", &it.source[cell.span.clone()]), |it| it.inlines(&cell.content));
            }
        });
    }

    fn inlines(&mut self, inlines: &'t [Inline<'a>]) {
        for inline in inlines {
            self.inline(inline);
        }
    }

    fn inline(&mut self, inline: &'t Inline<'a>) {
        let written = &self.source[inline.span.clone()].replace(&self.prefix, "\n");
        match &inline.kind {
            InlineKind::Text(text) if text == written => self.line(&format!("{text:?}")),
            InlineKind::Text(text) => self.line(&format!("{text:?} from {written:?}")),
            InlineKind::SoftBreak => self.line("soft break"),
            InlineKind::HardBreak => self.line(&format!("hard break {written:?}")),
            InlineKind::Code(code) => self.line(&format!("code {code:?} from {written:?}")),
            InlineKind::Emphasis(content) => self.nested("emphasis", |it| it.inlines(content)),
            InlineKind::Strong(content) => self.nested("strong", |it| it.inlines(content)),
            InlineKind::Strikethrough(content) => self.nested("strikethrough", |it| it.inlines(content)),
            InlineKind::Link(link) => self.link("link", written, link),
            InlineKind::Image(link) => self.link("image", written, link),
            InlineKind::Html(html) => self.line(&format!("html {html:?}")),
            InlineKind::Math(formula) => self.line(&format!("math {formula:?} from {written:?}")),
            InlineKind::Emoji(name) => self.line(&format!("emoji {name:?}")),
            InlineKind::FootnoteReference(index) => self.line(&format!("footnote {index} from {written:?}")),
        }
    }

    fn link(&mut self, name: &str, written: &str, link: &'t Link<'a>) {
        let form = match link.target {
            LinkTarget::Inline { .. } => "inline".to_owned(),
            LinkTarget::Reference { form, .. } => format!("{form:?}").to_lowercase(),
            LinkTarget::Address { .. } => "address".to_owned(),
            LinkTarget::Bare { .. } => "bare".to_owned(),
        };
        let (destination, title) = (self.tree.destination(link), self.tree.title(link));
        let title = title.map(|it| format!(" {it:?}")).unwrap_or_default();
        self.nested(&format!("{form} {name} {destination:?}{title} from {written:?}"), |it| it.inlines(&link.content));
    }
}
