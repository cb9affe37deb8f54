//! The readers of printed documents: callers of the API, and visitors of sites.
//!
//! A caller gets what a visitor without claims sees, with the titles of those pages in other spaces that the caller may
//! read and such a visitor would see. A visitor gets what the site shows, and nothing of what it hides from them.

use std::collections::HashMap;
use std::sync::Arc;

use quire_content::expression::{Root, Scope};
use quire_content::hash::Hash;
use quire_content::id::PageId;
use quire_content::outline::Outline;
use quire_model::credentials::Proved;
use quire_model::ids::{SpaceId, UserId};

use crate::App;
use crate::callers::Caller;
use crate::content::documents::stranger;
use crate::content::{Version, View};
use crate::core::errors::Error;
use crate::openapi_specs::latest::LatestVersions;
use crate::published::{SiteView, VisiblePages};

/// The most pages of a document for a visitor. Callers are bounded by the paper alone.
const MOST_PAGES: usize = 2_000;

/// The one who reads a document.
#[derive(Clone, Copy)]
pub(super) enum Reader<'a> {
    /// A caller of the API.
    Caller(&'a Caller),
    /// A visitor of a site.
    Visitor(&'a SiteView),
}

impl Reader<'_> {
    /// Returns the latest versions of the specifications that pages of a view show.
    pub(super) fn latest(self, app: &App, view: &View) -> Result<Arc<LatestVersions>, Error> {
        match self {
            Self::Caller(_) => app.specifications_of(view),
            Self::Visitor(site) => Ok(site.site.specifications.clone()),
        }
    }

    /// Returns the user who reads by a credential of their own.
    pub(super) fn identity(self) -> Option<(UserId, Proved)> {
        match self {
            Self::Caller(caller) => Some((caller.user()?, caller.proved()?)),
            Self::Visitor(_) => None,
        }
    }

    /// Returns the values that conditions and expressions read of the reader.
    pub(super) fn scope(self) -> Result<Scope, Error> {
        match self {
            Self::Caller(_) => stranger(),
            Self::Visitor(site) => Ok(site.audience().scope()),
        }
    }

    /// Returns a text by which documents for different readers differ.
    pub(super) fn key(self) -> Hash {
        match self {
            Self::Caller(_) => Hash([0; 32]),
            // Where pages are and which spaces are shown is up to the site.
            Self::Visitor(site) => Hash::of(format!("{} {}", site.audience().key(), site.site.facts()).as_bytes()),
        }
    }

    /// Returns the main content of another space, if the reader may read it.
    pub(super) fn view(self, app: &App, space: SpaceId) -> Result<Option<View>, Error> {
        match self {
            Self::Caller(caller) => match app.view(caller, space, Version::Main) {
                Ok(view) => Ok(Some(view)),
                Err(Error::NotFound(_) | Error::Forbidden(_)) => Ok(None),
                Err(error) => Err(error),
            },
            Self::Visitor(site) => Ok(site.view(space)),
        }
    }

    /// Returns the pages of a space that the document lists.
    pub(super) fn visible(self, app: &App, view: &View, outline: Arc<Outline>) -> Result<Arc<VisiblePages>, Error> {
        match self {
            Self::Caller(_) => {
                let scope = stranger()?.with(Root::Space, app.space_in_scope(view)?);
                Ok(VisiblePages::for_scope(outline, &scope))
            }
            Self::Visitor(site) => {
                let space = site.space_on_site(view.space.id).ok_or(Error::NotFound("space"))?;
                app.visible_pages(site, space)
            }
        }
    }

    /// Returns the most pages of a document.
    pub(super) fn most_pages(self) -> usize {
        match self {
            Self::Caller(_) => usize::MAX,
            Self::Visitor(_) => MOST_PAGES,
        }
    }

    /// Returns true if the document may name members of the organization.
    pub(super) fn knows_people(self) -> bool {
        matches!(self, Self::Caller(_))
    }
}

/// The pages that may be named, by space.
#[derive(Default)]
pub(super) struct Known(HashMap<SpaceId, Arc<VisiblePages>>);

impl Known {
    /// Notes the pages of a space that the reader sees.
    pub(super) fn add(&mut self, space: SpaceId, visible: Arc<VisiblePages>) {
        self.0.insert(space, visible);
    }

    /// Returns true if a page may be named.
    pub(super) fn has(&self, space: SpaceId, page: PageId) -> bool {
        self.0.get(&space).is_some_and(|visible| visible.entry(page).is_some())
    }
}
