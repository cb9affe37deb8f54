//! Authentication of visitors of sites, and previews of a site as a visitor would see it.

use std::collections::BTreeMap;

use axum::extract::State;
use quire_app::sites::publishing_auth::{AuthChanges, Backend};
use quire_app::visitors::rison;
use quire_model::addresses::WebAddress;
use quire_model::ids::{SamlProviderId, SiteSpaceId};
use quire_model::sso::ClaimNames;
use quire_model::text::IntegrationName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Reference;
use super::sites::SitePath;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Change, Endpoints, Json, Patch, Path, Query, op};
use crate::error::Problem;
use crate::types::{AuthBackend, PublishingAuth};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Site visitors";
    const AUTH: &str = "/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth";
    Endpoints::new()
        .get(AUTH, get, op("getSitePublishingAuthById", TAG, "Get the visitor authentication of a site."))
        .patch(AUTH, update, op("updateSitePublishingAuthById", TAG, "Change the visitor authentication of a site."))
        .post(
            "/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate",
            regenerate,
            op(
                "regenerateSitePublishingAuthById",
                TAG,
                "Regenerate the private key; tokens of the old one become invalid.",
            ),
        )
        .get(
            "/v1/orgs/{organizationId}/sites/{siteId}/publishing/preview",
            preview,
            op(
                "getSitePublishingPreviewById",
                TAG,
                "Get an address that previews a site, published or not, for an hour at most.",
            ),
        )
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
) -> Result<Json<PublishingAuth>, Problem> {
    let (organization, site) = path.parse();
    let auth = context.run(move |app| app.get_publishing_auth(&caller, organization, site)).await?;
    Ok(Json(auth.into()))
}

/// Changes to the visitor authentication of a site.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdatePublishingAuth {
    /// The kind of backend that signs visitors in; with `integration`, the field `integration` is required, and with
    /// `provider` the field `provider`.
    #[serde(default)]
    backend: Change<AuthBackend>,
    /// The name of the integration that signs visitors in; only with the backend `integration`.
    #[serde(default)]
    integration: Change<IntegrationName>,
    /// The identifier of the SAML or OpenID Connect provider of the organization by which visitors sign in; only with the
    /// backend `provider`. To change it ends the sessions of visitors.
    #[serde(default)]
    provider: Change<Reference<SamlProviderId>>,
    /// The names at the provider of claims of the adaptive schema, such as `{"plan": "https://acme.example/plan"}`: names
    /// of attributes with SAML, and with OpenID Connect names of claims, or names with dots between them. A claim that is
    /// not listed has the same name there.
    #[serde(default, rename = "claimNames")]
    claim_names: Change<BTreeMap<String, String>>,
    /// The address to which visitors without a token are sent unless they sign in by a provider; null for none.
    #[serde(default, rename = "fallbackURL")]
    fallback_url: Patch<WebAddress>,
}

impl UpdatePublishingAuth {
    fn changes(self) -> Result<AuthChanges, Problem> {
        let (integration, provider) = (self.integration.into_option(), self.provider.into_option());
        let required = |field: &str| Problem::bad_request(format!("{field}: is required with the backend {field}"));
        let misplaced = |field: &str| Problem::bad_request(format!("{field}: needs the backend {field}"));
        let backend = match (self.backend.into_option(), integration, provider) {
            (None, None, None) => None,
            (Some(AuthBackend::Custom), None, None) => Some(Backend::Custom),
            (Some(AuthBackend::Integration), Some(name), None) => Some(Backend::Integration(name)),
            (Some(AuthBackend::Integration), None, _) => return Err(required("integration")),
            (Some(AuthBackend::Provider), None, Some(id)) => Some(Backend::Provider(known_provider(id)?.0)),
            (Some(AuthBackend::Provider), _, None) => return Err(required("provider")),
            (Some(AuthBackend::Custom | AuthBackend::Integration) | None, _, Some(_)) => {
                return Err(misplaced("provider"));
            }
            (_, Some(_), _) => return Err(misplaced("integration")),
        };
        let names = self.claim_names.into_option().map(ClaimNames::try_from).transpose();
        let claim_names = names.map_err(|error| Problem::bad_request(format!("claimNames: {error}")))?;
        Ok(AuthChanges { backend, fallback: self.fallback_url, claim_names })
    }
}

/// Returns the provider that a body names, which the application looks for among those of either protocol.
fn known_provider(id: Reference<SamlProviderId>) -> Result<SamlProviderId, Problem> {
    id.known("identity provider")
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Json(body): Json<UpdatePublishingAuth>,
) -> Result<Json<PublishingAuth>, Problem> {
    let (organization, site) = path.parse();
    let changes = body.changes()?;
    let auth = context.run(move |app| app.update_publishing_auth(&caller, organization, site, &changes)).await?;
    Ok(Json(auth.into()))
}

async fn regenerate(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
) -> Result<Json<PublishingAuth>, Problem> {
    let (organization, site) = path.parse();
    let auth = context.run(move |app| app.regenerate_publishing_auth(&caller, organization, site)).await?;
    Ok(Json(auth.into()))
}

/// The visitor and the space of a preview.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Looking {
    /// The space on the site that the address leads to; by default the one that visitors of the site see first.
    #[serde(default)]
    site_space: Option<Reference<SiteSpaceId>>,
    /// The claims of the visitor in Rison, such as `(plan:pro,unsigned:(beta:!t))`.
    #[serde(default)]
    claims: Option<String>,
}

/// An address that previews a site.
#[derive(Debug, Serialize, JsonSchema)]
struct Preview {
    /// The address, valid for one hour at most.
    url: String,
}

async fn preview(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(looking): Query<Looking>,
) -> Result<Json<Preview>, Problem> {
    let (organization, site) = path.parse();
    let space = Reference::resolve(looking.site_space, "site space")?;
    let claims = looking.claims.as_deref().map(claims).transpose()?.unwrap_or_default();
    let url = context.run(move |app| app.preview_site(&caller, organization, site, space, &claims)).await?;
    Ok(Json(Preview { url }))
}

fn claims(text: &str) -> Result<Map<String, Value>, Problem> {
    let wrong = |rule: &dyn std::fmt::Display| Problem::bad_request(format!("query parameter \"claims\": {rule}"));
    match rison::parse(text) {
        Ok(Value::Object(claims)) => Ok(claims),
        Ok(_) => Err(wrong(&"must be an object")),
        Err(error) => Err(wrong(&error)),
    }
}
