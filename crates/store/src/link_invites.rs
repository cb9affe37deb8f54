//! Links by which people join.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{LinkInviteId, OrganizationId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::roles::Role;
use quire_model::time::Timestamp;

use crate::column::{params, record};
use crate::paging::{self, Pages, Sorting};

record! {
    /// A link by which people join.
    LinkInvite {
        /// Where.
        organization: OrganizationId,
        /// The link: whoever knows it may join.
        id: LinkInviteId,
        /// What it is for: the organization, a collection or a space.
        target: Uid,
        /// Which of them, a word of the use case's.
        kind: String,
        /// The role on the target; `None` for none.
        role: Option<Role>,
        /// Who made it.
        created_by: Option<UserId>,
        /// When.
        created_at: Timestamp,
        /// Until when it is good; for ever without one.
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

/// The link of this identifier in an organization, expired or not.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, id: LinkInviteId) -> Result<Option<LinkInvite>, Error> {
    tx.one(&BY_ID, params![organization, id])
}

/// The links of an organization, oldest first.
pub fn list(tx: &mut Read<'_>, organization: OrganizationId, paging: &Paging) -> Result<Listing<LinkInvite>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    let of = params![organization];
    let sorting = (Sorting::Number, Order::Ascending);
    paging::ordered(tx, &pages, of, paging, sorting, |link| (link.created_at.0, link.id.0))
}

/// Adds a link.
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

/// Writes a link's role and end over what was.
pub fn update(tx: &mut Write<'_>, link: &LinkInvite) -> Result<(), Error> {
    tx.execute(&UPDATE, params![link.organization, link.id, link.role, link.expires_at])?;
    Ok(())
}

/// Takes a link back; whether there was one.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: LinkInviteId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![organization, id])? > 0)
}

/// Takes every link back.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
