//! Invite links, by which users join an organization.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{LinkInviteId, OrganizationId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::roles::Role;
use quire_model::time::Timestamp;

use crate::column::{params, record};
use crate::paging::{self, Pages, Sorting};

record! {
    /// The row of an invite link.
    LinkInvite {
        /// The organization to join.
        organization: OrganizationId,
        /// The identifier, which is the link's secret: its bearer may join.
        id: LinkInviteId,
        /// The target: the organization, a collection or a space.
        target: Uid,
        /// The kind of the target, a word of the application.
        kind: String,
        /// The role on the target; `None` for none.
        role: Option<Role>,
        /// The user who created it.
        created_by: Option<UserId>,
        /// The time of creation.
        created_at: Timestamp,
        /// The time of expiry; `None` if it never expires.
        expires_at: Option<Timestamp>,
    }
}

statements! {
    BY_ID: Query<LinkInvite> =
        "select organization, id, target, kind, role, created_by, created_at, expires_at from link_invites
         where organization = ?1 and id = ?2";
    AFTER: Query<LinkInvite> =
        "select organization, id, target, kind, role, created_by, created_at, expires_at from link_invites
         where organization = ?1 and (created_at, id) > (?2, ?3) order by created_at, id limit ?4";
    BEFORE: Query<LinkInvite> =
        "select organization, id, target, kind, role, created_by, created_at, expires_at from link_invites
         where organization = ?1 and (created_at, id) < (?2, ?3) order by created_at desc, id desc limit ?4";
    COUNT: Query<paging::Count> = "select count(*) as count from link_invites where organization = ?1";
    INSERT: Execute =
        "insert into link_invites (organization, id, target, kind, role, created_by, created_at, expires_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    UPDATE: Execute = "update link_invites set role = ?3, expires_at = ?4 where organization = ?1 and id = ?2";
    DELETE: Execute = "delete from link_invites where organization = ?1 and id = ?2";
    DELETE_OF_ORG: Execute = "delete from link_invites where organization = ?1";
}

/// Returns the invite link with this identifier in an organization, expired or not.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, id: LinkInviteId) -> Result<Option<LinkInvite>, Error> {
    tx.one(&BY_ID, params![organization, id])
}

/// Returns a page of the invite links of an organization, oldest first.
pub fn list(tx: &mut Read<'_>, organization: OrganizationId, paging: &Paging) -> Result<Listing<LinkInvite>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    let of = params![organization];
    let sorting = (Sorting::Number, Order::Ascending);
    paging::ordered(tx, &pages, of, paging, sorting, |link| (link.created_at.0, link.id.0))
}

/// Inserts an invite link.
pub fn insert(tx: &mut Write<'_>, link: &LinkInvite) -> Result<(), Error> {
    let values = params![
        link.organization,
        link.id,
        link.target,
        link.kind,
        link.role,
        link.created_by,
        link.created_at,
        link.expires_at
    ];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Updates the role and the expiry of an invite link.
pub fn update(tx: &mut Write<'_>, link: &LinkInvite) -> Result<(), Error> {
    tx.execute(&UPDATE, params![link.organization, link.id, link.role, link.expires_at])?;
    Ok(())
}

/// Deletes an invite link and returns true if there was one.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: LinkInviteId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![organization, id])? > 0)
}

/// Deletes every invite link of an organization.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
