//! The representation of OpenID Connect providers.

use std::collections::BTreeMap;

use quire_app::sso::oidc_providers::ShownOidcProvider;
use quire_model::roles::Role;
use quire_model::sso::GroupTeams;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{OidcProviderObject, Team};
use crate::context::Context;

/// An OpenID Connect provider, by which members of an organization sign in.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OIDCProvider")]
pub(crate) struct OidcProvider {
    object: OidcProviderObject,
    id: String,
    /// The name on the sign-in page.
    label: String,
    /// The issuer, exactly as the provider writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    issuer: Option<String>,
    /// The identifier of this server at the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<String>,
    /// True if a secret is stored, which is never shown.
    has_client_secret: bool,
    /// The scopes that a sign-in asks for beside `openid`.
    scopes: String,
    /// The claim with the groups of a person, if it is not `groups`.
    #[serde(skip_serializing_if = "Option::is_none")]
    groups_claim: Option<String>,
    /// True if e-mail addresses count of which the provider does not say that it verified them.
    trusts_email: bool,
    /// The team that new members join.
    #[serde(skip_serializing_if = "Option::is_none")]
    default_team: Option<Team>,
    /// The role of new members; null for guests.
    default_role: Option<Role>,
    /// The identifiers of teams by the groups of the provider.
    group_teams: BTreeMap<String, String>,
    created_at: Timestamp,
    status: OidcProviderStatus,
    service: OidcService,
    urls: OidcProviderUrls,
}

/// The state of a provider.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "OIDCProviderStatus")]
enum OidcProviderStatus {
    /// Members can sign in.
    Active,
    /// The issuer or the client identifier is not set.
    Pending,
}

/// Our side of a provider, which the provider has to know.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OIDCService")]
struct OidcService {
    /// The address to which the provider sends browsers back: the redirect URI.
    #[serde(rename = "callbackURL")]
    callback_url: String,
    /// The address at which a sign-in begins.
    #[serde(rename = "startURL")]
    start_url: String,
    /// The address to enter at the provider for back-channel logout, by which it ends sessions here.
    #[serde(rename = "logoutURL")]
    logout_url: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OIDCProviderUrls")]
struct OidcProviderUrls {
    /// The address of the provider in this API.
    location: String,
}

/// Returns the identifiers of teams by the groups of a provider.
pub(super) fn group_teams(teams: &GroupTeams) -> BTreeMap<String, String> {
    teams.iter().map(|(group, team)| (group.to_owned(), team.to_string())).collect()
}

impl OidcProvider {
    pub(crate) fn of(found: &ShownOidcProvider, context: &Context) -> Self {
        let ShownOidcProvider { provider, team, service } = found;
        let location = context.url(format_args!("/v1/orgs/{}/oidc/{}", provider.organization, provider.id));
        Self {
            object: OidcProviderObject::It,
            id: provider.id.to_string(),
            label: provider.label.clone(),
            issuer: provider.issuer.clone(),
            client_id: provider.client_id.clone(),
            has_client_secret: provider.client_secret.is_some(),
            scopes: provider.scopes.clone(),
            groups_claim: provider.groups_claim.clone(),
            trusts_email: provider.trusts_email,
            default_team: team.as_ref().map(Team::of),
            default_role: provider.default_role,
            group_teams: group_teams(&provider.group_teams),
            created_at: provider.created_at,
            status: if provider.is_active() { OidcProviderStatus::Active } else { OidcProviderStatus::Pending },
            service: OidcService {
                callback_url: service.callback_url.clone(),
                start_url: service.start_url.clone(),
                logout_url: service.logout_url.clone(),
            },
            urls: OidcProviderUrls { location },
        }
    }
}
