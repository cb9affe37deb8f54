//! The identity providers of organizations, whatever protocol they speak.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write};
use quire_model::ids::{OidcProviderId, OrganizationId, SamlProviderId, TeamId};
use quire_model::people::Way;
use quire_model::roles::Role;
use quire_model::sso::GroupTeams;

use crate::oidc_providers::{self, OidcProvider};
use crate::saml_providers::{self, SamlProvider};

/// The settings for the people who sign in by a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// The protocol.
    pub way: Way,
    /// The team that new members join.
    pub default_team: Option<TeamId>,
    /// The role of new members; `None` for guests.
    pub default_role: Option<Role>,
    /// The teams that people join and leave with their groups at the provider.
    pub group_teams: GroupTeams,
}

impl From<SamlProvider> for Provider {
    fn from(provider: SamlProvider) -> Self {
        let SamlProvider { default_team, default_role, group_teams, .. } = provider;
        Self { way: Way::Saml, default_team, default_role, group_teams }
    }
}

impl From<OidcProvider> for Provider {
    fn from(provider: OidcProvider) -> Self {
        let OidcProvider { default_team, default_role, group_teams, .. } = provider;
        Self { way: Way::Oidc, default_team, default_role, group_teams }
    }
}

/// Returns the provider with this identifier, if its organization is not deleted.
pub fn find(tx: &mut Read<'_>, id: Uid) -> Result<Option<Provider>, Error> {
    if let Some(saml) = saml_providers::find(tx, SamlProviderId(id))? {
        return Ok(Some(saml.into()));
    }
    Ok(oidc_providers::find(tx, OidcProviderId(id))?.map(Provider::from))
}

/// Returns the name of a provider on the sign-in page.
pub fn label(tx: &mut Read<'_>, id: Uid) -> Result<Option<String>, Error> {
    if let Some(saml) = saml_providers::find(tx, SamlProviderId(id))? {
        return Ok(Some(saml.label));
    }
    Ok(oidc_providers::find(tx, OidcProviderId(id))?.map(|oidc| oidc.label))
}

/// Returns true if members of an organization can sign in by one of its providers.
pub fn can_be_used(tx: &mut Read<'_>, organization: OrganizationId) -> Result<bool, Error> {
    let saml = saml_providers::of_org(tx, organization)?.iter().any(SamlProvider::is_active);
    Ok(saml || oidc_providers::of_org(tx, organization)?.iter().any(OidcProvider::is_active))
}

/// Removes a team that is deleted from the settings of all providers of its organization.
pub fn forget_team(tx: &mut Write<'_>, organization: OrganizationId, team: TeamId) -> Result<(), Error> {
    let keep = |default: Option<TeamId>| default.filter(|it| *it != team);
    for before in saml_providers::of_org(tx, organization)? {
        let (default_team, group_teams) = (keep(before.default_team), before.group_teams.clone().without(team));
        let after = SamlProvider { default_team, group_teams, ..before.clone() };
        if after != before {
            saml_providers::update(tx, &after)?;
        }
    }
    for before in oidc_providers::of_org(tx, organization)? {
        let (default_team, group_teams) = (keep(before.default_team), before.group_teams.clone().without(team));
        let after = OidcProvider { default_team, group_teams, ..before.clone() };
        if after != before {
            oidc_providers::update(tx, &after)?;
        }
    }
    Ok(())
}
