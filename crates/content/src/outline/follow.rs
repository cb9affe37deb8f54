//! Outlines that follow from the one before by the difference of the contents.
//!
//! Changed texts and attributes replace records. Where pages come, go or move, the families concerned are linked again,
//! and no record is decoded but those that differ. If a parent is missing or in a cycle, before or after, all parents are
//! determined again, which costs time in proportion to the pages, but reads none.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::sync::Arc;

use foldhash::HashMap;

use crate::document::conditions;
use crate::id::PageId;
use crate::map::{Change, Map};
use crate::objects::ObjectError;
use crate::outline::pages::Page;
use crate::outline::{Alike, Outline, decode, is_computed, is_conditional, weight};
use crate::record::{EntryKey, PageKind, PageRecord};

/// The most changes that are followed. With more, the tree is worth loading.
const MOST_FOLLOWED: usize = 1024;
/// The maximum length of all walks from pages towards the root together, in multiples of the number of pages.
const MOST_WALKS: usize = 16;

/// A page that comes, goes or has another place, with its new record; `None` if it goes.
type Moved = (PageId, Option<PageRecord>);

/// Pages that leave a family, and pages that join it.
#[derive(Default)]
struct Turnover {
    gone: Vec<PageId>,
    come: Vec<PageId>,
}

impl Outline {
    /// Returns the outline of `after`, if these are the changes that lead there from the content that this is the outline
    /// of. `None` if there are too many.
    pub fn follow(&self, changes: &[Change], after: &Map) -> Result<Option<Self>, ObjectError> {
        if changes.len() > MOST_FOLLOWED {
            return Ok(None);
        }
        let mut next = self.clone();
        let mut moved = Vec::new();
        for change in changes {
            let Some(EntryKey::Page(id)) = EntryKey::parse(&change.key) else { continue };
            let now = change.after.as_deref().map(|value| decode(after.root(), id, value)).transpose()?;
            match (self.pages.get(&id), now) {
                (Some(was), Some(now)) if has_same_place(was, &now) => {
                    next.alike = next.alike.map(|alike| Alike {
                        listing: if is_listed_alike(&was.record, &now) { alike.listing } else { after.root() },
                        structure: if is_placed_alike(&was.record, &now) { alike.structure } else { after.root() },
                    });
                    let page = was.with(now);
                    next.account(id, Some(was), Some(&page));
                    next.pages.insert(id, page);
                }
                (None, None) => {}
                (_, now) => moved.push((id, now)),
            }
        }
        if moved.is_empty() {
            return Ok(Some(next));
        }
        next.alike = Some(Alike::alone(after.root()));
        let is_tree = next.has_stored_parents && next.stays_tree(&moved);
        Ok(Some(if is_tree { next.moving(moved) } else { next.rebuilt(moved) }))
    }

    /// Returns true if all parents are there after pages moved, and none is in a cycle. They are so before. False also if
    /// it would take too long to find out.
    fn stays_tree(&self, moved: &[Moved]) -> bool {
        let parents: HashMap<PageId, Option<Option<PageId>>> =
            moved.iter().map(|(id, now)| (*id, now.as_ref().map(|page| page.parent))).collect();
        let parent = |id: PageId| {
            parents.get(&id).copied().unwrap_or_else(|| self.pages.get(&id).map(|page| page.record.parent))
        };
        let mut steps_left = MOST_WALKS * (self.len() + moved.len());
        let mut rises = |page: &PageRecord| {
            let mut above = page.parent;
            while let Some(id) = above {
                let Some(next) = parent(id).filter(|_| steps_left > 0) else { return false };
                steps_left -= 1;
                above = next;
            }
            true
        };
        moved.iter().all(|(id, now)| match now {
            Some(now) => rises(now),
            None => self.children(*id).iter().all(|child| parent(*child) != Some(Some(*id))),
        })
    }

    /// Returns the outline after pages moved, whose parents are there.
    fn moving(mut self, moved: Vec<Moved>) -> Self {
        let mut families: BTreeMap<Option<PageId>, Turnover> = BTreeMap::new();
        for (id, now) in moved {
            let was = self.pages.get(&id).cloned();
            if let Some(was) = &was {
                families.entry(was.record.parent).or_default().gone.push(id);
            }
            if let Some(now) = &now {
                families.entry(now.parent).or_default().come.push(id);
            }
            let page = now.map(Page::new);
            self.account(id, was.as_ref(), page.as_ref());
            match page {
                Some(page) => self.pages.insert(id, page.above(was.and_then(|was| was.children))),
                None => drop(self.pages.remove(&id)),
            }
        }
        for (parent, Turnover { gone, come }) in families {
            let before = match parent.map(|parent| self.pages.get(&parent)) {
                None => self.roots.clone(),
                Some(Some(page)) => page.children.clone().unwrap_or_default(),
                // The parent has gone, with all pages below it.
                Some(None) => continue,
            };
            let family = Arc::new(before.changed(&mut self.pages, parent, gone, &come));
            match parent.and_then(|parent| self.pages.get_mut(&parent)) {
                Some(page) => page.children = Some(family).filter(|family| !family.ids.is_empty()),
                None => self.roots = family,
            }
        }
        self
    }

    /// Returns the outline after pages moved, with all parents determined again.
    fn rebuilt(self, moved: Vec<Moved>) -> Self {
        let mut pages: BTreeMap<_, _> = self.pages.iter().map(|(id, page)| (*id, page.as_stored())).collect();
        for (id, now) in moved {
            match now {
                Some(now) => pages.insert(id, Page::new(now)),
                None => pages.remove(&id),
            };
        }
        Self::build(pages.into_iter().collect(), self.alike)
    }

    /// Keeps up the lists of pages of some kinds, and the weight, with a change of a page.
    fn account(&mut self, id: PageId, before: Option<&Page>, after: Option<&Page>) {
        let [was, is] = [before, after].map(|page| page.map(|page| &*page.record));
        keep_up(&mut self.conditional, id, was.is_some_and(is_conditional), is.is_some_and(is_conditional));
        keep_up(&mut self.computed, id, was.is_some_and(is_computed), is.is_some_and(is_computed));
        let covers = |page: Option<&PageRecord>| usize::from(page.is_some_and(|page| page.cover.is_some()));
        self.covers = self.covers + covers(is) - covers(was);
        self.weight = (self.weight + after.map_or(0, weight)).saturating_sub(before.map_or(0, weight));
    }
}

/// Keeps up a list of pages with a page that was or is of its kind.
fn keep_up(list: &mut Arc<Vec<PageId>>, id: PageId, was: bool, is: bool) {
    if is && !was {
        let at = list.partition_point(|other| *other < id);
        Arc::make_mut(list).insert(at, id);
    } else if was && !is {
        Arc::make_mut(list).retain(|other| *other != id);
    }
}

/// Returns true if a page has the same place in the content after a change of its record.
fn has_same_place(before: &Page, after: &PageRecord) -> bool {
    (before.stored_parent(), &before.record.order, before.stored_slug()) == (after.parent, &after.order, &after.slug)
}

/// Returns true if lists of pages show a page in the same way after a change of its record.
fn is_listed_alike(before: &PageRecord, after: &PageRecord) -> bool {
    let kind = match (&before.kind, &after.kind) {
        (PageKind::Document { .. }, PageKind::Document { .. }) => true,
        (before, after) => before == after,
    };
    kind && listed_texts(before) == listed_texts(after) && is_placed_alike(before, after)
}

/// Returns true if a page has the same part in the structure of the tree after a change of its record, at its place.
fn is_placed_alike(before: &PageRecord, after: &PageRecord) -> bool {
    let kind = discriminant(&before.kind) == discriminant(&after.kind);
    let shown = |page: &PageRecord| (page.hidden, page.no_index);
    let doubtful = |page: &PageRecord| {
        let texts = [Some(&page.title), page.nav_title.as_ref(), page.description.as_ref()];
        texts.map(|text| text.is_some_and(|text| conditions::may_have(text)))
    };
    kind && shown(before) == shown(after)
        && (&before.condition, &before.variables) == (&after.condition, &after.variables)
        && doubtful(before) == doubtful(after)
}

/// Returns the texts of a record that lists show or depend on.
fn listed_texts(page: &PageRecord) -> [Option<&str>; 5] {
    let PageRecord { nav_title, emoji, icon, description, .. } = page;
    let [nav_title, emoji, icon, description] = [nav_title, emoji, icon, description].map(Option::as_deref);
    [Some(&page.title), nav_title, emoji, icon, description]
}
