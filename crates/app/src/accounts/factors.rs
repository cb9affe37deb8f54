//! Second factors: one-time codes of an authenticator app, and recovery codes.
//!
//! After the first factor of an account with an app, no session begins: a *challenge* says that the first factor was
//! proved. It is a signed text of a few minutes that is worth nothing without a code, and nothing once the password or
//! the app has changed, or all sessions have ended. Each code is accepted once, and tries are counted (see
//! [`sign_in_bounds`](crate::accounts::sign_in_bounds)).

use std::time::Duration;

use quire_content::hash::Hash;
use quire_model::events::EventKind;
use quire_model::ids::UserId;
use quire_model::people::Way;
use quire_model::scopes::Scope;
use quire_model::time::Timestamp;
use quire_sso::recovery;
use quire_sso::totp::Secret;
use quire_store::totp_factors::{self, TotpFactor};
use quire_store::users::User;
use quire_store::{Read, passwords as stored_passwords, sessions as stored_sessions, users};
use serde_json::json;

use crate::accounts::notices::NoticeKind;
use crate::accounts::sessions;
use crate::accounts::sign_in::{SignedIn, Start};
use crate::accounts::sign_in_bounds::Origin;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::{App, access};

/// The second factor of an account, for its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownFactor {
    /// The time since which a code is asked for.
    pub since: Timestamp,
    /// The number of recovery codes that are left.
    pub codes: u64,
}

/// An authenticator app to set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFactor {
    /// The secret as people type it into an app.
    pub key: String,
    /// The address that opens an app on the same device.
    pub uri: String,
}

/// The time in which a code has to be entered after the first factor.
const CHALLENGE_LIFETIME: Duration = Duration::from_mins(10);

/// The most codes that a signed-in user enters on the page of the account, and the window in which they are counted.
pub(crate) const TRIES: (u16, Duration) = (10, Duration::from_mins(15));

const PURPOSE: &str = "second factor";

const WRONG_CODE: Error = Error::Unauthenticated("this code is wrong, or was used already: wait for the next one");
const OVER: Error = Error::Unauthenticated("this took too long, or something changed meanwhile: sign in again");

impl App {
    /// Returns the second factor of the caller, if one is asked for.
    pub fn get_factor(&self, caller: &Caller) -> Result<Option<ShownFactor>, Error> {
        let user = access::whole_account(caller, Scope::Read)?;
        self.inner.db.read(|tx| {
            let Some(since) = totp_factors::confirmed(tx, user)?.and_then(|factor| factor.confirmed_at) else {
                return Ok(None);
            };
            Ok(Some(ShownFactor { since, codes: totp_factors::count_codes(tx, user)? }))
        })
    }

    /// Returns a new authenticator app for the caller to set up, which is not asked for until
    /// [`confirm_factor`](Self::confirm_factor). The current password is needed as for a new one. Verification is
    /// expensive: callers must limit concurrency.
    pub fn begin_factor(&self, caller: &Caller, current: &str) -> Result<NewFactor, Error> {
        let id = access::whole_account(caller, Scope::Admin)?;
        self.check_current_password(caller, id, current)?;
        let secret = Secret::new(self.inner.ambient.random());
        let factor = TotpFactor {
            user_id: id,
            secret: secret.bytes().to_vec(),
            created_at: self.now(),
            confirmed_at: None,
            last_step: None,
        };
        let user = self.write(caller, |change| {
            if totp_factors::confirmed(change.tx, id)?.is_some() {
                return Err(Error::Conflict("there is a second factor already: remove it first".to_owned()));
            }
            totp_factors::replace(change.tx, &factor)?;
            users::get(change.tx, id)?.ok_or(Error::NotFound("user"))
        })?;
        Ok(NewFactor { key: secret.base32(), uri: secret.uri("Quire", &user.email) })
    }

    /// Asks for codes of the app from now on, once it has proved to give them. Returns the recovery codes, which can't
    /// be shown again. The session in use counts as one with a second factor; all others end, as they were begun without
    /// one.
    pub fn confirm_factor(&self, caller: &Caller, code: &str) -> Result<Vec<String>, Error> {
        let user = access::whole_account(caller, Scope::Admin)?;
        self.count_factor(user)?;
        let now = self.now();
        let codes = recovery::codes(&self.inner.ambient.random());
        self.write(caller, |change| {
            let factor = totp_factors::of_user(change.tx, user)?.filter(|factor| factor.confirmed_at.is_none());
            let factor = factor.ok_or_else(|| Error::Conflict("begin again: there is no new app".to_owned()))?;
            let step = accepted(&factor, code, now).ok_or_else(wrong)?;
            let factor = TotpFactor { confirmed_at: Some(now), last_step: Some(step), ..factor };
            totp_factors::update(change.tx, &factor)?;
            totp_factors::replace_codes(change.tx, user, &hashes(&codes))?;
            if let Some(session) = caller.session() {
                stored_sessions::note_factor(change.tx, session)?;
            }
            sessions::end_others(change, user, caller.session())?;
            change.touch(user.0);
            self.notify(change, user, NoticeKind::FactorAdded, &json!({}))?;
            change.record(user.0, EventKind::FactorAdded, user.0, &json!({ "kind": "totp" }))
        })?;
        Ok(codes)
    }

    /// Replaces the recovery codes of the caller, who proves the second factor by a code. Returns the new ones.
    pub fn renew_recovery_codes(&self, caller: &Caller, code: &str) -> Result<Vec<String>, Error> {
        let user = access::whole_account(caller, Scope::Admin)?;
        self.count_factor(user)?;
        let now = self.now();
        let codes = recovery::codes(&self.inner.ambient.random());
        self.write(caller, |change| {
            if take(change, user, code, now)? == Taken::Nothing {
                return Err(wrong());
            }
            totp_factors::replace_codes(change.tx, user, &hashes(&codes))?;
            change.record(user.0, EventKind::RecoveryCodesReplaced, user.0, &json!({}))
        })?;
        Ok(codes)
    }

    /// Removes the second factor of the caller, who proves it by a code.
    pub fn remove_factor(&self, caller: &Caller, code: &str) -> Result<(), Error> {
        let user = access::whole_account(caller, Scope::Admin)?;
        self.count_factor(user)?;
        let now = self.now();
        self.write(caller, |change| {
            if take(change, user, code, now)? == Taken::Nothing {
                return Err(wrong());
            }
            self.notify(change, user, NoticeKind::FactorRemoved, &json!({}))?;
            forget(change, user)
        })
    }

    /// Removes the second factor of a user and ends their sessions, for the operator of the server. Returns true if there
    /// was one.
    pub fn reset_factor(&self, user: UserId) -> Result<bool, Error> {
        self.write(&Caller::operator(), |change| {
            if totp_factors::of_user(change.tx, user)?.is_none() {
                return Ok(false);
            }
            forget(change, user)?;
            sessions::end_others(change, user, None)?;
            self.notify(change, user, NoticeKind::FactorReset, &json!({}))?;
            Ok(true)
        })
    }

    /// Ends all sessions of a user, for the operator of the server. Tokens stay.
    pub fn end_sessions_of(&self, user: UserId) -> Result<(), Error> {
        self.write(&Caller::operator(), |change| {
            change.touch(user.0);
            sessions::end_others(change, user, None)
        })
    }

    /// Signs in with the second factor: a code of the app, or a recovery code.
    pub fn sign_in_with_factor(&self, challenge: &str, code: &str, from: &Origin) -> Result<SignedIn, Error> {
        let now = self.now();
        let (id, way) = parse(challenge).ok_or(OVER)?;
        let user = self.inner.db.read(|tx| {
            let user = users::get(tx, id)?.ok_or(OVER)?;
            if self.is_factor_challenge(tx, challenge, &user, way, now)? { Ok(user) } else { Err(OVER) }
        })?;
        self.inner.sign_in_bounds.code(&self.inner.signer, &user.email, from, now)?;
        let start = Start::whole(way, true);
        let signed_in = self.start_session(&user, &start, from, |change| {
            // The password or the app may have changed meanwhile, or the code may be used twice at the same time.
            if !self.is_factor_challenge(change.tx, challenge, &user, way, now)? {
                return Err(OVER);
            }
            match take(change, id, code, now)? {
                Taken::Code => Ok(()),
                Taken::Recovery => self.notify(change, id, NoticeKind::RecoveryCodeUsed, &json!({})),
                Taken::Nothing => Err(WRONG_CODE),
            }
        })?;
        self.inner.sign_in_bounds.code_accepted(&user.email, from);
        Ok(signed_in)
    }

    /// Returns a challenge for a user who proved the first factor, if they have a second one.
    pub(crate) fn factor_challenge(&self, tx: &mut Read<'_>, user: &User, way: Way) -> Result<Option<String>, Error> {
        let Some(state) = state(tx, user.id)? else { return Ok(None) };
        let expires = self.now().plus(CHALLENGE_LIFETIME);
        let signature = self.inner.signer.sign(PURPOSE, &[&user.id.to_string(), way.as_str(), &state], expires);
        Ok(Some(format!("{}.{}.{}.{signature}", user.id, way.as_str(), expires.0)))
    }

    fn is_factor_challenge(
        &self,
        tx: &mut Read<'_>,
        challenge: &str,
        user: &User,
        way: Way,
        now: Timestamp,
    ) -> Result<bool, Error> {
        let Some(state) = state(tx, user.id)? else { return Ok(false) };
        let mut end = challenge.rsplitn(3, '.');
        let (Some(signature), Some(expires)) = (end.next(), end.next()) else { return Ok(false) };
        let Ok(expires) = expires.parse().map(Timestamp) else { return Ok(false) };
        let fields = [&*user.id.to_string(), way.as_str(), &state];
        Ok(self.inner.signer.verify(PURPOSE, &fields, expires, signature, now))
    }

    fn count_factor(&self, user: UserId) -> Result<(), Error> {
        self.inner.factor_attempts.count(&[&user.0.0], self.now())
    }
}

/// Returns user and way of a challenge, which is not verified.
fn parse(challenge: &str) -> Option<(UserId, Way)> {
    let mut parts = challenge.split('.');
    Some((parts.next()?.parse().ok()?, Way::parse(parts.next()?)?))
}

/// Returns a text that changes with the password and the app of a user, and whenever all sessions end; `None` if no app is
/// asked for.
fn state(tx: &mut Read<'_>, user: UserId) -> Result<Option<String>, Error> {
    let Some(factor) = totp_factors::confirmed(tx, user)? else { return Ok(None) };
    let password = stored_passwords::of_user(tx, user)?.map_or_else(String::new, |stored| stored.hash);
    let sign_outs = users::sign_outs(tx, user)?;
    Ok(Some(format!("{}\0{sign_outs}\0{password}", factor.created_at.0)))
}

/// The kind of a code that was entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// A code of the app.
    Code,
    /// A recovery code.
    Recovery,
    /// None that counts.
    Nothing,
}

/// Uses up a code of the app or a recovery code.
fn take(change: &mut Change<'_, '_>, user: UserId, code: &str, now: Timestamp) -> Result<Taken, Error> {
    let Some(factor) = totp_factors::confirmed(change.tx, user)? else { return Ok(Taken::Nothing) };
    if let Some(step) = accepted(&factor, code, now) {
        totp_factors::update(change.tx, &TotpFactor { last_step: Some(step), ..factor })?;
        return Ok(Taken::Code);
    }
    let Some(code) = recovery::normalized(code) else { return Ok(Taken::Nothing) };
    if !totp_factors::take_code(change.tx, user, hash(&code))? {
        return Ok(Taken::Nothing);
    }
    change.record(user.0, EventKind::RecoveryCodeUsed, user.0, &json!({}))?;
    Ok(Taken::Recovery)
}

fn accepted(factor: &TotpFactor, code: &str, now: Timestamp) -> Option<i64> {
    let secret = <[u8; 20]>::try_from(factor.secret.as_slice()).ok()?;
    Secret::new(secret).accepted_step(code, now.0.div_euclid(1000), factor.last_step)
}

fn forget(change: &mut Change<'_, '_>, user: UserId) -> Result<(), Error> {
    totp_factors::delete(change.tx, user)?;
    change.touch(user.0);
    change.record(user.0, EventKind::FactorRemoved, user.0, &json!({ "kind": "totp" }))
}

fn hashes(codes: &[String]) -> Vec<Hash> {
    codes.iter().map(|code| hash(code)).collect()
}

fn hash(code: &str) -> Hash {
    Hash::of(format!("recovery\0{code}").as_bytes())
}

fn wrong() -> Error {
    Error::Invalid("this code is wrong, or was used already: wait for the next one".to_owned())
}
