//! The text of a conflict as a rich-text document, and a document as the text of a conflict.

use super::text;
use crate::document::{self, Document, Parsed, Resolve};

/// A title without text before an excerpt. It makes a heading at the start of the excerpt one of its blocks.
const TITLE: &str = "#\n\n";

/// Parses the text of one side of a conflict; a heading at its start is no title. List items and paragraphs in them are
/// not indented.
pub fn parse_excerpt(text: &str, resolve: &dyn Resolve) -> Document {
    parsed(&[TITLE, &outdented(text)].concat(), resolve).document
}

/// Parses a text, with the keys of its blocks.
fn parsed(source: &str, resolve: &dyn Resolve) -> Parsed {
    let mut parsed = document::parse(source, resolve);
    document::keys::fresh(&mut parsed.document);
    parsed
}

/// Prints a document as the text of a conflict. A document that equals one of the sides has its text, and any other
/// is an edit of the first side that has a text. Apart from the former, list items and paragraphs in them are not indented.
pub fn print_excerpt(document: &Document, sides: &[&str], resolve: &dyn Resolve) -> String {
    let mut document = document.clone();
    for side in sides {
        // Headings have the anchors of the side that the document was made of.
        document::forget_anchors(&parse_excerpt(side, resolve), &mut document);
    }
    let edited = |side: &&str| {
        let source = [TITLE, &outdented(side)].concat();
        let parsed = parsed(&source, resolve);
        let spliced = parsed.cut.is_none().then(|| document::splice(&source, &parsed, &document, resolve))?;
        Some((spliced == source, spliced.strip_prefix(TITLE)?.to_owned()))
    };
    let same = sides.iter().find(|side| edited(side).is_some_and(|(is_same, _)| is_same));
    if let Some(side) = same {
        return (*side).to_owned();
    }
    let edit = sides.iter().find(|side| !side.trim().is_empty()).and_then(edited);
    edit.map_or_else(|| document::print(&document, resolve), |(_, text)| text)
}

/// Returns a text without the indentation that its first item or paragraph has, in all lines that have it.
fn outdented(text: &str) -> String {
    let indentation = text::indentation(text);
    text.split_inclusive('\n').map(|line| line.strip_prefix(indentation).unwrap_or(line)).collect()
}
