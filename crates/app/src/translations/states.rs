//! States of the segments of an entry: as a row, and as a list shows them.

use quire_content::map::Key;
use quire_model::translations::SegmentFilter;
use quire_store::translations::{Entry, Translation};
use quire_translate::compose::{Origin, State};

use crate::core::errors::Error;

/// Returns what a list says of a segment; `None` if it has no words.
pub(super) fn status_of(state: &State) -> Option<SegmentFilter> {
    Some(match state.origin {
        Origin::Fixed => return None,
        _ if state.needs_review() => SegmentFilter::NeedsReview,
        Origin::Source | Origin::Refused => SegmentFilter::Untranslated,
        Origin::Machine => SegmentFilter::Machine,
        Origin::Human | Origin::Removed if state.is_stale() => SegmentFilter::Stale,
        Origin::Human | Origin::Removed => SegmentFilter::Human,
    })
}

/// Returns true if an entry has segments that a list with this filter shows.
pub(super) fn has(entry: &Entry, filter: Option<SegmentFilter>) -> bool {
    match filter {
        None => true,
        Some(SegmentFilter::Machine) => entry.machine > 0,
        Some(SegmentFilter::Human) => entry.human > entry.stale,
        Some(SegmentFilter::Stale) => entry.stale > 0,
        Some(SegmentFilter::NeedsReview) => entry.needs_review > 0,
        Some(SegmentFilter::Untranslated) => entry.untranslated > 0,
    }
}

/// Returns what is known of the segments of an entry.
pub(super) fn read_states(entry: &Entry) -> Result<Vec<State>, Error> {
    serde_json::from_str(&entry.states).map_err(|e| Error::internal("reading the segments of a translation", e))
}

/// Returns the row of an entry.
pub(super) fn entry_of(of: &Translation, key: &Key, states: &[State]) -> Result<Entry, Error> {
    let text =
        serde_json::to_string(states).map_err(|e| Error::internal("writing the segments of a translation", e))?;
    let count = |holds: &dyn Fn(SegmentFilter) -> bool| {
        i64::try_from(states.iter().filter_map(status_of).filter(|it| holds(*it)).count()).unwrap_or(0)
    };
    let with = |status| count(&|it: SegmentFilter| it == status);
    Ok(Entry {
        organization: of.organization,
        translation: of.id,
        entry: key.clone(),
        states: text,
        machine: with(SegmentFilter::Machine),
        human: count(&|it| matches!(it, SegmentFilter::Human | SegmentFilter::Stale)),
        stale: with(SegmentFilter::Stale),
        needs_review: with(SegmentFilter::NeedsReview),
        untranslated: with(SegmentFilter::Untranslated),
    })
}
