//! Lists of all users and organizations, for the operator of the server.

use quire_model::ids::OrganizationId;
use quire_store::installation;
pub use quire_store::installation::{ListedOrganization, ListedUser};

use crate::App;
use crate::core::errors::Error;

impl App {
    /// Returns all users, oldest first.
    pub fn all_users(&self) -> Result<Vec<ListedUser>, Error> {
        let mut all: Vec<ListedUser> = Vec::new();
        loop {
            let more = self.inner.db.read_single(|tx| Ok::<_, Error>(installation::users_after(tx, all.last())?))?;
            if more.is_empty() {
                return Ok(all);
            }
            all.extend(more);
        }
    }

    /// Returns all organizations, oldest first.
    pub fn all_orgs(&self) -> Result<Vec<ListedOrganization>, Error> {
        let mut all: Vec<ListedOrganization> = Vec::new();
        loop {
            let last = all.last().map_or(OrganizationId(installation::FIRST), |org| org.id);
            let more = self.inner.db.read_single(|tx| Ok::<_, Error>(installation::organizations_after(tx, last)?))?;
            if more.is_empty() {
                return Ok(all);
            }
            all.extend(more);
        }
    }
}
