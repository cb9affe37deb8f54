//! Resolution of paths on a site, for one audience.
//!
//! A moved page is resolved to its final place in one step. Current paths take precedence over former ones, and the
//! redirects in the content over those of the site.

use std::sync::Arc;

use percent_encoding::percent_decode_str;
use quire_content::id::PageId;
use quire_model::ids::SiteSpaceId;
use quire_model::redirects::{Destination, Place as Target};
use quire_model::site_structure::SiteSpace;

use super::{PublishedSite, Shelf, Visit, path_of};
use crate::errors::{Error, FirstFault};
use crate::{App, site_redirects};

/// A page of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The space on the site.
    pub site_space: SiteSpaceId,
    /// The page in the space.
    pub page: PageId,
}

/// The outcome of resolving a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A page at its current path.
    Page(Place),
    /// A page at a former path, with its current path.
    Moved(Place, String),
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
    shelf: Arc<Shelf>,
    rest: String,
}

impl App {
    /// Resolves a path of the site: segments joined with `/`, decoded.
    pub fn find(&self, visit: &Visit, path: &str) -> Result<Found, Error> {
        match self.find_content(visit, path)? {
            Found::Nothing => self.redirected(visit, path),
            found => Ok(found),
        }
    }

    /// Follows the redirects of the site from a path; a target that is not visible to the audience counts as none.
    fn redirected(&self, visit: &Visit, path: &str) -> Result<Found, Error> {
        let PublishedSite { structure, address, redirects, .. } = &*visit.site;
        let first = FirstFault::default();
        let mut page = |space, page| {
            let (_, space) = visit.site_space(space)?;
            first.there(self.path_on_site(visit, space, page)).flatten()
        };
        let locate = |destination: &Destination| site_redirects::locate(structure, address, destination, &mut page);
        let exists = |path: &str| {
            let found = first.there(self.find_content(visit, path.trim_matches('/')));
            found.is_some_and(|found| found != Found::Nothing)
        };
        let place = redirects.follow(&path_of([], path), locate, exists);
        first.check()?;
        Ok(match place {
            Some(Target::Elsewhere(address)) => Found::Away(address),
            Some(Target::Here(path)) => self.final_path(visit, &path)?,
            None => Found::Nothing,
        })
    }

    /// Resolves the target path of a redirect, so that no second redirect follows.
    fn final_path(&self, visit: &Visit, to: &str) -> Result<Found, Error> {
        let (path, rest) = to.find(['?', '#']).map_or((to, ""), |at| to.split_at(at));
        let Ok(decoded) = percent_decode_str(path.trim_matches('/')).decode_utf8() else { return Ok(Found::Nothing) };
        Ok(match self.find_content(visit, &decoded)? {
            Found::Page(_) => Found::Led(format!("{}{rest}", path_of([], &decoded))),
            Found::Moved(_, path) | Found::Entry(path) => Found::Led(format!("{path}{rest}")),
            Found::Led(_) | Found::Away(_) | Found::Nothing => Found::Nothing,
        })
    }

    fn find_content(&self, visit: &Visit, path: &str) -> Result<Found, Error> {
        let candidates = self.candidates(visit, path)?;
        for candidate in &candidates {
            if let Some(found) = self.today(visit, candidate, path) {
                return Ok(found);
            }
        }
        for Candidate { space, shelf, rest } in &candidates {
            if let Some(page) = self.formerly(visit, space, shelf, rest)? {
                return Ok(moved(visit, space, shelf, page));
            }
        }
        if path.is_empty() { self.entry(visit) } else { Ok(Found::Nothing) }
    }

    /// Returns the path of a page within the site, encoded for addresses.
    pub fn path_on_site(&self, visit: &Visit, space: &SiteSpace, page: PageId) -> Result<Option<String>, Error> {
        Ok(path_in(visit, space, &*self.shelf(visit, space)?, page))
    }

    /// Returns the spaces that a path may be in, by the structure of the site, and the default space.
    fn candidates<'a>(&self, visit: &'a Visit, path: &str) -> Result<Vec<Candidate<'a>>, Error> {
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        let mut candidates = Vec::new();
        let mut add = |space: &'a SiteSpace, used: usize| {
            if visit.sees(space.id) {
                let shelf = self.shelf(visit, space)?;
                candidates.push(Candidate { space, shelf, rest: segments[used..].join("/") });
            }
            Ok::<_, Error>(())
        };
        let ways = visit.site.structure.ways(&segments);
        for way in &ways {
            add(way.space, way.used)?;
        }
        if let (true, Some(first)) = (ways.first().is_none_or(|it| it.used > 0), visit.site.structure.first()) {
            add(first, 0)?;
        }
        Ok(candidates)
    }

    fn today(&self, visit: &Visit, candidate: &Candidate<'_>, path: &str) -> Option<Found> {
        let Candidate { space, shelf, rest } = candidate;
        let id = shelf.find(rest)?;
        if shelf.page(id).is_none() {
            let first = shelf.first_below(id)?;
            return Some(Found::Entry(path_in(visit, space, shelf, first)?));
        }
        let canonical = path_in(visit, space, shelf, id)?;
        let place = Place { site_space: space.id, page: id };
        let asked = path_of([], path);
        Some(if canonical == asked { Found::Page(place) } else { Found::Moved(place, canonical) })
    }

    /// Returns the page that formerly had a path, or that the redirects of the space lead to.
    fn formerly(&self, visit: &Visit, space: &SiteSpace, shelf: &Shelf, rest: &str) -> Result<Option<PageId>, Error> {
        let Some(view) = visit.view(space.space) else { return Ok(None) };
        let there = |page: &PageId| shelf.page(*page).is_some();
        if let Some(file) = self.redirect_of_space(&view, rest)?
            && let Some(page) = self.paths(&view)?.page_at(&file).filter(there)
        {
            return Ok(Some(page));
        }
        Ok(self.page_once_at(&view, rest)?.filter(there))
    }

    /// Returns the first visible page of a site whose default page is not visible.
    fn entry(&self, visit: &Visit) -> Result<Found, Error> {
        for (_, space) in visit.site_spaces() {
            let shelf = self.shelf(visit, space)?;
            let first = shelf.first().and_then(|page| path_in(visit, space, &shelf, page));
            if let Some(path) = first.filter(|path| path != "/") {
                return Ok(Found::Entry(path));
            }
        }
        Ok(Found::Nothing)
    }
}

fn moved(visit: &Visit, space: &SiteSpace, shelf: &Shelf, page: PageId) -> Found {
    let path = path_in(visit, space, shelf, page);
    path.map_or(Found::Nothing, |path| Found::Moved(Place { site_space: space.id, page }, path))
}

fn path_in(visit: &Visit, space: &SiteSpace, shelf: &Shelf, page: PageId) -> Option<String> {
    let path = shelf.path(page)?;
    let segments = visit.site.structure.segments(space.id);
    Some(path_of(segments.iter().map(String::as_str), &path))
}
