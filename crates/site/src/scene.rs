//! One request for one site: who reads, at which address, and what the answer has to say.
//!
//! All hrefs of an answer are made here, from paths within the site.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quire_app::published::{PublishedSite, Shelf, Visit, path_of};
use quire_app::{App, Error, FirstFault};
use quire_content::id::PageId;
use quire_diagram::Diagrams;
use quire_model::ids::SiteSpaceId;
use quire_model::site_structure::SiteSpace;

use crate::contents::Tables;
use crate::guides::Guides;
use crate::headers::Reach;

/// One request for one site.
pub(crate) struct Scene {
    pub(crate) app: App,
    /// Tables of contents.
    pub(crate) tables: Arc<Tables>,
    /// The paths that are compared with one at which nothing is.
    pub(crate) guides: Arc<Guides>,
    /// Drawings of diagrams.
    pub(crate) diagrams: Arc<Diagrams>,
    /// What the reader may see.
    pub(crate) visit: Visit,
    /// Scheme, host and port.
    pub(crate) origin: String,
    /// What paths begin with, the secret of a share link included.
    pub(crate) base: String,
    /// What paths of the version that is read begin with, after that: empty for what is published.
    pub(crate) version: String,
    /// The beginning of paths of the same version that are of no one space.
    pub(crate) version_of_all: String,
    /// Who may keep the answer.
    pub(crate) reach: Reach,
    /// Whether addresses hold a secret.
    pub(crate) secret: bool,
    /// Whether something of other spaces than the one that is read went into the answer.
    pub(crate) crossed: AtomicBool,
    /// The first fault while something is drawn that can only lack what is not there.
    pub(crate) first_fault: FirstFault,
}

impl Scene {
    /// The site.
    pub(crate) fn site(&self) -> &Arc<PublishedSite> {
        &self.visit.site
    }

    /// Returns what is there, and `None` for what is not. A fault of the server is kept for [`Scene::whole`].
    pub(crate) fn there<T>(&self, outcome: Result<T, Error>) -> Option<T> {
        self.first_fault.there(outcome)
    }

    /// Returns what was drawn, if it lacks nothing.
    ///
    /// # Errors
    /// The first fault of the server that was kept meanwhile: what was drawn is not the answer.
    pub(crate) fn whole<T>(&self, drawn: T) -> Result<T, Error> {
        self.first_fault.check().map(|()| drawn)
    }

    /// The address of a path of the site, as it is published.
    pub(crate) fn href(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// The address of something that is of no one space, in the version that is read.
    pub(crate) fn href_of_all(&self, path: &str) -> String {
        format!("{}{}{path}", self.base, self.version_of_all)
    }

    /// The same with scheme and host.
    pub(crate) fn absolute_of_all(&self, path: &str) -> String {
        format!("{}{}", self.origin, self.href_of_all(path))
    }

    /// The address of a path in a space, in the version that is read of it.
    pub(crate) fn href_in(&self, space: &SiteSpace, path: &str) -> String {
        let previewed = self.visit.preview().is_some_and(|preview| preview.space == space.space);
        let version = if previewed { self.version.as_str() } else { "" };
        format!("{}{version}{path}", self.base)
    }

    /// The same with scheme and host.
    pub(crate) fn absolute_in(&self, space: &SiteSpace, path: &str) -> String {
        format!("{}{}", self.origin, self.href_in(space, path))
    }

    /// The address of a path of any space, in the version that is read of the space there.
    pub(crate) fn href_at(&self, path: &str) -> String {
        let segments: Vec<_> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        match self.site().structure.locate(&segments) {
            Some(located) => self.href_in(located.space, path),
            None => self.href(path),
        }
    }

    /// The one address of a path, however the reader came here. A secret is never in it.
    pub(crate) fn canonical(&self, path: &str) -> String {
        format!("{}{path}", self.site().address)
    }

    /// A space of the site that is there, with its pages.
    pub(crate) fn space(&self, id: SiteSpaceId) -> Result<(&SiteSpace, Arc<Shelf>), Error> {
        let (_, space) = self.visit.site_space(id).ok_or(Error::NotFound("space"))?;
        Ok((space, self.app.shelf(&self.visit, space)?))
    }

    /// The path of a page within the site, if it is there. A group has none: it is nothing to read.
    pub(crate) fn path(&self, space: &SiteSpace, shelf: &Shelf, page: PageId) -> Option<String> {
        shelf.page(page)?;
        Some(self.path_below(space, &shelf.path(page)?))
    }

    /// The path of something in a space of the site.
    pub(crate) fn path_below(&self, space: &SiteSpace, path: &str) -> String {
        let segments = self.site().structure.segments(space.id);
        path_of(segments.iter().map(String::as_str), path)
    }

    /// The address of a page in this site, if it is there.
    pub(crate) fn page_href(&self, space: &SiteSpace, shelf: &Shelf, page: PageId) -> Option<String> {
        self.path(space, shelf, page).map(|path| self.href_in(space, &path))
    }

    /// The address where a space begins.
    pub(crate) fn space_href(&self, space: &SiteSpace) -> String {
        self.href_in(space, &self.path_below(space, ""))
    }

    /// Whether everybody may see what is read.
    pub(crate) fn is_public(&self) -> bool {
        self.reach == Reach::Public
    }

    /// Something of other spaces goes into the answer.
    pub(crate) fn cross(&self) {
        self.crossed.store(true, Ordering::Relaxed);
    }

    /// Whether it did.
    pub(crate) fn is_crossed(&self) -> bool {
        self.crossed.load(Ordering::Relaxed)
    }
}
