//! Imports of content: asking for one and waiting for it or not, and what is known of those that were asked for.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, State};
use axum::http::header::LOCATION;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use quire_app::App;
use quire_app::imports::{NewImport, Options, Origin, Shown, Source, Start};
use quire_model::ids::{ImportId, OrganizationId, SpaceId};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::orgs::OrganizationPath;
use super::scope::Line;
use super::{Named, uploads};
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Endpoints, Input, Json, Listing, OperationDescription, Output, Path, Query, Schemas, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{Import, ImportResult, ImportedPage, import_location};

const TAG: &str = "Imports";

pub(super) fn endpoints() -> Endpoints<Context> {
    const MAIN: &str = "/v1/spaces/{spaceId}/content";
    const CHANGE_REQUEST: &str = "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content";
    const ALL: &str = "/v1/orgs/{organizationId}/imports";
    const ONE: &str = "/v1/orgs/{organizationId}/imports/{importId}";
    const PAGES: &str = "/v1/orgs/{organizationId}/imports/{importId}/pages";
    const CANCEL: &str = "/v1/orgs/{organizationId}/imports/{importId}/cancel";
    const REVERT: &str = "/v1/orgs/{organizationId}/imports/{importId}/revert";
    Endpoints::new()
        .merge(writes(MAIN, ""))
        .merge(writes(CHANGE_REQUEST, "InChangeRequest"))
        .get(ALL, list, op("listImports", TAG, "List the imports of an organization, newest first."))
        .get(ONE, get, op("getImportById", TAG, "Get an import with its warnings."))
        .get(PAGES, pages, op("listImportPages", TAG, "List what became of each page of an import."))
        .post(
            CANCEL,
            cancel,
            op("cancelImport", TAG, "End an import before its content is written.")
                .details("An import that has ended, or whose content is written, stays as it is."),
        )
        .post(
            REVERT,
            revert,
            op("revertImport", TAG, "Take back what an import changed, in a new revision.").details(
                "Later edits of other content stay. If something that the import changed was changed again, the answer \
                 is 409 and nothing changes.",
            ),
        )
}

/// Returns the operation that imports into one line of a space's content, under its prefix.
fn writes(prefix: &str, line: &'static str) -> Endpoints<Context> {
    let import = op("importContent", "Space content", "Import content as a new revision.").details(
        "`url` is the address of an upload, or any public address. With `source` `zip`, an archive in the directory \
         format, the content becomes that of the archive: pages and files of an earlier import that the archive \
         lacks are deleted, those written in Quire are kept. With `markdown`, a page is added, or replaced if it was \
         imported before. The other sources are converted into the directory format first; `website` is crawled, and \
         `gitbook` is read by the API of the hosted service with a token. An import is made as a whole or not at all.",
    );
    let writes = Endpoints::new().post("/import", self::import, import.untimed());
    Endpoints::new().nest(prefix, writes, |id| format!("{id}{line}"))
}

/// A source to import.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ImportContent {
    /// The address of an upload to this server, or a public address from which the server fetches it.
    url: String,
    source: ImportSource,
    /// The fate of pages and files of an earlier import that the source lacks: `delete` if not given. One Markdown file
    /// never deletes any, and neither does a source that could not be read to its end.
    #[serde(default)]
    gone: Gone,
    /// True to get the answer that the import would have, and to change nothing.
    #[serde(default)]
    dry_run: bool,
    /// True if the times of the files in an archive say when these were last written, in UTC, as those of `git archive`
    /// do for a whole commit; pages then show them. The first moment of 1980 stands for a time that is not known.
    #[serde(default)]
    file_times: bool,
    /// True to split documents of the source `docx` into pages at their headings of level 1; other sources refuse it.
    #[serde(default)]
    split: bool,
    /// True to write authors and dates of pages into their front matter, where the source has them.
    #[serde(default)]
    authors: bool,
    /// The token for the API of the source `gitbook`. It is kept until the import ends.
    #[serde(default)]
    #[schemars(length(max = 4096))]
    token: Option<String>,
    /// The maximum number of pages of a `website`: 5,000 if not given.
    #[serde(default)]
    #[schemars(range(min = 1, max = 20_000))]
    max_pages: Option<u32>,
    /// The maximum number of links from the first page of a `website` to any other: 50 if not given.
    #[serde(default)]
    #[schemars(range(max = 1_000))]
    max_depth: Option<u32>,
}

/// The fate of content of an earlier import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Gone {
    #[default]
    Delete,
    Keep,
}

/// The kind of a source.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum ImportSource {
    Website,
    Docx,
    Markdown,
    Html,
    Zip,
    Confluence,
    GithubWiki,
    Notion,
    GoogleDocs,
    Mkdocs,
    Docusaurus,
    Mdbook,
    Mediawiki,
    Outline,
    Bookstack,
    Gitbook,
}

impl From<ImportSource> for Source {
    fn from(source: ImportSource) -> Self {
        match source {
            ImportSource::Website => Self::Website,
            ImportSource::Docx => Self::Docx,
            ImportSource::Markdown => Self::Markdown,
            ImportSource::Html => Self::Html,
            ImportSource::Zip => Self::Zip,
            ImportSource::Confluence => Self::Confluence,
            ImportSource::GithubWiki => Self::GithubWiki,
            ImportSource::Notion => Self::Notion,
            ImportSource::GoogleDocs => Self::GoogleDocs,
            ImportSource::Mkdocs => Self::Mkdocs,
            ImportSource::Docusaurus => Self::Docusaurus,
            ImportSource::Mdbook => Self::Mdbook,
            ImportSource::Mediawiki => Self::Mediawiki,
            ImportSource::Outline => Self::Outline,
            ImportSource::Bookstack => Self::Bookstack,
            ImportSource::Gitbook => Self::Gitbook,
        }
    }
}

/// The bounds of what a crawl may be asked for.
const MOST_PAGES: u32 = 20_000;
const MOST_DEPTH: u32 = 1_000;
const MOST_TOKEN_BYTES: usize = 4_096;

impl ImportContent {
    fn new_import(self, context: &Context) -> Result<NewImport, Problem> {
        if self.max_pages.is_some_and(|pages| !(1..=MOST_PAGES).contains(&pages)) {
            return Err(Problem::bad_request(format!("maxPages: must be 1 to {MOST_PAGES}")));
        }
        if self.max_depth.is_some_and(|depth| depth > MOST_DEPTH) {
            return Err(Problem::bad_request(format!("maxDepth: must be at most {MOST_DEPTH}")));
        }
        let is_token = |it: &String| it.len() <= MOST_TOKEN_BYTES && it.bytes().all(|byte| byte.is_ascii_graphic());
        if self.token.as_ref().is_some_and(|token| !is_token(token)) {
            let message = format!("token: must be at most {MOST_TOKEN_BYTES} characters of ASCII, without spaces");
            return Err(Problem::bad_request(message));
        }
        let origin = match uploads::is_own(&self.url, context) {
            true => Origin::Upload(uploads::ticket(&self.url, context)?),
            false => Origin::Address(self.url),
        };
        let options = Options {
            keep: self.gone == Gone::Keep,
            dry_run: self.dry_run,
            file_times: self.file_times,
            split: self.split,
            authors: self.authors,
            most_pages: self.max_pages,
            most_depth: self.max_depth,
        };
        Ok(NewImport { source: self.source.into(), origin, secret: self.token, options })
    }
}

/// True if the caller prefers not to wait (RFC 7240, section 4.1).
struct PrefersNotToWait(bool);

impl<S: Sync> FromRequestParts<S> for PrefersNotToWait {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let values = parts.headers.get_all(PREFER).iter().filter_map(|value| value.to_str().ok());
        let mut words = values.flat_map(|value| value.split(','));
        Ok(Self(words.any(|word| word.split(';').next().is_some_and(|it| it.trim() == RESPOND_ASYNC))))
    }
}

const PREFER: HeaderName = HeaderName::from_static("prefer");
const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");
const RESPOND_ASYNC: &str = "respond-async";

impl Input for PrefersNotToWait {
    fn describe(operation: &mut OperationDescription, _: &mut Schemas) {
        let meaning = "`respond-async` to get the import at once, with the status 202, while it goes on.";
        operation.header_parameter("Prefer", false, json!({ "type": "string", "description": meaning }));
    }
}

/// An import that is done (200), or that goes on (202).
enum Asked {
    Done(Box<ImportResult>),
    GoesOn { location: String, import: Box<Import> },
}

impl IntoResponse for Asked {
    fn into_response(self) -> Response {
        let (location, import) = match self {
            Self::Done(result) => return Json(*result).into_response(),
            Self::GoesOn { location, import } => (location, import),
        };
        let mut response = Json(*import).into_response();
        *response.status_mut() = StatusCode::ACCEPTED;
        match HeaderValue::try_from(location) {
            Ok(location) => {
                response.headers_mut().insert(LOCATION, location);
                response.headers_mut().insert(PREFERENCE_APPLIED, HeaderValue::from_static(RESPOND_ASYNC));
                response
            }
            Err(error) => Problem::internal(error).into_response(),
        }
    }
}

impl Output for Asked {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        <Json<ImportResult> as Output>::describe(operation, schemas);
        let headers = [
            ("Location", "The address of the import."),
            ("Preference-Applied", "The preference that was heeded: `respond-async`."),
        ];
        let content = ("application/json", schemas.output::<Import>());
        operation.response(StatusCode::ACCEPTED, "The import goes on", Some(content), &headers);
    }
}

async fn import(
    State(context): State<Context>,
    Line { caller, space, target }: Line,
    PrefersNotToWait(prefers_not_to_wait): PrefersNotToWait,
    Json(body): Json<ImportContent>,
) -> Result<Asked, Problem> {
    let new = body.new_import(&context)?;
    if prefers_not_to_wait {
        let create = move |app: &App| app.create_import(&caller, space, target, &new, Start::Later);
        let import = context.run(create).await?;
        let location = import_location(&import, &context);
        let shown = Shown { import, created_by: None, reverted_by: None };
        return Ok(Asked::GoesOn { location, import: Box::new(Import::of(shown, &context)) });
    }
    let asker = caller.clone();
    let organization = context.run(move |app| app.may_import(&asker, space, target)).await?;
    let _place = context.importing().enter(organization).await;
    let work = move |app: &App| {
        let import = app.create_import(&caller, space, target, &new, Start::Now)?;
        let report = app.run_import(&caller, &import, &mut |_| {})?;
        Ok((import, report))
    };
    let (import, report) = context.run_in(WorkKind::Import, work).await?;
    Ok(Asked::Done(Box::new(ImportResult::of(report, &import))))
}

/// The import that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ImportPath {
    organization_id: Named<OrganizationId>,
    import_id: Named<ImportId>,
}

/// The imports of a list.
#[derive(Debug, Deserialize, JsonSchema)]
struct Filter {
    /// The identifier of the only space whose imports are listed.
    space: Option<Named<SpaceId>>,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(Filter { space }): Query<Filter>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Import>, Problem> {
    let space = space.map(|Named(space)| space);
    let list = format!("imports of {organization} into {space:?}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_imports(&caller, organization, space, &paging)).await?;
    let page = page.map(|shown| Import::of(shown, &context));
    Ok(context.listing(&list, page))
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<ImportPath>,
) -> Result<Json<Import>, Problem> {
    let get = move |app: &App| app.get_import_with_warnings(&caller, path.organization_id.0, path.import_id.0);
    let (shown, warnings) = context.run(get).await?;
    Ok(Json(Import::of(shown, &context).with(warnings)))
}

async fn pages(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<ImportPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<ImportedPage>, Problem> {
    let (organization, id) = (path.organization_id.0, path.import_id.0);
    let list = format!("pages of the import {id} of {organization}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_import_pages(&caller, organization, id, &paging)).await?;
    Ok(context.listing(&list, page.map(ImportedPage::from)))
}

async fn cancel(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<ImportPath>,
) -> Result<Json<Import>, Problem> {
    let cancel = move |app: &App| app.cancel_import(&caller, path.organization_id.0, path.import_id.0);
    let shown = context.run(cancel).await?;
    Ok(Json(Import::of(shown, &context)))
}

async fn revert(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<ImportPath>,
) -> Result<Json<Import>, Problem> {
    let revert = move |app: &App| app.revert_import(&caller, path.organization_id.0, path.import_id.0);
    let shown = context.run_in(WorkKind::Long, revert).await?;
    Ok(Json(Import::of(shown, &context)))
}
