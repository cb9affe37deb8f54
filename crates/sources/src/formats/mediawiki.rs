//! Dumps of MediaWiki: the last revision of each page, as wikitext that is read by way of HTML.

mod inline;
mod pairs;
mod redirect;
mod wikitext;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use quire_content::path;

use super::rest::attached;
use super::{Job, Outcome};
use crate::dom;
use crate::error::Error;
use crate::html::{self, Reading, Targets};
use crate::origin::Origin;
use crate::report::PageReport;
use crate::site::{Site, Toc, decoded, relative};
use crate::xml::{self, Element, XmlError};

/// The scheme of links to pages by their titles, between wikitext and its HTML.
const SCHEME: &str = "wiki:";

/// The namespace of links to files themselves.
const MEDIA: &str = "Media:";

#[derive(Default)]
struct Wiki {
    /// The paths of pages by their titles, folded.
    pages: HashMap<String, String>,
    redirects: HashMap<String, String>,
    /// The numbers of pages that are not taken, by what they are.
    others: BTreeMap<&'static str, usize>,
}

pub(crate) fn convert(mut job: Job<'_>) -> Outcome {
    let dump = job.origin.paths().find(|path| path.to_lowercase().ends_with(".xml")).map(str::to_owned);
    let dump = dump.or_else(|| job.origin.paths().next().filter(|_| job.origin.is_single).map(str::to_owned));
    let Some(dump) = dump else {
        return Err(Error::Not { path: job.origin.name.clone(), expected: "an XML dump of MediaWiki" });
    };
    let mut wiki = Wiki::default();
    let mut titles = Vec::new();
    pages(&job.origin, &dump, &mut |page| {
        let title = text(page, "title");
        if let Some(to) = redirect_of(page) {
            wiki.redirects.insert(folded(&title), folded(&to));
        } else if let Some(what) = left_out(page) {
            *wiki.others.entry(what).or_default() += 1;
        } else if !title.is_empty() {
            titles.push(title);
        }
        Ok(())
    })?;
    if titles.is_empty() {
        return Err(Error::Not { path: dump, expected: "an XML dump of MediaWiki: there is no page in it" });
    }
    for title in &titles {
        let parts: Vec<String> = title.split('/').map(quire_content::slug::slug).collect();
        let path = job.site.claim(&format!("{}.md", parts.join("/")));
        wiki.pages.entry(folded(title)).or_insert(path);
    }
    let total = titles.len();
    let mut failed = None;
    let mut files = HashMap::new();
    let (origin, site) = (&job.origin, RefCell::new(&mut job.site));
    let mut written = Vec::new();
    let read = pages(origin, &dump, &mut |page| {
        let title = text(page, "title");
        if redirect_of(page).is_some() || left_out(page).is_some() || title.is_empty() {
            return Ok(());
        }
        let source = wikitext_of(page);
        let done = write(origin, &wiki, &title, &source, &site, &mut files);
        written.push(title);
        done.map_err(|error| {
            let said = error.to_string();
            failed = Some(error);
            XmlError::Other(said)
        })
    });
    if let Some(failed) = failed {
        return Err(failed);
    }
    read?;
    for title in &written {
        job.done(total, title)?;
    }
    let mut all = PageReport::new(dump, "");
    for (what, count) in &wiki.others {
        all.drop(format!("{count} {what}"), "");
    }
    job.site.tell(all);
    let toc = contents(&wiki, &titles);
    job.finish(&toc, &attached)
}

fn pages(origin: &Origin, dump: &str, each: &mut dyn FnMut(&Element) -> Result<(), XmlError>) -> Result<(), Error> {
    let mut wanted = |around: &[Box<str>], name: &str| around.len() == 1 && name == "page";
    let read = xml::each(origin.open_file(dump)?, &mut wanted, &mut |_, page| each(&page));
    read.map_err(|error| Error::broken(dump, error))
}

fn text(element: &Element, name: &str) -> String {
    element.child(name).map(|child| child.own_text().trim().to_owned()).unwrap_or_default()
}

fn text_as_it_is(element: &Element, name: &str) -> String {
    element.child(name).map(Element::own_text).unwrap_or_default()
}

/// Returns the wikitext of the last revision of a page.
fn wikitext_of(page: &Element) -> String {
    let revision = page.elements().filter(|child| &*child.name == "revision").last();
    revision.map(|revision| text_as_it_is(revision, "text")).unwrap_or_default()
}

/// Returns the title to which a page leads.
fn redirect_of(page: &Element) -> Option<String> {
    let said = page.of("redirect", "title").map(str::to_owned);
    said.or_else(|| redirect::target(&wikitext_of(page)).map(str::to_owned))
}

/// Returns the kind of a page that is no content.
fn left_out(page: &Element) -> Option<&'static str> {
    match text(page, "ns").parse::<u32>().unwrap_or(0) {
        0 | 4 | 12 => None,
        6 => Some("descriptions of files"),
        10 => Some("templates"),
        14 => Some("categories"),
        number if number % 2 == 1 => Some("talk pages"),
        _ => Some("pages of other namespaces"),
    }
}

/// Returns a title as it is compared: the first letter has no case, and underscores are spaces.
fn folded(title: &str) -> String {
    let title = quire_content::title::one_line(&title.replace('_', " "));
    let mut chars = title.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn write(
    origin: &Origin,
    wiki: &Wiki,
    title: &str,
    source: &str,
    site: &RefCell<&mut Site>,
    files: &mut HashMap<String, String>,
) -> Result<(), Error> {
    let Some(path) = wiki.pages.get(&folded(title)) else { return Ok(()) };
    let mut report = PageReport::new(title, path.as_str());
    let html = wikitext::to_html(source, &mut report);
    let body = match dom::parse(&html) {
        Ok(dom) => {
            let targets = Linked {
                origin,
                wiki,
                path,
                site,
                files: RefCell::new(files),
                missing: RefCell::default(),
                error: RefCell::new(None),
            };
            let reading = Reading { whole: true, titled: true, ..Reading::default() };
            let read = html::read(&dom, &reading, &targets, &mut report);
            let missing = targets.missing.take();
            if let Some(error) = targets.error.take() {
                return Err(error);
            }
            missing
                .into_iter()
                .for_each(|title| report.keep("a link to a page that is not in the dump, as its text", title));
            html::print(&read.document)
        }
        Err(bound) => {
            report.keep(format!("a page that is not converted, as {bound}: as its wikitext"), title);
            html::print(&quire_content::document::Document::new(vec![quire_content::document::Block::new(
                html::plain_code(source.to_owned()),
            )]))
        }
    };
    site.borrow_mut().page(path, title, &[], &body, report)
}

/// Pages with a slash in their titles are below those before it.
fn contents(wiki: &Wiki, titles: &[String]) -> Vec<Toc> {
    let mut sorted: Vec<&String> = titles.iter().collect();
    sorted.sort_by_key(|title| (folded(title) != "Main Page", title.to_lowercase(), (*title).clone()));
    let mut flat: Vec<(usize, Toc)> = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    for title in sorted {
        while open.last().is_some_and(|last| !title.strip_prefix(last).is_some_and(|rest| rest.starts_with('/'))) {
            open.pop();
        }
        let path = wiki.pages.get(&folded(title)).cloned().unwrap_or_default();
        flat.push((open.len(), Toc::page(title.as_str(), path)));
        open.push(title);
    }
    super::github_wiki::nest(flat)
}

struct Linked<'l, 's> {
    origin: &'l Origin,
    wiki: &'l Wiki,
    path: &'l str,
    site: &'l RefCell<&'s mut Site>,
    files: RefCell<&'l mut HashMap<String, String>>,
    missing: RefCell<Vec<String>>,
    error: RefCell<Option<Error>>,
}

impl Targets for Linked<'_, '_> {
    fn link(&self, href: &str) -> Option<String> {
        let Some(target) = href.strip_prefix(SCHEME) else {
            return html::is_address(href).then(|| href.to_owned());
        };
        let target = decoded(target);
        if let Some(name) = target.strip_prefix(MEDIA) {
            let file = self.file(name);
            if file.is_none() {
                self.missing.borrow_mut().push(target.clone());
            }
            return file;
        }
        let (title, anchor) = target.split_once('#').unwrap_or((&target, ""));
        let anchor =
            if anchor.is_empty() { String::new() } else { quire_content::slug::name(&anchor.replace('_', " ")) };
        if title.is_empty() {
            return (!anchor.is_empty()).then(|| format!("#{anchor}"));
        }
        let mut name = folded(title);
        for _ in 0..3 {
            match self.wiki.redirects.get(&name) {
                Some(to) => name = to.split('#').next().unwrap_or_default().to_owned(),
                None => break,
            }
        }
        let found = self.wiki.pages.get(&name);
        if found.is_none() {
            self.missing.borrow_mut().push(title.to_owned());
        }
        found.map(|page| relative(self.path, page, &anchor))
    }

    fn file(&self, src: &str) -> Option<String> {
        if path::has_scheme(src) {
            return html::is_address(src).then(|| src.to_owned());
        }
        // Files may be beside the dump, in any folder.
        let name = folded(src).replace(' ', "_");
        let plain = folded(src);
        let found = self
            .origin
            .paths()
            .find(|path| path.rsplit('/').next().is_some_and(|file| file == name || file == plain))?
            .to_owned();
        if let Some(known) = self.files.borrow().get(&found) {
            return Some(relative(self.path, known, ""));
        }
        let copied = self.origin.open_file(&found).and_then(|mut file| self.site.borrow_mut().file(&found, &mut file));
        match copied {
            Ok(file) => {
                let target = relative(self.path, &file, "");
                self.files.borrow_mut().insert(found, file);
                Some(target)
            }
            Err(error) => {
                self.error.borrow_mut().get_or_insert(error);
                None
            }
        }
    }
}
