//! Signing in to sites as a visitor, by an identity provider of the organization.
//!
//! A site that a visitor may not read yet gives the browser a cookie and sends it to this server with a ticket, which
//! nobody else can write ([`App::begin_visit`]). From here it goes to the provider and comes back as for users; then a code
//! leads to the site that the ticket named and to no other, which starts the session if the browser still has the cookie
//! ([`App::enter_site`]). So a code is of no use at another site, in another browser, or a second time. A visitor becomes
//! nobody's user, and a site learns only the claims that its adaptive schema declares.

use std::time::Duration;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_model::adaptive_schema::AdaptiveSchema;
use quire_model::ids::{OidcProviderId, OrganizationId, SamlProviderId, SiteId};
use quire_model::locations::{local, local_below};
use quire_model::people::Way;
use quire_sso::{oidc, saml};
use quire_store::publishing_auth::{self, PublishingAuth};
use quire_store::sites::{self, Site};
use quire_store::sso_attempts::{self, SsoAttempt};
use quire_store::visitor_sessions::{self, VisitorSession};
use quire_store::{Read, Write, sso_providers};
use serde_json::{Map, Value, json};

use super::hashes::hash;
use super::people::{Identified, Refused};
use super::sign_in::{GONE, NOT_FOUND, PATIENCE};
use super::visit::Visit;
use crate::App;
use crate::callers::{self, Caller};
use crate::core::errors::Error;
use crate::visitors::tokens;

/// The address at which a visitor reads a site.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// Scheme, host and port.
    pub origin: &'a str,
    /// The path of the site: empty, or with a leading and without a trailing slash.
    pub base: &'a str,
}

/// A browser that leaves a site to sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departure {
    /// The address of this server at which the sign-in begins.
    pub location: String,
    /// The secret of the cookie at the site, by which the browser proves later that it began.
    pub browser: String,
}

/// A provider at which visitors of a site sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VisitorProvider {
    /// A provider with SAML.
    Saml(SamlProviderId),
    /// A provider with OpenID Connect.
    Oidc(OidcProviderId),
}

/// A visitor who came back to a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entered {
    /// The secret of the session, for a cookie of the site.
    pub secret: String,
    /// The path below the site to show.
    pub next: String,
}

/// The word of a provider about a person.
pub(super) enum Source<'a> {
    Saml(&'a saml::Identity),
    Oidc { claims: &'a oidc::Claims, trusts_email: bool },
}

/// The time for which a visitor is signed in: the provider decides again after it.
const LIFETIME: Duration = Duration::from_hours(8);
/// The time for the way from this server back to the site.
const RETURN: Duration = Duration::from_mins(1);
/// The maximum length in bytes of a path to come back to; longer ones are left out, and the site's start is shown.
const LONGEST_NEXT: usize = 2000;
/// The claims of a ticket that are not about the visit.
const VISIT: &str = "visit";

impl Source<'_> {
    /// Returns a claim by its name at the provider. Some names are understood whatever the provider calls them. An address
    /// of mail that nobody verified is none: conditions rely on it.
    fn claim(&self, name: &str) -> Option<Value> {
        match self {
            Self::Saml(identity) => {
                let found = identity.attributes.iter().find(|it| it.name == name && !it.values.is_empty());
                if let Some(attribute) = found {
                    return Some(values(&attribute.values));
                }
                match name {
                    "sub" => Some(json!(identity.name.value)),
                    "email" => identity.email.as_ref().map(|it| json!(it)),
                    "name" => identity.display_name.as_ref().map(|it| json!(it)),
                    "groups" if !identity.groups.is_empty() => Some(json!(identity.groups)),
                    _ => None,
                }
            }
            Self::Oidc { claims, trusts_email } => match name {
                "email" if !claims.email_verified.unwrap_or(*trusts_email) => None,
                "name" => claims.name.as_ref().map(|it| json!(it)),
                _ => claims.named(name).cloned(),
            },
        }
    }
}

/// Returns the values of an attribute as a claim: alone if it is one.
fn values(all: &[String]) -> Value {
    match all {
        [one] => json!(one),
        _ => json!(all),
    }
}

impl App {
    /// Returns the way of a visitor to the identity provider of a site that is read at this place. `next` is the path
    /// below the site to come back to, with its query; `browser` is the secret of the site's cookie, if it has given one
    /// to this browser lately. Nothing is stored.
    pub fn begin_visit(
        &self,
        (organization, site): (OrganizationId, SiteId),
        place: Place<'_>,
        next: &str,
        browser: Option<&str>,
    ) -> Departure {
        let is_ours = |it: &&str| (32..=128).contains(&it.len()) && it.bytes().all(|byte| byte.is_ascii_graphic());
        let next = local(next);
        let browser = browser.filter(is_ours).map_or_else(|| self.fresh_secret(), str::to_owned);
        let visit = Visit {
            organization: organization.to_string(),
            site: site.to_string(),
            browser: hash("visiting browser", &browser).to_string(),
            origin: place.origin.to_owned(),
            base: place.base.to_owned(),
            next: if next.len() <= LONGEST_NEXT { next } else { String::new() },
        };
        let claims = json!({ VISIT: visit, "exp": self.now().plus(PATIENCE).seconds() });
        let ticket = tokens::sign(&self.ticket_key(), &claims);
        Departure { location: format!("{}/sign-in/visitor?ticket={ticket}", self.inner.options.public_url), browser }
    }

    /// Returns the visit of a ticket, and the provider at which its visitor signs in.
    pub fn visit_to_begin(&self, ticket: &str) -> Result<(Visit, VisitorProvider), Error> {
        let key = self.ticket_key();
        let verified = tokens::verify(ticket, &[((), &key)], self.now()).map_err(|_| GONE)?;
        let visit = verified.claims.get(VISIT).and_then(|it| serde_json::from_value::<Visit>(it.clone()).ok());
        let visit = visit.ok_or(GONE)?;
        let (organization, site) = visit.ids().ok_or(GONE)?;
        let provider = self.inner.db.read(|tx| {
            let Some((_, auth)) = open_site(tx, organization, site)? else { return Ok(None) };
            let Some(provider) = auth.provider else { return Ok(None) };
            let way = sso_providers::find(tx, provider)?.map(|it| it.way);
            Ok::<_, Error>(match way {
                Some(Way::Saml) => Some(VisitorProvider::Saml(SamlProviderId(provider))),
                Some(Way::Oidc) => Some(VisitorProvider::Oidc(OidcProviderId(provider))),
                _ => None,
            })
        })?;
        Ok((visit, provider.ok_or(NOT_FOUND)?))
    }

    /// Ends the part of a sign-in that this server does: returns the address of the site at which the visitor goes on.
    /// `found` finds the attempt, if it is still there.
    pub(super) fn lead_to_site(
        &self,
        visit: &Visit,
        found: impl Fn(&mut Write<'_>) -> Result<Option<SsoAttempt>, Error>,
    ) -> Result<Result<String, Refused>, Error> {
        let (code, now) = (self.fresh_secret(), self.now());
        let is_open = self.inner.db.write(|tx| {
            let attempt = found(tx)?.ok_or(GONE)?;
            if site_of(tx, &attempt, visit)?.is_none() {
                return Ok(false);
            }
            let code = Some(hash("visit code", &code));
            sso_attempts::update(tx, &SsoAttempt { code, expires_at: now.plus(RETURN), ..attempt })?;
            Ok::<_, Error>(true)
        })?;
        if !is_open {
            return Ok(Err(Refused::new(
                "site-closed",
                "the site is not published any more, or its visitors sign in another way",
                "Open the site again. If it asks to sign in, begin again there.",
            )
            .of_visit(Some(visit))));
        }
        let path = local_below(&visit.base, &format!("/~sign-in?code={code}"));
        Ok(Ok(format!("{}{path}", visit.origin)))
    }

    /// Starts the session of a visitor who came back to a site with a code and the secret of the site's cookie; `None` if
    /// the two do not belong together, or to this site, or were used before.
    pub fn enter_site(
        &self,
        (organization, site): (OrganizationId, SiteId),
        code: &str,
        browser: &str,
    ) -> Result<Option<Entered>, Error> {
        let (now, code, browser) =
            (self.now(), hash("visit code", code), hash("visiting browser", browser).to_string());
        let waiting = |attempt: Option<SsoAttempt>| {
            let attempt = attempt.filter(|it| now < it.expires_at && it.organization == organization);
            let visit = attempt.as_ref().map(Visit::of).transpose()?.flatten();
            let is_right = |it: &Visit| it.ids() == Some((organization, site)) && it.browser == browser;
            Ok::<_, Error>(attempt.zip(visit.filter(is_right)))
        };
        // A code that is none costs no transaction that writes.
        if waiting(self.inner.db.read_single(|tx| sso_attempts::by_code(tx, code))?)?.is_none() {
            return Ok(None);
        }
        let secret = self.fresh_secret();
        self.write(&Caller::operator(), |change| {
            let Some((attempt, visit)) = waiting(sso_attempts::by_code(change.tx, code)?)? else { return Ok(None) };
            sso_attempts::delete(change.tx, attempt.request)?;
            if site_of(change.tx, &attempt, &visit)?.is_none() {
                return Ok(None);
            }
            let identified = attempt.identity.as_deref().and_then(|json| serde_json::from_str::<Identified>(json).ok());
            let identified = identified.ok_or(GONE)?;
            let ends_at = identified.session_ends().filter(|end| *end < now.plus(LIFETIME));
            if ends_at.is_some_and(|end| end <= now) {
                return Ok(None);
            }
            let session = VisitorSession {
                organization,
                site,
                hash: session_hash(&secret),
                provider: attempt.provider,
                person: identified.hash(),
                provider_session: identified.provider_session(),
                sign_out_hint: identified.saml_hint().map(str::to_owned),
                claims: Value::Object(identified.claims().clone()).to_string(),
                created_at: now,
                expires_at: ends_at.unwrap_or(now.plus(LIFETIME)),
            };
            visitor_sessions::delete_expired(change.tx, now)?;
            visitor_sessions::insert(change.tx, &session)?;
            change.touch(callers::scope(session.hash));
            Ok(Some(Entered { secret: secret.clone(), next: visit.next }))
        })
    }

    /// Ends the session of a visitor of a site with this provider, if there is one, and returns the address at which the
    /// visitor signs out at the provider, if it has one.
    pub fn leave_site(&self, provider: Uid, secret: Option<&str>) -> Result<Option<String>, Error> {
        let hash = secret.map(session_hash);
        let found = hash.map(|hash| self.inner.db.read_single(|tx| visitor_sessions::by_hash(tx, hash)));
        let Some(session) = found.transpose()?.flatten() else { return self.sign_out_address(provider, None) };
        self.write(&Caller::operator(), |change| {
            change.touch(callers::scope(session.hash));
            visitor_sessions::delete(change.tx, session.hash)?;
            Ok::<_, Error>(())
        })?;
        let hint = session.sign_out_hint.filter(|_| session.provider == provider);
        self.sign_out_address(provider, hint.as_deref())
    }

    /// Returns the names at the provider of the claims that a site has declared.
    pub(super) fn claims_wanted(&self, visit: Option<&Visit>) -> Result<Vec<String>, Error> {
        let Some((schema, auth)) = self.declared(visit)? else { return Ok(Vec::new()) };
        Ok(schema.signed_claims().map(|claim| auth.claim_names.at_provider(claim).to_owned()).collect())
    }

    /// Returns what a site has declared of what a provider says of a visitor, in its declared shape.
    pub(super) fn claims_of_visitor(
        &self,
        visit: Option<&Visit>,
        source: &Source<'_>,
    ) -> Result<Map<String, Value>, Error> {
        let Some((schema, auth)) = self.declared(visit)? else { return Ok(Map::new()) };
        let named = |claim: &str| Some((claim.to_owned(), source.claim(auth.claim_names.at_provider(claim))?));
        Ok(schema.accept_signed(&schema.signed_claims().filter_map(named).collect()))
    }

    /// Returns the schema of a site whose content adapts to its visitors, with the settings of their sign-in.
    fn declared(&self, visit: Option<&Visit>) -> Result<Option<(AdaptiveSchema, PublishingAuth)>, Error> {
        let Some((organization, site)) = visit.and_then(Visit::ids) else { return Ok(None) };
        let found = self.inner.db.read(|tx| open_site(tx, organization, site))?;
        Ok(found.filter(|(site, _)| site.adaptive).and_then(|(site, auth)| {
            let schema = site.adaptive_schema.as_deref().and_then(AdaptiveSchema::from_stored)?;
            Some((schema, auth))
        }))
    }

    fn ticket_key(&self) -> [u8; 32] {
        self.inner.signer.key("visitor-ticket")
    }
}

/// Returns the hash under which the secret of a visitor's session is stored.
pub(crate) fn session_hash(secret: &str) -> Hash {
    hash("visitor session", secret)
}

/// Returns a published site with the settings of its visitors' sign-in.
fn open_site(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    site: SiteId,
) -> Result<Option<(Site, PublishingAuth)>, Error> {
    let Some(site) = sites::get(tx, organization, site)?.filter(|site| site.published) else { return Ok(None) };
    let auth = publishing_auth::get(tx, organization, site.id)?;
    Ok(Some((site, auth)))
}

/// Returns the site of an attempt, if its visitors still sign in by the provider that was asked.
fn site_of(tx: &mut Read<'_>, attempt: &SsoAttempt, visit: &Visit) -> Result<Option<Site>, Error> {
    let ids = visit.ids().filter(|(organization, _)| *organization == attempt.organization);
    let Some((organization, site)) = ids else { return Ok(None) };
    let Some((site, auth)) = open_site(tx, organization, site)? else { return Ok(None) };
    let is_asked = auth.provider == Some(attempt.provider) && sso_providers::find(tx, attempt.provider)?.is_some();
    Ok(is_asked.then_some(site))
}
