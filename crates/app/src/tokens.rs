//! A user's tokens. A secret is shown once and never stored.

use quire_content::id::Uid;
use quire_model::events::EventKind;
use quire_model::ids::{TokenId, UserId};
use quire_model::paging::{Listing, Paging};
use quire_model::scopes::{Scope, Scopes};
use quire_model::text::TokenName;
use quire_model::time::Timestamp;
use quire_store::tokens;
pub use quire_store::tokens::Token;
use serde_json::json;

use crate::callers::{self, Caller};
use crate::errors::Error;
use crate::writing::Change;
use crate::{App, access};

/// What a new token is to be.
#[derive(Debug, Clone)]
pub struct NewToken {
    /// What it is for.
    pub name: TokenName,
    /// What it may be used for.
    pub scopes: Scopes,
    /// When it stops working; never without one.
    pub expires_at: Option<Timestamp>,
}

/// A token and its secret, which can't be shown again.
#[derive(Debug, Clone)]
pub struct Issued {
    /// The token.
    pub token: Token,
    /// What programs send as `Authorization: Bearer …`.
    pub secret: String,
}

/// Tells a token of ours from other secrets, for people and for scanners of leaked ones.
const PREFIX: &str = "quire_";

impl App {
    /// The caller's tokens, oldest first.
    pub fn list_tokens(&self, caller: &Caller, paging: &Paging) -> Result<Listing<Token>, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        self.inner.db.read(|tx| Ok(tokens::of_user(tx, user, paging)?))
    }

    /// Makes a token of the caller's. One that is made with another token works no longer than that one: it expires no
    /// later, at the same time without a choice, and is revoked with it.
    pub fn create_token(&self, caller: &Caller, new: &NewToken) -> Result<Issued, Error> {
        let user = access::own_account(caller, Scope::Admin)?;
        access::within(caller, new.scopes)?;
        let expires_at = match (new.expires_at, caller.token_expires_at()) {
            (Some(end), Some(own)) if end > own => {
                let message = format!("expiresAt: must be no later than {own}, when your own token expires");
                return Err(Error::Forbidden(message));
            }
            (end, own) => end.or(own),
        };
        self.issue(caller, user, &NewToken { expires_at, ..new.clone() }, self.fresh_secret())
    }

    /// Makes a token of any user's, by the operator of the server.
    pub fn issue_token(&self, user: UserId, new: &NewToken) -> Result<Issued, Error> {
        self.issue(&Caller::operator(), user, new, self.fresh_secret())
    }

    /// Revokes a token of the caller's, with the tokens that were made with it; nothing happens where there is none.
    pub fn delete_token(&self, caller: &Caller, id: TokenId) -> Result<(), Error> {
        let user = access::own_account(caller, Scope::Admin)?;
        self.write(caller, |change| {
            if tokens::delete(change.tx, user, id)? {
                change.record(user.0, EventKind::TokenRevoked, id.0, &json!({}))?;
            }
            Ok(())
        })
    }

    fn issue(&self, caller: &Caller, user: UserId, new: &NewToken, secret: String) -> Result<Issued, Error> {
        let now = self.now();
        if new.expires_at.is_some_and(|end| end <= now) {
            return Err(Error::Invalid("expiresAt: must be in the future".to_owned()));
        }
        let token = Token { made_by: caller.token(), ..self.token_of(user, new, &secret, now) };
        self.write(caller, |change| insert(change, &token))?;
        Ok(Issued { token, secret })
    }

    /// The token with a secret that was chosen already.
    pub(crate) fn token_of(&self, user: UserId, new: &NewToken, secret: &str, now: Timestamp) -> Token {
        Token {
            id: TokenId(self.fresh_id()),
            user_id: user,
            hash: callers::hash(secret),
            name: new.name.as_str().to_owned(),
            scopes: new.scopes,
            created_at: now,
            expires_at: new.expires_at,
            last_used_at: None,
            made_by: None,
        }
    }

    /// 256 bits that nobody can guess, as text.
    pub fn fresh_secret(&self) -> String {
        let halves: [[u8; 16]; 2] = [self.inner.ambient.random(), self.inner.ambient.random()];
        format!("{PREFIX}{}{}", Uid(halves[0]), Uid(halves[1]))
    }
}

/// Writes a token and its event.
pub(crate) fn insert(change: &mut Change<'_, '_>, token: &Token) -> Result<(), Error> {
    tokens::insert(change.tx, token)?;
    change.touch(callers::scope(token.hash));
    let scopes: Vec<_> = token.scopes.list().into_iter().map(Scope::as_str).collect();
    let detail = json!({ "name": token.name, "scopes": scopes });
    change.record(token.user_id.0, EventKind::TokenCreated, token.id.0, &detail)
}
