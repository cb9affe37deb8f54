//! Edits of a source text so that it parses as another document: changed blocks are printed, all other bytes stay.
//!
//! A container block that differs only in its content, such as tabs, a list or a quote, keeps its own lines: the change
//! is made inside. Every attempt is parsed again, and one that does not yield the new document is followed by a bolder
//! one: blank lines where there were none, then whole top-level blocks, then their neighbours too, then everything.

mod level;

use std::collections::{HashMap, HashSet};

use quire_markdown::Tree;

use crate::budget::Budget;

use self::level::{Level, Writer};
use super::model::{Anchor, Document};
use super::pair;
use super::parse::inside::Finder;
use super::parse::{Parsed, shared_in_any_form};
use super::print::{Labels, Printer};
use super::resolve::Resolve;
use super::walk;

/// The extent of the text that is printed again.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
enum Boldness {
    /// Changes inside of blocks too; gaps between blocks stay as they are.
    Inside,
    /// As `Inside`, and adds blank lines where there were none.
    InsideGaps,
    /// Whole top-level blocks; gaps between blocks stay as they are.
    Change,
    /// As `Change`, and adds blank lines where there were none.
    Gaps,
    /// As `Gaps`, and the blocks next to a change.
    Neighbours,
    /// All blocks of the document.
    Everything,
}

impl Boldness {
    const ALL: [Self; 6] =
        [Self::Inside, Self::InsideGaps, Self::Change, Self::Gaps, Self::Neighbours, Self::Everything];

    /// Those under which a top-level block that does not change keeps its bytes.
    const GENTLE: [Self; 4] = [Self::Inside, Self::InsideGaps, Self::Change, Self::Gaps];

    /// Returns true if blocks are changed inside.
    fn descends(self) -> bool {
        self <= Self::InsideGaps
    }

    /// Returns true if the gap next to a change stays as it was even without a blank line.
    fn keeps_gaps(self) -> bool {
        matches!(self, Self::Inside | Self::Change)
    }
}

/// Edits `source`, which parses as `old`, so that it parses as `new`; only blocks that differ are printed again.
pub fn splice(source: &str, old: &Parsed, new: &Document, resolve: &dyn Resolve) -> String {
    let mut new = new.clone();
    forget_anchors(&old.document, &mut new);
    if new == old.document {
        return source.to_owned();
    }
    super::normal::shape(&mut new, resolve);
    let known: HashSet<u64> = old.document.nodes.iter().map(pair::hash).collect();
    super::raw::settle(&mut new, resolve, &|block| known.contains(&pair::hash(block)));
    let (tree, ending) = (quire_markdown::parse(source), ending(source));
    let attempt = |new: &Document| attempts(&Splice { source, tree: &tree, old, new, plan: None, ending, resolve });
    attempt(&new).unwrap_or_else(|| {
        // A construct in the text would swallow the blocks that follow it now.
        super::raw::settle(&mut new, resolve, &|_| false);
        attempt(&new).unwrap_or_else(|| super::print::print_normal(&new, resolve))
    })
}

/// The origins of the blocks of a new document, whose keys are those of the old one where a block stays in its place.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The texts of blocks that are not printed, by the key of the block, or of the first one.
    pub(super) texts: HashMap<Box<str>, Verbatim>,
}

/// The text of blocks that are not printed.
#[derive(Debug)]
pub(super) enum Verbatim {
    /// The source of the old block with this index among its siblings.
    Moved(usize),
    /// Markdown of a number of blocks.
    Markdown(String, usize),
}

/// Edits `source` by a plan; `old` has keys. The bytes of top-level blocks that the plan keeps stay. `None` if there is
/// no such text that parses as the new document.
pub(super) fn rewrite(
    source: &str,
    old: &Parsed,
    new: &Document,
    plan: &Plan,
    resolve: &dyn Resolve,
) -> Option<String> {
    let (tree, ending) = (quire_markdown::parse(source), ending(source));
    attempts(&Splice { source, tree: &tree, old, new, plan: Some(plan), ending, resolve })
}

/// Edits a part of a text by a plan, as [`rewrite`] does a whole one. The part and its document are `source`, `old` and
/// `new`; `whole` returns the whole text with a new form of the part, if that is right. Footnotes are not edited.
pub(super) fn rewrite_part(
    source: &str,
    old: &Parsed,
    new: &Document,
    (plan, ending): (&Plan, &'static str),
    resolve: &dyn Resolve,
    whole: &dyn Fn(&str) -> Option<String>,
) -> Option<String> {
    let tree = quire_markdown::parse(source);
    let splice = Splice { source, tree: &tree, old, new, plan: Some(plan), ending, resolve };
    Boldness::GENTLE.iter().find_map(|boldness| whole(&splice.text(*boldness, &HashSet::new())))
}

/// Returns the line ending of a text: `\r\n` if it has one, else `\n`.
pub(super) fn ending(source: &str) -> &'static str {
    if source.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Returns the first of the attempts that parses as the new document.
fn attempts(splice: &Splice<'_>) -> Option<String> {
    let Splice { old, new, resolve, .. } = *splice;
    let says_it = |text: &String| shared_in_any_form(text, resolve).document == *new;
    let all = if splice.plan.is_some() { &Boldness::GENTLE[..] } else { &Boldness::ALL };
    all.iter().find_map(|boldness| {
        let attempt = splice.text(*boldness, &HashSet::new());
        let read = shared_in_any_form(&attempt, resolve);
        if read.document != *new {
            return None;
        }
        let unused = unused_notes(old, &read);
        let shorter = (!unused.is_empty()).then(|| splice.text(*boldness, &unused)).filter(says_it);
        Some(shorter.unwrap_or(attempt))
    })
}

/// Removes anchors that were derived in the old document and came back as given.
pub(crate) fn forget_anchors(old: &Document, new: &mut Document) {
    let mut derived: HashMap<&str, &str> = HashMap::new();
    walk::blocks(&old.nodes, &mut |block| {
        if let (Some(key), Anchor::Derived(name)) = (block.key.as_str(), &block.anchor) {
            derived.insert(key, name);
        }
    });
    walk::blocks_mut(&mut new.nodes, &mut |block| {
        let known = block.key.as_str().and_then(|key| derived.get(key));
        if known.is_some() && block.anchor.given() == known.copied() {
            block.anchor = Anchor::Absent;
        }
    });
}

/// Returns the labels of footnotes that were referred to in the old text and are not in the new one.
fn unused_notes(old: &Parsed, new: &Parsed) -> HashSet<String> {
    let used = |parsed: &Parsed| -> HashSet<String> {
        parsed.notes.iter().filter(|note| note.is_used).map(|note| note.label.clone()).collect()
    };
    used(old).difference(&used(new)).cloned().collect()
}

/// A text, and the document that it is edited to yield.
struct Splice<'a> {
    source: &'a str,
    tree: &'a Tree<'a>,
    old: &'a Parsed,
    new: &'a Document,
    plan: Option<&'a Plan>,
    ending: &'static str,
    resolve: &'a dyn Resolve,
}

impl Splice<'_> {
    /// Returns the new text without the footnotes of some labels.
    fn text(&self, boldness: Boldness, unused: &HashSet<String>) -> String {
        let budget = Budget::page();
        let finder = Finder::new(self.source, self.tree, self.resolve, &budget);
        let top = Level::top(self.old, finder.top(self.old), &self.new.nodes, self.unused_segments(unused));
        let printer = Printer::new(self.resolve, self.labels());
        let mut writer = Writer::new((self.source, self.ending), boldness, self.plan, (finder, printer));
        let (mut out, keeps_last) = writer.level(&top);
        let notes = writer.notes();
        let last = self.old.segments.last().filter(|_| keeps_last);
        if let Some(last) = last.filter(|last| last.blocks.is_empty() && !notes.is_empty()) {
            out.push_str(super::raw::missing_end(&self.source[last.span.clone()]).unwrap_or_default());
        }
        for note in notes {
            top.apart(&mut out, writer.ending());
            out.push_str(&note);
        }
        if let Some(last) = last.filter(|_| unused.is_empty()) {
            out.push_str(&self.source[last.span.end..]);
        }
        if out.is_empty() && self.new.nodes.is_empty() && self.old.segments.is_empty() {
            out.push_str(self.source);
        }
        out
    }

    /// Returns the byte offsets of the footnotes that are left out.
    fn unused_segments(&self, unused: &HashSet<String>) -> HashSet<usize> {
        self.old.notes.iter().filter(|note| unused.contains(&note.label)).map(|note| note.span.start).collect()
    }

    /// Returns the labels of the text, and those whose notes can be referred to again.
    fn labels(&self) -> Labels {
        let mut labels = Labels::default();
        for note in &self.old.notes {
            labels.taken.insert(note.label.clone());
            let body = Printer::new(self.resolve, Labels::default()).blocks(&note.body);
            labels.bodies.entry(body).or_insert_with(|| note.label.clone());
        }
        labels
    }
}
