//! A small site to draw pages of.

use std::collections::BTreeMap;
use std::sync::Arc;

use quire_content::document::model::{ContentRef, Kind};
use quire_content::document::{Document, Unresolved, anchors, parse};
use quire_render::body::{Body, Options, body};
use quire_render::labels::ENGLISH;
use quire_render::reference_resolver::{Diagram, FileView, Link, ReferenceResolver, TagStyle};
use serde_json::Value;

/// Pages and files are those whose paths are asked for; reusable contents and descriptions are listed.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) reusable: BTreeMap<String, Arc<Document>>,
    pub(crate) specifications: BTreeMap<String, Arc<Value>>,
}

impl World {
    /// The usual one.
    pub(crate) fn new() -> Self {
        let mut world = Self::default();
        world.add_reusable("shared.md", "## Shared\n\nShared *text*.\n");
        world.add_reusable("loop.md", "Again.\n\n{% include \"loop.md\" %}\n");
        world
    }

    pub(crate) fn add_reusable(&mut self, path: &str, text: &str) {
        self.reusable.insert(path.to_owned(), Arc::new(document(text)));
    }

    pub(crate) fn draw(&self, text: &str) -> Body {
        body(&document(text), self, &Options::page(&ENGLISH))
    }

    /// The same with forms that send requests.
    pub(crate) fn try_it(&self, text: &str) -> Body {
        body(&document(text), self, &Options { try_it: true, ..Options::page(&ENGLISH) })
    }

    /// The same as a part of a document for paper.
    pub(crate) fn print(&self, text: &str, prefix: &str) -> Body {
        body(&document(text), self, &Options { part: Some(prefix), ..Options::page(&ENGLISH) })
    }
}

/// The document of a Markdown text, with anchors.
pub(crate) fn document(text: &str) -> Document {
    let mut document = parse(text, &Unresolved).document;
    anchors::derive(&mut document);
    document
}

impl ReferenceResolver for World {
    /// Hands out whatever an author wrote: that it is safe is not for the surroundings to see to.
    fn link(&self, reference: &ContentRef) -> Option<Link> {
        match reference {
            ContentRef::Url { url } if url == "broken-reference" => None,
            ContentRef::Url { url } if url.ends_with(".md") => Some(Link {
                href: format!("/{}", url.trim_end_matches(".md")),
                title: format!("Page {url}"),
                emoji: Some("📘".to_owned()),
                description: Some("What it is about".to_owned()),
                ..Link::default()
            }),
            ContentRef::Url { url } => Some(Link::external(url)),
            ContentRef::Anchor { anchor, page: None, .. } => {
                Some(Link { href: format!("#{anchor}"), title: anchor.clone(), ..Link::default() })
            }
            ContentRef::User { user } => Some(Link { title: format!("User {user}"), ..Link::default() }),
            _ => None,
        }
    }

    fn file(&self, reference: &ContentRef) -> Option<FileView> {
        let (ContentRef::Url { url } | ContentRef::File { file: url }) = reference else { return None };
        Some(FileView {
            url: url.clone(),
            name: url.rsplit('/').next().unwrap_or(url).to_owned(),
            content_type: if url.ends_with(".pdf") { "application/pdf" } else { "image/png" }.to_owned(),
            size: 123_456,
            dimensions: url.ends_with(".png").then_some((800, 600)),
            smaller: Vec::new(),
        })
    }

    fn reusable(&self, reference: &ContentRef) -> Option<Arc<Document>> {
        let ContentRef::ReusableContent { reusable_content, .. } = reference else { return None };
        self.reusable.get(reusable_content).cloned()
    }

    fn specification(&self, block: &Kind) -> Option<Arc<Value>> {
        let name = match block {
            Kind::Operation { spec, .. } | Kind::Webhook { spec, .. } | Kind::Schemas { spec, .. } => spec,
            Kind::Swagger(swagger) => match &swagger.source {
                ContentRef::Url { url } => url,
                _ => return None,
            },
            _ => return None,
        };
        self.specifications.get(name).cloned()
    }

    fn of_space(&self, _: &str) -> Option<&dyn ReferenceResolver> {
        None
    }

    fn tag(&self, name: &str) -> Option<TagStyle> {
        (name == "beta").then(|| TagStyle {
            label: Some("Beta <1>".to_owned()),
            icon: Some("rocket".to_owned()),
            color: Some("green".to_owned()),
        })
    }

    fn diagram(&self, source: &str) -> Option<Diagram> {
        let drawn = quire_diagram::draw(source).ok()?;
        let address = drawn.address();
        Some(Diagram { address, width: drawn.width, height: drawn.height, title: drawn.title, words: drawn.words })
    }
}
