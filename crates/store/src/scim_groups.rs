//! The teams that providers manage by SCIM.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, TeamId};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a team that a provider manages.
    ScimGroup in scim_groups {
        /// The organization of the team and of the provider.
        organization: OrganizationId as key,
        /// The team that the group is here.
        team: TeamId as key,
        /// The provider's identifier of the group.
        external_id: Option<String>,
        /// The time of the last change by the provider.
        modified_at: Timestamp,
    }
}

statements! {
    ONE: Query<ScimGroup> = select!(ScimGroup, "where organization = ?1 and team = ?2");
    ALL_OF_ORG: Query<ScimGroup> = select!(ScimGroup, "where organization = ?1 order by team limit ?2");
    INSERT: Execute = insert!(ScimGroup);
    UPDATE: Execute = update!(ScimGroup);
    DELETE: Execute = "delete from scim_groups where organization = ?1 and team = ?2";
}

/// Returns a team that the provider manages.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, team: TeamId) -> Result<Option<ScimGroup>, Error> {
    tx.one(&ONE, params![organization, team])
}

/// Returns the first teams that the provider manages, oldest first.
pub fn of_org(tx: &mut Read<'_>, organization: OrganizationId, most: usize) -> Result<Vec<ScimGroup>, Error> {
    tx.all(&ALL_OF_ORG, params![organization, i64::try_from(most).unwrap_or(i64::MAX)])
}

/// Inserts a team.
pub fn insert(tx: &mut Write<'_>, group: &ScimGroup) -> Result<(), Error> {
    tx.execute(&INSERT, &group.inserted())?;
    Ok(())
}

/// Updates what the provider says of a team.
pub fn update(tx: &mut Write<'_>, group: &ScimGroup) -> Result<(), Error> {
    tx.execute(&UPDATE, &group.updated())?;
    Ok(())
}

/// Deletes what the provider says of a team; does nothing if it manages no such team.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, team: TeamId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, team])?;
    Ok(())
}
