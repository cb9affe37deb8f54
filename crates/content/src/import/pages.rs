//! Import of pages: recognition of existing ones, and their changes.

use std::collections::HashSet;

use crate::id::PageId;
use crate::import::flat::{IncomingEntry, What, flatten};
use crate::import::pairing::{Queues, Thing, pair};
use crate::import::plan::Plan;
use crate::import::{Absent, Change, Counts};
use crate::incoming::Incoming;
use crate::outline::Outline;
use crate::record::{EntryKey, PageKind};

/// Imports pages and counts the effects.
pub(super) fn import(change: &mut Change<'_, '_>, outline: &Outline, incoming: &Incoming) -> Counts {
    let arrivals = flatten(incoming);
    let matched = recognise(outline, &arrivals, change.options.absent);
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
    for document in arrivals.iter().filter_map(IncomingEntry::document) {
        change.keep(document.hash, document.source);
        if noted.insert(document.path) {
            change.note_text(document.path, document.source, document.front.problem.as_deref());
        }
    }
    counts
}

/// Returns, for each incoming entry, the existing page that it is recognised as.
fn recognise(outline: &Outline, arrivals: &[IncomingEntry<'_>], absent: Absent) -> Vec<Option<PageId>> {
    let mut matched = vec![None; arrivals.len()];
    let documents: Vec<_> = arrivals.iter().filter_map(IncomingEntry::document).collect();
    let arriving: Vec<_> = documents.iter().map(|it| Thing { path: it.path, content: it.hash }).collect();
    let (ids, there): (Vec<PageId>, Vec<Thing<'_>>) = outline.walk().filter_map(|id| file_of(outline, id)).unzip();
    let mut pairs = pair(&arriving, &there, absent).into_iter();
    for (found, arrival) in matched.iter_mut().zip(arrivals) {
        if arrival.document().is_some() {
            *found = pairs.next().flatten().map(|at| ids[at]);
        }
    }
    let others = outline.walk().filter_map(|id| {
        let page = outline.page(id).filter(|page| page.came_from_import())?;
        Some(((page.parent, sort_of_page(&page.kind)?, page.title.as_str()), id))
    });
    let mut others = Queues::new(others);
    for (at, arrival) in arrivals.iter().enumerate() {
        // An entry below a new one is new.
        let parent = match arrival.parent {
            None => Some(None),
            Some(above) => matched[above].map(Some),
        };
        if let Some((parent, sort)) = parent.zip(sort(&arrival.what)) {
            matched[at] = others.next(&(parent, sort, arrival.title.as_str()));
        }
    }
    matched
}

fn file_of(outline: &Outline, id: PageId) -> Option<(PageId, Thing<'_>)> {
    let page = outline.page(id)?;
    match (&page.kind, &page.git) {
        (PageKind::Document { source, .. }, Some(git)) => Some((id, Thing { path: &git.path, content: *source })),
        _ => None,
    }
}

/// The kinds of pages without a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sort {
    Group,
    Link,
    Computed,
}

fn sort(what: &What<'_>) -> Option<Sort> {
    match what {
        What::Group => Some(Sort::Group),
        What::Link(_) => Some(Sort::Link),
        What::Computed(_) => Some(Sort::Computed),
        What::Document(_) => None,
    }
}

fn sort_of_page(kind: &PageKind) -> Option<Sort> {
    match kind {
        PageKind::Group => Some(Sort::Group),
        PageKind::Link { .. } => Some(Sort::Link),
        PageKind::Computed { .. } => Some(Sort::Computed),
        PageKind::Document { .. } => None,
    }
}
