//! The first start: creates a first user, an organization with that user as admin, and a token.

use quire_model::ids::{OrganizationId, UserId};
use quire_model::roles::Role;
use quire_model::scopes::Scopes;
use quire_model::text::TokenName;
use quire_store::{tokens as stored_tokens, users as stored_users};

use crate::App;
use crate::accounts::tokens::NewToken;
use crate::accounts::{tokens, users};
use crate::callers::{self, Caller};
use crate::core::errors::Error;
use crate::orgs::members::JoinMethod;
use crate::orgs::{self, members};

/// The user, organization and token that the first start created.
#[derive(Debug, Clone)]
pub struct First {
    /// The user who is the first admin.
    pub user: UserId,
    /// The organization that has the user as admin.
    pub organization: OrganizationId,
    /// The secret of the user's token, in plain text.
    pub secret: String,
}

/// The placeholder e-mail address of the first user, until they set their own.
const EMAIL: &str = "admin@quire.localhost";

impl App {
    /// Sets up an empty installation with `secret`, or a random one, as the first user's token. On an installation
    /// that has users, changes nothing and returns `None`.
    pub fn bootstrap(&self, secret: Option<&str>) -> Result<Option<First>, Error> {
        let secret = secret.map_or_else(|| self.fresh_secret(), str::to_owned);
        let user = self.user_of(EMAIL, "Admin");
        let org = self.org_of("My organization", "docs");
        let name = TokenName::try_from("First token".to_owned()).map_err(|e| Error::internal("naming a token", e))?;
        let new = NewToken { name, scopes: Scopes::ALL, expires_at: None };
        let token = self.token_of(user.id, &new, &secret, self.now());
        let made = self.write(&Caller::operator(), |change| {
            if stored_users::oldest(change.tx)?.is_some() {
                return Ok(false);
            }
            users::insert(change, &user)?;
            orgs::insert(change, &org)?;
            members::insert(change, self, org.id, user.id, Some(Role::Admin), JoinMethod::Known)?;
            tokens::insert(change, &token)?;
            Ok(true)
        })?;
        Ok(made.then_some(First { user: user.id, organization: org.id, secret }))
    }

    /// Returns true if this secret is that of a stored token. The bootstrap token of an installation that was set up
    /// with another one is not.
    pub fn knows(&self, secret: &str) -> Result<bool, Error> {
        self.inner.db.read_single(|tx| Ok(stored_tokens::by_hash(tx, callers::hash(secret))?.is_some()))
    }
}
