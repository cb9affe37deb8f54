//! Passkeys: keys of devices by which users sign in to their whole account.
//!
//! The device verifies its owner by a fingerprint, a face or a PIN, always, so a passkey is two factors in one. It belongs
//! to the domain of this server's public address; a server without a domain, or without TLS, has none. A challenge is
//! random, ends after five minutes, and is answered once. Answers are verified in [`quire_sso::passkeys`].

use std::time::Duration;

use quire_content::hash::Hash;
use quire_model::events::EventKind;
use quire_model::ids::{PasskeyId, UserId};
use quire_model::people::Way;
use quire_model::scopes::Scope;
use quire_model::text::PasskeyName;
use quire_model::time::Timestamp;
use quire_sso::passkeys::{self, Expected, RelyingParty, Verification};
pub use quire_store::passkeys::Passkey;
use quire_store::passkeys::{self as stored, Challenge};
use quire_store::users;
use serde_json::json;
use url::{Host, Url};

use crate::accounts::notices::NoticeKind;
use crate::accounts::sign_in::{SignedIn, Start};
use crate::accounts::sign_in_bounds::Origin;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::{App, access};

/// The most passkeys of a user.
const MOST: i64 = 20;

/// The time in which a device has to answer.
const LIFETIME: Duration = Duration::from_mins(5);

const OVER: Error = Error::Unauthenticated("this took too long, or was sent twice: begin again");
const UNKNOWN: Error = Error::Unauthenticated("this server does not know the passkey: sign in another way");

/// The domain and the origin that passkeys belong to.
struct Place {
    domain: String,
    origin: String,
}

impl Place {
    /// Returns the place of a server with this public address. Browsers have passkeys for domains with TLS, and for
    /// `localhost`.
    fn of(public_url: &str) -> Option<Self> {
        let url = Url::parse(public_url).ok()?;
        let Some(Host::Domain(domain)) = url.host() else { return None };
        let is_local = domain == "localhost" || domain.ends_with(".localhost");
        let fits = url.scheme() == "https" || (url.scheme() == "http" && is_local);
        fits.then(|| Self { domain: domain.to_owned(), origin: url.origin().ascii_serialization() })
    }

    /// Verifies something as this side of a ceremony.
    fn expecting<T>(&self, challenge: &[u8], verify: impl FnOnce(&Expected<'_>) -> T) -> T {
        let origins = [&*self.origin];
        let party = RelyingParty { id: &self.domain, name: "Quire", origins: &origins };
        verify(&Expected { party: &party, challenge, verification: Verification::Required })
    }
}

impl App {
    /// Returns true if browsers have passkeys for the address of this server.
    pub fn has_passkeys(&self) -> bool {
        Place::of(&self.inner.options.public_url).is_some()
    }

    /// Lists the caller's passkeys, oldest first.
    pub fn list_passkeys(&self, caller: &Caller) -> Result<Vec<Passkey>, Error> {
        let user = access::whole_account(caller, Scope::Read)?;
        self.inner.db.read_single(|tx| Ok(stored::of_user(tx, user)?))
    }

    /// Returns the options with which a browser makes a passkey for the caller, as JSON. The current password is needed as
    /// for a new one. Verification is expensive: callers must limit concurrency.
    pub fn begin_passkey(&self, caller: &Caller, current: &str) -> Result<String, Error> {
        let id = access::whole_account(caller, Scope::Admin)?;
        self.check_current_password(caller, id, current)?;
        let place = self.place()?;
        let challenge: [u8; 32] = self.inner.ambient.random();
        let (user, known) = self.write(caller, |change| {
            let user = users::get(change.tx, id)?.ok_or(Error::NotFound("user"))?;
            let known = stored::of_user(change.tx, id)?;
            self.insert_challenge(change, &challenge, Some(id))?;
            Ok((user, known))
        })?;
        let known: Vec<_> = known.iter().map(verified).collect();
        let made_for = passkeys::User { handle: &id.0.0, name: &user.email, display_name: &user.display_name };
        let options = place.expecting(&challenge, |expected| {
            passkeys::creation_options(expected.party, &made_for, &challenge, &known, expected.verification)
        });
        Ok(options.to_string())
    }

    /// Adds the passkey that a browser made for the caller. `answer` is what it says of it, as JSON.
    pub fn add_passkey(&self, caller: &Caller, name: &PasskeyName, answer: &str) -> Result<(), Error> {
        let user = access::whole_account(caller, Scope::Admin)?;
        let (place, now) = (self.place()?, self.now());
        let challenge = passkeys::claimed(answer).map_err(invalid)?.challenge;
        let verified = place.expecting(&challenge, |expected| passkeys::verify_registration(answer, expected));
        let made = verified.map_err(invalid)?;
        let passkey = Passkey {
            user_id: user,
            id: PasskeyId(self.fresh_id()),
            name: name.as_str().to_owned(),
            credential: made.id,
            public_key: made.public_key,
            sign_count: i64::from(made.sign_count),
            backup_eligible: made.backup_eligible,
            backed_up: made.backed_up,
            transports: made.transports.join(" "),
            aaguid: made.aaguid.to_vec(),
            created_at: now,
            last_used_at: None,
        };
        self.write(caller, |change| {
            take_challenge(change, &challenge, Some(user), now)?;
            if stored::count(change.tx, user)? >= MOST {
                return Err(Error::Conflict(format!("an account has at most {MOST} passkeys: remove one first")));
            }
            if stored::by_credential(change.tx, &passkey.credential)?.is_some() {
                return Err(Error::Conflict("this passkey is known already".to_owned()));
            }
            stored::insert(change.tx, &passkey)?;
            let detail = json!({ "kind": "passkey", "name": passkey.name });
            self.notify(change, user, NoticeKind::PasskeyAdded, &detail)?;
            change.record(user.0, EventKind::FactorAdded, passkey.id.0, &detail)
        })
    }

    /// Removes a passkey of the caller. Does nothing if there is none.
    pub fn remove_passkey(&self, caller: &Caller, id: PasskeyId) -> Result<(), Error> {
        let user = access::whole_account(caller, Scope::Admin)?;
        self.write(caller, |change| {
            let named = stored::of_user(change.tx, user)?.into_iter().find(|it| it.id == id);
            let Some(passkey) = named else { return Ok(()) };
            stored::delete(change.tx, user, id)?;
            let detail = json!({ "kind": "passkey", "name": passkey.name });
            self.notify(change, user, NoticeKind::PasskeyRemoved, &detail)?;
            change.record(user.0, EventKind::FactorRemoved, id.0, &detail)
        })
    }

    /// Returns the options with which a browser signs in, as JSON.
    pub fn begin_passkey_sign_in(&self, from: &Origin) -> Result<String, Error> {
        let (place, now) = (self.place()?, self.now());
        self.inner.sign_in_bounds.passkey(from, now)?;
        let challenge: [u8; 32] = self.inner.ambient.random();
        self.write(&Caller::operator(), |change| self.insert_challenge(change, &challenge, None))?;
        let options = place.expecting(&challenge, |expected| {
            passkeys::request_options(expected.party, &challenge, &[], expected.verification)
        });
        Ok(options.to_string())
    }

    /// Signs in with a passkey. `answer` is what the browser says, as JSON.
    pub fn sign_in_with_passkey(&self, answer: &str, from: &Origin) -> Result<SignedIn, Error> {
        let (place, now) = (self.place()?, self.now());
        self.inner.sign_in_bounds.passkey(from, now)?;
        let claimed = passkeys::claimed(answer).map_err(invalid)?;
        let user = self.inner.db.read(|tx| {
            let passkey = stored::by_credential(tx, &claimed.id)?.ok_or(UNKNOWN)?;
            users::get(tx, passkey.user_id)?.ok_or(UNKNOWN)
        })?;
        let start = Start::whole(Way::Passkey, true);
        self.start_session(&user, &start, from, |change| {
            take_challenge(change, &claimed.challenge, None, now)?;
            // The passkey may have been removed meanwhile.
            let passkey = stored::by_credential(change.tx, &claimed.id)?.filter(|it| it.user_id == user.id);
            let passkey = passkey.ok_or(UNKNOWN)?;
            let done = place.expecting(&claimed.challenge, |expected| {
                passkeys::verify_authentication(answer, expected, &verified(&passkey), &user.id.0.0)
            });
            let done = done.map_err(invalid)?;
            let passkey = Passkey {
                sign_count: i64::from(done.sign_count),
                backed_up: done.backed_up,
                last_used_at: Some(now),
                ..passkey
            };
            Ok(stored::update(change.tx, &passkey)?)
        })
    }

    fn place(&self) -> Result<Place, Error> {
        let message = "passkeys need a server with a domain name and TLS";
        Place::of(&self.inner.options.public_url).ok_or_else(|| Error::Conflict(message.to_owned()))
    }

    fn insert_challenge(
        &self,
        change: &mut Change<'_, '_>,
        challenge: &[u8],
        user_id: Option<UserId>,
    ) -> Result<(), Error> {
        let now = self.now();
        let row = Challenge { challenge: hash(challenge), user_id, expires_at: now.plus(LIFETIME) };
        Ok(stored::insert_challenge(change.tx, &row, now)?)
    }
}

/// Uses up a challenge that was given for this: to a signed-in user who makes a passkey, or for signing in.
fn take_challenge(
    change: &mut Change<'_, '_>,
    challenge: &[u8],
    user: Option<UserId>,
    now: Timestamp,
) -> Result<(), Error> {
    let found = stored::take_challenge(change.tx, hash(challenge))?;
    found.filter(|it| it.user_id == user && now < it.expires_at).map(drop).ok_or(OVER)
}

/// Returns a passkey as answers are verified with it.
fn verified(passkey: &Passkey) -> passkeys::Passkey {
    let mut aaguid = [0; 16];
    aaguid.iter_mut().zip(&passkey.aaguid).for_each(|(to, from)| *to = *from);
    passkeys::Passkey {
        id: passkey.credential.clone(),
        public_key: passkey.public_key.clone(),
        sign_count: u32::try_from(passkey.sign_count).unwrap_or(u32::MAX),
        backup_eligible: passkey.backup_eligible,
        backed_up: passkey.backed_up,
        transports: passkey.transports.split_whitespace().map(str::to_owned).collect(),
        aaguid,
    }
}

fn hash(challenge: &[u8]) -> Hash {
    Hash::of(&[b"passkey\0", challenge].concat())
}

fn invalid(refusal: passkeys::Refusal) -> Error {
    Error::Invalid(format!("the passkey was not accepted: {refusal}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_belong_to_domains_with_tls() {
        let place = |url| Place::of(url).map(|it| (it.domain, it.origin));
        let of = |domain: &str, origin: &str| Some((domain.to_owned(), origin.to_owned()));
        assert_eq!(place("https://Docs.example.org:443/a"), of("docs.example.org", "https://docs.example.org"));
        assert_eq!(place("https://docs.example.org:8443"), of("docs.example.org", "https://docs.example.org:8443"));
        assert_eq!(place("http://localhost:8080"), of("localhost", "http://localhost:8080"));
        for other in ["http://docs.example.org", "http://127.0.0.1:8080", "https://[::1]", "https://192.0.2.1", "no"] {
            assert_eq!(place(other), None, "{other}");
        }
    }
}
