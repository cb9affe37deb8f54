//! Organizations.

use quire_model::events::EventKind;
use quire_model::ids::OrganizationId;
use quire_model::paging::{Listing, Paging};
use quire_model::roles::Role;
use quire_model::scopes::Scope;
use quire_store::orgs;
pub use quire_store::orgs::Organization;
use serde_json::json;

use crate::App;
use crate::access::{self, Proof, ViewOrganization};
use crate::callers::Caller;
use crate::errors::Error;
use crate::writing::Change;

impl App {
    /// The organizations that the caller is a member of.
    pub fn list_orgs(
        &self,
        caller: &Caller,
        paging: &Paging,
    ) -> Result<Listing<Proof<Organization, ViewOrganization>>, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        let page = self.inner.db.read(|tx| Ok::<_, Error>(orgs::of_member(tx, user, paging)?))?;
        page.try_map(|org| access::listed_organization(org, caller))
    }

    /// One organization.
    pub fn get_org(&self, caller: &Caller, id: OrganizationId) -> Result<Proof<Organization, ViewOrganization>, Error> {
        self.inner.db.glance(|tx| access::organization(tx, caller, id))
    }

    /// The first organization of the installation, for the operator's commands.
    pub fn first_org(&self) -> Result<Option<OrganizationId>, Error> {
        self.inner.db.glance(|tx| Ok(orgs::oldest(tx)?.map(|org| org.id)))
    }

    /// Adds an organization without members, by the operator of the server.
    pub fn create_org(&self, title: &str, hostname: &str) -> Result<Organization, Error> {
        let org = self.org_of(title, hostname);
        self.write(&Caller::operator(), |change| insert(change, &org))?;
        Ok(org)
    }

    pub(crate) fn org_of(&self, title: &str, hostname: &str) -> Organization {
        Organization {
            id: OrganizationId(self.fresh_id()),
            title: title.to_owned(),
            hostname: hostname.to_owned(),
            default_role: Some(Role::Read),
            created_at: self.now(),
        }
    }
}

/// Writes an organization and the event.
pub(crate) fn insert(change: &mut Change<'_, '_>, org: &Organization) -> Result<(), Error> {
    orgs::insert(change.tx, org)?;
    change.record(org.id.0, EventKind::OrganizationCreated, org.id.0, &json!({ "title": org.title }))
}
