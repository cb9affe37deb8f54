//! Resolution of addresses for callers who may read the content itself: addresses of sites, and those of this server's
//! API and of the writers' app, which are the same below `/v1` and `/app`.
//!
//! Conditions of sites have no effect here: callers who may read a space read all of it.

use quire_content::id::PageId;
use quire_content::outline::Outline;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{CollectionId, SiteId, SiteSpaceId, SpaceId};
use quire_store::collections::Collection;

use crate::App;
use crate::access::{Proof, ViewCollection};
use crate::callers::Caller;
use crate::content::{Version, View};
use crate::core::errors::Error;
use crate::published::published_urls::Address;

/// The collection or the content at an address.
pub enum Located {
    /// A collection that the caller may see.
    Collection(Proof<Collection, ViewCollection>),
    /// Content of a space that the caller may read.
    Content(Box<Content>),
}

/// Content of a space at an address.
pub struct Content {
    /// The space with the revision that the address names.
    pub view: View,
    /// The change request that the address names.
    pub change_request: Option<ChangeRequestName>,
    /// The page that the address names.
    pub page: Option<PageId>,
    /// The site of the address, and the space on it.
    pub on: Option<(SiteId, SiteSpaceId)>,
}

/// The entity that an address of the API names.
#[derive(Debug, PartialEq, Eq)]
enum Named<'a> {
    Collection(CollectionId),
    Content(SpaceId, Version, Part<'a>),
}

/// The part of a space's content that an address of the API names.
#[derive(Debug, PartialEq, Eq)]
enum Part<'a> {
    All,
    Page(PageId),
    Path(Vec<&'a str>),
}

const NOT_FOUND: Error = Error::NotFound("content");

impl App {
    /// Resolves an address to a collection or content that the caller may read.
    pub fn locate_content(&self, caller: &Caller, url: &str) -> Result<Located, Error> {
        let api = url.split(['?', '#']).next().and_then(|url| url.strip_prefix(&self.options().public_url)).map(named);
        match api.flatten() {
            Some(Named::Collection(id)) => Ok(Located::Collection(self.get_collection(caller, id)?)),
            Some(Named::Content(space, version, part)) => {
                let view = self.view(caller, space, version)?;
                let page = self.page_of(&view, part)?;
                Ok(located(view, version, page, None))
            }
            None => self.locate_on_site(caller, url),
        }
    }

    fn locate_on_site(&self, caller: &Caller, url: &str) -> Result<Located, Error> {
        let (Address { path, version, .. }, site) = self.site_at(url)?;
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        let named = site.structure.ways(&segments).into_iter().map(|way| (way.space, way.used));
        // A page of the first space may have the same path as a section, whose space has no such page.
        let first = site.structure.first().map(|space| (space, 0));
        let mut failure = NOT_FOUND;
        for (space, used) in named.chain(first) {
            let found = self.view(caller, space.space, version).and_then(|view| {
                let page = self.page_of(&view, Part::Path(segments[used..].to_vec()))?;
                Ok(located(view, version, page, Some((site.site.id, space.id))))
            });
            match found {
                Err(Error::NotFound(_)) => {}
                Err(fault) if fault.is_fault() => return Err(fault),
                Err(other) => failure = other,
                Ok(found) => return Ok(found),
            }
        }
        Err(failure)
    }

    fn page_of(&self, view: &View, part: Part<'_>) -> Result<Option<PageId>, Error> {
        // Pages of specifications come first, as they are what readers get; the pages that they stand for have addresses
        // of the API too.
        let trees = [self.expanded_outline(view)?.outline, self.outline(view)?];
        let found = |find: &dyn Fn(&Outline) -> Option<PageId>| {
            trees.iter().find_map(|outline| find(outline)).map(Some).ok_or(Error::NotFound("page"))
        };
        match part {
            Part::All => Ok(None),
            Part::Path(segments) if segments.is_empty() => Ok(None),
            Part::Path(segments) => found(&|outline| outline.find(&segments.join("/"))),
            Part::Page(id) => found(&|outline| outline.page(id).map(|_| id)),
        }
    }
}

fn located(view: View, version: Version, page: Option<PageId>, on: Option<(SiteId, SiteSpaceId)>) -> Located {
    let change_request = match version {
        Version::ChangeRequest(name) => Some(name),
        Version::Main | Version::Revision(_) => None,
    };
    Located::Content(Box::new(Content { view, change_request, page, on }))
}

/// Parses a path of the API or of the writers' app that names a collection or content.
fn named(path: &str) -> Option<Named<'_>> {
    let segments: Vec<&str> =
        path.strip_prefix("/v1/").or_else(|| path.strip_prefix("/app/"))?.trim_end_matches('/').split('/').collect();
    let (space, rest) = match segments.as_slice() {
        ["collections", id] => return Some(Named::Collection(id.parse().ok()?)),
        ["spaces", id, rest @ ..] => (id.parse().ok()?, rest),
        _ => return None,
    };
    let (version, rest) = match rest {
        ["change-requests", name] => (Version::ChangeRequest(name.parse().ok()?), &[][..]),
        ["change-requests", name, "content", rest @ ..] => (Version::ChangeRequest(name.parse().ok()?), rest),
        ["change-requests", name, rest @ ..] if rest.first() == Some(&"page") => {
            (Version::ChangeRequest(name.parse().ok()?), rest)
        }
        ["revisions", id, rest @ ..] => (Version::Revision(id.parse().ok()?), rest),
        ["content", rest @ ..] => (Version::Main, rest),
        [] | ["page", _] => (Version::Main, rest),
        _ => return None,
    };
    let part = match rest {
        [] => Part::All,
        ["page", id] => Part::Page(id.parse().ok()?),
        ["path", path @ ..] => Part::Path(path.to_vec()),
        _ => return None,
    };
    Some(Named::Content(space, version, part))
}

#[cfg(test)]
mod tests {
    use quire_model::ids::Uid;

    use super::*;

    #[test]
    fn addresses_of_the_api_and_the_app_name_content() {
        let id = Uid([7; 16]);
        let space = |rest: &str| format!("/v1/spaces/{id}{rest}");
        let of = |version, part| Some(Named::Content(SpaceId(id), version, part));
        assert_eq!(named(&format!("/v1/collections/{id}")), Some(Named::Collection(CollectionId(id))));
        assert_eq!(named(&space("")), of(Version::Main, Part::All));
        assert_eq!(named(&space("/content/path/a/b")), of(Version::Main, Part::Path(vec!["a", "b"])));
        let page = space(&format!("/content/page/{id}/"));
        assert_eq!(named(&page), of(Version::Main, Part::Page(PageId(id))));
        let change_request = Version::ChangeRequest("7".parse().unwrap());
        assert_eq!(named(&space("/change-requests/7")), of(change_request, Part::All));
        assert_eq!(named(&space("/change-requests/7/content/path/a")), of(change_request, Part::Path(vec!["a"])));
        for other in ["", "/v1/spaces", "/v1/spaces/none", "/v1/orgs/x", "/sites/a/b"] {
            assert_eq!(named(other), None, "{other}");
        }
        assert_eq!(named(&space("/comments")), None);
        let page = format!("/app/spaces/{id}/page/{id}");
        assert_eq!(named(&page), of(Version::Main, Part::Page(PageId(id))));
        let proposed = format!("/app/spaces/{id}/change-requests/7/page/{id}");
        assert_eq!(named(&proposed), of(change_request, Part::Page(PageId(id))));
    }
}
