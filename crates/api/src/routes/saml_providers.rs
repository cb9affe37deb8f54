//! The SAML providers of organizations, and the ways to sign in that organizations offer.

use std::time::Duration;

use axum::extract::State;
use quire_app::sso::saml_providers::ProviderChanges;
use quire_model::addresses::WebAddress;
use quire_model::ids::{OrganizationId, SamlProviderId, TeamId};
use quire_model::roles::Role;
use quire_model::text::{SamlCertificate, SamlEntityId, SamlLabel};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::time::timeout;

use super::oidc_providers::{GroupTeamsInput, joining};
use super::orgs::OrganizationPath;
use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Created, Endpoints, Json, Listing, NoContent, Patch, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{SamlProvider, SignInWays};

/// The maximum size of metadata, in bytes.
const MOST_METADATA: usize = 256 << 10;
/// The time in which metadata must arrive.
const PATIENCE: Duration = Duration::from_secs(15);

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "SAML single sign-on";
    const ALL: &str = "/v1/orgs/{organizationId}/saml";
    const ONE: &str = "/v1/orgs/{organizationId}/saml/{samlProviderId}";
    const WAYS: &str = "/v1/orgs/{organizationId}/sso";
    const PENDING: &str = "A provider is pending until its entity identifier, certificate and address are set; \
                           `metadata` or `metadataURL` sets all three. `service` has what the provider must know.";
    Endpoints::new()
        .get(ALL, list, op("listSAMLProvidersInOrganization", TAG, "List the SAML providers of an organization."))
        .post(ALL, create, op("createOrganizationSAMLProvider", TAG, "Create a SAML provider.").details(PENDING))
        .get(ONE, get, op("getOrganizationSAMLProvider", TAG, "Get a SAML provider."))
        .patch(ONE, update, op("updateOrganizationSAMLProvider", TAG, "Change a SAML provider.").details(PENDING))
        .delete(
            ONE,
            delete,
            op("deleteOrganizationSAMLProvider", TAG, "Delete a SAML provider. Accounts and memberships stay."),
        )
        .get(
            WAYS,
            ways,
            op("listSSOProviderLoginsForOrganization", TAG, "List the ways to sign in to an organization.")
                .details("For everybody. The list is empty for an organization that does not exist."),
        )
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ProviderPath {
    organization_id: Named<OrganizationId>,
    saml_provider_id: Named<SamlProviderId>,
}

/// The settings of a SAML provider; a field that is absent stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ProviderInput {
    /// The name on the sign-in page.
    #[serde(default)]
    label: Option<SamlLabel>,
    /// The entity identifier of the provider.
    #[serde(default, rename = "entityID")]
    entity_id: Patch<SamlEntityId>,
    /// The certificate in PEM, or its base64 alone; two of them while the provider changes to another.
    #[serde(default)]
    certificate: Patch<SamlCertificate>,
    /// The address to which people are sent to sign in, for the binding HTTP-Redirect.
    #[serde(default, rename = "ssoURL")]
    sso_url: Patch<WebAddress>,
    /// The address at which people are signed out there, for the binding HTTP-Redirect. A change drops `sloResponseURL`.
    #[serde(default, rename = "sloURL")]
    slo_url: Patch<WebAddress>,
    /// The address for answers to its requests of sign-out, if it is another one.
    #[serde(default, rename = "sloResponseURL")]
    slo_response_url: Patch<WebAddress>,
    /// The metadata of the provider, as XML. It takes precedence over single values.
    #[serde(default)]
    #[schemars(length(max = 262_144))]
    metadata: Option<String>,
    /// The address of the metadata of the provider, which is read now.
    #[serde(default, rename = "metadataURL")]
    metadata_url: Option<WebAddress>,
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
    /// True to accept sign-ins that begin at the provider. False by default, as anybody can send such a sign-in to a
    /// browser of somebody else.
    #[serde(default)]
    idp_initiated: Option<bool>,
}

impl ProviderInput {
    async fn read(self, context: &Context) -> Result<ProviderChanges, Problem> {
        let metadata = match (self.metadata, self.metadata_url) {
            (Some(_), Some(_)) => {
                return Err(Problem::bad_request("metadata and metadataURL: must not both be there"));
            }
            (None, Some(url)) => Some(fetched(context, url.as_str()).await?),
            (metadata, None) => metadata,
        };
        if metadata.as_ref().is_some_and(|text| text.len() > MOST_METADATA) {
            return Err(Problem::bad_request(format!("metadata: must be at most {MOST_METADATA} bytes long")));
        }
        Ok(ProviderChanges {
            label: self.label,
            entity_id: self.entity_id,
            sso_url: self.sso_url,
            slo_url: self.slo_url,
            slo_response_url: self.slo_response_url,
            certificate: self.certificate,
            metadata,
            joining: joining(self.default_team, self.default_role, self.group_teams)?,
            idp_initiated: self.idp_initiated,
        })
    }
}

/// Fetches metadata from another server.
async fn fetched(context: &Context, url: &str) -> Result<String, Problem> {
    let refused = |why: &dyn std::fmt::Display| Problem::bad_request(format!("metadataURL: {why}"));
    let reading = async {
        let found = context.fetcher().get(url, MOST_METADATA as u64).await.map_err(|error| refused(&error))?;
        let bytes = found.into_whole().await.map_err(|error| refused(&error))?;
        String::from_utf8(bytes).map_err(|_| refused(&"the metadata is not UTF-8"))
    };
    timeout(PATIENCE, reading).await.map_err(|_| refused(&"fetching takes too long"))?
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<SamlProvider>, Problem> {
    let list = format!("saml providers of {organization}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_saml_providers(&caller, organization, &paging)).await?;
    Ok(context.listing(&list, page.map(|provider| SamlProvider::of(&provider, &context))))
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(body): Json<ProviderInput>,
) -> Result<Created<SamlProvider>, Problem> {
    let asking = caller.clone();
    context.run(move |app| app.may_administrate(&asking, organization)).await?;
    let new = body.read(&context).await?;
    let made = context.run(move |app| app.create_saml_provider(&caller, organization, &new)).await?;
    let location = context.url(format_args!("/v1/orgs/{organization}/saml/{}", made.provider.id));
    Ok(Created { location, body: SamlProvider::of(&made, &context) })
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ProviderPath { organization_id, saml_provider_id }): Path<ProviderPath>,
) -> Result<Json<SamlProvider>, Problem> {
    let (organization, id) = (organization_id.0, saml_provider_id.0);
    let found = context.run(move |app| app.get_saml_provider(&caller, organization, id)).await?;
    Ok(Json(SamlProvider::of(&found, &context)))
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ProviderPath { organization_id, saml_provider_id }): Path<ProviderPath>,
    Json(body): Json<ProviderInput>,
) -> Result<Json<SamlProvider>, Problem> {
    let (organization, id) = (organization_id.0, saml_provider_id.0);
    let asking = caller.clone();
    context.run(move |app| app.get_saml_provider(&asking, organization, id).map(drop)).await?;
    let changes = body.read(&context).await?;
    let found = context.run(move |app| app.update_saml_provider(&caller, organization, id, &changes)).await?;
    Ok(Json(SamlProvider::of(&found, &context)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ProviderPath { organization_id, saml_provider_id }): Path<ProviderPath>,
) -> Result<NoContent, Problem> {
    let (organization, id) = (organization_id.0, saml_provider_id.0);
    context.run(move |app| app.delete_saml_provider(&caller, organization, id)).await?;
    Ok(NoContent)
}

async fn ways(
    State(context): State<Context>,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
) -> Result<Json<SignInWays>, Problem> {
    let ways = context.run(move |app| app.sign_in_ways(organization)).await?;
    Ok(Json(SignInWays::of(ways)))
}
