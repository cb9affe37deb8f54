//! Accounts: a user's changes to their own, and the operator's changes to any. The modules below are about signing in.

pub mod factors;
pub mod notices;
pub mod passkeys;
pub mod passwords;
pub mod sessions;
pub mod sign_in;
pub mod sign_in_bounds;
pub mod tokens;
pub mod users;

use std::time::Duration;

use quire_model::addresses::WebAddress;
use quire_model::events::EventKind;
use quire_model::ids::UserId;
use quire_model::patch::Patch;
use quire_model::people::{Password, Way};
use quire_model::policy::Standing;
use quire_model::scopes::Scope;
use quire_model::text::DisplayName;
use quire_model::time::Timestamp;
use quire_store::passwords::StoredPassword;
use quire_store::users::{self as stored_users, User};
use quire_store::{
    Read, members, passkeys as stored_passkeys, passwords as stored_passwords, sessions as stored_sessions,
    sign_in_links, sso_identities,
};
use serde_json::json;

use crate::accounts::notices::NoticeKind;
use crate::callers::writing::Change;
use crate::callers::{self, Caller};
use crate::core::errors::Error;
use crate::{App, access};

/// Changes to a user's profile; `None` and [`Patch::Keep`] leave a field as it is.
#[derive(Debug, Clone, Default)]
pub struct Profile {
    /// The display name, 1 to 100 characters long.
    pub display_name: Option<DisplayName>,
    /// The address of the photo; cleared to remove it.
    pub photo_url: Patch<WebAddress>,
}

/// The time after a sign-in by link in which a password can be set without the current one, which may be forgotten.
const FRESH: Duration = Duration::from_hours(1);

impl App {
    /// Returns a user whom the caller can see: themselves, or a member of one of their organizations.
    pub fn get_user(&self, caller: &Caller, id: UserId) -> Result<User, Error> {
        access::own_account(caller, Scope::Read)?;
        self.inner.db.read(|tx| in_sight(tx, caller, id))
    }

    /// Changes the caller's own profile.
    pub fn update_user(&self, caller: &Caller, id: UserId, profile: &Profile) -> Result<User, Error> {
        access::own_account(caller, Scope::Read)?;
        self.write(caller, |change| {
            let mut user = in_sight(change.tx, caller, id)?;
            if caller.user() != Some(id) {
                return Err(Error::Forbidden("only a user themselves may change this".to_owned()));
            }
            access::whole_account(caller, Scope::Admin)?;
            if let Some(name) = &profile.display_name {
                user.display_name = name.as_str().to_owned();
            }
            let photo = profile.photo_url.as_ref().map(|photo| photo.as_str().to_owned());
            user.photo_url = photo.after(user.photo_url);
            stored_users::set_profile(change.tx, &user)?;
            change.record(id.0, EventKind::UserUpdated, id.0, &json!({ "displayName": user.display_name }))?;
            Ok(user)
        })
    }

    /// Returns true if the caller must give their current password to set a new one.
    pub fn needs_current_password(&self, caller: &Caller) -> Result<bool, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        if caller.only().is_some() {
            // Whether the account has a password is nothing that a provider of one organization needs to know.
            return Ok(false);
        }
        let now = self.now();
        self.inner.db.read(|tx| {
            let has_one = stored_passwords::of_user(tx, user)?.is_some();
            Ok(has_one && !came_by_link(tx, caller, now)?)
        })
    }

    /// Sets the caller's password and ends their other sessions. Hashing is expensive: callers must limit concurrency.
    pub fn change_password(&self, caller: &Caller, current: &str, new: &Password) -> Result<(), Error> {
        let id = access::whole_account(caller, Scope::Admin)?;
        let now = self.now();
        let user = self.inner.db.read_single(|tx| stored_users::get(tx, id)?.ok_or(Error::NotFound("user")))?;
        let stored = self.check_current_password(caller, id, current)?;
        let hash = self.inner.hasher.hash(new, self.inner.ambient.random())?;
        self.write(caller, |change| {
            if stored_passwords::of_user(change.tx, id)? != stored {
                return Err(Error::Conflict("the password was changed meanwhile".to_owned()));
            }
            set_password(change, &user, Some(&hash), now)?;
            self.notify(change, id, NoticeKind::PasswordChanged, &json!({}))?;
            sessions::end_others(change, id, caller.session())
        })
    }

    /// Returns an error if the caller must give their current password, as for a new one, and did not. Verification is
    /// expensive: callers must limit concurrency.
    pub fn prove_current_password(&self, caller: &Caller, current: &str) -> Result<(), Error> {
        let id = access::whole_account(caller, Scope::Admin)?;
        self.check_current_password(caller, id, current).map(drop)
    }

    /// Returns the caller's stored password, or an error if they must give the current one and did not. Verification is
    /// expensive: callers must limit concurrency.
    pub(crate) fn check_current_password(
        &self,
        caller: &Caller,
        id: UserId,
        current: &str,
    ) -> Result<Option<StoredPassword>, Error> {
        let stored = self.inner.db.read_single(|tx| stored_passwords::of_user(tx, id))?;
        if self.needs_current_password(caller)? {
            self.inner.own_attempts.count(&[&id.0.0], self.now())?;
            if !self.inner.hasher.verify(current, stored.as_ref().map(|stored| stored.hash.as_str()))? {
                return Err(Error::Invalid("the current password is wrong".to_owned()));
            }
        }
        Ok(stored)
    }

    /// Sets or removes a user's password, ends all their sessions, and removes their passkeys and the names by which the
    /// provider of the server knows them, for the operator of the server.
    pub fn reset_password(&self, id: UserId, new: Option<&Password>) -> Result<(), Error> {
        let now = self.now();
        let salt = self.inner.ambient.random();
        let hash = new.map(|new| self.inner.hasher.hash(new, salt)).transpose()?;
        self.write(&Caller::operator(), |change| {
            let user = stored_users::get(change.tx, id)?.ok_or(Error::NotFound("user"))?;
            set_password(change, &user, hash.as_deref(), now)?;
            sso_identities::delete_of_member(change.tx, sso_identities::WHOLE_SERVER, id)?;
            stored_passkeys::delete_of_user(change.tx, id)?;
            sessions::end_others(change, id, None)
        })
    }

    /// Disables a user, for the operator of the server: their sessions end, and their tokens stop working at once.
    pub fn disable_user(&self, id: UserId) -> Result<(), Error> {
        self.set_disabled(id, Some(self.now()), EventKind::UserDisabled)
    }

    /// Enables a disabled user again, for the operator of the server: their tokens work again.
    pub fn enable_user(&self, id: UserId) -> Result<(), Error> {
        self.set_disabled(id, None, EventKind::UserEnabled)
    }

    fn set_disabled(&self, id: UserId, disabled_at: Option<Timestamp>, kind: EventKind) -> Result<(), Error> {
        self.write(&Caller::operator(), |change| {
            let user = stored_users::get(change.tx, id)?.ok_or(Error::NotFound("user"))?;
            if user.disabled_at.is_some() == disabled_at.is_some() {
                return Ok(());
            }
            stored_users::set_disabled(change.tx, id, disabled_at)?;
            sign_in_links::delete_of(change.tx, &user.email)?;
            // Sessions end for good; also those of users who were disabled when sessions were kept.
            sessions::end_others(change, id, None)?;
            // The tokens of a disabled user are cached as unknown.
            change.touch(callers::SECRETS);
            change.record(id.0, kind, id.0, &json!({}))
        })
    }
}

/// Returns a user as the caller may see them: in full if it is the caller, or a member who has used an organization of
/// the caller; by e-mail address alone if they were only invited there.
fn in_sight(tx: &mut Read<'_>, caller: &Caller, id: UserId) -> Result<User, Error> {
    let user = stored_users::get(tx, id)?.ok_or(Error::NotFound("user"))?;
    if caller.user() == Some(id) {
        return Ok(user);
    }
    let memberships = members::of_user(tx, id)?;
    let mut shared = memberships.iter().filter(|it| caller.role_in(it.organization) != Standing::Stranger).peekable();
    if shared.peek().is_none() {
        return Err(Error::NotFound("user"));
    }
    Ok(if shared.any(|it| it.first_used_at.is_some()) { user } else { user.by_address_alone() })
}

fn came_by_link(tx: &mut Read<'_>, caller: &Caller, now: Timestamp) -> Result<bool, Error> {
    let Some(id) = caller.session() else { return Ok(false) };
    let session = stored_sessions::get(tx, id)?;
    Ok(session.is_some_and(|session| session.way == Way::Link && now < session.created_at.plus(FRESH)))
}

/// Stores or removes a password with the event, and invalidates the user's sign-in links.
fn set_password(change: &mut Change<'_, '_>, user: &User, hash: Option<&str>, now: Timestamp) -> Result<(), Error> {
    match hash {
        Some(hash) => stored_passwords::set(change.tx, user.id, hash, now)?,
        None => stored_passwords::delete(change.tx, user.id)?,
    }
    stored_users::claim(change.tx, user.id)?;
    sign_in_links::delete_of(change.tx, &user.email)?;
    change.record(user.id.0, EventKind::PasswordChanged, user.id.0, &json!({}))
}
