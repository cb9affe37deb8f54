//! Organizations.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, UserId};
use quire_model::paging::{Listing, Paging};
use quire_model::roles::Role;
use quire_model::time::Timestamp;

use crate::column::{params, record};
use crate::paging::{self, Pages};

record! {
    /// An organization: the owner of content, with members.
    Organization {
        /// The organization.
        id: OrganizationId,
        /// Shown to people.
        title: String,
        /// Label of its published content's default host name.
        hostname: String,
        /// The role of those who join; `None` for guests.
        default_role: Option<Role>,
        /// When it came to be.
        created_at: Timestamp,
    }
}

statements! {
    BY_ID: Query<Organization> = "select id, title, hostname, default_role, created_at from organizations where id = ?1";
    OLDEST: Query<Organization> =
        "select id, title, hostname, default_role, created_at from organizations order by created_at, id limit 1";
    INSERT: Execute =
        "insert into organizations (id, title, hostname, default_role, created_at) values (?1, ?2, ?3, ?4, ?5)";
    OF_MEMBER_AFTER: Query<Organization> =
        "select o.id, o.title, o.hostname, o.default_role, o.created_at from members m
         join organizations o on o.id = m.organization
         where m.user_id = ?1 and m.organization > ?2 order by m.organization limit ?3";
    OF_MEMBER_BEFORE: Query<Organization> =
        "select o.id, o.title, o.hostname, o.default_role, o.created_at from members m
         join organizations o on o.id = m.organization
         where m.user_id = ?1 and m.organization < ?2 order by m.organization desc limit ?3";
    COUNT_OF_MEMBER: Query<paging::Count> = "select count(*) as count from members where user_id = ?1";
}

/// The organization of this identifier.
pub fn get(tx: &mut Read<'_>, id: OrganizationId) -> Result<Option<Organization>, Error> {
    tx.one(&BY_ID, params![id])
}

/// The first organization of the installation.
pub fn oldest(tx: &mut Read<'_>) -> Result<Option<Organization>, Error> {
    tx.one(&OLDEST, params![])
}

/// Adds an organization.
pub fn insert(tx: &mut Write<'_>, org: &Organization) -> Result<(), Error> {
    let values = params![org.id, org.title, org.hostname, org.default_role, org.created_at];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// The organizations that a user is a member of, in order of identifier.
pub fn of_member(tx: &mut Read<'_>, user: UserId, paging: &Paging) -> Result<Listing<Organization>, Error> {
    let pages = Pages { after: &OF_MEMBER_AFTER, before: &OF_MEMBER_BEFORE, count: &COUNT_OF_MEMBER };
    paging::list(tx, &pages, params![user], paging, |org| org.id.0)
}
