//! The body: paragraphs and tables into blocks, lists and code gathered from what follows each other.

use std::collections::HashMap;

use quire_content::document::model::{Align, Block, Code, Kind, Lines, Mark, Node};
use quire_content::path;

use super::lists::{Counters, Item, nest};
use super::parts::Package;
use super::runs::Fields;
use super::styles::{Role, is_on};
use crate::error::Error;
use crate::html::text_of;
use crate::line::Line;
use crate::names::Names;
use crate::origin::Origin;
use crate::report::PageReport;
use crate::site::Site;
use crate::xml::{self, Element, XmlError};

/// The largest body, in bytes.
const MOST_BODY: u64 = 256 << 20;
/// The most blocks of a document.
const MOST_BLOCKS: usize = 500_000;

pub(super) struct Body<'b> {
    pub(super) package: &'b Package<'b>,
    pub(super) site: &'b mut Site,
    /// The path of a page in the folder of the document, from which paths of files lead.
    pub(super) page: String,
    pub(super) origin: &'b Origin,
    pub(super) report: &'b mut PageReport,
    pub(super) names: Names,
    pub(super) title: Option<String>,
    /// The part that is being read.
    pub(super) part: String,
    /// The notes by their kind and identifier.
    pub(super) notes: HashMap<(char, String), Vec<Block>>,
    /// True within notes, where no others are.
    pub(super) in_note: bool,
    pub(super) fields: Fields,
    /// The files of images that were copied, by their paths.
    pub(super) copied: HashMap<String, String>,
    /// Blocks of text boxes, which follow the paragraph that holds them.
    pub(super) floating: Vec<Block>,
    counters: Counters,
    /// The last heading, for the report.
    pub(super) place: String,
    count: usize,
    contents_dropped: bool,
    pub(super) error: Option<Error>,
}

/// Blocks that are being gathered.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) blocks: Vec<Block>,
    items: Vec<Item>,
    code: Vec<String>,
    quote: Vec<Block>,
    /// A line whose paragraph mark was deleted: it goes on in the next paragraph.
    open: Line,
}

impl Gathered {
    fn end_items(&mut self) {
        if !self.items.is_empty() {
            self.blocks.append(&mut nest(std::mem::take(&mut self.items)));
        }
    }

    fn end_code(&mut self) {
        if !self.code.is_empty() {
            let text = std::mem::take(&mut self.code).join("\n");
            let (syntax, info, title, overflow, line_numbers, full_width) = (None, None, None, None, None, false);
            let lines = Lines::Plain(text.trim_end().to_owned());
            self.blocks.push(Block::new(Kind::Code(Box::new(Code {
                syntax,
                info,
                title,
                overflow,
                line_numbers,
                full_width,
                lines,
            }))));
        }
    }

    fn end_quote(&mut self) {
        if !self.quote.is_empty() {
            let nodes = std::mem::take(&mut self.quote);
            self.blocks.push(Block::new(Kind::Quote { nodes }));
        }
    }

    pub(super) fn end(&mut self) {
        self.end_items();
        self.end_code();
        self.end_quote();
    }
}

impl<'b> Body<'b> {
    pub(super) fn new(
        package: &'b Package<'b>,
        site: &'b mut Site,
        origin: &'b Origin,
        report: &'b mut PageReport,
        folder: &str,
    ) -> Self {
        let part = package.document.clone();
        Self {
            package,
            site,
            origin,
            report,
            page: path::join(folder, "page.md"),
            part,
            names: Names::default(),
            title: None,
            notes: HashMap::new(),
            in_note: false,
            fields: Fields::default(),
            copied: HashMap::new(),
            floating: Vec::new(),
            counters: Counters::default(),
            place: String::new(),
            count: 0,
            contents_dropped: false,
            error: None,
        }
    }

    pub(super) fn read(&mut self) -> Result<Vec<Block>, Error> {
        self.read_notes('f', "footnotes")?;
        self.read_notes('e', "endnotes")?;
        self.read_comments()?;
        let path = self.package.document.clone();
        self.part.clone_from(&path);
        let file = std::io::Read::take(self.origin.open_file(&path)?, MOST_BODY);
        let mut gathered = Gathered::default();
        // Each block of the body is read on its own. The body may be in a strange prefix, but always below the root.
        let mut wanted = |around: &[Box<str>], _: &str| around.len() == 2 && &*around[1] == "w:body";
        let read = xml::each(file, &mut wanted, &mut |_, element| {
            self.block(&element, &mut gathered);
            match self.error.take() {
                Some(error) => Err(XmlError::Other(error.to_string())),
                None => Ok(()),
            }
        });
        read.map_err(|error| Error::broken(&path, error))?;
        gathered.end();
        Ok(gathered.blocks)
    }

    fn read_notes(&mut self, kind: char, part: &str) -> Result<(), Error> {
        let Some(path) = self.package.part(part) else { return Ok(()) };
        let root = self.package.tree(&path)?;
        self.part = path;
        self.in_note = true;
        for note in root.elements().filter(|note| note.attr("w:type").is_none_or(|kind| kind == "normal")) {
            let Some(id) = note.attr("w:id") else { continue };
            let blocks = self.blocks(note);
            self.notes.insert((kind, id.to_owned()), blocks);
        }
        self.in_note = false;
        Ok(())
    }

    fn read_comments(&mut self) -> Result<(), Error> {
        let Some(path) = self.package.part("comments") else { return Ok(()) };
        let root = self.package.tree(&path)?;
        for comment in root.elements() {
            let author = comment.attr("w:author").unwrap_or_default();
            self.report.drop("a comment", format!("{author}: {}", comment.text()));
        }
        Ok(())
    }

    /// Reads the blocks in an element.
    pub(super) fn blocks(&mut self, element: &Element) -> Vec<Block> {
        let mut gathered = Gathered::default();
        for child in element.elements() {
            self.block(child, &mut gathered);
        }
        gathered.end();
        gathered.blocks
    }

    fn block(&mut self, element: &Element, gathered: &mut Gathered) {
        match &*element.name {
            "w:p" => self.paragraph(element, gathered),
            "w:tbl" => {
                gathered.end();
                let mut blocks = self.table(element);
                gathered.blocks.append(&mut blocks);
            }
            "w:sdt" => {
                let gallery = element
                    .child("w:sdtPr")
                    .and_then(|it| it.child("w:docPartObj"))
                    .and_then(|it| it.of("w:docPartGallery", "w:val"));
                if gallery == Some("Table of Contents") {
                    self.drop_contents();
                } else if let Some(content) = element.child("w:sdtContent") {
                    content.elements().for_each(|child| self.block(child, gathered));
                }
            }
            "w:ins" | "w:moveTo" | "w:customXml" | "w:smartTag" | "w:txbxContent" => {
                element.elements().for_each(|child| self.block(child, gathered));
            }
            "mc:AlternateContent" => {
                if let Some(choice) = element.child("mc:Choice").or_else(|| element.child("mc:Fallback")) {
                    choice.elements().for_each(|child| self.block(child, gathered));
                }
            }
            "w:altChunk" => self.report.drop("a part in another format", self.place.clone()),
            "w:bookmarkStart" => element.attr("w:name").iter().for_each(|name| self.names.meet(name)),
            "m:oMathPara" => {
                gathered.end();
                let blocks = self.formulas(element);
                gathered.blocks.extend(blocks);
            }
            _ => {}
        }
    }

    fn drop_contents(&mut self) {
        if !self.contents_dropped {
            self.report.drop("a table of contents, which Word made", self.place.clone());
        }
        self.contents_dropped = true;
    }

    fn paragraph(&mut self, element: &Element, gathered: &mut Gathered) {
        self.count += 1;
        if self.count > MOST_BLOCKS {
            self.error.get_or_insert_with(|| {
                Error::broken(&self.package.document, format!("there are more than {MOST_BLOCKS} paragraphs"))
            });
            return;
        }
        let properties = element.child("w:pPr");
        let style = properties.and_then(|it| it.of("w:pStyle", "w:val"));
        let role = self.package.styles.role(style);
        let outline =
            properties.and_then(|it| it.of("w:outlineLvl", "w:val")).and_then(|level| level.parse::<u8>().ok());
        let role = match outline {
            Some(level) if level < 9 && role == Role::Text => Role::Heading(level + 1),
            _ => role,
        };
        if role == Role::Contents {
            self.drop_contents();
            // Its fields and names count all the same.
            let mut line = Line::default();
            self.runs(element, &mut line, role);
            return;
        }
        let mut line = std::mem::take(&mut gathered.open);
        let heading = matches!(role, Role::Heading(_));
        if heading {
            self.names.begin_heading(None);
        }
        self.runs(element, &mut line, role);
        let mark = properties.and_then(|it| it.child("w:rPr"));
        if mark.is_some_and(|mark| mark.child("w:del").is_some() || mark.child("w:moveFrom").is_some()) {
            if heading {
                self.names.cancel_heading();
            }
            gathered.open = line;
            return;
        }
        let nodes = line.finish();
        if !nodes.is_empty() {
            self.names.settle();
        }
        if heading && nodes.is_empty() {
            self.names.cancel_heading();
        }
        let align = properties.and_then(|it| it.of("w:jc", "w:val")).and_then(|align| match align {
            "center" => Some(Align::Center),
            "right" | "end" => Some(Align::End),
            _ => None,
        });
        let numbering = self.numbered(properties, style, role);
        self.place(role, nodes, align, numbering, gathered);
        let mut floating = std::mem::take(&mut self.floating);
        if !floating.is_empty() {
            gathered.end();
            gathered.blocks.append(&mut floating);
        }
    }

    /// Returns the number, the level and what numbering says of a paragraph in a list.
    fn numbered(&mut self, properties: Option<&Element>, style: Option<&str>, role: Role) -> Option<(String, u8)> {
        if !matches!(role, Role::Text | Role::Quote | Role::Caption) {
            return None;
        }
        let own = properties.and_then(|it| it.child("w:numPr"));
        let by_style = self.package.styles.numbering(style);
        let id = own
            .and_then(|own| own.of("w:numId", "w:val"))
            .map(str::to_owned)
            .or_else(|| by_style.as_ref().map(|(id, _)| id.clone()))?;
        let level = own
            .and_then(|own| own.of("w:ilvl", "w:val"))
            .and_then(|level| level.parse().ok())
            .or(by_style.map(|(_, level)| level))
            .unwrap_or(0);
        Some((id, level.min(9)))
    }

    fn place(
        &mut self,
        role: Role,
        mut nodes: Vec<Node>,
        align: Option<Align>,
        numbering: Option<(String, u8)>,
        gathered: &mut Gathered,
    ) {
        if nodes.is_empty() && role != Role::Code {
            return;
        }
        let code = role == Role::Code
            || is_all_code(&nodes)
                && numbering.is_none()
                && !matches!(role, Role::Heading(_) | Role::Title)
                && text_of(&nodes).len() > 1;
        if code && (role == Role::Code || !gathered.code.is_empty() || nodes.len() == 1) {
            gathered.end_items();
            gathered.end_quote();
            if gathered.code.is_empty() {
                self.report.mapped("code");
            }
            if !(nodes.is_empty() && gathered.code.is_empty()) {
                gathered.code.push(text_of(&nodes));
            }
            return;
        }
        gathered.end_code();
        if let Some((id, level)) = numbering
            && let Some(found) = self.package.numbering.level(&id, level)
        {
            gathered.end_quote();
            if gathered.items.is_empty() {
                self.report.mapped("list");
            }
            self.report.mapped("list item");
            let number = self.counters.next(&id, level, &found);
            let checked = check_box(&mut nodes);
            let nodes = vec![self.line_block(nodes, None)];
            gathered.items.push(Item { level, is_bullet: found.is_bullet, number, checked, list: found.list, nodes });
            return;
        }
        if role == Role::Continued
            && let Some(last) = gathered.items.last_mut()
        {
            last.nodes.push(Block::paragraph(nodes));
            return;
        }
        gathered.end_items();
        if role == Role::Quote {
            if gathered.quote.is_empty() {
                self.report.mapped("blockquote");
            }
            gathered.quote.push(Block::paragraph(nodes));
            return;
        }
        gathered.end_quote();
        match role {
            Role::Title if self.title.is_none() && gathered.blocks.is_empty() => {
                self.title = Some(quire_content::title::one_line(&text_of(&nodes)));
            }
            Role::Title => {
                self.names.begin_heading(None);
                self.heading(1, nodes, gathered);
            }
            Role::Heading(level) => self.heading(level, nodes, gathered),
            _ => {
                let block = self.line_block(nodes, align);
                gathered.blocks.push(block);
            }
        }
    }

    fn heading(&mut self, level: u8, mut nodes: Vec<Node>, gathered: &mut Gathered) {
        self.place = text_of(&nodes);
        self.report.mapped("heading");
        // Headings are bold by what they are.
        for node in &mut nodes {
            if let Node::Leaf(leaf) = node {
                leaf.marks = leaf.marks.without(Mark::Bold);
            }
        }
        gathered.blocks.push(Block::new(Kind::Heading { level: level.clamp(1, 3), align: None, nodes }));
    }

    /// Returns the block of a line: an image or a formula that is alone, or a paragraph.
    pub(super) fn line_block(&mut self, nodes: Vec<Node>, align: Option<Align>) -> Block {
        if let Some(block) = crate::html::images(&nodes) {
            return block;
        }
        self.report.mapped("paragraph");
        Block::new(Kind::Paragraph { align, nodes })
    }
}

fn is_all_code(nodes: &[Node]) -> bool {
    !nodes.is_empty()
        && nodes
            .iter()
            .all(|node| matches!(node, Node::Leaf(leaf) if leaf.marks.has(Mark::Code) || leaf.text.trim().is_empty()))
}

/// Takes the character of a check box from the beginning of a line.
fn check_box(nodes: &mut [Node]) -> Option<bool> {
    let Some(Node::Leaf(first)) = nodes.first_mut() else { return None };
    let (box_, checked) =
        [("☐", false), ("☑", true), ("☒", true)].into_iter().find(|(c, _)| first.text.starts_with(c))?;
    first.text = first.text[box_.len()..].trim_start().to_owned();
    Some(checked)
}

/// Returns true for a property that is there and not off.
pub(super) fn has(properties: Option<&Element>, name: &str) -> bool {
    properties.and_then(|it| it.child(name)).is_some_and(|it| it.attr("w:val").is_none_or(is_on))
}
