//! The construction of results from ranked pages.

use quire_model::language::Language;

use super::pages::{Hit, Pages, Ranked};
use super::{EvaluatedQuery, Found, FoundPage, FoundSection, FoundSpace, FoundSpaces, Window};
use crate::index::Texts;
use crate::snippet::Marker;
use crate::words::Stems;

/// Returns the window of all pages.
pub(super) fn of(asked: EvaluatedQuery, found: Pages, window: Window) -> tantivy::Result<Found> {
    let total = found.total();
    let all = found.into_groups().into_iter().flat_map(|group| group.best);
    let wanted = all.skip(window.offset).take(window.limit);
    let mut markers = Markers::new(&asked);
    let pages = wanted.map(|ranked| markers.page(&ranked, window.sections));
    let pages = pages.collect::<tantivy::Result<_>>()?;
    Ok(Found { pages, total, asked: Some(asked) })
}

/// Returns the window of spaces, the one with the best page first.
pub(super) fn by_space(asked: EvaluatedQuery, found: Pages, window: Window) -> tantivy::Result<FoundSpaces> {
    let groups = found.into_groups();
    let total = groups.len();
    let wanted = groups.into_iter().skip(window.offset).take(window.limit);
    let mut markers = Markers::new(&asked);
    let spaces = wanted.filter_map(|group| {
        let pages = group.best.iter().map(|ranked| markers.page(ranked, window.sections));
        let pages = pages.collect::<tantivy::Result<_>>();
        group.space.map(|space| Ok(FoundSpace { space, pages: pages?, total: group.total }))
    });
    let spaces = spaces.collect::<tantivy::Result<_>>()?;
    Ok(FoundSpaces { spaces, total, asked: Some(asked) })
}

/// The highlighting of one query, by the languages of the texts.
struct Markers<'a> {
    asked: &'a EvaluatedQuery,
    by_language: Vec<(Option<&'static str>, Marker<'a>)>,
}

impl<'a> Markers<'a> {
    fn new(asked: &'a EvaluatedQuery) -> Self {
        Self { asked, by_language: Vec::new() }
    }

    fn of(&mut self, language: Option<Language>) -> &Marker<'a> {
        let stems = language.and_then(Stems::of);
        let name = stems.as_ref().map(Stems::language);
        let known = self.by_language.iter().position(|(known, _)| *known == name);
        let at = known.unwrap_or_else(|| {
            self.by_language.push((name, Marker::new(&self.asked.plan.marks, stems, &self.asked.shared.stems)));
            self.by_language.len() - 1
        });
        &self.by_language[at].1
    }

    fn page(&mut self, ranked: &Ranked, most: usize) -> tantivy::Result<FoundPage> {
        let mut sections: Vec<FoundSection> = Vec::new();
        for hit in &ranked.hits {
            if sections.len() >= most {
                break;
            }
            let texts = self.asked.snapshot.texts(hit.segment, hit.doc)?;
            if sections.iter().all(|known| known.anchor.as_deref().unwrap_or_default() != texts.texts[0]) {
                sections.push(self.section(hit, texts));
            }
        }
        Ok(FoundPage { space: ranked.space, page: ranked.page, score: ranked.score, sections })
    }

    fn section(&mut self, hit: &Hit, Texts { texts, language }: Texts) -> FoundSection {
        let [anchor, heading, body, code] = texts;
        let marker = self.of(language);
        FoundSection {
            heading: marker.whole(&heading),
            snippet: marker.best_of(&body, &code),
            anchor: (!anchor.is_empty()).then_some(anchor),
            score: hit.score,
        }
    }
}
