//! Links in content, and backlinks of pages, files and reusable contents.

use axum::extract::State;
use quire_app::content::View;
use quire_app::content::links::{BrokenIn, Entity, Filter};
use quire_app::{App, Caller, Error};
use quire_content::id::{FileId, PageId, ReusableId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::Named;
use super::scope::Scope;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, Listing, Op, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{ContentLocation, LinkList, LinkStatus, Locator};

pub(super) fn endpoints() -> Endpoints<Context> {
    const SPACE: &str = "/v1/spaces/{spaceId}";
    const CHANGE_REQUEST: &str = "/v1/spaces/{spaceId}/change-requests/{changeRequestId}";
    const REVISION: &str = "/v1/spaces/{spaceId}/revisions/{revisionId}";
    let all = |id, says| told(op(id, "Links", says));
    Endpoints::new()
        .get(&format!("{SPACE}/links"), list, all("listSpaceLinks", "List the targets of a space's links."))
        .get(
            &format!("{CHANGE_REQUEST}/links"),
            list,
            all("listChangeRequestLinks", "List the targets of the links of a change request's content."),
        )
        .get(&format!("{REVISION}/links"), list, all("listRevisionLinks", "List the targets of a revision's links."))
        .merge(of_content(&format!("{SPACE}/content"), "InSpace"))
        .merge(of_content(&format!("{CHANGE_REQUEST}/content"), "InChangeRequest"))
        .merge(of_content(REVISION, "InRevision"))
}

fn told(op: Op) -> Op {
    op.details(
        "An item is a target with all texts that link to it. Broken links come first, then those into the application. \
         A target in a space that the caller may not read is shown like one that does not exist: `in-app`, with the \
         address alone.",
    )
}

/// Returns the operations on links of one version of a space's content, under its prefix.
fn of_content(prefix: &str, version: &'static str) -> Endpoints<Context> {
    let reads = Endpoints::new()
        .get("/page/{pageId}/links", of_page, told(op("listPageLinks", "Links", "List the targets of a page's links.")))
        .get(
            "/page/{pageId}/backlinks",
            to_page,
            op("listPageBacklinks", "Links", "List the pages and reusable contents that link to a page."),
        )
        .get(
            "/files/{fileId}/backlinks",
            to_file,
            op("listFileBacklinks", "Links", "List the pages and reusable contents that link to a file or show it."),
        )
        .get(
            "/reusable-contents/{reusableContentId}/backlinks",
            to_reusable,
            op(
                "listReusableContentBacklinks",
                "Links",
                "List the pages and reusable contents that include a reusable content.",
            ),
        );
    Endpoints::new().nest(prefix, reads, |id| format!("{id}{version}"))
}

/// Filters for a list of links.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct LinkFilter {
    /// Only links with this status; all by default.
    #[serde(default)]
    status: Option<LinkStatus>,
    /// Of a change request's broken links, only those broken in it alone (`change-request`), or only those broken in
    /// the main content too (`space`).
    #[serde(default)]
    broken_context: Option<BrokenContext>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum BrokenContext {
    ChangeRequest,
    Space,
}

impl LinkFilter {
    fn filter(&self, page: Option<PageId>) -> Filter {
        let broken_in = self.broken_context.map(|context| match context {
            BrokenContext::ChangeRequest => BrokenIn::ChangeRequest,
            BrokenContext::Space => BrokenIn::Space,
        });
        Filter { page, status: self.status.map(Into::into), broken_in, ..Filter::default() }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PagePath {
    page_id: Named<PageId>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct FilePath {
    file_id: Named<FileId>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ReusablePath {
    reusable_content_id: Named<ReusableId>,
}

async fn list(
    State(context): State<Context>,
    scope: Scope,
    Query(asked): Query<LinkFilter>,
    Query(paging): Query<Paging>,
) -> Result<Json<LinkList>, Problem> {
    context.links(scope, asked.filter(None), &paging).await
}

async fn of_page(
    State(context): State<Context>,
    scope: Scope,
    Path(PagePath { page_id: Named(page) }): Path<PagePath>,
    Query(asked): Query<LinkFilter>,
    Query(paging): Query<Paging>,
) -> Result<Json<LinkList>, Problem> {
    context.links(scope, asked.filter(Some(page)), &paging).await
}

async fn to_page(
    State(context): State<Context>,
    scope: Scope,
    Path(PagePath { page_id: Named(page) }): Path<PagePath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<ContentLocation>, Problem> {
    context.backlinks(scope, Entity::Page(page), &paging).await
}

async fn to_file(
    State(context): State<Context>,
    scope: Scope,
    Path(FilePath { file_id: Named(file) }): Path<FilePath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<ContentLocation>, Problem> {
    context.backlinks(scope, Entity::File(file), &paging).await
}

async fn to_reusable(
    State(context): State<Context>,
    scope: Scope,
    Path(ReusablePath { reusable_content_id: Named(content) }): Path<ReusablePath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<ContentLocation>, Problem> {
    context.backlinks(scope, Entity::Reusable(content), &paging).await
}

impl Context {
    async fn links(&self, scope: Scope, filter: Filter, paging: &Paging) -> Result<Json<LinkList>, Problem> {
        let filter = Filter { beside_main: scope.is_of_change_request(), ..filter };
        let list = format!("links of {scope:?}, {filter:?}");
        let paging = self.paging(&list, paging)?;
        let context = self.clone();
        let work = move |app: &App, caller: &Caller, view: &View, locator: &mut Locator<'_>| {
            let found = app.list_links(caller, view, filter, &paging)?;
            let stats = found.counts.into();
            let page = found.page.try_map(|usage| locator.usage(usage, &found.others))?;
            Ok(LinkList { list: context.listing(&list, page), stats })
        };
        self.located(scope, work).await.map(Json)
    }

    async fn backlinks(&self, scope: Scope, to: Entity, paging: &Paging) -> Result<Listing<ContentLocation>, Problem> {
        let list = format!("what leads to {to:?} of {scope:?}");
        let paging = self.paging(&list, paging)?;
        let context = self.clone();
        let work = move |app: &App, caller: &Caller, view: &View, locator: &mut Locator<'_>| {
            let found = app.list_backlinks(caller, view, to, &paging)?;
            let page = found.page.try_map(|spot| locator.spot(spot, &found.others))?;
            Ok(context.listing(&list, page))
        };
        self.located(scope, work).await
    }

    /// Calls `work` with the content that a request is about, and a locator of the targets of its links.
    async fn located<T: Send + 'static>(
        &self,
        scope: Scope,
        work: impl FnOnce(&App, &Caller, &View, &mut Locator<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        let context = self.clone();
        self.run(move |app| {
            let (caller, view) = scope.read(app)?;
            let version = scope.version_context(&context, &view)?;
            work(app, &caller, &view, &mut Locator::new(&context, &caller, &view, version))
        })
        .await
    }
}
