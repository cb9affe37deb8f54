//! Queries: what people type, and what it finds.
//!
//! Every text is a query. Words between quotes are a phrase, which has to stand as it is; everything else is words,
//! and the last of them may be the beginning of one. A query is tried strictly first, with all of its words. If that
//! finds next to nothing, typing errors are allowed for, and some words may be missing.

mod answer;
mod asked;
mod evaluate;
mod expand;
mod pages;
mod plan;
mod units;

use std::collections::HashSet;
use std::sync::Arc;

use quire_content::id::PageId;
use quire_model::ids::SpaceId;

use crate::error::Error;
use crate::fields::Fields;
use crate::index::{Shared, Snapshot};
use crate::snippet::Marked;
use crate::words::{Compound, Part, Run, pair, runs};

pub use asked::Asked;
pub(crate) use evaluate::shares;
pub(crate) use plan::Marks;

use pages::{Gather, Keep, Pages};
use plan::Plan;

/// More words, or phrases, are ignored.
const MOST_CLAUSES: usize = 32;
/// If fewer pages are found strictly, the query is tried loosely.
const FEW: usize = 3;

/// What somebody looks for.
#[derive(Debug, Clone, Default)]
pub struct Query {
    clauses: Vec<Clause>,
    /// All of it as the name of a heading.
    name: Option<String>,
}

#[derive(Debug, Clone)]
enum Clause {
    /// Tokens at their distances; at least one.
    Phrase(Vec<(usize, String)>),
    Word(Compound),
    Glyphs(Vec<Part>),
}

/// The spaces in which something may be found. Making one costs as much as it has spaces; it may be used many times.
#[derive(Debug, Clone, Default)]
pub struct Scope(HashSet<SpaceId>);

impl Scope {
    /// Whether a space belongs to the scope.
    pub fn has(&self, space: SpaceId) -> bool {
        self.0.contains(&space)
    }
}

impl FromIterator<SpaceId> for Scope {
    fn from_iter<I: IntoIterator<Item = SpaceId>>(spaces: I) -> Self {
        Self(spaces.into_iter().collect())
    }
}

/// Which pages of the spaces in a scope may be found. It is asked once for a page that fits, before anything is counted.
pub type Visible<'a> = dyn Fn(SpaceId, PageId) -> bool + 'a;

/// Which of the pages or spaces that are found are wanted.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// How many are passed over.
    pub offset: usize,
    /// How many at most.
    pub limit: usize,
    /// How many sections of a page at most.
    pub sections: usize,
}

/// What was found.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// The pages of the window, best first.
    pub pages: Vec<FoundPage>,
    /// How many pages there are in all.
    pub total: usize,
    /// The question, to be asked of other texts; none where there was nothing to ask.
    pub asked: Option<Asked>,
}

/// The spaces in which something was found.
#[derive(Debug, Clone, Default)]
pub struct FoundSpaces {
    /// The spaces of the window, best first.
    pub spaces: Vec<FoundSpace>,
    /// How many spaces there are in all.
    pub total: usize,
    /// The question, to be asked of other texts; none where there was nothing to ask.
    pub asked: Option<Asked>,
}

/// A space in which something was found.
#[derive(Debug, Clone)]
pub struct FoundSpace {
    /// The space.
    pub space: SpaceId,
    /// Its pages that fit best, best first.
    pub pages: Vec<FoundPage>,
    /// How many of its pages were found in all.
    pub total: usize,
}

/// A page that was found.
#[derive(Debug, Clone)]
pub struct FoundPage {
    /// Its space.
    pub space: SpaceId,
    /// The page.
    pub page: PageId,
    /// How well it fits; comparable within one answer.
    pub score: f32,
    /// The sections that fit best, best first.
    pub sections: Vec<FoundSection>,
}

/// A section that was found.
#[derive(Debug, Clone)]
pub struct FoundSection {
    /// The name of its heading in addresses; none before the first heading.
    pub anchor: Option<String>,
    /// Its heading; empty before the first one.
    pub heading: Marked,
    /// A piece of its text, or of its code where only that fits.
    pub snippet: Marked,
    /// How well it fits.
    pub score: f32,
}

impl Window {
    fn end(self) -> usize {
        self.offset.saturating_add(self.limit)
    }
}

impl Query {
    /// The query that a text is.
    pub fn parse(text: &str) -> Self {
        let mut clauses = Vec::new();
        let mut rest = text;
        while let Some((before, phrase, after)) = quoted(rest) {
            words(before, &mut clauses);
            clauses.extend(phrase_of(phrase));
            rest = after;
        }
        words(rest, &mut clauses);
        clauses.truncate(MOST_CLAUSES);
        Self { clauses, name: crate::index::name(text) }
    }

    /// Whether nothing can be found by it.
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }
}

/// What is before, in and after the first pair of quotes.
fn quoted(text: &str) -> Option<(&str, &str, &str)> {
    let is_quote = |c: char| matches!(c, '"' | '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}');
    let (before, after) = text.split_once(is_quote)?;
    let (phrase, after) = after.split_once(is_quote)?;
    Some((before, phrase, after))
}

fn words(text: &str, clauses: &mut Vec<Clause>) {
    clauses.extend(runs(text).into_iter().map(|run| match run {
        Run::Word(compound) => Clause::Word(compound),
        Run::Glyphs(glyphs) => Clause::Glyphs(glyphs),
    }));
}

fn phrase_of(text: &str) -> Option<Clause> {
    let runs = runs(text);
    if let [Run::Glyphs(glyphs)] = runs.as_slice()
        && glyphs.len() == 1
    {
        return Some(Clause::Glyphs(glyphs.clone()));
    }
    let terms = terms(&runs);
    (!terms.is_empty()).then_some(Clause::Phrase(terms))
}

/// The terms that stand for a row of runs in a text, with their places. A single glyph at either end may be part of
/// more glyphs there, so nothing is asked of it.
fn terms(runs: &[Run]) -> Vec<(usize, String)> {
    let mut terms = Vec::new();
    let mut position = 0;
    for (n, run) in runs.iter().enumerate() {
        match run {
            Run::Word(compound) => {
                let parts = compound.parts.iter().enumerate();
                terms.extend(parts.map(|(n, part)| (position + n, part.text.clone())));
                position += compound.parts.len();
            }
            Run::Glyphs(glyphs) if glyphs.len() == 1 => {
                let is_inside = n > 0 && n + 1 < runs.len();
                terms.extend(is_inside.then(|| (position, glyphs[0].text.clone())));
                position += 1;
            }
            Run::Glyphs(glyphs) => {
                terms.extend(glyphs.windows(2).enumerate().map(|(n, two)| (position + n, pair(two))));
                position += glyphs.len() - 1;
            }
        }
    }
    terms
}

/// How a query is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Strict,
    Loose,
}

/// The pages that a query may find.
pub(crate) struct Seen<'a> {
    pub(crate) scope: &'a Scope,
    pub(crate) visible: &'a Visible<'a>,
}

/// What a query finds.
pub(crate) fn search(
    shared: &Arc<Shared>,
    snapshot: &Arc<Snapshot>,
    query: &Query,
    seen: &Seen<'_>,
    window: Window,
) -> Result<Found, Error> {
    let keep = Keep { by: Gather::All, most: window.end(), sections: window.sections };
    let found = tried(&shared.fields, snapshot, query, seen, keep).and_then(|found| match found {
        Some((plan, pages)) => answer::of(asked(plan, shared, snapshot), pages, window),
        None => Ok(Found::default()),
    });
    found.map_err(|error| Error::reading(&error))
}

/// The spaces in which a query finds something.
pub(crate) fn search_spaces(
    shared: &Arc<Shared>,
    snapshot: &Arc<Snapshot>,
    query: &Query,
    seen: &Seen<'_>,
    window: Window,
    pages: usize,
) -> Result<FoundSpaces, Error> {
    let keep = Keep { by: Gather::BySpace, most: pages.max(1), sections: window.sections };
    let found = tried(&shared.fields, snapshot, query, seen, keep).and_then(|found| match found {
        Some((plan, found)) => answer::by_space(asked(plan, shared, snapshot), found, window),
        None => Ok(FoundSpaces::default()),
    });
    found.map_err(|error| Error::reading(&error))
}

fn asked(plan: Plan, shared: &Arc<Shared>, snapshot: &Arc<Snapshot>) -> Asked {
    Asked { plan: Arc::new(plan), shared: Arc::clone(shared), snapshot: Arc::clone(snapshot) }
}

/// The pages that the first way finds which finds enough, or the last.
fn tried(
    fields: &Fields,
    snapshot: &Snapshot,
    query: &Query,
    seen: &Seen<'_>,
    keep: Keep,
) -> tantivy::Result<Option<(Plan, Pages)>> {
    if query.is_empty() {
        return Ok(None);
    }
    for way in [Way::Strict, Way::Loose] {
        let plan = plan::of(fields, snapshot, query, way)?;
        let found = evaluate::pages(fields, snapshot, &plan, seen, keep)?;
        if found.total() >= FEW || way == Way::Loose {
            return Ok(Some((plan, found)));
        }
    }
    Ok(None)
}
