//! HTML as a tree: every element ended, within a maximum depth.

use super::token::{Tag, Token, first};

/// The maximum nesting depth.
const MOST_DEPTH: usize = 64;

/// The maximum number of tokens in one text.
const MOST_PIECES: usize = 200_000;

/// A node of the tree.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::document) enum Html<'a> {
    /// An element with its children.
    Element(Element<'a>),
    /// The text between tags, as it was written.
    Text(&'a str),
}

/// An element with its children.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::document) struct Element<'a> {
    /// The parsed opening tag.
    pub(in crate::document) tag: Tag<'a>,
    /// The opening tag as it was written.
    pub(in crate::document) open: &'a str,
    /// The closing tag as it was written; empty for a void or self-closed element.
    pub(in crate::document) close: &'a str,
    /// The nodes inside, without comments.
    pub(in crate::document) children: Vec<Html<'a>>,
}

/// Returns true for void elements, which have no closing tag.
fn is_void(name: &str) -> bool {
    matches!(name, "img" | "br" | "hr" | "source" | "input" | "col" | "wbr")
}

impl Element<'_> {
    /// Returns the name in lower case.
    pub(in crate::document) fn name(&self) -> &str {
        &self.tag.name
    }
}

/// Parses HTML into nodes, without comments; `None` if it is not well nested, or has too many tokens.
pub(in crate::document) fn parse(text: &str) -> Option<Vec<Html<'_>>> {
    let mut open: Vec<Element<'_>> = Vec::new();
    let mut top = Vec::new();
    let mut rest = text;
    let mut count = 0;
    while !rest.is_empty() {
        let (token, length) = first(rest)?;
        let (written, after) = rest.split_at(length);
        rest = after;
        count += 1;
        if count > MOST_PIECES {
            return None;
        }
        let done = match token {
            Token::Text(text) => Html::Text(text),
            Token::Comment => continue,
            Token::Open(tag) => {
                let ended = tag.closed || is_void(&tag.name);
                let element = Element { tag, open: written, close: "", children: Vec::new() };
                if !ended {
                    open.push(element);
                    if open.len() > MOST_DEPTH {
                        return None;
                    }
                    continue;
                }
                Html::Element(element)
            }
            Token::Close(name) => {
                let mut element = open.pop().filter(|element| element.tag.name == name)?;
                element.close = written;
                Html::Element(element)
            }
        };
        open.last_mut().map_or(&mut top, |element| &mut element.children).push(done);
    }
    open.is_empty().then_some(top)
}

/// Returns the elements of a list of nodes; `None` if there is text other than white space beside them.
pub(in crate::document) fn only_elements<'e, 'a>(pieces: &'e [Html<'a>]) -> Option<Vec<&'e Element<'a>>> {
    let mut elements = Vec::new();
    for piece in pieces {
        match piece {
            Html::Element(element) => elements.push(element),
            Html::Text(text) if text.trim_ascii().is_empty() => {}
            Html::Text(_) => return None,
        }
    }
    Some(elements)
}
