//! The record of a page that arrived.

use std::collections::BTreeMap;

use crate::id::PageId;
use crate::import::flat::{Arrival, Document, What};
use crate::record::{Cover, GitBlob, PageKind, PageRecord};

/// Where a page stands.
pub(super) struct Place {
    pub(super) parent: Option<PageId>,
    pub(super) order: String,
    pub(super) slug: String,
}

/// What an arrival is now. The time of its change is left as it was.
pub(super) fn arrived(arrival: &Arrival<'_>, before: Option<&PageRecord>, place: Place, now: i64) -> PageRecord {
    let kind = kind(&arrival.what);
    let mut record = before.cloned().unwrap_or_else(|| blank(kind.clone(), now));
    record.parent = place.parent;
    record.order = place.order;
    record.slug = place.slug;
    record.kind = kind;
    record.title.clone_from(&arrival.title);
    record.nav_title.clone_from(&arrival.nav_title);
    record.imported = true;
    if let Some(document) = arrival.document() {
        describe(&mut record, document);
    }
    record
}

/// Whether nothing but the place in the tree or the path of the file differs.
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

/// A number of bytes of a page's file; importers refuse files that are too large for it.
pub(super) fn bytes(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Writes what a file says of itself into its record.
fn describe(record: &mut PageRecord, document: &Document<'_>) {
    let fields = &document.front.fields;
    record.description.clone_from(&fields.description);
    record.icon.clone_from(&fields.icon);
    record.emoji.clone_from(&fields.emoji);
    let cover = |path: &String| Cover { r#ref: path.clone(), ref_dark: None, y_pos: fields.cover_y.unwrap_or(0.0) };
    record.cover = fields.cover.as_ref().map(cover);
    record.layout.clone_from(&fields.layout);
    record.variables.clone_from(&fields.vars);
    record.hidden = fields.hidden;
    record.no_index = fields.no_index;
    record.no_robots_index = fields.no_robots_index;
    record.condition.clone_from(&fields.if_);
    record.git = Some(GitBlob::of(document.path, document.source));
}

fn blank(kind: PageKind, now: i64) -> PageRecord {
    PageRecord {
        parent: None,
        order: String::new(),
        kind,
        title: String::new(),
        nav_title: None,
        slug: String::new(),
        emoji: None,
        icon: None,
        description: None,
        layout: None,
        cover: None,
        variables: BTreeMap::new(),
        hidden: false,
        no_index: false,
        no_robots_index: false,
        condition: None,
        git: None,
        created_at: now,
        updated_at: now,
        imported: true,
    }
}
