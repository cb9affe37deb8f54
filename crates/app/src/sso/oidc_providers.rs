//! The OpenID Connect providers of an organization, which its admins set up.
//!
//! The secret of a client is stored as it is, because the provider wants to see it, and is never shown. It goes to the
//! issuer that it was set for and to no other: a change of the issuer drops it.

use quire_model::events::EventKind;
use quire_model::ids::{OidcProviderId, OrganizationId};
use quire_model::paging::{Listing, Paging};
use quire_model::patch::Patch;
use quire_model::sso::{ClientSecret, GroupTeams};
use quire_model::text::{OidcClientId, OidcGroupsClaim, OidcIssuer, OidcLabel, OidcScopes};
use quire_sso::oidc::Discovery;
pub use quire_store::oidc_providers::OidcProvider;
use quire_store::{Read, oidc_providers};
use serde_json::json;

use super::oidc::{OidcName, OidcService};
use super::providers::{Joining, JoiningChanges, forget_people, keep_a_way, may_delete, settle_deleted};
use crate::App;
use crate::access::{self, AdministrateOrganization};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::orgs::teams::ShownTeam;

/// Changes to a provider; `None` and [`Patch::Keep`] leave a field as it is.
#[derive(Debug, Clone, Default)]
pub struct OidcChanges {
    /// The name on the sign-in page.
    pub label: Option<OidcLabel>,
    /// The address by which the provider names itself in its tokens.
    pub issuer: Patch<OidcIssuer>,
    /// The identifier of this server at the provider.
    pub client_id: Patch<OidcClientId>,
    /// The secret of this server at the provider.
    pub client_secret: Patch<ClientSecret>,
    /// The scopes that a sign-in asks for beside `openid`.
    pub scopes: Option<OidcScopes>,
    /// The claim with the groups of a person; cleared for `groups`.
    pub groups_claim: Patch<OidcGroupsClaim>,
    /// True if addresses count of which the provider does not say that it verified them.
    pub trusts_email: Option<bool>,
    /// The role and the teams of people who sign in.
    pub joining: JoiningChanges,
}

/// A provider as admins see it.
pub struct ShownOidcProvider {
    /// The provider as it is stored.
    pub provider: OidcProvider,
    /// The team that new members join.
    pub team: Option<ShownTeam>,
    /// Our side, as the provider has to know it.
    pub service: OidcService,
}

/// The most providers of an organization.
const MOST: i64 = 100;

/// The scopes that a new provider asks for.
pub const SCOPES: &str = "email profile";

const NOT_FOUND: Error = Error::NotFound("OpenID Connect provider");

impl App {
    /// Lists the providers of an organization, oldest first.
    pub fn list_oidc_providers(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        paging: &Paging,
    ) -> Result<Listing<ShownOidcProvider>, Error> {
        let page = self.inner.db.read(|tx| {
            access::organization::<AdministrateOrganization>(tx, caller, organization)?;
            Ok::<_, Error>(oidc_providers::list(tx, organization, paging)?)
        })?;
        page.try_map(|provider| self.show_oidc_provider(caller, provider))
    }

    /// Returns a provider of an organization.
    pub fn get_oidc_provider(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: OidcProviderId,
    ) -> Result<ShownOidcProvider, Error> {
        let provider = self.inner.db.read(|tx| {
            access::organization::<AdministrateOrganization>(tx, caller, organization)?;
            oidc_providers::get(tx, organization, id)?.ok_or(NOT_FOUND)
        })?;
        self.show_oidc_provider(caller, provider)
    }

    /// Creates a provider.
    pub fn create_oidc_provider(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        new: &OidcChanges,
    ) -> Result<ShownOidcProvider, Error> {
        let label = new.label.as_ref().ok_or_else(|| Error::Invalid("label: must be there".to_owned()))?;
        let id = OidcProviderId(self.fresh_id());
        let created_at = self.now();
        let made = self.write(caller, |change| {
            let org = access::organization::<AdministrateOrganization>(change.tx, caller, organization)?;
            if oidc_providers::count(change.tx, organization)? >= MOST {
                return Err(Error::Conflict(format!("an organization has at most {MOST} OpenID Connect providers")));
            }
            let empty = OidcProvider {
                organization,
                id,
                label: label.as_str().to_owned(),
                issuer: None,
                client_id: None,
                client_secret: None,
                scopes: SCOPES.to_owned(),
                groups_claim: None,
                trusts_email: false,
                default_team: None,
                default_role: org.default_role,
                group_teams: GroupTeams::default(),
                created_at,
            };
            let provider = self.changed_oidc(change.tx, &empty, new)?;
            oidc_providers::insert(change.tx, &provider)?;
            record(change, EventKind::SsoProviderCreated, &provider)?;
            Ok(provider)
        })?;
        self.show_oidc_provider(caller, made)
    }

    /// Changes the settings of a provider.
    pub fn update_oidc_provider(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: OidcProviderId,
        changes: &OidcChanges,
    ) -> Result<ShownOidcProvider, Error> {
        let after = self.write(caller, |change| {
            access::organization::<AdministrateOrganization>(change.tx, caller, organization)?;
            let before = oidc_providers::get(change.tx, organization, id)?.ok_or(NOT_FOUND)?;
            let after = self.changed_oidc(change.tx, &before, changes)?;
            if after != before {
                oidc_providers::update(change.tx, &after)?;
                if after.issuer != before.issuer {
                    forget_people(change, organization, id.0)?;
                }
                if !after.is_active() {
                    keep_a_way(change, organization)?;
                }
                record(change, EventKind::SsoProviderUpdated, &after)?;
            }
            Ok(after)
        })?;
        self.show_oidc_provider(caller, after)
    }

    /// Deletes a provider with what it knows of people and ends its sessions; accounts and memberships stay. Does nothing
    /// if there is none.
    pub fn delete_oidc_provider(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: OidcProviderId,
    ) -> Result<(), Error> {
        self.write(caller, |change| {
            if !may_delete(change.tx, caller, organization)? {
                return Ok(());
            }
            let Some(provider) = oidc_providers::get(change.tx, organization, id)? else { return Ok(()) };
            oidc_providers::delete(change.tx, organization, id)?;
            settle_deleted(change, organization, id.0)?;
            record(change, EventKind::SsoProviderDeleted, &provider)
        })
    }

    fn show_oidc_provider(&self, caller: &Caller, provider: OidcProvider) -> Result<ShownOidcProvider, Error> {
        let team = self.show_default_team(caller, provider.organization, provider.default_team)?;
        let service = self.oidc_service(OidcName::Provider(provider.id));
        Ok(ShownOidcProvider { team, service, provider })
    }

    /// Returns a provider with changes.
    fn changed_oidc(
        &self,
        tx: &mut Read<'_>,
        before: &OidcProvider,
        changes: &OidcChanges,
    ) -> Result<OidcProvider, Error> {
        let mut after = before.clone();
        if let Some(label) = &changes.label {
            label.as_str().clone_into(&mut after.label);
        }
        after.issuer = changes.issuer.as_ref().map(|it| it.as_str().to_owned()).after(after.issuer);
        if let Some(issuer) = after.issuer.as_ref().filter(|_| after.issuer != before.issuer) {
            let checked = Discovery::address(issuer, self.oidc_addresses());
            checked.map_err(|error| Error::Invalid(format!("issuer: {error}")))?;
        }
        if after.issuer != before.issuer {
            after.client_secret = None;
        }
        after.client_id = changes.client_id.as_ref().map(|it| it.as_str().to_owned()).after(after.client_id);
        after.client_secret = changes.client_secret.clone().after(after.client_secret);
        if let Some(scopes) = &changes.scopes {
            scopes.as_str().clone_into(&mut after.scopes);
        }
        after.groups_claim = changes.groups_claim.as_ref().map(|it| it.as_str().to_owned()).after(after.groups_claim);
        after.trusts_email = changes.trusts_email.unwrap_or(after.trusts_email);
        let OidcProvider { default_team, default_role, group_teams, .. } = &mut after;
        changes.joining.apply(tx, before.organization, &mut Joining { default_team, default_role, group_teams })?;
        Ok(after)
    }
}

fn record(change: &mut Change<'_, '_>, kind: EventKind, provider: &OidcProvider) -> Result<(), Error> {
    let detail = json!({
        "label": provider.label,
        "issuer": provider.issuer,
        "clientId": provider.client_id,
        "hasSecret": provider.client_secret.is_some(),
        "scopes": provider.scopes,
        "groupsClaim": provider.groups_claim,
        "trustsEmail": provider.trusts_email,
        "groupTeams": provider.group_teams.to_stored(),
    });
    change.record(provider.organization.0, kind, provider.id.0, &detail)
}
