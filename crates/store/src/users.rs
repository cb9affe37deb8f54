//! People.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::UserId;
use quire_model::time::Timestamp;

use crate::column::{params, record};

record! {
    /// A person who can sign in.
    User {
        /// The person.
        id: UserId,
        /// Lower case.
        email: String,
        /// Shown to others.
        display_name: String,
        /// Address of a picture.
        photo_url: Option<String>,
        /// When the user came to be.
        created_at: Timestamp,
        /// Since when they can't sign in; their sessions and tokens don't count meanwhile.
        disabled_at: Option<Timestamp>,
    }
}

impl User {
    /// The user as somebody may see them who knows their address and nothing else: the same whether the user had an
    /// account before or was made by an invitation.
    pub fn by_address_alone(self) -> Self {
        let local = self.email.rsplit_once('@').map_or(self.email.as_str(), |(local, _)| local);
        Self { display_name: local.to_owned(), photo_url: None, ..self }
    }
}

statements! {
    BY_ID: Query<User> =
        "select id, email, display_name, photo_url, created_at, disabled_at from users where id = ?1";
    BY_EMAIL: Query<User> =
        "select id, email, display_name, photo_url, created_at, disabled_at from users where email = ?1";
    OLDEST: Query<User> =
        "select id, email, display_name, photo_url, created_at, disabled_at from users
         order by created_at, id limit 1";
    INSERT: Execute = "insert into users (id, email, display_name, created_at) values (?1, ?2, ?3, ?4)";
    SET_PROFILE: Execute = "update users set display_name = ?2, photo_url = ?3 where id = ?1";
    SET_DISABLED: Execute = "update users set disabled_at = ?2 where id = ?1";
}

/// The user of this identifier.
pub fn get(tx: &mut Read<'_>, id: UserId) -> Result<Option<User>, Error> {
    tx.one(&BY_ID, params![id])
}

/// The user of this address, which is compared in lower case.
pub fn by_email(tx: &mut Read<'_>, email: &str) -> Result<Option<User>, Error> {
    tx.one(&BY_EMAIL, params![email.to_lowercase()])
}

/// The first user of the installation.
pub fn oldest(tx: &mut Read<'_>) -> Result<Option<User>, Error> {
    tx.one(&OLDEST, params![])
}

/// Adds a user.
pub fn insert(tx: &mut Write<'_>, user: &User) -> Result<(), Error> {
    tx.execute(&INSERT, params![user.id, user.email, user.display_name, user.created_at])?;
    Ok(())
}

/// Writes what a user shows of themselves.
pub fn set_profile(tx: &mut Write<'_>, user: &User) -> Result<(), Error> {
    tx.execute(&SET_PROFILE, params![user.id, user.display_name, user.photo_url])?;
    Ok(())
}

/// Since when a user can't sign in; without a time they can.
pub fn set_disabled(tx: &mut Write<'_>, id: UserId, disabled_at: Option<Timestamp>) -> Result<(), Error> {
    tx.execute(&SET_DISABLED, params![id, disabled_at])?;
    Ok(())
}
