//! The representation of API tokens.

use quire_model::scopes::Scope;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::TokenObject;

/// An API token, without its secret.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Token {
    object: TokenObject,
    id: String,
    name: String,
    scopes: Vec<Scope>,
    created_at: Timestamp,
    /// The time at which the token expires; absent if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
    /// The time of the last use, accurate to about a minute; absent if the token was never used.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used_at: Option<Timestamp>,
}

/// A new API token with its secret, which is not shown again.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct NewToken {
    #[serde(flatten)]
    token: Token,
    /// The secret to send in the header `Authorization: Bearer …`.
    secret: String,
}

impl From<quire_app::accounts::tokens::Token> for Token {
    fn from(token: quire_app::accounts::tokens::Token) -> Self {
        Self {
            object: TokenObject::It,
            id: token.id.to_string(),
            name: token.name,
            scopes: token.scopes.list(),
            created_at: token.created_at,
            expires_at: token.expires_at,
            last_used_at: token.last_used_at,
        }
    }
}

impl From<quire_app::accounts::tokens::Issued> for NewToken {
    fn from(issued: quire_app::accounts::tokens::Issued) -> Self {
        Self { token: issued.token.into(), secret: issued.secret }
    }
}
