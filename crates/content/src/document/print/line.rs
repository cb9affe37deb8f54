//! Inline content printed as Markdown.
//!
//! Marks are nested so that each spans as far as it can. `**`, `_` and `~~` are used where they are certain to be
//! parsed as marks by the flanking rules of CommonMark, without relying on characters whose class may
//! differ between implementations; elsewhere the marks are HTML tags, which can stand anywhere.

use super::Printer;
use super::atom::code_span;
use super::escape::{self, TextContext};
use super::tag::Tag;
use crate::document::model::{Block, Color, InlineKind, Leaf, Mark, Marks, Node, Tint, Word};

/// A mark or colour, printed as one pair of delimiters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Tone {
    Plain(Mark),
    Color(Color),
}

/// A piece of a line under construction.
enum Piece<'n> {
    Text(&'n str, TextContext),
    /// Text that is appended verbatim.
    Atom(String),
    /// The beginning of a mark; true if it is printed as a tag.
    Open(Tone, bool),
    /// The end of a mark; true if it is printed as a tag.
    Close(Tone, bool),
}

impl Printer<'_> {
    /// Prints the nodes of a line.
    pub(super) fn line(&mut self, nodes: &[Node], place: TextContext) -> String {
        let mut pieces = Vec::new();
        self.plan(nodes, Marks::NONE, None, place, &mut pieces);
        choose(&mut pieces);
        write(&pieces)
    }

    /// Splits nodes into pieces. `before` is the leaf before them.
    fn plan<'n>(
        &mut self,
        nodes: &'n [Node],
        active: Marks,
        before: Option<&'n Leaf>,
        place: TextContext,
        pieces: &mut Vec<Piece<'n>>,
    ) {
        let mut at = 0;
        while at < nodes.len() {
            let before = if at == 0 { before } else { last_leaf(&nodes[at - 1]) };
            match widest(&nodes[at..], active) {
                Some((tone, length)) => {
                    pieces.push(Piece::Open(tone, false));
                    self.plan(&nodes[at..at + length], with(active, tone), before, place, pieces);
                    pieces.push(Piece::Close(tone, false));
                    at += length;
                }
                None => {
                    self.node(&nodes[at], active, before, place, pieces);
                    at += 1;
                }
            }
        }
    }

    fn node<'n>(
        &mut self,
        node: &'n Node,
        active: Marks,
        before: Option<&'n Leaf>,
        place: TextContext,
        pieces: &mut Vec<Piece<'n>>,
    ) {
        match node {
            Node::Leaf(leaf) if leaf.raw => pieces.push(Piece::Atom(leaf.text.clone())),
            Node::Leaf(leaf) if leaf.marks.has(Mark::Code) => pieces.push(Piece::Atom(code_span(&leaf.text))),
            Node::Leaf(leaf) => pieces.push(Piece::Text(&leaf.text, place)),
            Node::Inline(inline) => match &inline.kind {
                InlineKind::Link { nodes, .. } => {
                    pieces.push(Piece::Atom("[".to_owned()));
                    let alone = matches!(nodes.as_slice(), [Node::Leaf(leaf)] if leaf.marks == active);
                    self.plan(nodes, active, None, if alone { place.in_link() } else { place }, pieces);
                    pieces.push(Piece::Atom(self.link_end(inline)));
                }
                InlineKind::Annotation { nodes, body } => self.annotation(nodes, body, active, before, place, pieces),
                _ => pieces.push(Piece::Atom(self.atom(inline, place))),
            },
        }
    }

    fn annotation<'n>(
        &mut self,
        nodes: &'n [Node],
        body: &'n [Block],
        active: Marks,
        before: Option<&'n Leaf>,
        place: TextContext,
        pieces: &mut Vec<Piece<'n>>,
    ) {
        let label = self.note(body);
        if is_word(nodes, before) {
            self.plan(nodes, active, before, place, pieces);
            pieces.push(Piece::Atom(format!("[^{label}]")));
        } else {
            pieces.push(Piece::Atom(note_open(&label)));
            self.plan(nodes, active, None, place, pieces);
            pieces.push(Piece::Atom("</a>".to_owned()));
        }
    }
}

/// Returns the opening tag of annotated text, for places where `[^label]` after it would not tell the extent of the
/// text.
pub(super) fn note_open(label: &str) -> String {
    format!("<a data-footnote-ref href=\"#user-content-fn-{label}\">")
}

/// Returns true if `[^label]` after the nodes would annotate exactly them: the last word of the leaf before it.
fn is_word(nodes: &[Node], before: Option<&Leaf>) -> bool {
    let [Node::Leaf(leaf)] = nodes else { return false };
    let apart = match before {
        None => true,
        Some(before) if before.raw => true,
        Some(before) if before.marks == leaf.marks => before.text.ends_with(char::is_whitespace),
        Some(_) => true,
    };
    let plain = !leaf.raw && (leaf.marks.has(Mark::Code) || !leaf.text.contains(char::is_whitespace));
    plain && apart && !(leaf.marks.has(Mark::Code) && before.is_some_and(|before| before.marks == leaf.marks))
}

fn last_leaf(node: &Node) -> Option<&Leaf> {
    match node {
        Node::Leaf(leaf) => Some(leaf),
        Node::Inline(_) => None,
    }
}

/// Returns the marks of a node, or `None` if it has no text.
pub(super) fn marks_of(node: &Node) -> Option<Marks> {
    match node {
        Node::Leaf(leaf) => Some(leaf.marks),
        Node::Inline(inline) => match &inline.kind {
            InlineKind::Link { nodes, .. } | InlineKind::Annotation { nodes, .. } => {
                nodes.iter().filter_map(marks_of).reduce(common)
            }
            _ => None,
        },
    }
}

fn common(a: Marks, b: Marks) -> Marks {
    Marks { plain: a.plain & b.plain, color: if a.color == b.color { a.color } else { None } }
}

fn has(marks: Marks, tone: Tone) -> bool {
    match tone {
        Tone::Plain(mark) => marks.has(mark),
        Tone::Color(color) => marks.color == Some(color),
    }
}

pub(super) fn with(marks: Marks, tone: Tone) -> Marks {
    match tone {
        Tone::Plain(mark) => marks.with(mark),
        Tone::Color(color) => Marks { color: Some(color), ..marks },
    }
}

/// Returns the mark, among those of the first node that are not active, that spans most nodes, with their number. Code
/// is excluded: it is always innermost.
pub(super) fn widest(nodes: &[Node], active: Marks) -> Option<(Tone, usize)> {
    let first = marks_of(nodes.first()?)?;
    let plain = Mark::ALL.into_iter().map(|(mark, _)| mark).filter(|mark| *mark != Mark::Code).map(Tone::Plain);
    let tones = first.color.map(Tone::Color).into_iter().chain(plain);
    let new = tones.filter(|tone| has(first, *tone) && !has(active, *tone));
    new.map(|tone| (tone, span(nodes, tone))).reduce(|best, it| if it.1 > best.1 { it } else { best })
}

/// Returns the number of leading nodes that have a mark. Nodes without text have every mark, but not at the end.
fn span(nodes: &[Node], tone: Tone) -> usize {
    let mut length = 0;
    for (at, node) in nodes.iter().enumerate() {
        match marks_of(node) {
            Some(marks) if has(marks, tone) => length = at + 1,
            Some(_) => break,
            None => {}
        }
    }
    length
}

/// The class of a character in the flanking rules. `Uncertain` counts as the less favourable class.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    Blank,
    Letter,
    Punctuation,
    Uncertain,
}

fn class(c: Option<char>) -> Class {
    let Some(c) = c else { return Class::Blank };
    match c {
        ' ' | '\n' | '\t' | '\u{a0}' => Class::Blank,
        // GitHub looks at the character after a tilde instead.
        '~' => Class::Uncertain,
        c if c.is_ascii_punctuation() => Class::Punctuation,
        c if escape::is_letter(c) => Class::Letter,
        _ => Class::Uncertain,
    }
}

/// Decides which marks are printed as tags.
fn choose(pieces: &mut [Piece<'_>]) {
    let mut open = Vec::new();
    for at in 0..pieces.len() {
        match pieces[at] {
            Piece::Open(..) => open.push(at),
            Piece::Close(tone, _) => {
                let Some(start) = open.pop() else { continue };
                let before = start.checked_sub(1).and_then(|at| edge(&pieces[at], false));
                let after = pieces.get(at + 1).and_then(|piece| edge(piece, true));
                let first = pieces.get(start + 1).and_then(|piece| edge(piece, true));
                let last = edge(&pieces[at - 1], false);
                let tag = !(flanks(tone, before, first) && flanks(tone, after, last));
                pieces[start] = Piece::Open(tone, tag);
                pieces[at] = Piece::Close(tone, tag);
            }
            _ => {}
        }
    }
}

/// Returns the first or last character of a piece, as the flanking rules see it.
fn edge(piece: &Piece<'_>, first: bool) -> Option<char> {
    let text = match piece {
        Piece::Text(text, _) => text,
        Piece::Atom(text) => text.as_str(),
        Piece::Open(tone, _) | Piece::Close(tone, _) if *tone == Tone::Plain(Mark::Strikethrough) => return Some('~'),
        Piece::Open(..) | Piece::Close(..) => return Some('*'),
    };
    if first { text.chars().next() } else { text.chars().next_back() }
}

/// Returns true if `**`, `_` or `~~` between a character outside and one inside is parsed as a mark.
fn flanks(tone: Tone, outside: Option<char>, inside: Option<char>) -> bool {
    // A `_` after a character that may begin an emoji name would be part of it.
    let named = matches!(outside, Some(':' | '+' | '-' | '_'));
    let (outside, inside) = (class(outside), class(inside));
    let apart = matches!(outside, Class::Blank | Class::Punctuation);
    match tone {
        Tone::Plain(Mark::Bold | Mark::Strikethrough) => inside == Class::Letter || inside != Class::Blank && apart,
        Tone::Plain(Mark::Italic) => inside != Class::Blank && apart && !named,
        _ => false,
    }
}

fn write(pieces: &[Piece<'_>]) -> String {
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        let next = pieces.get(at + 1).map(|next| edge(next, true).unwrap_or('*'));
        match piece {
            Piece::Text(text, place) => append(&mut out, text, *place, next),
            Piece::Atom(text) => out.push_str(text),
            Piece::Open(tone, tag) => out.push_str(&mark_open(*tone, *tag)),
            Piece::Close(tone, tag) => out.push_str(mark_close(*tone, *tag)),
        }
    }
    out
}

/// Appends a text. The text of a link is either an address without escapes, or escaped like other text.
pub(super) fn append(out: &mut String, text: &str, place: TextContext, next: Option<char>) {
    let start = out.len();
    escape::text(out, text, place, next);
    if place.is_in_link() && out[start..] != *text {
        out.truncate(start);
        escape::text(out, text, place.out_of_link(), next);
    }
}

/// Returns the beginning of a mark, as a tag or as a delimiter.
pub(super) fn mark_open(tone: Tone, tag: bool) -> String {
    let color = match tone {
        Tone::Plain(mark) => return names(mark, tag).0.to_owned(),
        Tone::Color(color) => color,
    };
    let mut style = String::new();
    for (property, tint) in [("color", color.text), ("background-color", color.background)] {
        if tint != Tint::Default {
            style.push_str(&format!("{property}:{};", tint.word()));
        }
    }
    Tag::html("mark").with("style", &style).done()
}

/// Returns the end of a mark.
pub(super) fn mark_close(tone: Tone, tag: bool) -> &'static str {
    match tone {
        Tone::Plain(mark) => names(mark, tag).1,
        Tone::Color(_) => "</mark>",
    }
}

fn names(mark: Mark, tag: bool) -> (&'static str, &'static str) {
    match (mark, tag) {
        (Mark::Bold, false) => ("**", "**"),
        (Mark::Italic, false) => ("_", "_"),
        (Mark::Strikethrough, false) => ("~~", "~~"),
        (Mark::Bold, true) => ("<strong>", "</strong>"),
        (Mark::Italic, true) => ("<em>", "</em>"),
        (Mark::Strikethrough, true) => ("<del>", "</del>"),
        (Mark::Code, _) => ("<code>", "</code>"),
        (Mark::Keyboard, _) => ("<kbd>", "</kbd>"),
        (Mark::Superscript, _) => ("<sup>", "</sup>"),
        (Mark::Subscript, _) => ("<sub>", "</sub>"),
    }
}
