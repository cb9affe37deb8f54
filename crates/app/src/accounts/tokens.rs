//! API tokens of users. A secret is shown once and never stored.

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

use crate::accounts::sessions::within_reach;
use crate::callers::writing::Change;
use crate::callers::{self, Caller};
use crate::core::errors::Error;
use crate::{App, access};

/// A token to create.
#[derive(Debug, Clone)]
pub struct NewToken {
    /// The name that tells its owner the purpose.
    pub name: TokenName,
    /// The scopes of the token.
    pub scopes: Scopes,
    /// The expiry; `None` if the token does not expire.
    pub expires_at: Option<Timestamp>,
}

/// A token with its secret, which can't be shown again.
#[derive(Debug, Clone)]
pub struct Issued {
    /// The token without its secret.
    pub token: Token,
    /// The secret that clients send as `Authorization: Bearer …`.
    pub secret: String,
}

/// The prefix that identifies tokens of Quire, for people and for scanners of leaked secrets.
const PREFIX: &str = "quire_";

impl App {
    /// Lists the caller's tokens, oldest first.
    pub fn list_tokens(&self, caller: &Caller, paging: &Paging) -> Result<Listing<Token>, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        self.inner.db.read(|tx| {
            Ok(match caller.only() {
                Some(only) => tokens::of_user_in(tx, user, only, paging)?,
                None => tokens::of_user(tx, user, paging)?,
            })
        })
    }

    /// Creates a token for the caller. A token created with another token is bounded by it: it expires no later, by
    /// default at the same time, and is revoked with it.
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

    /// Creates a token for any user, for the operator of the server.
    pub fn issue_token(&self, user: UserId, new: &NewToken) -> Result<Issued, Error> {
        self.issue(&Caller::operator(), user, new, self.fresh_secret())
    }

    /// Revokes a token of the caller, and the tokens that were created with it. Does nothing if there is none.
    pub fn delete_token(&self, caller: &Caller, id: TokenId) -> Result<(), Error> {
        let user = access::own_account(caller, Scope::Admin)?;
        self.write(caller, |change| {
            let is_hidden = |it: Token| !within_reach(caller, it.organization);
            if tokens::get(change.tx, id)?.is_some_and(is_hidden) {
                return Ok(());
            }
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
        let token =
            Token { made_by: caller.token(), organization: caller.only(), ..self.token_of(user, new, &secret, now) };
        let token = self.write(caller, |change| {
            let provider = callers::provider_of(change.tx, caller)?;
            let token = Token { provider, ..token.clone() };
            insert(change, &token)?;
            Ok(token)
        })?;
        Ok(Issued { token, secret })
    }

    /// Creates the record of a token with a given secret.
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
            organization: None,
            provider: None,
        }
    }

    /// Generates a secret of 256 random bits, as text with the prefix of tokens.
    pub fn fresh_secret(&self) -> String {
        let halves: [[u8; 16]; 2] = [self.inner.ambient.random(), self.inner.ambient.random()];
        format!("{PREFIX}{}{}", Uid(halves[0]), Uid(halves[1]))
    }
}

/// Inserts a token with its event.
pub(crate) fn insert(change: &mut Change<'_, '_>, token: &Token) -> Result<(), Error> {
    tokens::insert(change.tx, token)?;
    change.touch(callers::scope(token.hash));
    let scopes: Vec<_> = token.scopes.list().into_iter().map(Scope::as_str).collect();
    let detail = json!({ "name": token.name, "scopes": scopes });
    change.record(token.user_id.0, EventKind::TokenCreated, token.id.0, &detail)
}
