//! Groups of sections on sites: their settings, members and order.

use axum::extract::State;
use quire_app::sites::section_groups::GroupChanges;
use quire_model::ids::{OrganizationId, SiteId, SiteSectionGroupId, SiteSectionId};
use quire_model::text::{IconName, SiteSectionGroupTitle};
use schemars::JsonSchema;
use serde::Deserialize;

use super::site_positions::{GroupPointer, MovePart};
use super::sites::SitePath;
use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Change, Created, Endpoints, Json, Listing, NoContent, Patch, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{SiteSectionGroup, site_location};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Site section groups";
    const OF_SITE: &str = "/v1/orgs/{organizationId}/sites/{siteId}/section-groups";
    const GROUP: &str = "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}";
    Endpoints::new()
        .get(OF_SITE, list, op("listSiteSectionGroups", TAG, "List the groups of sections of a site."))
        .post(OF_SITE, create, op("addSectionGroupToSite", TAG, "Add a group of sections, last on a site."))
        .patch(GROUP, update, op("updateSiteSectionGroupById", TAG, "Change a group of sections."))
        .delete(
            GROUP,
            delete,
            op("deleteSiteSectionGroupById", TAG, "Remove a group from a site; its sections take its place."),
        )
        .post(
            "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections",
            add,
            op("addSectionToGroup", TAG, "Move a section into a group, as its last."),
        )
        .delete(
            "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}",
            remove,
            op("removeSectionFromGroup", TAG, "Remove a section from a group; it moves right after the group."),
        )
        .post(
            "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move",
            move_,
            op("moveSiteSectionGroup", TAG, "Move a group beside another one, or beside a section in no group."),
        )
}

/// The group of sections that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct GroupPath {
    organization_id: Named<OrganizationId>,
    site_id: Named<SiteId>,
    site_section_group_id: Named<SiteSectionGroupId>,
}

impl GroupPath {
    fn parse(&self) -> ((OrganizationId, SiteId), SiteSectionGroupId) {
        let site = self.site_id.0;
        let group = self.site_section_group_id.0;
        ((self.organization_id.0, site), group)
    }
}

/// The group and the section in it that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MemberPath {
    organization_id: Named<OrganizationId>,
    site_id: Named<SiteId>,
    site_section_group_id: Named<SiteSectionGroupId>,
    site_section_id: Named<SiteSectionId>,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<SiteSectionGroup>, Problem> {
    let site = path.parse();
    let list = format!("section groups of site {}", site.1);
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_section_groups(&caller, site, &paging)).await?;
    Ok(context.listing(&list, page.map(|group| SiteSectionGroup::of(&group, &context))))
}

/// A group of sections to add to a site.
#[derive(Debug, Deserialize, JsonSchema)]
struct CreateGroup {
    title: SiteSectionGroupTitle,
    #[serde(default)]
    icon: Option<IconName>,
    /// The sections of the site to move into the group, in this order.
    #[serde(default)]
    sections: Vec<Reference<SiteSectionId>>,
    /// Must be absent: a group can't be in another group.
    #[serde(default)]
    parent: Option<String>,
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Json(body): Json<CreateGroup>,
) -> Result<Created<SiteSectionGroup>, Problem> {
    let site = path.parse();
    if body.parent.is_some() {
        return Err(Problem::bad_request("field \"parent\": a group can't be in another group"));
    }
    let sections = body.sections.into_iter().map(|it| it.0.ok_or(quire_app::Error::NotFound("site section")));
    let sections = sections.collect::<Result<Vec<_>, _>>()?;
    let work =
        move |app: &quire_app::App| app.create_section_group(&caller, site, &body.title, body.icon.as_ref(), &sections);
    let made = context.run(work).await?;
    let location = format!("{}/section-groups/{}", site_location(site.0, site.1, &context), made.group.id);
    Ok(Created { location, body: SiteSectionGroup::of(&made, &context) })
}

/// Changes to a group of sections.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateGroup {
    #[serde(default)]
    title: Change<SiteSectionGroupTitle>,
    #[serde(default)]
    icon: Patch<IconName>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<GroupPath>,
    Json(body): Json<UpdateGroup>,
) -> Result<Json<SiteSectionGroup>, Problem> {
    let (site, group) = path.parse();
    let changes = GroupChanges { title: body.title.into_option(), icon: body.icon };
    let after = context.run(move |app| app.update_section_group(&caller, site, group, &changes)).await?;
    Ok(Json(SiteSectionGroup::of(&after, &context)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<GroupPath>,
) -> Result<NoContent, Problem> {
    let (site, group) = path.parse();
    context.run(move |app| app.delete_section_group(&caller, site, group)).await?;
    Ok(NoContent)
}

/// A section to move into a group.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AddSection {
    /// The identifier of a section of the site.
    section_id: Reference<SiteSectionId>,
}

async fn add(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<GroupPath>,
    Json(body): Json<AddSection>,
) -> Result<Json<SiteSectionGroup>, Problem> {
    let (site, group) = path.parse();
    let section = body.section_id.0.ok_or(quire_app::Error::NotFound("site section"))?;
    let after = context.run(move |app| app.add_section_to_group(&caller, site, group, section)).await?;
    Ok(Json(SiteSectionGroup::of(&after, &context)))
}

async fn remove(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<MemberPath>,
) -> Result<NoContent, Problem> {
    let MemberPath { organization_id, site_id, site_section_group_id, site_section_id } = path;
    let (site, group, section) = ((organization_id.0, site_id.0), site_section_group_id.0, site_section_id.0);
    context.run(move |app| app.remove_section_from_group(&caller, site, group, section)).await?;
    Ok(NoContent)
}

async fn move_(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<GroupPath>,
    Json(body): Json<MovePart<GroupPointer>>,
) -> Result<Json<SiteSectionGroup>, Problem> {
    let ((site, group), to) = (path.parse(), body.resolve()?);
    let moved = context.run(move |app| app.move_section_group(&caller, site, group, to)).await?;
    Ok(Json(SiteSectionGroup::of(&moved, &context)))
}
