//! Parsing of the inlines of one leaf.
//!
//! The text is read once from left to right into pieces: text, complete inlines, and marks that may turn out to open or
//! close something. Brackets are matched as they are read, delimiter runs of `*`, `_` and `~` when the construct around
//! them ends. Then the pieces are assembled. Lookahead that fails is charged to a budget proportional to the text, so
//! that no text takes more than linear time.

mod assemble;
mod bare;
mod emphasis;
mod link;
mod verbatim;

use std::ops::Range;

use crate::block::Labels;
use crate::content::Content;
use crate::tree::{Inline, InlineKind, LinkTarget};
use crate::{entity, scan};
use emphasis::{Match, Run};
use link::Bracket;

/// The greatest nesting depth of emphasis; deeper marks are text.
const DEEPEST: usize = 100;

/// The parser of inlines, with memory that is reused from leaf to leaf.
#[derive(Debug, Default)]
pub(crate) struct Inlines<'a> {
    pieces: Vec<Piece<'a>>,
    runs: Vec<Run>,
    matches: Vec<Match>,
    brackets: Vec<Bracket>,
    backticks: Vec<usize>,
    pieces_read: usize,
}

/// A range of a leaf's text with its kind.
#[derive(Debug)]
struct Piece<'a> {
    range: Range<usize>,
    kind: PieceKind<'a>,
}

#[derive(Debug)]
enum PieceKind<'a> {
    /// Text that stands for itself.
    Text,
    /// Text that is the decoded form of its source.
    Decoded(String),
    /// A backslash and the text that it escapes.
    Escaped,
    /// A complete inline, whose children, if any, are known.
    Whole(InlineKind<'a>),
    /// A delimiter run, by its index.
    Run(usize),
    /// `[` or `![`, with the target if it opens a link or image.
    Open(Option<Box<Opening<'a>>>),
    /// The end of the innermost link or image.
    Close,
}

#[derive(Debug)]
struct Opening<'a> {
    is_image: bool,
    target: LinkTarget<'a>,
}

/// The state of parsing one leaf.
struct InlineReader<'r, 's, 'a> {
    content: Content<'s, 'a>,
    text: &'s str,
    bytes: &'s [u8],
    labels: &'r Labels,
    memory: &'r mut Inlines<'a>,
    at: usize,
    /// The offset of the text that belongs to no piece yet.
    text_from: usize,
    /// The last delimiter run that may still match.
    top: Option<usize>,
    /// The number of outer brackets that cannot become links because they contain one.
    spent_brackets: usize,
    bare_links: usize,
    /// The number of bytes that may still be examined in vain.
    budget: usize,
    absent: verbatim::Absent,
    /// The number of pieces after which parsing stops.
    most: usize,
}

impl<'a> Inlines<'a> {
    /// Returns the number of pieces of the last leaf: an upper bound of its number of inlines, and more than the limit
    /// if the leaf was not read to its end.
    pub(crate) fn pieces_read(&self) -> usize {
        self.pieces_read
    }

    /// Parses the text of a leaf. If it has more than `most` pieces, the result is empty.
    pub(crate) fn read(&mut self, content: Content<'_, 'a>, labels: &Labels, most: usize) -> Vec<Inline<'a>> {
        self.pieces_read = 0;
        if content.text.is_empty() {
            return Vec::new();
        }
        if most == 0 {
            self.pieces_read = 1;
            return Vec::new();
        }
        self.pieces.clear();
        self.runs.clear();
        self.matches.clear();
        self.brackets.clear();
        self.backticks.clear();
        let text = content.text;
        let mut reader = InlineReader {
            content,
            text,
            bytes: text.as_bytes(),
            labels,
            memory: self,
            at: 0,
            text_from: 0,
            top: None,
            spent_brackets: 0,
            bare_links: 0,
            budget: 1000 + 10 * text.len(),
            absent: verbatim::Absent::default(),
            most,
        };
        reader.run();
        self.pieces_read = self.pieces.len();
        if self.pieces_read > most {
            return Vec::new();
        }
        assemble::assemble(content, &mut self.pieces, &self.runs, &self.matches)
    }
}

impl<'a> InlineReader<'_, '_, 'a> {
    fn run(&mut self) {
        while self.at < self.bytes.len() {
            let plain = scan::first(&self.bytes[self.at..], |it| SPECIAL[usize::from(it)]);
            let Some(plain) = plain else { break };
            self.at += plain;
            self.special(self.bytes[self.at]);
            if self.memory.pieces.len() > self.most {
                return;
            }
        }
        self.at = self.bytes.len();
        self.end_text(self.at);
        self.match_runs(None);
    }

    /// Reads the construct that a special character begins; if there is none, the character is text.
    fn special(&mut self, byte: u8) {
        let is_something = match byte {
            b'\n' | b'\r' => self.line_ending(),
            b'\\' => self.backslash(),
            b'`' => self.code(),
            b'*' | b'_' | b'~' => return self.delimiters(byte),
            b'[' => self.open_bracket(false),
            b'!' => self.peek(1) == Some(b'[') && self.footnote(self.at + 1).is_none() && self.open_bracket(true),
            b']' => self.close_bracket(),
            b'&' => self.character_reference(),
            b'<' => self.angle(),
            b'$' => self.math(),
            b':' => self.bare_scheme() || self.emoji(),
            b'@' => self.bare_mail(),
            b'w' => self.bare_www(),
            _ => self.nul(),
        };
        if !is_something {
            self.at += 1;
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Makes a piece of the text before `end` that belongs to none yet.
    fn end_text(&mut self, end: usize) {
        if self.text_from < end {
            self.memory.pieces.push(Piece { range: self.text_from..end, kind: PieceKind::Text });
        }
        self.text_from = end;
    }

    /// Makes a piece of the range from the current offset to `end`, and moves there.
    fn push(&mut self, end: usize, kind: PieceKind<'a>) -> bool {
        self.push_from(self.at, end, kind)
    }

    /// Makes a piece of the range from `start`, which may lie in text read already, to `end`, and moves there.
    fn push_from(&mut self, start: usize, end: usize, kind: PieceKind<'a>) -> bool {
        self.end_text(start);
        self.memory.pieces.push(Piece { range: start..end, kind });
        (self.at, self.text_from) = (end, end);
        true
    }

    fn push_whole(&mut self, end: usize, kind: InlineKind<'a>) -> bool {
        self.push(end, PieceKind::Whole(kind))
    }

    fn line_ending(&mut self) -> bool {
        let line = &self.bytes[self.text_from..self.at];
        let blanks = scan::suffix(line, scan::is_blank);
        let spaces = scan::suffix(line, |it| it == b' ');
        let kind = if spaces >= 2 { InlineKind::HardBreak } else { InlineKind::SoftBreak };
        self.push_from(self.at - blanks, self.behind_line_ending(self.at), PieceKind::Whole(kind))
    }

    fn behind_line_ending(&self, at: usize) -> usize {
        if self.bytes[at..].starts_with(b"\r\n") { at + 2 } else { at + 1 }
    }

    fn backslash(&mut self) -> bool {
        match self.peek(1) {
            Some(b'\n' | b'\r') => self.push_whole(self.behind_line_ending(self.at + 1), InlineKind::HardBreak),
            Some(it) if it.is_ascii_punctuation() => self.push(self.at + 2, PieceKind::Escaped),
            _ => false,
        }
    }

    fn character_reference(&mut self) -> bool {
        match entity::at_start(&self.text[self.at..]) {
            Some((meaning, length)) => self.push(self.at + length, PieceKind::Decoded(meaning)),
            None => false,
        }
    }

    fn nul(&mut self) -> bool {
        self.push(self.at + 1, PieceKind::Decoded(char::REPLACEMENT_CHARACTER.to_string()))
    }

    fn emoji(&mut self) -> bool {
        let name = self.at + 1;
        let is_part = |it: u8| it.is_ascii_alphanumeric() || b"_+-".contains(&it);
        let end = name + scan::prefix(&self.bytes[name..], is_part);
        if end == name || self.bytes.get(end) != Some(&b':') {
            return false;
        }
        self.push_whole(end + 1, InlineKind::Emoji(self.content.line(&(name..end))))
    }

    /// Returns the index of the footnote that is referred to at an offset, and the end of the reference.
    fn footnote(&self, at: usize) -> Option<(usize, usize)> {
        let label = self.bytes[at..].strip_prefix(b"[^")?;
        let length = scan::first(label, |it| matches!(it, b'[' | b']') || it.is_ascii_whitespace());
        let length = length.filter(|length| label[*length] == b']')?;
        let footnote = self.labels.footnote(&self.text[at + 2..at + 2 + length])?;
        Some((footnote, at + length + 3))
    }
}

/// The bytes that may begin something other than text.
static SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let bytes = b"\n\r\\`*_~[!]&<$:@w\0";
    let mut at = 0;
    while at < bytes.len() {
        special[bytes[at] as usize] = true;
        at += 1;
    }
    special
};
