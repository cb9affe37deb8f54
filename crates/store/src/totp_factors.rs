//! Second factors of users: the secrets of authenticator apps, and recovery codes by hash.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::UserId;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::Count;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a user's authenticator app.
    TotpFactor in totp_factors {
        /// The user.
        user_id: UserId as key,
        /// The secret that the app shares with this server, 20 bytes.
        secret: Vec<u8> as fixed,
        /// The time of creation.
        created_at: Timestamp as fixed,
        /// The time at which its first code was entered; `None` before that.
        confirmed_at: Option<Timestamp>,
        /// The time step of the last code that was accepted.
        last_step: Option<i64>,
    }
}

statements! {
    OF_USER: Query<TotpFactor> = select!(TotpFactor, "where user_id = ?1");
    INSERT: Execute = insert!(TotpFactor);
    UPDATE: Execute = update!(TotpFactor);
    DELETE: Execute = "delete from totp_factors where user_id = ?1";
    COUNT_CODES: Query<Count> = "select count(*) as count from recovery_codes where user_id = ?1";
    INSERT_CODE: Execute = "insert into recovery_codes (user_id, hash) values (?1, ?2)";
    DELETE_CODE: Execute = "delete from recovery_codes where user_id = ?1 and hash = ?2";
    DELETE_CODES: Execute = "delete from recovery_codes where user_id = ?1";
}

/// Returns the authenticator app of a user, confirmed or not.
pub fn of_user(tx: &mut Read<'_>, user: UserId) -> Result<Option<TotpFactor>, Error> {
    tx.one(&OF_USER, params![user])
}

/// Returns the authenticator app of a user that is asked for.
pub fn confirmed(tx: &mut Read<'_>, user: UserId) -> Result<Option<TotpFactor>, Error> {
    Ok(of_user(tx, user)?.filter(|factor| factor.confirmed_at.is_some()))
}

/// Inserts the authenticator app of a user in place of the one before.
pub fn replace(tx: &mut Write<'_>, factor: &TotpFactor) -> Result<(), Error> {
    tx.execute(&DELETE, params![factor.user_id])?;
    tx.execute(&INSERT, &factor.inserted())?;
    Ok(())
}

/// Updates when an app was confirmed, and its last code.
pub fn update(tx: &mut Write<'_>, factor: &TotpFactor) -> Result<(), Error> {
    tx.execute(&UPDATE, &factor.updated())?;
    Ok(())
}

/// Deletes the authenticator app and the recovery codes of a user, and returns true if there was an app.
pub fn delete(tx: &mut Write<'_>, user: UserId) -> Result<bool, Error> {
    tx.execute(&DELETE_CODES, params![user])?;
    Ok(tx.execute(&DELETE, params![user])? > 0)
}

/// Returns the number of recovery codes that a user has left.
pub fn count_codes(tx: &mut Read<'_>, user: UserId) -> Result<u64, Error> {
    Ok(tx.one(&COUNT_CODES, params![user])?.map_or(0, |found| found.count.unsigned_abs()))
}

/// Replaces the recovery codes of a user.
pub fn replace_codes(tx: &mut Write<'_>, user: UserId, hashes: &[Hash]) -> Result<(), Error> {
    tx.execute(&DELETE_CODES, params![user])?;
    for hash in hashes {
        tx.execute(&INSERT_CODE, params![user, *hash])?;
    }
    Ok(())
}

/// Deletes a recovery code of a user and returns true if it was there.
pub fn take_code(tx: &mut Write<'_>, user: UserId, hash: Hash) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE_CODE, params![user, hash])? > 0)
}
