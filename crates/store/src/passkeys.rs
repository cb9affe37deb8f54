//! Passkeys of users, and the challenges that devices have to answer, by hash.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{PasskeyId, UserId};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::Count;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a passkey.
    Passkey in passkeys {
        /// The user who signs in with it.
        user_id: UserId as fixed,
        /// The identifier of the row.
        id: PasskeyId as key,
        /// The name that its owner chose.
        name: String as fixed,
        /// The identifier that the device gave it.
        credential: Vec<u8> as fixed,
        /// The public key in COSE's form (RFC 9052).
        public_key: Vec<u8> as fixed,
        /// The number of signatures that the device counted; 0 where it does not count.
        sign_count: i64,
        /// True if the passkey can be on several devices.
        backup_eligible: bool as fixed,
        /// True if it is on several devices now.
        backed_up: bool,
        /// The ways to the device, with blanks between them.
        transports: String as fixed,
        /// The kind of device, 16 bytes.
        aaguid: Vec<u8> as fixed,
        /// The time of creation.
        created_at: Timestamp as fixed,
        /// The time of the last sign-in with it, if any.
        last_used_at: Option<Timestamp>,
    }
}

record! {
    /// The row of a challenge.
    Challenge in passkey_challenges {
        /// The hash of the challenge.
        challenge: Hash as key,
        /// The signed-in user who makes a passkey; `None` where somebody signs in.
        user_id: Option<UserId> as fixed,
        /// The time at which the challenge ends.
        expires_at: Timestamp as fixed,
    }
}

statements! {
    OF_USER: Query<Passkey> = select!(Passkey, "where user_id = ?1 order by id");
    BY_CREDENTIAL: Query<Passkey> = select!(Passkey, "where credential = ?1");
    COUNT_OF_USER: Query<Count> = "select count(*) as count from passkeys where user_id = ?1";
    INSERT: Execute = insert!(Passkey);
    UPDATE: Execute = update!(Passkey);
    DELETE: Execute = "delete from passkeys where user_id = ?1 and id = ?2";
    DELETE_OF_USER: Execute = "delete from passkeys where user_id = ?1";
    CHALLENGE: Query<Challenge> = select!(Challenge, "where challenge = ?1");
    INSERT_CHALLENGE: Execute = insert!(Challenge);
    DELETE_CHALLENGE: Execute = "delete from passkey_challenges where challenge = ?1";
    DELETE_EXPIRED: Execute = "delete from passkey_challenges where expires_at <= ?1";
    DELETE_CHALLENGES_OF: Execute = "delete from passkey_challenges where user_id = ?1";
}

/// Returns the passkeys of a user, oldest first.
pub fn of_user(tx: &mut Read<'_>, user: UserId) -> Result<Vec<Passkey>, Error> {
    tx.all(&OF_USER, params![user])
}

/// Returns the passkey with this identifier of a device.
pub fn by_credential(tx: &mut Read<'_>, credential: &[u8]) -> Result<Option<Passkey>, Error> {
    tx.one(&BY_CREDENTIAL, params![credential.to_vec()])
}

/// Returns the number of passkeys of a user.
pub fn count(tx: &mut Read<'_>, user: UserId) -> Result<i64, Error> {
    Ok(tx.one(&COUNT_OF_USER, params![user])?.map_or(0, |found| found.count))
}

/// Inserts a passkey.
pub fn insert(tx: &mut Write<'_>, passkey: &Passkey) -> Result<(), Error> {
    tx.execute(&INSERT, &passkey.inserted())?;
    Ok(())
}

/// Updates what a sign-in says of a passkey.
pub fn update(tx: &mut Write<'_>, passkey: &Passkey) -> Result<(), Error> {
    tx.execute(&UPDATE, &passkey.updated())?;
    Ok(())
}

/// Deletes a passkey of a user and returns true if there was one.
pub fn delete(tx: &mut Write<'_>, user: UserId, id: PasskeyId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![user, id])? > 0)
}

/// Deletes all passkeys of a user with the challenges for new ones, and returns true if there were any.
pub fn delete_of_user(tx: &mut Write<'_>, user: UserId) -> Result<bool, Error> {
    tx.execute(&DELETE_CHALLENGES_OF, params![user])?;
    Ok(tx.execute(&DELETE_OF_USER, params![user])? > 0)
}

/// Inserts a challenge, and deletes those that have ended.
pub fn insert_challenge(tx: &mut Write<'_>, challenge: &Challenge, now: Timestamp) -> Result<(), Error> {
    tx.execute(&DELETE_EXPIRED, params![now])?;
    tx.execute(&INSERT_CHALLENGE, &challenge.inserted())?;
    Ok(())
}

/// Returns the challenge with this hash and deletes it, so that it is answered once.
pub fn take_challenge(tx: &mut Write<'_>, challenge: Hash) -> Result<Option<Challenge>, Error> {
    let found = tx.one(&CHALLENGE, params![challenge])?;
    tx.execute(&DELETE_CHALLENGE, params![challenge])?;
    Ok(found)
}
