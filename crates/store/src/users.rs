//! Users of the installation.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::UserId;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::Count;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a user, who can sign in.
    User in users {
        /// The identifier of the user.
        id: UserId as key,
        /// The e-mail address, in lower case.
        email: String as fixed,
        /// The name that others see.
        display_name: String,
        /// The address of a picture.
        photo_url: Option<String>,
        /// The time of creation.
        created_at: Timestamp as fixed,
        /// The time at which the user was disabled, if they are; their sessions and tokens do not work meanwhile.
        disabled_at: Option<Timestamp> as fixed,
    }
}

impl User {
    /// Returns the user as others may see them who know the e-mail address only: the same result for a user who had an
    /// account before and for one whom an invitation created.
    pub fn by_address_alone(self) -> Self {
        let local = self.email.rsplit_once('@').map_or(self.email.as_str(), |(local, _)| local);
        Self { display_name: local.to_owned(), photo_url: None, ..self }
    }
}

statements! {
    BY_ID: Query<User> = select!(User, "where id = ?1");
    BY_EMAIL: Query<User> = select!(User, "where email = ?1");
    OLDEST: Query<User> = select!(User, "order by created_at, id limit 1");
    INSERT: Execute = insert!(User);
    SET_PROFILE: Execute = update!(User);
    REPLACE: Execute =
        "update users set email = ?2, display_name = ?3, photo_url = null, disabled_at = ?4 where id = ?1";
    SET_UNCLAIMED: Execute = "update users set unclaimed = 1 where id = ?1";
    CLAIM: Execute = "update users set unclaimed = 0 where id = ?1 and unclaimed = 1";
    UNCLAIMED: Query<Count> = "select unclaimed as count from users where id = ?1";
    COUNT_SIGN_OUT: Execute = "update users set sign_outs = sign_outs + 1 where id = ?1";
    SIGN_OUTS: Query<Count> = "select sign_outs as count from users where id = ?1";
    SET_DISABLED: Execute = "update users set disabled_at = ?2 where id = ?1";
}

/// Returns a user by identifier.
pub fn get(tx: &mut Read<'_>, id: UserId) -> Result<Option<User>, Error> {
    tx.one(&BY_ID, params![id])
}

/// Returns a user by e-mail address, which is converted to lower case.
pub fn by_email(tx: &mut Read<'_>, email: &str) -> Result<Option<User>, Error> {
    tx.one(&BY_EMAIL, params![email.to_lowercase()])
}

/// Returns the first user of the installation.
pub fn oldest(tx: &mut Read<'_>) -> Result<Option<User>, Error> {
    tx.one(&OLDEST, params![])
}

/// Inserts a user.
pub fn insert(tx: &mut Write<'_>, user: &User) -> Result<(), Error> {
    tx.execute(&INSERT, &user.inserted())?;
    Ok(())
}

/// Updates the display name and the picture of a user.
pub fn set_profile(tx: &mut Write<'_>, user: &User) -> Result<(), Error> {
    tx.execute(&SET_PROFILE, &user.updated())?;
    Ok(())
}

/// Disables a user from the given time, or enables them with `None`.
pub fn set_disabled(tx: &mut Write<'_>, id: UserId, disabled_at: Option<Timestamp>) -> Result<(), Error> {
    tx.execute(&SET_DISABLED, params![id, disabled_at])?;
    Ok(())
}

/// Notes that an invitation made the account of a user, who has not used it yet.
pub fn set_unclaimed(tx: &mut Write<'_>, id: UserId) -> Result<(), Error> {
    tx.execute(&SET_UNCLAIMED, params![id])?;
    Ok(())
}

/// Returns true if the owner of an account has not used it yet.
pub fn is_unclaimed(tx: &mut Read<'_>, id: UserId) -> Result<bool, Error> {
    Ok(tx.one(&UNCLAIMED, params![id])?.is_some_and(|found| found.count != 0))
}

/// Notes that the owner of an account uses it.
pub fn claim(tx: &mut Write<'_>, id: UserId) -> Result<(), Error> {
    tx.execute(&CLAIM, params![id])?;
    Ok(())
}

/// Counts that all sessions of a user ended.
pub fn count_sign_out(tx: &mut Write<'_>, id: UserId) -> Result<(), Error> {
    tx.execute(&COUNT_SIGN_OUT, params![id])?;
    Ok(())
}

/// Returns how often all sessions of a user ended.
pub fn sign_outs(tx: &mut Read<'_>, id: UserId) -> Result<i64, Error> {
    Ok(tx.one(&SIGN_OUTS, params![id])?.map_or(0, |found| found.count))
}

/// Replaces the address and the name of a user, removes the picture, and disables them from the given time.
pub fn replace(tx: &mut Write<'_>, id: UserId, email: &str, name: &str, at: Timestamp) -> Result<(), Error> {
    tx.execute(&REPLACE, params![id, email.to_owned(), name.to_owned(), at])?;
    Ok(())
}
