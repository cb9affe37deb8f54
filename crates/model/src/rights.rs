//! The role of a member on content, computed from grants and levels (gaps.md, "Resolving a member's role on a space").
//!
//! Roles are never copied: they follow from the position of the content, so a move changes them by computation alone.
//! The meaning of roles is in [`crate::policy`].

use crate::roles::{Level, Role};

/// The rights of a member on one node on the path from the content up to the organization: the content itself, then the
/// collection that contains it, and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The level for members without a grant.
    pub level: Level,
    /// The member's own grant on the node.
    pub own: Option<Role>,
    /// The highest grant of the member's teams on the node.
    pub team: Option<Role>,
}

/// The rule that determined a role. A number is the index of the node on the path; the content has 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The member is an administrator of the organization.
    Administrator,
    /// The member's own grant.
    Own(usize),
    /// The highest grant of the member's teams.
    Team(usize),
    /// The level of the content or of a collection.
    Level(usize),
    /// The member's role in the organization, since no node on the path determines one.
    Organization,
}

/// A role and the rule that determined it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EffectiveRole {
    /// The role; none if the content is hidden.
    pub role: Option<Role>,
    /// The rule that determined the role.
    pub rule: Rule,
}

/// Returns the role of a member with the organization role `member` on the content at the start of `way`.
pub fn role_on(member: Option<Role>, way: impl IntoIterator<Item = Step>) -> EffectiveRole {
    if member == Some(Role::Admin) {
        return EffectiveRole { role: member, rule: Rule::Administrator };
    }
    let said = way.into_iter().enumerate().find_map(|(at, step)| said(at, step));
    said.unwrap_or(EffectiveRole { role: member, rule: Rule::Organization })
}

/// Returns the outcome that one node determines, if any.
fn said(at: usize, step: Step) -> Option<EffectiveRole> {
    if step.own.is_some() {
        return Some(EffectiveRole { role: step.own, rule: Rule::Own(at) });
    }
    if step.team.is_some() {
        return Some(EffectiveRole { role: step.team, rule: Rule::Team(at) });
    }
    match step.level {
        Level::Inherit => None,
        Level::Role(role) => Some(EffectiveRole { role: Some(role), rule: Rule::Level(at) }),
        Level::Hidden => Some(EffectiveRole { role: None, rule: Rule::Level(at) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INHERIT: Step = Step { level: Level::Inherit, own: None, team: None };

    fn outcome(member: Option<Role>, way: &[Step]) -> EffectiveRole {
        role_on(member, way.iter().copied())
    }

    #[test]
    fn without_a_word_on_the_way_the_organization_decides() {
        let found = outcome(Some(Role::Edit), &[INHERIT, INHERIT]);
        assert_eq!(found, EffectiveRole { role: Some(Role::Edit), rule: Rule::Organization });
        assert_eq!(outcome(None, &[INHERIT]).role, None);
    }

    #[test]
    fn the_first_step_that_says_something_decides() {
        let hidden = Step { level: Level::Hidden, ..INHERIT };
        let shown = Step { level: Level::Role(Role::Comment), ..INHERIT };
        assert_eq!(outcome(Some(Role::Create), &[INHERIT, hidden, shown]).role, None);
        let found = outcome(None, &[INHERIT, shown, hidden]);
        assert_eq!(found, EffectiveRole { role: Some(Role::Comment), rule: Rule::Level(1) });
    }

    #[test]
    fn an_own_grant_comes_before_a_team_and_a_team_before_the_level() {
        let step = Step { level: Level::Hidden, own: Some(Role::Read), team: Some(Role::Create) };
        assert_eq!(outcome(Some(Role::Edit), &[step]), EffectiveRole { role: Some(Role::Read), rule: Rule::Own(0) });
        let step = Step { own: None, ..step };
        assert_eq!(outcome(Some(Role::Edit), &[step]), EffectiveRole { role: Some(Role::Create), rule: Rule::Team(0) });
    }

    #[test]
    fn admins_are_admins_everywhere() {
        let step = Step { level: Level::Hidden, own: Some(Role::Read), team: None };
        assert_eq!(outcome(Some(Role::Admin), &[step]).role, Some(Role::Admin));
    }
}
