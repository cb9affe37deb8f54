//! Claims by which a member of an organization signs in to its published sites.

use std::time::Duration;

use quire_model::credentials::Proved;
use quire_model::roles::Role;
use quire_model::time::Timestamp;
use quire_store::members::Member;
use serde_json::json;

use crate::visitors::admission::ASKED_WITH;
use crate::visitors::tokens;

/// The lifetime of the claims, if the user remains a member.
pub(crate) const LIFETIME: Duration = Duration::from_hours(1);

/// Signs a token that identifies a member, valid from `now` until `end`, while the credential `asked_with` is valid.
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
