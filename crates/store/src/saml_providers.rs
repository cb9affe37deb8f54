//! The identity providers by which members of organizations sign in with SAML.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SamlProviderId, TeamId};
use quire_model::paging::{Listing, Paging};
use quire_model::roles::Role;
use quire_model::sso::GroupTeams;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::{self, Pages};
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of an identity provider.
    SamlProvider in saml_providers {
        /// The organization whose members sign in by it.
        organization: OrganizationId as key,
        /// The identifier of the provider.
        id: SamlProviderId as key,
        /// The name on the sign-in page.
        label: String,
        /// The entity identifier, by which the provider names itself in its messages.
        entity_id: Option<String>,
        /// The address to which people are sent to sign in.
        sso_url: Option<String>,
        /// The address at which people are signed out there, if it has one.
        slo_url: Option<String>,
        /// The address for answers to its requests of sign-out; `None` if it is the same.
        slo_response_url: Option<String>,
        /// The certificates in PEM with which its messages are verified, one after the other.
        certificates: Option<String>,
        /// The team that new members join.
        default_team: Option<TeamId>,
        /// The role of new members; `None` for guests.
        default_role: Option<Role>,
        /// The teams that people join and leave with their groups at the provider.
        group_teams: GroupTeams,
        /// True if sign-ins that begin at the provider are accepted.
        idp_initiated: bool,
        /// The time of creation.
        created_at: Timestamp as fixed,
    }
}

impl SamlProvider {
    /// Returns true if everything is set that a sign-in needs.
    pub fn is_active(&self) -> bool {
        self.entity_id.is_some() && self.sso_url.is_some() && self.certificates.is_some()
    }
}

statements! {
    ONE: Query<SamlProvider> = select!(SamlProvider, "where organization = ?1 and id = ?2");
    /// Those of deleted organizations are not found.
    BY_ID: Query<SamlProvider> = select!(
        SamlProvider,
        "where id = ?1 and exists
         (select 1 from organizations o where o.id = saml_providers.organization and o.deleted_at is null)"
    );
    OF_ORG: Query<SamlProvider> = select!(
        SamlProvider,
        "where organization = ?1 and exists
         (select 1 from organizations o where o.id = saml_providers.organization and o.deleted_at is null)
         order by id limit 100"
    );
    AFTER: Query<SamlProvider> = select!(SamlProvider, "where organization = ?1 and id > ?2 order by id limit ?3");
    BEFORE: Query<SamlProvider> =
        select!(SamlProvider, "where organization = ?1 and id < ?2 order by id desc limit ?3");
    COUNT: Query<paging::Count> = "select count(*) as count from saml_providers where organization = ?1";
    INSERT: Execute = insert!(SamlProvider);
    UPDATE: Execute = update!(SamlProvider);
    DELETE: Execute = "delete from saml_providers where organization = ?1 and id = ?2";
}

/// Returns a provider of an organization.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, id: SamlProviderId) -> Result<Option<SamlProvider>, Error> {
    tx.one(&ONE, params![organization, id])
}

/// Returns the provider with this identifier, if its organization is not deleted.
pub fn find(tx: &mut Read<'_>, id: SamlProviderId) -> Result<Option<SamlProvider>, Error> {
    tx.one(&BY_ID, params![id])
}

/// Returns the first hundred providers of an organization that is not deleted, oldest first.
pub fn of_org(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<SamlProvider>, Error> {
    tx.all(&OF_ORG, params![organization])
}

/// Returns a page of the providers of an organization, oldest first.
pub fn list(tx: &mut Read<'_>, organization: OrganizationId, paging: &Paging) -> Result<Listing<SamlProvider>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    paging::list(tx, &pages, params![organization], paging, |provider| provider.id.0)
}

/// Returns the number of providers of an organization.
pub fn count(tx: &mut Read<'_>, organization: OrganizationId) -> Result<i64, Error> {
    Ok(tx.one(&COUNT, params![organization])?.map_or(0, |found| found.count))
}

/// Inserts a provider.
pub fn insert(tx: &mut Write<'_>, provider: &SamlProvider) -> Result<(), Error> {
    tx.execute(&INSERT, &provider.inserted())?;
    Ok(())
}

/// Updates the settings of a provider.
pub fn update(tx: &mut Write<'_>, provider: &SamlProvider) -> Result<(), Error> {
    tx.execute(&UPDATE, &provider.updated())?;
    Ok(())
}

/// Deletes a provider and returns true if there was one.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: SamlProviderId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![organization, id])? > 0)
}
