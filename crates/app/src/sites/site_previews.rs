//! Preview addresses: site managers see a site as a visitor with given claims would, even if it is not published.
//!
//! A caller must be able to manage every space that the preview shows. Each later request shows the spaces that
//! this user may then read, as [`crate::published::visitor_tokens`] decides.

use std::time::Duration;

use quire_model::ids::{OrganizationId, SiteId, SiteSpaceId};
use quire_model::scopes::Scope;
use serde_json::{Map, Value};

use crate::App;
use crate::access;
use crate::callers::Caller;
use crate::core::errors::Error;
use crate::sites::site_addresses;
use crate::visitors::admission::preview_claims;
use crate::visitors::claims::TOKEN_PARAMETER;
use crate::visitors::tokens;

/// The time for which a preview address is valid.
const LIFETIME: Duration = Duration::from_hours(1);

/// The maximum length of a token in bytes: browsers keep it in a cookie.
const MOST_BYTES: usize = 3800;

impl App {
    /// Returns an address that shows a site for an hour, starting with one of its spaces or else with the default for
    /// visitors. `claims` are those of the visitor, unsigned ones under `unsigned`.
    pub fn preview_site(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        space: Option<SiteSpaceId>,
        claims: &Map<String, Value>,
    ) -> Result<String, Error> {
        let token = self.preview_token(caller, site, claims)?;
        self.inner.db.read(|tx| {
            let managed = access::site_to_publish(tx, caller, organization, site)?.into_inner();
            let seen = access::on_site(tx, caller, managed)?;
            let shown = self.show_site(tx, seen, None)?;
            let address = match space {
                Some(id) if shown.structure.site_space(id).is_none() => return Err(Error::NotFound("site space")),
                Some(id) => site_addresses::of_space(&shown.target, None, &shown.structure, id),
                None => site_addresses::of_site(&shown.target, None),
            };
            Ok(format!("{address}?{TOKEN_PARAMETER}={token}"))
        })
    }

    fn preview_token(&self, caller: &Caller, site: SiteId, claims: &Map<String, Value>) -> Result<String, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        let asked_with = caller.proved().ok_or(Error::NotFound("user"))?;
        let claims = preview_claims(user, asked_with, claims, caller.bound(self.now().plus(LIFETIME)));
        let token = tokens::sign(&self.preview_key(site), &claims);
        if token.len() > MOST_BYTES {
            return Err(Error::Invalid("claims: there are too many of them for an address".to_owned()));
        }
        Ok(token)
    }
}
