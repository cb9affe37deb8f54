//! Exports of spaces of Confluence. HTML has the hierarchy in its index alone; XML has all pages in one file, which is
//! read three times, object by object: for the pages, for the names in them, and for their texts.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use quire_content::path;

use super::html::Flavour;
use super::rest::Rest;
use super::{Job, Outcome};
use crate::dom;
use crate::error::Error;
use crate::html::{self, Reading, Targets};
use crate::origin::Origin;
use crate::report::PageReport;
use crate::site::{Site, Toc, decoded, relative};
use crate::xml::{self, Element, XmlError};

const ENTITIES: &str = "entities.xml";

pub(crate) fn convert(job: Job<'_>) -> Outcome {
    if job.origin.has(ENTITIES) { from_xml(job) } else { super::html::convert(job, Flavour::Confluence) }
}

/// A page of the space.
#[derive(Default)]
struct Page {
    title: String,
    parent: Option<String>,
    position: Option<f64>,
    is_post: bool,
    author: String,
    modified: String,
    path: String,
    /// The names in the text with their anchors.
    anchors: HashMap<String, String>,
    /// The identifiers of the bodies, where the page says them.
    bodies: Vec<String>,
}

/// A file at a page.
struct Attachment {
    page: String,
    name: String,
    version: u32,
    path: String,
}

#[derive(Default)]
struct Space {
    pages: HashMap<String, Page>,
    /// Pages by their titles, folded.
    titled: HashMap<String, String>,
    attachments: Vec<Attachment>,
    /// The identifiers of all attachments, old ones included.
    files: HashSet<String>,
    /// The number of old versions and drafts.
    old: usize,
    comments: usize,
    labels: usize,
}

fn from_xml(mut job: Job<'_>) -> Outcome {
    let mut space = read_space(&job)?;
    for (id, page) in &space.pages {
        space.titled.insert(folded(&page.title), id.clone());
    }
    let mut ids: Vec<String> = space.pages.keys().cloned().collect();
    ids.sort_by(|one, other| order(&space, one, other));
    for id in &ids {
        if let Some(page) = space.pages.get_mut(id) {
            page.path = job.site.claim(&format!("{}.md", quire_content::slug::slug(&page.title)));
        }
    }
    let owners: HashMap<String, String> =
        space.pages.iter().flat_map(|(id, page)| page.bodies.iter().map(|body| (body.clone(), id.clone()))).collect();
    // The names first: links of any page may lead to them.
    let mut anchors: HashMap<String, HashMap<String, String>> = HashMap::new();
    bodies(&job.origin, &space, &owners, &mut |id, body| {
        if let Ok(dom) = dom::parse(&html::storage::as_html(body)) {
            let read = html::read(&dom, &READING, &Nowhere, &mut PageReport::default());
            let mut names: HashMap<String, String> = read.anchors.into_iter().collect();
            for heading in html::headings(&read.document) {
                // Links to headings say their text without spaces.
                names.entry(heading.0.split_whitespace().collect()).or_insert(heading.1);
            }
            anchors.insert(id.to_owned(), names);
        }
        Ok(())
    })?;
    for (id, names) in anchors {
        if let Some(page) = space.pages.get_mut(&id) {
            page.anchors = names;
        }
    }
    let mut written = HashSet::new();
    let mut files = HashMap::new();
    let total = space.pages.len();
    let site = RefCell::new(&mut job.site);
    let mut failed = None;
    let mut done = Vec::new();
    let read = bodies(&job.origin, &space, &owners, &mut |id, body| {
        if !written.insert(id.to_owned()) {
            return Ok(());
        }
        done.push(id.to_owned());
        write(&job.origin, &space, id, body, &site, &mut files, job.authors).map_err(|error| {
            let said = error.to_string();
            failed = Some(error);
            XmlError::Other(said)
        })
    });
    if let Some(failed) = failed {
        return Err(failed);
    }
    read?;
    for id in &done {
        let path = space.pages[id].path.clone();
        job.done(total, &path)?;
    }
    for id in &ids {
        if !written.contains(id) {
            let page = &space.pages[id];
            let report = PageReport { identifier: Some(identifier(id)), ..PageReport::new(page.title.as_str(), "") };
            job.site.page(&page.path, &page.title, &[], "", report)?;
        }
    }
    let mut all = PageReport::new(job.origin.name.as_str(), "");
    unlinked(&mut job, &space, &files, &mut all)?;
    if space.old > 0 {
        all.drop(format!("{} old versions and drafts of pages", space.old), "");
    }
    if space.comments > 0 {
        all.drop(format!("{} comments", space.comments), "");
    }
    if space.labels > 0 {
        all.drop(format!("{} labels of pages", space.labels), "");
    }
    job.site.tell(all);
    let toc = contents(&space, &ids);
    job.finish(&toc, &|path| match path.strip_prefix("attachments/").map(|rest| rest.split('/').nth(1)) {
        Some(Some(id)) if space.files.contains(id) => Rest::Counted("files of old or deleted attachments"),
        Some(_) => Rest::File,
        None => Rest::Counted("settings of the export"),
    })
}

/// Copies the attachments of pages that no text shows.
fn unlinked(
    job: &mut Job<'_>,
    space: &Space,
    copied: &HashMap<String, String>,
    report: &mut PageReport,
) -> Result<(), Error> {
    let mut left: Vec<&Attachment> =
        space.attachments.iter().filter(|attachment| !copied.contains_key(&attachment.path)).collect();
    left.sort_by(|one, other| (&one.page, &one.name).cmp(&(&other.page, &other.name)));
    for attachment in left {
        let Some(page) = space.pages.get(&attachment.page) else {
            report.drop("an attachment of a page that is not taken", attachment.name.as_str());
            continue;
        };
        let place = format!("{}: {}", page.title, attachment.name);
        if !job.origin.has(&attachment.path) {
            report.drop("an attachment that is not in the export", place);
            continue;
        }
        let file = job.site.file(&attachment.name, &mut job.origin.open_file(&attachment.path)?)?;
        report.keep(format!("an attachment that no text shows, as the file {file}"), place);
    }
    Ok(())
}

const READING: Reading = Reading { whole: true, styled: false, titled: true };

fn order(space: &Space, one: &str, other: &str) -> std::cmp::Ordering {
    let key = |id: &str| {
        let page = &space.pages[id];
        (page.is_post, page.position.unwrap_or(f64::MAX), page.title.to_lowercase())
    };
    let (a, b) = (key(one), key(other));
    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then_with(|| a.2.cmp(&b.2)).then_with(|| one.cmp(other))
}

fn folded(title: &str) -> String {
    title.trim().to_lowercase()
}

/// Calls a function for each object of the export.
fn objects(origin: &Origin, each: &mut dyn FnMut(&str, Element) -> Result<(), XmlError>) -> Result<(), Error> {
    let file = origin.open_file(ENTITIES)?;
    let mut wanted = |around: &[Box<str>], name: &str| around.len() == 1 && name == "object";
    let read = xml::each(file, &mut wanted, &mut |_, element| {
        let class = element.attr("class").unwrap_or_default().to_owned();
        each(&class, element)
    });
    read.map_err(|error| Error::broken(ENTITIES, error))
}

fn property<'e>(element: &'e Element, name: &str) -> Option<&'e Element> {
    element.elements().find(|child| &*child.name == "property" && child.attr("name") == Some(name))
}

fn text(element: &Element, name: &str) -> Option<String> {
    property(element, name).map(|found| found.own_text().trim().to_owned()).filter(|text| !text.is_empty())
}

/// Returns the identifier of an object, or of the one that a property refers to.
fn id(element: &Element) -> Option<String> {
    element.child("id").map(|id| id.text().trim().to_owned())
}

fn referred(element: &Element, name: &str) -> Option<String> {
    property(element, name).and_then(id)
}

fn read_space(job: &Job<'_>) -> Result<Space, Error> {
    let mut space = Space::default();
    let mut attachments: HashMap<(String, String), Attachment> = HashMap::new();
    objects(&job.origin, &mut |class, element| {
        match class {
            "Page" | "BlogPost" => {
                let status = text(&element, "contentStatus").unwrap_or_else(|| "current".to_owned());
                let old =
                    referred(&element, "originalVersion").is_some() || text(&element, "originalVersionId").is_some();
                let (Some(id), Some(title)) = (id(&element), text(&element, "title")) else { return Ok(()) };
                if old || status != "current" {
                    space.old += 1;
                    return Ok(());
                }
                let bodies = element
                    .elements()
                    .filter(|child| &*child.name == "collection" && child.attr("name") == Some("bodyContents"));
                let bodies = bodies.flat_map(Element::elements).filter_map(self::id).collect();
                let page = Page {
                    title,
                    parent: referred(&element, "parent"),
                    position: text(&element, "position").and_then(|position| position.parse().ok()),
                    is_post: class == "BlogPost",
                    author: text(&element, "lastModifierName")
                        .or_else(|| text(&element, "creatorName"))
                        .unwrap_or_default(),
                    modified: text(&element, "lastModificationDate").unwrap_or_default(),
                    bodies,
                    ..Page::default()
                };
                space.pages.insert(id, page);
            }
            "Attachment" => {
                space.files.extend(id(&element));
                if referred(&element, "originalVersion").is_some()
                    || text(&element, "contentStatus").is_some_and(|status| status != "current")
                {
                    return Ok(());
                }
                let page = referred(&element, "containerContent")
                    .or_else(|| referred(&element, "content"))
                    .or_else(|| referred(&element, "sourceContent"));
                let name = text(&element, "title").or_else(|| text(&element, "fileName"));
                let (Some(id), Some(page), Some(name)) = (id(&element), page, name) else { return Ok(()) };
                let version = text(&element, "version")
                    .or_else(|| text(&element, "attachmentVersion"))
                    .and_then(|version| version.parse().ok())
                    .unwrap_or(1);
                let path = format!("attachments/{page}/{id}/{version}");
                let known = attachments.get(&(page.clone(), name.clone()));
                if known.is_none_or(|known| known.version <= version) {
                    attachments.insert((page.clone(), name.clone()), Attachment { page, name, version, path });
                }
            }
            "Comment" => space.comments += 1,
            "Labelling" => space.labels += 1,
            _ => {}
        }
        Ok(())
    })?;
    if space.pages.is_empty() {
        return Err(Error::Not { path: ENTITIES.to_owned(), expected: "an export of a space: there is no page in it" });
    }
    space.attachments = attachments.into_values().collect();
    take_newest(&job.origin, &mut space.attachments);
    Ok(space)
}

/// Takes the newest version that is in the export of attachments whose current version is not where it should be.
fn take_newest(origin: &Origin, attachments: &mut [Attachment]) {
    let mut newest: HashMap<&str, u32> = HashMap::new();
    for path in origin.paths().filter(|path| path.starts_with("attachments/")) {
        if let Some((folder, version)) = path.rsplit_once('/')
            && let Ok(version) = version.parse::<u32>()
        {
            newest.entry(folder).and_modify(|known| *known = (*known).max(version)).or_insert(version);
        }
    }
    for attachment in attachments.iter_mut().filter(|attachment| !origin.has(&attachment.path)) {
        let Some((folder, _)) = attachment.path.rsplit_once('/') else { continue };
        if let Some(version) = newest.get(folder) {
            attachment.path = format!("{folder}/{version}");
        }
    }
}

/// Calls a function for the body of each page: the storage format.
fn bodies(
    origin: &Origin,
    space: &Space,
    owners: &HashMap<String, String>,
    each: &mut dyn FnMut(&str, &str) -> Result<(), XmlError>,
) -> Result<(), Error> {
    objects(origin, &mut |class, element| {
        if class != "BodyContent" {
            return Ok(());
        }
        // Older exports say the page at the body, newer ones the body at the page.
        let page = referred(&element, "content").or_else(|| id(&element).and_then(|id| owners.get(&id).cloned()));
        let Some(page) = page.filter(|page| space.pages.contains_key(page)) else { return Ok(()) };
        let body = property(&element, "body").map(Element::own_text).unwrap_or_default();
        each(&page, &body)
    })
}

/// Returns the identifier of a page, which exports as XML and as HTML have.
fn identifier(id: &str) -> String {
    format!("confluence:{id}")
}

fn write(
    origin: &Origin,
    space: &Space,
    id: &str,
    body: &str,
    site: &RefCell<&mut Site>,
    files: &mut HashMap<String, String>,
    authors: bool,
) -> Result<(), Error> {
    let page = &space.pages[id];
    let mut report = PageReport::new(page.title.as_str(), page.path.as_str());
    report.identifier = Some(identifier(id));
    let storage = html::storage::as_html(body);
    let dom = match dom::parse(&storage) {
        Ok(dom) => dom,
        Err(bound) => {
            report.keep(format!("a page that is not converted, as {bound}: as a file"), page.title.as_str());
            let mut site = site.borrow_mut();
            let file = site.file("page.xml", &mut body.as_bytes())?;
            let body = format!("{{% file src=\"{}\" %}}\n{{% endfile %}}\n", relative(&page.path, &file, ""));
            return site.page(&page.path, &page.title, &[], &body, report);
        }
    };
    let targets = Linked { origin, space, id, site, files: RefCell::new(files), error: RefCell::new(None) };
    let read = html::read(&dom, &READING, &targets, &mut report);
    if let Some(error) = targets.error.take() {
        return Err(error);
    }
    let front =
        if authors { vec![("author", page.author.clone()), ("date", page.modified.clone())] } else { Vec::new() };
    let text = html::print(&read.document);
    site.borrow_mut().page(&page.path, &page.title, &front, &text, report)
}

fn contents(space: &Space, ids: &[String]) -> Vec<Toc> {
    let mut below: HashMap<Option<&str>, Vec<&str>> = HashMap::new();
    for id in ids {
        let parent =
            space.pages[id].parent.as_deref().filter(|parent| space.pages.contains_key(*parent) && *parent != id);
        below.entry(parent).or_default().push(id);
    }
    let mut toc = entries(space, None, &below, 0);
    let posts: Vec<Toc> = ids
        .iter()
        .filter(|id| space.pages[*id].is_post)
        .map(|id| Toc::page(space.pages[id].title.clone(), space.pages[id].path.clone()))
        .collect();
    toc.retain(|entry| !posts.iter().any(|post| post.target == entry.target));
    if !posts.is_empty() {
        toc.push(Toc { title: "Blog".to_owned(), target: None, items: posts });
    }
    toc
}

fn entries(space: &Space, parent: Option<&str>, below: &HashMap<Option<&str>, Vec<&str>>, depth: usize) -> Vec<Toc> {
    if depth > 40 {
        return Vec::new();
    }
    let children = below.get(&parent).into_iter().flatten();
    children
        .map(|id| {
            let page = &space.pages[*id];
            Toc {
                title: page.title.clone(),
                target: Some(page.path.clone()),
                items: entries(space, Some(id), below, depth + 1),
            }
        })
        .collect()
}

struct Nowhere;

impl Targets for Nowhere {
    fn link(&self, href: &str) -> Option<String> {
        Some(href.to_owned())
    }

    fn file(&self, src: &str) -> Option<String> {
        Some(src.to_owned())
    }
}

struct Linked<'l, 's> {
    origin: &'l Origin,
    space: &'l Space,
    id: &'l str,
    site: &'l RefCell<&'s mut Site>,
    files: RefCell<&'l mut HashMap<String, String>>,
    error: RefCell<Option<Error>>,
}

impl Linked<'_, '_> {
    fn page(&self) -> &Page {
        &self.space.pages[self.id]
    }

    fn copied(&self, attachment: &Attachment) -> Option<String> {
        if let Some(known) = self.files.borrow().get(&attachment.path) {
            return Some(known.clone());
        }
        if !self.origin.has(&attachment.path) {
            return None;
        }
        let copied = self
            .origin
            .open_file(&attachment.path)
            .and_then(|mut file| self.site.borrow_mut().file(&attachment.name, &mut file));
        match copied {
            Ok(file) => {
                self.files.borrow_mut().insert(attachment.path.clone(), file.clone());
                Some(file)
            }
            Err(error) => {
                self.error.borrow_mut().get_or_insert(error);
                None
            }
        }
    }

    fn to(&self, id: &str, anchor: &str) -> String {
        let page = &self.space.pages[id];
        let anchor = page.anchors.get(anchor).cloned().unwrap_or_else(|| anchor.to_owned());
        relative(&self.page().path, &page.path, &anchor)
    }
}

impl Targets for Linked<'_, '_> {
    fn link(&self, href: &str) -> Option<String> {
        if let Some(name) = href.strip_prefix('#') {
            let name = decoded(name);
            let anchor = self.page().anchors.get(&name).cloned().unwrap_or(name);
            return (!anchor.is_empty()).then(|| format!("#{anchor}"));
        }
        // Links to pages by their address in Confluence.
        let bare = href.split('#').next().unwrap_or(href);
        let by_id =
            bare.split_once("pageId=").map(|(_, rest)| rest.split('&').next().unwrap_or_default()).or_else(|| {
                let (_, rest) = bare.split_once("/pages/")?;
                rest.split('/').next().filter(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()))
            });
        if let Some(id) = by_id.filter(|id| self.space.pages.contains_key(*id)) {
            return Some(self.to(id, ""));
        }
        html::is_address(href).then(|| href.to_owned())
    }

    fn file(&self, src: &str) -> Option<String> {
        if path::has_scheme(src) || src.starts_with("//") {
            return html::is_address(src).then(|| src.to_owned());
        }
        let named = |attachment: &&Attachment| attachment.name == src;
        let own = self.space.attachments.iter().filter(named).find(|attachment| attachment.page == self.id);
        let found = own.or_else(|| self.space.attachments.iter().find(named))?;
        self.copied(found).map(|file| relative(&self.page().path, &file, ""))
    }

    fn titled(&self, title: &str, _: Option<&str>) -> Option<String> {
        let id = self.space.titled.get(&folded(title))?;
        Some(self.to(id, ""))
    }

    fn anchor(&self, title: &str, anchor: &str) -> Option<String> {
        let id = if title.is_empty() { self.id } else { self.space.titled.get(&folded(title))? };
        Some(self.to(id, anchor))
    }
}
