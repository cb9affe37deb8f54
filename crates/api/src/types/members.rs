//! Members of organizations.

use quire_app::members::ShownMember;
use quire_model::roles::Role;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{MemberObject, Space, User};
use crate::context::Context;

/// A user as a member of an organization.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Member {
    object: MemberObject,
    /// The user's.
    id: String,
    /// Null for guests.
    role: Option<Role>,
    user: User,
    /// Whether access is taken away for now.
    disabled: bool,
    joined_at: Timestamp,
    /// Absent until they were here.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_seen_at: Option<Timestamp>,
    /// Whether they sign in by single sign-on.
    sso: bool,
    /// How many spaces they have access to.
    spaces: u64,
    /// How many teams they are in.
    teams: u64,
}

/// A space that a member has access to.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MemberSpace {
    /// What they are on it.
    permission: Role,
    space: Space,
}

impl Member {
    pub(crate) fn of(shown: &ShownMember, context: &Context) -> Self {
        let ShownMember { member, spaces } = shown;
        Self {
            object: MemberObject::It,
            id: member.user_id.to_string(),
            role: member.role,
            user: User::of(member.user(), context),
            disabled: member.disabled,
            joined_at: member.joined_at,
            last_seen_at: member.last_seen_at,
            sso: member.sso,
            spaces: *spaces,
            teams: member.teams.unsigned_abs(),
        }
    }
}

impl MemberSpace {
    pub(crate) fn of(found: &quire_app::member_content::MemberSpace, context: &Context) -> Self {
        Self { permission: found.role, space: Space::of(&found.space, context) }
    }
}
