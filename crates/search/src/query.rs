//! Queries: parsing and evaluation.
//!
//! Every text is a query. Words between quotes are a phrase, which must occur as it is; everything else is words, the
//! last of which may be a prefix. A query is first evaluated strictly, with all of its words. If that finds too few
//! pages, typing errors are tolerated and some words may be missing.

mod accepted;
mod answer;
mod asked;
mod cursors;
mod evaluate;
mod pages;
mod plan;
mod units;

use std::collections::HashSet;
use std::sync::Arc;

use quire_content::hash::Hash;
use quire_content::id::PageId;
use quire_model::ids::SpaceId;

use crate::error::Error;
use crate::fields::Fields;
use crate::index::{Index, Shared, Snapshot, guarded};
use crate::snippet::Marked;
use crate::words::{Compound, Part, Run, pair, runs};

pub use asked::EvaluatedQuery;

use pages::{Gather, Keep, Pages};
use plan::Plan;

/// The most words and phrases of a query; further ones are ignored.
const MOST_CLAUSES: usize = 32;
/// The number of pages below which a strictly evaluated query is evaluated loosely.
const FEW: usize = 3;

/// A query, parsed into clauses.
#[derive(Debug, Clone, Default)]
pub struct Query {
    clauses: Vec<Clause>,
    /// The whole text, which may be a title or a heading.
    text: String,
}

#[derive(Debug, Clone)]
enum Clause {
    /// Tokens with their relative positions; at least one.
    Phrase(Vec<(usize, String)>),
    Word(Compound),
    Glyphs(Vec<Part>),
}

/// The set of spaces to search. Creating one is linear in the number of spaces; it can be reused.
#[derive(Debug, Clone, Default)]
pub struct Scope(HashSet<SpaceId>);

impl Scope {
    /// Returns true if a space belongs to the scope.
    pub fn has(&self, space: SpaceId) -> bool {
        self.0.contains(&space)
    }
}

impl FromIterator<SpaceId> for Scope {
    fn from_iter<I: IntoIterator<Item = SpaceId>>(spaces: I) -> Self {
        Self(spaces.into_iter().collect())
    }
}

/// A filter on the pages within a scope.
#[derive(Clone, Copy)]
pub struct Visible<'a> {
    accepts: &'a dyn Fn(SpaceId, PageId) -> bool,
    name: Option<Hash>,
}

impl<'a> Visible<'a> {
    /// Creates a filter. It is called for matching pages before anything of them is counted, perhaps more than once.
    pub fn new(accepts: &'a dyn Fn(SpaceId, PageId) -> bool) -> Self {
        Self { accepts, name: None }
    }

    /// Gives the filter a name, if there is one: filters with the same name accept the same pages, so that a page need
    /// not be asked for again in another search.
    #[must_use]
    pub fn named(self, name: Option<Hash>) -> Self {
        Self { name, ..self }
    }
}

/// The part of the ranked pages or spaces to return.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// The number of results to skip.
    pub offset: usize,
    /// The most results to return.
    pub limit: usize,
    /// The most sections of each page.
    pub sections: usize,
}

/// The result of a search.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// The pages of the window, best first.
    pub pages: Vec<FoundPage>,
    /// The number of all matching pages.
    pub total: usize,
    /// The evaluated query, to match other texts against; `None` for an empty query.
    pub asked: Option<EvaluatedQuery>,
}

/// The result of a search by space.
#[derive(Debug, Clone, Default)]
pub struct FoundSpaces {
    /// The spaces of the window, best first.
    pub spaces: Vec<FoundSpace>,
    /// The number of all spaces with matching pages.
    pub total: usize,
    /// The evaluated query, to match other texts against; `None` for an empty query.
    pub asked: Option<EvaluatedQuery>,
}

/// A space with matching pages.
#[derive(Debug, Clone)]
pub struct FoundSpace {
    /// The identifier of the space.
    pub space: SpaceId,
    /// The best matching pages of the space, best first.
    pub pages: Vec<FoundPage>,
    /// The number of all matching pages of the space.
    pub total: usize,
}

/// A page that matches a query.
#[derive(Debug, Clone)]
pub struct FoundPage {
    /// The space of the page.
    pub space: SpaceId,
    /// The identifier of the page.
    pub page: PageId,
    /// The score, comparable within one result.
    pub score: f32,
    /// The best matching sections, best first.
    pub sections: Vec<FoundSection>,
}

/// A section that matches a query.
#[derive(Debug, Clone)]
pub struct FoundSection {
    /// The anchor of the heading; `None` before the first heading.
    pub anchor: Option<String>,
    /// The heading with highlights; empty before the first heading.
    pub heading: Marked,
    /// An excerpt of the text, or of the code if only that matches.
    pub snippet: Marked,
    /// The score of the section; 0 from [`EvaluatedQuery::sections`].
    pub score: f32,
}

impl Window {
    fn end(self) -> usize {
        self.offset.saturating_add(self.limit)
    }
}

impl Query {
    /// Parses a text as a query.
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
        Self { clauses, text: text.to_owned() }
    }

    /// Returns true if the query has no words, so that it matches nothing.
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }
}

/// Returns the texts before, in and after the first pair of quotes.
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

/// Returns the tokens that a sequence of runs has in a text, with their relative positions. A single glyph at either
/// end is left out, since it may be part of a longer run there.
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

/// The mode of evaluating a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Strict,
    Loose,
}

/// The pages that a query may return.
pub(crate) struct SearchablePages<'a> {
    pub(crate) scope: &'a Scope,
    pub(crate) visible: Visible<'a>,
}

impl Index {
    /// Returns the pages within a scope that match a query. [`Error::Damaged`] if the files turn out to be damaged.
    pub fn search(&self, query: &Query, scope: &Scope, window: Window) -> Result<Found, Error> {
        self.search_visible(query, scope, window, Visible::new(&|_, _| true))
    }

    /// Returns the pages within a scope that match a query and that `visible` accepts. The others
    /// affect neither order nor total.
    pub fn search_visible(
        &self,
        query: &Query,
        scope: &Scope,
        window: Window,
        visible: Visible<'_>,
    ) -> Result<Found, Error> {
        let snapshot = self.snapshot();
        guarded(|| search(&self.shared, &snapshot, query, &SearchablePages { scope, visible }, window))
    }

    /// Returns the spaces in which a query matches pages, the one with the best page first, each with at most `pages`
    /// pages. The window counts spaces.
    pub fn search_spaces(
        &self,
        query: &Query,
        scope: &Scope,
        window: Window,
        pages: usize,
        visible: Visible<'_>,
    ) -> Result<FoundSpaces, Error> {
        let snapshot = self.snapshot();
        let seen = SearchablePages { scope, visible };
        guarded(|| search_spaces(&self.shared, &snapshot, query, &seen, window, pages))
    }
}

/// Evaluates a query and returns the window of matching pages.
fn search(
    shared: &Arc<Shared>,
    snapshot: &Arc<Snapshot>,
    query: &Query,
    seen: &SearchablePages<'_>,
    window: Window,
) -> Result<Found, Error> {
    let keep = Keep { by: Gather::All, most: window.end(), sections: window.sections };
    let found = tried(&shared.fields, snapshot, query, seen, keep).and_then(|found| match found {
        Some((plan, pages)) => answer::of(asked(plan, shared, snapshot), pages, window),
        None => Ok(Found::default()),
    });
    found.map_err(|error| Error::reading(&error))
}

/// Evaluates a query and returns the window of spaces with matching pages.
fn search_spaces(
    shared: &Arc<Shared>,
    snapshot: &Arc<Snapshot>,
    query: &Query,
    seen: &SearchablePages<'_>,
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

fn asked(plan: Plan, shared: &Arc<Shared>, snapshot: &Arc<Snapshot>) -> EvaluatedQuery {
    EvaluatedQuery { plan: Arc::new(plan), shared: Arc::clone(shared), snapshot: Arc::clone(snapshot) }
}

/// Returns the pages of the strict evaluation, or of the loose one if the strict one finds too few.
fn tried(
    fields: &Fields,
    snapshot: &Snapshot,
    query: &Query,
    seen: &SearchablePages<'_>,
    keep: Keep,
) -> tantivy::Result<Option<(Plan, Pages)>> {
    if query.is_empty() {
        return Ok(None);
    }
    for way in [Way::Strict, Way::Loose] {
        let plan = plan::of(fields, snapshot, query, way)?;
        let found = evaluate::pages(snapshot, &plan, seen, keep)?;
        if found.total() >= FEW || way == Way::Loose {
            return Ok(Some((plan, found)));
        }
    }
    Ok(None)
}
