//! The OpenID Connect providers of organizations.

use std::collections::BTreeMap;

use axum::extract::State;
use quire_app::sso::oidc_providers::OidcChanges;
use quire_app::sso::providers::JoiningChanges;
use quire_model::ids::{OidcProviderId, OrganizationId, TeamId};
use quire_model::roles::Role;
use quire_model::sso::{ClientSecret, GroupTeams};
use quire_model::text::{OidcClientId, OidcGroupsClaim, OidcIssuer, OidcLabel, OidcScopes};
use schemars::JsonSchema;
use serde::Deserialize;

use super::orgs::OrganizationPath;
use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Created, Endpoints, Json, Listing, NoContent, Patch, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::OidcProvider;

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "OpenID Connect";
    const ALL: &str = "/v1/orgs/{organizationId}/oidc";
    const ONE: &str = "/v1/orgs/{organizationId}/oidc/{oidcProviderId}";
    const PENDING: &str = "A provider is pending until its issuer and the client identifier are set. A new issuer is \
                           asked for its description at once, and drops the secret of the one before. `service` has \
                           what the provider must know.";
    Endpoints::new()
        .get(
            ALL,
            list,
            op("listOIDCProvidersInOrganization", TAG, "List the OpenID Connect providers of an organization."),
        )
        .post(
            ALL,
            create,
            op("createOrganizationOIDCProvider", TAG, "Create an OpenID Connect provider.").details(PENDING),
        )
        .get(ONE, get, op("getOrganizationOIDCProvider", TAG, "Get an OpenID Connect provider."))
        .patch(
            ONE,
            update,
            op("updateOrganizationOIDCProvider", TAG, "Change an OpenID Connect provider.").details(PENDING),
        )
        .delete(
            ONE,
            delete,
            op(
                "deleteOrganizationOIDCProvider",
                TAG,
                "Delete an OpenID Connect provider. Accounts and memberships stay.",
            ),
        )
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ProviderPath {
    organization_id: Named<OrganizationId>,
    oidc_provider_id: Named<OidcProviderId>,
}

/// The settings of an OpenID Connect provider; a field that is absent stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OIDCProviderInput")]
struct ProviderInput {
    /// The name on the sign-in page.
    #[serde(default)]
    label: Option<OidcLabel>,
    /// The issuer, exactly as the provider writes it.
    #[serde(default)]
    issuer: Patch<OidcIssuer>,
    /// The identifier of this server at the provider.
    #[serde(default)]
    client_id: Patch<OidcClientId>,
    /// The secret of this server at the provider, which is never shown; null for a public client.
    #[serde(default)]
    client_secret: Patch<ClientSecret>,
    /// The scopes that a sign-in asks for beside `openid`, with blanks between them. By default `email profile`.
    #[serde(default)]
    scopes: Option<OidcScopes>,
    /// The claim with the groups of a person: a name, or names with dots between them such as `realm_access.roles`. Null
    /// for `groups`.
    #[serde(default)]
    groups_claim: Patch<OidcGroupsClaim>,
    /// True if e-mail addresses count of which the provider does not say that it verified them, because only the company
    /// can have accounts there. False by default.
    #[serde(default)]
    trusts_email: Option<bool>,
    /// The identifier of the team that new members join.
    #[serde(default)]
    default_team: Patch<Reference<TeamId>>,
    /// The role of new members; null for guests. A new provider has that of the organization by default.
    #[serde(default)]
    default_role: Patch<Role>,
    /// The identifiers of teams by the groups of the provider. At each sign-in, a member joins the teams of their groups
    /// and leaves the others that are named here.
    #[serde(default)]
    group_teams: Option<GroupTeamsInput>,
}

/// The identifiers of teams, by the names of groups.
pub(super) type GroupTeamsInput = BTreeMap<String, Reference<TeamId>>;

/// Returns the settings of a body for people who sign in.
pub(super) fn joining(
    default_team: Patch<Reference<TeamId>>,
    default_role: Patch<Role>,
    teams: Option<GroupTeamsInput>,
) -> Result<JoiningChanges, Problem> {
    let default_team = default_team.try_map(|team| team.known("defaultTeam"))?;
    Ok(JoiningChanges { default_team, default_role, group_teams: group_teams(teams)? })
}

/// Returns the teams of a body's mapping.
fn group_teams(input: Option<GroupTeamsInput>) -> Result<Option<GroupTeams>, Problem> {
    let Some(input) = input else { return Ok(None) };
    let known = |(group, team): (String, Reference<TeamId>)| Ok::<_, Problem>((group, team.known("team")?));
    let teams = input.into_iter().map(known).collect::<Result<BTreeMap<_, _>, _>>()?;
    GroupTeams::try_from(teams).map(Some).map_err(|error| Problem::bad_request(format!("groupTeams: {error}")))
}

impl ProviderInput {
    async fn read(self, context: &Context) -> Result<OidcChanges, Problem> {
        if let Patch::Set(issuer) = &self.issuer {
            let described = context.providers().description(context.app(), issuer.as_str()).await;
            described.map_err(|reason| Problem::bad_request(format!("issuer: {reason}")))?;
        }
        Ok(OidcChanges {
            label: self.label,
            issuer: self.issuer,
            client_id: self.client_id,
            client_secret: self.client_secret,
            scopes: self.scopes,
            groups_claim: self.groups_claim,
            trusts_email: self.trusts_email,
            joining: joining(self.default_team, self.default_role, self.group_teams)?,
        })
    }
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<OidcProvider>, Problem> {
    let list = format!("oidc providers of {organization}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_oidc_providers(&caller, organization, &paging)).await?;
    Ok(context.listing(&list, page.map(|provider| OidcProvider::of(&provider, &context))))
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(body): Json<ProviderInput>,
) -> Result<Created<OidcProvider>, Problem> {
    let asking = caller.clone();
    context.run(move |app| app.may_administrate(&asking, organization)).await?;
    let new = body.read(&context).await?;
    let made = context.run(move |app| app.create_oidc_provider(&caller, organization, &new)).await?;
    let location = context.url(format_args!("/v1/orgs/{organization}/oidc/{}", made.provider.id));
    Ok(Created { location, body: OidcProvider::of(&made, &context) })
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ProviderPath { organization_id, oidc_provider_id }): Path<ProviderPath>,
) -> Result<Json<OidcProvider>, Problem> {
    let (organization, id) = (organization_id.0, oidc_provider_id.0);
    let found = context.run(move |app| app.get_oidc_provider(&caller, organization, id)).await?;
    Ok(Json(OidcProvider::of(&found, &context)))
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ProviderPath { organization_id, oidc_provider_id }): Path<ProviderPath>,
    Json(body): Json<ProviderInput>,
) -> Result<Json<OidcProvider>, Problem> {
    let (organization, id) = (organization_id.0, oidc_provider_id.0);
    let asking = caller.clone();
    context.run(move |app| app.get_oidc_provider(&asking, organization, id).map(drop)).await?;
    let changes = body.read(&context).await?;
    let found = context.run(move |app| app.update_oidc_provider(&caller, organization, id, &changes)).await?;
    Ok(Json(OidcProvider::of(&found, &context)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ProviderPath { organization_id, oidc_provider_id }): Path<ProviderPath>,
) -> Result<NoContent, Problem> {
    let (organization, id) = (organization_id.0, oidc_provider_id.0);
    context.run(move |app| app.delete_oidc_provider(&caller, organization, id)).await?;
    Ok(NoContent)
}
