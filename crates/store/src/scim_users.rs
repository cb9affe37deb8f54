//! The members whom providers manage by SCIM, with what the providers say of them.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, UserId};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::Count;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a member whom a provider manages.
    ScimUser in scim_users {
        /// The organization.
        organization: OrganizationId as key,
        /// The member.
        user_id: UserId as key,
        /// The provider's name of the account, in lower case.
        name: String,
        /// The provider's identifier of the account.
        external_id: Option<String>,
        /// The provider's description of the person, as JSON.
        resource: String,
        /// The time of creation.
        created_at: Timestamp as fixed,
        /// The time of the last change by the provider.
        modified_at: Timestamp,
    }
}

record! {
    /// The identifier of a user.
    Identified {
        /// The identifier.
        user_id: UserId,
    }
}

statements! {
    ONE: Query<ScimUser> = select!(ScimUser, "where organization = ?1 and user_id = ?2");
    BY_NAME: Query<ScimUser> = select!(ScimUser, "where organization = ?1 and name = ?2");
    PAGE: Query<ScimUser> =
        select!(ScimUser, "where organization = ?1 order by created_at, user_id limit ?2 offset ?3");
    COUNT: Query<Count> = "select count(*) as count from scim_users where organization = ?1";
    DISABLED: Query<Identified> =
        "select m.user_id as user_id from members m join scim_users s
         on s.organization = m.organization and s.user_id = m.user_id
         where m.organization = ?1 and m.disabled = 1";
    OF_TEAM: Query<Identified> =
        "select t.user_id as user_id from team_members t join scim_users s
         on s.organization = t.organization and s.user_id = t.user_id
         where t.organization = ?1 and t.team = ?2 order by t.joined_at, t.user_id";
    INSERT: Execute = insert!(ScimUser);
    UPDATE: Execute = update!(ScimUser);
    DELETE: Execute = "delete from scim_users where organization = ?1 and user_id = ?2";
    DELETE_OF_USER: Execute = "delete from scim_users where user_id = ?1";
}

/// Returns a member whom the provider manages.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, user: UserId) -> Result<Option<ScimUser>, Error> {
    tx.one(&ONE, params![organization, user])
}

/// Returns the member whose account has this name at the provider, in lower case.
pub fn by_name(tx: &mut Read<'_>, organization: OrganizationId, name: &str) -> Result<Option<ScimUser>, Error> {
    tx.one(&BY_NAME, params![organization, name.to_owned()])
}

/// Returns members whom the provider manages, in the order in which it created them.
pub fn page(tx: &mut Read<'_>, organization: OrganizationId, count: i64, skip: i64) -> Result<Vec<ScimUser>, Error> {
    tx.all(&PAGE, params![organization, count, skip])
}

/// Returns the number of members whom the provider manages.
pub fn count(tx: &mut Read<'_>, organization: OrganizationId) -> Result<u64, Error> {
    Ok(tx.one(&COUNT, params![organization])?.map_or(0, |found| found.count.unsigned_abs()))
}

/// Returns those of the members whose access is taken away.
pub fn disabled(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<UserId>, Error> {
    Ok(tx.all(&DISABLED, params![organization])?.into_iter().map(|it| it.user_id).collect())
}

/// Returns those of the members who are in a team, in the order of joining.
pub fn of_team(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    team: quire_model::ids::TeamId,
) -> Result<Vec<UserId>, Error> {
    Ok(tx.all(&OF_TEAM, params![organization, team])?.into_iter().map(|it| it.user_id).collect())
}

/// Inserts a member.
pub fn insert(tx: &mut Write<'_>, user: &ScimUser) -> Result<(), Error> {
    tx.execute(&INSERT, &user.inserted())?;
    Ok(())
}

/// Updates what the provider says of a member.
pub fn update(tx: &mut Write<'_>, user: &ScimUser) -> Result<(), Error> {
    tx.execute(&UPDATE, &user.updated())?;
    Ok(())
}

/// Deletes what the provider says of a member; does nothing if it manages no such member.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, user: UserId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, user])?;
    Ok(())
}

/// Deletes what all providers say of a user.
pub fn delete_of_user(tx: &mut Write<'_>, user: UserId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_USER, params![user])?;
    Ok(())
}
