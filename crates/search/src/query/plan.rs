//! The plan of a query: its units, each of which is looked up as one thing (a word with its
//! forms, an identifier, a phrase).
//!
//! A plan uses statistics of the whole index, not of single segments.

use std::collections::HashSet;

use super::units::{Maker, Role, Source, Unit, forms};
use super::{Clause, Query, Way};
use crate::fields::{Fields, Searched};
use crate::index::{Snapshot, name, name_of_stems};
use crate::snippet::Marks;

/// The fraction of words that must occur in loose evaluation, as denominator and numerator.
const LOOSE_PART: (usize, usize) = (3, 1);
/// The most pairs of neighbouring words that get a bonus for adjacency.
const MOST_PAIRS: usize = 8;
/// The weights of bonuses: neighbouring words in the text, the query as a whole heading, and as the title of a page.
const PAIR: f32 = 0.6;
const NAME: Whole = Whole { typed: 1.2, stems: 0.4 };
const TITLE_NAME: Whole = Whole { typed: 3.0, stems: 2.7 };
/// The weight of the bonus for a word in the title of a page: a text that says it often outweighs one occurrence there.
const IN_TITLE: f32 = 0.45;

/// The weights of the bonuses for a query that is a whole heading or title.
struct Whole {
    typed: f32,
    /// The further bonus for the same words, also in other forms.
    stems: f32,
}

/// The plan of a query.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) units: Vec<Unit>,
    /// The number of words that must occur.
    pub(super) words: usize,
    /// The number of phrases, all of which must occur.
    pub(super) phrases: usize,
    /// The number of words, some of which may be missing.
    pub(super) of: usize,
    pub(super) marks: Marks,
    /// True if something required occurs nowhere in the index.
    pub(super) is_hopeless: bool,
}

/// Plans a query for strict or loose evaluation.
pub(super) fn of(fields: &Fields, snapshot: &Snapshot, query: &Query, way: Way) -> tantivy::Result<Plan> {
    let mut maker = Maker::new(fields, snapshot, way);
    let mut plan = Plan::default();
    let last = query.clauses.len().saturating_sub(1);
    let mut units_of = Vec::with_capacity(query.clauses.len());
    for (n, clause) in query.clauses.iter().enumerate() {
        match clause {
            Clause::Phrase(terms) => plan.units.push(maker.phrase(terms)?),
            Clause::Word(compound) => maker.word(compound, n == last, &mut plan.units)?,
            Clause::Glyphs(glyphs) => maker.glyphs(glyphs, &mut plan.units)?,
        }
        units_of.push(plan.units.len() - 1);
    }
    count(&mut plan, way);
    bonuses(&mut maker, query, &units_of, &mut plan)?;
    plan.marks = maker.marks;
    Ok(plan)
}

/// Sets the numbers of required words. Very common words may be missing, unless there are no others.
fn count(plan: &mut Plan, way: Way) {
    let counted = |plan: &Plan, role| plan.units.iter().filter(|unit| unit.role == role).count();
    if counted(plan, Role::Word) == 0 {
        let common = plan.units.iter_mut().filter(|unit| unit.role == Role::Common);
        common.for_each(|unit| unit.role = Role::Word);
    }
    plan.phrases = counted(plan, Role::Phrase);
    plan.of = counted(plan, Role::Word);
    plan.words = match way {
        Way::Strict => plan.of,
        Way::Loose => (plan.of * LOOSE_PART.1).div_ceil(LOOSE_PART.0),
    };
    let nowhere = |role| plan.units.iter().any(|unit| unit.role == role && unit.sources.is_empty());
    plan.is_hopeless = nowhere(Role::Phrase) || way == Way::Strict && nowhere(Role::Word) || plan.units.is_empty();
}

/// Adds units that only improve the score of matching sections. `units_of` has the unit of each clause.
fn bonuses(maker: &mut Maker<'_>, query: &Query, units_of: &[usize], plan: &mut Plan) -> tantivy::Result<()> {
    let total: f32 = plan.units.iter().map(|unit| unit.idf).sum();
    let words = plan.units.iter().enumerate().filter(|(_, unit)| unit.role == Role::Word);
    let of_titles: Vec<_> = words.filter_map(|(n, unit)| in_title(n, unit)).collect();
    plan.units.extend(of_titles);
    for (field, bonus) in [(Searched::Name, NAME), (Searched::TitleName, TITLE_NAME)] {
        if let Some(name) = name(&query.text) {
            plan.units.extend(maker.bonus(&[(0, name)], &[field], bonus.typed * total)?);
        }
        for name in maker.stems().iter().filter_map(|stems| name_of_stems(&query.text, *stems)) {
            plan.units.extend(maker.bonus(&[(0, name)], &[field], bonus.stems * total)?);
        }
    }
    let ends: Vec<_> = query.clauses.iter().map(ends).collect();
    let mut seen = HashSet::new();
    for (n, two) in ends.windows(2).enumerate().take(MOST_PAIRS) {
        let ([Some((_, left)), Some((right, _))], fields) = ([&two[0], &two[1]], &Searched::TEXTS) else { continue };
        if seen.insert((left, right)) {
            let idf = forms(left).chain(forms(right)).map(|form| maker.idf_of(&form)).fold(0.0, f32::max);
            let terms = [(0, left.clone()), (1, right.clone())];
            let is_single = [n, n + 1].into_iter().all(|n| is_single(&query.clauses[n]));
            let only_with = is_single.then(|| [units_of[n], units_of[n + 1]]);
            let bonus = maker.bonus(&terms, fields, PAIR * idf)?;
            plan.units.extend(bonus.map(|unit| Unit { only_with, ..unit }));
        }
    }
    Ok(())
}

/// Returns the bonus for a word in the title of a page, as it was typed or in another form; `None` if no title has it.
fn in_title(n: usize, unit: &Unit) -> Option<Unit> {
    let is_title = |source: &&Source| matches!(source.field, Searched::Title | Searched::TitleStems);
    let sources: Vec<_> = unit.sources.iter().filter(is_title).cloned().collect();
    let only_with = Some([n, n]);
    (!sources.is_empty()).then_some(Unit { role: Role::Bonus, idf: IN_TITLE * unit.idf, sources, only_with })
}

/// Returns true for a clause of one word, whose unit occurs wherever the word does.
fn is_single(clause: &Clause) -> bool {
    matches!(clause, Clause::Word(compound) if compound.parts.len() == 1 && compound.whole.is_none())
}

/// Returns the first and the last part of a word.
fn ends(clause: &Clause) -> Option<(String, String)> {
    let Clause::Word(compound) = clause else { return None };
    let (first, last) = (compound.parts.first()?, compound.parts.last()?);
    Some((first.text.clone(), last.text.clone()))
}
