//! Application of a call's operations: those that were made from an earlier state of the content are applied to that
//! state, and the outcome is merged with the current content.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use quire_content::edit::{EditEnvironment, Edited, Fate, Operation, Target, apply};
use quire_content::front_matter;
use quire_content::id::{ConflictId, ReusableId};
use quire_content::map::Map;
use quire_content::merge;
use quire_content::objects::{Draft, Objects as _};

use super::lower::Lowered;
use crate::App;
use crate::core::errors::Error;

/// The state that a change was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BaseState {
    /// The content of its revision.
    pub(super) map: Map,
    /// True if a conflict with the current content is an error, and not listed.
    pub(super) refuses_conflicts: bool,
}

/// Applies operations in order, all or nothing. `bases` has the states by the index of the change.
pub(super) fn apply_all(
    app: &App,
    map: Map,
    draft: &mut Draft<'_>,
    lowered: &Lowered<'_>,
    bases: &HashMap<usize, BaseState>,
) -> Result<Edited, Error> {
    let now = app.now().0;
    let mut done = Edited { map, pages: Vec::new(), files: Vec::new(), reusable: Vec::new() };
    for (range, base) in runs(lowered, bases) {
        let from = base.map_or(done.map, |base| base.map);
        let environment = EditEnvironment {
            now,
            ids: &mut || app.fresh_id(),
            outline: &mut |map, objects| app.outline_of(map, objects),
        };
        let edited = apply(from, draft, &lowered.operations[range.clone()], environment);
        let edited = edited.map_err(|error| lowered.blame(error.after(range.start), base.is_some()))?;
        let (map, new) = merge::merge_edit(from, done.map, edited.map, draft, now)?;
        app.check_depth(&from, &done.map, &map, draft)?;
        if base.is_some_and(|base| base.refuses_conflicts) && !new.is_empty() {
            return Err(Error::Conflicts { found: among(&map, draft, &new)? });
        }
        done.map = map;
        for page in edited.pages {
            // A page that an earlier run made is as if it had never been.
            done.pages.retain(|known| known.id != page.id || page.fate != Fate::Deleted);
            done.pages.push(page);
        }
        done.files.extend(edited.files);
        done.reusable.extend(edited.reusable);
    }
    Ok(done)
}

/// Returns the longest ranges of operations that were made from the same state. Of two operations on one subject that
/// have a base, the second begins a range: it was made from the base, without the first.
fn runs(lowered: &Lowered<'_>, bases: &HashMap<usize, BaseState>) -> Vec<(Range<usize>, Option<BaseState>)> {
    let mut runs: Vec<(Range<usize>, Option<BaseState>)> = Vec::new();
    let mut changed: HashSet<Subject<'_>> = HashSet::new();
    for (n, (operation, change)) in lowered.operations.iter().zip(&lowered.changes).enumerate() {
        let base = bases.get(change).copied();
        let subject = subject(operation).filter(|_| base.is_some());
        let is_again = subject.is_some_and(|subject| changed.contains(&subject));
        match runs.last_mut() {
            Some((range, of)) if *of == base && !is_again => range.end = n + 1,
            _ => {
                changed.clear();
                runs.push((n..n + 1, base));
            }
        }
        changed.extend(subject);
    }
    runs
}

/// An entry that an operation changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Subject<'a> {
    Page(&'a Target),
    Reusable(ReusableId),
}

/// Returns the entry that an operation changes, if it is of a kind that can have a base.
fn subject<'a>(operation: &'a Operation<'_>) -> Option<Subject<'a>> {
    match operation {
        Operation::UpdatePage(update) => Some(Subject::Page(&update.page)),
        Operation::UpdateReusable(update) => Some(Subject::Reusable(update.content)),
        _ => None,
    }
}

/// Returns the named conflicts of some content. Whole entries with a text have that as their sides, as what was sent is
/// not stored.
fn among(map: &Map, draft: &Draft<'_>, names: &[ConflictId]) -> Result<Vec<(ConflictId, merge::Conflict)>, Error> {
    let mut found = merge::conflicts(map, draft)?;
    found.retain(|(id, _)| names.contains(id));
    for (_, conflict) in found.iter_mut().filter(|(_, conflict)| conflict.place == merge::Place::Whole) {
        for side in [&mut conflict.base, &mut conflict.main, &mut conflict.change] {
            let merge::ConflictSide::Record(record) = side else { continue };
            if let Some(source) = record.source() {
                let file = draft.get(&source)?;
                let body = &file[front_matter::parse(&file).body_at..];
                *side = merge::ConflictSide::Text(String::from_utf8_lossy(body).into_owned());
            }
        }
    }
    Ok(found)
}
