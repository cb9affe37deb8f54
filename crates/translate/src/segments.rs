//! The segments of a document: the lines and labels that a translation replaces, in a fixed order.
//!
//! [`read`] and [`write`] visit the same places in the same order. Code, formulas, raw Markdown, and attributes that
//! readers do not see as text are no segments. The title of a page is not part of its document, so it is not handled here.

use quire_content::document::model::{Anchor, Block, Cell, Document, InlineKind, Kind, Leaf, Node};

use crate::placeholders;

/// The text of a segment.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Content {
    /// A line of a block: text with marks, links and other inline nodes.
    Line(Vec<Node>),
    /// A plain text, such as the title of a tab.
    Label(String),
}

impl Content {
    /// Returns the text that stands for the content towards translators: plain text with numbered placeholders.
    pub fn marked_up(&self) -> String {
        match self {
            Self::Line(nodes) => placeholders::encode(nodes).text,
            Self::Label(text) => placeholders::escape(text),
        }
    }

    /// Returns true if there is a letter that a translator could translate.
    pub fn has_words(&self) -> bool {
        match self {
            Self::Line(nodes) => nodes.iter().any(says_something),
            Self::Label(text) => text.chars().any(char::is_alphabetic),
        }
    }

    /// Returns the number of words outside of placeholders that have no text.
    pub fn words(&self) -> u64 {
        count_words(&self.marked_up())
    }
}

/// Returns the number of words of a text with placeholders. A glyph of a script without spaces counts as a word.
pub fn count_words(marked_up: &str) -> u64 {
    let mut words = 0;
    let mut inside = false;
    let mut tag = false;
    for c in marked_up.chars() {
        match c {
            '<' => tag = true,
            '>' => tag = false,
            _ if tag => {}
            _ if is_glyph(c) => {
                words += 1;
                inside = false;
            }
            _ if c.is_alphanumeric() => {
                words += u64::from(!inside);
                inside = true;
            }
            '\'' | '’' | '-' => {}
            _ => inside = false,
        }
    }
    words
}

/// Returns true for a character that is a word by itself: Han, Kana and Hangul.
pub(crate) fn is_glyph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}')
}

fn says_something(node: &Node) -> bool {
    match node {
        Node::Leaf(leaf) => !placeholders::is_fixed(leaf) && leaf.text.chars().any(char::is_alphabetic),
        Node::Inline(inline) => match &inline.kind {
            InlineKind::Link { nodes, .. } | InlineKind::Annotation { nodes, .. } => nodes.iter().any(says_something),
            InlineKind::Button(button) => button.label.chars().any(char::is_alphabetic),
            _ => false,
        },
    }
}

/// Returns the segments of a document in order.
pub fn read(document: &Document) -> Vec<Content> {
    let mut all = Vec::new();
    // Reading visits mutably to have one order with writing; the copy is as large as one page.
    let mut copy = document.clone();
    each(&mut copy.nodes, &mut |place| all.push(place.content()));
    all
}

/// Returns the anchors of the headings of a document in order.
pub(crate) fn anchors(document: &mut Document) -> Vec<&mut Anchor> {
    let mut all = Vec::new();
    headings(&mut document.nodes, &mut all);
    all
}

fn headings<'a>(blocks: &'a mut [Block], all: &mut Vec<&'a mut Anchor>) {
    for block in blocks {
        let Block { kind, anchor, .. } = block;
        match kind {
            Kind::Heading { .. } => all.push(anchor),
            Kind::Expandable { body, .. } => headings(body, all),
            Kind::List { items: nodes, .. }
            | Kind::ListItem { nodes, .. }
            | Kind::Quote { nodes }
            | Kind::Hint { nodes, .. }
            | Kind::If { nodes, .. }
            | Kind::Tabs { tabs: nodes, .. }
            | Kind::Tab { nodes, .. }
            | Kind::Stepper { steps: nodes }
            | Kind::Step { nodes, .. }
            | Kind::Columns { columns: nodes, .. }
            | Kind::Column { nodes, .. }
            | Kind::Updates { updates: nodes, .. }
            | Kind::Update { nodes, .. }
            | Kind::Prompt { nodes, .. } => headings(nodes, all),
            _ => {}
        }
    }
}

/// Replaces the segments of a document, which are as many as [`read`] returns.
pub fn write(document: &mut Document, contents: &[Content]) {
    let mut contents = contents.iter();
    each(&mut document.nodes, &mut |place| {
        if let Some(content) = contents.next() {
            place.set(content);
        }
    });
}

/// A place of a segment in a document.
enum Place<'a> {
    Line(&'a mut Vec<Node>),
    Label(&'a mut String),
}

impl Place<'_> {
    fn content(&self) -> Content {
        match self {
            Self::Line(nodes) => {
                let mut nodes = (*nodes).clone();
                bodies(&mut nodes).for_each(Vec::clear);
                Content::Line(nodes)
            }
            Self::Label(text) => Content::Label((*text).clone()),
        }
    }

    fn set(self, content: &Content) {
        match (self, content) {
            (Self::Line(place), Content::Line(nodes)) => replace(place, nodes),
            (Self::Label(place), Content::Label(text)) => place.clone_from(text),
            // A segment of another kind is not of this place: the source stays.
            _ => {}
        }
    }
}

/// Replaces a line, whose notes stay.
fn replace(place: &mut Vec<Node>, nodes: &[Node]) {
    let notes: Vec<Vec<Block>> = bodies(place).map(std::mem::take).collect();
    *place = nodes.to_vec();
    bodies(place).zip(notes).for_each(|(body, note)| *body = note);
}

/// Returns the bodies of the notes that are attached to words of a line, in order.
fn bodies(nodes: &mut [Node]) -> impl Iterator<Item = &mut Vec<Block>> {
    nodes.iter_mut().filter_map(|node| match node {
        Node::Inline(inline) => match &mut inline.kind {
            InlineKind::Annotation { body, .. } => Some(body),
            _ => None,
        },
        Node::Leaf(_) => None,
    })
}

/// Returns the number of notes that are attached to words of a line.
pub(crate) fn notes_of(content: &Content) -> usize {
    let Content::Line(nodes) = content else { return 0 };
    let is_note = |node: &&Node| matches!(node, Node::Inline(it) if matches!(it.kind, InlineKind::Annotation { .. }));
    nodes.iter().filter(is_note).count()
}

fn each(blocks: &mut [Block], visit: &mut dyn FnMut(Place<'_>)) {
    for block in blocks {
        match &mut block.kind {
            Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } => line(nodes, visit),
            Kind::Image(image) => line(&mut image.caption, visit),
            Kind::File { caption, .. } | Kind::Drawing { caption, .. } | Kind::Embed { caption, .. } => {
                line(caption, visit);
            }
            Kind::Expandable { title, body, .. } => {
                line(title, visit);
                each(body, visit);
            }
            Kind::Tab { title, nodes, .. } => {
                if let Some(title) = title {
                    visit(Place::Label(title));
                }
                each(nodes, visit);
            }
            Kind::Table(table) => {
                for column in &mut table.columns {
                    visit(Place::Label(&mut column.title));
                }
                for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
                    if let Cell::Text(nodes) = cell {
                        each(nodes, visit);
                    }
                }
            }
            _ => each(block.children_mut(), visit),
        }
    }
}

/// Visits a line, after the notes that are attached to its words.
fn line(nodes: &mut Vec<Node>, visit: &mut dyn FnMut(Place<'_>)) {
    if nodes.is_empty() {
        return;
    }
    notes(nodes, visit);
    visit(Place::Line(nodes));
}

fn notes(nodes: &mut [Node], visit: &mut dyn FnMut(Place<'_>)) {
    for body in bodies(nodes) {
        each(body, visit);
    }
}

/// Joins neighbouring leaves with equal marks, and drops empty ones.
pub(crate) fn joined(nodes: Vec<Node>) -> Vec<Node> {
    let mut out: Vec<Node> = Vec::new();
    for node in nodes {
        match (out.last_mut(), node) {
            (_, Node::Leaf(Leaf { text, raw: false, .. })) if text.is_empty() => {}
            (Some(Node::Leaf(last)), Node::Leaf(leaf)) if last.marks == leaf.marks && !last.raw && !leaf.raw => {
                last.text.push_str(&leaf.text);
            }
            (_, node) => out.push(node),
        }
    }
    out
}
