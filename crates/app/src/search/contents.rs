//! Which pages of a revision are found, what differs between two revisions, and what the index gets of a page.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use quire_content::document::{self, Unresolved};
use quire_content::id::PageId;
use quire_content::map::Map;
use quire_content::objects::{ObjectError, Objects};
use quire_content::outline::Outline;
use quire_content::record::{EntryKey, PageKind, PageRecord};
use quire_search::sections::{self, Section};

use crate::App;

/// Whoever climbs higher goes in a circle.
const HIGHEST: usize = 1000;

/// A page as the index gets it.
pub(super) struct Text {
    pub(super) page: PageId,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) sections: Vec<Section>,
}

/// What an index of one revision needs to be one of another.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Delta {
    /// Pages that are not found any more.
    pub(super) remove: BTreeSet<PageId>,
    /// Pages that are found, and may be other than before.
    pub(super) put: BTreeSet<PageId>,
}

/// Whether a page is found by itself, wherever it stands.
fn is_searchable(page: &PageRecord) -> bool {
    matches!(page.kind, PageKind::Document { .. }) && !page.hidden && !page.no_index
}

/// Whether a page of a tree is found.
pub(super) fn is_found(outline: &Outline, id: PageId) -> bool {
    let is_open = |above: PageId| outline.page(above).is_none_or(|page| !page.hidden);
    outline.page(id).is_some_and(is_searchable) && outline.ancestors(id).all(is_open)
}

/// Every page of a tree that is found, in order.
pub(super) fn all(outline: &Outline) -> Vec<PageId> {
    let mut closed = HashSet::new();
    let mut found = Vec::new();
    for id in outline.walk() {
        let Some(page) = outline.page(id) else { continue };
        if page.hidden || page.parent.is_some_and(|parent| closed.contains(&parent)) {
            closed.insert(id);
        } else if is_searchable(page) {
            found.push(id);
        }
    }
    found
}

impl App {
    /// What differs between two contents. Costs what changed; only where pages with others below them were hidden or
    /// shown, it costs what there is.
    pub(super) fn delta(&self, before: &Map, after: &Map, objects: &dyn Objects) -> Result<Delta, ObjectError> {
        let mut delta = Delta::default();
        let mut turned = false;
        for change in before.diff(after, objects) {
            let change = change?;
            let Some(EntryKey::Page(id)) = EntryKey::parse(&change.key) else { continue };
            let was = Side::of(before, change.before.as_deref(), objects)?;
            let is = Side::of(after, change.after.as_deref(), objects)?;
            turned |= was.is_open != is.is_open;
            if is.is_found {
                delta.put.insert(id);
            } else if was.is_found {
                delta.remove.insert(id);
            }
        }
        if turned {
            let [was, is] = [before, after].map(|map| self.outline_of(map, objects));
            let found = |outline: Arc<Outline>| all(&outline).into_iter().collect::<BTreeSet<_>>();
            let (was, is) = (found(was?), found(is?));
            delta.put.extend(is.difference(&was));
            delta.remove.extend(was.difference(&is));
        }
        Ok(delta)
    }
}

/// One side of a change of a page.
struct Side {
    /// Whether those below it are found, as far as it decides.
    is_open: bool,
    is_found: bool,
}

impl Side {
    fn of(map: &Map, value: Option<&[u8]>, objects: &dyn Objects) -> Result<Self, ObjectError> {
        // What is below a page that is not there stands at the top.
        let Some(page) = value.and_then(|value| PageRecord::decode(value).ok()) else {
            return Ok(Self { is_open: true, is_found: false });
        };
        let is_open = is_open(&page, map, objects)?;
        Ok(Self { is_open, is_found: is_open && is_searchable(&page) })
    }
}

/// Whether neither a page nor one above it is hidden.
fn is_open(page: &PageRecord, map: &Map, objects: &dyn Objects) -> Result<bool, ObjectError> {
    let (mut hidden, mut above) = (page.hidden, page.parent);
    for _ in 0..HIGHEST {
        let Some(id) = above.filter(|_| !hidden) else { break };
        let Some(page) = record(id, map, objects)? else { break };
        (hidden, above) = (page.hidden, page.parent);
    }
    Ok(!hidden)
}

fn record(id: PageId, map: &Map, objects: &dyn Objects) -> Result<Option<PageRecord>, ObjectError> {
    let found = map.get(objects, &EntryKey::Page(id).to_bytes())?;
    Ok(found.and_then(|bytes| PageRecord::decode(&bytes).ok()))
}

/// What the index gets of a page; nothing if it has no text.
pub(super) fn text(id: PageId, map: &Map, objects: &dyn Objects) -> Result<Option<Text>, ObjectError> {
    let Some(page) = record(id, map, objects)? else { return Ok(None) };
    let PageKind::Document { source, body_at, .. } = page.kind else { return Ok(None) };
    let source = objects.get(&source)?;
    let body = String::from_utf8_lossy(source.get(body_at as usize..).unwrap_or_default());
    // What paths stand for is no matter of search.
    let document = document::parse(&body, &Unresolved).document;
    let description = page.description.unwrap_or_default();
    Ok(Some(Text { page: id, title: page.title, description, sections: sections::of(&document) }))
}
