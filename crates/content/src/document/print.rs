//! Printing of documents as Markdown, in the form that the hosted service's writer uses: `*` bullets, `_` italics,
//! `***` rules, HTML on one line, attributes in double quotes.
//!
//! Printing and parsing are inverse: `parse(print(d)) == d` for a document in [normal
//! form](super::normalize). The notes of annotations are printed after the blocks.

mod atom;
mod block;
mod code;
mod escape;
mod html;
mod html_block;
mod line;
mod list;
mod table;
mod tag;

pub(super) use block::{RESERVED, is_attribute};

use std::collections::{HashMap, HashSet};

use super::model::{Block, Document, Kind};
use super::normal::BLANKS;
use super::resolve::Resolve;

/// Prints a document as Markdown, without a title. The text ends with a line break unless it is empty.
pub fn print(document: &Document, resolve: &dyn Resolve) -> String {
    let mut document = document.clone();
    super::normalize(&mut document, resolve);
    print_normal(&document, resolve)
}

/// Prints a document that is in normal form.
pub(super) fn print_normal(document: &Document, resolve: &dyn Resolve) -> String {
    let mut printer = Printer::new(resolve, Labels::default());
    let mut out = printer.blocks(&document.nodes);
    for note in printer.take_notes() {
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        out.push_str(&note);
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// The footnote labels that a text has already.
#[derive(Debug, Default)]
pub(super) struct Labels {
    /// All labels, so that new ones differ.
    pub(super) taken: HashSet<String>,
    /// The labels of notes with a known body, by the printed body.
    pub(super) bodies: HashMap<String, String>,
}

/// Prints blocks that are in normal form and collects their notes.
pub(super) struct Printer<'a> {
    resolve: &'a dyn Resolve,
    labels: Labels,
    notes: Vec<String>,
    next: usize,
}

impl<'a> Printer<'a> {
    pub(super) fn new(resolve: &'a dyn Resolve, labels: Labels) -> Self {
        Self { resolve, labels, notes: Vec::new(), next: 1 }
    }

    /// Prints blocks separated by blank lines, without a line break at the end.
    pub(super) fn blocks(&mut self, blocks: &[Block]) -> String {
        let mut out = String::new();
        for (block, position) in blocks.iter().zip(list::positions(blocks, None)) {
            if !out.is_empty() {
                out.push_str("\n\n");
            }
            let text = self.block(block, position);
            out.push_str(&text);
        }
        out
    }

    /// Takes the definitions of the notes that were printed.
    pub(super) fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Prints a note, unless an equal one has a label already, and returns its label.
    fn note(&mut self, body: &[Block]) -> String {
        let text = self.blocks(body);
        if let Some(label) = self.labels.bodies.get(&text) {
            return label.clone();
        }
        let label = loop {
            let label = self.next.to_string();
            self.next += 1;
            if self.labels.taken.insert(label.clone()) {
                break label;
            }
        };
        // Spaces between the colon and a fence would count as the indentation of the fence.
        let begins_with_text = matches!(body.first().map(|block| &block.kind), Some(Kind::Paragraph { .. }));
        let head = if begins_with_text { format!("[^{label}]: ") } else { format!("[^{label}]:\n    ") };
        self.notes.push(prefixed(&text, &head, "    ").trim_end_matches(BLANKS).to_owned());
        self.labels.bodies.insert(text, label.clone());
        label
    }
}

/// Prefixes the first line of a text, and its other lines; trailing spaces of a prefix are left out on empty lines.
pub(super) fn prefixed(text: &str, first: &str, others: &str) -> String {
    let mut out = String::with_capacity(text.len() + first.len() + others.len() * 8);
    for (at, line) in text.split('\n').enumerate() {
        match at {
            0 => out.push_str(first),
            _ => {
                out.push('\n');
                out.push_str(if line.is_empty() { others.trim_end() } else { others });
            }
        }
        out.push_str(line);
    }
    out
}
