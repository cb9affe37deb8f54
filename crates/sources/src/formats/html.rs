//! HTML files: any folder or archive of them, such as what a generator of documentation has written.
//!
//! Each page is read twice: first for its title and the names that links lead to, then with the targets of its links
//! known. So no more than one page is in memory at a time.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use quire_content::path;

use super::by_id::ById;
use super::rest::{Rest, attached, of_site};
use super::{Job, Outcome};
use crate::dom::{self, Dom};
use crate::error::Error;
use crate::html::{self, NavItem, Reading, Targets};
use crate::origin::Origin;
use crate::report::PageReport;
use crate::site::{Site, Toc, decoded, relative};

/// The tools whose HTML differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flavour {
    /// Any generator.
    Any,
    /// An export of a space of Confluence: its index has the hierarchy.
    Confluence,
    /// A document of Google Docs: style sheets tell which text is bold.
    GoogleDocs,
    /// An export of Notion: folders have the hierarchy, and names end in identifiers.
    Notion,
    /// An export of BookStack or Outline: each page is a file, or all are one.
    Whole,
}

/// A page that was looked at.
#[derive(Default)]
pub(crate) struct Known {
    /// The path of the page in the directory format.
    pub(crate) path: String,
    pub(crate) title: String,
    /// The names whose anchors are others.
    pub(crate) anchors: HashMap<String, String>,
    /// The pages that the page lists as those below it.
    pub(crate) below: Vec<NavItem>,
    /// The pages to which the page links, in order.
    pub(crate) links: RefCell<Vec<String>>,
}

/// Converts all pages of HTML; the table of contents is that of their navigation, else of the folders.
pub(crate) fn convert(mut job: Job<'_>, flavour: Flavour) -> Outcome {
    let reading = match flavour {
        Flavour::Any | Flavour::Confluence | Flavour::Notion => Reading::default(),
        Flavour::GoogleDocs => Reading { whole: true, styled: true, ..Reading::default() },
        Flavour::Whole => Reading { whole: true, ..Reading::default() },
    };
    let is_index = |path: &str| match flavour {
        Flavour::Confluence => path.rsplit('/').next() == Some("index.html"),
        // A list of the pages, which the table of contents has, too.
        Flavour::Notion => path == "index.html",
        _ => false,
    };
    let sources: Vec<String> =
        job.origin.paths().filter(|path| is_page(path) && !is_index(path)).map(str::to_owned).collect();
    if sources.is_empty() {
        return Err(Error::Not { path: job.origin.name.clone(), expected: "a page of HTML, or an archive with some" });
    }
    let known = look(&mut job, &sources, reading, &|source, title| match flavour {
        Flavour::Any => target_path(source),
        Flavour::Confluence | Flavour::GoogleDocs | Flavour::Whole => {
            format!("{}.md", quire_content::slug::slug(title))
        }
        Flavour::Notion => super::notion::target_path(source),
    })?;
    let by_id = ById::of(flavour, sources.iter());
    write(&mut job, &sources, &known, reading, &by_id)?;
    let toc = match flavour {
        Flavour::Notion => super::notion::contents(
            &sources,
            &|source| (known[source].title.clone(), known[source].path.clone()),
            &|source| known[source].links.borrow().clone(),
        ),
        Flavour::Confluence => {
            let index = job.origin.paths().find(|path| is_index(path)).map(str::to_owned);
            let mut maker = Contents { origin: &job.origin, known: &known, placed: BTreeSet::new() };
            let mut toc = Vec::new();
            if let Some(index) = index {
                let text = job.origin.page_text(&index)?;
                if let Ok(dom) = dom::parse(&text) {
                    let mut items = Vec::new();
                    html::nav::children(&dom, Dom::TOP, None, 0, &mut 50_000, &mut items);
                    toc = maker.items(&index, &items, 0);
                    // The headings around the list of pages say nothing.
                    toc = toc
                        .into_iter()
                        .flat_map(|entry| if entry.target.is_none() { entry.items } else { vec![entry] })
                        .collect();
                }
            }
            toc
        }
        _ => contents(&job.origin, &sources, &known)?,
    };
    job.finish(&toc, &|path| match flavour {
        Flavour::Any => of_site(path),
        Flavour::Notion if path == "index.html" => Rest::Known,
        Flavour::Confluence if path.split('/').rev().skip(1).any(|part| matches!(part, "images" | "styles")) => {
            Rest::Counted("files that make the looks of the export")
        }
        _ => attached(path),
    })
}

/// Returns true for the files that are pages, and no indexes of a generator.
fn is_page(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let is_html = [".html", ".htm", ".xhtml"].iter().any(|end| name.ends_with(end));
    let made = ["search.html", "py-modindex.html", "404.html", "print.html", "toc.html", "modindex.html"]
        .contains(&name.as_str())
        || name.starts_with("genindex");
    is_html && !made && !path.split('/').any(|part| matches!(part, "_static" | "_modules" | "_sources"))
}

fn target_path(source: &str) -> String {
    let stem = source.rsplit_once('.').map_or(source, |(stem, _)| stem);
    match stem.strip_suffix("index").filter(|folder| folder.is_empty() || folder.ends_with('/')) {
        Some(folder) => format!("{folder}README.md"),
        None => format!("{stem}.md"),
    }
}

/// Looks at each page for its title and its names.
pub(crate) fn look(
    job: &mut Job<'_>,
    sources: &[String],
    reading: Reading,
    path: &dyn Fn(&str, &str) -> String,
) -> Result<HashMap<String, Known>, Error> {
    let mut known = HashMap::new();
    for source in sources {
        let text = job.origin.page_text(source)?;
        let mut page = Known::default();
        if let Ok(dom) = dom::parse(&text) {
            let read = html::read(&dom, &reading, &Nowhere, &mut PageReport::default());
            page.title = read.title;
            page.anchors = read.anchors.into_iter().filter(|(name, anchor)| name != anchor).collect();
            page.below = listed(&dom);
        }
        if page.title.is_empty() {
            let name = source.rsplit('/').next().unwrap_or(source);
            page.title = name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
        }
        page.path = job.site.claim(&path(source, &page.title));
        known.insert(source.clone(), page);
        job.done(sources.len() * 2, source)?;
    }
    Ok(known)
}

/// Writes each page, and the files that it shows or links to.
fn write(
    job: &mut Job<'_>,
    sources: &[String],
    known: &HashMap<String, Known>,
    reading: Reading,
    by_id: &ById,
) -> Result<(), Error> {
    let mut files = HashMap::new();
    for source in sources {
        let text = job.origin.page_text(source)?;
        let page = &known[source];
        let mut report = PageReport::new(source.as_str(), page.path.as_str());
        match dom::parse(&text) {
            Ok(dom) => {
                let targets = Linked {
                    origin: &job.origin,
                    known,
                    source,
                    page,
                    by_id,
                    site: RefCell::new((&mut job.site, &mut files)),
                    error: RefCell::new(None),
                };
                let read = html::read(&dom, &reading, &targets, &mut report);
                for (href, name) in html::confluence::attachments(&dom) {
                    if let Some(file) = job.origin.resolve(source, &href) {
                        job.names.insert(file, name);
                    }
                }
                if let Some(error) = targets.error.take() {
                    return Err(error);
                }
                job.site.page(&page.path, &page.title, &[], &html::print(&read.document), report)?;
            }
            Err(bound) => {
                report.keep(format!("a page that is not converted, as {bound}: as a file"), source.as_str());
                let file = job.site.file(source, &mut job.origin.open_file(source)?)?;
                let body = format!("{{% file src=\"{}\" %}}\n{{% endfile %}}\n", relative(&page.path, &file, ""));
                job.site.page(&page.path, &page.title, &[], &body, report)?;
            }
        }
        job.done(sources.len() * 2, source)?;
    }
    Ok(())
}

/// Returns the pages that a page lists: those of Sphinx's and DocBook's tables of contents.
fn listed(dom: &Dom) -> Vec<NavItem> {
    let lists = |id| dom.has_any_class(id, &["toctree-wrapper"]) || dom.has_class(id, "toc") && dom.name(id) == "div";
    let mut items = Vec::new();
    let mut below = dom.below(Dom::TOP);
    while let Some(id) = below.next() {
        if lists(id) {
            html::nav::children(dom, id, None, 0, &mut 5_000, &mut items);
            below.leave_out(id);
        }
    }
    items
}

/// Makes the table of contents.
fn contents(origin: &Origin, sources: &[String], known: &HashMap<String, Known>) -> Result<Vec<Toc>, Error> {
    let index = ["index.html", "index.htm", "contents.html", "README.html", "main.html"];
    let fronts: Vec<&String> = index.iter().filter_map(|name| sources.iter().find(|source| source == name)).collect();
    let mut maker = Contents { origin, known, placed: BTreeSet::new() };
    let mut toc = Vec::new();
    if let Some(front) = fronts.first() {
        maker.placed.insert((*front).clone());
        toc.push(Toc::page(known[*front].title.clone(), known[*front].path.clone()));
        let text = origin.page_text(front)?;
        let nav = html::navigation(&text, None);
        // The navigation of a page of many is that of all if it leads to more than what the page itself lists.
        let mut found = Vec::new();
        for front in &fronts {
            found.extend(maker.items(front, &known[*front].below, 0));
        }
        found.extend(maker.items(front, &nav, 0));
        toc.append(&mut found);
    }
    // The rest, by folder.
    for source in sources {
        if maker.placed.insert(source.clone()) {
            let entry = Toc {
                items: maker.items(source, &known[source].below, 0),
                ..Toc::page(known[source].title.clone(), known[source].path.clone())
            };
            place(&mut toc, entry, source, known);
        }
    }
    Ok(toc)
}

/// Places a page below the index of its folder, or of one above.
fn place(toc: &mut Vec<Toc>, entry: Toc, source: &str, known: &HashMap<String, Known>) {
    let mut folder = path::folder(source);
    while !folder.is_empty() {
        let name = source.rsplit('/').next().unwrap_or_default();
        let is_index = name.starts_with("index.");
        let within = if is_index { path::folder(folder) } else { folder };
        let index = ["index.html", "index.htm"]
            .iter()
            .map(|name| if within.is_empty() { (*name).to_owned() } else { format!("{within}/{name}") });
        let parent = index
            .into_iter()
            .filter(|index| index != source && !path::folder(index).is_empty())
            .find_map(|index| known.get(&index));
        if let Some(parent) = parent
            && let Some(found) = find(toc, &parent.path)
        {
            found.items.push(entry);
            return;
        }
        folder = path::folder(folder);
    }
    toc.push(entry);
}

fn find<'t>(toc: &'t mut [Toc], path: &str) -> Option<&'t mut Toc> {
    for item in toc {
        if item.target.as_deref() == Some(path) {
            return Some(item);
        }
        if let Some(found) = find(&mut item.items, path) {
            return Some(found);
        }
    }
    None
}

/// The table of contents that is being made: each page is in it once.
struct Contents<'c> {
    origin: &'c Origin,
    known: &'c HashMap<String, Known>,
    placed: BTreeSet<String>,
}

impl Contents<'_> {
    fn items(&mut self, from: &str, items: &[NavItem], depth: usize) -> Vec<Toc> {
        let mut out = Vec::new();
        if depth > 20 {
            return out;
        }
        for item in items {
            let source = item
                .href
                .as_deref()
                .filter(|href| !href.starts_with('#'))
                .and_then(|href| resolve(self.origin, from, href));
            let page = source.filter(|source| self.known.contains_key(source));
            let Some(page) = page else {
                let inner = self.items(from, &item.items, depth + 1);
                if item.href.is_none() && !inner.is_empty() && !is_label(&item.title) {
                    out.push(Toc { title: item.title.clone(), target: None, items: inner });
                } else {
                    out.extend(inner);
                }
                continue;
            };
            // A place in a page is no page.
            let is_place = item.href.as_deref().is_some_and(|href| href.contains('#')) && page == from;
            if is_place || !self.placed.insert(page.clone()) {
                out.extend(self.items(from, &item.items, depth + 1));
                continue;
            }
            let known = &self.known[&page];
            let mut entry = Toc::page(known.title.clone(), known.path.clone());
            entry.items = self.items(from, &item.items, depth + 1);
            entry.items.extend(self.items(&page, &known.below, depth + 1));
            out.push(entry);
        }
        out
    }
}

/// Returns true for headings that only say that a list of pages follows.
fn is_label(title: &str) -> bool {
    ["table of contents", "contents", "navigation", "contents:", "in this section"]
        .contains(&title.to_lowercase().as_str())
}

/// Returns the file to which a target leads, also where servers complete it.
fn resolve(origin: &Origin, from: &str, target: &str) -> Option<String> {
    origin.resolve(from, target).or_else(|| {
        let (bare, _) = path::split_suffix(target);
        let bare = bare.trim_end_matches('/');
        let inside = |path: &str| path::join(path::folder(from), &decoded(path));
        if bare.is_empty() && !target.starts_with('/') || path::has_scheme(bare) || bare.starts_with("//") {
            return None;
        }
        ["/index.html", ".html", "/index.htm", ".htm"]
            .iter()
            .map(|end| inside(&format!("{bare}{end}")))
            .find(|path| origin.has(path))
    })
}

/// The targets of a page before any are known.
struct Nowhere;

impl Targets for Nowhere {
    fn link(&self, href: &str) -> Option<String> {
        html::is_address(href).then(|| href.to_owned())
    }

    fn file(&self, src: &str) -> Option<String> {
        Some(src.to_owned())
    }
}

/// The targets of a page among others.
struct Linked<'l> {
    origin: &'l Origin,
    known: &'l HashMap<String, Known>,
    source: &'l str,
    page: &'l Known,
    /// The pages that addresses of Notion lead to.
    by_id: &'l ById,
    /// The files that were copied, by their paths in the source.
    site: RefCell<(&'l mut Site, &'l mut HashMap<String, String>)>,
    error: RefCell<Option<Error>>,
}

impl Linked<'_> {
    fn copied(&self, source: &str) -> Option<String> {
        let (site, files) = &mut *self.site.borrow_mut();
        if let Some(path) = files.get(source) {
            return Some(path.clone());
        }
        let copied = self.origin.open_file(source).and_then(|mut file| site.file(source, &mut file));
        match copied {
            Ok(path) => {
                files.insert(source.to_owned(), path.clone());
                Some(path)
            }
            Err(error) => {
                self.error.borrow_mut().get_or_insert(error);
                None
            }
        }
    }

    fn inline_data(&self, src: &str) -> Option<String> {
        let (name, bytes) = data(src)?;
        let copied = self.site.borrow_mut().0.file(&name, &mut bytes.as_slice());
        match copied {
            Ok(path) => Some(relative(&self.page.path, &path, "")),
            Err(error) => {
                self.error.borrow_mut().get_or_insert(error);
                None
            }
        }
    }
}

impl Targets for Linked<'_> {
    fn link(&self, href: &str) -> Option<String> {
        let href = href.trim();
        let href = &redirected(href);
        if let Some(name) = href.strip_prefix('#') {
            let name = decoded(name);
            let anchor = self.page.anchors.get(&name).cloned().unwrap_or(name);
            return (!anchor.is_empty()).then(|| format!("#{anchor}"));
        }
        let named = self.by_id.find(href);
        if named.is_none() && (path::has_scheme(href) || href.starts_with("//")) {
            return html::is_address(href).then(|| href.clone());
        }
        let Some(source) = named.or_else(|| resolve(self.origin, self.source, href)) else {
            return html::is_address(href).then(|| href.clone());
        };
        let name = href.split_once('#').map(|(_, name)| decoded(name)).unwrap_or_default();
        match self.known.get(&source) {
            Some(page) => {
                self.page.links.borrow_mut().push(source);
                let anchor = page.anchors.get(&name).cloned().unwrap_or(name);
                Some(relative(&self.page.path, &page.path, &anchor))
            }
            None => self.copied(&source).map(|file| relative(&self.page.path, &file, "")),
        }
    }

    fn file(&self, src: &str) -> Option<String> {
        let src = src.trim();
        if src.starts_with("data:") {
            return self.inline_data(src);
        }
        match self.origin.resolve(self.source, src) {
            Some(source) => self.copied(&source).map(|file| relative(&self.page.path, &file, "")),
            None => html::is_address(src).then(|| src.to_owned()),
        }
    }
}

/// Returns the address behind a redirect of Google Docs.
pub(crate) fn redirected(href: &str) -> String {
    let query =
        ["https://www.google.com/url?", "http://www.google.com/url?"].iter().find_map(|start| href.strip_prefix(start));
    let target = query.and_then(|query| query.split(['&', ';']).find_map(|part| part.strip_prefix("q=")));
    target.map_or_else(|| href.to_owned(), decoded)
}

/// The largest image in a text, in bytes.
const MOST_DATA: usize = 20 << 20;

/// Returns a name and the bytes of an image that is written in its address.
fn data(src: &str) -> Option<(String, Vec<u8>)> {
    use base64::Engine as _;
    let (kind, data) = src.strip_prefix("data:")?.split_once(',')?;
    let (media, is_base64) = kind.strip_suffix(";base64").map_or((kind, false), |media| (media, true));
    let end = match media.split(';').next().unwrap_or_default() {
        "image/png" => "png",
        "image/jpeg" => "jpg",
        "image/gif" => "gif",
        "image/webp" => "webp",
        "image/svg+xml" => "svg",
        _ => return None,
    };
    if data.len() > MOST_DATA {
        return None;
    }
    let bytes = if is_base64 {
        let packed: String = decoded(data).chars().filter(|c| !c.is_whitespace()).collect();
        base64::engine::general_purpose::STANDARD.decode(packed).ok()?
    } else {
        decoded(data).into_bytes()
    };
    Some((format!("image.{end}"), bytes))
}
