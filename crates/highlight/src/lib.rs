//! Syntax highlighting: the class of each token of a line.
//!
//! The grammars are those of Sublime Text, read by `syntect`; their hundreds of scopes become a dozen classes. Long
//! code is not highlighted, since grammars may take more than linear time: the cost is bounded by the size.

mod found;
mod grammars;
mod languages;

use std::sync::OnceLock;

use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxSet};

use crate::found::Found;
use crate::grammars::Grammars;

pub use languages::name;

/// The size of the largest block of code that is highlighted, in bytes.
const MOST_BYTES: usize = 64 * 1024;

/// The longest line of a block that is highlighted, in bytes; longer ones are hardly written by hand.
const MOST_LINE: usize = 2000;

/// A token of a line of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The byte offset of the first byte in the line.
    pub start: usize,
    /// The byte offset after the last byte.
    pub end: usize,
    /// The class of the token, one of `q-t…`.
    pub class: &'static str,
}

/// Scope prefixes and their classes. From the innermost scope outwards, the first prefix that matches counts; `None`
/// goes on to the next outer scope.
const CLASSES: &[(&str, Option<&str>)] = &[
    ("comment", Some("q-tc")),
    ("punctuation.definition.comment", Some("q-tc")),
    ("punctuation.definition.block", Some("q-tp")),
    ("punctuation.definition.parameters", Some("q-tp")),
    ("punctuation.definition", None),
    ("meta.brace", Some("q-tp")),
    ("punctuation.section.interpolation", Some("q-tp")),
    ("punctuation", Some("q-tp")),
    ("constant.character.escape", Some("q-tn")),
    ("constant", Some("q-tn")),
    ("string", Some("q-ts")),
    ("keyword.operator.word", Some("q-tk")),
    ("keyword.operator.logical.python", Some("q-tk")),
    ("keyword.operator", Some("q-tp")),
    ("keyword", Some("q-tk")),
    ("storage", Some("q-tk")),
    ("entity.name.function", Some("q-tf")),
    ("support.function", Some("q-tf")),
    ("variable.function", Some("q-tf")),
    ("entity.name.tag", Some("q-tg")),
    ("entity.other.attribute-name", Some("q-ta")),
    ("entity.name.section", Some("q-th")),
    ("markup.heading", Some("q-th")),
    ("markup.inserted", Some("q-ti")),
    ("markup.deleted", Some("q-td")),
    ("entity.name", Some("q-tt")),
    ("entity.other.inherited-class", Some("q-tt")),
    ("support.type.property-name", Some("q-ta")),
    ("support.variable.property", None),
    ("support", Some("q-tt")),
    ("variable.parameter", Some("q-tv")),
    ("variable.language", Some("q-tv")),
];

/// A finder of tokens, and the tokens that were found last.
struct Highlighter {
    grammars: Grammars,
    classes: Classes,
    found: Found,
}

/// The scopes of [`CLASSES`] with their classes.
struct Classes(Vec<(Scope, Option<&'static str>)>);

fn highlighter() -> &'static Highlighter {
    static HIGHLIGHTER: OnceLock<Highlighter> = OnceLock::new();
    HIGHLIGHTER.get_or_init(|| {
        let class = |(scope, class): &(&str, Option<&'static str>)| Some((Scope::new(scope).ok()?, *class));
        let classes = Classes(CLASSES.iter().filter_map(class).collect());
        Highlighter { grammars: Grammars::new(), classes, found: Found::default() }
    })
}

impl Classes {
    fn get(&self, stack: &ScopeStack) -> Option<&'static str> {
        for scope in stack.scopes.iter().rev() {
            let found = self.0.iter().find(|(prefix, _)| prefix.is_prefix_of(*scope));
            if let Some((_, Some(class))) = found {
                return Some(class);
            }
        }
        None
    }
}

/// Returns the tokens of each line, or `None` if the language is unknown or the code too long.
pub fn tokens(language: &str, text: &str) -> Option<Vec<Vec<Span>>> {
    let fits = text.len() <= MOST_BYTES && text.split('\n').all(|line| line.len() <= MOST_LINE);
    if !fits || languages::may_not_end(language, text) {
        return None;
    }
    let token = languages::token(language)?;
    highlighter().found.get(&token, text, || find(&token, text))
}

fn find(token: &str, text: &str) -> Option<Vec<Vec<Span>>> {
    let Highlighter { grammars, classes, .. } = highlighter();
    let grammar = grammars.get(token)?;
    let (mut state, mut stack) = (ParseState::new(grammar.syntax()?), ScopeStack::new());
    text.split('\n').map(|line| spans(line, &grammar.set, classes, &mut state, &mut stack)).collect()
}

fn spans(
    line: &str,
    grammars: &SyntaxSet,
    classes: &Classes,
    state: &mut ParseState,
    stack: &mut ScopeStack,
) -> Option<Vec<Span>> {
    let changes = state.parse_line(&format!("{line}\n"), grammars).ok()?;
    let mut spans = Vec::new();
    let mut start = 0;
    for (end, change) in changes {
        add(&mut spans, start, end.min(line.len()), classes.get(stack));
        start = end;
        stack.apply(&change).ok()?;
    }
    add(&mut spans, start, line.len(), classes.get(stack));
    Some(spans)
}

fn add(spans: &mut Vec<Span>, start: usize, end: usize, class: Option<&'static str>) {
    let Some(class) = class.filter(|_| start < end) else { return };
    match spans.last_mut() {
        Some(last) if last.end == start && last.class == class => last.end = end,
        _ => spans.push(Span { start, end, class }),
    }
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn a_comment_after_a_value_that_is_returned_ends() {
        let code = "f(async (a) => {\n  return a\n  /* x */\n})\n";
        for language in ["js", "JavaScript", "mjs", "jsx", "ts", "tsx"] {
            let lines = tokens(language, code).unwrap_or_else(|| panic!("{language} has no colours"));
            assert!(lines.iter().any(|line| !line.is_empty()), "{language}");
        }
        for language in ["html", "vue", "svelte", "php", "erb", "xhtml"] {
            let page = format!("<script>\n{code}</script>\n");
            assert!(tokens(language, &page).is_none(), "{language}");
            assert!(tokens(language, "<p>x</p>\n").is_some() || tokens(language, "").is_none(), "{language}");
        }
    }
}
