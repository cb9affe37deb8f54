//! Visitors who signed in to sites by an identity provider. Only the hash of a session's secret is stored.

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SiteId};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select};

record! {
    /// The row of a visitor's session.
    VisitorSession in visitor_sessions {
        /// The owner of the site.
        organization: OrganizationId as fixed,
        /// The only site that the session gives access to.
        site: SiteId as fixed,
        /// The hash of the secret.
        hash: Hash as key,
        /// The provider that identified the visitor.
        provider: Uid as fixed,
        /// The hash of the name that the provider gives the visitor.
        person: Hash as fixed,
        /// The hash of the provider's name of its own session, if it gives one.
        provider_session: Option<Hash> as fixed,
        /// The text by which a provider with SAML is told whom to sign out.
        sign_out_hint: Option<String> as fixed,
        /// The claims of the visitor, as JSON.
        claims: String as fixed,
        /// The time of the sign-in.
        created_at: Timestamp as fixed,
        /// The time of expiry, which use does not extend.
        expires_at: Timestamp as fixed,
    }
}

statements! {
    BY_HASH: Query<VisitorSession> = select!(VisitorSession, "where hash = ?1");
    INSERT: Execute = insert!(VisitorSession);
    DELETE: Execute = "delete from visitor_sessions where hash = ?1";
    DELETE_OF_SITE: Execute = "delete from visitor_sessions where organization = ?1 and site = ?2";
    DELETE_OF_PROVIDER: Execute = "delete from visitor_sessions where provider = ?1";
    DELETE_OF_PERSON: Execute = "delete from visitor_sessions where provider = ?1 and person = ?2";
    DELETE_OF_PERSON_IN: Execute =
        "delete from visitor_sessions where provider = ?1 and person = ?2 and provider_session = ?3";
    DELETE_OF_PROVIDER_SESSION: Execute =
        "delete from visitor_sessions where provider = ?1 and provider_session = ?2";
    DELETE_EXPIRED: Execute = "delete from visitor_sessions where expires_at <= ?1";
}

/// Returns the session whose secret has this hash.
pub fn by_hash(tx: &mut Read<'_>, hash: Hash) -> Result<Option<VisitorSession>, Error> {
    tx.one(&BY_HASH, params![hash])
}

/// Inserts a session.
pub fn insert(tx: &mut Write<'_>, session: &VisitorSession) -> Result<(), Error> {
    tx.execute(&INSERT, &session.inserted())?;
    Ok(())
}

/// Deletes the session whose secret has this hash.
pub fn delete(tx: &mut Write<'_>, hash: Hash) -> Result<(), Error> {
    tx.execute(&DELETE, params![hash])?;
    Ok(())
}

/// Deletes the sessions of a site, and returns their number.
pub fn delete_of_site(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId) -> Result<u64, Error> {
    tx.execute(&DELETE_OF_SITE, params![organization, site])
}

/// Deletes the sessions of a provider, and returns their number.
pub fn delete_of_provider(tx: &mut Write<'_>, provider: Uid) -> Result<u64, Error> {
    tx.execute(&DELETE_OF_PROVIDER, params![provider])
}

/// Deletes the sessions of a person at a provider, or those of one session there, and returns their number.
pub fn delete_of_person(
    tx: &mut Write<'_>,
    provider: Uid,
    person: Hash,
    provider_session: Option<Hash>,
) -> Result<u64, Error> {
    match provider_session {
        Some(session) => tx.execute(&DELETE_OF_PERSON_IN, params![provider, person, session]),
        None => tx.execute(&DELETE_OF_PERSON, params![provider, person]),
    }
}

/// Deletes the sessions that began in one session at a provider, and returns their number.
pub fn delete_of_provider_session(tx: &mut Write<'_>, provider: Uid, provider_session: Hash) -> Result<u64, Error> {
    tx.execute(&DELETE_OF_PROVIDER_SESSION, params![provider, provider_session])
}

/// Deletes the expired sessions of all sites.
pub fn delete_expired(tx: &mut Write<'_>, now: Timestamp) -> Result<(), Error> {
    tx.execute(&DELETE_EXPIRED, params![now])?;
    Ok(())
}
