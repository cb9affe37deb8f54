//! The report of a conversion: what was mapped, kept and dropped, page by page.

use std::collections::BTreeMap;

/// The most parts that one page lists of each class; further ones are only counted.
const MOST_PARTS: usize = 100;

/// The report of one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageReport {
    /// The path or name of the page in the source.
    pub source: String,
    /// The path of the Markdown file; empty for what is no page.
    pub path: String,
    /// The number of parts that were mapped, by kind: `heading`, `list`, `table`, `code`, `hint`, `image`, `link`, ….
    pub mapped: BTreeMap<&'static str, Count>,
    /// The parts that have no counterpart and were kept as text or as a file.
    pub kept: Vec<Part>,
    /// The parts that were dropped.
    pub dropped: Vec<Part>,
    /// The number of parts that were kept or dropped and are not listed.
    pub unlisted: usize,
    /// The identifier that the source gave to the page, with the kind of source; `None` if it gives none.
    pub identifier: Option<String>,
}

/// A number of parts.
pub type Count = usize;

/// A part of a page that was kept as text or file, or dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The kind of the part, such as `a macro of Confluence`.
    pub what: String,
    /// The place: the heading before it, a line, a name, or the beginning of its text; may be empty.
    pub place: String,
}

impl PageReport {
    /// Creates a report without parts.
    pub fn new(source: impl Into<String>, path: impl Into<String>) -> Self {
        Self { source: source.into(), path: path.into(), ..Self::default() }
    }

    /// Returns true if no part was kept or dropped.
    pub(crate) fn is_silent(&self) -> bool {
        self.kept.is_empty() && self.dropped.is_empty()
    }

    /// Counts a part that was mapped.
    pub fn mapped(&mut self, kind: &'static str) {
        *self.mapped.entry(kind).or_default() += 1;
    }

    /// Lists a part that was kept as text or file.
    pub fn keep(&mut self, what: impl Into<String>, place: impl Into<String>) {
        let part = Part { what: what.into(), place: short(place) };
        if self.kept.len() < MOST_PARTS { self.kept.push(part) } else { self.unlisted += 1 }
    }

    /// Lists a part that was dropped.
    pub fn drop(&mut self, what: impl Into<String>, place: impl Into<String>) {
        let part = Part { what: what.into(), place: short(place) };
        if self.dropped.len() < MOST_PARTS { self.dropped.push(part) } else { self.unlisted += 1 }
    }
}

/// Returns the beginning of a place, on one line.
fn short(place: impl Into<String>) -> String {
    const CHARS: usize = 120;
    let place = quire_content::title::one_line(&crate::literal::plain(&place.into()));
    if place.chars().count() <= CHARS { place } else { place.chars().take(CHARS).chain(['…']).collect() }
}
