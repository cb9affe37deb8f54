//! References of a document: the targets of its links, images, cards and inclusions, also in notes and cells.

use std::borrow::Cow;

use minicbor::{Decode, Encode};

use super::anchors::aliases;
use super::model::{Block, Cell, ColumnKind, ContentRef, Document, InlineKind, Kind, Lines, Node, Table};

/// The way in which a document uses a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
#[cbor(index_only)]
pub enum Relation {
    /// The document links to it or shows it.
    #[n(0)]
    Reference,
    /// The document is rendered with its content.
    #[n(1)]
    DependsOn,
}

/// Returns every reference of a document, with repetitions.
pub fn references(document: &Document) -> Vec<(ContentRef, Relation)> {
    let mut reader = ReferenceCollector { found: Vec::new() };
    reader.blocks(&document.nodes);
    reader.found
}

/// Returns the anchors of a document, with those by which links may also refer to its headings; `None` if a block may have further ones, which are not known here.
pub fn names(document: &Document) -> Option<Vec<Cow<'_, str>>> {
    let (mut names, mut all_known) = (Vec::new(), true);
    super::walk::blocks(&document.nodes, &mut |block| {
        names.extend(block.anchor.as_str().map(Cow::Borrowed));
        names.extend(aliases(block).into_iter().map(Cow::Owned));
        if let Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } = &block.kind {
            named_in_line(nodes, &mut names);
        }
        let draws = matches!(
            block.kind,
            Kind::Swagger(_)
                | Kind::Operation { .. }
                | Kind::Schemas { .. }
                | Kind::Webhook { .. }
                | Kind::Integration(_)
        );
        all_known &= !draws && !matches!(&block.kind, Kind::Raw { source } if source.contains("id="));
    });
    all_known.then_some(names)
}

/// Collects the anchors that HTML within a line sets, as in `<a id="start"></a>`.
fn named_in_line<'a>(nodes: &'a [Node], names: &mut Vec<Cow<'a, str>>) {
    for node in nodes {
        match node {
            Node::Leaf(leaf) if leaf.raw => names.extend(named_by_html(&leaf.text).map(Cow::Borrowed)),
            Node::Inline(inline) => match &inline.kind {
                InlineKind::Link { nodes, .. } | InlineKind::Annotation { nodes, .. } => named_in_line(nodes, names),
                _ => {}
            },
            Node::Leaf(_) => {}
        }
    }
}

/// Returns the quoted values of the attributes `id` and `name` in HTML.
fn named_by_html(html: &str) -> impl Iterator<Item = &str> {
    let after = |name: &'static str| html.match_indices(name).map(move |(at, _)| (at, at + name.len()));
    after("id=").chain(after("name=")).filter_map(move |(at, value)| {
        let begins = html[..at].ends_with(|c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\''));
        let quote = html[value..].chars().next().filter(|c| begins && matches!(c, '"' | '\''))?;
        html[value + 1..].split(quote).next().filter(|value| !value.is_empty())
    })
}

struct ReferenceCollector {
    found: Vec<(ContentRef, Relation)>,
}

impl ReferenceCollector {
    fn points(&mut self, target: &ContentRef) {
        self.found.push((target.clone(), Relation::Reference));
    }

    fn needs(&mut self, target: ContentRef) {
        self.found.push((target, Relation::DependsOn));
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
            self.blocks(block.children());
        }
    }

    /// Collects the references of a block, without its inner blocks.
    fn block(&mut self, block: &Block) {
        match &block.kind {
            Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } => self.line(nodes),
            Kind::Code(code) => {
                if let Lines::Rich(lines) = &code.lines {
                    lines.iter().for_each(|line| self.line(&line.nodes));
                }
            }
            Kind::Image(image) => {
                self.points(&image.source);
                image.dark.iter().for_each(|dark| self.points(dark));
                self.line(&image.caption);
            }
            Kind::File { source, caption } => {
                self.points(source);
                self.line(caption);
            }
            Kind::Drawing { source, caption, .. } => {
                source.iter().for_each(|source| self.points(source));
                self.line(caption);
            }
            Kind::Embed { url, caption, .. } => {
                self.points(&ContentRef::url(url));
                self.line(caption);
            }
            Kind::Expandable { title, body, .. } => {
                self.line(title);
                self.blocks(body);
            }
            Kind::ContentRef { target } => self.points(target),
            Kind::Table(table) => self.table(table),
            Kind::Swagger(swagger) => self.needs(swagger.source.clone()),
            Kind::Operation { spec, .. } | Kind::Schemas { spec, .. } | Kind::Webhook { spec, .. } => {
                self.needs(ContentRef::Openapi { spec: spec.clone() });
            }
            Kind::Reusable { content, space, .. } => {
                let (reusable_content, space) = (content.clone(), space.clone());
                self.needs(ContentRef::ReusableContent { reusable_content, space });
            }
            _ => {}
        }
    }

    fn table(&mut self, table: &Table) {
        for (cell, column) in table.rows.iter().flat_map(|row| row.cells.iter().zip(&table.columns)) {
            match cell {
                Cell::Text(blocks) => self.blocks(blocks),
                Cell::Reference(target) | Cell::Image { source: target, .. } => self.points(target),
                Cell::Names(names) if column.kind == ColumnKind::Files => {
                    names.iter().for_each(|name| self.points(&ContentRef::url(name)));
                }
                Cell::Names(names) if matches!(column.kind, ColumnKind::Users { .. }) => {
                    names.iter().for_each(|name| self.points(&ContentRef::User { user: name.clone() }));
                }
                Cell::Names(_) | Cell::Empty | Cell::Number(_) | Cell::Checkbox(_) => {}
            }
        }
    }

    fn line(&mut self, nodes: &[Node]) {
        for node in nodes {
            let Node::Inline(inline) = node else { continue };
            match &inline.kind {
                InlineKind::Link { target, nodes } => {
                    self.points(target);
                    self.line(nodes);
                }
                InlineKind::Mention { target } => self.points(target),
                InlineKind::Image(image) => {
                    self.points(&image.source);
                    image.dark.iter().for_each(|dark| self.points(dark));
                }
                InlineKind::Annotation { nodes, body } => {
                    self.line(nodes);
                    self.blocks(body);
                }
                InlineKind::Button(button) => button.target.iter().for_each(|target| self.points(target)),
                InlineKind::Emoji { .. }
                | InlineKind::Icon { .. }
                | InlineKind::Math { .. }
                | InlineKind::Expression { .. } => {}
            }
        }
    }
}
