//! Redirects of sites, changed one by one or many at once.

use axum::extract::State;
use quire_app::sites::site_redirects::{NewRedirect, RedirectChanges, Step};
use quire_model::ids::{SiteRedirectId, Uid};
use quire_model::redirects::{Destination, Source};
use quire_model::text::SearchText;
use schemars::JsonSchema;
use serde::Deserialize;

use super::sites::{ShareKey, SitePath, TAG};
use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Change, Created, Endpoints, Json, Listing, NoContent, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{ChangedRedirect, ChangedRedirects, FoundRedirect, SiteRedirect};

/// The most changes in one request.
const MOST_CHANGES: usize = 1_000;

pub(super) fn endpoints() -> Endpoints<Context> {
    const ALL: &str = "/v1/orgs/{organizationId}/sites/{siteId}/redirects";
    const ONE: &str = "/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}";
    Endpoints::new()
        .get(ALL, list, op("listSiteRedirects", TAG, "List the redirects of a site."))
        .post(ALL, create, op("createSiteRedirect", TAG, "Add a redirect to a site."))
        .put(ALL, change, op("changeSiteRedirects", TAG, "Create, change and delete many redirects, all or nothing."))
        .patch(ONE, update, op("updateSiteRedirectById", TAG, "Change a redirect."))
        .delete(ONE, delete, op("deleteSiteRedirectById", TAG, "Delete a redirect."))
        .get(
            "/v1/orgs/{organizationId}/sites/{siteId}/redirect",
            find,
            op("getSiteRedirectBySource", TAG, "Get the redirect that applies to a path, and its target."),
        )
}

/// The redirect that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RedirectPath {
    site_redirect_id: Named<SiteRedirectId>,
}

/// Filters for a list of redirects.
#[derive(Debug, Deserialize, JsonSchema)]
struct Filter {
    /// Only redirects whose source contains this text.
    #[serde(default)]
    search: Option<SearchText>,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(filter): Query<Filter>,
    Query(paging): Query<Paging>,
) -> Result<Listing<SiteRedirect>, Problem> {
    let (organization, site) = path.parse();
    let list = format!("redirects of {site}");
    let paging = context.paging(&list, &paging)?;
    let search = filter.search.map(String::from);
    let found = context
        .run(move |app| app.list_site_redirects(&caller, organization, site, search.as_deref(), &paging))
        .await?;
    Ok(context.listing(&list, found.map(SiteRedirect::from)))
}

/// A redirect to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CreateRedirect {
    /// The path to redirect, or with `*` at its end a prefix of paths.
    source: Source,
    /// The target of the redirect.
    destination: Destination,
    /// True to append the part of the path that the wildcard matches to the destination.
    #[serde(default)]
    capture_wildcard: bool,
}

impl From<CreateRedirect> for NewRedirect {
    fn from(body: CreateRedirect) -> Self {
        Self { source: body.source, destination: body.destination, captures: body.capture_wildcard }
    }
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Json(body): Json<CreateRedirect>,
) -> Result<Created<SiteRedirect>, Problem> {
    let (organization, site) = path.parse();
    let new = body.into();
    let made = context.run(move |app| app.create_site_redirect(&caller, organization, site, &new)).await?;
    let location = context.url(format_args!("/v1/orgs/{organization}/sites/{site}/redirects/{}", made.id));
    Ok(Created { location, body: made.into() })
}

/// Changes to a redirect.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UpdateRedirect {
    #[serde(default)]
    source: Change<Source>,
    #[serde(default)]
    destination: Change<Destination>,
    #[serde(default)]
    capture_wildcard: Change<bool>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Path(redirect): Path<RedirectPath>,
    Json(body): Json<UpdateRedirect>,
) -> Result<Json<SiteRedirect>, Problem> {
    let (organization, site) = path.parse();
    let id = redirect.site_redirect_id.0;
    let changes = RedirectChanges {
        source: body.source.into_option(),
        destination: body.destination.into_option(),
        captures: body.capture_wildcard.into_option(),
    };
    let after = context.run(move |app| app.update_site_redirect(&caller, organization, site, id, &changes)).await?;
    Ok(Json(after.into()))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Path(redirect): Path<RedirectPath>,
) -> Result<NoContent, Problem> {
    let ((organization, site), id) = (path.parse(), redirect.site_redirect_id.0);
    context.run(move |app| app.delete_site_redirect(&caller, organization, site, id)).await?;
    Ok(NoContent)
}

/// Changes to the redirects of a site.
#[derive(Debug, Deserialize, JsonSchema)]
struct ChangeRedirects {
    /// The changes, made in this order, all or none.
    #[schemars(length(max = MOST_CHANGES))]
    redirects: Vec<ChangeRedirect>,
}

/// A redirect to create, change or delete.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ChangeRedirect {
    /// The identifier of the redirect; without it, the redirect with this source is meant, or a new one.
    #[serde(default)]
    id: Option<Reference<SiteRedirectId>>,
    /// The path to redirect, or with `*` at its end a prefix of paths.
    #[serde(default)]
    source: Option<Source>,
    /// The target of the redirect.
    #[serde(default)]
    destination: Option<Destination>,
    /// True to append the part of the path that the wildcard matches to the destination.
    #[serde(default)]
    capture_wildcard: bool,
    /// True to delete the redirect that `id`, or else `source`, names.
    #[serde(default)]
    delete: bool,
}

impl ChangeRedirect {
    fn step(self, at: usize) -> Result<Step, Problem> {
        let lacks = |field: &str| Problem::bad_request(format!("body field \"redirects[{at}].{field}\": is required"));
        if self.delete {
            return match (self.id, self.source) {
                // A text that is not an identifier names no redirect.
                (Some(Reference(id)), _) => Ok(Step::Remove(id.unwrap_or(SiteRedirectId(Uid([0; 16]))))),
                (None, Some(source)) => Ok(Step::RemoveFrom(source)),
                (None, None) => Err(lacks("source")),
            };
        }
        let id = match self.id {
            Some(Reference(None)) => {
                let message = format!("redirects[{at}].id: there is no such redirect");
                return Err(quire_app::Error::Missing(message).into());
            }
            given => given.and_then(|given| given.0),
        };
        let source = self.source.ok_or_else(|| lacks("source"))?;
        let destination = self.destination.ok_or_else(|| lacks("destination"))?;
        Ok(Step::Put(id, NewRedirect { source, destination, captures: self.capture_wildcard }))
    }
}

async fn change(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Json(body): Json<ChangeRedirects>,
) -> Result<Json<ChangedRedirects>, Problem> {
    let (organization, site) = path.parse();
    if body.redirects.len() > MOST_CHANGES {
        let message = format!("body field \"redirects\": must have at most {MOST_CHANGES} elements");
        return Err(Problem::bad_request(message));
    }
    let steps = body.redirects.into_iter().enumerate().map(|(at, change)| change.step(at));
    let steps: Vec<_> = steps.collect::<Result<_, _>>()?;
    let done = context.run(move |app| app.change_site_redirects(&caller, organization, site, &steps)).await?;
    Ok(Json(ChangedRedirects { items: done.into_iter().map(ChangedRedirect::of).collect() }))
}

/// The path whose redirect to get.
#[derive(Debug, Deserialize, JsonSchema)]
struct RedirectQuery {
    /// A path on the site.
    source: String,
}

async fn find(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(wanted): Query<RedirectQuery>,
    Query(key): Query<ShareKey>,
) -> Result<Json<FoundRedirect>, Problem> {
    let (organization, site) = path.parse();
    let find = move |app: &quire_app::App| {
        app.find_site_redirect(&caller, organization, site, &wanted.source, key.share_key.as_deref())
    };
    let found = context.run(find).await?;
    Ok(Json(FoundRedirect { redirect: found.rule.into(), target: found.target }))
}
