//! Link targets in a text as they are written, and their replacement: only the bytes of targets change.

use std::collections::HashSet;
use std::ops::Range;

use percent_encoding::percent_decode_str;
use quire_markdown::Tree;
use quire_markdown::tree::{Block, BlockKind, Inline, InlineKind};

use super::model::ContentRef;
use super::parse::{remembered, shared_in_any_form};
use super::references::references;
use super::resolve::{Unresolved, write};

/// The openers of targets, and the characters that end them.
const OPENERS: [(&str, &str); 13] = [
    ("](<", ">\n"),
    ("](", " \t\n"),
    ("]: <", ">\n"),
    ("]: ", " \t\n"),
    (INCLUDE, "\"\n"),
    ("href=\"", "\"\n"),
    ("src=\"", "\"\n"),
    ("srcset=\"", "\"\n"),
    ("url=\"", "\"\n"),
    ("href='", "'\n"),
    ("src='", "'\n"),
    ("srcset='", "'\n"),
    ("url='", "'\n"),
];

/// True for each byte with which an opener begins.
const BEGINS: [bool; 256] = {
    let (mut begins, mut n) = ([false; 256], 0);
    while n < OPENERS.len() {
        begins[OPENERS[n].0.as_bytes()[0] as usize] = true;
        n += 1;
    }
    begins
};

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
        Some(known) => known.targets(|| find_targets(source)).to_vec(),
        None => find_targets(source),
    }
}

fn find_targets(source: &str) -> Vec<WrittenTarget> {
    let places = Places::of(source);
    let found = places.targets(source).into_iter().map(|range| WrittenTarget {
        at: range.start,
        target: plain(&source[range.clone()]),
        is_inclusion: source[..range.start].ends_with(INCLUDE),
    });
    // A text may have what looks like a target in another role.
    let said: HashSet<String> = targets(source, decoded).into_iter().collect();
    found.filter(|written| said.contains(&decoded(&written.target))).collect()
}

/// Replaces targets for which `to` returns another one, in a spelling that can stand wherever a target does. Returns
/// `None` if nothing changes, or if the document would change in any other way.
pub fn retarget(source: &str, to: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    if !may_have_targets(source) {
        return None;
    }
    let places = Places::of(source);
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
    let is_right = targets(&text, decoded) == targets(source, wanted);
    (text != source && is_right).then_some(text)
}

/// Returns true if an opener of targets is in a text.
fn may_have_targets(source: &str) -> bool {
    OPENERS.iter().any(|(opener, _)| source.contains(opener))
}

/// Returns the targets of a text in order, converted by `say`.
fn targets(source: &str, say: impl Fn(&str) -> String) -> Vec<String> {
    let all = references(&shared_in_any_form(source, &Unresolved).document).into_iter();
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
struct Places {
    /// The ranges of links, tags, HTML and definitions.
    hot: Vec<Range<usize>>,
    /// The ranges of code and formulas, in which there are no targets.
    cold: Vec<Range<usize>>,
}

impl Places {
    fn of(source: &str) -> Self {
        let tree = quire_markdown::parse(source);
        let mut finder = Finder { tree: &tree, places: Self { hot: Vec::new(), cold: Vec::new() } };
        finder.blocks(&tree.blocks);
        finder.places
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
            // Most bytes begin no opener, and those that begin one begin a letter.
            let begins = text.bytes().enumerate().filter(|(_, byte)| BEGINS[usize::from(*byte)]);
            for (at, _) in begins {
                let Some((opener, ends)) = OPENERS.iter().find(|(opener, _)| text[at..].starts_with(opener)) else {
                    continue;
                };
                let start = at + opener.len();
                let target = hot.start + start..hot.start + start + length(&text[start..], ends, *opener == "](");
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
