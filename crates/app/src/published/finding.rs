//! Resolution of paths on a site, for one audience.
//!
//! A moved page is resolved to its final place in one step. Current paths take precedence over former ones, and the
//! redirects in the content over those of the site.

use std::sync::Arc;

use percent_encoding::percent_decode_str;
use quire_content::id::PageId;
use quire_model::ids::SiteSpaceId;
use quire_model::redirects::{Destination, RedirectLocation};
use quire_model::site_structure::SiteSpace;

use super::{PublishedSite, SiteView, VisiblePages, encoded, path_of};
use crate::App;
use crate::core::errors::{Error, FirstFault};
use crate::openapi_specs::expansion::FormerPage;
use crate::sites::site_redirects;

/// A page of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SitePage {
    /// The space on the site.
    pub site_space: SiteSpaceId,
    /// The page in the space.
    pub page: PageId,
}

/// A page at a former path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedPage {
    /// The page.
    pub page: SitePage,
    /// The current path, encoded for addresses.
    pub path: String,
    /// The anchor on the page of what the former path led to; `None` if that is the page.
    pub anchor: Option<String>,
}

impl MovedPage {
    /// Returns the current path with the anchor.
    pub fn location(&self) -> String {
        format!("{}{}", self.path, self.fragment())
    }

    /// Returns the anchor behind `#`; empty if there is none.
    pub fn fragment(&self) -> String {
        self.anchor.as_ref().map(|anchor| format!("#{}", encoded(anchor))).unwrap_or_default()
    }
}

/// The outcome of resolving a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A page at its current path.
    Page(SitePage),
    /// A page at a former path.
    Moved(MovedPage),
    /// No page: a redirect to this path of the site, where reading starts.
    Entry(String),
    /// A redirect of the site to a path on it, perhaps with query and anchor.
    Led(String),
    /// A redirect of the site to an address elsewhere.
    Away(String),
    /// No page and no redirect.
    Nothing,
}

/// A space and a path in it that an address may refer to.
struct Candidate<'a> {
    space: &'a SiteSpace,
    visible_pages: Arc<VisiblePages>,
    rest: String,
}

impl App {
    /// Resolves a path of the site: segments joined with `/`, decoded.
    pub fn find(&self, site_view: &SiteView, path: &str) -> Result<Found, Error> {
        match self.find_content(site_view, path)? {
            Found::Nothing => self.redirected(site_view, path),
            found => Ok(found),
        }
    }

    /// Follows the redirects of the site from a path; a target that is not visible to the audience counts as none.
    fn redirected(&self, site_view: &SiteView, path: &str) -> Result<Found, Error> {
        let PublishedSite { structure, address, redirects, .. } = &*site_view.site;
        let first = FirstFault::default();
        let mut page = |space, page| {
            let (_, space) = site_view.site_space(space)?;
            first.there(self.path_on_site(site_view, space, page)).flatten()
        };
        let locate = |destination: &Destination| site_redirects::locate(structure, address, destination, &mut page);
        let exists = |path: &str| {
            let found = first.there(self.find_content(site_view, path.trim_matches('/')));
            found.is_some_and(|found| found != Found::Nothing)
        };
        let place = redirects.follow(&path_of([], path), locate, exists);
        first.check()?;
        Ok(match place {
            Some(RedirectLocation::Elsewhere(address)) => Found::Away(address),
            Some(RedirectLocation::Here(path)) => self.final_path(site_view, &path)?,
            None => Found::Nothing,
        })
    }

    /// Resolves the target path of a redirect, so that no second redirect follows.
    fn final_path(&self, site_view: &SiteView, to: &str) -> Result<Found, Error> {
        let (path, rest) = to.find(['?', '#']).map_or((to, ""), |at| to.split_at(at));
        let Ok(decoded) = percent_decode_str(path.trim_matches('/')).decode_utf8() else { return Ok(Found::Nothing) };
        Ok(match self.find_content(site_view, &decoded)? {
            Found::Page(_) => Found::Led(format!("{}{rest}", path_of([], &decoded))),
            Found::Moved(moved) if rest.contains('#') => Found::Led(format!("{}{rest}", moved.path)),
            Found::Moved(moved) => Found::Led(format!("{}{rest}{}", moved.path, moved.fragment())),
            Found::Entry(path) => Found::Led(format!("{path}{rest}")),
            Found::Led(_) | Found::Away(_) | Found::Nothing => Found::Nothing,
        })
    }

    fn find_content(&self, site_view: &SiteView, path: &str) -> Result<Found, Error> {
        let candidates = self.candidates(site_view, path)?;
        let found: Vec<_> = candidates.iter().filter_map(|it| self.today(site_view, it, path)).collect();
        // The path of a site's only space is not in addresses: a page of this name goes before it.
        let is_page = |found: &&Found| matches!(found, Found::Page(_));
        if let Some(found) = found.iter().find(is_page).or(found.first()) {
            return Ok(found.clone());
        }
        for Candidate { space, visible_pages, rest } in &candidates {
            if let Some((page, anchor)) = self.formerly(site_view, space, visible_pages, rest)? {
                return Ok(moved(site_view, space, visible_pages, (page, anchor)));
            }
        }
        if path.is_empty() { self.entry(site_view) } else { Ok(Found::Nothing) }
    }

    /// Returns the path of a page within the site, encoded for addresses.
    pub fn path_on_site(&self, site_view: &SiteView, space: &SiteSpace, page: PageId) -> Result<Option<String>, Error> {
        Ok(path_in(site_view, space, &*self.visible_pages(site_view, space)?, page))
    }

    /// Returns the spaces that a path may be in, by the structure of the site, and the default space.
    fn candidates<'a>(&self, site_view: &'a SiteView, path: &str) -> Result<Vec<Candidate<'a>>, Error> {
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        let mut candidates = Vec::new();
        let mut add = |space: &'a SiteSpace, used: usize| {
            if site_view.sees(space.id) {
                let visible_pages = self.visible_pages(site_view, space)?;
                candidates.push(Candidate { space, visible_pages, rest: segments[used..].join("/") });
            }
            Ok::<_, Error>(())
        };
        let ways = site_view.site.structure.ways(&segments);
        for way in &ways {
            add(way.space, way.used)?;
        }
        if let (true, Some(first)) = (ways.first().is_none_or(|it| it.used > 0), site_view.site.structure.first()) {
            add(first, 0)?;
        }
        Ok(candidates)
    }

    fn today(&self, site_view: &SiteView, candidate: &Candidate<'_>, path: &str) -> Option<Found> {
        let Candidate { space, visible_pages, rest } = candidate;
        let id = visible_pages.find(rest)?;
        if visible_pages.page(id).is_none() {
            let first = visible_pages.first_below(id)?;
            return Some(Found::Entry(path_in(site_view, space, visible_pages, first)?));
        }
        let canonical = path_in(site_view, space, visible_pages, id)?;
        let place = SitePage { site_space: space.id, page: id };
        let asked = path_of([], path);
        let moved = || Found::Moved(MovedPage { page: place, path: canonical.clone(), anchor: None });
        Some(if canonical == asked { Found::Page(place) } else { moved() })
    }

    /// Returns the page that formerly had a path, or that the redirects of the space lead to, with the anchor of what the
    /// path led to if that is a part of the page now.
    fn formerly(
        &self,
        site_view: &SiteView,
        space: &SiteSpace,
        visible_pages: &VisiblePages,
        rest: &str,
    ) -> Result<Option<(PageId, Option<String>)>, Error> {
        let Some(view) = site_view.view(space.space) else { return Ok(None) };
        let there = |page: &PageId| visible_pages.page(*page).is_some();
        if let Some(file) = self.redirect_of_space(&view, rest)?
            && let Some(page) = self.paths(&view)?.page_at(&file).filter(there)
        {
            return Ok(Some((page, None)));
        }
        if let Some(page) = self.page_once_at(&view, rest)?.filter(there) {
            return Ok(Some((page, None)));
        }
        let latest = &site_view.site.specifications;
        let former = self.former_specification_page(latest, visible_pages.used(), rest, |page| there(&page))?;
        let Some(FormerPage { page, operation }) = former else { return Ok(None) };
        let anchor = match (operation, visible_pages.page(page)) {
            (Some(call), Some(record)) => self.operation_anchor(latest, record, &call)?,
            _ => None,
        };
        Ok(Some((page, anchor)))
    }

    /// Returns the first visible page of a site whose default page is not visible.
    fn entry(&self, site_view: &SiteView) -> Result<Found, Error> {
        for (_, space) in site_view.site_spaces() {
            let visible_pages = self.visible_pages(site_view, space)?;
            let first = visible_pages.first().and_then(|page| path_in(site_view, space, &visible_pages, page));
            if let Some(path) = first.filter(|path| path != "/") {
                return Ok(Found::Entry(path));
            }
        }
        Ok(Found::Nothing)
    }
}

fn moved(
    site_view: &SiteView,
    space: &SiteSpace,
    visible_pages: &VisiblePages,
    (page, anchor): (PageId, Option<String>),
) -> Found {
    let path = path_in(site_view, space, visible_pages, page);
    let page = SitePage { site_space: space.id, page };
    path.map_or(Found::Nothing, |path| Found::Moved(MovedPage { page, path, anchor }))
}

fn path_in(site_view: &SiteView, space: &SiteSpace, visible_pages: &VisiblePages, page: PageId) -> Option<String> {
    let path = visible_pages.path(page)?;
    let segments = site_view.site.structure.segments(space.id);
    Some(path_of(segments.iter().map(String::as_str), &path))
}
