//! Share links: addresses with a secret that give access to a site.

use axum::extract::State;
use quire_app::sites::share_links::LinkChanges;
use quire_model::ids::{OrganizationId, ShareLinkId, SiteId};
use quire_model::text::ShareLinkName;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Named;
use super::sites::SitePath;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Change, Created, Endpoints, Json, Listing, NoContent, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::ShareLink;

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Site share links";
    const LINKS: &str = "/v1/orgs/{organizationId}/sites/{siteId}/share-links";
    const LINK: &str = "/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}";
    Endpoints::new()
        .get(LINKS, list, op("listSiteShareLinks", TAG, "List the share links of a site."))
        .post(LINKS, create, op("createSiteShareLink", TAG, "Create a share link; a site has at most 100."))
        .patch(LINK, update, op("updateSiteShareLinkById", TAG, "Rename, deactivate or activate a share link."))
        .delete(LINK, delete, op("deleteSiteShareLinkById", TAG, "Revoke a share link permanently."))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct LinkPath {
    organization_id: Named<OrganizationId>,
    site_id: Named<SiteId>,
    share_link_id: Named<ShareLinkId>,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<ShareLink>, Problem> {
    let (organization, site) = path.parse();
    let list = format!("share links of {site}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_share_links(&caller, organization, site, &paging)).await?;
    Ok(context.listing(&list, page.map(ShareLink::from)))
}

/// A share link to create.
#[derive(Debug, Deserialize, JsonSchema)]
struct CreateShareLink {
    /// The name of the link, such as the readers it is for.
    name: ShareLinkName,
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Json(body): Json<CreateShareLink>,
) -> Result<Created<ShareLink>, Problem> {
    let (organization, site) = path.parse();
    let made = context.run(move |app| app.create_share_link(&caller, organization, site, &body.name)).await?;
    let location = context.url(format_args!("/v1/orgs/{organization}/sites/{site}/share-links/{}", made.link.id));
    Ok(Created { location, body: made.into() })
}

/// Changes to a share link.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateShareLink {
    /// The name of the link, such as the readers it is for.
    #[serde(default)]
    name: Change<ShareLinkName>,
    /// True if the link gives access to the site.
    #[serde(default)]
    active: Change<bool>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<LinkPath>,
    Json(body): Json<UpdateShareLink>,
) -> Result<Json<ShareLink>, Problem> {
    let organization = path.organization_id.0;
    let site = path.site_id.0;
    let id = path.share_link_id.0;
    let changes = LinkChanges { name: body.name.into_option(), active: body.active.into_option() };
    let link = context.run(move |app| app.update_share_link(&caller, organization, site, id, &changes)).await?;
    Ok(Json(link.into()))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<LinkPath>,
) -> Result<NoContent, Problem> {
    let (site, id) = (path.site_id.0, path.share_link_id.0);
    context.run(move |app| app.delete_share_link(&caller, path.organization_id.0, site, id)).await?;
    Ok(NoContent)
}
