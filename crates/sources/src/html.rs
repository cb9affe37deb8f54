//! Pages of HTML, of whatever tool: the main content as Markdown, and the navigation as a tree.
//!
//! There is one way from elements to blocks for all sources that have HTML. Text is never guessed at: what is not known is
//! transparent, and its text stays.

mod callout;
mod code;
pub(crate) mod confluence;
mod lists;
mod main_content;
mod math;
mod mathml;
pub(crate) mod nav;
mod notes;
pub(crate) mod notion;
mod read;
mod skip;
pub(crate) mod storage;
mod styles;
mod table;
mod tabs;

use std::cell::RefCell;
use std::collections::HashSet;

use quire_content::document::model::{Block, ContentRef, Kind};
use quire_content::document::{Document, Unresolved};
use url::Url;

use crate::dom::{self, Dom};
use crate::links::retarget;
use crate::report::PageReport;

pub(crate) use callout::style_of;
pub(crate) use read::{Targets, images, text_of};
pub(crate) use table::{in_cell, plain_code};

/// The parts of one page of HTML.
#[derive(Debug, Clone, Default)]
pub struct PageParts {
    /// The title.
    pub title: String,
    /// The body in Markdown, without the title. Targets of links and images are absolute if there was a base, and as they
    /// were written otherwise.
    pub markdown: String,
    /// The targets of links in the body, as they stand in the Markdown, each once.
    pub links: Vec<String>,
    /// The targets of images in the body, as they stand in the Markdown, each once.
    pub images: Vec<String>,
    /// The names that links may lead to, with the anchors in the Markdown that they became; empty for the page as a whole.
    pub anchors: Vec<(String, String)>,
    /// The report of the parts of the page.
    pub report: PageReport,
}

/// An entry of a navigation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NavItem {
    /// The title.
    pub title: String,
    /// The target as it is written, or absolute if there was a base; `None` for a heading of a group.
    pub href: Option<String>,
    /// The entries below.
    pub items: Vec<NavItem>,
}

/// Reads a page: its main content, found by structure, in Markdown. A page that exceeds a bound has no text, and its
/// report says so.
pub fn page(html: &str, base: Option<&Url>) -> PageParts {
    read_parts(html, base, &Reading::default())
}

fn read_parts(html: &str, base: Option<&Url>, reading: &Reading) -> PageParts {
    let targets = Absolute { base, images: RefCell::default() };
    let mut parts = PageParts::default();
    match dom::parse(html) {
        Ok(dom) => {
            let mut read = read(&dom, reading, &targets, &mut parts.report);
            let anchor = |target: &str| {
                let name = target.strip_prefix('#')?;
                let (_, anchor) = read.anchors.iter().find(|(known, anchor)| known == name && known != anchor)?;
                (!anchor.is_empty()).then(|| format!("#{anchor}"))
            };
            retarget(&mut read.document, &anchor);
            parts.markdown = print(&read.document);
            parts.title = read.title;
            parts.anchors = read.anchors;
            let images = targets.images.borrow();
            let mut seen = HashSet::new();
            for (reference, _) in quire_content::document::references(&read.document) {
                if let ContentRef::Url { url } = reference
                    && !url.starts_with('#')
                    && seen.insert(url.clone())
                {
                    if images.contains(&url) { parts.images.push(url) } else { parts.links.push(url) }
                }
            }
        }
        Err(bound) => parts.report.drop("a page", bound),
    }
    parts
}

/// Reads a fragment, such as what a clipboard has: all of it, without a title. What exceeds a bound has no text, and the
/// report says so.
pub fn fragment(html: &str) -> PageParts {
    read_parts(html, None, &Reading { whole: true, styled: true, titled: true })
}

/// Reads the navigation of a page: of several, the one with the most links.
pub fn navigation(html: &str, base: Option<&Url>) -> Vec<NavItem> {
    dom::parse(html).map(|dom| nav::read(&dom, base)).unwrap_or_default()
}

/// A page that was read.
pub(crate) struct Page {
    pub(crate) title: String,
    pub(crate) document: Document,
    /// The names of elements with the anchors to which they lead.
    pub(crate) anchors: Vec<(String, String)>,
}

/// How a page is read.
#[derive(Default, Clone, Copy)]
pub(crate) struct Reading {
    /// True if all of the body is content.
    pub(crate) whole: bool,
    /// True if style sheets tell which text is bold.
    pub(crate) styled: bool,
    /// True if the title is known, and a heading of level 1 is one of the text.
    pub(crate) titled: bool,
}

pub(crate) fn read(dom: &Dom, reading: &Reading, targets: &dyn Targets, report: &mut PageReport) -> Page {
    let body = dom.find(Dom::TOP, |id| dom.name(id) == "body").unwrap_or(Dom::TOP);
    let content = if reading.whole { body } else { main_content::main_content(dom) };
    let (heading, title) = if reading.titled { (None, String::new()) } else { main_content::title(dom, content) };
    let mut reader = read::Read::new(dom, targets, report);
    if reading.styled {
        reader.styles = styles::Styles::of(dom);
    }
    reader.skipped.extend(heading);
    let tops = dom.below(content).filter(|id| dom.name(*id) == "h1" && Some(*id) != heading).count();
    let docbook = heading.is_some_and(|id| matches!(dom.name(id), "h2" | "h3"));
    let has_second = dom.find(content, |id| dom.name(id) == "h2" && Some(id) != heading).is_some();
    reader.top_level = match (tops, docbook, has_second) {
        (0, false, true) => 2,
        // Headings begin where the page has them.
        (0, _, _) => (2..=6)
            .find(|level| dom.find(content, |id| dom.name(id) == format!("h{level}") && Some(id) != heading).is_some())
            .unwrap_or(2),
        _ => 1,
    };
    reader.find_notes(content);
    let blocks = reader.blocks(content, &read::Style::default());
    reader.note_below_page();
    let (mut documents, anchors) = std::mem::take(&mut reader.names).finish(vec![(false, blocks)]);
    let anchors = anchors.into_iter().map(|place| (place.name, place.anchor)).collect();
    Page { title, document: documents.pop().unwrap_or_default(), anchors }
}

/// Returns the texts of the headings of a document with their anchors.
pub(crate) fn headings(document: &Document) -> Vec<(String, String)> {
    fn walk(blocks: &[Block], found: &mut Vec<(String, String)>) {
        for block in blocks {
            if let Kind::Heading { nodes, .. } = &block.kind {
                found.push((text_of(nodes), block.anchor.as_str().unwrap_or_default().to_owned()));
            }
            walk(block.children(), found);
        }
    }
    let mut found = Vec::new();
    walk(&document.nodes, &mut found);
    found
}

/// Prints a document as Markdown.
pub(crate) fn print(document: &Document) -> String {
    quire_content::document::print(document, &Unresolved)
}

/// Prints a title as the first line of a file.
pub(crate) fn title_line(title: &str) -> String {
    let title = quire_content::title::one_line(title);
    let nodes =
        vec![quire_content::document::model::Node::text(if title.is_empty() { "Untitled".to_owned() } else { title })];
    let heading = Block::new(Kind::Heading { level: 1, align: None, nodes });
    print(&Document::new(vec![heading])).trim_start_matches('#').trim_start().to_owned()
}

/// Targets made absolute.
struct Absolute<'b> {
    base: Option<&'b Url>,
    /// The targets of images so far.
    images: RefCell<HashSet<String>>,
}

impl Absolute<'_> {
    fn absolute(&self, target: &str) -> Option<String> {
        let target = target.trim();
        let Some(base) = self.base else { return Some(target.to_owned()).filter(|target| !target.is_empty()) };
        base.join(target).ok().map(String::from)
    }
}

impl Targets for Absolute<'_> {
    fn link(&self, href: &str) -> Option<String> {
        if href.starts_with('#') && href.len() > 1 {
            return Some(href.to_owned());
        }
        is_address(href).then(|| self.absolute(href)).flatten()
    }

    fn file(&self, src: &str) -> Option<String> {
        let target = (is_address(src) && !src.starts_with("data:")).then(|| self.absolute(src)).flatten()?;
        self.images.borrow_mut().insert(target.clone());
        Some(target)
    }
}

/// Returns true for targets that a document may have.
pub(crate) fn is_address(target: &str) -> bool {
    let target = target.trim();
    let scheme = target.split([':', '/', '?', '#']).next().unwrap_or_default();
    let has_scheme = quire_content::path::has_scheme(target);
    !target.is_empty()
        && (!has_scheme
            || ["http", "https", "mailto", "tel", "ftp", "sftp", "ssh", "git", "irc", "matrix", "xmpp"]
                .iter()
                .any(|known| scheme.eq_ignore_ascii_case(known)))
}
