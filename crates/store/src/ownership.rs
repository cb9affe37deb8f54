//! Tables by the owner of their rows: a space, a site or an organization, which are transferred and deleted with all
//! that belongs to them.
//!
//! Every table with a column `organization`, `space` or `site` is in one of the lists; a test compares them with the
//! schema. The rows of spaces, sites and organizations themselves are left to their own modules.

use quire_content::hash::Hash;
use quire_db::{Error, Execute, Registered, Write};
use quire_model::ids::{OrganizationId, SiteId, SpaceId};

use crate::column::params;
use crate::sql::sql;

/// Declares a list of tables, and statements with one text for each of them.
macro_rules! owned {
    ($(#[$doc:meta])* $list:ident: $tables:tt; $($statements:ident: $head:literal $tail:literal;)+) => {
        $(#[$doc])*
        pub const $list: &[&str] = &$tables;

        $(each! { $statements of $list: $head $tables $tail })+
    };
}

/// Declares one statement for each table, whose name stands between two texts.
macro_rules! each {
    ($statements:ident of $list:ident: $head:literal [$($table:literal),+ $(,)?] $tail:literal) => {
        static $statements: [Execute; $list.len()] = [$(Execute::new(sql!($head, " ", $table, " ", $tail))),+];
    };
}

owned! {
    /// Tables with the content and the history of spaces.
    OF_SPACE: [
        "branches",
        "change_requests",
        "comment_replies",
        "comments",
        "contributors",
        "import_bases",
        "linked_spaces",
        "notifications",
        "old_paths",
        "reactions",
        "requested_reviewers",
        "reviews",
        "revisions",
    ];
    TRANSFER: "update" "set organization = ?3 where organization = ?1 and space = ?2";
    DELETE_OF_SPACE: "delete from" "where organization = ?1 and space = ?2";
}

owned! {
    /// Tables with what is known of a space in its organization only: a transfer of the space deletes it.
    BOUND_TO_SPACE: ["idempotency", "import_fetches", "imports"];
    DELETE_BOUND_TO_SPACE: "delete from" "where organization = ?1 and space = ?2";
}

owned! {
    /// Tables with the parts of sites. Of these, `site_spaces` names spaces too, but a space that is transferred or
    /// deleted is taken off its sites with their structures.
    OF_SITE: [
        "page_feedback",
        "publishing_auth",
        "share_links",
        "site_customizations",
        "site_hostname_claims",
        "site_old_basenames",
        "site_redirects",
        "site_spaces",
        "visitor_sessions",
    ];
    DELETE_OF_SITE: "delete from" "where organization = ?1 and site = ?2";
    DELETE_OF_SITES: "delete from" "where organization = ?1";
}

owned! {
    /// Tables with what belongs to an organization itself, sessions and tokens that reach nothing else among them.
    OF_ORGANIZATION: [
        "collections",
        "email_domains",
        "grants",
        "link_invites",
        "members",
        "oidc_providers",
        "saml_providers",
        "scim_groups",
        "scim_tokens",
        "scim_users",
        "sessions",
        "sites",
        "sso_assertions",
        "sso_attempts",
        "sso_identities",
        "team_members",
        "teams",
        "tokens",
        "translation_entries",
        "translation_memory",
        "translation_settings",
        "translations",
    ];
    DELETE_OF_ORGANIZATION: "delete from" "where organization = ?1";
}

/// Tables with a column that names an owner, which are neither transferred nor deleted by this module; each with the
/// reason.
pub const OTHERS: &[(&str, &str)] = &[
    ("blobs", "collected when no revision and no upload refers to them any more"),
    ("jobs", "deleted by whoever runs them, also if what they are about is gone"),
    ("objects", "collected when no revision refers to them any more"),
    ("openapi_specs", "deleted before blobs are collected, which they refer to"),
    ("openapi_versions", "deleted before blobs are collected, which they refer to"),
    ("spaces", "deleted one by one, after their content"),
    ("uploads", "deleted before blobs are collected, which the uploads refer to"),
];

/// Transfers the content and the history of a space to another organization; its row is left to
/// [`crate::spaces::transfer`], and its places on sites to the sites.
pub fn transfer_space(
    tx: &mut Write<'_>,
    from: OrganizationId,
    space: SpaceId,
    to: OrganizationId,
) -> Result<(), Error> {
    execute(tx, &DELETE_BOUND_TO_SPACE, params![from, space])?;
    execute(tx, &TRANSFER, params![from, space, to])
}

/// Deletes the content and the history of a space; its row is left to [`crate::spaces::delete`], and its places on
/// sites to the sites.
pub fn delete_space(tx: &mut Write<'_>, organization: OrganizationId, space: SpaceId) -> Result<(), Error> {
    execute(tx, &DELETE_BOUND_TO_SPACE, params![organization, space])?;
    execute(tx, &DELETE_OF_SPACE, params![organization, space])
}

/// Deletes the parts of a site; its row is left to [`crate::sites::delete`].
pub fn delete_site(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId) -> Result<(), Error> {
    execute(tx, &DELETE_OF_SITE, params![organization, site])
}

/// Deletes what belongs to an organization, with its sites and without its spaces; its row is left to
/// [`crate::orgs::delete`].
pub fn delete_organization(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    execute(tx, &DELETE_OF_SITES, params![organization])?;
    execute(tx, &DELETE_OF_ORGANIZATION, params![organization])
}

/// Copies the rows with these names, which are hashes, from one organization to another.
pub(crate) fn copy(
    tx: &mut Write<'_>,
    statement: &Execute,
    from: OrganizationId,
    to: OrganizationId,
    names: impl Iterator<Item = Hash>,
) -> Result<(), Error> {
    for name in names {
        tx.execute(statement, params![from, to, name])?;
    }
    Ok(())
}

fn execute(tx: &mut Write<'_>, statements: &[Execute], values: &[quire_db::Value]) -> Result<(), Error> {
    for statement in statements {
        tx.execute(statement, values)?;
    }
    Ok(())
}

/// Returns every statement of this module.
pub fn statements() -> impl Iterator<Item = &'static dyn Registered> {
    let lists: [&'static [Execute]; 6] = [
        &TRANSFER,
        &DELETE_OF_SPACE,
        &DELETE_BOUND_TO_SPACE,
        &DELETE_OF_SITE,
        &DELETE_OF_SITES,
        &DELETE_OF_ORGANIZATION,
    ];
    lists.into_iter().flatten().map(|statement| statement as &dyn Registered)
}
