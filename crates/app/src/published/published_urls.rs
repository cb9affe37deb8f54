//! Resolution of addresses of published content, for programs that show it themselves.
//!
//! A visitor is admitted as on the site itself: callers learn nothing that a visitor with these claims would not. A
//! change request or a revision is resolved only for callers who may read it. Resolution for editors is in
//! [`crate::published::content_urls`].

mod address;

use std::sync::Arc;

use quire_content::hash::Hash;
use quire_content::id::PageId;
use quire_model::ids::{ChangeRequestId, OrganizationId, RevisionId, SiteId, SiteSectionId, SiteSpaceId, SpaceId};
use quire_model::site_structure::SiteSpace;
use serde_json::{Map, Value};

pub(crate) use self::address::Address;
use crate::callers::Caller;
use crate::content::Version;
use crate::core::errors::Error;
use crate::published::{Found, Name, PublishedSite, SitePage, SiteView, encoded};
use crate::visitors::admission::with_location;
use crate::visitors::claims::{self, TOKEN_PARAMETER};
use crate::visitors::{Admission, Admitted, Credential};
use crate::{App, access};

/// An address with the credentials of a visitor.
#[derive(Debug, Clone, Default)]
pub struct VisitorAddress {
    /// The address to resolve.
    pub url: String,
    /// The visitor's token; by default that of the address.
    pub token: Option<String>,
    /// Unsigned claims of the visitor, which override those of the address.
    pub unsigned: Map<String, Value>,
    /// True to resolve an invalid token to the sign-in address, like an absent one.
    pub redirect_on_error: bool,
}

/// The outcome of resolving an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// Content at the address.
    Content(Box<Content>),
    /// A redirect to another address of the site.
    Moved(String),
    /// A redirect elsewhere: to the sign-in address for visitors, or by a redirect of the site.
    Away(String),
}

/// Content at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The organization that owns the site.
    pub organization: OrganizationId,
    /// The site of the address.
    pub site: SiteId,
    /// The section, if the site has sections.
    pub section: Option<SiteSectionId>,
    /// The space on the site.
    pub site_space: SiteSpaceId,
    /// The space with the page.
    pub space: SpaceId,
    /// The page at the address.
    pub page: PageId,
    /// The change request shown in place of published content.
    pub change_request: Option<ChangeRequestId>,
    /// The revision shown in place of published content.
    pub revision: Option<RevisionId>,
    /// The prefix of the site's paths in this address, with a slash at both ends.
    pub site_base: String,
    /// The prefix of the space's paths in this address, with a slash at both ends.
    pub base: String,
    /// The path of the page in the space, with a leading slash.
    pub path: String,
    /// The secret in the address.
    pub secret: Option<String>,
    /// True if no longer path could name a section or variant.
    pub complete: bool,
    /// A hash of the claims of a visitor who presented a token.
    pub context: Option<Hash>,
    /// The canonical address for search engines.
    pub canonical: String,
}

const NOT_FOUND: Error = Error::NotFound("published content");

impl App {
    /// Resolves an address for a visitor.
    pub fn resolve_published(&self, caller: &Caller, asked: &VisitorAddress) -> Result<Resolution, Error> {
        access::own_account(caller, quire_model::scopes::Scope::Read)?;
        let (address, site) = self.site_at(&asked.url)?;
        let pairs = || address.query.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let in_address = pairs().find(|(name, _)| *name == TOKEN_PARAMETER).map(|(_, token)| token);
        let mut unsigned = claims::unsigned(pairs(), None);
        unsigned.extend(asked.unsigned.clone());
        let token = asked.token.as_deref().or(in_address);
        let showed_token = token.is_some();
        let shown = token.map(|token| self.accept_token(&site, token)).transpose()?.flatten();
        let credential = Credential { secret: address.secret.as_deref(), shown, unsigned };
        match site.gate.admit(&credential, &encoded(&address.path)) {
            Admission::Welcome(audience) => self.resolve_for(caller, address, site, audience, showed_token),
            Admission::SignIn { location } if !showed_token || asked.redirect_on_error => {
                Ok(Resolution::Away(location))
            }
            Admission::Provider if !showed_token || asked.redirect_on_error => {
                let sign_in = format!("{}/~sign-in", site.address);
                Ok(Resolution::Away(with_location(&sign_in, &encoded(&address.path))))
            }
            Admission::SignIn { .. } | Admission::Provider | Admission::Refused if showed_token => {
                Err(Error::Forbidden("visitor: the token is not accepted".to_owned()))
            }
            Admission::SignIn { .. } | Admission::Provider | Admission::Refused => {
                Err(Error::Forbidden("visitor: visitors of this site have to sign in".to_owned()))
            }
            Admission::Unknown => Err(NOT_FOUND),
        }
    }

    pub(crate) fn site_at(&self, url: &str) -> Result<(Address, Arc<PublishedSite>), Error> {
        let options = self.options();
        let address = Address::read(url, &options.public_url, &options.site_hosts).ok_or(NOT_FOUND)?;
        let site = self.published_site(&address.name)?.ok_or(NOT_FOUND)?;
        Ok((address, site))
    }

    fn resolve_for(
        &self,
        caller: &Caller,
        address: Address,
        site: Arc<PublishedSite>,
        audience: Admitted,
        showed_token: bool,
    ) -> Result<Resolution, Error> {
        let context = showed_token.then(|| audience.audience().key());
        let renamed = matches!(&address.name, Name::Titled { basename, .. } if *basename != site.site.basename);
        let site_view = self.visit_version(caller, &address, site, audience)?;
        let at = |path: &str| format!("{}{}{path}", site_view.site.address, address.prefix);
        Ok(match self.find(&site_view, &address.path)? {
            Found::Page(place) if !renamed => {
                let content = self.content_at(caller, &site_view, address, place, context)?;
                Resolution::Content(Box::new(content))
            }
            Found::Page(place) => Resolution::Moved(at(&self.path_of(&site_view, place)?)),
            Found::Moved(moved) => Resolution::Moved(at(&moved.location())),
            Found::Entry(path) | Found::Led(path) => Resolution::Moved(at(&path)),
            Found::Away(address) => Resolution::Away(address),
            Found::Nothing => return Err(NOT_FOUND),
        })
    }

    /// Returns the site with the version of content in the address, if the caller may read it.
    fn visit_version(
        &self,
        caller: &Caller,
        address: &Address,
        site: Arc<PublishedSite>,
        audience: Admitted,
    ) -> Result<SiteView, Error> {
        if address.version == Version::Main {
            return Ok(self.site_view(site, audience, None));
        }
        let segments: Vec<&str> = address.path.split('/').filter(|segment| !segment.is_empty()).collect();
        let space = site.structure.locate(&segments).ok_or(NOT_FOUND)?.space.space;
        let preview = self.preview(caller, &site, space, address.version).map_err(hide)?;
        Ok(self.site_view(site, audience, Some(Arc::new(preview))))
    }

    fn path_of(&self, site_view: &SiteView, place: SitePage) -> Result<String, Error> {
        let (_, space) = site_view.site_space(place.site_space).ok_or(NOT_FOUND)?;
        self.path_on_site(site_view, space, place.page)?.ok_or(NOT_FOUND)
    }

    fn content_at(
        &self,
        caller: &Caller,
        site_view: &SiteView,
        address: Address,
        place: SitePage,
        context: Option<Hash>,
    ) -> Result<Content, Error> {
        let (section, space) = site_view.site_space(place.site_space).ok_or(NOT_FOUND)?;
        let segments = site_view.site.structure.segments(space.id);
        let path_on_site = self.path_of(site_view, place)?;
        let of_space: String = segments.iter().map(|part| encoded(part) + "/").collect();
        let path = path_on_site[1..].strip_prefix(of_space.trim_end_matches('/')).unwrap_or_default();
        let path = format!("/{}", path.trim_start_matches('/'));
        let goes_on = |other: &SiteSpace| {
            let longer = site_view.site.structure.segments(other.id);
            longer.len() > segments.len() && longer.starts_with(&segments)
        };
        let complete = path != "/" || !site_view.site_spaces().any(|(_, other)| goes_on(other));
        Ok(Content {
            organization: site_view.site.organization.id,
            site: site_view.site.site.id,
            section: section.map(|section| section.id),
            site_space: space.id,
            space: space.space,
            page: place.page,
            change_request: match address.version {
                Version::ChangeRequest(name) => {
                    Some(self.get_change_request(caller, space.space, name)?.change_request.id)
                }
                Version::Main | Version::Revision(_) => None,
            },
            revision: match address.version {
                Version::Revision(id) => Some(id),
                Version::Main | Version::ChangeRequest(_) => None,
            },
            base: format!("{}{of_space}", address.base),
            site_base: address.base,
            path,
            secret: address.secret,
            complete,
            context,
            canonical: format!("{}{path_on_site}", site_view.site.address),
        })
    }
}

/// Converts refused access to an error of absence.
fn hide(error: Error) -> Error {
    match error {
        Error::Forbidden(_) | Error::NotFound(_) => NOT_FOUND,
        other => other,
    }
}
