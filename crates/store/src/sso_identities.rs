//! The names that identity providers give to people, and the users who they are.

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, UserId};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select};

/// The organization of the provider of the whole server, which no organization has.
pub const WHOLE_SERVER: OrganizationId = OrganizationId(Uid([0; 16]));

record! {
    /// The row of an identity.
    Identity in sso_identities {
        /// The organization of the provider.
        organization: OrganizationId as fixed,
        /// The provider.
        provider: Uid as key,
        /// The hash of the name that the provider gives the person.
        name: Hash as key,
        /// The user who the person is here.
        user_id: UserId as fixed,
        /// The time of the first sign-in.
        created_at: Timestamp as fixed,
        /// The time of the last sign-in.
        last_used_at: Timestamp,
    }
}

statements! {
    ONE: Query<Identity> = select!(Identity, "where provider = ?1 and name = ?2");
    OF_USER: Query<Identity> = select!(Identity, "where user_id = ?1 and provider = ?2 limit 1");
    OF_MEMBER: Query<Identity> =
        select!(Identity, "where user_id = ?1 and organization = ?2 order by created_at, provider limit 1");
    INSERT: Execute = insert!(Identity);
    TOUCH: Execute = "update sso_identities set last_used_at = ?3 where provider = ?1 and name = ?2";
    DELETE_OF_PROVIDER: Execute = "delete from sso_identities where provider = ?1";
    DELETE_OF_MEMBER: Execute = "delete from sso_identities where organization = ?1 and user_id = ?2";
    DELETE_OF_USER_AT: Execute = "delete from sso_identities where provider = ?1 and user_id = ?2";
    DELETE_OF_USER: Execute = "delete from sso_identities where user_id = ?1";
}

/// Returns the identity with a name of a provider.
pub fn get(tx: &mut Read<'_>, provider: Uid, name: Hash) -> Result<Option<Identity>, Error> {
    tx.one(&ONE, params![provider, name])
}

/// Returns a name that a provider gives a user.
pub fn of_user(tx: &mut Read<'_>, provider: Uid, user: UserId) -> Result<Option<Identity>, Error> {
    tx.one(&OF_USER, params![user, provider])
}

/// Returns a name that a provider of an organization gives a user.
pub fn of_member(tx: &mut Read<'_>, organization: OrganizationId, user: UserId) -> Result<Option<Identity>, Error> {
    tx.one(&OF_MEMBER, params![user, organization])
}

/// Inserts an identity.
pub fn insert(tx: &mut Write<'_>, identity: &Identity) -> Result<(), Error> {
    tx.execute(&INSERT, &identity.inserted())?;
    Ok(())
}

/// Sets the time of the last sign-in.
pub fn touch(tx: &mut Write<'_>, provider: Uid, name: Hash, now: Timestamp) -> Result<(), Error> {
    tx.execute(&TOUCH, params![provider, name, now])?;
    Ok(())
}

/// Deletes the identities of a provider.
pub fn delete_of_provider(tx: &mut Write<'_>, provider: Uid) -> Result<(), Error> {
    tx.execute(&DELETE_OF_PROVIDER, params![provider])?;
    Ok(())
}

/// Deletes the identities of a member of an organization.
pub fn delete_of_member(tx: &mut Write<'_>, organization: OrganizationId, user: UserId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_MEMBER, params![organization, user])?;
    Ok(())
}

/// Deletes the identities of a user.
pub fn delete_of_user(tx: &mut Write<'_>, user: UserId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_USER, params![user])?;
    Ok(())
}

/// Deletes the identities of a user at one provider.
pub fn delete_of_user_at(tx: &mut Write<'_>, provider: Uid, user: UserId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_USER_AT, params![provider, user])?;
    Ok(())
}
