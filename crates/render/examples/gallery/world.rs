//! What the samples refer to.

use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use quire_content::document::model::{ContentRef, Kind};
use quire_content::document::{Document, Resolve};
use quire_render::reference_resolver::{Diagram, FileView, Link, Nowhere, ReferenceResolver, TagStyle};

/// Knows every page, file and description by its name.
pub(crate) struct World;

impl Resolve for World {
    fn page(&self, path: &str) -> Option<String> {
        path.strip_suffix(".md").map(str::to_owned)
    }

    fn file(&self, path: &str) -> Option<String> {
        let name = path.strip_prefix("images/").or_else(|| path.strip_prefix("files/"))?;
        Some(name.to_owned())
    }
}

impl ReferenceResolver for World {
    fn link(&self, reference: &ContentRef) -> Option<Link> {
        match reference {
            ContentRef::Page { page, .. } => Some(Link {
                href: format!("{page}.html"),
                title: "Guide".into(),
                icon: Some("book".into()),
                description: Some("How to begin.".into()),
                ..Link::default()
            }),
            other => Nowhere.link(other),
        }
    }

    fn file(&self, reference: &ContentRef) -> Option<FileView> {
        let ContentRef::File { file } = reference else { return Nowhere.file(reference) };
        Some(if file.ends_with(".svg") {
            image(file)
        } else {
            let url = format!("files/{file}");
            FileView {
                url,
                name: file.clone(),
                content_type: "application/pdf".into(),
                size: 1_840_000,
                dimensions: None,
                smaller: Vec::new(),
            }
        })
    }

    fn reusable(&self, _: &ContentRef) -> Option<Arc<Document>> {
        None
    }

    fn specification(&self, _: &Kind) -> Option<Arc<serde_json::Value>> {
        serde_json::from_str(include_str!("shop.json")).ok().map(Arc::new)
    }

    fn of_space(&self, _: &str) -> Option<&dyn ReferenceResolver> {
        None
    }

    fn tag(&self, _: &str) -> Option<TagStyle> {
        None
    }

    fn diagram(&self, source: &str) -> Option<Diagram> {
        let drawn = quire_diagram::draw(source).ok()?;
        let address = drawn.address();
        Some(Diagram { address, width: drawn.width, height: drawn.height, title: drawn.title, words: drawn.words })
    }
}

/// One of the sample images.
pub(crate) fn image(name: &str) -> FileView {
    let url = format!("images/{name}");
    FileView {
        url,
        name: name.to_owned(),
        content_type: "image/svg+xml".into(),
        size: 900,
        dimensions: Some((1200, 600)),
        smaller: Vec::new(),
    }
}

/// Draws the sample images.
pub(crate) fn draw_images(directory: &Path) -> io::Result<()> {
    let draw = |name: &str, sky: &str, near: &str, far: &str| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 600\"><rect width=\"1200\" height=\"600\" fill=\"{sky}\"/>\
             <circle cx=\"900\" cy=\"180\" r=\"70\" fill=\"#fff3c4\"/><path d=\"M0 420Q300 240 600 400T1200 340V600H0Z\" fill=\"{far}\"/>\
             <path d=\"M0 500Q360 380 700 490T1200 450V600H0Z\" fill=\"{near}\"/></svg>"
        );
        fs::write(directory.join(name), svg)
    };
    draw("hills.svg", "#f3c9a5", "#5c7a5f", "#9bb08c")?;
    draw("sea.svg", "#cfe4f2", "#2f6690", "#81b1cf")
}
