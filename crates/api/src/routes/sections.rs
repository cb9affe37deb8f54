//! Sections of sites: their settings, default spaces and order.

use axum::extract::State;
use quire_app::sites::sections::{NewSiteSection, SectionChanges};
use quire_model::ids::{OrganizationId, SiteId, SiteSectionId, SiteSpaceId, SpaceId};
use quire_model::sites::SiteCondition;
use quire_model::text::{IconName, SitePath as PathOnSite, SiteSectionDescription, SiteSectionTitle};
use schemars::JsonSchema;
use serde::Deserialize;

use super::site_positions::{MovePart, SectionPointer};
use super::sites::{ShareKey, SitePath};
use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Change, Created, Endpoints, Json, Listing, NoContent, Patch, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{SiteSection, site_location};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Site sections";
    const OF_SITE: &str = "/v1/orgs/{organizationId}/sites/{siteId}/sections";
    const SECTION: &str = "/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}";
    Endpoints::new()
        .get(OF_SITE, list, op("listSiteSections", TAG, "List the sections of a site, including those in groups."))
        .post(
            OF_SITE,
            create,
            op(
                "addSectionToSite",
                TAG,
                "Add a section with one space, last on a site. The spaces of a site without sections become its first.",
            ),
        )
        .patch(SECTION, update, op("updateSiteSectionById", TAG, "Change a section."))
        .delete(
            SECTION,
            delete,
            op("deleteSiteSectionById", TAG, "Remove a section from a site; the spaces themselves are kept."),
        )
        .post(
            "/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move",
            move_,
            op("moveSiteSection", TAG, "Move a section beside another one, into that one's group."),
        )
}

/// The section of a site that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SectionPath {
    organization_id: Named<OrganizationId>,
    site_id: Named<SiteId>,
    site_section_id: Named<SiteSectionId>,
}

impl SectionPath {
    fn parse(&self) -> ((OrganizationId, SiteId), SiteSectionId) {
        let site = self.site_id.0;
        let section = self.site_section_id.0;
        ((self.organization_id.0, site), section)
    }
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(key): Query<ShareKey>,
    Query(paging): Query<Paging>,
) -> Result<Listing<SiteSection>, Problem> {
    let site = path.parse();
    let list = format!("sections of site {}", site.1);
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_sections(&caller, site, key.share_key.as_deref(), &paging)).await?;
    Ok(context.listing(&list, page.map(|section| SiteSection::of(&section, &context))))
}

/// A section to add to a site.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CreateSection {
    /// The first space of the section: one of the organization that the caller manages.
    space_id: Reference<SpaceId>,
    /// The title; by default that of the space.
    #[serde(default)]
    title: Option<SiteSectionTitle>,
    #[serde(default)]
    icon: Option<IconName>,
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Json(body): Json<CreateSection>,
) -> Result<Created<SiteSection>, Problem> {
    let site = path.parse();
    let space = body.space_id.0.ok_or(quire_app::Error::NotFound("space"))?;
    let new = NewSiteSection { space, title: body.title, icon: body.icon };
    let made = context.run(move |app| app.create_section(&caller, site, &new)).await?;
    let location = format!("{}/sections/{}", site_location(site.0, site.1, &context), made.section.id);
    Ok(Created { location, body: SiteSection::of(&made, &context) })
}

/// Changes to a section.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UpdateSection {
    #[serde(default)]
    title: Change<SiteSectionTitle>,
    /// The path of the section. The previous one keeps leading to the section until another section takes it.
    #[serde(default)]
    path: Change<PathOnSite>,
    /// The default space of the section, which is in it.
    #[serde(default)]
    default_site_space: Change<Reference<SiteSpaceId>>,
    /// The expression that decides which visitors see the section; null for all visitors.
    #[serde(default)]
    condition: Patch<SiteCondition>,
    #[serde(default)]
    icon: Patch<IconName>,
    #[serde(default)]
    description: Patch<SiteSectionDescription>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SectionPath>,
    Json(body): Json<UpdateSection>,
) -> Result<Json<SiteSection>, Problem> {
    let (site, section) = path.parse();
    let changes = SectionChanges {
        title: body.title.into_option(),
        description: body.description,
        icon: body.icon,
        path: body.path.into_option(),
        condition: body.condition.map(String::from),
        default: Reference::resolve(body.default_site_space.into_option(), "site space")?,
    };
    let after = context.run(move |app| app.update_section(&caller, site, section, &changes)).await?;
    Ok(Json(SiteSection::of(&after, &context)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SectionPath>,
) -> Result<NoContent, Problem> {
    let (site, section) = path.parse();
    context.run(move |app| app.delete_section(&caller, site, section)).await?;
    Ok(NoContent)
}

async fn move_(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SectionPath>,
    Json(body): Json<MovePart<SectionPointer>>,
) -> Result<Json<SiteSection>, Problem> {
    let ((site, section), to) = (path.parse(), body.resolve()?);
    let moved = context.run(move |app| app.move_section(&caller, site, section, to)).await?;
    Ok(Json(SiteSection::of(&moved, &context)))
}
