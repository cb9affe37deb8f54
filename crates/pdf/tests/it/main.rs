//! Books as files: what is in them, that they are the same each time, and that nothing in a page makes them fail.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bounds;
mod kept;
mod structure;

use std::convert::Infallible;
use std::sync::Arc;

use quire_content::budget::Budget;
use quire_content::document::model::{ContentRef, Kind};
use quire_content::document::{self, Document, Unresolved};
use quire_pdf::{
    Book, Drawing, Entry, FileFacts, Fonts, Link, LinkTarget, Nothing, PictureSource, Sheet, Surroundings, Unkept, draw,
};

/// A document with every kind of block.
const BLOCKS: &str = include_str!("blocks.md");

/// Returns the target of an address: the path of a Markdown file is that of a page of the book.
fn target(url: &str) -> LinkTarget {
    let (page, anchor) = url.split_once('#').unwrap_or((url, ""));
    match page.strip_suffix(".md") {
        Some(id) => LinkTarget::Page { id: id.to_owned(), anchor: anchor.to_owned(), elsewhere: None },
        None => LinkTarget::Address(url.to_owned()),
    }
}

/// Surroundings in which paths lead to pages of the book, and there is one picture.
struct Folder;

impl Surroundings for Folder {
    fn link(&self, reference: &ContentRef) -> Option<Link> {
        let ContentRef::Url { url } = reference else { return Nothing.link(reference) };
        let target = target(url);
        Some(Link { target, title: url.clone(), emoji: None, icon: None, description: Some("Said of it".to_owned()) })
    }

    fn picture(&self, reference: &ContentRef) -> PictureSource {
        match reference {
            ContentRef::Url { url } if url.starts_with("a.") => PictureSource::Bytes(Arc::from(SVG.as_bytes())),
            ContentRef::Url { url } if url.starts_with("broken") => PictureSource::Bytes(Arc::from(&b"GIF89a"[..])),
            _ => Nothing.picture(reference),
        }
    }

    fn file(&self, reference: &ContentRef) -> Option<FileFacts> {
        let ContentRef::Url { url } = reference else { return None };
        Some(FileFacts { name: url.clone(), size: 1234, address: None })
    }

    fn reusable(&self, _: &ContentRef) -> Option<Arc<Document>> {
        // Content that includes itself.
        Some(Arc::new(parsed("Again.\n\n{% include \"x\" %}\n")))
    }

    fn of_space(&self, _: &str) -> Option<&dyn Surroundings> {
        Some(self)
    }

    fn described(&self, _: &Kind) -> Option<Document> {
        Some(parsed("## Described"))
    }

    fn tag(&self, name: &str) -> Option<String> {
        Some(name.to_uppercase())
    }

    fn diagram(&self, source: &str) -> Option<Drawing> {
        let drawn = quire_diagram::draw(source).ok()?;
        Some(Drawing { svg: drawn.svg, alt: drawn.words.join(", ") })
    }
}

const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\"><defs><linearGradient id=\"g\"><stop \
offset=\"0\" stop-color=\"red\"/><stop offset=\"1\" stop-color=\"blue\"/></linearGradient></defs><rect width=\"40\" height=\"20\" \
fill=\"url(#g)\"/><text x=\"2\" y=\"12\">A text</text></svg>";

fn parsed(text: &str) -> Document {
    document::parse_within(text, &Unresolved, &Budget::page()).document
}

fn entry(id: &str, title: &str, depth: usize, is_page: bool) -> Entry {
    Entry { id: id.to_owned(), title: title.to_owned(), emoji: None, depth, is_page }
}

fn fonts() -> Fonts {
    Fonts::new(Vec::new())
}

/// Prints a book of these texts, each with its entry.
fn print(book: &Book, texts: &[&str]) -> Vec<u8> {
    let mut read = |at: usize| {
        let document = parsed(texts[at]);
        Ok::<_, Infallible>(Sheet { document, description: None, around: Box::new(Folder) })
    };
    draw(book, &fonts(), &Unkept, &mut read).unwrap().bytes
}

/// Prints one page alone.
fn page(text: &str) -> Vec<u8> {
    let book = Book {
        title: "Page".to_owned(),
        language: "en".to_owned(),
        entries: vec![entry("blocks", "Page", 0, true)],
        ..Book::default()
    };
    print(&book, &[text])
}

/// Returns how often a text is in the objects of a file, which are not compressed.
fn count(pdf: &[u8], text: &str) -> usize {
    String::from_utf8_lossy(pdf).matches(text).count()
}
