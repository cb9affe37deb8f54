//! Customization: the appearance of sites, and overrides for single spaces on them.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use quire_app::callers::Caller;
use quire_model::customization::{Settings, fonts};
use quire_model::ids::{OrganizationId, SiteId, SiteSpaceId};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::sites::{SitePath, TAG};
use super::{Named, uploads};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, NoContent, Path, Query, Warned, op};
use crate::error::Problem;
use crate::types::{CustomizationChanges, CustomizationInput, Customized, Strictness};

pub(super) fn endpoints() -> Endpoints<Context> {
    const OF_SITE: &str = "/v1/orgs/{organizationId}/sites/{siteId}/customization";
    const OF_SPACE: &str = "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization";
    Endpoints::new()
        .get(OF_SITE, get, op("getSiteCustomizationById", TAG, "Get a site's customization."))
        .patch(OF_SITE, change, op("changeSiteCustomizationById", TAG, "Change settings of a site's customization."))
        .put(OF_SITE, put, op("updateSiteCustomizationById", TAG, "Replace a site's customization."))
        .get(
            OF_SPACE,
            get_of_space,
            op("getSiteSpaceCustomizationById", TAG, "Get the customization that applies to a space on a site."),
        )
        .patch(
            OF_SPACE,
            change_of_space,
            op("overrideSiteSpaceCustomizationById", TAG, "Change the customization overrides of a space on a site."),
        )
        .delete(
            OF_SPACE,
            delete_of_space,
            op("deleteSiteSpaceCustomizationById", TAG, "Remove the customization overrides of a space on a site."),
        )
}

/// The space on a site that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SpacePath {
    site_space_id: Named<SiteSpaceId>,
}

impl SpacePath {
    fn parse(&self) -> SiteSpaceId {
        self.site_space_id.0
    }
}

/// Lets the site keep the uploads that the fields name as files of fonts.
async fn keep_fonts(
    context: &Context,
    caller: &Arc<Caller>,
    (organization, site): (OrganizationId, SiteId),
    fields: &mut Map<String, Value>,
) -> Result<(), Problem> {
    let own = fonts::addresses(fields).into_iter().filter(|url| uploads::is_own(url, context));
    let tickets = own.map(|url| Ok((url.clone(), uploads::ticket(url, context)?)));
    let tickets = tickets.collect::<Result<HashMap<_, _>, Problem>>()?;
    if tickets.is_empty() {
        return Ok(());
    }
    let (caller, mut kept) = (caller.clone(), std::mem::take(fields));
    let keep = move |app: &quire_app::App| {
        app.keep_fonts(&caller, organization, site, &tickets, &mut kept)?;
        Ok(kept)
    };
    *fields = context.run(keep).await?;
    Ok(())
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
) -> Result<Json<Settings>, Problem> {
    let (organization, site) = path.parse();
    let found = context.run(move |app| app.customizations(&caller, organization, site)).await?;
    Ok(Json(found.of_site().clone()))
}

async fn put(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(strictness): Query<Strictness>,
    Json(mut body): Json<CustomizationInput>,
) -> Result<Warned<Customized>, Problem> {
    let (organization, site) = path.parse();
    keep_fonts(&context, &caller, (organization, site), body.fields()).await?;
    let (settings, notes) = body.parse(&strictness)?;
    let set = context.run(move |app| {
        app.customize_site(&caller, organization, site, &settings)?;
        Ok(settings)
    });
    Ok(Customized::answer(set.await?, notes))
}

async fn change(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(strictness): Query<Strictness>,
    Json(mut body): Json<CustomizationChanges>,
) -> Result<Warned<Customized>, Problem> {
    let (organization, site) = path.parse();
    keep_fonts(&context, &caller, (organization, site), body.fields()).await?;
    let (changes, notes) = body.of_site(&strictness)?;
    let change = move |app: &quire_app::App| app.change_site_customization(&caller, organization, site, &changes);
    Ok(Customized::answer(context.run(change).await?, notes))
}

async fn get_of_space(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Path(space): Path<SpacePath>,
) -> Result<Json<Settings>, Problem> {
    let ((organization, site), space) = (path.parse(), space.parse());
    let get = move |app: &quire_app::App| app.get_site_space_customization(&caller, organization, site, space);
    Ok(Json(context.run(get).await?))
}

async fn change_of_space(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Path(space): Path<SpacePath>,
    Query(strictness): Query<Strictness>,
    Json(mut body): Json<CustomizationChanges>,
) -> Result<Warned<Customized>, Problem> {
    let ((organization, site), space) = (path.parse(), space.parse());
    keep_fonts(&context, &caller, (organization, site), body.fields()).await?;
    let (changes, notes) = body.of_space(&strictness)?;
    let change = move |app: &quire_app::App| {
        app.customize_site_space(&caller, organization, site, space, &changes)?;
        app.get_site_space_customization(&caller, organization, site, space)
    };
    Ok(Customized::answer(context.run(change).await?, notes))
}

async fn delete_of_space(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Path(space): Path<SpacePath>,
) -> Result<NoContent, Problem> {
    let ((organization, site), space) = (path.parse(), space.parse());
    context.run(move |app| app.uncustomize_site_space(&caller, organization, site, space)).await?;
    Ok(NoContent)
}
