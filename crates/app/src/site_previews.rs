//! Addresses by which those who manage a site look at it as a visitor with some claims would, be it published or not.

use std::time::Duration;

use quire_model::ids::{OrganizationId, SiteId, SiteSpaceId};
use serde_json::{Map, Value};

use crate::access::{self, ManageSite};
use crate::callers::Caller;
use crate::errors::Error;
use crate::visitors::claims::TOKEN_PARAMETER;
use crate::visitors::tokens;
use crate::{App, site_addresses};

/// How long an address is good.
const LIFETIME: Duration = Duration::from_hours(1);

/// The most bytes of a token: browsers keep it in a cookie.
const MOST_BYTES: usize = 3800;

impl App {
    /// An address that shows a site for an hour, beginning with one of its spaces, else as it begins for visitors.
    /// `claims` are those of the visitor, unsigned ones under `unsigned`.
    pub fn preview_site(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        space: Option<SiteSpaceId>,
        claims: Map<String, Value>,
    ) -> Result<String, Error> {
        let token = self.preview_token(site, claims)?;
        self.inner.db.read(|tx| {
            let managed = access::site::<ManageSite>(tx, caller, organization, site)?.into_inner();
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

    fn preview_token(&self, site: SiteId, mut claims: Map<String, Value>) -> Result<String, Error> {
        claims.remove("nbf");
        claims.insert("exp".to_owned(), self.now().plus(LIFETIME).seconds().into());
        let token = tokens::sign(&self.preview_key(site), &Value::Object(claims));
        if token.len() > MOST_BYTES {
            return Err(Error::Invalid("claims: there are too many of them for an address".to_owned()));
        }
        Ok(token)
    }
}
