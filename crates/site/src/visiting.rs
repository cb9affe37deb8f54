//! Signing in to a site by the identity provider of its organization, and out again.
//!
//! A browser without a session gets a cookie of the site and is sent to the server, which asks the provider
//! ([`quire_app::sso::visits`]). It comes back to `~sign-in` with a code, which starts the session only together with that
//! cookie. Everything works without scripts. Pages here are the same for all visitors and show nothing of the site.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use maud::{DOCTYPE, Markup, html};
use quire_app::published::PublishedSite;
use quire_app::sso::visits::{Departure, Entered, Place};
use quire_app::visitors::claims::{ATTEMPT_COOKIE, SESSION_COOKIE, TOKEN_COOKIE};

use crate::drawing::HTML;
use crate::failures::{failed, nothing, plain, redirect};
use crate::feedback::comes_from;
use crate::headers::{self, CacheVisibility};
use crate::location::Location;
use crate::reader::{ReaderCredentials, removed_cookie, secret_cookie};
use crate::route::{SIGN_IN, SIGN_OUT};
use crate::site_request::SiteRequest;
use crate::{Failure, Sites};

/// The time for which a browser is expected back, in seconds.
const PATIENCE: u32 = 15 * 60;

impl Sites {
    /// Sends a browser to the identity provider of a site. `next` is the path below the site to come back to. Only whole
    /// pages lead there: a picture can't sign anybody in.
    pub(crate) fn depart(
        &self,
        site: &PublishedSite,
        site_request: &SiteRequest,
        reader: &ReaderCredentials,
        headers: &HeaderMap,
        next: &str,
    ) -> Response {
        if headers.get("sec-fetch-dest").is_some_and(|dest| dest.as_bytes() != b"document") {
            return plain(StatusCode::FORBIDDEN, "This site is for visitors who are signed in.");
        }
        let SiteRequest { origin, base, .. } = site_request;
        let ids = (site.organization.id, site.site.id);
        let Departure { location, browser } =
            self.inner.app.begin_visit(ids, Place { origin, base }, next, reader.attempt.at(origin, base));
        let mut response = redirect(&Location::configured(&location), StatusCode::SEE_OTHER);
        if let Some(cookie) = secret_cookie(ATTEMPT_COOKIE, &browser, Some(PATIENCE), origin, base) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        response
    }

    /// Answers `GET ~sign-in`: takes a browser that comes back with a code, or sends it to the provider.
    pub(crate) async fn sign_in(
        &self,
        site: &Arc<PublishedSite>,
        site_request: &SiteRequest,
        reader: &ReaderCredentials,
        headers: &HeaderMap,
    ) -> Result<Response, Failure> {
        if !site.gate.published || site.gate.provider.is_none() {
            return Ok(nothing());
        }
        let Some(code) = reader.code.clone() else {
            let next = reader.location.as_deref().unwrap_or("/");
            return Ok(self.depart(site, site_request, reader, headers, next));
        };
        let SiteRequest { origin, base, .. } = site_request;
        let browser = reader.attempt.at(origin, base).unwrap_or_default().to_owned();
        let ids = (site.organization.id, site.site.id);
        match self.run(move |app| app.enter_site(ids, &code, &browser)).await? {
            Some(Entered { secret, next }) => {
                let mut response = redirect(&Location::below(base, &next), StatusCode::SEE_OTHER);
                let cookies = [
                    secret_cookie(SESSION_COOKIE, &secret, None, origin, base),
                    removed_cookie(TOKEN_COOKIE, origin, base),
                ];
                for cookie in cookies.into_iter().flatten() {
                    response.headers_mut().append(SET_COOKIE, cookie);
                }
                Ok(response)
            }
            // Another window of this browser has signed in meanwhile, or the page was loaded twice.
            None if self.visitor_shown(site, site_request, reader).await?.is_some() => {
                Ok(redirect(&Location::below(base, "/"), StatusCode::SEE_OTHER))
            }
            None => Ok(page(
                StatusCode::FORBIDDEN,
                "This sign-in has ended",
                &html! {
                    p { "It took too long, or it began in another browser. Begin again, in one window, with cookies \
                         allowed." }
                    p { a href={ (base) (SIGN_IN) } { "Sign in" } }
                },
            )),
        }
    }

    /// Answers `GET ~sign-out`: asks before the session ends, as other pages can lead here too.
    pub(crate) fn ask_to_sign_out(&self, site: &PublishedSite, site_request: &SiteRequest) -> Response {
        if !site.gate.published || site.gate.provider.is_none() {
            return nothing();
        }
        let base = &site_request.base;
        let content = html! {
            form method="post" action={ (base) (SIGN_OUT) } { button { "Sign out" } }
            p { a href={ (base) "/" } { "Back" } }
        };
        page(StatusCode::OK, "Sign out of this site", &content)
    }

    /// Answers `POST ~sign-out`: ends the session of the visitor.
    pub(crate) async fn sign_out(&self, request: Request) -> Response {
        let (parts, _) = request.into_parts();
        let Some(site_request) = self.requested(&parts) else { return nothing() };
        let reader = ReaderCredentials::of(parts.uri.query(), &parts.headers);
        let left = self.leave(site_request, &reader, &parts.headers).await;
        left.unwrap_or_else(|failure| failed(&failure))
    }

    async fn leave(
        &self,
        site_request: SiteRequest,
        reader: &ReaderCredentials,
        headers: &HeaderMap,
    ) -> Result<Response, Failure> {
        let Some(site) = self.site(&site_request.name).await? else { return Ok(nothing()) };
        let site_request = site_request.behind(site.site.proxy.as_deref(), headers);
        let SiteRequest { origin, base, .. } = &site_request;
        let Some(provider) = site.gate.provider.filter(|_| comes_from(headers, origin)) else { return Ok(nothing()) };
        let secret = reader.session.at(origin, base).map(str::to_owned);
        let end = self.run(move |app| app.leave_site(provider, secret.as_deref())).await?;
        let content = html! {
            p { "Whoever uses this browser may sign in again without a password while it is signed in at the identity \
                 provider." }
            @if let Some(end) = end { p { a href=(end) { "Sign out at the identity provider too" } } }
            p { a href={ (base) (SIGN_IN) } { "Sign in again" } }
        };
        let mut response = page(StatusCode::OK, "You are signed out of this site", &content);
        for name in [SESSION_COOKIE, TOKEN_COOKIE] {
            if let Some(cookie) = removed_cookie(name, origin, base) {
                response.headers_mut().append(SET_COOKIE, cookie);
            }
        }
        Ok(response)
    }
}

/// Returns a page without a site around it.
fn page(status: StatusCode, title: &str, content: &Markup) -> Response {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
            }
            body { main { h1 { (title) } (content) } }
        }
    };
    let mut response = Response::new(Body::from(page.into_string()));
    *response.status_mut() = status;
    // A stricter policy on referrers would make browsers send forms without their origin.
    *response.headers_mut() = headers::document(HTML, CacheVisibility::Private, false, "");
    headers::unindexed(response.headers_mut());
    response
}
