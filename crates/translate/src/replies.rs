//! Replies of translators: what is taken of them, and why one is refused.
//!
//! The invariant: what is taken differs from the source in its words alone. A reply has each placeholder of the source
//! once, each within the same one, and no other tag; so a link keeps its target, code its bytes and a line its parts.

use std::collections::HashSet;

use quire_content::document::conditions::may_have;
use quire_content::document::model::{Document, Inline, InlineKind, Leaf, Marks, Node};
use quire_content::document::{Block, Unresolved, normalize, parse, print};
use quire_content::title::one_line;

use crate::placeholders::{Encoded, Part, PartKind, encode};
use crate::segments::{Content, count_words, joined};

/// The reason for which a reply is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    /// There is no text.
    #[error("the reply is empty")]
    Empty,
    /// It is the source text, which has some words.
    #[error("the reply is the source text")]
    Unchanged,
    /// It is much longer or much shorter than its source.
    #[error("the reply has another length than a translation would have")]
    Length,
    /// A placeholder is missing.
    #[error("the reply lacks the placeholder {0}")]
    Lost(usize),
    /// A placeholder is there twice.
    #[error("the reply has the placeholder {0} twice")]
    Doubled(usize),
    /// A placeholder is unknown.
    #[error("the reply has a placeholder {0}, which the source does not have")]
    Unknown(usize),
    /// A placeholder is not closed, or is in another one than in the source.
    #[error("the placeholder {0} of the reply is not where it is in the source")]
    Crossed(usize),
    /// A tag is there that is no placeholder, or a control character, or one that overrides the direction of text.
    #[error("the reply has markup of its own")]
    Markup,
    /// The text would not be read again as the line that it is.
    #[error("the reply would be read as something else than a line of text")]
    Shape,
}

impl Refusal {
    /// Returns a stable name of the reason.
    pub fn code(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Unchanged => "unchanged",
            Self::Length => "length",
            Self::Lost(_) => "placeholder-lost",
            Self::Doubled(_) => "placeholder-doubled",
            Self::Unknown(_) => "placeholder-unknown",
            Self::Crossed(_) => "placeholder-crossed",
            Self::Markup => "markup",
            Self::Shape => "shape",
        }
    }
}

/// The number of words from which on a reply that equals its source is refused.
const MOST_UNCHANGED_WORDS: u64 = 4;

/// Returns what a reply of a translator says in the place of `source`.
pub fn take(source: &Content, reply: &str) -> Result<Content, Refusal> {
    let sent = source.marked_up();
    let reply = reply.trim();
    if reply == sent.trim() && count_words(&sent) >= MOST_UNCHANGED_WORDS {
        return Err(Refusal::Unchanged);
    }
    let (asked, got) = (sent.chars().count(), reply.chars().count());
    if got > asked * 4 + 80 || (asked > 120 && got * 8 < asked) {
        return Err(Refusal::Length);
    }
    accept(source, reply)
}

/// Returns what a text with placeholders says in the place of `source`; whether it is a plausible translation is not
/// asked, as people write it.
pub fn accept(source: &Content, text: &str) -> Result<Content, Refusal> {
    if text.trim().is_empty() {
        return Err(Refusal::Empty);
    }
    match source {
        Content::Label(before) => {
            let Encoded { parts, .. } = Encoded::default();
            let nodes = read(text, &parts)?;
            let text: String =
                nodes.iter().map(|node| if let Node::Leaf(leaf) = node { &*leaf.text } else { "" }).collect();
            // Titles and labels are one line, whose blanks are single ones when it is read again.
            let text = one_line(&text);
            if may_have(&text) && !may_have(before) {
                // A title that looks like a condition hides its page.
                return Err(Refusal::Shape);
            }
            if text.is_empty() { Err(Refusal::Empty) } else { Ok(Content::Label(text)) }
        }
        Content::Line(nodes) => {
            let encoded = encode(nodes);
            let line = joined(read(text, &encoded.parts)?);
            if !line.iter().any(has_text) {
                return Err(Refusal::Empty);
            }
            in_form(line).map(Content::Line)
        }
    }
}

/// Returns a line as it is after it was printed and read again, if that is the same line. Notes, which have no text here,
/// are left out of this.
fn in_form(nodes: Vec<Node>) -> Result<Vec<Node>, Refusal> {
    let mut document = Document::new(vec![Block::paragraph(nodes)]);
    normalize(&mut document, &Unresolved);
    let again = parse(&print(&document, &Unresolved), &Unresolved).document;
    if again != document {
        return Err(Refusal::Shape);
    }
    match document.nodes.into_iter().next().map(|block| block.kind) {
        Some(quire_content::document::model::Kind::Paragraph { align: None, nodes }) => Ok(nodes),
        _ => Err(Refusal::Shape),
    }
}

fn has_text(node: &Node) -> bool {
    match node {
        Node::Leaf(leaf) => !leaf.text.trim().is_empty(),
        Node::Inline(_) => true,
    }
}

/// A placeholder that is open while a reply is read.
struct Open {
    id: usize,
    nodes: Vec<Node>,
}

/// A piece of a reply.
enum Token<'a> {
    Text(&'a str),
    Open(usize),
    Void(usize),
    Close,
}

fn read(text: &str, parts: &[Part]) -> Result<Vec<Node>, Refusal> {
    let mut seen = HashSet::new();
    let mut last_note = 0;
    let mut open = vec![Open { id: 0, nodes: Vec::new() }];
    let mut rest = text;
    // A pair that is closed at once stands for a void one.
    let mut voided = None;
    while let Some(token) = next(&mut rest)? {
        let (parent, marks) = open.last().map_or((0, Marks::NONE), |it| (it.id, marks_in(it.id, parts)));
        let Some(top) = open.last_mut() else { return Err(Refusal::Crossed(0)) };
        match token {
            Token::Text(raw) => {
                if voided.is_some() && !raw.trim().is_empty() {
                    return Err(Refusal::Crossed(voided.unwrap_or(0)));
                }
                if voided.is_none() {
                    top.nodes.push(Node::Leaf(Leaf { text: unescape(raw)?, marks, raw: false }));
                }
            }
            Token::Open(id) | Token::Void(id) => {
                let part = id.checked_sub(1).and_then(|at| parts.get(at)).ok_or(Refusal::Unknown(id))?;
                if !seen.insert(id) {
                    return Err(Refusal::Doubled(id));
                }
                if part.parent != parent || voided.is_some() {
                    return Err(Refusal::Crossed(id));
                }
                if matches!(&part.kind, PartKind::Around(it) if matches!(it.kind, InlineKind::Annotation { .. })) {
                    // Notes are known by their order.
                    if id < last_note {
                        return Err(Refusal::Crossed(id));
                    }
                    last_note = id;
                }
                match (&part.kind, matches!(token, Token::Open(_))) {
                    (PartKind::Fixed(node), is_open) => {
                        top.nodes.push(node.clone());
                        voided = is_open.then_some(id);
                    }
                    (_, true) => open.push(Open { id, nodes: Vec::new() }),
                    // A pair without its text has lost it.
                    (_, false) => return Err(Refusal::Lost(id)),
                }
            }
            Token::Close if voided.take().is_some() => {}
            Token::Close => {
                let done = open.pop().filter(|it| it.id > 0).ok_or(Refusal::Markup)?;
                let nodes = closed(done, parts)?;
                open.last_mut().ok_or(Refusal::Markup)?.nodes.extend(nodes);
            }
        }
    }
    if let Some(id) = (1..=parts.len()).find(|id| !seen.contains(id)) {
        return Err(Refusal::Lost(id));
    }
    match (open.pop(), open.is_empty()) {
        (Some(all), true) => Ok(all.nodes),
        (last, _) => Err(Refusal::Crossed(last.map_or(0, |it| it.id))),
    }
}

fn marks_in(id: usize, parts: &[Part]) -> Marks {
    match id.checked_sub(1).and_then(|at| parts.get(at)).map(|part| &part.kind) {
        Some(PartKind::Marked(marks)) => *marks,
        _ => Marks::NONE,
    }
}

/// Returns the nodes that a pair and what is in it stand for.
fn closed(done: Open, parts: &[Part]) -> Result<Vec<Node>, Refusal> {
    let Open { id, nodes } = done;
    let nodes = joined(nodes);
    if !nodes.iter().any(has_text) {
        return Err(Refusal::Lost(id));
    }
    match &parts[id - 1].kind {
        PartKind::Marked(_) => Ok(nodes),
        PartKind::Fixed(_) => Err(Refusal::Crossed(id)),
        PartKind::Around(inline) => {
            let kind = match inline.kind.clone() {
                InlineKind::Link { target, .. } => InlineKind::Link { target, nodes },
                InlineKind::Annotation { body, .. } => InlineKind::Annotation { nodes, body },
                InlineKind::Button(mut button) => {
                    let [Node::Leaf(leaf)] = &nodes[..] else { return Err(Refusal::Crossed(id)) };
                    button.label.clone_from(&leaf.text);
                    InlineKind::Button(button)
                }
                _ => return Err(Refusal::Crossed(id)),
            };
            Ok(vec![Node::Inline(Box::new(Inline { key: inline.key.clone(), kind, more: inline.more.clone() }))])
        }
    }
}

/// Takes the next piece of a reply.
fn next<'a>(rest: &mut &'a str) -> Result<Option<Token<'a>>, Refusal> {
    if rest.is_empty() {
        return Ok(None);
    }
    if !rest.starts_with('<') {
        let end = rest.find('<').unwrap_or(rest.len());
        let (text, after) = rest.split_at(end);
        *rest = after;
        return Ok(Some(Token::Text(text)));
    }
    let end = rest.find('>').ok_or(Refusal::Markup)?;
    let tag = rest[1..end].trim();
    *rest = &rest[end + 1..];
    if tag.strip_prefix('/').is_some_and(|name| name.trim().eq_ignore_ascii_case("x")) {
        return Ok(Some(Token::Close));
    }
    let (tag, void) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
    let id = placeholder(tag).ok_or(Refusal::Markup)?;
    Ok(Some(if void { Token::Void(id) } else { Token::Open(id) }))
}

/// Returns the number in `x id="1"`. Translators change case, quotes and blanks.
pub(crate) fn placeholder(tag: &str) -> Option<usize> {
    let rest = tag.strip_prefix(['x', 'X'])?;
    if !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let (name, value) = rest.split_once('=')?;
    if !name.trim().eq_ignore_ascii_case("id") {
        return None;
    }
    let value = value.trim().trim_matches(['"', '\'', '“', '”', '«', '»']).trim();
    if value.len() > 6 { None } else { value.parse().ok() }
}

/// Returns a text without escapes, on one line.
fn unescape(raw: &str) -> Result<String, Refusal> {
    let mut out = String::with_capacity(raw.len());
    let line = on_one_line(raw);
    let mut rest = &*line;
    while let Some(at) = rest.find('&') {
        push(&rest[..at], &mut out)?;
        rest = &rest[at..];
        let known = rest.find(';').filter(|end| *end <= 9).and_then(|end| Some((end, entity(&rest[1..end])?)));
        match known {
            Some((end, c)) => {
                push(c.encode_utf8(&mut [0; 4]), &mut out)?;
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    push(rest, &mut out)?;
    Ok(out)
}

/// Returns a text whose line breaks, with the blanks around them, are single spaces.
fn on_one_line(raw: &str) -> String {
    const BREAKS: [char; 3] = ['\n', '\r', '\t'];
    if !raw.contains(BREAKS) {
        return raw.to_owned();
    }
    let parts: Vec<&str> = raw.split(BREAKS).map(|part| part.trim_matches(' ')).collect();
    let last = parts.len() - 1;
    let kept = parts.iter().enumerate().filter(|(at, part)| !part.is_empty() || *at == 0 || *at == last);
    kept.map(|(_, part)| *part).collect::<Vec<_>>().join(" ")
}

fn push(text: &str, out: &mut String) -> Result<(), Refusal> {
    // The last two turn the direction of all that follows, letters as digits.
    if text.chars().any(|c| c.is_control() || matches!(c, '\u{202d}' | '\u{202e}')) {
        return Err(Refusal::Markup);
    }
    out.push_str(text);
    Ok(())
}

fn entity(name: &str) -> Option<char> {
    let code = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => {
            let number = name.strip_prefix('#')?;
            number.strip_prefix(['x', 'X']).map_or_else(|| code(number, 10), |hex| code(hex, 16))
        }
    }
}

#[cfg(test)]
mod tests;
