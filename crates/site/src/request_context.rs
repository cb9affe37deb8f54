//! One request for one site: its reader, its address, and the facts that go into the answer.
//!
//! All addresses in an answer are created here, from paths within the site.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use quire_app::openapi_specs::latest::Used;
use quire_app::published::{PublishedSite, SiteView, VisiblePages, path_of};
use quire_app::{App, Error, FirstFault};
use quire_content::id::PageId;
use quire_diagram::Diagrams;
use quire_model::ids::SiteSpaceId;
use quire_model::site_structure::SiteSpace;

use crate::headers::CacheVisibility;
use crate::route::Part;
use crate::suggestions::SuggestionCache;

/// One request for one site.
pub(crate) struct RequestContext {
    pub(crate) app: App,
    /// The indexes for suggestions of similar pages.
    pub(crate) suggestions: Arc<SuggestionCache>,
    /// The cached drawings of diagrams.
    pub(crate) diagrams: Arc<Diagrams>,
    /// The site as the reader may see it.
    pub(crate) site_view: SiteView,
    /// Scheme, host and port.
    pub(crate) origin: Arc<str>,
    /// The path prefix of addresses, with the secret of a share link.
    pub(crate) base: String,
    /// The path prefix of the previewed version, after `base`; empty for published content.
    pub(crate) version: String,
    /// The path prefix of the previewed version, for addresses that belong to no single space.
    pub(crate) version_of_all: String,
    /// The caches that may store the answer.
    pub(crate) visibility: CacheVisibility,
    /// True if addresses contain a secret.
    pub(crate) secret: bool,
    /// True if the answer uses other spaces than the one that is read.
    pub(crate) crossed: AtomicBool,
    /// The first fault during rendering, kept by code that can only handle absence.
    pub(crate) first_fault: FirstFault,
    /// The slugs of the specifications that the answer shows.
    pub(crate) specifications: Mutex<BTreeSet<String>>,
    /// The origins of the APIs to which the answer sends requests.
    pub(crate) apis: Mutex<BTreeSet<String>>,
}

impl RequestContext {
    /// Returns the site as it is for all readers.
    pub(crate) fn site(&self) -> &Arc<PublishedSite> {
        &self.site_view.site
    }

    /// Returns the value, or `None` if it is absent. A fault of the server is kept for [`RequestContext::whole`].
    pub(crate) fn there<T>(&self, outcome: Result<T, Error>) -> Option<T> {
        self.first_fault.there(outcome)
    }

    /// Returns a rendered result, if it is complete.
    ///
    /// # Errors
    /// The first fault of the server that was kept: the result must not be sent.
    pub(crate) fn whole<T>(&self, drawn: T) -> Result<T, Error> {
        self.first_fault.check().map(|()| drawn)
    }

    /// Returns the address of a path of the site, without scheme and host.
    pub(crate) fn href(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Returns the address of a path that belongs to no single space, in the version that is read.
    pub(crate) fn href_of_all(&self, path: &str) -> String {
        format!("{}{}{path}", self.base, self.version_of_all)
    }

    /// Returns the address of the start: of the site, or of the space that is previewed.
    pub(crate) fn home(&self) -> String {
        let previewed = self.site_view.preview().and_then(|preview| self.site_view.space_on_site(preview.space));
        previewed.map_or_else(|| self.href("/"), |space| self.space_href(space))
    }

    /// Returns the address with scheme and host.
    pub(crate) fn absolute_of_all(&self, path: &str) -> String {
        format!("{}{}", self.origin, self.href_of_all(path))
    }

    /// Returns the address of a path in a space, in the version that the reader sees of it.
    pub(crate) fn href_in(&self, space: &SiteSpace, path: &str) -> String {
        let previewed = self.site_view.preview().is_some_and(|preview| preview.space == space.space);
        let version = if previewed { self.version.as_str() } else { "" };
        format!("{}{version}{path}", self.base)
    }

    /// Returns the address with scheme and host of a path in a space.
    pub(crate) fn absolute_in(&self, space: &SiteSpace, path: &str) -> String {
        format!("{}{}", self.origin, self.href_in(space, path))
    }

    /// Returns the address of a path in any space, in the version that the reader sees of that space.
    pub(crate) fn href_at(&self, path: &str) -> String {
        let end = path.find(['?', '#']).unwrap_or(path.len());
        let segments: Vec<_> = path[..end].split('/').filter(|segment| !segment.is_empty()).collect();
        match self.site().structure.locate(&segments) {
            Some(located) => self.href_in(located.space, path),
            None => self.href(path),
        }
    }

    /// Returns the canonical address of a path, on whatever address the request came. It never contains a secret.
    pub(crate) fn canonical(&self, path: &str) -> String {
        format!("{}{path}", self.site().address)
    }

    /// Returns the address of the document for paper with a part of a space.
    pub(crate) fn print_href(&self, space: &SiteSpace, part: &Part) -> String {
        format!("{}/~print{}", self.space_href(space).trim_end_matches('/'), part.query())
    }

    /// Returns the address of the PDF with a part of a space.
    pub(crate) fn pdf_href(&self, space: &SiteSpace, part: &Part) -> String {
        format!("{}/~pdf{}", self.space_href(space).trim_end_matches('/'), part.query())
    }

    /// Returns a visible space of the site, with its pages.
    pub(crate) fn space(&self, id: SiteSpaceId) -> Result<(&SiteSpace, Arc<VisiblePages>), Error> {
        let (_, space) = self.site_view.site_space(id).ok_or(Error::NotFound("space"))?;
        let visible_pages = self.app.visible_pages(&self.site_view, space)?;
        visible_pages.used().iter().for_each(|(slug, _)| self.shows(slug));
        Ok((space, visible_pages))
    }

    /// Returns the path of a visible page within the site. A group has none.
    pub(crate) fn path(&self, space: &SiteSpace, visible_pages: &VisiblePages, page: PageId) -> Option<String> {
        visible_pages.page(page)?;
        Some(self.path_below(space, &visible_pages.path(page)?))
    }

    /// Returns the path within the site for a path in a space.
    pub(crate) fn path_below(&self, space: &SiteSpace, path: &str) -> String {
        let segments = self.site().structure.segments(space.id);
        path_of(segments.iter().map(String::as_str), path)
    }

    /// Returns the address of a visible page.
    pub(crate) fn page_href(&self, space: &SiteSpace, visible_pages: &VisiblePages, page: PageId) -> Option<String> {
        self.path(space, visible_pages, page).map(|path| self.href_in(space, &path))
    }

    /// Returns the address of the start of a space.
    pub(crate) fn space_href(&self, space: &SiteSpace) -> String {
        self.href_in(space, &self.path_below(space, ""))
    }

    /// Returns true if the answer is the same for everybody.
    pub(crate) fn is_public(&self) -> bool {
        self.visibility == CacheVisibility::Public
    }

    /// Notes that the answer uses other spaces.
    pub(crate) fn cross(&self) {
        self.crossed.store(true, Ordering::Relaxed);
    }

    /// Notes that the answer shows a specification, or that there is none with this slug.
    pub(crate) fn shows(&self, slug: &str) {
        let mut slugs = self.specifications.lock().unwrap_or_else(PoisonError::into_inner);
        if !slugs.contains(slug) {
            slugs.insert(slug.to_owned());
        }
    }

    /// Lets the answer connect to the origins of APIs.
    pub(crate) fn connects(&self, origins: &[String]) {
        self.apis.lock().unwrap_or_else(PoisonError::into_inner).extend(origins.iter().cloned());
    }

    /// Returns the origins of the APIs to which the answer may connect, each once, with a space before it.
    pub(crate) fn connected(&self) -> String {
        let apis = self.apis.lock().unwrap_or_else(PoisonError::into_inner);
        apis.iter().flat_map(|origin| [" ", origin]).collect()
    }

    /// Returns the specifications that the answer shows, with their versions.
    pub(crate) fn used(&self) -> Vec<Used> {
        let slugs = self.specifications.lock().unwrap_or_else(PoisonError::into_inner);
        slugs.iter().map(|slug| self.site().specifications.used(slug)).collect()
    }

    /// Returns true if the answer uses other spaces.
    pub(crate) fn is_crossed(&self) -> bool {
        self.crossed.load(Ordering::Relaxed)
    }
}
