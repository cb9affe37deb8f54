//! Content of a space: reading it, at any revision and in any change request.

use std::sync::Arc;

use axum::extract::State;
use quire_app::change_requests::revisions::Origin;
use quire_app::content::documents::{Body, Evaluate, Form, Reading};
use quire_app::content::{self, View};
use quire_app::{App, Error};
use quire_content::id::{FileId, PageId, ReusableId};
use quire_content::outline::Outline;
use quire_content::record::EntryKey;
use quire_model::paging::{Listing as Items, Order};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Named;
use super::scope::Scope;
use crate::asked::{Asked, Key, Wanted, What};
use crate::context::Context;
use crate::endpoint::{Endpoints, Listing, Moved, Path, Query, Rendered, op};
use crate::entity_tags;
use crate::error::Problem;
use crate::paging::Paging;
use crate::rendering::Answer;
use crate::types::{File, Page, PageTree, Pages, ReusableContent, Revision, RevisionSummary, RichText, Showing};

const TAG: &str = "Space content";

pub(super) fn endpoints() -> Endpoints<Context> {
    const MAIN: &str = "/v1/spaces/{spaceId}/content";
    const CHANGE_REQUEST: &str = "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content";
    Endpoints::new()
        .merge(reads(MAIN, ""))
        .merge(reads(CHANGE_REQUEST, "InChangeRequest"))
        .merge(reads("/v1/spaces/{spaceId}/revisions/{revisionId}", "InRevision"))
}

/// Returns the operations that read one version of a space's content, under its prefix.
fn reads(prefix: &str, version: &'static str) -> Endpoints<Context> {
    let reads = Endpoints::new()
        .get("", revision, op("getRevision", TAG, "Get a revision with all of its content except the bodies."))
        .get("/pages", pages, op("listPages", TAG, "Get the tree of pages."))
        .get("/files", files, op("listFiles", TAG, "List the files."))
        .get("/files/{fileId}", file, op("getFileById", TAG, "Get a file."))
        .get("/page/{pageId}", page, op("getPageById", TAG, "Get a page with its body."))
        .get(
            "/page/{pageId}/document",
            page_document,
            op("getDocumentByPageId", TAG, "Get the body of a page as a rich-text document."),
        )
        .get(
            "/path/{*pagePath}",
            page_by_path,
            op("getPageByPath", TAG, "Get a page by its path.").details(
                "If no page has the path, the response redirects to the page that had it last in the main content. \
                 Under a revision, earlier paths are not considered.",
            ),
        )
        .get(
            "/reusable-contents/{reusableContentId}",
            reusable_content,
            op("getReusableContentById", TAG, "Get a piece of reusable content."),
        );
    Endpoints::new().nest(prefix, reads, |id| format!("{id}{version}"))
}

/// Options of every read of content.
#[derive(Debug, Deserialize, JsonSchema)]
struct Options {
    /// True, as by default, to include git metadata in the response.
    #[serde(default = "yes")]
    metadata: bool,
    /// True, as by default, to resolve computed content: computed pages have the pages that they stand for.
    #[serde(default = "yes")]
    computed: bool,
}

fn yes() -> bool {
    true
}

impl Options {
    /// Returns what an address with these options asks for.
    fn asked(&self, scope: &Scope, wanted: Wanted) -> Asked {
        scope.asked(wanted, self.metadata, self.computed)
    }
}

/// Options of a read with a body.
#[derive(Debug, Deserialize, JsonSchema)]
struct BodyOptions {
    /// The format of the body: a rich-text document, or Markdown as it was written.
    #[serde(default)]
    format: Format,
    /// The expressions to replace by their values and the conditional blocks to decide: all with `true`, or with
    /// `deterministic-only` those that are the same for every visitor. They are evaluated for a visitor without claims.
    #[serde(default)]
    evaluated: Evaluated,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Format {
    #[default]
    Document,
    Markdown,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
enum Evaluated {
    #[default]
    #[serde(rename = "false")]
    No,
    #[serde(rename = "true")]
    Yes,
    #[serde(rename = "deterministic-only")]
    DeterministicOnly,
}

impl From<Format> for Form {
    fn from(format: Format) -> Self {
        match format {
            Format::Document => Self::Document,
            Format::Markdown => Self::Markdown,
        }
    }
}

impl BodyOptions {
    fn reading(&self) -> Reading {
        let form = self.format.into();
        let evaluate = match self.evaluated {
            Evaluated::No => None,
            Evaluated::Yes => Some(Evaluate::All),
            Evaluated::DeterministicOnly => Some(Evaluate::Deterministic),
        };
        Reading { form, evaluate }
    }
}

/// The size of a text that costs as much as a page in a tree of pages, in bytes.
const BYTES_OF_PAGE: usize = 16;

impl Context {
    /// Returns the cached answer, or the one that `work` makes on a thread that may block.
    async fn answer<T: Serialize>(
        &self,
        view: View,
        what: What,
        showing: Showing,
        work: impl FnOnce(&Context, &View, Showing) -> Result<T, Error> + Send + 'static,
    ) -> Result<Rendered<T>, Problem> {
        let has_passes = matches!(what, What::Revision(_) | What::Files(_) | What::File(_));
        let passes_expire = has_passes.then_some(showing.passes_expire);
        let (space, revision) = (view.space.id, view.revision.id);
        let Showing { metadata, computed, .. } = showing;
        let key = Key { space, revision, what, metadata, computed, passes_expire };
        if let Some(answer) = self.answers().get(&key) {
            return Ok(answer.rendered());
        }
        let (context, wanted) = (self.clone(), key.clone());
        let (answer, lasts) = self
            .run(move |app| {
                let lasts = lasts(app, &view, &wanted)?;
                if wanted.what.has_all_pages() {
                    app.expect_text(app.outline(&view)?.len() * BYTES_OF_PAGE)?;
                    // Others who waited may have made it.
                    if let Some(answer) = context.answers().get(&wanted) {
                        return Ok((answer, lasts));
                    }
                }
                let value = work(&context.within(app), &view, showing)?;
                let tag = wanted.what.entry().map(|entry| entity_tag(app, &view, &entry)).transpose()?.flatten();
                let answer = Answer::of(&value, tag.as_deref()).map_err(|e| Error::internal("writing JSON", e))?;
                Ok((answer, lasts))
            })
            .await?;
        if lasts {
            self.answers().insert(key, answer.clone());
        }
        Ok(answer.rendered())
    }

    fn showing(&self, options: &Options) -> Showing {
        Showing { metadata: options.metadata, computed: options.computed, passes_expire: self.app().passes_expire() }
    }

    /// Calls `work` with the page tree of a view.
    pub(super) fn with_pages<T>(
        &self,
        view: &View,
        showing: Showing,
        work: impl FnOnce(&Pages<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let outline = outline(self.app(), view, showing.computed)?;
        let paths = outline.has_covers().then(|| self.app().paths(view)).transpose()?;
        work(&Pages { outline: &outline, view, context: self, metadata: showing.metadata, paths: paths.as_deref() })
    }
}

/// Returns true if a response stays the same. The pages of specifications change without a revision, and callers may not all
/// see them.
fn lasts(app: &App, view: &View, key: &Key) -> Result<bool, Error> {
    if !key.what.has_pages() {
        return Ok(true);
    }
    let outline = app.outline(view)?;
    let is_computed = |entry| matches!(entry, EntryKey::Page(id) if outline.computed().contains(&id));
    Ok(outline.computed().is_empty() || !(key.computed || key.what.entry().is_some_and(is_computed)))
}

/// Returns the page tree of a view, with the pages that computed pages stand for if `computed`.
fn outline(app: &App, view: &View, computed: bool) -> Result<Arc<Outline>, Error> {
    if computed { Ok(app.expanded_outline(view)?.outline) } else { app.outline(view) }
}

/// Returns the tag of a page or a reusable content.
pub(super) fn entity_tag(app: &App, view: &View, entry: &EntryKey) -> Result<Option<String>, Error> {
    Ok(app.state_of(view, entry)?.and_then(|state| entity_tags::tag(entry, &state)))
}

async fn revision(
    State(context): State<Context>,
    scope: Scope,
    Query(options): Query<Options>,
) -> Result<Rendered<Revision>, Problem> {
    let view = scope.view(&context).await?;
    let (view, origin) = match context.app().recall_origin(&view) {
        Some(origin) => (view, origin),
        None => context.run(move |app| app.origin(&view).map(|origin| (view, origin))).await?,
    };
    let what = What::Revision(origin.version);
    let whole = move |context: &Context, view: &View, showing| whole_revision(context, view, &origin, showing);
    context.answer(view, what, context.showing(&options), whole).await
}

fn whole_revision(context: &Context, view: &View, origin: &Origin, showing: Showing) -> Result<Revision, Error> {
    let app = context.app();
    let files = app.files(view)?;
    let reusables = app.reusables(view)?;
    Ok(Revision {
        summary: RevisionSummary::of(&view.revision, origin, context),
        pages: context.with_pages(view, showing, |pages| Ok(pages.tree()))?,
        files: files.iter().map(|(id, file)| File::of(*id, file, view, app, showing)).collect(),
        reusable_contents: reusables.iter().map(|(id, it)| ReusableContent::of(*id, it, showing.metadata)).collect(),
        variables: app.variables(view)?.iter().map(|(name, value)| (name.clone(), value.into())).collect(),
    })
}

async fn pages(
    State(context): State<Context>,
    scope: Scope,
    Query(options): Query<Options>,
) -> Result<Rendered<PageTree>, Problem> {
    let asked = options.asked(&scope, Wanted::Part(What::Pages));
    let view = scope.view(&context).await?;
    let tree = |context: &Context, view: &View, showing| {
        context.with_pages(view, showing, |pages| Ok(PageTree { pages: pages.tree() }))
    };
    Ok(context.answer(view, What::Pages, context.showing(&options), tree).await?.to(asked))
}

async fn files(
    State(context): State<Context>,
    scope: Scope,
    Query(paging): Query<Paging>,
    Query(options): Query<Options>,
) -> Result<Rendered<Listing<File>>, Problem> {
    let view = scope.view(&context).await?;
    let list = format!("files of {}", view.space.id);
    let paging = context.paging(&list, &paging)?;
    let asked = paging.clone();
    let page = move |context: &Context, view: &View, showing: Showing| {
        let all = context.app().files(view)?;
        let page = Items::slice(&all, &asked, Order::Ascending, |(id, _)| id.0);
        let page = page.map(|(id, file)| File::of(id, &file, view, context.app(), showing));
        Ok(context.listing(&list, page))
    };
    context.answer(view, What::Files(paging), context.showing(&options), page).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct FilePath {
    file_id: Named<FileId>,
}

async fn file(
    State(context): State<Context>,
    scope: Scope,
    Path(FilePath { file_id: Named(id) }): Path<FilePath>,
    Query(options): Query<Options>,
) -> Result<Rendered<File>, Problem> {
    let view = scope.view(&context).await?;
    let one = move |context: &Context, view: &View, showing: Showing| {
        let file = context.app().file(view, id)?;
        Ok(File::of(id, &file, view, context.app(), showing))
    };
    context.answer(view, What::File(id), context.showing(&options), one).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PageIdPath {
    page_id: Named<PageId>,
}

async fn page(
    State(context): State<Context>,
    scope: Scope,
    Path(PageIdPath { page_id: Named(id) }): Path<PageIdPath>,
    Query(body): Query<BodyOptions>,
    Query(options): Query<Options>,
) -> Result<Rendered<Page>, Problem> {
    let reading = body.reading();
    let asked = options.asked(&scope, Wanted::Part(What::Page(id, reading)));
    let view = scope.view(&context).await?;
    Ok(one_page(&context, view, id, reading, &options).await?.to(asked))
}

async fn page_document(
    State(context): State<Context>,
    scope: Scope,
    Path(PageIdPath { page_id: Named(id) }): Path<PageIdPath>,
    Query(evaluated): Query<EvaluatedOption>,
    Query(options): Query<Options>,
) -> Result<Rendered<RichText>, Problem> {
    let reading = BodyOptions { format: Format::Document, evaluated: evaluated.evaluated }.reading();
    let what = What::Document(id, reading);
    let asked = options.asked(&scope, Wanted::Part(what.clone()));
    let view = scope.view(&context).await?;
    let one = move |context: &Context, view: &View, showing: Showing| {
        let outline = outline(context.app(), view, showing.computed)?;
        let record = content::page(&outline, id)?;
        match context.app().page_body_now(view, record, reading)? {
            Some(Body::Document(found)) => Ok(RichText(found)),
            _ => Err(Error::NotFound("document")),
        }
    };
    Ok(context.answer(view, what, context.showing(&options), one).await?.to(asked))
}

/// The option of a read whose body is always a document.
#[derive(Debug, Deserialize, JsonSchema)]
struct EvaluatedOption {
    /// The expressions to replace by their values and the conditional blocks to decide, for a visitor without claims.
    #[serde(default)]
    evaluated: Evaluated,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PagePath {
    page_path: String,
}

async fn page_by_path(
    State(context): State<Context>,
    scope: Scope,
    Path(PagePath { page_path }): Path<PagePath>,
    Query(body): Query<BodyOptions>,
    Query(options): Query<Options>,
) -> Result<Moved<Rendered<Page>>, Problem> {
    let view = scope.view_of(&context).await?;
    let computed = options.computed;
    let (view, tree) = match context.app().recall_outline(&view).filter(|outline| outline.computed().is_empty()) {
        Some(outline) => (view, outline),
        None => context.run(move |app| outline(app, &view, computed).map(|outline| (view, outline))).await?,
    };
    let path = page_path.trim_matches('/').to_owned();
    if let Some(id) = tree.find(&path) {
        let reading = body.reading();
        let page = one_page(&context, view, id, reading, &options).await?;
        return Ok(Moved::Here(page.to(options.asked(&scope, Wanted::PageAt(path, reading)))));
    }
    let once = context.run(move |app| once_at(app, &view, &path, computed)).await?;
    let now = once.and_then(|id| tree.path(id)).and_then(|path| scope.page_at(&path));
    now.map(Moved::Elsewhere).ok_or(Error::NotFound("page").into())
}

/// Returns the page that formerly had a path: one of the space, or, where those of specifications are shown, one of them.
fn once_at(app: &App, view: &View, path: &str, computed: bool) -> Result<Option<PageId>, Error> {
    match app.page_once_at(view, path)? {
        None if computed => app.specification_page_once_at(view, &app.expanded_outline(view)?, path),
        found => Ok(found),
    }
}

async fn one_page(
    context: &Context,
    view: View,
    id: PageId,
    reading: Reading,
    options: &Options,
) -> Result<Rendered<Page>, Problem> {
    let one = move |context: &Context, view: &View, showing: Showing| {
        context.with_pages(view, showing, |pages| {
            let record = content::page(pages.outline, id)?;
            let body = context.app().page_body_now(view, record, reading)?;
            Ok(pages.page(id, record, body))
        })
    };
    context.answer(view, What::Page(id, reading), context.showing(options), one).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ReusablePath {
    reusable_content_id: Named<ReusableId>,
}

async fn reusable_content(
    State(context): State<Context>,
    scope: Scope,
    Path(ReusablePath { reusable_content_id: Named(id) }): Path<ReusablePath>,
    Query(body): Query<BodyOptions>,
    Query(options): Query<Options>,
) -> Result<Rendered<ReusableContent>, Problem> {
    let reading = body.reading();
    let what = What::Reusable(id, reading);
    let asked = options.asked(&scope, Wanted::Part(what.clone()));
    let view = scope.view(&context).await?;
    let one = move |context: &Context, view: &View, showing: Showing| {
        let content = context.app().reusable(view, id)?;
        let body = context.app().reusable_body(view, &content, reading)?;
        Ok(ReusableContent::of(id, &content, showing.metadata).with(body))
    };
    Ok(context.answer(view, what, context.showing(&options), one).await?.to(asked))
}
