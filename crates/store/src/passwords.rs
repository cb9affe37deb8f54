//! Passwords of users, as slow hashes. Users who sign in only by links or tokens have none.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::UserId;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::record;

record! {
    /// The row of a password.
    StoredPassword {
        /// The hash, as a PHC string.
        hash: String,
        /// The time at which it was set.
        changed_at: Timestamp,
    }
}

statements! {
    OF_USER: Query<StoredPassword> = "select hash, changed_at from passwords where user_id = ?1";
    SET: Execute =
        "insert into passwords (user_id, hash, changed_at) values (?1, ?2, ?3)
         on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at";
    DELETE: Execute = "delete from passwords where user_id = ?1";
}

/// Returns the password of a user, if one is set.
pub fn of_user(tx: &mut Read<'_>, user: UserId) -> Result<Option<StoredPassword>, Error> {
    tx.one(&OF_USER, params![user])
}

/// Inserts or updates the password of a user.
pub fn set(tx: &mut Write<'_>, user: UserId, hash: &str, changed_at: Timestamp) -> Result<(), Error> {
    tx.execute(&SET, params![user, hash.to_owned(), changed_at])?;
    Ok(())
}

/// Deletes the password of a user.
pub fn delete(tx: &mut Write<'_>, user: UserId) -> Result<(), Error> {
    tx.execute(&DELETE, params![user])?;
    Ok(())
}
