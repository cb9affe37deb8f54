//! What a member of an organization may show to its published sites: claims in a token.

use std::time::Duration;

use quire_model::roles::Role;
use quire_model::time::Timestamp;
use quire_store::members::Member;
use serde_json::json;

use crate::callers::Proved;
use crate::visitors::admission::ASKED_WITH;
use crate::visitors::tokens;

/// How long the claims are good, if the member stays one.
pub(crate) const LIFETIME: Duration = Duration::from_hours(1);

/// A token that says from `now` until `end`, and no longer than what it is asked for with counts, who a member is.
pub(crate) fn issue(
    key: &[u8; 32],
    member: &Member,
    asked_with: Proved,
    teams: &[String],
    now: Timestamp,
    end: Timestamp,
) -> String {
    let claims = json!({
        "sub": member.user_id.to_string(),
        "email": member.email,
        "name": member.display_name,
        "teams": teams,
        "role": member.role.map(Role::as_str),
        ASKED_WITH: asked_with.to_string(),
        "iat": now.seconds(),
        "exp": end.seconds(),
    });
    tokens::sign(key, &claims)
}
