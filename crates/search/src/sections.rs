//! The sections of a document: the units of search results.
//!
//! The text before the first heading is a section without an anchor, and every heading starts one, wherever it is. An
//! expandable and an OpenAPI operation are sections of their own within another one, which continues after them. The
//! content under every condition is included, since conditions, mentions and expressions depend on the reader.

mod plain;

use quire_content::document::model::{Block, Cell, Kind, Lines, Table};
use quire_content::document::{Document, alert};

/// A part of a page under one heading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Section {
    /// The anchor of the heading; `None` before the first heading.
    pub anchor: Option<String>,
    /// The heading, as plain text.
    pub heading: String,
    /// The text, a line for each block.
    pub body: String,
    /// The content of the code blocks.
    pub code: String,
}

impl Section {
    /// A section without texts.
    pub const EMPTY: Self = Self { anchor: None, heading: String::new(), body: String::new(), code: String::new() };
}

/// The most sections of a page. Further headings are text of the last section: each section costs as much as a page.
pub const MOST_SECTIONS: usize = 2000;

/// The text of a block that shows a part of an OpenAPI specification.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Described {
    /// The heading.
    pub heading: String,
    /// The text, in lines.
    pub text: String,
}

/// Returns the sections of a document with anchors, at least one: the first is the text before any heading.
pub fn of(document: &Document) -> Vec<Section> {
    of_described(document, &mut |_| None)
}

/// Returns the sections of a document, as [`of`] does. `describe` returns the texts of blocks that show parts of OpenAPI
/// specifications, as far as they are known.
pub fn of_described(document: &Document, describe: &mut dyn FnMut(&Kind) -> Option<Described>) -> Vec<Section> {
    let mut reader = SectionReader { sections: vec![Section::default()], current: 0, describe };
    reader.blocks(&document.nodes);
    for section in &mut reader.sections {
        section.body.truncate(section.body.trim_end().len());
        section.code.truncate(section.code.trim_end().len());
    }
    reader.sections
}

struct SectionReader<'d> {
    sections: Vec<Section>,
    /// The index of the section that text is added to.
    current: usize,
    describe: &'d mut dyn FnMut(&Kind) -> Option<Described>,
}

impl SectionReader<'_> {
    fn blocks(&mut self, blocks: &[Block]) {
        blocks.iter().for_each(|block| self.block(block));
    }

    fn block(&mut self, block: &Block) {
        match &block.kind {
            Kind::Heading { nodes, .. } => self.start(block, plain::text(nodes)),
            Kind::Expandable { title, body, .. } => self.aside(block, plain::text(title), body),
            Kind::Operation { path, method, .. } => self.described(block, format!("{method} {path}")),
            Kind::Swagger(it) => self.aside(block, format!("{} {}", it.method, it.path), &[]),
            Kind::Webhook { name, .. } => self.described(block, name.clone()),
            Kind::Schemas { schemas, .. } => self.described(block, schemas.join(" ")),
            Kind::Code(code) => {
                self.line(code.title.as_deref().unwrap_or_default());
                self.code(&code.lines);
            }
            Kind::Table(table) => self.table(table),
            Kind::Quote { nodes } => match alert(nodes) {
                Some((_, content)) => self.blocks(&content),
                None => self.blocks(nodes),
            },
            _ => {
                self.own_text(block);
                self.blocks(block.children());
            }
        }
    }

    /// Adds the text of a block itself, without that of the blocks in it.
    fn own_text(&mut self, block: &Block) {
        match &block.kind {
            Kind::Paragraph { nodes, .. } | Kind::File { caption: nodes, .. } | Kind::Embed { caption: nodes, .. } => {
                self.nodes(nodes);
            }
            Kind::Drawing { alt, caption, .. } => {
                self.line(alt.as_deref().unwrap_or_default());
                self.nodes(caption);
            }
            Kind::Image(image) => {
                self.line(image.alt.as_deref().unwrap_or_default());
                self.nodes(&image.caption);
            }
            Kind::Raw { source } => self.line(&plain::without_markup(source)),
            Kind::Math { formula } => self.line(formula),
            Kind::Tab { title, .. } => self.line(title.as_deref().unwrap_or_default()),
            Kind::Prompt { description, .. } => self.line(description.as_deref().unwrap_or_default()),
            Kind::Update { date, tags, .. } => self.line(&format!("{date} {}", tags.join(" "))),
            _ => {}
        }
    }

    fn start(&mut self, block: &Block, heading: String) {
        if self.sections.len() >= MOST_SECTIONS {
            return self.line(&heading);
        }
        let anchor = block.anchor.as_str().map(str::to_owned);
        self.sections.push(Section { anchor, heading, ..Section::default() });
        self.current = self.sections.len() - 1;
    }

    fn aside(&mut self, block: &Block, heading: String, body: &[Block]) {
        let around = self.current;
        self.start(block, heading);
        self.blocks(body);
        self.current = around;
    }

    /// Adds a section with the part of a specification that a block shows.
    fn described(&mut self, block: &Block, name: String) {
        let around = self.current;
        match (self.describe)(&block.kind) {
            Some(Described { heading, text }) => {
                self.start(block, heading);
                self.line(&name);
                self.line(&text);
            }
            None => self.start(block, name),
        }
        self.current = around;
    }

    fn nodes(&mut self, nodes: &[quire_content::document::model::Node]) {
        let text = plain::text(nodes);
        self.line(&text);
        for body in plain::notes(nodes) {
            self.blocks(body);
        }
    }

    fn line(&mut self, text: &str) {
        append(&mut self.sections[self.current].body, text.trim());
    }

    fn code(&mut self, lines: &Lines) {
        let code = &mut self.sections[self.current].code;
        match lines {
            Lines::Plain(text) => append(code, text),
            Lines::Rich(lines) => lines.iter().for_each(|line| append(code, &plain::text(&line.nodes))),
        }
    }

    fn table(&mut self, table: &Table) {
        let visible = || table.columns.iter().enumerate().filter(|(_, column)| !column.hidden);
        self.line(&visible().map(|(_, column)| column.title.as_str()).collect::<Vec<_>>().join(" "));
        for row in &table.rows {
            for (n, column) in visible() {
                match &row.cells[n] {
                    Cell::Text(blocks) => self.blocks(blocks),
                    cell => self.line(&plain::cell(cell, &column.kind)),
                }
            }
        }
    }
}

fn append(text: &mut String, line: &str) {
    if !line.is_empty() {
        text.push_str(line);
        text.push('\n');
    }
}
