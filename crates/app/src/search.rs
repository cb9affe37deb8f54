//! Searching the main content of spaces.
//!
//! What is found is decided inside the query: only within the spaces that the caller may view, and only pages that
//! readers of the table of contents come by. A page that is hidden, one below such a page, and one that is marked
//! `noIndex` are not found; neither are groups and links, which are no pages of their own. Titles and paths of what is
//! found are read from the page tree as it is at the moment of the answer, never from the index: what the index does
//! not know yet of moves, renames and deletions is right nevertheless. The index itself is [`Keeper`]'s affair.

mod contents;
mod follower;
mod keeper;
mod on_sites;
mod seen;

use std::sync::Arc;

use quire_content::id::{PageId, Uid};
use quire_content::outline::Outline;
use quire_content::record::PageRecord;
use quire_model::ids::OrganizationId;
use quire_model::paging::{Listing, Mark, Paging, Position, Sort};
pub use quire_search::{Asked as Question, Found, FoundPage, FoundSection, Marked, Scope, Visible, Window};
use quire_search::{FoundSpace, Query};

use crate::App;
use crate::callers::Caller;
use crate::content::{Version, View};
use crate::errors::Error;

pub use follower::{Followed, Progress};
pub(crate) use keeper::Keeper;
pub use on_sites::Among;
pub(crate) use seen::{TextKey, weight as weight_of_sections};

/// Sections that are told of a page.
const SECTIONS: usize = 5;
/// Pages that are told of a space, where whole organizations are searched.
const PAGES: usize = 10;

/// A page that was found, as it is now.
#[derive(Debug, Clone)]
pub struct PageFound {
    /// The page.
    pub id: PageId,
    /// Its title.
    pub title: String,
    /// Its path in its space.
    pub path: String,
    /// The sections of it that fit best, best first.
    pub sections: Vec<FoundSection>,
}

/// A space in which something was found.
pub struct SpaceFound {
    /// The space, and the content that is told of.
    pub view: View,
    /// Its pages that fit best, best first.
    pub pages: Vec<PageFound>,
    /// Where a site shows it to those who may read it nowhere else.
    pub address: Option<String>,
}

impl App {
    /// What a text finds within explicit spaces, and there only among the pages that `visible` lets through. The caller
    /// of this function answers for both.
    pub fn search(&self, scope: &Scope, query: &str, window: Window, visible: &Visible<'_>) -> Result<Found, Error> {
        let query = Query::parse(query);
        self.ask_index(|index| index.search_visible(&query, scope, window, visible))
    }

    /// Returns a number that differs whenever the index does: what was found counts as long as it stays the same. None
    /// while there is no index to be asked.
    pub fn search_state(&self) -> Option<u64> {
        Some(self.inner.search.at_hand()?.state())
    }

    /// The pages of a space's main content that a text finds, best first.
    pub fn search_space(&self, view: &View, query: &str, paging: &Paging) -> Result<Listing<PageFound>, Error> {
        let outline = self.outline(view)?;
        let scope = Scope::from_iter([view.space.id]);
        let asked = Asked::of(paging);
        let found = self.search(&scope, query, asked.window(), &|_, page| contents::is_found(&outline, page))?;
        let pages = found.pages.into_iter().filter_map(|page| told(&outline, page));
        Ok(asked.listing(pages.collect(), found.total))
    }

    /// The spaces of an organization in which a text finds something, each with its best pages. Of all spaces that the
    /// caller may view.
    pub fn search_org(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        query: &str,
        paging: &Paging,
    ) -> Result<Listing<SpaceFound>, Error> {
        self.get_org(caller, organization)?;
        let sight = self.sight_of(caller, organization)?;
        let (query, asked) = (Query::parse(query), Asked::of(paging));
        let found =
            self.ask_index(|index| index.search_spaces(&query, sight.scope(), asked.window(), PAGES, &|_, _| true))?;
        let mut spaces = Vec::new();
        for space in found.spaces {
            spaces.extend(self.tell_space(caller, space)?);
        }
        Ok(asked.listing(spaces, found.total))
    }

    /// A space as the caller sees it now; none if it is gone, or nothing of what was found in it is left.
    fn tell_space(&self, caller: &Caller, found: FoundSpace) -> Result<Option<SpaceFound>, Error> {
        let view = match self.view(caller, found.space, Version::Main) {
            Err(Error::NotFound(_) | Error::Forbidden(_)) => return Ok(None),
            view => view?,
        };
        let outline = self.outline(&view)?;
        let pages: Vec<_> = found.pages.into_iter().filter_map(|page| told(&outline, page)).collect();
        Ok((!pages.is_empty()).then_some(SpaceFound { view, pages, address: None }))
    }

    /// Asks the index. If its files turn out to be damaged, it is made anew meanwhile.
    fn ask_index<T>(
        &self,
        ask: impl FnOnce(&quire_search::Index) -> Result<T, quire_search::Error>,
    ) -> Result<T, Error> {
        let index = self.inner.search.index()?;
        ask(&index).map_err(|error| self.index_failed(error))
    }

    fn index_failed(&self, error: quire_search::Error) -> Error {
        if !error.needs_rebuild() {
            return Error::internal("searching", error);
        }
        tracing::error!(error = &error as &dyn std::error::Error, "the search index can't be read");
        self.inner.search.spoiled();
        keeper::REBUILT
    }
}

/// A page as the tree has it now; none where it is not to be found any more.
fn told(outline: &Arc<Outline>, found: FoundPage) -> Option<PageFound> {
    let record: &PageRecord = outline.page(found.page).filter(|_| contents::is_found(outline, found.page))?;
    Some(PageFound {
        id: found.page,
        title: record.title.clone(),
        path: outline.path(found.page)?,
        sections: found.sections,
    })
}

/// A stretch of what is found, by places in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Asked {
    from: usize,
    limit: usize,
}

impl Asked {
    fn of(paging: &Paging) -> Self {
        let limit = paging.limit;
        let place = |mark: &Mark| match mark.sort {
            Sort::Number(place) => usize::try_from(place).unwrap_or_default(),
            Sort::Id | Sort::Text(_) => 0,
        };
        match &paging.from {
            None => Self { from: 0, limit },
            Some(Position::After(mark)) => Self { from: place(mark), limit },
            Some(Position::Before(mark)) => {
                let end = place(mark);
                let from = end.saturating_sub(limit);
                Self { from, limit: end - from }
            }
        }
    }

    fn window(self) -> Window {
        Window { offset: self.from, limit: self.limit, sections: SECTIONS }
    }

    fn listing<T>(self, items: Vec<T>, total: usize) -> Listing<T> {
        let mark = |place: usize| Mark::from((place as i64, Uid([0; 16])));
        let end = self.from.saturating_add(self.limit);
        Listing {
            items,
            count: Some(total as u64),
            next: (self.limit > 0 && end < total).then(|| Position::After(mark(end))),
            previous: (self.limit > 0 && self.from > 0).then(|| Position::Before(mark(self.from))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_through_everything_and_back() {
        let all: Vec<u32> = (0..7).collect();
        let page = |from| {
            let asked = Asked::of(&Paging { from, limit: 3 });
            let items = all.iter().skip(asked.from).take(asked.limit).copied().collect();
            asked.listing(items, all.len())
        };
        let first = page(None);
        let second = page(first.next.clone());
        let third = page(second.next.clone());
        assert_eq!((first.items, second.items, &third.items), (vec![0, 1, 2], vec![3, 4, 5], &vec![6]));
        assert_eq!((first.previous, third.next.clone()), (None, None));
        assert_eq!(page(third.previous).items, [3, 4, 5]);
        assert_eq!(page(second.previous).items, [0, 1, 2]);
    }
}
