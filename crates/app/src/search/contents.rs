//! The searchable pages of a revision, the difference between two revisions, and the text of a page to index.

use std::cell::Cell;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use quire_content::document::{Parsed, Unresolved, parse_unless_known};
use quire_content::id::PageId;
use quire_content::map::Map;
use quire_content::objects::{ObjectError, Objects};
use quire_content::outline::Outline;
use quire_content::record::{EntryKey, PageKind, PageRecord};
use quire_content::utf8;
use quire_search::sections::Section;

use crate::App;

/// A bound on the climb to ancestors, reached only if they form a cycle.
const HIGHEST: usize = 1000;

/// The text of a page to index.
pub(super) struct Text {
    pub(super) page: PageId,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) sections: Vec<Section>,
}

/// The changes that turn an index of one revision into one of another.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Delta {
    /// Pages that are no longer searchable.
    pub(super) remove: BTreeSet<PageId>,
    /// Pages that are searchable and may have changed.
    pub(super) put: BTreeSet<PageId>,
    /// True if a computed page changed, on which further pages depend.
    pub(super) is_computed: bool,
}

/// Returns true if a page itself is searchable, regardless of its ancestors.
fn is_searchable(page: &PageRecord) -> bool {
    matches!(page.kind, PageKind::Document { .. } | PageKind::Computed { .. }) && !page.hidden && !page.no_index
}

/// The searchable pages of a tree: neither they nor an ancestor are hidden.
pub(super) struct FoundPages<'a> {
    pub(super) outline: &'a Outline,
    /// The parent of the last page, and whether it is open: pages are mostly asked for beside their siblings.
    last: Cell<Option<(PageId, bool)>>,
}

impl<'a> FoundPages<'a> {
    pub(super) fn of(outline: &'a Outline) -> Self {
        Self { outline, last: Cell::new(None) }
    }

    /// Returns the record of a page if it is searchable.
    pub(super) fn get(&self, id: PageId) -> Option<&'a PageRecord> {
        self.outline
            .page(id)
            .filter(|page| is_searchable(page) && page.parent.is_none_or(|parent| self.is_open(parent)))
    }

    fn is_open(&self, parent: PageId) -> bool {
        if let Some((last, is_open)) = self.last.get()
            && last == parent
        {
            return is_open;
        }
        let record = |id: &PageId| self.outline.page(*id);
        let mut above = std::iter::successors(record(&parent), |page| page.parent.as_ref().and_then(record));
        let is_open = above.all(|page| !page.hidden);
        self.last.set(Some((parent, is_open)));
        is_open
    }
}

/// Returns all searchable pages of a tree, in order.
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
    /// Returns the difference between two contents. The cost is proportional to the changes, except if pages with
    /// others below them were hidden or shown: then it is proportional to the whole content.
    pub(super) fn delta(&self, before: &Map, after: &Map, objects: &dyn Objects) -> Result<Delta, ObjectError> {
        let mut delta = Delta::default();
        let mut turned = false;
        for change in before.diff(after, objects) {
            let change = change?;
            let Some(EntryKey::Page(id)) = EntryKey::parse(&change.key) else { continue };
            let was = Side::of(before, change.before.as_deref(), objects)?;
            let is = Side::of(after, change.after.as_deref(), objects)?;
            delta.is_computed |= was.is_computed || is.is_computed;
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

/// The state of a page before or after a change.
struct Side {
    /// True if neither the page nor an ancestor of it is hidden.
    is_open: bool,
    is_found: bool,
    is_computed: bool,
}

impl Side {
    fn of(map: &Map, value: Option<&[u8]>, objects: &dyn Objects) -> Result<Self, ObjectError> {
        // Pages below one that does not exist count as top-level pages.
        let Some(page) = value.and_then(|value| PageRecord::decode(value).ok()) else {
            return Ok(Self { is_open: true, is_found: false, is_computed: false });
        };
        let is_open = is_open(&page, map, objects)?;
        let is_computed = matches!(page.kind, PageKind::Computed { .. });
        Ok(Self { is_open, is_found: is_open && is_searchable(&page), is_computed })
    }
}

/// Returns true if neither a page nor one of its ancestors is hidden.
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

/// Returns the text of a page of the content to index, without its sections, and its document; `None` if the page has
/// none.
pub(super) fn text(id: PageId, map: &Map, objects: &dyn Objects) -> Result<Option<(Text, Arc<Parsed>)>, ObjectError> {
    let Some(page) = record(id, map, objects)? else { return Ok(None) };
    let PageKind::Document { source, body_at, .. } = page.kind else { return Ok(None) };
    let source = objects.get(&source)?;
    let body = utf8::lossy(source.get(body_at as usize..).unwrap_or_default());
    // Search does not need the destinations of links.
    Ok(Some((Text::of(id, &page), parse_unless_known(&body, &Unresolved))))
}

impl Text {
    /// Returns the text of a page without its sections.
    pub(super) fn of(id: PageId, page: &PageRecord) -> Self {
        let description = page.description.clone().unwrap_or_default();
        Self { page: id, title: page.title.clone(), description, sections: Vec::new() }
    }
}
