//! Memberships in teams, with the members' roles.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, TeamId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::roles::TeamRole;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::{self, Pages, Sorting};
use crate::record::record;

record! {
    /// A user's membership in a team.
    TeamMember {
        /// The identifier of the user.
        user_id: UserId,
        /// The role in the team.
        role: TeamRole,
        /// The time of joining.
        joined_at: Timestamp,
    }
}

statements! {
    ONE: Query<TeamMember> =
        "select user_id, role, joined_at from team_members where organization = ?1 and team = ?2 and user_id = ?3";
    AFTER: Query<TeamMember> =
        "select user_id, role, joined_at from team_members
         where organization = ?1 and team = ?2 and (joined_at, user_id) > (?3, ?4) order by joined_at, user_id limit ?5";
    BEFORE: Query<TeamMember> =
        "select user_id, role, joined_at from team_members
         where organization = ?1 and team = ?2 and (joined_at, user_id) < (?3, ?4)
         order by joined_at desc, user_id desc limit ?5";
    COUNT: Query<paging::Count> = "select count(*) as count from team_members where organization = ?1 and team = ?2";
    COUNT_OWNED: Query<paging::Count> =
        "select count(*) as count from team_members where organization = ?1 and user_id = ?2 and role = 'owner'";
    PUT: Execute =
        "insert into team_members (organization, team, user_id, role, joined_at) values (?1, ?2, ?3, ?4, ?5)
         on conflict (organization, team, user_id) do update set role = excluded.role";
    DELETE: Execute = "delete from team_members where organization = ?1 and team = ?2 and user_id = ?3";
    DELETE_OF_TEAM: Execute = "delete from team_members where organization = ?1 and team = ?2";
    DELETE_OF_USER: Execute = "delete from team_members where organization = ?1 and user_id = ?2";
}

/// Returns a user's role in a team, if they are a member.
pub fn get(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    team: TeamId,
    user: UserId,
) -> Result<Option<TeamRole>, Error> {
    Ok(tx.one(&ONE, params![organization, team, user])?.map(|found| found.role))
}

/// Returns a page of the members of a team, in order of identifier.
pub fn list(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    team: TeamId,
    paging: &Paging,
) -> Result<Listing<TeamMember>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    let sorted = (Sorting::Number, Order::Ascending);
    let mark = |member: &TeamMember| (member.joined_at.0, member.user_id.0);
    paging::ordered(tx, &pages, params![organization, team], paging, sorted, mark)
}

/// Returns true if a user owns a team of the organization.
pub fn owns_any(tx: &mut Read<'_>, organization: OrganizationId, user: UserId) -> Result<bool, Error> {
    Ok(tx.one(&COUNT_OWNED, params![organization, user])?.is_some_and(|counted| counted.count > 0))
}

/// Puts a user in a team as this, whatever they were in it. Who is in it already keeps the time of joining.
pub fn put(tx: &mut Write<'_>, organization: OrganizationId, team: TeamId, member: &TeamMember) -> Result<(), Error> {
    tx.execute(&PUT, params![organization, team, member.user_id, member.role, member.joined_at])?;
    Ok(())
}

/// Deletes a membership and returns true if there was one.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, team: TeamId, user: UserId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![organization, team, user])? > 0)
}

/// Deletes every membership in a team.
pub fn delete_of_team(tx: &mut Write<'_>, organization: OrganizationId, team: TeamId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_TEAM, params![organization, team])?;
    Ok(())
}

/// Deletes every team membership of a user in the organization.
pub fn delete_of_user(tx: &mut Write<'_>, organization: OrganizationId, user: UserId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_USER, params![organization, user])?;
    Ok(())
}
