//! The identity providers by which members of organizations sign in with OpenID Connect.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OidcProviderId, OrganizationId, TeamId};
use quire_model::paging::{Listing, Paging};
use quire_model::roles::Role;
use quire_model::sso::{ClientSecret, GroupTeams};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::{self, Pages};
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of an identity provider.
    OidcProvider in oidc_providers {
        /// The organization whose members sign in by it.
        organization: OrganizationId as key,
        /// The identifier of the provider.
        id: OidcProviderId as key,
        /// The name on the sign-in page.
        label: String,
        /// The address by which the provider names itself in its tokens.
        issuer: Option<String>,
        /// The identifier of this server at the provider.
        client_id: Option<String>,
        /// The secret of this server at the provider; `None` for public clients.
        client_secret: Option<ClientSecret>,
        /// The scopes that a sign-in asks for beside `openid`, with blanks between them.
        scopes: String,
        /// The claim with the groups of a person; `None` for `groups`.
        groups_claim: Option<String>,
        /// True if addresses count of which the provider does not say that it verified them.
        trusts_email: bool,
        /// The team that new members join.
        default_team: Option<TeamId>,
        /// The role of new members; `None` for guests.
        default_role: Option<Role>,
        /// The teams that people join and leave with their groups at the provider.
        group_teams: GroupTeams,
        /// The time of creation.
        created_at: Timestamp as fixed,
    }
}

impl OidcProvider {
    /// Returns true if everything is set that a sign-in needs.
    pub fn is_active(&self) -> bool {
        self.issuer.is_some() && self.client_id.is_some()
    }
}

statements! {
    ONE: Query<OidcProvider> = select!(OidcProvider, "where organization = ?1 and id = ?2");
    /// Those of deleted organizations are not found.
    BY_ID: Query<OidcProvider> = select!(
        OidcProvider,
        "where id = ?1 and exists
         (select 1 from organizations o where o.id = oidc_providers.organization and o.deleted_at is null)"
    );
    OF_ORG: Query<OidcProvider> = select!(
        OidcProvider,
        "where organization = ?1 and exists
         (select 1 from organizations o where o.id = oidc_providers.organization and o.deleted_at is null)
         order by id limit 100"
    );
    AFTER: Query<OidcProvider> = select!(OidcProvider, "where organization = ?1 and id > ?2 order by id limit ?3");
    BEFORE: Query<OidcProvider> =
        select!(OidcProvider, "where organization = ?1 and id < ?2 order by id desc limit ?3");
    COUNT: Query<paging::Count> = "select count(*) as count from oidc_providers where organization = ?1";
    INSERT: Execute = insert!(OidcProvider);
    UPDATE: Execute = update!(OidcProvider);
    DELETE: Execute = "delete from oidc_providers where organization = ?1 and id = ?2";
}

/// Returns a provider of an organization.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, id: OidcProviderId) -> Result<Option<OidcProvider>, Error> {
    tx.one(&ONE, params![organization, id])
}

/// Returns the provider with this identifier, if its organization is not deleted.
pub fn find(tx: &mut Read<'_>, id: OidcProviderId) -> Result<Option<OidcProvider>, Error> {
    tx.one(&BY_ID, params![id])
}

/// Returns the first hundred providers of an organization that is not deleted, oldest first.
pub fn of_org(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<OidcProvider>, Error> {
    tx.all(&OF_ORG, params![organization])
}

/// Returns a page of the providers of an organization, oldest first.
pub fn list(tx: &mut Read<'_>, organization: OrganizationId, paging: &Paging) -> Result<Listing<OidcProvider>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    paging::list(tx, &pages, params![organization], paging, |provider| provider.id.0)
}

/// Returns the number of providers of an organization.
pub fn count(tx: &mut Read<'_>, organization: OrganizationId) -> Result<i64, Error> {
    Ok(tx.one(&COUNT, params![organization])?.map_or(0, |found| found.count))
}

/// Inserts a provider.
pub fn insert(tx: &mut Write<'_>, provider: &OidcProvider) -> Result<(), Error> {
    tx.execute(&INSERT, &provider.inserted())?;
    Ok(())
}

/// Updates the settings of a provider.
pub fn update(tx: &mut Write<'_>, provider: &OidcProvider) -> Result<(), Error> {
    tx.execute(&UPDATE, &provider.updated())?;
    Ok(())
}

/// Deletes a provider and returns true if there was one.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: OidcProviderId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![organization, id])? > 0)
}
