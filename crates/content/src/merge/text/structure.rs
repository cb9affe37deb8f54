//! The constructs of a Markdown text that span lines, and what is wrong with them.
//!
//! A construct is a pair of tags, code, or a table. What is wrong is counted, not judged: authors may leave tags open,
//! and a merge is only at fault if its outcome has more of it than both sides.

mod lists;
mod markup;
mod outline;

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::ops::Range;

use super::enclosures::{Enclosures, MOST_LEVELS};
use super::headings;
use super::lines::{Kind, Line, Lines, unquoted};
use super::tables::cells;
use lists::Lists;
use markup::Markup;
use outline::Outline;

/// Something in a text that is hardly meant.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// A tag without its end.
    Unclosed(String),
    /// The end of a tag that is not open.
    Unopened(String),
    /// Content between the parts of a tag that has only parts, as between tabs.
    Stray(String),
    /// Code without an end.
    Code,
    /// A row with more or fewer cells than the header of its table.
    Row,
    /// A label of a link or footnote that is defined again.
    Label(String),
    /// An item with another marker than the one before it.
    Marker,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unclosed(name) => write!(out, "`{name}` is not closed"),
            Self::Unopened(name) => write!(out, "the end of `{name}` is without its beginning"),
            Self::Stray(name) => write!(out, "there is text between the parts of `{name}`"),
            Self::Code => write!(out, "code is not closed"),
            Self::Row => write!(out, "a row of a table has more or fewer cells than its header"),
            Self::Label(label) => write!(out, "`[{label}]` is defined again"),
            Self::Marker => write!(out, "a list goes on with another marker"),
        }
    }
}

impl Fault {
    /// Returns true if it is about constructs, not about how parts of a text fit together.
    pub(super) fn is_of_construct(&self) -> bool {
        !matches!(self, Self::Label(_) | Self::Marker)
    }
}

/// A table of HTML.
pub(super) struct HtmlTable {
    pub(super) lines: Range<usize>,
    /// The lines of its first row.
    pub(super) head: Range<usize>,
}

/// The constructs and faults of a text.
pub(super) struct Structure {
    /// The lines of constructs: from the first to after the last.
    spans: Vec<Range<usize>>,
    /// The lines at which pairs of tags begin and end.
    pub(super) pairs: HashSet<(usize, usize)>,
    /// For each line, the range of lines of all constructs that begin or end there, or that it is in and that have no
    /// inside of their own.
    reach: Vec<Range<usize>>,
    /// The headings, by which insertions are found again under their own.
    pub(super) outline: Outline,
    /// The tags that lines are inside of.
    pub(super) enclosures: Enclosures,
    /// The tables of HTML, an inner one before the one around it.
    pub(super) html_tables: Vec<HtmlTable>,
    /// The labels of links and footnotes that are defined, with their lines.
    pub(super) labels: BTreeMap<String, usize>,
    /// The lines at which faults are, in order.
    pub(super) faults: BTreeMap<Fault, Vec<usize>>,
}

impl Structure {
    pub(super) fn of(lines: &Lines<'_>) -> Self {
        let reach = (0..lines.len()).map(|at| at..at + 1).collect();
        let (spans, pairs, outline, enclosures, html_tables, labels, faults) = Default::default();
        let mut structure = Self { spans, pairs, reach, outline, enclosures, html_tables, labels, faults };
        structure.code_and_tables(lines);
        let (mut markup, mut lists) = (Markup::default(), Lists::default());
        for (at, line) in lines.iter().enumerate() {
            let Some(class) = lines.line(at) else { break };
            if class == Line::Blank {
                continue;
            }
            markup.line(&mut structure, at, line, class);
            if let Some(heading) = heading(lines, at, class) {
                structure.outline.heading(at, heading);
            }
            if lists.changes_marker(line, class) {
                structure.fault(Fault::Marker, at);
            }
            match label(line, class) {
                Some(label) if structure.labels.contains_key(&label) => structure.fault(Fault::Label(label), at),
                Some(label) => drop(structure.labels.insert(label, at)),
                None => {}
            }
        }
        markup.end(&mut structure);
        if let Some(at) = lines.unended() {
            structure.fault(Fault::Code, at);
        }
        structure.faults.values_mut().for_each(|lines| lines.sort_unstable());
        structure
    }

    /// Records code and tables, which have no inside that could stand alone.
    fn code_and_tables(&mut self, lines: &Lines<'_>) {
        let mut at = 0;
        while at < lines.len() {
            let start = at;
            at += 1;
            let table = match lines.line(start) {
                Some(Line::Start(Kind::Code)) => false,
                Some(Line::Start(Kind::Head)) => true,
                _ => continue,
            };
            while match lines.line(at) {
                Some(Line::Inside(_)) => true,
                Some(Line::Start(Kind::Row)) => table,
                _ => false,
            } {
                at += 1;
            }
            self.solid(start..at);
            if table {
                let width = cells(lines.text(start..start + 1)).len();
                let ragged = |row: &usize| cells(lines.text(*row..row + 1)).len() != width;
                (start + 1..at).filter(ragged).for_each(|row| self.fault(Fault::Row, row));
            }
        }
    }

    fn solid(&mut self, span: Range<usize>) {
        for reach in &mut self.reach[span.clone()] {
            *reach = span.clone();
        }
        self.spans.push(span);
    }

    /// Records a pair of tags.
    fn pair(&mut self, open: usize, close: usize) {
        for at in [open, close] {
            let reach = &mut self.reach[at];
            *reach = reach.start.min(open)..reach.end.max(close + 1);
        }
        self.spans.push(open..close + 1);
        self.pairs.insert((open, close));
    }

    fn fault(&mut self, fault: Fault, at: usize) {
        self.faults.entry(fault).or_default().push(at);
    }

    /// Returns a range of lines widened by the constructs that it has a part of. `seen` is the part of the range that was
    /// widened before, or empty.
    pub(super) fn closed(&self, range: &Range<usize>, mut seen: Range<usize>) -> Range<usize> {
        let mut closed = range.clone();
        if range.is_empty() {
            // Between two lines of the same construct.
            let reach =
                self.reach.get(range.start).filter(|reach| reach.start < range.start && self.is_solid(range.start));
            return reach.cloned().unwrap_or(closed);
        }
        if seen.is_empty() {
            seen = closed.start..closed.start;
        }
        while seen != closed {
            let new = (closed.start..seen.start).chain(seen.end..closed.end);
            seen = closed.clone();
            for reach in new.map(|at| &self.reach[at]) {
                closed = closed.start.min(reach.start)..closed.end.max(reach.end);
            }
        }
        closed
    }

    /// Returns true if a line and the one before it are of one construct without an inside.
    fn is_solid(&self, at: usize) -> bool {
        at > 0 && self.reach[at] == self.reach[at - 1]
    }

    /// Returns the smallest construct around a range of lines.
    pub(super) fn around(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let contains = |span: &&Range<usize>| span.start <= range.start && range.end <= span.end && **span != *range;
        self.spans.iter().filter(contains).min_by_key(|span| span.len()).cloned()
    }

    /// Returns true if a fault is at one of these lines.
    pub(super) fn has(&self, fault: &Fault, lines: &Range<usize>) -> bool {
        let at = self.faults.get(fault).map_or(&[][..], Vec::as_slice);
        at.get(at.partition_point(|at| *at < lines.start)).is_some_and(|at| lines.contains(at))
    }

    /// Returns the innermost table of HTML that a line is in, if it is no deeper inside of others than is looked at.
    pub(super) fn table_over(&self, line: usize) -> Option<&HtmlTable> {
        let first = self.html_tables.partition_point(|table| table.lines.end <= line);
        self.html_tables[first..].iter().take(MOST_LEVELS).find(|table| table.lines.contains(&line))
    }

    /// Returns the number of times that a fault is there.
    pub(super) fn count(&self, fault: &Fault) -> usize {
        self.faults.get(fault).map_or(0, Vec::len)
    }
}

/// Returns the heading that begins at a line, with all its lines. So does the bold first line of a paragraph: readers see it
/// over the rest.
fn heading<'a>(lines: &Lines<'a>, at: usize, class: Line) -> Option<&'a str> {
    let first = lines.text(at..at + 1);
    match class {
        Line::Start(Kind::Heading) => {
            let end = (at + 1..lines.len()).find(|at| lines.line(*at) != Some(Line::Inside(Kind::Heading)));
            Some(lines.text(at..end.unwrap_or(lines.len())))
        }
        Line::Start(Kind::Text) => (headings::likeness(first) == Some(headings::BOLD)).then_some(first),
        _ => None,
    }
}

/// Returns the label that a line defines for links or a footnote.
fn label(line: &str, class: Line) -> Option<String> {
    if matches!(class, Line::Start(Kind::Code) | Line::Inside(Kind::Code)) {
        return None;
    }
    let line = unquoted(line).1.trim_start();
    if !line.starts_with('[') {
        return None;
    }
    let (label, _) = line[1..].split_once("]:")?;
    (!label.is_empty() && !label.contains([']', '['])).then(|| label.to_lowercase())
}
