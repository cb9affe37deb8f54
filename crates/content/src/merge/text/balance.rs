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

/// Returns the white space before the first list item or paragraph of a text that begins with one.
pub(crate) fn indentation(text: &str) -> &str {
    let lines = Lines::new(Syntax::Markdown, text);
    let Some(first) = lines.first_said(&(0..lines.len())) else { return "" };
    let line = lines.text(first..first + 1);
    let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
    let is_nested = matches!(lines.line(first), Some(Line::Start(Kind::Item | Kind::Text)));
    if is_nested { indent } else { "" }
}

/// Returns true if a text goes on with the paragraph, the item or the table that the text before it ends with.
pub(crate) fn runs_into(before: &str, after: &str) -> bool {
    let text = [before, after].concat();
    let first = Lines::new(Syntax::Markdown, &text).line(before.split_inclusive('\n').count());
    matches!(first, Some(Line::Inside(Kind::Text | Kind::Item | Kind::Row | Kind::Head)))
        || !before.is_empty() && !before.ends_with('\n')
}
