//! Matching of a query against texts that are not in the index, such as a page as one reader sees it.
//!
//! A text matches by the same rule as the entries of the index, so content that it does not have cannot influence the
//! result: neither the match nor the excerpts. Texts are not ranked here; the index ranks.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quire_model::ids::SpaceId;
use tantivy::Term;

use super::FoundSection;
use super::plan::Plan;
use super::units::{Role, Source, Unit};
use crate::error::Error;
use crate::fields::Searched;
use crate::index::{Page, Shared, Snapshot, guarded};
use crate::sections::Section;
use crate::snippet::Marker;
use crate::words::{Singles, Stems, tokens};

/// An evaluated query with the snapshot of the index that it was evaluated on.
#[derive(Clone)]
pub struct EvaluatedQuery {
    pub(super) plan: Arc<Plan>,
    pub(super) shared: Arc<Shared>,
    pub(super) snapshot: Arc<Snapshot>,
}

impl std::fmt::Debug for EvaluatedQuery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asked").field("plan", &self.plan).finish_non_exhaustive()
    }
}

impl EvaluatedQuery {
    /// Returns the mark of a space in the snapshot that gave the result.
    pub fn mark(&self, space: SpaceId) -> Result<Option<String>, Error> {
        guarded(|| self.snapshot.mark(space).map_err(|error| Error::reading(&error)))
    }

    /// Returns at most `most` matching sections of a page, those with the most occurrences first; `None` if the page
    /// does not match. The list is empty if only the title matches.
    pub fn sections(&self, page: &Page<'_>, most: usize) -> Option<Vec<FoundSection>> {
        let stems = Stems::of(page.language);
        let texts = |n: usize| Texts::of(page, &page.sections[n], n == 0);
        let wanted = QueryTerms::of(&self.plan);
        let mut fitting: Vec<(usize, usize)> = Vec::new();
        for n in 0..page.sections.len() {
            let words = texts(n).words(&wanted, stems.as_ref());
            if fits(&self.plan, &words) {
                fitting.push((words.own, n));
            }
        }
        if fitting.is_empty() {
            return None;
        }
        fitting.retain(|(own, _)| *own > 0);
        fitting.sort_by_key(|(own, _)| Reverse(*own));
        let marker = Marker::new(&self.plan.marks, stems, &self.shared.stems);
        Some(fitting.into_iter().take(most).map(|(_, n)| texts(n).shown(&marker)).collect())
    }
}

/// The texts of a section in the form of an index entry.
struct Texts<'a> {
    section: &'a Section,
    is_first: bool,
    title: &'a str,
    body: Cow<'a, str>,
}

impl<'a> Texts<'a> {
    fn of(page: &Page<'a>, section: &'a Section, is_first: bool) -> Self {
        let body = match is_first && !page.description.is_empty() {
            true => Cow::Owned([page.description, &section.body].map(str::trim).join("\n")),
            false => Cow::Borrowed(section.body.trim()),
        };
        Self { section, is_first, title: page.title, body }
    }

    fn words(&self, wanted: &QueryTerms<'_>, stems: Option<&Stems>) -> Words {
        let mut words = Words::default();
        let title = if self.is_first { Searched::Title } else { Searched::Context };
        words.add(title, self.title, wanted, stems);
        words.own = 0;
        words.add(Searched::Heading, &self.section.heading, wanted, stems);
        words.add(Searched::Body, &self.body, wanted, stems);
        words.add(Searched::Code, &self.section.code, wanted, stems);
        words
    }

    fn shown(&self, marker: &Marker<'_>) -> FoundSection {
        FoundSection {
            anchor: self.section.anchor.clone(),
            heading: marker.whole(&self.section.heading),
            snippet: marker.best_of(&self.body, &self.section.code),
            score: 0.0,
        }
    }
}

/// The terms of a plan; other words of a text are ignored.
struct QueryTerms<'a>(HashSet<&'a str>);

impl<'a> QueryTerms<'a> {
    fn of(plan: &'a Plan) -> Self {
        let sources = plan.units.iter().flat_map(|unit| &unit.sources);
        Self(sources.flat_map(|source| &source.terms).filter_map(|it| text_of(&it.term)).collect())
    }
}

/// The positions of a plan's terms in a text, by the field that they would be in.
#[derive(Default)]
struct Words {
    places: HashMap<(Searched, String), Vec<usize>>,
    /// The number of occurrences in the section itself, without the title.
    own: usize,
}

impl Words {
    fn add(&mut self, field: Searched, text: &str, wanted: &QueryTerms<'_>, stems: Option<&Stems>) {
        let is_text = matches!(field, Searched::Body | Searched::Code);
        for token in tokens(text, Singles::Every) {
            let stem = stems.filter(|_| token.is_word).map(|stems| stems.stem(&token.text));
            if let (Some(stem), Some(field)) = (stem.filter(|stem| wanted.0.contains(stem.as_str())), field.stems()) {
                self.put(field, stem, token.position);
            }
            if wanted.0.contains(token.text.as_str()) {
                if is_text {
                    self.put(Searched::Glyphs, token.text.clone(), token.position);
                }
                self.put(field, token.text, token.position);
            }
        }
    }

    fn put(&mut self, field: Searched, term: String, position: usize) {
        self.own += 1;
        self.places.entry((field, term)).or_default().push(position);
    }

    fn at(&self, field: Searched, term: &str) -> &[usize] {
        self.places.get(&(field, term.to_owned())).map_or(&[], Vec::as_slice)
    }
}

fn text_of(term: &Term) -> Option<&str> {
    std::str::from_utf8(term.serialized_value_bytes()).ok()
}

/// Returns true if a text satisfies the conditions of a plan.
fn fits(plan: &Plan, words: &Words) -> bool {
    let count = |role| plan.units.iter().filter(|unit| unit.role == role && is_in(unit, words)).count();
    let (phrases, found) = (count(Role::Phrase), count(Role::Word));
    phrases >= plan.phrases && found >= plan.words && phrases + found > 0
}

fn is_in(unit: &Unit, words: &Words) -> bool {
    unit.sources.iter().any(|source| stands(source, words))
}

/// Returns true if the terms of a source occur at their relative positions.
fn stands(source: &Source, words: &Words) -> bool {
    let mut starts: Option<HashSet<usize>> = None;
    for term in &source.terms {
        let Some(text) = text_of(&term.term) else { return false };
        let places = words.at(source.field, text).iter().filter_map(|place| place.checked_sub(term.distance));
        let places: HashSet<usize> =
            places.filter(|place| starts.as_ref().is_none_or(|it| it.contains(place))).collect();
        starts = Some(places);
    }
    starts.is_some_and(|starts| !starts.is_empty())
}
