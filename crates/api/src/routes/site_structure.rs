//! The structure of sites as a whole: their spaces, sections and groups.

use std::sync::Arc;

use axum::extract::State;
use quire_app::sites::sections::Pointer;
use quire_model::ids::{OrganizationId, SiteId, SiteSpaceId};
use quire_model::places::Beside;
use schemars::JsonSchema;
use serde::Deserialize;

use super::site_positions::{Part, PartPointer, PartReference as _, Position};
use super::sites::{ShareKey, SitePath, TAG};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, Path, Query, op};
use crate::error::Problem;
use crate::types::{
    PublishedCustomizations, PublishedSite, PublishedSiteObject, Site, SitePart, SiteSection, SiteSectionGroup,
    SiteSpace, SiteStructure,
};

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new()
        .get(
            "/v1/orgs/{organizationId}/sites/{siteId}/structure",
            get,
            op("getSiteStructure", TAG, "Get the structure of a site."),
        )
        .patch(
            "/v1/orgs/{organizationId}/sites/{siteId}/structure/sort",
            sort,
            op("sortSiteStructure", TAG, "Move a space, a section or a group of a site."),
        )
        .get(
            "/v1/orgs/{organizationId}/sites/{siteId}/published",
            published,
            op("getPublishedContentSite", TAG, "Get a published site with its structure and customization."),
        )
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(key): Query<ShareKey>,
) -> Result<Json<SiteStructure>, Problem> {
    let (organization, id) = path.parse();
    let work = move |app: &quire_app::App| app.get_site_structure(&caller, organization, id, key.share_key.as_deref());
    let found = context.run(work).await?;
    Ok(Json(SiteStructure::of(&found, &context)))
}

async fn published(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(key): Query<ShareKey>,
) -> Result<Json<PublishedSite>, Problem> {
    let (organization, id) = path.parse();
    let work = move |app: &quire_app::App| {
        let (site, structure) = app.get_published_site(&caller, organization, id, key.share_key.as_deref())?;
        Ok((site, structure, app.customizations(&caller, organization, id)?))
    };
    let (site, structure, customizations) = context.run(work).await?;
    Ok(Json(PublishedSite {
        object: PublishedSiteObject::It,
        site: Site::of(&site, &context),
        structure: SiteStructure::of(&structure, &context),
        customizations: PublishedCustomizations::of(&customizations, &site.structure),
        scripts: [],
    }))
}

/// A part of a site to move, and its new position.
#[derive(Debug, Deserialize, JsonSchema)]
struct Sort {
    /// The space, section or group to move.
    item: PartPointer,
    /// The position: of spaces beside spaces, of sections beside sections and groups, of groups beside groups and
    /// sections in no group. By default, a space moves to the end of its section, anything else to the end of the site.
    position: Position<PartPointer>,
}

async fn sort(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Json(body): Json<Sort>,
) -> Result<Json<SitePart>, Problem> {
    let site = path.parse();
    let item = body.item.id().ok_or(quire_app::Error::NotFound("site structure item"))?;
    let to = body.position.resolve()?;
    let part = match item {
        Part::Space(it) => SitePart::Space(Box::new(sort_space(&context, caller, site, it, to).await?)),
        Part::Item(it) => sort_item(&context, caller, site, it, to).await?,
    };
    Ok(Json(part))
}

async fn sort_space(
    context: &Context,
    caller: Arc<quire_app::Caller>,
    site: (OrganizationId, SiteId),
    it: SiteSpaceId,
    to: Option<Beside<Part>>,
) -> Result<SiteSpace, Problem> {
    let to = to.map(|to| match to.target() {
        Part::Space(target) => Ok(to.map(|_| target)),
        Part::Item(_) => Err(Problem::bad_request("field \"position\": a space stands beside spaces")),
    });
    let to = to.transpose()?;
    let moved = context.run(move |app| app.move_site_space(&caller, site, it, to)).await?;
    Ok(SiteSpace::of(&moved, context))
}

async fn sort_item(
    context: &Context,
    caller: Arc<quire_app::Caller>,
    site: (OrganizationId, SiteId),
    it: Pointer,
    to: Option<Beside<Part>>,
) -> Result<SitePart, Problem> {
    let to = to.map(|to| match to.target() {
        Part::Item(target) => Ok(to.map(|_| target)),
        Part::Space(_) => Err(Problem::bad_request("field \"position\": sections and groups stand beside each other")),
    });
    let to = to.transpose()?;
    Ok(match it {
        Pointer::Section(id) => {
            let moved = context.run(move |app| app.move_section(&caller, site, id, to)).await?;
            SitePart::Section(SiteSection::of(&moved, context))
        }
        Pointer::Group(id) => {
            let moved = context.run(move |app| app.move_section_group(&caller, site, id, to)).await?;
            SitePart::Group(SiteSectionGroup::of(&moved, context))
        }
    })
}
