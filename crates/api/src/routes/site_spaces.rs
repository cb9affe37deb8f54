//! Spaces on sites: adding, changing, ordering and removing them.

use axum::extract::State;
use quire_app::sites::site_spaces::SpaceChanges;
use quire_model::ids::{OrganizationId, SiteId, SiteSectionId, SiteSpaceId, SpaceId};
use quire_model::sites::SiteCondition;
use quire_model::text::SitePath as PathOnSite;
use schemars::JsonSchema;
use serde::Deserialize;

use super::site_positions::{MovePart, SpacePointer};
use super::sites::{ShareKey, SitePath};
use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Change, Created, Endpoints, Json, Listing, NoContent, Patch, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{SiteSpace, site_location};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Site spaces";
    const OF_SITE: &str = "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces";
    const SITE_SPACE: &str = "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}";
    Endpoints::new()
        .get(OF_SITE, list, op("listSiteSpaces", TAG, "List the spaces on a site, in its order."))
        .post(OF_SITE, add, op("addSpaceToSite", TAG, "Add a space to a site, last in a section."))
        .patch(SITE_SPACE, update, op("updateSiteSpaceById", TAG, "Change a space on a site."))
        .delete(
            SITE_SPACE,
            delete,
            op("deleteSiteSpaceById", TAG, "Remove a space from a site; the space itself is kept."),
        )
        .post(
            "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move",
            move_,
            op("moveSiteSpace", TAG, "Move a space on a site. Deprecated: sort the site's structure instead."),
        )
}

/// The space on a site that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SiteSpacePath {
    organization_id: Named<OrganizationId>,
    site_id: Named<SiteId>,
    site_space_id: Named<SiteSpaceId>,
}

impl SiteSpacePath {
    fn parse(&self) -> ((OrganizationId, SiteId), SiteSpaceId) {
        let site = self.site_id.0;
        let it = self.site_space_id.0;
        ((self.organization_id.0, site), it)
    }
}

/// Filters for a list of a site's spaces.
#[derive(Debug, Deserialize, JsonSchema)]
struct Filter {
    /// True for the default spaces only, that of the site or of each of its sections; false for the others only.
    #[serde(default)]
    default: Option<bool>,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(filter): Query<Filter>,
    Query(key): Query<ShareKey>,
    Query(paging): Query<Paging>,
) -> Result<Listing<SiteSpace>, Problem> {
    let site = path.parse();
    let list = format!("spaces of site {}", site.1);
    let paging = context.paging(&list, &paging)?;
    let work = move |app: &quire_app::App| {
        app.list_site_spaces(&caller, site, filter.default, key.share_key.as_deref(), &paging)
    };
    let page = context.run(work).await?;
    Ok(context.listing(&list, page.map(|space| SiteSpace::of(&space, &context))))
}

/// A space to add to a site.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AddSpace {
    /// A space of the organization that the caller manages.
    space_id: Reference<SpaceId>,
    /// The section to add the space to; by default the default section, or none on a site without sections.
    #[serde(default)]
    section_id: Option<Reference<SiteSectionId>>,
}

async fn add(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Json(body): Json<AddSpace>,
) -> Result<Created<SiteSpace>, Problem> {
    let site = path.parse();
    let space = body.space_id.0.ok_or(quire_app::Error::NotFound("space"))?;
    let section = Reference::resolve(body.section_id, "site section")?;
    let made = context.run(move |app| app.add_site_space(&caller, site, space, section)).await?;
    let location = format!("{}/site-spaces/{}", site_location(site.0, site.1, &context), made.it.id);
    Ok(Created { location, body: SiteSpace::of(&made, &context) })
}

/// Changes to a space on a site.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "UpdateSiteSpace")]
struct UpdateSpace {
    /// The path of the space. The previous one keeps leading to it until something else in its section takes it.
    #[serde(default)]
    path: Change<PathOnSite>,
    /// The expression that decides which visitors see the space; null for all visitors.
    #[serde(default)]
    condition: Patch<SiteCondition>,
    /// The identifier of the space to show in this place; the caller must manage it.
    #[serde(default)]
    space_id: Change<Reference<SpaceId>>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SiteSpacePath>,
    Json(body): Json<UpdateSpace>,
) -> Result<Json<SiteSpace>, Problem> {
    let (site, it) = path.parse();
    let changes = SpaceChanges {
        path: body.path.into_option(),
        condition: body.condition.map(String::from),
        space: Reference::resolve(body.space_id.into_option(), "space")?,
    };
    let after = context.run(move |app| app.update_site_space(&caller, site, it, &changes)).await?;
    Ok(Json(SiteSpace::of(&after, &context)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SiteSpacePath>,
) -> Result<NoContent, Problem> {
    let (site, it) = path.parse();
    context.run(move |app| app.delete_site_space(&caller, site, it)).await?;
    Ok(NoContent)
}

async fn move_(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SiteSpacePath>,
    Json(body): Json<MovePart<SpacePointer>>,
) -> Result<Json<SiteSpace>, Problem> {
    let ((site, it), to) = (path.parse(), body.resolve()?);
    let moved = context.run(move |app| app.move_site_space(&caller, site, it, to)).await?;
    Ok(Json(SiteSpace::of(&moved, &context)))
}
