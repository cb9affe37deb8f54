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
