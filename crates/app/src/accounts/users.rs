//! Users of the installation.

use std::collections::HashMap;

use quire_model::events::EventKind;
use quire_model::ids::UserId;
use quire_model::scopes::Scope;
use quire_store::Read;
use quire_store::users;
pub use quire_store::users::User;
use serde_json::json;

use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::{App, access};

impl App {
    /// Returns the caller's own user.
    pub fn current_user(&self, caller: &Caller) -> Result<User, Error> {
        let id = access::own_account(caller, Scope::Read)?;
        self.inner.db.read_single(|tx| users::get(tx, id)?.ok_or(Error::NotFound("user")))
    }

    /// Returns the user with this address, for the operator's commands.
    pub fn user_by_email(&self, email: &str) -> Result<Option<UserId>, Error> {
        self.inner.db.read_single(|tx| Ok(users::by_email(tx, email)?.map(|user| user.id)))
    }

    /// Returns the first user of the installation, for the operator's commands.
    pub fn first_user(&self) -> Result<Option<UserId>, Error> {
        self.inner.db.read_single(|tx| Ok(users::oldest(tx)?.map(|user| user.id)))
    }

    /// Creates a user, for the operator of the server.
    pub fn create_user(&self, email: &str, display_name: &str) -> Result<User, Error> {
        let user = self.user_of(email, display_name);
        self.write(&Caller::operator(), |change| {
            if users::by_email(change.tx, &user.email)?.is_some() {
                return Err(Error::Conflict(format!("there is a user {} already", user.email)));
            }
            insert(change, &user)
        })?;
        Ok(user)
    }

    /// Creates the record of a new user. The identifier does not reveal the time of creation: members who invite an
    /// address get the identifier, and must not learn since when the address has had an account.
    pub(crate) fn user_of(&self, email: &str, display_name: &str) -> User {
        User {
            id: UserId(self.inner.ambient.random_id()),
            email: email.to_lowercase(),
            display_name: display_name.to_owned(),
            photo_url: None,
            created_at: self.now(),
            disabled_at: None,
        }
    }
}

/// Inserts a user with the event.
pub(crate) fn insert(change: &mut Change<'_, '_>, user: &User) -> Result<(), Error> {
    users::insert(change.tx, user)?;
    change.record(user.id.0, EventKind::UserCreated, user.id.0, &json!({ "email": user.email }))
}

/// A cache of the users loaded in one operation.
#[derive(Default)]
pub(crate) struct People(HashMap<UserId, Option<User>>);

impl People {
    /// Returns a user, or `None` if there is none with this identifier.
    pub(crate) fn get(&mut self, tx: &mut Read<'_>, id: UserId) -> Result<Option<User>, Error> {
        if let Some(known) = self.0.get(&id) {
            return Ok(known.clone());
        }
        let found = users::get(tx, id)?;
        self.0.insert(id, found.clone());
        Ok(found)
    }

    /// Returns the user with an optional identifier, or `None` without one.
    pub(crate) fn find(&mut self, tx: &mut Read<'_>, id: Option<UserId>) -> Result<Option<User>, Error> {
        id.map_or(Ok(None), |id| self.get(tx, id))
    }

    /// Returns a user who must exist because stored data refers to them.
    pub(crate) fn known(&mut self, tx: &mut Read<'_>, id: UserId) -> Result<User, Error> {
        self.get(tx, id)?.ok_or_else(|| Error::internal("loading a user", "there is none of this identifier"))
    }
}
