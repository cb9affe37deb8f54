//! Link targets in a text as they are written, and their replacement: only the bytes of targets change.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use percent_encoding::percent_decode_str;
use quire_markdown::Tree;
use quire_markdown::tree::{Block, BlockKind, Inline, InlineKind};

use super::model::{ContentRef, Document};
use super::parse::{remembered, shared_in_any_form};
use super::references::references;
use super::resolve::{Unresolved, write};

/// The openers of targets that begin with a bracket, and the characters that end them.
const AT_BRACKETS: [(&str, &str); 4] = [("](<", ">\n"), (IN_PARENTHESES, " \t\n"), ("]: <", ">\n"), ("]: ", " \t\n")];

/// The opener of a target between parentheses.
const IN_PARENTHESES: &str = "](";

/// The attributes of tags that have targets.
const ATTRIBUTES: [&str; 4] = ["href", "src", "srcset", "url"];

/// The opener of the target of an inclusion.
const INCLUDE: &str = "include \"";

/// A target as it is written in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenTarget {
    /// The byte offset of the target.
    pub at: usize,
    /// The target without escapes.
    pub target: String,
    /// True if it is the target of an inclusion.
    pub is_inclusion: bool,
}

/// Returns the targets of a text that are addresses or paths, in order of their places. Code has none.
pub fn targets_of(source: &str) -> Vec<WrittenTarget> {
    if !may_have_targets(source) {
        return Vec::new();
    }
    match remembered(source, &Unresolved) {
        Some(known) => known.targets(|| find_targets(source, &known.seams().places, &known.any().document)).to_vec(),
        None => find_targets(source, &Places::of(source), &shared_in_any_form(source, &Unresolved).document),
    }
}

fn find_targets(source: &str, places: &Places, document: &Document) -> Vec<WrittenTarget> {
    let found = places.targets(source).into_iter().map(|range| WrittenTarget {
        at: range.start,
        target: plain(&source[range.clone()]),
        is_inclusion: source[..range.start].ends_with(INCLUDE),
    });
    // A text may have what looks like a target in another role.
    let said: HashSet<String> = targets(document, decoded).into_iter().collect();
    found.filter(|written| said.contains(&decoded(&written.target))).collect()
}

/// Replaces targets for which `to` returns another one, in a spelling that can stand wherever a target does. Returns
/// `None` if nothing changes, or if the document would change in any other way.
pub fn retarget(source: &str, to: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    if !may_have_targets(source) {
        return None;
    }
    let known = remembered(source, &Unresolved);
    let places = known.as_ref().map_or_else(|| Cow::Owned(Places::of(source)), |it| Cow::Borrowed(&it.seams().places));
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for target in places.targets(source) {
        let is_next = edits.last().is_none_or(|(last, _)| last.end <= target.start);
        if let Some(new) = to(&plain(&source[target.clone()])).filter(|_| is_next) {
            edits.push((target, new));
        }
    }
    if edits.is_empty() {
        return None;
    }
    let mut text = String::with_capacity(source.len());
    let mut kept = 0;
    for (target, new) in &edits {
        text.push_str(&source[kept..target.start]);
        text.push_str(new);
        kept = target.end;
    }
    text.push_str(&source[kept..]);
    let wanted = |target: &str| decoded(&to(target).unwrap_or_else(|| target.to_owned()));
    let in_text =
        |text: &str, say: &dyn Fn(&str) -> String| targets(&shared_in_any_form(text, &Unresolved).document, say);
    let is_right = in_text(&text, &decoded) == in_text(source, &wanted);
    (text != source && is_right).then_some(text)
}

/// Returns true if an opener of targets is in a text.
fn may_have_targets(source: &str) -> bool {
    openers(source).next().is_some()
}

/// An opener of a target.
struct Opener {
    /// The byte offset of the target behind it.
    target: usize,
    /// The characters that end the target.
    ends: &'static str,
    /// True if the target is between parentheses.
    in_parentheses: bool,
}

/// Iterates over the openers of targets in a text.
fn openers(text: &str) -> impl Iterator<Item = Opener> {
    // Few bytes are a part of each opener, and most of those are of one.
    let marks = text.bytes().enumerate().filter(|(_, byte)| matches!(byte, b']' | b'=' | b'"'));
    marks.filter_map(|(at, mark)| {
        let (target, ends, in_parentheses) = match mark {
            b']' => {
                let (opener, ends) = AT_BRACKETS.iter().find(|(opener, _)| text[at..].starts_with(opener))?;
                (at + opener.len(), *ends, *opener == IN_PARENTHESES)
            }
            b'=' => {
                if !ATTRIBUTES.iter().any(|name| text[..at].ends_with(name)) {
                    return None;
                }
                let ends = match text.as_bytes().get(at + 1)? {
                    b'"' => "\"\n",
                    b'\'' => "'\n",
                    _ => return None,
                };
                (at + 2, ends, false)
            }
            _ => {
                let target = at + 1;
                text[..target].ends_with(INCLUDE).then_some((target, "\"\n", false))?
            }
        };
        Some(Opener { target, ends, in_parentheses })
    })
}

/// Returns the targets of a document in order, converted by `say`.
fn targets(document: &Document, say: impl Fn(&str) -> String) -> Vec<String> {
    let all = references(document).into_iter();
    let text = all.map(|(reference, _)| match reference {
        ContentRef::ReusableContent { reusable_content, space: None } => say(&reusable_content),
        other => say(&write(&other, &Unresolved)),
    });
    text.collect()
}

fn decoded(target: &str) -> String {
    percent_decode_str(target).decode_utf8_lossy().into_owned()
}

/// Removes the escapes from a target.
fn plain(written: &str) -> String {
    let mut plain = String::with_capacity(written.len());
    let mut rest = written.chars().peekable();
    while let Some(c) = rest.next() {
        match rest.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => {}
            _ => plain.push(c),
        }
    }
    plain.replace("&amp;", "&")
}

/// The ranges of a text in which targets may occur.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Places {
    /// The ranges of links, tags, HTML and definitions.
    hot: Vec<Range<usize>>,
    /// The ranges of code and formulas, in which there are no targets.
    cold: Vec<Range<usize>>,
}

impl Places {
    fn of(source: &str) -> Self {
        Self::of_tree(&quire_markdown::parse(source))
    }

    /// Returns the ranges of a text with this syntax.
    pub(super) fn of_tree(tree: &Tree<'_>) -> Self {
        let mut finder = Finder { tree, places: Self::default() };
        finder.blocks(&tree.blocks);
        finder.places
    }

    /// Returns the ranges of a text in which the bytes `old` are replaced by the bytes `new`, which have the ranges of
    /// `part`. None of the ranges is partly in them.
    pub(super) fn spliced(&self, old: &Range<usize>, new: &Range<usize>, part: &Self) -> Self {
        let moved = |range: &Range<usize>, from: usize, to: usize| range.start + to - from..range.end + to - from;
        let all = |whole: &[Range<usize>], part: &[Range<usize>]| {
            let before = whole.iter().filter(|range| range.start < old.start).cloned();
            let part = part.iter().map(|range| moved(range, 0, new.start));
            let behind =
                whole.iter().filter(|range| range.start >= old.end).map(|range| moved(range, old.end, new.end));
            before.chain(part).chain(behind).collect()
        };
        Self { hot: all(&self.hot, &part.hot), cold: all(&self.cold, &part.cold) }
    }

    /// Returns the byte ranges of possible targets, in order and without duplicates.
    fn targets(&self, source: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        // Code spans are visited in order, except for footnotes, and never nest.
        let mut cold: Vec<_> = self.cold.iter().collect();
        cold.sort_by_key(|cold| cold.start);
        let is_code =
            |at| cold.partition_point(|cold| cold.start <= at).checked_sub(1).is_some_and(|last| at < cold[last].end);
        for hot in &self.hot {
            let text = &source[hot.clone()];
            for Opener { target, ends, in_parentheses } in openers(text) {
                let length = length(&text[target..], ends, in_parentheses);
                let target = hot.start + target..hot.start + target + length;
                if !is_code(target.start) {
                    found.push(target);
                }
            }
        }
        found.sort_by_key(|target| (target.start, target.end));
        found.dedup();
        found
    }
}

/// Collects the ranges of a tree.
struct Finder<'t, 's> {
    tree: &'t Tree<'s>,
    places: Places,
}

impl Finder<'_, '_> {
    fn blocks(&mut self, blocks: &[Block<'_>]) {
        for block in blocks {
            match &block.kind {
                BlockKind::Paragraph(content) | BlockKind::Heading { content, .. } => self.line(content),
                BlockKind::Html(_) => self.places.hot.push(block.span.clone()),
                BlockKind::Quote(blocks) => self.blocks(blocks),
                BlockKind::List(list) => list.items.iter().for_each(|item| self.blocks(&item.blocks)),
                BlockKind::Table(table) => {
                    let rows = std::iter::once(&table.header).chain(&table.rows);
                    rows.flat_map(|row| &row.cells).for_each(|cell| self.line(&cell.content));
                }
                BlockKind::Tag(tag) => {
                    self.places.hot.push(tag.open.clone());
                    self.blocks(&tag.blocks);
                }
                BlockKind::Details(details) => {
                    self.places.hot.extend(details.summary.iter().map(|summary| summary.span.clone()));
                    self.blocks(&details.blocks);
                }
                BlockKind::Footnote(at) => {
                    let tree = self.tree;
                    self.blocks(&tree.footnotes[*at].blocks);
                }
                BlockKind::Definition(at) => self.places.hot.push(self.tree.definitions[*at].span.clone()),
                BlockKind::ThematicBreak | BlockKind::Code(_) | BlockKind::Math(_) | BlockKind::EndTag(_) => {}
            }
        }
    }

    fn line(&mut self, content: &[Inline<'_>]) {
        for inline in content {
            match &inline.kind {
                InlineKind::Link(link) | InlineKind::Image(link) => {
                    self.places.hot.push(inline.span.clone());
                    self.line(&link.content);
                }
                InlineKind::Html(_) => self.places.hot.push(inline.span.clone()),
                InlineKind::Code(_) | InlineKind::Math(_) => self.places.cold.push(inline.span.clone()),
                InlineKind::Emphasis(content) | InlineKind::Strong(content) | InlineKind::Strikethrough(content) => {
                    self.line(content);
                }
                InlineKind::Text(_)
                | InlineKind::SoftBreak
                | InlineKind::HardBreak
                | InlineKind::Emoji(_)
                | InlineKind::FootnoteReference(_) => {}
            }
        }
    }
}

/// Returns the length of a target; between parentheses it ends with the closing one.
fn length(text: &str, ends: &str, in_parentheses: bool) -> usize {
    let mut depth = 0;
    let mut escaped = false;
    let end = text.find(|c: char| {
        let is_plain = !escaped;
        escaped = c == '\\' && is_plain;
        match c {
            '(' if in_parentheses && is_plain => depth += 1,
            ')' if in_parentheses && is_plain && depth == 0 => return true,
            ')' if in_parentheses && is_plain => depth -= 1,
            _ => {}
        }
        ends.contains(c)
    });
    end.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All openers, with the characters that end their targets.
    const OPENERS: [(&str, &str); 13] = [
        ("](<", ">\n"),
        ("](", " \t\n"),
        ("]: <", ">\n"),
        ("]: ", " \t\n"),
        ("include \"", "\"\n"),
        ("href=\"", "\"\n"),
        ("src=\"", "\"\n"),
        ("srcset=\"", "\"\n"),
        ("url=\"", "\"\n"),
        ("href='", "'\n"),
        ("src='", "'\n"),
        ("srcset='", "'\n"),
        ("url='", "'\n"),
    ];

    fn part() -> impl Strategy<Value = String> {
        let whole = prop::sample::select(vec!["href=", "src", "srcset='", "url=\"", "include \"", "]: "]);
        prop_oneof!["[\\](:<=\"' hé]", whole.prop_map(str::to_owned)]
    }

    proptest! {
        #[test]
        fn openers_are_found_wherever_they_are(
            parts in prop::collection::vec(part(), 0..12),
        ) {
            let text = parts.concat();
            let found: Vec<_> = openers(&text).map(|it| (it.target, it.ends, it.in_parentheses)).collect();
            let expected = text.char_indices().filter_map(|(at, _)| {
                let (opener, ends) = OPENERS.iter().find(|(opener, _)| text[at..].starts_with(opener))?;
                Some((at + opener.len(), *ends, *opener == "]("))
            });
            let mut expected: Vec<_> = expected.collect();
            expected.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }
}
