//! A small API that uses everything the layer offers, and a caller for it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use bytes::Bytes;
use quire_api::endpoint::{
    AnyMedia, Api, Change, Created, Endpoints, Info, Json, Listing, Media, MediaType, NoContent, Patch, Path, Query,
    Rendered, Upload, op,
};
use quire_api::error::Problem;
use quire_api::layers::{self, Options};
use quire_api::paging::{Cursor, Cursors, Direction, Key, Paging};
use quire_api::reference;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower::ServiceExt as _;

pub(crate) type Store = Arc<Mutex<Vec<Space>>>;

/// A container of pages.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Space {
    /// Always `space`.
    pub(crate) object: SpaceKind,
    pub(crate) id: String,
    /// What people call it.
    #[schemars(length(max = 50))]
    pub(crate) title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) parent: Option<String>,
    pub(crate) icon: Icon,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SpaceKind {
    Space,
}

/// Read and written: its default makes the two sides differ.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Icon {
    #[serde(default)]
    pub(crate) name: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SpaceId {
    /// The id of the space.
    #[serde(rename = "spaceId")]
    space: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Create {
    title: String,
    #[serde(default)]
    icon: Icon,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Update {
    #[serde(default)]
    title: Change<String>,
    #[serde(default)]
    parent: Patch<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Filter {
    /// Only spaces with one of these titles.
    #[serde(default)]
    titles: Vec<String>,
    #[serde(default)]
    reverse: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct PagePath {
    #[serde(rename = "pagePath")]
    path: String,
}

/// A page of a space.
#[derive(Debug, Serialize, JsonSchema)]
struct Page {
    path: String,
}

struct Markdown;

impl MediaType for Markdown {
    const NAME: &'static str = "text/markdown; charset=utf-8";
}

fn cursors() -> Cursors {
    Cursors::new([1; 32])
}

async fn list(
    State(store): State<Store>,
    Query(paging): Query<Paging>,
    Query(filter): Query<Filter>,
) -> Result<Listing<Space>, Problem> {
    let name = if filter.reverse { "spaces:reverse" } else { "spaces" };
    let cursor = paging.cursor(&cursors(), name)?;
    let mut all: Vec<Space> = store.lock().unwrap().clone();
    all.retain(|space| filter.titles.is_empty() || filter.titles.contains(&space.title));
    let count = all.len() as u64;
    let start = match cursor.as_ref().map(|cursor| cursor.keys.as_slice()) {
        Some([Key::Text(id)]) => all.partition_point(|space| space.id <= *id),
        _ => 0,
    };
    let items: Vec<Space> = all[start..].iter().take(paging.limit.get()).cloned().collect();
    let issue = |direction, space: &Space| {
        cursors().issue(name, &Cursor { direction, keys: vec![Key::Text(space.id.clone())] })
    };
    let more = start + items.len() < all.len();
    Ok(Listing {
        next: items.last().filter(|_| more).map(|last| issue(Direction::After, last)),
        previous: items.first().filter(|_| start > 0).map(|first| issue(Direction::Before, first)),
        items,
        count: Some(count),
    })
}

async fn get(State(store): State<Store>, Path(id): Path<SpaceId>) -> Result<Rendered<Space>, Problem> {
    let store = store.lock().unwrap();
    let space = store.iter().find(|space| space.id == id.space).ok_or_else(|| no_space(&id))?;
    let bytes = Bytes::from(serde_json::to_vec(space).unwrap());
    let version = blake3::hash(&bytes).to_hex();
    Ok(Rendered::new(bytes, &version))
}

async fn create(State(store): State<Store>, Json(body): Json<Create>) -> Result<Created<Space>, Problem> {
    if body.title.chars().count() > 50 {
        return Err(Problem::bad_request("body field \"title\": must be at most 50 characters"));
    }
    let mut store = store.lock().unwrap();
    let id = format!("s{:03}", store.len());
    let space = Space { object: SpaceKind::Space, id, title: body.title, parent: None, icon: body.icon };
    store.push(space.clone());
    Ok(Created { location: format!("/v1/spaces/{}", space.id), body: space })
}

async fn update(
    State(store): State<Store>,
    Path(id): Path<SpaceId>,
    Json(body): Json<Update>,
) -> Result<Json<Space>, Problem> {
    let mut store = store.lock().unwrap();
    let space = store.iter_mut().find(|space| space.id == id.space).ok_or_else(|| no_space(&id))?;
    if let Change::Set(title) = body.title {
        space.title = title;
    }
    if !body.parent.is_keep() {
        let parent = body.parent.value();
        space.parent = parent;
    }
    Ok(Json(space.clone()))
}

async fn delete(State(store): State<Store>, Path(id): Path<SpaceId>) -> NoContent {
    store.lock().unwrap().retain(|space| space.id != id.space);
    NoContent
}

async fn page(Path(PagePath { path }): Path<PagePath>) -> Json<Page> {
    Json(Page { path })
}

async fn export() -> Media<Markdown> {
    Media::new("# Title\n\nText.\n".repeat(200))
}

async fn picture() -> Media<AnyMedia> {
    Media::new(vec![0; 5000]).header(axum::http::header::CONTENT_TYPE, "image/png".parse().unwrap())
}

async fn upload(upload: Upload<AnyMedia>) -> Result<Json<usize>, Problem> {
    let bytes = to_bytes(upload.body, usize::MAX).await.map_err(Problem::internal)?;
    Ok(Json(bytes.len()))
}

async fn panics() -> NoContent {
    panic!("the secret of the house")
}

async fn hangs() -> NoContent {
    std::future::pending().await
}

async fn yields() -> NoContent {
    for _ in 0..3 {
        tokio::task::yield_now().await;
    }
    NoContent
}

async fn fails() -> Result<NoContent, Problem> {
    Err(Problem::internal(std::io::Error::other("the secret of the house")))
}

fn no_space(id: &SpaceId) -> Problem {
    Problem::not_found(format!("there is no space {}", id.space))
}

/// The same handler for the content of a space and of a change request.
fn content() -> Endpoints<Store> {
    Endpoints::new().get("/content/path/{*pagePath}", page, op("getPageByPath", "Content", "Get a page by its path."))
}

/// Reads what [`content`] leaves to others of the path.
async fn scoped(Path(_): Path<SpaceId>, Path(_): Path<ChangeRequestId>) -> NoContent {
    NoContent
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ChangeRequestId {
    #[serde(rename = "changeRequestId")]
    _change_request: String,
}

pub(crate) fn info() -> Info {
    Info {
        title: "Sample".into(),
        version: "1.0.0".into(),
        description: "Spaces <and> \"pages\".".into(),
        server: "https://example.com".into(),
    }
}

/// The sample API.
pub(crate) fn api() -> Api<Store> {
    Endpoints::new()
        .get("/v1/spaces", list, op("listSpaces", "Spaces", "List spaces."))
        .post("/v1/spaces", create, op("createSpace", "Spaces", "Create a space.").body_limit(4096))
        .get("/v1/spaces/{spaceId}", get, op("getSpaceById", "Spaces", "Get a space."))
        .patch("/v1/spaces/{spaceId}", update, op("updateSpace", "Spaces", "Change a space."))
        .delete("/v1/spaces/{spaceId}", delete, op("deleteSpace", "Spaces", "Delete a space."))
        .get(
            "/v1/spaces/{spaceId}/change-requests/{changeRequestId}",
            scoped,
            op("getChangeRequest", "Change requests", "Get a change request.").deprecated(),
        )
        .nest("/v1/main", content(), str::to_owned)
        .nest("/v1/draft", content(), |id| format!("{id}InDraft"))
        .get("/v1/export", export, op("export", "Content", "Export the content.").details("All of it."))
        .get("/v1/picture", picture, op("getPicture", "Content", "Get a picture."))
        .put("/v1/upload", upload, op("upload", "Content", "Upload a file.").untimed())
        .get("/v1/panics", panics, op("panic", "Failures", "Panics.").public())
        .get("/v1/hangs", hangs, op("hang", "Failures", "Never answers.").fails(StatusCode::CONFLICT, "Never."))
        .get("/v1/waits", yields, op("wait", "Failures", "Waits a little.").untimed())
        .get("/v1/fails", fails, op("fail", "Failures", "Fails."))
        .finish(info())
}

pub(crate) fn options() -> Options {
    let count = std::sync::atomic::AtomicU64::new(0);
    let entropy = move || u128::from(count.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let mut options = Options::new(Arc::new(|| 1_000_000), Arc::new(entropy));
    options.timeout = Duration::from_millis(20);
    options.body_limit = 1000;
    options
}

/// The sample with its layers and its reference.
pub(crate) fn router(mut options: Options) -> Router {
    let Api { router, description, untimed } = api();
    options.untimed = untimed;
    let store = Store::default();
    layers::apply(router.with_state(store).merge(reference::routes(move || description.document())), options)
}

/// A caller of the sample.
pub(crate) struct Caller {
    router: Router,
}

pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Caller {
    pub(crate) fn new() -> Self {
        Self::with(options())
    }

    pub(crate) fn with(options: Options) -> Self {
        crate::logs::log();
        Self { router: router(options) }
    }

    /// Sends a request with these headers.
    pub(crate) async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut request = Request::new(Body::from(body.to_owned()));
        *request.method_mut() = Method::from_bytes(method.as_bytes()).unwrap();
        *request.uri_mut() = path.parse().unwrap();
        for (name, value) in headers {
            let name = axum::http::HeaderName::from_bytes(name.as_bytes()).unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        Reply { status: parts.status.as_u16(), headers: parts.headers, body }
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], "").await
    }

    /// Sends a JSON body.
    pub(crate) async fn json(&self, method: &str, path: &str, body: &str) -> Reply {
        self.send(method, path, &[("content-type", "application/json")], body).await
    }

    /// Makes a space and gives its path.
    pub(crate) async fn space(&self, title: &str) -> String {
        let body = serde_json::json!({ "title": title }).to_string();
        let reply = self.json("POST", "/v1/spaces", &body).await;
        assert_eq!(reply.status, 201);
        reply.header("location").to_owned()
    }
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The message of an error, after a check of its form.
    pub(crate) fn error(&self) -> (u16, String) {
        assert_eq!(self.header("content-type"), "application/json");
        let body = self.json();
        assert_eq!(body["error"]["code"], self.status);
        assert_eq!(body["error"]["requestId"], self.header("x-request-id"));
        (self.status, body["error"]["message"].as_str().unwrap().to_owned())
    }
}
