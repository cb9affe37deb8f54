//! The representation of members of organizations.

use quire_app::orgs::members::ShownMember;
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
    /// The identifier of the user.
    id: String,
    /// The role in the organization; null for guests.
    role: Option<Role>,
    user: User,
    /// True if the member's access is suspended.
    disabled: bool,
    joined_at: Timestamp,
    /// The time of the member's last `ping` of the organization; absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_seen_at: Option<Timestamp>,
    /// True if the providers of the organization may sign this member in.
    sso: bool,
    /// The number of spaces that the member has access to.
    spaces: u64,
    /// The number of teams that the member belongs to.
    teams: u64,
}

/// A space that a member has access to.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MemberSpace {
    /// The member's role on the space.
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
    pub(crate) fn of(found: &quire_app::orgs::member_content::MemberSpace, context: &Context) -> Self {
        Self { permission: found.role, space: Space::of(&found.space, context) }
    }
}
