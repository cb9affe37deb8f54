//! The token of an organization, which its admins make for a provider.

use quire_content::hash::Hash;
use quire_model::events::EventKind;
use quire_model::ids::OrganizationId;
use quire_store::scim_tokens;
pub use quire_store::scim_tokens::ScimToken;
use serde_json::json;

use super::Provisioning;
use crate::App;
use crate::access::{self, AdministrateOrganization};
use crate::callers::Caller;
use crate::core::errors::Error;

const UNKNOWN: Error = Error::Unauthenticated("this needs the organization's token for SCIM: Authorization: Bearer …");

/// The age of a token's last use, in milliseconds, from which it is updated.
const USE_PRECISION_MS: i64 = 60_000;

/// Returns the hash under which a secret is stored. A token of a user with the same secret has another.
fn hash(secret: &str) -> Hash {
    Hash::of(format!("scim\0{secret}").as_bytes())
}

impl App {
    /// Returns the address of an organization's SCIM service.
    pub fn scim_url(&self, organization: OrganizationId) -> String {
        format!("{}/v1/orgs/{organization}/scim/v2", self.inner.options.public_url)
    }

    /// Returns the token of an organization, if there is one.
    pub fn get_scim_token(&self, caller: &Caller, organization: OrganizationId) -> Result<Option<ScimToken>, Error> {
        self.inner.db.read(|tx| {
            access::organization::<AdministrateOrganization>(tx, caller, organization)?;
            Ok(scim_tokens::get(tx, organization)?)
        })
    }

    /// Makes the token of an organization and returns it with its secret, which can't be shown again. The token before
    /// it ends.
    pub fn put_scim_token(&self, caller: &Caller, organization: OrganizationId) -> Result<(ScimToken, String), Error> {
        let secret = self.fresh_secret();
        let token = ScimToken { organization, hash: hash(&secret), created_at: self.now(), last_used_at: None };
        self.write(caller, |change| {
            access::organization::<AdministrateOrganization>(change.tx, caller, organization)?;
            scim_tokens::replace(change.tx, &token)?;
            change.record(organization.0, EventKind::ScimTokenCreated, organization.0, &json!({}))
        })?;
        Ok((token, secret))
    }

    /// Ends the token of an organization. Does nothing if there is none. Members and teams stay as they are.
    pub fn delete_scim_token(&self, caller: &Caller, organization: OrganizationId) -> Result<(), Error> {
        self.write(caller, |change| {
            match access::organization::<AdministrateOrganization>(change.tx, caller, organization) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            if !scim_tokens::delete(change.tx, organization)? {
                return Ok(());
            }
            change.record(organization.0, EventKind::ScimTokenDeleted, organization.0, &json!({}))
        })
    }

    /// Returns the proof that a secret is that of the organization's token.
    pub fn provision(&self, organization: OrganizationId, secret: &str) -> Result<Provisioning, Error> {
        let found = self.inner.db.read_single(|tx| scim_tokens::by_hash(tx, hash(secret)))?;
        let token = found.filter(|token| token.organization == organization).ok_or(UNKNOWN)?;
        let now = self.now();
        if token.last_used_at.is_none_or(|used| now.0 - used.0 >= USE_PRECISION_MS) {
            self.inner.db.write(|tx| scim_tokens::touch(tx, organization, now))?;
        }
        Ok(Provisioning { organization })
    }
}
