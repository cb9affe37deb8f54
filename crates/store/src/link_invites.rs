//! Invite links, by which users join an organization.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{LinkInviteId, OrganizationId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::roles::Role;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::{self, Pages, Sorting};
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of an invite link.
    LinkInvite in link_invites {
        /// The organization to join.
        organization: OrganizationId as key,
        /// The identifier, which is the link's secret: its bearer may join.
        id: LinkInviteId as key,
        /// The target: the organization, a collection or a space.
        target: Uid as fixed,
        /// The kind of the target, a word of the application.
        kind: String as fixed,
        /// The role on the target; `None` for none.
        role: Option<Role>,
        /// The user who created it.
        created_by: Option<UserId> as fixed,
        /// The time of creation.
        created_at: Timestamp as fixed,
        /// The time of expiry; `None` if it never expires.
        expires_at: Option<Timestamp>,
    }
}

statements! {
    BY_ID: Query<LinkInvite> = select!(LinkInvite, "where organization = ?1 and id = ?2");
    AFTER: Query<LinkInvite> = select!(
        LinkInvite,
        "where organization = ?1 and (created_at, id) > (?2, ?3) order by created_at, id limit ?4"
    );
    BEFORE: Query<LinkInvite> = select!(
        LinkInvite,
        "where organization = ?1 and (created_at, id) < (?2, ?3) order by created_at desc, id desc limit ?4"
    );
    COUNT: Query<paging::Count> = "select count(*) as count from link_invites where organization = ?1";
    INSERT: Execute = insert!(LinkInvite);
    UPDATE: Execute = update!(LinkInvite);
    DELETE: Execute = "delete from link_invites where organization = ?1 and id = ?2";
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
    tx.execute(&INSERT, &link.inserted())?;
    Ok(())
}

/// Updates the role and the expiry of an invite link.
pub fn update(tx: &mut Write<'_>, link: &LinkInvite) -> Result<(), Error> {
    tx.execute(&UPDATE, &link.updated())?;
    Ok(())
}

/// Deletes an invite link and returns true if there was one.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: LinkInviteId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![organization, id])? > 0)
}
