//! Construction of units: words, identifiers, phrases and glyphs as weighted lookups.

use std::sync::Arc;

use tantivy::Term;

use super::Way;
use crate::fields::{Fields, Searched};
use crate::index::{Expansion, Length, Place, Snapshot, entries_with, errors, prefixed};
use crate::snippet::Marks;
use crate::words::{Compound, Part, Stems, pair, plain};

/// The weights of forms relative to the word as it was typed.
const BARE: f32 = 0.8;
const STEM: f32 = 0.5;
const PREFIXED: f32 = 0.4;
const ERROR: f32 = 0.4;
const WHOLE: f32 = 1.5;
const FLAG: f32 = 1.5;
/// A word is common if it occurs in more than 1/`COMMON` of the entries, in an index of more than `MANY` entries.
const COMMON: u64 = 4;
const MANY: u64 = 40;
/// The lengths in characters from which words are matched with an error, and from which as prefixes.
const SHORTEST_WRONG: usize = 4;
const SHORTEST_PREFIX: usize = 2;
/// The most words of a query that are matched with an error, which costs more than all else: with more unknown words, it
/// is no typing error.
const MOST_WRONG: usize = 8;
/// The number of entries from which on a word that is there as it was typed counts as right.
const WELL_KNOWN: u64 = 10;

/// A part of a query that is looked up as one thing.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) sources: Vec<Source>,
    /// The inverse document frequency, the most that the unit can add to a score.
    pub(super) idf: f32,
    pub(super) role: Role,
    /// Units of the plan without which this one does not occur, so that it is not looked for elsewhere.
    pub(super) only_with: Option<[usize; 2]>,
}

/// The effect of a unit on matching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A phrase, which must occur.
    Phrase,
    /// A word, most of which must occur.
    Word,
    /// A very common word, which may be missing.
    Common,
    /// A bonus, which only improves the score.
    Bonus,
}

/// A lookup of a unit in one field.
#[derive(Debug, Clone)]
pub(super) struct Source {
    pub(super) field: Searched,
    /// A single term, or the terms of a phrase.
    pub(super) terms: Vec<SourceTerm>,
    pub(super) weight: f32,
}

/// A term to look up.
#[derive(Debug, Clone)]
pub(super) struct SourceTerm {
    /// The position relative to that of the first one.
    pub(super) distance: usize,
    pub(super) term: Term,
    /// The place of its postings in each segment.
    pub(super) places: Arc<[Option<Place>]>,
}

/// The builder of a query's units.
pub(super) struct Maker<'a> {
    fields: &'a Fields,
    snapshot: &'a Snapshot,
    way: Way,
    /// The number of the current clause.
    clause: usize,
    pub(super) marks: Marks,
    /// The number of words that may still be matched with an error.
    errors: usize,
}

/// Returns a word and, if it has accents, the word without them.
pub(super) fn forms(word: &str) -> impl Iterator<Item = String> {
    [Some(word.to_owned()), plain(word)].into_iter().flatten()
}

impl<'a> Maker<'a> {
    pub(super) fn new(fields: &'a Fields, snapshot: &'a Snapshot, way: Way) -> Self {
        Self { fields, snapshot, way, clause: 0, marks: Marks::default(), errors: MOST_WRONG }
    }

    /// Returns the stems of the languages in the index.
    pub(super) fn stems(&self) -> &'a [Stems] {
        &self.snapshot.stems
    }

    /// Makes the unit of a phrase, which must occur as it is.
    pub(super) fn phrase(&mut self, terms: &[(usize, String)]) -> tantivy::Result<Unit> {
        self.clause += 1;
        let mut unit = self.unit(Role::Phrase);
        self.add_phrase(&mut unit, terms, &Searched::TEXTS, 1.0)?;
        unit.idf = self.idf_of_phrase(terms);
        terms.iter().for_each(|(_, term)| self.mark(term));
        Ok(unit)
    }

    /// Adds the units of a word or an identifier; the last one of a query may be a prefix.
    pub(super) fn word(&mut self, compound: &Compound, is_last: bool, units: &mut Vec<Unit>) -> tantivy::Result<()> {
        self.clause += 1;
        let mut unit = self.unit(Role::Word);
        let (main, is_single) = match &compound.whole {
            Some(whole) => (whole.as_str(), false),
            None => (compound.parts[0].text.as_str(), true),
        };
        self.add_word(&mut unit, main, if is_single { 1.0 } else { WHOLE })?;
        if let Some(flag) = &compound.flag {
            self.add_term(&mut unit, flag, FLAG)?;
        }
        if compound.parts.len() > 1 {
            let parts: Vec<_> = compound.parts.iter().map(|part| part.text.clone()).enumerate().collect();
            self.add_phrase(&mut unit, &parts, &Searched::TEXTS, 1.0)?;
            unit.idf = unit.idf.max(self.idf_of_phrase(&parts));
            parts.iter().for_each(|(_, part)| self.mark(part));
        }
        self.expand(&mut unit, main, is_last)?;
        if !is_single && self.way == Way::Loose {
            unit.role = Role::Bonus;
            for part in &compound.parts {
                let mut unit = self.unit(Role::Word);
                self.add_word(&mut unit, &part.text, 1.0)?;
                self.expand(&mut unit, &part.text, false)?;
                units.push(unit);
            }
        }
        units.push(unit);
        Ok(())
    }

    /// Adds the units of glyphs: their sequence or, in loose evaluation, their pairs.
    pub(super) fn glyphs(&mut self, glyphs: &[Part], units: &mut Vec<Unit>) -> tantivy::Result<()> {
        self.clause += 1;
        let pairs: Vec<_> = glyphs.windows(2).map(pair).enumerate().collect();
        let mut unit = self.unit(Role::Word);
        if pairs.is_empty() {
            let glyph = &glyphs[0].text;
            for field in [Searched::Title, Searched::Heading, Searched::Context, Searched::Glyphs] {
                self.add(&mut unit, field, &[(0, glyph.clone())], 1.0)?;
            }
            self.mark(glyph);
        } else {
            self.add_phrase(&mut unit, &pairs, &Searched::TEXTS, 1.0)?;
            unit.idf = self.idf_of_phrase(&pairs) * (pairs.len() as f32).sqrt();
            pairs.iter().for_each(|(_, pair)| self.mark(pair));
        }
        if pairs.len() > 1 && self.way == Way::Loose {
            unit.role = Role::Bonus;
            for (_, pair) in &pairs {
                let mut unit = self.unit(Role::Word);
                self.add_term(&mut unit, pair, 1.0)?;
                unit.idf /= (pairs.len() as f32).sqrt();
                units.push(unit);
            }
        }
        units.push(unit);
        Ok(())
    }

    /// Makes a unit that only improves the score of matching sections, if its terms occur.
    pub(super) fn bonus(
        &self,
        terms: &[(usize, String)],
        fields: &[Searched],
        idf: f32,
    ) -> tantivy::Result<Option<Unit>> {
        let mut unit = self.unit(Role::Bonus);
        // The weight is high enough for one occurrence to reach nearly the whole bonus.
        let is_name = matches!(fields, [Searched::Name | Searched::TitleName]);
        let weight = if is_name { 20.0 } else { 1.0 };
        self.add_phrase(&mut unit, terms, fields, weight)?;
        unit.idf = idf;
        Ok((!unit.sources.is_empty()).then_some(unit))
    }

    /// Returns the inverse document frequency of a term in the field that has it most often.
    pub(super) fn idf_of(&self, term: &str) -> f32 {
        self.idf(self.entries_with(term))
    }

    fn unit(&self, role: Role) -> Unit {
        Unit { sources: Vec::new(), idf: 0.0, role, only_with: None }
    }

    fn term(&self, field: Searched, text: &str) -> Term {
        Term::from_field_text(self.fields.get(field), text)
    }

    /// Returns the number of entries with a term; 0 if the files cannot be read, which is
    /// reported when they are searched.
    fn count(&self, term: &Term) -> u64 {
        self.snapshot.places(term).map_or(0, |places| entries_with(&places))
    }

    /// Returns the number of entries with a word in the field that has it most often.
    fn entries_with(&self, word: &str) -> u64 {
        Searched::TEXTS.into_iter().map(|field| self.count(&self.term(field, word))).max().unwrap_or(0)
    }

    fn idf(&self, count: u64) -> f32 {
        let all = self.snapshot.entries.max(count) as f32;
        let count = count as f32;
        (1.0 + (all - count + 0.5) / (count + 0.5)).ln()
    }

    fn idf_of_phrase(&self, terms: &[(usize, String)]) -> f32 {
        terms.iter().map(|(_, term)| self.idf_of(term)).fold(0.0, f32::max) * if terms.len() > 1 { 1.2 } else { 1.0 }
    }

    fn mark(&mut self, term: &str) {
        self.marks.terms.insert(term.to_owned(), self.clause);
    }

    /// Adds the lookups of a word, of the word without accents, and of its stems.
    fn add_word(&mut self, unit: &mut Unit, word: &str, weight: f32) -> tantivy::Result<()> {
        self.add_term(unit, word, weight)?;
        if let Some(bare) = plain(word) {
            self.add_term(unit, &bare, weight * BARE)?;
        }
        for stems in &self.snapshot.stems {
            let stem = stems.stem(word);
            for field in Searched::TEXTS.into_iter().filter_map(Searched::stems) {
                self.add(unit, field, &[(0, stem.clone())], weight * STEM)?;
            }
            self.marks.stems.insert(stem, self.clause);
        }
        Ok(())
    }

    fn add_term(&mut self, unit: &mut Unit, term: &str, weight: f32) -> tantivy::Result<()> {
        self.mark(term);
        self.add_phrase(unit, &[(0, term.to_owned())], &Searched::TEXTS, weight)
    }

    fn add_phrase(
        &self,
        unit: &mut Unit,
        terms: &[(usize, String)],
        fields: &[Searched],
        weight: f32,
    ) -> tantivy::Result<()> {
        fields.iter().try_for_each(|field| self.add(unit, *field, terms, weight))
    }

    /// Adds a lookup of terms in a field, if all of them occur there.
    fn add(&self, unit: &mut Unit, field: Searched, terms: &[(usize, String)], weight: f32) -> tantivy::Result<()> {
        let mut found = Vec::with_capacity(terms.len());
        let mut fewest = u64::MAX;
        for (distance, text) in terms {
            let term = self.term(field, text);
            let places = self.snapshot.places(&term)?;
            fewest = fewest.min(entries_with(&places));
            found.push(SourceTerm { distance: *distance, term, places });
        }
        if fewest > 0 {
            let idf = self.idf(fewest);
            // A word is as significant as its most frequent form.
            unit.idf = if unit.sources.is_empty() { idf } else { unit.idf.min(idf) };
            if found.len() == 1 && unit.role == Role::Word && self.is_common(fewest) {
                unit.role = Role::Common;
            }
            unit.sources.push(Source { field, terms: found, weight: weight * field.weight() });
        }
        Ok(())
    }

    fn is_common(&self, count: u64) -> bool {
        let all = self.snapshot.entries;
        all > MANY && count > all / COMMON
    }

    /// Adds lookups of words with this prefix, and of words within one edit.
    fn expand(&mut self, unit: &mut Unit, word: &str, is_last: bool) -> tantivy::Result<()> {
        let length = word.chars().count();
        if is_last && length >= SHORTEST_PREFIX {
            self.add_expansions(unit, &prefixed(self.fields, self.snapshot, word)?, PREFIXED);
        }
        let may_be_wrong = self.way == Way::Loose && self.errors > 0 && length >= SHORTEST_WRONG;
        if may_be_wrong && self.entries_with(word) < WELL_KNOWN {
            self.errors -= 1;
            let mut found = errors(self.fields, self.snapshot, word, Length::Whole)?;
            if is_last && found.is_empty() {
                found = errors(self.fields, self.snapshot, word, Length::Beginning)?;
            }
            self.add_expansions(unit, &found, ERROR);
        }
        Ok(())
    }

    fn add_expansions(&mut self, unit: &mut Unit, found: &[Expansion], weight: f32) {
        if unit.sources.is_empty() {
            unit.idf = self.idf(found.iter().map(|it| it.count).sum());
        }
        for Expansion { term, field, places, .. } in found {
            self.mark(term);
            let terms = vec![SourceTerm { distance: 0, term: self.term(*field, term), places: Arc::clone(places) }];
            unit.sources.push(Source { field: *field, terms, weight: weight * field.weight() });
        }
    }
}
