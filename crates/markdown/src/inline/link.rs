//! Parsing of brackets into links and images.

use std::ops::Range;

use crate::block::definition::{blanks, destination, label, title};
use crate::inline::{InlineReader, Opening, PieceKind};
use crate::text::decode;
use crate::tree::{InlineKind, LinkTarget, Reference};

/// The greatest nesting depth of images; brackets around deeper ones are text.
const DEEPEST_LINKS: usize = 32;

/// An open `[` or `![`.
#[derive(Debug)]
pub(super) struct Bracket {
    piece: usize,
    is_image: bool,
    /// The offset after the opening bracket.
    inside: usize,
    /// The last delimiter run before the bracket.
    run: Option<usize>,
    /// True if another bracket is inside: then the text is no label.
    has_bracket: bool,
    /// The number of bare links before the bracket.
    bare_links: usize,
    /// The nesting depth of the links and images inside.
    height: usize,
}

impl<'a> InlineReader<'_, '_, 'a> {
    pub(super) fn open_bracket(&mut self, is_image: bool) -> bool {
        if let Some((footnote, end)) = self.footnote(self.at) {
            return self.push_whole(end, InlineKind::FootnoteReference(footnote));
        }
        if let Some(around) = self.memory.brackets.last_mut() {
            around.has_bracket = true;
        }
        let inside = self.at + 1 + usize::from(is_image);
        self.push(inside, PieceKind::Open(None));
        let (piece, run, bare_links) = (self.memory.pieces.len() - 1, self.top, self.bare_links);
        let bracket = Bracket { piece, is_image, inside, run, has_bracket: false, bare_links, height: 0 };
        self.memory.brackets.push(bracket);
        true
    }

    pub(super) fn close_bracket(&mut self) -> bool {
        let Some(bracket) = self.memory.brackets.pop() else { return false };
        let is_spent = !bracket.is_image && self.memory.brackets.len() < self.spent_brackets;
        self.spent_brackets = self.spent_brackets.min(self.memory.brackets.len());
        let found = if is_spent || bracket.height >= DEEPEST_LINKS { None } else { self.target(&bracket) };
        let height = bracket.height + usize::from(found.is_some());
        if let Some(around) = self.memory.brackets.last_mut() {
            around.height = around.height.max(height);
        }
        let Some((target, end)) = found else { return false };
        self.end_text(self.at);
        self.match_runs(bracket.run);
        if !bracket.is_image {
            self.spent_brackets = self.memory.brackets.len();
            if self.bare_links > bracket.bare_links {
                self.forget_bare_links(bracket.piece);
            }
        }
        let opening = Box::new(Opening { is_image: bracket.is_image, target });
        self.memory.pieces[bracket.piece].kind = PieceKind::Open(Some(opening));
        self.push(end, PieceKind::Close)
    }

    /// Parses the target of the link whose text ends here, and returns it with the end of the link.
    fn target(&mut self, bracket: &Bracket) -> Option<(LinkTarget<'a>, usize)> {
        let behind = self.at + 1;
        if self.bytes.get(behind) == Some(&b'(')
            && let Some(found) = self.inline_target(behind)
        {
            return Some(found);
        }
        let text = (!bracket.has_bracket).then_some(bracket.inside..self.at);
        let (label, end, form) = match label(self.bytes, behind) {
            Some(label) if label.is_empty() => (text?, label.end + 1, Reference::Collapsed),
            Some(label) => (label.clone(), label.end + 1, Reference::Full),
            None => (text?, behind, Reference::Shortcut),
        };
        let definition = self.defined(label)?;
        Some((LinkTarget::Reference { definition, form }, end))
    }

    fn defined(&self, label: Range<usize>) -> Option<usize> {
        // Longer labels are not valid, and looking them up would take time.
        if label.len() > 999 { None } else { self.labels.definition(&self.text[label]) }
    }

    /// Parses `(destination "title")` at an offset.
    fn inline_target(&mut self, at: usize) -> Option<(LinkTarget<'a>, usize)> {
        if self.budget == 0 {
            return None;
        }
        match self.parenthesized(at) {
            Ok((destination, title, end)) => {
                let destination = decode(self.content.slice(&destination));
                let title = title.map(|it| decode(self.content.slice(&it)));
                Some((LinkTarget::Inline { destination, title }, end))
            }
            Err(reached) => {
                self.budget = self.budget.saturating_sub(reached - at);
                None
            }
        }
    }

    /// Returns the ranges of destination and title, and the end. The error is the offset up
    /// to which bytes were examined.
    #[expect(clippy::type_complexity, reason = "it is unpacked at once")]
    fn parenthesized(&self, at: usize) -> Result<(Range<usize>, Option<Range<usize>>, usize), usize> {
        let start = blanks(self.bytes, at + 1);
        if self.bytes.get(start) == Some(&b')') {
            return Ok((start..start, None, start + 1));
        }
        let (destination, behind) = destination(self.bytes, start)?;
        let next = blanks(self.bytes, behind);
        if self.bytes.get(next) == Some(&b')') {
            return Ok((destination, None, next + 1));
        }
        if next == behind {
            return Err(next);
        }
        let (title, behind) = title(self.bytes, next)?;
        let next = blanks(self.bytes, behind);
        if self.bytes.get(next) == Some(&b')') { Ok((destination, Some(title), next + 1)) } else { Err(next) }
    }
}
