//! What a member of an organization may show to its published sites: claims in a token.

use std::time::Duration;

use quire_model::roles::Role;
use quire_model::time::Timestamp;
use quire_store::members::Member;
use serde_json::json;

use crate::visitors::tokens;

/// How long the claims are good, if the member stays one.
pub(crate) const LIFETIME: Duration = Duration::from_hours(1);

/// A token that says from `now` until `end` who a member is.
pub(crate) fn issue(key: &[u8; 32], member: &Member, teams: &[String], now: Timestamp, end: Timestamp) -> String {
    let claims = json!({
        "sub": member.user_id.to_string(),
        "email": member.email,
        "name": member.display_name,
        "teams": teams,
        "role": member.role.map(Role::as_str),
        "iat": now.seconds(),
        "exp": end.seconds(),
    });
    tokens::sign(key, &claims)
}
