//! Full-text search in the main content of spaces.
//!
//! Visibility is enforced inside the query: only spaces that the caller may view are searched, and only pages that
//! readers find in the table of contents. A hidden page, one below a hidden page, and one marked `noIndex` are not
//! found; neither are groups and links, which are not pages of their own. Titles and paths in results are read from the
//! current page tree, never from the index, so they are right even if the index lags behind moves, renames and
//! deletions. The index itself is managed by [`Search`].

mod contents;
mod indexer;
mod on_sites;
mod pending;
mod seen;
mod service;

use quire_content::hash::Hash;
use quire_content::id::{PageId, Uid};
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::paging::{Listing, Paging, Position, Sort, SortKey};
pub use quire_search::{EvaluatedQuery as Question, Found, FoundPage, FoundSection, Marked, Scope, Visible, Window};
use quire_search::{FoundSpace, Query};

use crate::App;
use crate::callers::Caller;
use crate::content::{Version, View};
use crate::core::errors::Error;
use crate::openapi_specs::expansion::Expanded;
use contents::FoundPages;

pub use indexer::{Followed, Progress};
pub use on_sites::Among;
pub(crate) use seen::Texts;
pub(crate) use service::Search;

/// The maximum number of sections in a result for a page.
const SECTIONS: usize = 5;
/// The maximum number of pages in a result for a space, when an organization is searched.
const PAGES: usize = 10;

/// A page that was found, with its current title and path.
#[derive(Debug, Clone)]
pub struct PageFound {
    /// The identifier of the page.
    pub id: PageId,
    /// The title in the page tree.
    pub title: String,
    /// The path of the page in its space.
    pub path: String,
    /// The best matching sections of the page, best first.
    pub sections: Vec<FoundSection>,
}

/// The state of everything that search results in a space depend on: they stay the same while it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SearchBasis {
    index: u64,
    pages: Hash,
}

/// A space with pages that were found.
pub struct SpaceFound {
    /// A view of the space's current main content.
    pub view: View,
    /// The best matching pages of the space, best first.
    pub pages: Vec<PageFound>,
    /// The address of the page on a site, for callers who can read the space only there.
    pub address: Option<String>,
}

impl App {
    /// Searches explicit spaces, and there only the pages for which `visible` returns true. The caller of this function
    /// is responsible for both.
    pub fn search(&self, scope: &Scope, query: &str, window: Window, visible: Visible<'_>) -> Result<Found, Error> {
        let query = Query::parse(query);
        self.ask_index(|index| index.search_visible(&query, scope, window, visible))
    }

    /// Returns a number that changes whenever the index does: results stay valid while it is the same. `None` while the
    /// index is not available.
    pub fn search_state(&self) -> Option<u64> {
        Some(self.inner.search.at_hand()?.state())
    }

    /// Returns what search results in a space with this page tree are based on; `None` while the index is not available.
    pub fn search_basis(&self, pages: &Expanded) -> Option<SearchBasis> {
        Some(SearchBasis { index: self.search_state()?, pages: pages.key })
    }

    /// Lists the matching pages of a space's main content, which has this page tree, best first.
    pub fn search_space(
        &self,
        space: SpaceId,
        pages: &Expanded,
        query: &str,
        paging: &Paging,
    ) -> Result<Listing<PageFound>, Error> {
        let scope = Scope::from_iter([space]);
        let asked = RankRange::of(paging);
        let searchable = FoundPages::of(&pages.outline);
        let accepts = |_, page| searchable.get(page).is_some();
        let visible = Visible::new(&accepts).named(pages.outline.structure());
        let found = self.search(&scope, query, asked.window(), visible)?;
        let pages = found.pages.into_iter().filter_map(|page| told(&searchable, page));
        Ok(asked.listing(pages.collect(), found.total))
    }

    /// Lists the spaces of an organization with matching pages, each with its best pages. Searches all spaces that the
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
        let (query, asked) = (Query::parse(query), RankRange::of(paging));
        let found = self.ask_index(|index| {
            index.search_spaces(&query, sight.scope(), asked.window(), PAGES, Visible::new(&|_, _| true))
        })?;
        let mut spaces = Vec::new();
        for space in found.spaces {
            spaces.extend(self.tell_space(caller, space)?);
        }
        Ok(asked.listing(spaces, found.total))
    }

    /// Loads a space that was found; `None` if the caller can't see it now, or no page that was found is left.
    fn tell_space(&self, caller: &Caller, found: FoundSpace) -> Result<Option<SpaceFound>, Error> {
        let view = match self.view(caller, found.space, Version::Main) {
            Err(Error::NotFound(_) | Error::Forbidden(_)) => return Ok(None),
            view => view?,
        };
        let outline = self.expanded_outline(&view)?.outline;
        let searchable = FoundPages::of(&outline);
        let pages: Vec<_> = found.pages.into_iter().filter_map(|page| told(&searchable, page)).collect();
        Ok((!pages.is_empty()).then_some(SpaceFound { view, pages, address: None }))
    }

    /// Queries the index. If its files turn out to be damaged, starts a rebuild and returns an error.
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
        service::REBUILT
    }
}

/// Returns a page with its current title and path; `None` if it is not searchable any more.
fn told(searchable: &FoundPages<'_>, found: FoundPage) -> Option<PageFound> {
    let record = searchable.get(found.page)?;
    Some(PageFound {
        id: found.page,
        title: record.title.clone(),
        path: searchable.outline.path(found.page)?,
        sections: found.sections,
    })
}

/// A range of results, by rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct RankRange {
    from: usize,
    limit: usize,
}

impl RankRange {
    fn of(paging: &Paging) -> Self {
        let limit = paging.limit;
        let place = |mark: &SortKey| match mark.sort {
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
        let mark = |place: usize| SortKey::from((place as i64, Uid([0; 16])));
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
            let asked = RankRange::of(&Paging { from, limit: 3 });
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
