//! Settings of identity providers: teams by the groups of a provider, and the secret of a client.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::ids::TeamId;

/// Teams by the groups whose members they have. Teams that are not named are left alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupTeams(BTreeMap<String, TeamId>);

/// The error for a mapping of groups that is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must have at most {} groups, each of 1 to {} characters", GroupTeams::MOST, GroupTeams::MOST_CHARS)]
pub struct InvalidGroups;

impl GroupTeams {
    const MOST: usize = 500;
    const MOST_CHARS: usize = 256;

    /// Returns the groups with their teams, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, TeamId)> {
        self.0.iter().map(|(group, team)| (group.as_str(), *team))
    }

    /// Returns the mapping without a team.
    #[must_use]
    pub fn without(mut self, team: TeamId) -> Self {
        self.0.retain(|_, it| *it != team);
        self
    }

    /// Returns the text that is stored.
    pub fn to_stored(&self) -> String {
        let teams: BTreeMap<_, _> = self.0.iter().map(|(group, team)| (group, team.to_string())).collect();
        serde_json::json!(teams).to_string()
    }

    /// Parses the text that is stored.
    pub fn from_stored(text: &str) -> Option<Self> {
        let teams: BTreeMap<String, String> = serde_json::from_str(text).ok()?;
        teams.into_iter().map(|(group, team)| Some((group, team.parse().ok()?))).collect::<Option<_>>().map(Self)
    }
}

impl TryFrom<BTreeMap<String, TeamId>> for GroupTeams {
    type Error = InvalidGroups;

    fn try_from(teams: BTreeMap<String, TeamId>) -> Result<Self, InvalidGroups> {
        let fits = |group: &String| (1..=Self::MOST_CHARS).contains(&group.chars().count()) && !group.contains('\0');
        if teams.len() <= Self::MOST && teams.keys().all(fits) { Ok(Self(teams)) } else { Err(InvalidGroups) }
    }
}

/// The names by which a provider gives the claims of a site's adaptive schema, where they differ.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClaimNames(BTreeMap<String, String>);

/// The error for names of claims that are too many or too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must have at most {} claims of the schema, each of 1 to {1} characters, with names of 1 to {1} characters at the \
     provider",
    ClaimNames::MOST,
    ClaimNames::MOST_CHARS
)]
pub struct InvalidClaimNames;

impl ClaimNames {
    const MOST: usize = 50;
    const MOST_CHARS: usize = 256;

    /// Returns the claims of the schema with their names at the provider, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(claim, name)| (claim.as_str(), name.as_str()))
    }

    /// Returns the name of a claim at the provider: its own unless another is set.
    pub fn at_provider<'a>(&'a self, claim: &'a str) -> &'a str {
        self.0.get(claim).map_or(claim, String::as_str)
    }

    /// Returns the text that is stored.
    pub fn to_stored(&self) -> String {
        serde_json::json!(self.0).to_string()
    }

    /// Parses the text that is stored.
    pub fn from_stored(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().map(Self)
    }
}

impl TryFrom<BTreeMap<String, String>> for ClaimNames {
    type Error = InvalidClaimNames;

    fn try_from(names: BTreeMap<String, String>) -> Result<Self, InvalidClaimNames> {
        let fits = |text: &String| {
            (1..=Self::MOST_CHARS).contains(&text.chars().count()) && !text.chars().any(char::is_control)
        };
        let is_valid = names.len() <= Self::MOST && names.iter().all(|(claim, name)| fits(claim) && fits(name));
        if is_valid { Ok(Self(names)) } else { Err(InvalidClaimNames) }
    }
}

/// The secret of a client at an identity provider, of 1 to 1,024 characters. Its `Debug` output does not contain it.
#[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String", extend("minLength" = 1, "maxLength" = 1024))]
pub struct ClientSecret(String);

/// The error for a text that is no secret of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to {} characters long, without control characters", ClientSecret::MOST)]
pub struct InvalidSecret;

impl ClientSecret {
    const MOST: usize = 1024;

    /// Returns the secret in clear text.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ClientSecret {
    type Error = InvalidSecret;

    fn try_from(text: String) -> Result<Self, InvalidSecret> {
        let fits = (1..=Self::MOST).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        if fits { Ok(Self(text)) } else { Err(InvalidSecret) }
    }
}

impl fmt::Debug for ClientSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClientSecret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_claims_are_stored_and_bounded() {
        let names =
            |claim: &str, name: &str| ClaimNames::try_from(BTreeMap::from([(claim.to_owned(), name.to_owned())]));
        let plan = names("plan", "https://acme.example/\"plan\"").unwrap();
        assert_eq!(ClaimNames::from_stored(&plan.to_stored()), Some(plan.clone()));
        assert_eq!((plan.at_provider("plan"), plan.at_provider("team")), ("https://acme.example/\"plan\"", "team"));
        for wrong in [String::new(), "x".repeat(257), "\0".to_owned(), "a\nb".to_owned()] {
            assert_eq!(names(&wrong, "a"), Err(InvalidClaimNames));
            assert_eq!(names("a", &wrong), Err(InvalidClaimNames));
        }
        let many: BTreeMap<_, _> = (0..51).map(|n| (n.to_string(), "x".to_owned())).collect();
        assert_eq!(ClaimNames::try_from(many), Err(InvalidClaimNames));
    }

    #[test]
    fn groups_are_stored_and_bounded() {
        let team = TeamId(crate::ids::Uid([7; 16]));
        let groups = GroupTeams::try_from(BTreeMap::from([("a \"b\"".to_owned(), team)])).unwrap();
        assert_eq!(GroupTeams::from_stored(&groups.to_stored()), Some(groups.clone()));
        assert_eq!(groups.without(team), GroupTeams::default());
        for wrong in [String::new(), "x".repeat(257), "\0".to_owned()] {
            assert_eq!(GroupTeams::try_from(BTreeMap::from([(wrong, team)])), Err(InvalidGroups));
        }
        let many: BTreeMap<_, _> = (0..501).map(|n| (n.to_string(), team)).collect();
        assert_eq!(GroupTeams::try_from(many), Err(InvalidGroups));
    }

    #[test]
    fn a_secret_stays_out_of_logs() {
        let secret = ClientSecret::try_from("hidden".to_owned()).unwrap();
        assert_eq!((format!("{secret:?}").as_str(), secret.reveal()), ("ClientSecret", "hidden"));
        for wrong in ["", "a\nb", "a\0"] {
            assert_eq!(ClientSecret::try_from(wrong.to_owned()), Err(InvalidSecret));
        }
    }
}
