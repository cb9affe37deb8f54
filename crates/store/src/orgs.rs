//! Organizations. The row of a deleted one only exists for the job that removes its content.

use quire_db::{Error, Read, Write, statements};
use quire_model::addresses::Hostname;
use quire_model::ids::{OrganizationId, UserId};
use quire_model::merge_rules::MergeRules;
use quire_model::organizations::{CommunityType, OrganizationType, UseCase};
use quire_model::paging::{Listing, Paging};
use quire_model::roles::Role;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::{self, Pages};
use crate::record::{Table, record};
use crate::sql::{columns, insert, select, sql, update};

record! {
    /// The row of an organization: the owner of content, with members.
    Organization in organizations {
        /// The identifier of the organization.
        id: OrganizationId as key,
        /// The title that users see.
        title: String,
        /// The label of the default host name of its published content.
        hostname: String,
        /// The role of new members who join; `None` for guests.
        default_role: Option<Role>,
        /// The time of creation.
        created_at: Timestamp as fixed,
        /// The type of the organization.
        kind: OrganizationType,
        /// The purpose of the organization.
        use_case: UseCase,
        /// The type of community, for the organization of a community.
        community: Option<CommunityType>,
        /// True if members must sign in by single sign-on.
        sso: bool,
        /// True if the organization is reached with a second factor only.
        second_factor: bool,
        /// True if features that use language models are enabled.
        ai: bool,
        /// True if users may join by invite links.
        invite_links: bool,
        /// The address of the logo.
        logo: Option<String>,
        /// The site that members are shown first.
        default_site: Option<String>,
        /// The merge rules of spaces that inherit them.
        merge_rules: MergeRules,
    }
}

record! {
    /// The deletion of an organization.
    Deletion {
        /// The time of deletion, if it was deleted.
        deleted_at: Option<Timestamp>,
    }
}

/// The organizations that a user is an enabled member of.
const OF_MEMBER: &str = " from members m join organizations o on o.id = m.organization
    where m.user_id = ?1 and m.disabled = 0 and o.deleted_at is null ";

statements! {
    BY_ID: Query<Organization> = select!(Organization, "where id = ?1 and deleted_at is null");
    DELETION: Query<Deletion> = "select deleted_at from organizations where id = ?1";
    OLDEST: Query<Organization> =
        select!(Organization, "where deleted_at is null order by created_at, id limit 1");
    BY_HOSTNAME: Query<Organization> =
        select!(Organization, "where hostname = ?1 and deleted_at is null");
    COUNT_BY_HOSTNAME: Query<paging::Count> = "select count(*) as count from organizations where hostname = ?1";
    INSERT: Execute = insert!(Organization);
    UPDATE: Execute = update!(Organization);
    // Labels have no tilde, so this frees the one that the organization had.
    HIDE: Execute = "update organizations set deleted_at = ?2, hostname = ?3 where id = ?1";
    DELETE: Execute = "delete from organizations where id = ?1";
    OF_MEMBER_AFTER: Query<Organization> = sql!(
        "select ",
        columns!(Organization, "o."),
        OF_MEMBER,
        "and m.organization > ?2 order by m.organization limit ?3"
    );
    OF_MEMBER_BEFORE: Query<Organization> = sql!(
        "select ",
        columns!(Organization, "o."),
        OF_MEMBER,
        "and m.organization < ?2 order by m.organization desc limit ?3"
    );
    COUNT_OF_MEMBER: Query<paging::Count> = sql!("select count(*) as count", OF_MEMBER);
}

/// Returns an organization by its identifier, if it is not deleted.
pub fn get(tx: &mut Read<'_>, id: OrganizationId) -> Result<Option<Organization>, Error> {
    tx.one(&BY_ID, params![id])
}

/// Returns the time of deletion of an organization that was deleted and is not removed yet.
pub fn deleted_at(tx: &mut Read<'_>, id: OrganizationId) -> Result<Option<Timestamp>, Error> {
    Ok(tx.one(&DELETION, params![id])?.and_then(|found| found.deleted_at))
}

/// Returns the first organization of the installation that is not deleted.
pub fn oldest(tx: &mut Read<'_>) -> Result<Option<Organization>, Error> {
    tx.one(&OLDEST, params![])
}

/// Returns the organization that has this label, if it is not deleted.
pub fn by_hostname(tx: &mut Read<'_>, hostname: &str) -> Result<Option<Organization>, Error> {
    tx.one(&BY_HOSTNAME, params![hostname.to_owned()])
}

/// Returns true if an organization has this label.
pub fn is_taken(tx: &mut Read<'_>, hostname: &Hostname) -> Result<bool, Error> {
    let counted = tx.one(&COUNT_BY_HOSTNAME, params![hostname.as_str().to_owned()])?;
    Ok(counted.is_some_and(|counted| counted.count > 0))
}

/// Inserts an organization.
pub fn insert(tx: &mut Write<'_>, org: &Organization) -> Result<(), Error> {
    tx.execute(&INSERT, &org.inserted())?;
    Ok(())
}

/// Updates every field of an organization except for its time of creation.
pub fn update(tx: &mut Write<'_>, org: &Organization) -> Result<(), Error> {
    tx.execute(&UPDATE, &org.updated())?;
    Ok(())
}

/// Marks an organization as deleted and frees its label.
pub fn hide(tx: &mut Write<'_>, id: OrganizationId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&HIDE, params![id, at, format!("~{id}")])?;
    Ok(())
}

/// Deletes an organization's row, after all rows that refer to it.
pub fn delete(tx: &mut Write<'_>, id: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE, params![id])?;
    Ok(())
}

/// Returns a page of the organizations that a user is an enabled member of, in order of identifier.
pub fn of_member(tx: &mut Read<'_>, user: UserId, paging: &Paging) -> Result<Listing<Organization>, Error> {
    let pages = Pages { after: &OF_MEMBER_AFTER, before: &OF_MEMBER_BEFORE, count: &COUNT_OF_MEMBER };
    paging::list(tx, &pages, params![user], paging, |org| org.id.0)
}
