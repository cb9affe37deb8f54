//! What a member of an organization may show to its published sites: claims in a token.

use std::time::Duration;

use quire_model::roles::Role;
use quire_model::time::Timestamp;
use quire_store::members::Member;
use serde_json::json;

use crate::visitors::tokens;

/// How long the claims are good.
const LIFETIME: Duration = Duration::from_hours(1);

/// A token that says who a member is, good for an hour.
pub(crate) fn issue(key: &[u8; 32], member: &Member, teams: &[String], now: Timestamp) -> String {
    let claims = json!({
        "sub": member.user_id.to_string(),
        "email": member.email,
        "name": member.display_name,
        "teams": teams,
        "role": member.role.map(Role::as_str),
        "iat": now.seconds(),
        "exp": now.plus(LIFETIME).seconds(),
    });
    tokens::sign(key, &claims)
}
