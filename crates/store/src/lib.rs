//! Every SQL statement of Quire, one file for each aggregate; its migrations; its objects and blobs.
//!
//! A statement is a constant that a test prepares on both databases, comparing its record with the schema. Nothing here
//! checks permissions: callers do. There is no HTTP here.

pub mod blobs;
pub mod branches;
pub mod change_requests;
pub mod collections;
mod column;
pub mod comment_replies;
pub mod comments;
pub mod contributors;
pub mod email_domains;
pub mod events;
pub mod grants;
pub mod idempotency;
pub mod import_bases;
pub mod import_fetches;
pub mod imports;
pub mod installation;
pub mod jobs;
mod kept_files;
pub mod link_invites;
pub mod linked_spaces;
pub mod members;
pub mod migrations;
pub mod notices;
pub mod notifications;
mod object_form;
pub mod objects;
pub mod oidc_providers;
pub mod old_paths;
pub mod openapi_specs;
pub mod openapi_versions;
pub mod orgs;
pub mod ownership;
pub mod page_feedback;
mod paging;
pub mod passkeys;
pub mod passwords;
pub mod pictures;
pub mod places;
pub mod print_layouts;
pub mod prints;
pub mod publishing_auth;
pub mod reactions;
mod record;
pub mod requested_reviewers;
pub mod reviews;
pub mod revisions;
pub mod rights;
pub mod saml_providers;
pub mod scim_groups;
pub mod scim_tokens;
pub mod scim_users;
pub mod search;
pub mod sessions;
pub mod settings;
pub mod share_links;
pub mod sign_in_links;
pub mod site_customizations;
pub mod site_hostnames;
pub mod site_redirects;
pub mod sites;
pub mod spaces;
mod sql;
pub mod sso_assertions;
pub mod sso_attempts;
pub mod sso_identities;
pub mod sso_providers;
pub mod superseded;
pub mod team_members;
pub mod teams;
pub mod tokens;
pub mod totp_factors;
pub mod translation_memory;
pub mod translation_settings;
pub mod translations;
pub mod uploads;
pub mod users;
pub mod visitor_sessions;

pub use quire_db::{Database, Error, Read, Write};

/// Returns every statement, for the test that prepares each one.
pub fn statements() -> impl Iterator<Item = &'static dyn quire_db::Registered> {
    let modules = [
        blobs::ALL,
        branches::ALL,
        change_requests::ALL,
        contributors::ALL,
        collections::ALL,
        comment_replies::ALL,
        comments::ALL,
        email_domains::ALL,
        events::ALL,
        grants::ALL,
        idempotency::ALL,
        import_bases::ALL,
        import_fetches::ALL,
        imports::ALL,
        installation::ALL,
        jobs::ALL,
        link_invites::ALL,
        linked_spaces::ALL,
        members::ALL,
        notices::ALL,
        notifications::ALL,
        objects::ALL,
        old_paths::ALL,
        oidc_providers::ALL,
        openapi_specs::ALL,
        openapi_versions::ALL,
        orgs::ALL,
        page_feedback::ALL,
        passkeys::ALL,
        passwords::ALL,
        places::ALL,
        publishing_auth::ALL,
        reactions::ALL,
        requested_reviewers::ALL,
        reviews::ALL,
        revisions::ALL,
        rights::ALL,
        saml_providers::ALL,
        scim_groups::ALL,
        scim_tokens::ALL,
        scim_users::ALL,
        search::ALL,
        sessions::ALL,
        settings::ALL,
        share_links::ALL,
        sign_in_links::ALL,
        site_customizations::ALL,
        site_hostnames::ALL,
        site_redirects::ALL,
        sites::ALL,
        spaces::ALL,
        sso_assertions::ALL,
        sso_attempts::ALL,
        sso_identities::ALL,
        superseded::ALL,
        team_members::ALL,
        teams::ALL,
        tokens::ALL,
        totp_factors::ALL,
        translation_memory::ALL,
        translation_settings::ALL,
        translations::ALL,
        uploads::ALL,
        users::ALL,
        visitor_sessions::ALL,
    ];
    modules.into_iter().flatten().copied().chain(ownership::statements())
}
