//! Searching the main content of spaces: of one space, of all in an organization, or of those on a site.

use std::borrow::Cow;

use axum::extract::State;
use quire_app::Error;
use quire_app::search::Among;
use quire_model::ids::SiteSpaceId;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::orgs::OrganizationPath;
use super::scope::Scope;
use super::sites::SitePath;
use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Endpoints, Json, Listing, Path, Query, Rendered, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::rendering::{Answer, SearchKey};
use crate::types::{SearchPageResult, SearchSpaceResult};

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new()
        .get(
            "/v1/spaces/{spaceId}/search",
            in_space,
            op("searchSpaceContent", "Space content", "Search the main content of a space.").details(
                "The last word may be incomplete, and words with one wrong letter match if there are few results. \
                 Words in quotes must match exactly. Hidden pages and those below them are not found.",
            ),
        )
        .get(
            "/v1/orgs/{organizationId}/search",
            in_org,
            op("searchOrganizationContent", "Organizations", "Search the spaces of an organization.")
                .details("Only spaces that the caller may read are searched. `count` is the number of spaces."),
        )
        .post(
            "/v1/orgs/{organizationId}/sites/{siteId}/search",
            on_site,
            op("searchSiteContent", super::sites::TAG, "Search the spaces on a site.").details(
                "In spaces that the caller may not read, only content that the site shows to everybody is found. \
                 `count` is the number of spaces.",
            ),
        )
}

const SITE_SPACE: &str = "site space";

/// A query for a search in main content.
#[derive(Debug, Deserialize, JsonSchema)]
struct SearchParameters {
    /// The words to search for, as users type them.
    query: SearchQuery,
}

/// A text of at most 512 characters of any kind.
#[derive(Debug)]
struct SearchQuery(String);

impl SearchQuery {
    const MAX: usize = 512;
}

impl<'de> Deserialize<'de> for SearchQuery {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.chars().count() {
            0..=Self::MAX => Ok(Self(text)),
            found => Err(D::Error::custom(format!("must be at most {} characters long, not {found}", Self::MAX))),
        }
    }
}

impl JsonSchema for SearchQuery {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SearchQuery".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string", "maxLength": Self::MAX })
    }
}

/// A search on a site. Without `scope`, the deprecated `mode` selects the spaces.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AskSite {
    /// The words to search for, as users type them.
    query: SearchQuery,
    #[serde(default)]
    scope: Option<SiteSearchScope>,
    /// The spaces to search; `specific` by default. Deprecated: use `scope`.
    #[serde(default)]
    mode: Option<Mode>,
    /// The spaces on the site to search with `specific`. Deprecated: use `scope`.
    #[serde(default)]
    site_space_ids: Option<Vec<Reference<SiteSpaceId>>>,
    /// The space on the site that the visitor is reading, with `current`. Deprecated: use `scope`.
    #[serde(default)]
    site_space_id: Option<Reference<SiteSpaceId>>,
}

/// The spaces of a site to search.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "mode", rename_all = "lowercase")]
enum SiteSearchScope {
    /// The default space of each section, or of a site without sections.
    #[serde(rename_all = "camelCase")]
    Default {
        /// The space that the visitor is reading; it is searched too, and sections by their space in its language.
        #[serde(default)]
        current_site_space: Option<Reference<SiteSpaceId>>,
        /// Further spaces to search. Deprecated: use `currentSiteSpace`.
        #[serde(default)]
        included_site_spaces: Vec<Reference<SiteSpaceId>>,
    },
    /// The given spaces on the site, at least one.
    #[serde(rename_all = "camelCase")]
    Specific { site_space_ids: Vec<Reference<SiteSpaceId>> },
    /// All spaces on the site.
    All,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Specific,
    Current,
    All,
}

impl AskSite {
    fn among(self) -> Result<Among, Problem> {
        let Some(scope) = self.scope else { return Self::among_by(self.mode, self.site_space_ids, self.site_space_id) };
        match scope {
            SiteSearchScope::Default { current_site_space, included_site_spaces } => Ok(Among::Defaults {
                current: Reference::resolve(current_site_space, SITE_SPACE)?,
                included: known(included_site_spaces)?,
            }),
            SiteSearchScope::Specific { site_space_ids } => these("scope.siteSpaceIds", Some(site_space_ids)),
            SiteSearchScope::All => Ok(Among::All),
        }
    }

    fn among_by(
        mode: Option<Mode>,
        ids: Option<Vec<Reference<SiteSpaceId>>>,
        id: Option<Reference<SiteSpaceId>>,
    ) -> Result<Among, Problem> {
        match mode {
            None if ids.is_none() => Err(Problem::bad_request("scope: is missing")),
            None | Some(Mode::Specific) => these("siteSpaceIds", ids),
            Some(Mode::Current) => match Reference::resolve(id, SITE_SPACE)? {
                current @ Some(_) => Ok(Among::Defaults { current, included: Vec::new() }),
                None => Err(Problem::bad_request("siteSpaceId: is missing")),
            },
            Some(Mode::All) => Ok(Among::All),
        }
    }
}

fn these(field: &str, ids: Option<Vec<Reference<SiteSpaceId>>>) -> Result<Among, Problem> {
    match ids.filter(|ids| !ids.is_empty()) {
        Some(ids) => known(ids).map(Among::These),
        None => Err(Problem::bad_request(format!("{field}: must name at least one space on the site"))),
    }
}

fn known(ids: Vec<Reference<SiteSpaceId>>) -> Result<Vec<SiteSpaceId>, Problem> {
    ids.into_iter().map(|id| id.0.ok_or_else(|| quire_app::Error::NotFound(SITE_SPACE).into())).collect()
}

async fn in_space(
    State(context): State<Context>,
    scope: Scope,
    Query(SearchParameters { query: SearchQuery(query) }): Query<SearchParameters>,
    Query(paging): Query<Paging>,
) -> Result<Rendered<Listing<SearchPageResult>>, Problem> {
    let view = scope.view(&context).await?;
    let list = format!("search in {} for {query}", view.space.id);
    let paging = context.paging(&list, &paging)?;
    let within = context.clone();
    let answer = context.run_in(WorkKind::Search, move |app| {
        // People type the same beginnings, and programs ask the same questions.
        let pages = app.expanded_outline(&view)?;
        let basis = app.search_basis(&pages);
        let key = basis.map(|basis| SearchKey { list: list.clone(), paging: paging.clone(), basis });
        if let Some(known) = key.as_ref().and_then(|key| within.found().get(key)) {
            return Ok(known);
        }
        let page = app.search_space(view.space.id, &pages, &query, &paging)?;
        let page = within.listing(&list, page.map(|found| SearchPageResult::of(found, &view, &within)));
        let answer = Answer::of(&page, None).map_err(|error| Error::internal("writing JSON", error))?;
        if let Some(key) = key {
            within.found().insert(key, answer.clone());
        }
        Ok(answer)
    });
    Ok(answer.await?.rendered())
}

async fn in_org(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(SearchParameters { query: SearchQuery(query) }): Query<SearchParameters>,
    Query(paging): Query<Paging>,
) -> Result<Listing<SearchSpaceResult>, Problem> {
    let list = format!("search in {organization} for {query}");
    let paging = context.paging(&list, &paging)?;
    let page =
        context.run_in(WorkKind::Search, move |app| app.search_org(&caller, organization, &query, &paging)).await?;
    Ok(context.listing(&list, page.map(|found| SearchSpaceResult::of(found, &context))))
}

async fn on_site(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(paging): Query<Paging>,
    Json(body): Json<AskSite>,
) -> Result<Listing<SearchSpaceResult>, Problem> {
    let site = path.parse();
    let SearchQuery(query) = &body.query;
    let query = query.clone();
    let among = body.among()?;
    let list = format!("search on site {} among {among:?} for {query}", site.1);
    let paging = context.paging(&list, &paging)?;
    let page =
        context.run_in(WorkKind::Search, move |app| app.search_site(&caller, site, &query, &among, &paging)).await?;
    Ok(context.listing(&list, page.map(|found| SearchSpaceResult::of(found, &context))))
}
