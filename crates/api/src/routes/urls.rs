//! Resolution of addresses: of published sites for visitors, and of content for callers.

use axum::extract::State;
use quire_app::published::content_urls::Located;
use quire_app::published::published_urls::{Resolution, VisitorAddress};
use quire_app::{Caller, Error};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, Query, op};
use crate::error::Problem;
use crate::types::{ChangeRequest, Collection, Page, PublishedContent, Showing, Space};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "URLs";
    const PUBLISHED: &str = "/v1/urls/published";
    Endpoints::new()
        .get(PUBLISHED, get_published, op("getPublishedContentByUrl", TAG, "Resolve an address of a published site."))
        .post(
            PUBLISHED,
            published,
            op("resolvePublishedContentByUrl", TAG, "Resolve an address of a published site for a visitor."),
        )
        .get(
            "/v1/urls/content",
            content,
            op("getContentByUrl", TAG, "Resolve an address to content that the caller may read."),
        )
}

/// An address to resolve.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AskedInQuery {
    url: String,
    /// The visitor's token; by default the one in the address.
    #[serde(default)]
    visitor_auth_token: Option<String>,
    /// True to redirect a visitor to the sign-in if their token is not accepted, instead of failing.
    #[serde(default)]
    redirect_on_error: bool,
}

/// An address to resolve for a visitor.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ResolveUrl {
    url: String,
    /// True to redirect a visitor to the sign-in if their token is not accepted, instead of failing.
    #[serde(default)]
    redirect_on_error: bool,
    #[serde(default)]
    visitor: Visitor,
}

/// The claims of a visitor.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
struct Visitor {
    /// A JSON Web Token with claims, signed with the site's private key; by default the one in the address.
    jwt_token: Option<String>,
    /// Claims without a signature; they take precedence over those in the address.
    unsigned_claims: Map<String, Value>,
}

/// The target of an address: a redirect, or published content.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Lookup {
    Redirect(Redirect),
    Content(Box<PublishedContent>),
}

/// A redirect to another address.
#[derive(Debug, Serialize, JsonSchema)]
struct Redirect {
    target: ResolvedTarget,
    redirect: String,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ResolvedTarget {
    /// Content of the same site.
    Content,
    /// Another address: the sign-in of visitors, or the target of a redirect of the site.
    External,
}

impl From<Resolution> for Lookup {
    fn from(found: Resolution) -> Self {
        match found {
            Resolution::Content(content) => Self::Content(Box::new((*content).into())),
            Resolution::Moved(redirect) => Self::Redirect(Redirect { target: ResolvedTarget::Content, redirect }),
            Resolution::Away(redirect) => Self::Redirect(Redirect { target: ResolvedTarget::External, redirect }),
        }
    }
}

async fn get_published(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Query(asked): Query<AskedInQuery>,
) -> Result<Json<Lookup>, Problem> {
    let AskedInQuery { url, visitor_auth_token: token, redirect_on_error } = asked;
    let asked = VisitorAddress { url, token, redirect_on_error, unsigned: Map::new() };
    let found = context.run(move |app| app.resolve_published(&caller, &asked)).await?;
    Ok(Json(found.into()))
}

async fn published(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Json(body): Json<ResolveUrl>,
) -> Result<Json<Lookup>, Problem> {
    let Visitor { jwt_token: token, unsigned_claims: unsigned } = body.visitor;
    let asked = VisitorAddress { url: body.url, token, unsigned, redirect_on_error: body.redirect_on_error };
    let found = context.run(move |app| app.resolve_published(&caller, &asked)).await?;
    Ok(Json(found.into()))
}

/// An address to resolve to content.
#[derive(Debug, Deserialize, JsonSchema)]
struct AtUrl {
    /// The address, of a site or of content in this API.
    url: String,
}

/// The content at an address.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum ContentAtUrl {
    Collection { collection: Box<Collection> },
    Space(Box<SpaceAtUrl>),
}

/// A space, with the change request and the page that the address names.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SpaceAtUrl {
    space: Space,
    #[serde(skip_serializing_if = "Option::is_none")]
    change_request: Option<ChangeRequest>,
    /// The page; absent if the address is that of the space.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<Page>,
    /// The identifier of the site that the address belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<String>,
    /// The identifier of the space on that site.
    #[serde(skip_serializing_if = "Option::is_none")]
    site_space: Option<String>,
}

async fn content(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Query(asked): Query<AtUrl>,
) -> Result<Json<ContentAtUrl>, Problem> {
    let shown = context.clone();
    let found = context.run(move |_| content_at(&shown, &caller, &asked.url)).await?;
    Ok(Json(found))
}

fn content_at(context: &Context, caller: &Caller, url: &str) -> Result<ContentAtUrl, Error> {
    let app = context.app();
    let content = match app.locate_content(caller, url)? {
        Located::Content(content) => content,
        Located::Collection(found) => {
            return Ok(ContentAtUrl::Collection { collection: Box::new(Collection::of(&found, context)) });
        }
    };
    let space = content.view.space.id;
    let change_request = content.change_request.map(|name| app.get_change_request(caller, space, name)).transpose()?;
    let shown = |id, computed| {
        let showing = Showing { metadata: true, computed, passes_expire: app.passes_expire() };
        context.with_pages(&content.view, showing, |pages| {
            let record = quire_app::content::page(pages.outline, id)?;
            Ok(pages.page(id, record, None))
        })
    };
    // A page that others stand for is not among them.
    let page = content.page.map(|id| match shown(id, true) {
        Err(Error::NotFound(_)) => shown(id, false),
        found => found,
    });
    Ok(ContentAtUrl::Space(Box::new(SpaceAtUrl {
        space: Space::of(&app.get_space(caller, space)?, context),
        change_request: change_request.map(|found| ChangeRequest::of(&found, context)),
        page: page.transpose()?,
        site: content.on.map(|(site, _)| site.to_string()),
        site_space: content.on.map(|(_, site_space)| site_space.to_string()),
    })))
}
