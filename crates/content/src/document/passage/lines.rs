//! A document as lines of text, each block and each cell a range of them.

use std::ops::Range;

use super::super::anchors::plain;
use super::super::model::{Block, Cell, ContentRef, Document, Kind, Lines as Code, Node, Table};

/// The text of a document.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The own texts of blocks, in document order.
    pub(super) lines: Vec<String>,
    /// Every block, before the blocks inside it.
    pub(super) blocks: Vec<Entry>,
}

/// A block of the document.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: Box<str>,
    pub(super) kind: &'static str,
    /// The lines of the block, including those of the blocks inside.
    pub(super) range: Range<usize>,
    /// The titles of the columns, if the block is a table.
    pub(super) titles: Vec<String>,
    /// The rows, if the block is a table.
    pub(super) rows: Vec<Row>,
}

/// A row of a table.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) key: Box<str>,
    pub(super) range: Range<usize>,
    pub(super) cells: Vec<Range<usize>>,
}

impl Lines {
    pub(super) fn of(document: &Document) -> Self {
        let mut lines = Self::default();
        lines.walk(&document.nodes);
        lines
    }

    fn walk(&mut self, blocks: &[Block]) {
        for block in blocks {
            let (start, entry) = (self.lines.len(), self.blocks.len());
            let key = block.key.as_str().unwrap_or_default().into();
            let kind = block.kind.name();
            self.blocks.push(Entry { key, kind, range: start..start, titles: Vec::new(), rows: Vec::new() });
            self.add(own(&block.kind));
            match &block.kind {
                Kind::Expandable { body, .. } => self.walk(body),
                Kind::Table(table) => {
                    self.blocks[entry].rows = self.rows(table);
                    self.blocks[entry].titles = table.columns.iter().map(|column| column.title.clone()).collect();
                }
                _ => self.walk(block.children()),
            }
            self.blocks[entry].range.end = self.lines.len();
        }
    }

    fn rows(&mut self, table: &Table) -> Vec<Row> {
        let mut rows = Vec::with_capacity(table.rows.len());
        for row in &table.rows {
            let start = self.lines.len();
            let mut cells = Vec::with_capacity(row.cells.len());
            for cell in &row.cells {
                let start = self.lines.len();
                self.cell(cell);
                cells.push(start..self.lines.len());
            }
            let key = row.key.as_str().unwrap_or_default().into();
            rows.push(Row { key, range: start..self.lines.len(), cells });
        }
        rows
    }

    fn cell(&mut self, cell: &Cell) {
        match cell {
            Cell::Empty => {}
            Cell::Text(blocks) => self.walk(blocks),
            Cell::Number(number) => self.add(number.to_string()),
            Cell::Checkbox(checked) => self.add(checked.to_string()),
            Cell::Names(names) => self.add(names.join(" ")),
            Cell::Reference(target) | Cell::Image { source: target, .. } => self.add(named(target).to_owned()),
        }
    }

    fn add(&mut self, text: String) {
        if !text.trim().is_empty() {
            self.lines.push(text);
        }
    }
}

/// Returns the own text of a block, without the blocks inside.
fn own(kind: &Kind) -> String {
    match kind {
        Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } | Kind::Expandable { title: nodes, .. } => {
            line(nodes)
        }
        Kind::Raw { source } => source.clone(),
        Kind::Math { formula } => formula.clone(),
        Kind::Code(code) => match &code.lines {
            Code::Plain(text) => text.clone(),
            Code::Rich(lines) => lines.iter().map(|it| line(&it.nodes)).collect::<Vec<_>>().join("\n"),
        },
        Kind::If { expression, .. } => expression.clone(),
        Kind::Tab { title, .. } => title.clone().unwrap_or_default(),
        Kind::Update { date, tags, .. } => format!("{date} {}", tags.join(" ")),
        Kind::Prompt { description, .. } => description.clone().unwrap_or_default(),
        Kind::Table(table) => table.columns.iter().map(|column| column.title.as_str()).collect::<Vec<_>>().join(" "),
        _ => shown(kind),
    }
}

/// Returns a text for a block that has no text of its own.
fn shown(kind: &Kind) -> String {
    match kind {
        Kind::Image(image) => {
            format!("{} {} {}", named(&image.source), image.alt.as_deref().unwrap_or_default(), line(&image.caption))
        }
        Kind::File { source, caption } => format!("{} {}", named(source), line(caption)),
        Kind::Drawing { source, caption, .. } => {
            format!("{} {}", source.as_ref().map_or("", named), line(caption))
        }
        Kind::Embed { url, caption, .. } => format!("{url} {}", line(caption)),
        Kind::ContentRef { target } => named(target).to_owned(),
        Kind::Swagger(swagger) => format!("{} {} {}", named(&swagger.source), swagger.method, swagger.path),
        Kind::Operation { spec, path, method } => format!("{spec} {method} {path}"),
        Kind::Schemas { spec, schemas, .. } => format!("{spec} {}", schemas.join(" ")),
        Kind::Webhook { spec, name, method } => format!("{spec} {method} {name}"),
        Kind::Integration(it) => format!("{} {} {}", it.integration, it.block, it.url.as_deref().unwrap_or_default()),
        Kind::Reusable { content, .. } => content.clone(),
        _ => String::new(),
    }
}

fn line(nodes: &[Node]) -> String {
    let mut text = String::new();
    plain(nodes, &mut text);
    text
}

/// Returns the identifier or address in a reference.
fn named(target: &ContentRef) -> &str {
    match target {
        ContentRef::Url { url } => url,
        ContentRef::File { file } => file,
        ContentRef::Page { page, .. } => page,
        ContentRef::Anchor { anchor, .. } => anchor,
        ContentRef::Space { space } => space,
        ContentRef::User { user } => user,
        ContentRef::Collection { collection } => collection,
        ContentRef::ReusableContent { reusable_content, .. } => reusable_content,
        ContentRef::Openapi { spec } => spec,
    }
}
