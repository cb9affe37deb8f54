//! Organizations: their creation, settings and deletion.

use axum::extract::State;
use quire_app::orgs::{NewOrganization, OrganizationChanges};
use quire_model::addresses::{EmailDomain, Hostname, WebAddress};
use quire_model::ids::OrganizationId;
use quire_model::merge_rules::MergeRules;
use quire_model::organizations::{CommunityType, OrganizationType, UseCase};
use quire_model::roles::Role;
use quire_model::text::OrganizationTitle;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Named;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Change, Created, Endpoints, Json, Listing, NoContent, Patch, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{DefaultContent, Organization};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Organizations";
    const ORG: &str = "/v1/orgs/{organizationId}";
    Endpoints::new()
        .get("/v1/orgs", list, op("listOrganizationsForAuthenticatedUser", TAG, "List the caller's organizations."))
        .post(
            "/v1/orgs",
            create,
            op("createOrganization", TAG, "Create an organization; the caller becomes its admin."),
        )
        .get(ORG, get, op("getOrganizationById", TAG, "Get an organization."))
        .patch(ORG, update, op("updateOrganizationById", TAG, "Change an organization's settings."))
        .delete(
            ORG,
            delete,
            op(
                "deleteOrganizationById",
                TAG,
                "Delete an organization: its members lose access to it and everything in it.",
            ),
        )
}

const LIST: &str = "orgs";

/// The most characters of a site's identifier.
const SITE_MAX: usize = 64;

/// The organization that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrganizationPath {
    pub(super) organization_id: Named<OrganizationId>,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Query(paging): Query<Paging>,
) -> Result<Listing<Organization>, Problem> {
    let paging = context.paging(LIST, &paging)?;
    let page = context.run(move |app| app.list_orgs(&caller, &paging)).await?;
    Ok(context.listing(LIST, page.map(|org| Organization::of(&org, &context))))
}

/// An organization to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CreateOrganization {
    title: OrganizationTitle,
    #[serde(rename = "type", default)]
    kind: Option<OrganizationType>,
    #[serde(default)]
    use_case: Option<UseCase>,
    #[serde(default)]
    community_type: Option<CommunityType>,
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Json(body): Json<CreateOrganization>,
) -> Result<Created<Organization>, Problem> {
    let new =
        NewOrganization { title: body.title, kind: body.kind, use_case: body.use_case, community: body.community_type };
    let made = context.run(move |app| app.found_org(&caller, &new)).await?;
    let location = context.url(format_args!("/v1/orgs/{}", made.id));
    Ok(Created { location, body: Organization::of(&made, &context) })
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(id) }): Path<OrganizationPath>,
) -> Result<Json<Organization>, Problem> {
    let org = context.run(move |app| app.show_org(&caller, id)).await?;
    Ok(Json(Organization::of(&org, &context)))
}

/// Changes to an organization's settings.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UpdateOrganization {
    #[serde(default)]
    title: Change<OrganizationTitle>,
    /// The label of the default host name of its published sites; unique among organizations.
    #[serde(default)]
    hostname: Change<Hostname>,
    /// The e-mail domains that the organization claims, at most 100. Users at a proven one may join by themselves.
    #[serde(default)]
    email_domains: Change<Vec<EmailDomain>>,
    /// The default role of users who join or are invited; null for guests.
    #[serde(default)]
    default_role: Patch<Role>,
    #[serde(default)]
    default_content: Patch<DefaultContent>,
    #[serde(default)]
    logo: Patch<WebAddress>,
    #[serde(default)]
    sso: Change<bool>,
    /// True to let members in with a second factor only; the caller must have one.
    #[serde(default)]
    second_factor: Change<bool>,
    #[serde(default)]
    ai: Change<bool>,
    #[serde(default)]
    invite_links: Change<bool>,
    #[serde(rename = "type", default)]
    kind: Change<OrganizationType>,
    #[serde(default)]
    use_case: Change<UseCase>,
    #[serde(default)]
    community_type: Patch<CommunityType>,
    /// The rules that must hold before change requests are merged, in spaces that inherit them.
    #[serde(default)]
    merge_rules: Change<MergeRules>,
}

impl UpdateOrganization {
    fn changes(self) -> Result<OrganizationChanges, Problem> {
        Ok(OrganizationChanges {
            default_site: self.default_content.try_map(site)?,
            title: self.title.into_option(),
            hostname: self.hostname.into_option(),
            domains: self.email_domains.into_option(),
            default_role: self.default_role,
            logo: self.logo,
            sso: self.sso.into_option(),
            second_factor: self.second_factor.into_option(),
            ai: self.ai.into_option(),
            invite_links: self.invite_links.into_option(),
            kind: self.kind.into_option(),
            use_case: self.use_case.into_option(),
            community: self.community_type,
            merge_rules: self.merge_rules.into_option(),
        })
    }
}

/// Returns the identifier of the site, or an error if the text does not have the form of one.
fn site(content: DefaultContent) -> Result<String, Problem> {
    let DefaultContent::Site { site } = content;
    let fits = (1..=SITE_MAX).contains(&site.len()) && site.bytes().all(|b| b.is_ascii_alphanumeric());
    if fits { Ok(site) } else { Err(Problem::bad_request("defaultContent.site: must be the identifier of a site")) }
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(id) }): Path<OrganizationPath>,
    Json(body): Json<UpdateOrganization>,
) -> Result<Json<Organization>, Problem> {
    let changes = body.changes()?;
    let org = context.run(move |app| app.update_org(&caller, id, &changes)).await?;
    Ok(Json(Organization::of(&org, &context)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(id) }): Path<OrganizationPath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.delete_org(&caller, id)).await?;
    Ok(NoContent)
}
