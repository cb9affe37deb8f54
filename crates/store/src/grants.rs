//! Grants: the roles of users and teams on spaces, collections and sites.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::OrganizationId;
use quire_model::paging::{Listing, Order, Paging};
use quire_model::roles::Role;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::{self, Pages, Sorting};
use crate::record::record;

record! {
    /// A user's role on something.
    UserGrant {
        /// The user with the role.
        holder: Uid,
        /// The role.
        role: Role,
        /// The time at which the user joined the organization.
        joined_at: Timestamp,
    }
}

record! {
    /// A holder's role on a space, collection or site.
    Grant {
        /// The identifier of the user or team.
        holder: Uid,
        /// The role that is granted.
        role: Role,
    }
}

/// The kind of a grant's holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Holder {
    /// A user, with a grant of their own.
    User,
    /// Every member of a team.
    Team,
}

impl Holder {
    fn by_team(self) -> bool {
        self == Self::Team
    }
}

statements! {
    ONE: Query<Grant> = "select holder, role from grants where organization = ?1 and subject = ?2 and by_team = ?3 and holder = ?4";
    USERS_AFTER: Query<UserGrant> =
        "select g.holder as holder, g.role as role, m.joined_at as joined_at
         from grants g join members m on m.organization = g.organization and m.user_id = g.holder
         where g.organization = ?1 and g.subject = ?2 and g.by_team = 0 and (m.joined_at, m.user_id) > (?3, ?4)
         order by m.joined_at, m.user_id limit ?5";
    USERS_BEFORE: Query<UserGrant> =
        "select g.holder as holder, g.role as role, m.joined_at as joined_at
         from grants g join members m on m.organization = g.organization and m.user_id = g.holder
         where g.organization = ?1 and g.subject = ?2 and g.by_team = 0 and (m.joined_at, m.user_id) < (?3, ?4)
         order by m.joined_at desc, m.user_id desc limit ?5";
    COUNT_USERS: Query<paging::Count> =
        "select count(*) as count from grants g join members m on m.organization = g.organization
         and m.user_id = g.holder where g.organization = ?1 and g.subject = ?2 and g.by_team = 0";
    TEAMS_AFTER: Query<Grant> =
        "select holder, role from grants where organization = ?1 and subject = ?2 and by_team = 1 and holder > ?3
         order by holder limit ?4";
    TEAMS_BEFORE: Query<Grant> =
        "select holder, role from grants where organization = ?1 and subject = ?2 and by_team = 1 and holder < ?3
         order by holder desc limit ?4";
    COUNT_TEAMS: Query<paging::Count> =
        "select count(*) as count from grants where organization = ?1 and subject = ?2 and by_team = 1";
    PUT: Execute =
        "insert into grants (organization, subject, by_team, holder, role) values (?1, ?2, ?3, ?4, ?5)
         on conflict (organization, subject, holder) do update set role = excluded.role";
    DELETE: Execute = "delete from grants where organization = ?1 and subject = ?2 and by_team = ?3 and holder = ?4";
    DELETE_OF_SUBJECT: Execute = "delete from grants where organization = ?1 and subject = ?2";
    DELETE_OF_HOLDER: Execute = "delete from grants where organization = ?1 and holder = ?2";
    MOVE: Execute =
        "update grants set organization = ?3 where organization = ?1 and subject = ?2 and by_team = 0
         and holder in (select user_id from members where organization = ?3)";
}

/// Returns the grant of this holder on `subject`, if there is one.
pub fn get(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    subject: Uid,
    kind: Holder,
    holder: Uid,
) -> Result<Option<Grant>, Error> {
    tx.one(&ONE, params![organization, subject, kind.by_team(), holder])
}

/// The roles of members on something, of the first who joined the organization first.
pub fn of_users(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    subject: Uid,
    paging: &Paging,
) -> Result<Listing<UserGrant>, Error> {
    let pages = Pages { after: &USERS_AFTER, before: &USERS_BEFORE, count: &COUNT_USERS };
    let sorted = (Sorting::Number, Order::Ascending);
    let mark = |grant: &UserGrant| (grant.joined_at.0, grant.holder);
    paging::ordered(tx, &pages, params![organization, subject], paging, sorted, mark)
}

/// The roles of teams on something, of the oldest team first.
pub fn of_teams(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    subject: Uid,
    paging: &Paging,
) -> Result<Listing<Grant>, Error> {
    let pages = Pages { after: &TEAMS_AFTER, before: &TEAMS_BEFORE, count: &COUNT_TEAMS };
    paging::list(tx, &pages, params![organization, subject], paging, |grant| grant.holder)
}

/// Inserts or updates a grant.
pub fn put(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    subject: Uid,
    kind: Holder,
    grant: &Grant,
) -> Result<(), Error> {
    tx.execute(&PUT, params![organization, subject, kind.by_team(), grant.holder, grant.role])?;
    Ok(())
}

/// Deletes a grant and returns true if there was one.
pub fn delete(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    subject: Uid,
    kind: Holder,
    holder: Uid,
) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![organization, subject, kind.by_team(), holder])? > 0)
}

/// Deletes every grant on `subject`.
pub fn delete_of_subject(tx: &mut Write<'_>, organization: OrganizationId, subject: Uid) -> Result<(), Error> {
    tx.execute(&DELETE_OF_SUBJECT, params![organization, subject])?;
    Ok(())
}

/// Deletes every grant of a user or a team.
pub fn delete_of_holder(tx: &mut Write<'_>, organization: OrganizationId, holder: Uid) -> Result<(), Error> {
    tx.execute(&DELETE_OF_HOLDER, params![organization, holder])?;
    Ok(())
}

/// Transfers the grants on `subject` to another organization; grants of teams and of users who are not members there
/// are deleted, since they have no meaning there.
pub fn transfer(tx: &mut Write<'_>, from: OrganizationId, subject: Uid, to: OrganizationId) -> Result<(), Error> {
    tx.execute(&MOVE, params![from, subject, to])?;
    delete_of_subject(tx, from, subject)
}
