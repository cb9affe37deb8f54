//! Searching the main content of spaces.

use std::borrow::Cow;

use axum::extract::State;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::Named;
use super::orgs::OrganizationPath;
use super::scope::Scope;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Listing, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{SearchPageResult, SearchSpaceResult};

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new()
        .get(
            "/v1/spaces/{spaceId}/search",
            in_space,
            op("searchSpaceContent", "Space content", "Search the main content of a space.").details(
                "Words may be cut off at the end of the query, and a wrong letter is forgiven where little is found. \
                 Words between quotes have to stand as they are. Hidden pages are not found, nor what is below them.",
            ),
        )
        .get(
            "/v1/orgs/{organizationId}/search",
            in_org,
            op("searchOrganizationContent", "Organizations", "Search the spaces of an organization.")
                .details("Only spaces that the caller may read are searched. `count` is the number of spaces."),
        )
}

/// What is looked for.
#[derive(Debug, Deserialize, JsonSchema)]
struct Asked {
    /// Words, as people type them.
    query: SearchQuery,
}

/// At most 512 characters, whichever they are.
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

async fn in_space(
    State(context): State<Context>,
    scope: Scope,
    Query(Asked { query: SearchQuery(query) }): Query<Asked>,
    Query(paging): Query<Paging>,
) -> Result<Listing<SearchPageResult>, Problem> {
    let view = scope.view(&context).await?;
    let list = format!("search in {} for {query}", view.space.id);
    let paging = context.paging(&list, &paging)?;
    let (view, page) = context
        .run(move |app| {
            let page = app.search_space(&view, &query, &paging)?;
            Ok((view, page))
        })
        .await?;
    Ok(context.listing(&list, page.map(|found| SearchPageResult::of(found, &view, &context))))
}

async fn in_org(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(Asked { query: SearchQuery(query) }): Query<Asked>,
    Query(paging): Query<Paging>,
) -> Result<Listing<SearchSpaceResult>, Problem> {
    let list = format!("search in {organization} for {query}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.search_org(&caller, organization, &query, &paging)).await?;
    Ok(context.listing(&list, page.map(|found| SearchSpaceResult::of(found, &context))))
}
