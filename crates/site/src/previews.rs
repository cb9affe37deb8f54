//! Previews: a change request or a revision in place of published content, for members of the organization.
//!
//! A member is authenticated by a token, or by the session of this server's own pages. Other readers are asked to sign
//! in if that is possible; members who may not read the space learn nothing.

use std::sync::Arc;

use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use quire_app::accounts::sessions;
use quire_app::content::Version as ContentVersion;
use quire_app::published::{PublishedSite, path_of};
use quire_app::visitors::Preview;
use quire_app::{App, Caller, Error, callers};
use quire_content::hash::Hash;
use quire_model::change_requests::ChangeRequestName;
use quire_model::credentials::{bearer, only_cookie, session_cookie};
use quire_model::ids::SpaceId;

use crate::route::{Route, Thing, Version};
use crate::{Failure, Sites};

/// The outcome of a request for a preview.
pub(crate) enum PreviewOutcome {
    /// The preview may be shown.
    Shown(Preview),
    /// The preview may be shown, and begins at this path behind its version: the request names the start of the site,
    /// which is in another space.
    Elsewhere(String),
    /// The reader is not authenticated.
    Unknown,
    /// There is no such preview for this reader.
    Nothing,
}

/// Loads the preview that a request names. Readers who are not authenticated do not learn if the site exists.
pub(crate) async fn of(
    sites: &Sites,
    site: Option<&Arc<PublishedSite>>,
    version: Version,
    route: &Route,
    headers: &HeaderMap,
) -> Result<PreviewOutcome, Failure> {
    let session = session_cookie(&sites.inner.app.options().public_url);
    let Some(shown) = Secret::of(headers, session) else { return Ok(PreviewOutcome::Unknown) };
    let (site, by_path) = (site.cloned(), site.and_then(|site| space_of(site, &route.thing)));
    let at_start = matches!(&route.thing, Thing::Page(path) if path.text.is_empty());
    let found = sites.run(move |app| {
        let caller = shown.caller(app)?;
        let site = site.ok_or(Error::NotFound("site"))?;
        let (space, version) = match version {
            Version::Revision(id) => (app.space_of_revision(&site, id)?, ContentVersion::Revision(id)),
            Version::ChangeRequest(name @ ChangeRequestName::Id(id)) => {
                (app.space_of_change_request(&site, id)?, ContentVersion::ChangeRequest(name))
            }
            // The numbers of change requests are unique within a space only.
            Version::ChangeRequest(name @ ChangeRequestName::Number(_)) => {
                (by_path.or_else(|| space_at(&site, "")), ContentVersion::ChangeRequest(name))
            }
            Version::Published => return Err(Error::NotFound("revision")),
        };
        let space = space.ok_or(Error::NotFound("space"))?;
        let is_elsewhere = by_path.is_some_and(|by_path| by_path != space);
        if is_elsewhere && !at_start {
            return Err(Error::NotFound("revision"));
        }
        let preview = app.preview(&caller, &site, space, version)?;
        Ok(if is_elsewhere {
            PreviewOutcome::Elsewhere(start_of(&site, space)?)
        } else {
            PreviewOutcome::Shown(preview)
        })
    });
    match found.await {
        Ok(asked) => Ok(asked),
        Err(Failure::App(Error::Unauthenticated(_))) => Ok(PreviewOutcome::Unknown),
        Err(Failure::App(Error::NotFound(_) | Error::Forbidden(_))) => Ok(PreviewOutcome::Nothing),
        Err(failure) => Err(failure),
    }
}

/// Returns the path of the start of a space within the site.
fn start_of(site: &PublishedSite, space: SpaceId) -> Result<String, Error> {
    let found = site.structure.site_spaces().find(|(_, site_space)| site_space.space == space);
    let (_, site_space) = found.ok_or(Error::NotFound("space"))?;
    Ok(path_of(site.structure.segments(site_space.id).iter().map(String::as_str), ""))
}

/// Returns the space of a requested entity; `None` if it belongs to no single space.
fn space_of(site: &PublishedSite, thing: &Thing) -> Option<SpaceId> {
    match thing {
        Thing::File { key, .. } | Thing::Picture { key, .. } => key.split('-').next()?.parse().ok(),
        _ => space_at(site, &thing.path()?.text),
    }
}

/// Returns the space that an address is in.
fn space_at(site: &PublishedSite, path: &str) -> Option<SpaceId> {
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    site.structure.locate(&segments).map(|located| located.space.space)
}

/// The credential of a reader.
enum Secret {
    Token(Hash),
    Session(Hash),
}

impl Secret {
    /// Returns the secret in a request: a bearer token, or the session in the cookie with this name.
    fn of(headers: &HeaderMap, session: &str) -> Option<Self> {
        if let Some(value) = headers.get(AUTHORIZATION) {
            return bearer(value.as_bytes()).map(|token| Self::Token(callers::hash(token)));
        }
        let cookies = headers.get_all(COOKIE).into_iter().map(HeaderValue::as_bytes);
        only_cookie(cookies, session).map(|secret| Self::Session(sessions::hash(secret)))
    }

    fn caller(&self, app: &App) -> Result<Arc<Caller>, Error> {
        let (Self::Token(secret) | Self::Session(secret)) = *self;
        if let Some(known) = app.recall(secret) {
            return known;
        }
        match self {
            Self::Token(_) => app.authenticate(secret),
            Self::Session(_) => app.authenticate_session(secret),
        }
    }
}
