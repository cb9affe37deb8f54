//! The role of a member on content, computed from grants and levels (gaps.md, "Resolving a member's role on a space").
//!
//! Roles are never copied: they follow from where a thing stands, so a move changes them by computation alone.
//! What a role may do is [`crate::policy`]'s affair.

use crate::roles::{Level, Role};

/// What one thing on the way from the content up to the organization says about a member: the content itself, then
/// the collection that it is in, and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// What it gives to members without a grant.
    pub level: Level,
    /// The member's own grant on it.
    pub own: Option<Role>,
    /// The best grant on it of the member's teams.
    pub team: Option<Role>,
}

/// Which rule gave a role. A number counts the steps from the content, which is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The member administrates the organization.
    Administrator,
    /// The member's own grant.
    Own(usize),
    /// The best grant of the member's teams.
    Team(usize),
    /// The level of the content or of a collection.
    Level(usize),
    /// The member's role in the organization, since nothing on the way says otherwise.
    Organization,
}

/// A role and the rule that gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The role; without one the content is hidden.
    pub role: Option<Role>,
    /// Why.
    pub rule: Rule,
}

/// The role of a member, who is `member` in the organization, on the content at the start of `way`.
pub fn role_on(member: Option<Role>, way: impl IntoIterator<Item = Step>) -> Outcome {
    if member == Some(Role::Admin) {
        return Outcome { role: member, rule: Rule::Administrator };
    }
    let said = way.into_iter().enumerate().find_map(|(at, step)| said(at, step));
    said.unwrap_or(Outcome { role: member, rule: Rule::Organization })
}

/// What one step says, if it says something.
fn said(at: usize, step: Step) -> Option<Outcome> {
    if step.own.is_some() {
        return Some(Outcome { role: step.own, rule: Rule::Own(at) });
    }
    if step.team.is_some() {
        return Some(Outcome { role: step.team, rule: Rule::Team(at) });
    }
    match step.level {
        Level::Inherit => None,
        Level::Role(role) => Some(Outcome { role: Some(role), rule: Rule::Level(at) }),
        Level::Hidden => Some(Outcome { role: None, rule: Rule::Level(at) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INHERIT: Step = Step { level: Level::Inherit, own: None, team: None };

    fn outcome(member: Option<Role>, way: &[Step]) -> Outcome {
        role_on(member, way.iter().copied())
    }

    #[test]
    fn without_a_word_on_the_way_the_organization_decides() {
        let found = outcome(Some(Role::Edit), &[INHERIT, INHERIT]);
        assert_eq!(found, Outcome { role: Some(Role::Edit), rule: Rule::Organization });
        assert_eq!(outcome(None, &[INHERIT]).role, None);
    }

    #[test]
    fn the_first_step_that_says_something_decides() {
        let hidden = Step { level: Level::Hidden, ..INHERIT };
        let shown = Step { level: Level::Role(Role::Comment), ..INHERIT };
        assert_eq!(outcome(Some(Role::Create), &[INHERIT, hidden, shown]).role, None);
        let found = outcome(None, &[INHERIT, shown, hidden]);
        assert_eq!(found, Outcome { role: Some(Role::Comment), rule: Rule::Level(1) });
    }

    #[test]
    fn an_own_grant_comes_before_a_team_and_a_team_before_the_level() {
        let step = Step { level: Level::Hidden, own: Some(Role::Read), team: Some(Role::Create) };
        assert_eq!(outcome(Some(Role::Edit), &[step]), Outcome { role: Some(Role::Read), rule: Rule::Own(0) });
        let step = Step { own: None, ..step };
        assert_eq!(outcome(Some(Role::Edit), &[step]), Outcome { role: Some(Role::Create), rule: Rule::Team(0) });
    }

    #[test]
    fn admins_are_admins_everywhere() {
        let step = Step { level: Level::Hidden, own: Some(Role::Read), team: None };
        assert_eq!(outcome(Some(Role::Admin), &[step]).role, Some(Role::Admin));
    }
}
