//! The representation of pages and reusable contents.

use std::collections::BTreeMap;

use quire_app::content::View;
use quire_app::content::documents::Body;
use quire_app::content::paths::Paths;
use quire_content::id::{PageId, ReusableId};
use quire_content::incoming::Variable;
use quire_content::outline::Outline;
use quire_content::record::{self, PageKind, PageRecord, ReusableRecord};
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{GitBlob, RichText};
use crate::context::Context;

/// A page and the pages below it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Page {
    id: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    emoji: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
    #[serde(rename = "type")]
    page_type: PageType,
    kind: PageSort,
    urls: Urls,
    /// The last segment of the path of the page.
    slug: String,
    /// The path of the page: the slugs of its ancestors and its own, separated by slashes.
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// The child pages, in order.
    pages: Vec<Page>,
    #[serde(skip_serializing_if = "Option::is_none")]
    git: Option<GitBlob>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<Layout>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cover: Option<Cover>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    variables: BTreeMap<String, VariableValue>,
    hidden: bool,
    no_index: bool,
    no_robots_index: bool,
    /// The target address of a page of type link.
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<UrlReference>,
    /// The expression that decides which visitors see the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    /// The source of a computed page.
    #[serde(skip_serializing_if = "Option::is_none")]
    computed: Option<ComputedSource>,
    #[serde(flatten)]
    body: Texts,
}

/// The source of a computed page, as it was written.
#[derive(Debug, Serialize, JsonSchema)]
struct ComputedSource {
    /// The kind of computed page.
    #[serde(rename = "type")]
    kind: String,
    /// The things that the page is made of, by name.
    dependencies: serde_json::Map<String, serde_json::Value>,
    /// The options of the kind.
    props: serde_json::Map<String, serde_json::Value>,
}

impl ComputedSource {
    fn of(page: &PageRecord) -> Option<Self> {
        let source = quire_app::openapi_specs::bodies::source_of(page)?;
        let object = |name: &str| source.get(name).and_then(serde_json::Value::as_object).cloned().unwrap_or_default();
        let kind = source.get("type").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
        Some(Self { kind, dependencies: object("dependencies"), props: object("props") })
    }
}

/// A text in the requested format.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Texts {
    /// The text as Markdown, as it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
    /// The text as a rich-text document.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<RichText>,
}

impl From<Body> for Texts {
    fn from(body: Body) -> Self {
        match body {
            Body::Markdown(markdown) => Self { markdown: Some(markdown), document: None },
            Body::Document(document) => Self { markdown: None, document: Some(RichText(document)) },
        }
    }
}

/// The page tree of a revision.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PageTree {
    /// The pages at the top level, each with the pages below it.
    pub(crate) pages: Vec<Page>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PageType {
    Document,
    Group,
    Link,
    Computed,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PageSort {
    Sheet,
    Group,
    Link,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PageUrls")]
struct Urls {
    /// The address to show to users: that of the page in its revision, in the writers' app.
    app: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct UrlReference {
    kind: UrlKind,
    url: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum UrlKind {
    Url,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Layout {
    /// The width of the page: `default` or `wide`.
    width: String,
    cover: bool,
    /// The size of the cover: `hero` or `full`.
    cover_size: String,
    title: bool,
    description: bool,
    table_of_contents: bool,
    outline: bool,
    pagination: bool,
    metadata: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Cover {
    #[serde(skip_serializing_if = "Option::is_none")]
    r#ref: Option<ImageReference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ref_dark: Option<ImageReference>,
    y_pos: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum ImageReference {
    File { file: String },
    Url { url: String },
}

/// The value of a variable.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum VariableValue {
    Text(String),
    Number(f64),
    Bool(bool),
}

impl From<&Variable> for VariableValue {
    fn from(variable: &Variable) -> Self {
        match variable {
            Variable::Text(text) => Self::Text(text.clone()),
            Variable::Number(number) => Self::Number(*number),
            Variable::Bool(truth) => Self::Bool(*truth),
        }
    }
}

/// A reusable content, which pages can include.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReusableContent {
    id: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    git: Option<GitBlob>,
    #[serde(flatten)]
    body: Texts,
}

impl ReusableContent {
    /// Returns the reusable content with a text.
    pub(crate) fn with(self, body: Body) -> Self {
        Self { body: body.into(), ..self }
    }

    pub(crate) fn of(id: ReusableId, content: &ReusableRecord, metadata: bool) -> Self {
        let git = content.git.as_ref().filter(|_| metadata).map(GitBlob::of);
        Self { id: id.to_string(), title: content.title.clone(), git, body: Texts::default() }
    }
}

/// The content and options from which representations of the pages of one revision are made.
pub(crate) struct Pages<'a> {
    pub(crate) outline: &'a Outline,
    pub(crate) view: &'a View,
    pub(crate) context: &'a Context,
    /// True if Git metadata is included.
    pub(crate) metadata: bool,
    /// The resolution of file paths, needed if a page has a cover.
    pub(crate) paths: Option<&'a Paths>,
}

impl Pages<'_> {
    /// Returns the complete page tree.
    pub(crate) fn tree(&self) -> Vec<Page> {
        self.of(self.outline.roots())
    }

    /// Returns a page with its text and the pages below it.
    pub(crate) fn page(&self, id: PageId, record: &PageRecord, body: Option<Body>) -> Page {
        let pages = self.of(self.outline.children(id));
        Page { body: body.map(Texts::from).unwrap_or_default(), ..self.show(id, record, pages) }
    }

    /// Returns a page without the pages below it.
    pub(crate) fn alone(&self, id: PageId, record: &PageRecord) -> Page {
        self.show(id, record, Vec::new())
    }

    /// Returns these pages with all below them. They are built from the leaves up: trees can be deeper than the stack.
    fn of(&self, top: &[PageId]) -> Vec<Page> {
        let mut order: Vec<PageId> = top.to_vec();
        let mut at = 0;
        while let Some(id) = order.get(at) {
            order.extend_from_slice(self.outline.children(*id));
            at += 1;
        }
        let mut ready: BTreeMap<PageId, Page> = BTreeMap::new();
        for id in order.into_iter().rev() {
            let below = self.outline.children(id).iter().filter_map(|child| ready.remove(child)).collect();
            if let Some(record) = self.outline.page(id) {
                ready.insert(id, self.show(id, record, below));
            }
        }
        top.iter().filter_map(|id| ready.remove(id)).collect()
    }

    fn show(&self, id: PageId, record: &PageRecord, pages: Vec<Page>) -> Page {
        let (page_type, kind) = match record.kind {
            PageKind::Document { .. } => (PageType::Document, PageSort::Sheet),
            PageKind::Group => (PageType::Group, PageSort::Group),
            PageKind::Link { .. } => (PageType::Link, PageSort::Link),
            PageKind::Computed { .. } => (PageType::Computed, PageSort::Sheet),
        };
        let href = match &record.kind {
            PageKind::Link { href } => Some(href.clone()),
            _ => None,
        };
        let (space, revision) = (self.view.space.id, self.view.revision.id);
        let app = self.context.app_url(format_args!("/spaces/{space}/revisions/{revision}/page/{id}"));
        let is_document = matches!(record.kind, PageKind::Document { .. });
        Page {
            id: id.to_string(),
            title: record.title.clone(),
            emoji: record.emoji.clone(),
            icon: record.icon.clone(),
            created_at: Timestamp(record.created_at),
            updated_at: Timestamp(record.updated_at),
            page_type,
            kind,
            urls: Urls { app },
            slug: record.slug.clone(),
            path: self.outline.path(id).unwrap_or_default().to_string(),
            description: record.description.clone(),
            pages,
            git: record.git.as_ref().filter(|_| self.metadata).map(GitBlob::of),
            layout: is_document.then(|| layout(record.layout.as_ref())),
            cover: record.cover.as_ref().map(|image| cover(record, image, self.paths)),
            variables: record.variables.iter().map(|(name, value)| (name.clone(), value.into())).collect(),
            hidden: record.hidden,
            no_index: record.no_index,
            no_robots_index: record.no_robots_index,
            target: href.clone().map(|url| UrlReference { kind: UrlKind::Url, url }),
            href,
            condition: record.condition.clone(),
            computed: ComputedSource::of(record),
            body: Texts::default(),
        }
    }
}

/// Returns the representation of a cover; an image is absent if its path cannot be resolved to a file.
pub(super) fn cover(page: &PageRecord, cover: &record::Cover, paths: Option<&Paths>) -> Cover {
    let image = |image: &str| {
        if image.contains("://") {
            return Some(ImageReference::Url { url: image.to_owned() });
        }
        let file = paths?.file_from(page, image)?;
        Some(ImageReference::File { file: file.to_string() })
    };
    Cover { r#ref: image(&cover.r#ref), ref_dark: cover.ref_dark.as_deref().and_then(image), y_pos: cover.y_pos }
}

/// Returns the layout of a page, with defaults for everything that is not set.
pub(super) fn layout(set: Option<&record::Layout>) -> Layout {
    let unset = record::Layout::default();
    let set = set.unwrap_or(&unset);
    Layout {
        width: set.width.clone().unwrap_or_else(|| "default".to_owned()),
        cover: set.cover.unwrap_or(true),
        cover_size: set.cover_size.clone().unwrap_or_else(|| "hero".to_owned()),
        title: set.title.unwrap_or(true),
        description: set.description.unwrap_or(true),
        table_of_contents: set.table_of_contents.unwrap_or(true),
        outline: set.outline.unwrap_or(true),
        pagination: set.pagination.unwrap_or(true),
        metadata: set.metadata.unwrap_or(true),
    }
}
