//! Creation of the record of an imported page.

use crate::id::PageId;
use crate::import::flat::{IncomingEntry, What};
use crate::page_file::{self, bytes};
use crate::record::{GitBlob, PageKind, PageRecord};

/// The position of a page in the page tree.
pub(super) struct PagePosition {
    pub(super) parent: Option<PageId>,
    pub(super) order: String,
    pub(super) slug: String,
}

/// Returns the new record of an imported page. The time of its change is not updated.
pub(super) fn arrived(
    arrival: &IncomingEntry<'_>,
    before: Option<&PageRecord>,
    place: PagePosition,
    now: i64,
) -> PageRecord {
    let kind = kind(&arrival.what);
    let mut record = before.cloned().unwrap_or_else(|| PageRecord::new(kind.clone(), "", now));
    record.parent = place.parent;
    record.order = place.order;
    record.slug = place.slug;
    record.kind = kind;
    record.title.clone_from(&arrival.title);
    record.nav_title.clone_from(&arrival.nav_title);
    record.imported = true;
    if let Some(document) = arrival.document() {
        page_file::describe(&mut record, &document.front.fields);
        let git = GitBlob::of(document.path, document.source);
        let same = record.git.as_ref().is_some_and(|before| before.oid == git.oid);
        record.source_written_at = document.written_at.or(record.source_written_at.filter(|_| same));
        record.git = Some(git);
    }
    record
}

/// Returns true if only the place in the tree or the path of the file differs.
pub(super) fn same_but_elsewhere(before: &PageRecord, after: &PageRecord) -> bool {
    let oid = |page: &PageRecord| page.git.as_ref().map(|git| git.oid);
    let there = PageRecord {
        parent: after.parent,
        order: after.order.clone(),
        slug: after.slug.clone(),
        git: after.git.clone(),
        ..before.clone()
    };
    there == *after && oid(before) == oid(after)
}

fn kind(what: &What<'_>) -> PageKind {
    match what {
        What::Group => PageKind::Group,
        What::Link(href) => PageKind::Link { href: (*href).to_owned() },
        What::Computed(yaml) => PageKind::Computed { yaml: (*yaml).to_owned() },
        What::Document(document) => PageKind::Document {
            source: document.hash,
            size: bytes(document.source.len()),
            body_at: bytes(document.front.body_at),
        },
    }
}
