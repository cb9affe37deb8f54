//! Import of pages: their changes, and their names in the source.

use std::collections::HashSet;

use crate::import::flat::{IncomingEntry, flatten};
use crate::import::plan::Plan;
use crate::import::recognition::recognise;
use crate::import::{Absent, Change, Counts, Origins};
use crate::incoming::Incoming;
use crate::objects::ObjectError;
use crate::outline::Outline;
use crate::record::EntryKey;

/// Imports pages and counts the effects. Those that are there have these names in the source; returns the names that pages
/// have now.
pub(super) fn import(
    change: &mut Change<'_, '_>,
    outline: &Outline,
    incoming: &Incoming,
    named: &Origins,
) -> Result<(Counts, Origins), ObjectError> {
    let arrivals = flatten(incoming);
    let matched = recognise(&*change.draft, outline, &arrivals, named, change.options.absent)?;
    let plan = Plan::new(change, outline, &arrivals, &matched);
    let mut counts = Counts::default();
    for (parent, family) in plan.families() {
        plan.settle(change, parent, &family, &mut counts);
    }
    for id in &plan.gone {
        change.delete(&EntryKey::Page(*id));
        counts.deleted += 1;
    }
    let mut noted = HashSet::new();
    let mut origins = if change.options.absent == Absent::Keep { named.clone() } else { Origins::new() };
    for (arrival, id) in arrivals.iter().zip(&plan.ids) {
        let Some(document) = IncomingEntry::document(arrival) else { continue };
        match &document.origin {
            Some(origin) => origins.insert(*id, origin.clone()),
            None => origins.remove(id),
        };
        change.keep(document.hash, document.source);
        if noted.insert(document.path) {
            change.note_text(document.path, document.source, document.front.problem.as_deref());
        }
    }
    Ok((counts, origins))
}
