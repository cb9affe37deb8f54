//! Docs sites: their settings and their publication.

use axum::extract::State;
use quire_app::sites::{NewSite, NewSpaces, SiteChanges, SiteFilter};
use quire_model::addresses::SiteHostname;
use quire_model::ids::{OrganizationId, SiteId, SiteSectionId, SiteSpaceId, SpaceId};
use quire_model::sites::{AgentsContext, SiteType, SiteVisibility};
use quire_model::text::{SearchText, SiteBasename, SiteProxy, SiteTitle};
use schemars::JsonSchema;
use serde::Deserialize;

use super::orgs::OrganizationPath;
use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Change, Created, Endpoints, Json, Listing, NoContent, Patch, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{AdaptiveContent, Site};

pub(super) const TAG: &str = "Sites";

pub(super) fn endpoints() -> Endpoints<Context> {
    const OF_ORG: &str = "/v1/orgs/{organizationId}/sites";
    const SITE: &str = "/v1/orgs/{organizationId}/sites/{siteId}";
    Endpoints::new()
        .get(OF_ORG, list, op("listSites", TAG, "List the sites of an organization."))
        .post(OF_ORG, create, op("createSite", TAG, "Create a site, which is not published yet."))
        .get(SITE, get, op("getSiteById", TAG, "Get a site."))
        .patch(SITE, update, op("updateSiteById", TAG, "Change a site's settings."))
        .delete(SITE, delete, op("deleteSiteById", TAG, "Delete a site; its spaces are kept."))
        .post(
            "/v1/orgs/{organizationId}/sites/{siteId}/publish",
            publish,
            op("publishSite", TAG, "Publish a site for its audience."),
        )
        .post(
            "/v1/orgs/{organizationId}/sites/{siteId}/unpublish",
            unpublish,
            op("unpublishSite", TAG, "Unpublish a site; nobody can visit it any more."),
        )
}

/// The organization and the site that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SitePath {
    pub(super) organization_id: Named<OrganizationId>,
    pub(super) site_id: Named<SiteId>,
}

impl SitePath {
    /// Returns the identifiers of the organization and the site.
    pub(super) fn parse(&self) -> (OrganizationId, SiteId) {
        let site = self.site_id.0;
        (self.organization_id.0, site)
    }
}

/// The secret of a share link.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShareKey {
    /// The secret of an active share link; published addresses in the response then contain it.
    #[serde(default)]
    pub(super) share_key: Option<String>,
}

/// Filters for a list of sites.
#[derive(Debug, Deserialize, JsonSchema)]
struct Filter {
    /// Only sites with the space of this identifier.
    #[serde(default)]
    space: Option<String>,
    /// Only sites whose title contains this text, ignoring case.
    #[serde(default)]
    title: Option<SearchText>,
    /// True for published sites only, false for unpublished sites only.
    #[serde(default)]
    published: Option<bool>,
    /// Only sites of these types.
    #[serde(default, rename = "type")]
    kinds: Vec<SiteType>,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(filter): Query<Filter>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Site>, Problem> {
    let list = format!("sites of {organization}");
    let paging = context.paging(&list, &paging)?;
    // A text that is not an identifier matches no site.
    let nowhere = SpaceId(quire_model::ids::Uid([0; 16]));
    let space = filter.space.map(|space| space.parse().unwrap_or(nowhere));
    let filter = SiteFilter { space, title: filter.title, published: filter.published, kinds: filter.kinds };
    let page = context.run(move |app| app.list_sites(&caller, organization, &filter, &paging)).await?;
    Ok(context.listing(&list, page.map(|site| Site::of(&site, &context))))
}

/// A site to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CreateSite {
    /// The type of the site; `basic` by default.
    #[serde(default, rename = "type")]
    kind: Option<SiteType>,
    /// The title; by default that of the first space, or of the organization.
    #[serde(default)]
    title: Option<SiteTitle>,
    /// The audience of the site; `public` by default.
    #[serde(default)]
    visibility: Option<SiteVisibility>,
    /// The initial spaces of the site; none by default.
    #[serde(default)]
    spaces: Option<Spaces>,
    /// True to refuse, with 409, a title that another site of the organization has.
    #[serde(default)]
    unique_title: bool,
}

/// Spaces of the organization by their identifiers, or a new space.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Spaces {
    /// The identifiers of existing spaces, in the order of the site.
    These(Vec<Reference<SpaceId>>),
    /// A new space, created for the site.
    New(NewSpace),
}

/// The initial content of a new space.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum NewSpace {
    /// A space without content.
    Empty,
    /// A space with sample pages.
    Sample,
}

impl Spaces {
    fn resolve(self) -> Result<NewSpaces, Problem> {
        Ok(match self {
            Self::These(spaces) => {
                let found = spaces.into_iter().map(|space| space.0.ok_or(quire_app::Error::NotFound("space")));
                NewSpaces::These(found.collect::<Result<_, _>>()?)
            }
            Self::New(NewSpace::Empty) => NewSpaces::Empty,
            Self::New(NewSpace::Sample) => NewSpaces::Sample,
        })
    }
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(body): Json<CreateSite>,
) -> Result<Created<Site>, Problem> {
    let spaces = body.spaces.map(Spaces::resolve).transpose()?.unwrap_or_default();
    let CreateSite { kind, title, visibility, unique_title, .. } = body;
    let new = NewSite { kind, title, visibility, spaces, unique_title };
    let made = context.run(move |app| app.create_site(&caller, organization, &new)).await?;
    let location = crate::types::site_location(organization, made.site.id, &context);
    Ok(Created { location, body: Site::of(&made, &context) })
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
) -> Result<Json<Site>, Problem> {
    let (organization, id) = path.parse();
    let found = context.run(move |app| app.get_site(&caller, organization, id)).await?;
    Ok(Json(Site::of(&found, &context)))
}

/// Changes to a site's settings.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UpdateSite {
    #[serde(default)]
    title: Change<SiteTitle>,
    #[serde(default)]
    visibility: Change<SiteVisibility>,
    /// The name in the site's addresses. The previous one keeps leading to the site until another site takes it.
    #[serde(default)]
    basename: Change<SiteBasename>,
    #[serde(default)]
    adaptive_content: Change<AdaptiveContent>,
    #[serde(default)]
    agents_context: Change<AgentsContext>,
    /// The default space of the site, or of its default section.
    #[serde(default)]
    default_site_space: Change<Reference<SiteSpaceId>>,
    /// The default section, which visitors of the site see first.
    #[serde(default)]
    default_site_section: Change<Reference<SiteSectionId>>,
    /// The host name and path under which a proxy serves the site; null for none.
    #[serde(default)]
    proxy: Patch<SiteProxy>,
    /// The site's own host name, refused with 409 if another site has proven it; null for none.
    #[serde(default)]
    hostname: Patch<SiteHostname>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Json(body): Json<UpdateSite>,
) -> Result<Json<Site>, Problem> {
    let (organization, id) = path.parse();
    let changes = SiteChanges {
        title: body.title.into_option(),
        visibility: body.visibility.into_option(),
        basename: body.basename.into_option(),
        adaptive: body.adaptive_content.into_option().map(|adaptive| adaptive.enabled),
        agents_context: body.agents_context.into_option(),
        default_section: Reference::resolve(body.default_site_section.into_option(), "site section")?,
        default_space: Reference::resolve(body.default_site_space.into_option(), "site space")?,
        proxy: body.proxy,
        hostname: body.hostname,
    };
    let after = context.run(move |app| app.update_site(&caller, organization, id, &changes)).await?;
    Ok(Json(Site::of(&after, &context)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
) -> Result<NoContent, Problem> {
    let id = path.site_id.0;
    context.run(move |app| app.delete_site(&caller, path.organization_id.0, id)).await?;
    Ok(NoContent)
}

async fn publish(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
) -> Result<Json<Site>, Problem> {
    let (organization, id) = path.parse();
    let site = context.run(move |app| app.publish_site(&caller, organization, id, true)).await?;
    Ok(Json(Site::of(&site, &context)))
}

async fn unpublish(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
) -> Result<Json<Site>, Problem> {
    let (organization, id) = path.parse();
    let site = context.run(move |app| app.publish_site(&caller, organization, id, false)).await?;
    Ok(Json(Site::of(&site, &context)))
}
