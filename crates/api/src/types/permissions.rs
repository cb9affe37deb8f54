//! The representation of roles on spaces, collections and sites, and of the rules that gave them.

use quire_app::accounts::users;
use quire_app::orgs::teams::ShownTeam;
use quire_app::spaces::permissions::{Permission, Subject, TitledSubject};
use quire_model::rights::Rule;
use quire_model::roles::Role;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Team, User};
use crate::context::Context;

/// A user's role on content.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct UserPermission {
    permission: Role,
    user: User,
}

impl UserPermission {
    pub(crate) fn of(found: Permission<users::User>, context: &Context) -> Self {
        Self { permission: found.role, user: User::of(found.holder, context) }
    }
}

/// A team's role on content.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TeamPermission {
    permission: Role,
    team: Team,
}

impl TeamPermission {
    pub(crate) fn of(found: &Permission<ShownTeam>) -> Self {
        Self { permission: found.role, team: Team::of(&found.holder) }
    }
}

/// The effective role of a member on content, and the rule that gave it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Explanation {
    user: User,
    /// The effective role; null if the content is hidden from the member.
    permission: Option<Role>,
    rule: RuleName,
    /// The space, collection or site whose grant or default level decided; absent if the organization decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<At>,
    /// The teams whose grant decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    teams: Vec<Team>,
    /// An English sentence that says the same.
    explanation: String,
}

/// The rules for roles, in the order in which they are applied at each level of the hierarchy.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum RuleName {
    /// The member is an administrator of the organization.
    Administrator,
    /// A grant to the member.
    User,
    /// The best grant to a team of the member's.
    Team,
    /// The default level of the content.
    Level,
    /// The member's role in the organization.
    Organization,
}

/// A space, a collection or a site.
#[derive(Debug, Serialize, JsonSchema)]
struct At {
    #[serde(rename = "type")]
    kind: AtKind,
    id: String,
    title: String,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum AtKind {
    Space,
    Collection,
    Site,
}

impl AtKind {
    fn noun(self) -> &'static str {
        match self {
            Self::Space => "space",
            Self::Collection => "collection",
            Self::Site => "site",
        }
    }
}

impl At {
    fn of(place: TitledSubject) -> Self {
        let (kind, id) = match place.subject {
            Subject::Space(id) => (AtKind::Space, id.to_string()),
            Subject::Collection(id) => (AtKind::Collection, id.to_string()),
            Subject::Site(_, id) => (AtKind::Site, id.to_string()),
        };
        Self { kind, id, title: place.title }
    }
}

impl Explanation {
    pub(crate) fn of(found: quire_app::spaces::permissions::Explanation, context: &Context) -> Self {
        let rule = match found.rule {
            Rule::Administrator => RuleName::Administrator,
            Rule::Own(_) => RuleName::User,
            Rule::Team(_) => RuleName::Team,
            Rule::Level(_) => RuleName::Level,
            Rule::Organization => RuleName::Organization,
        };
        let teams: Vec<_> = found.teams.iter().map(|shown| shown.team.title.as_str()).collect();
        let at = found.at.map(At::of);
        let explanation = words(&found.user.display_name, found.role, rule, at.as_ref(), &teams);
        let teams = found.teams.iter().map(Team::of).collect();
        Self { user: User::of(found.user, context), permission: found.role, rule, at, teams, explanation }
    }
}

fn words(name: &str, role: Option<Role>, rule: RuleName, at: Option<&At>, teams: &[&str]) -> String {
    let what = role.map_or("no access".to_owned(), |role| format!("the role {}", role.as_str()));
    let at = at.map_or("the organization".to_owned(), |at| format!("the {} “{}”", at.kind.noun(), at.title));
    match rule {
        RuleName::Administrator => format!("{name} has the role admin everywhere, as an admin of the organization."),
        RuleName::User => format!("{name} has {what} by a grant of their own on {at}."),
        RuleName::Team => format!("{name} has {what} by the best grant of their teams ({}) on {at}.", teams.join(", ")),
        RuleName::Level => format!("{name} has {what} by the default level of {at}."),
        RuleName::Organization => {
            let whose = if role.is_some() { "by their role" } else { "as a guest" };
            format!("{name} has {what} {whose} in the organization, since no grant or level says otherwise.")
        }
    }
}
