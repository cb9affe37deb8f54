//! Properties of a piece of text that decide if it can be put in the place of another one, or after it.

use super::Syntax;
use super::lines::{Kind, Line, Lines};
use super::structure::{Fault, Structure};

/// Returns a description of a fault that a text has more often after a change: a tag, code or a row of a table that does
/// not fit.
pub(crate) fn new_fault(before: &str, after: &str) -> Option<String> {
    let [before, after] = [before, after].map(|text| Structure::of(&Lines::new(Syntax::Markdown, text)));
    let new = after.faults.keys().filter(|fault| fault.is_of_construct());
    new.into_iter().find(|fault| after.count(fault) > before.count(fault)).map(Fault::to_string)
}

/// Returns true if a text can follow another one: if both consist of paragraphs, headings, items and rows.
pub(crate) fn can_follow(first: &str, second: &str) -> bool {
    let is_simple = |text: &str| {
        let lines = Lines::new(Syntax::Markdown, text);
        let is_simple = |at: usize| !matches!(lines.line(at), Some(Line::Start(kind) | Line::Inside(kind)) if matches!(kind, Kind::Code | Kind::Head | Kind::Tag));
        (0..lines.len()).all(is_simple)
    };
    is_simple(first) && is_simple(second)
}

/// Returns the white space that the first line of a text begins with, if that is a list item.
pub(crate) fn indentation(text: &str) -> &str {
    let lines = Lines::new(Syntax::Markdown, text);
    let indent = &text[..text.len() - text.trim_start_matches([' ', '\t']).len()];
    if lines.line(0) == Some(Line::Start(Kind::Item)) { indent } else { "" }
}
