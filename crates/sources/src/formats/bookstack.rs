//! Exports of BookStack: the portable archive with its `data.json`, or the HTML or Markdown of a book.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use quire_content::document::retarget;
use serde_json::Value;

use super::html::Flavour;
use super::markdown::{self, Page};
use super::rest::attached;
use super::{Job, Outcome};
use crate::dom;
use crate::error::Error;
use crate::html::{self, Reading, Targets};
use crate::report::PageReport;
use crate::site::{Toc, relative};

const DATA: &str = "data.json";
/// The beginning of references to what is in the archive.
const EXPORT: &str = "[[bsexport:";

pub(crate) fn convert(mut job: Job<'_>) -> Outcome {
    if job.origin.has(DATA) {
        return portable(job);
    }
    let sources: Vec<String> = job.origin.paths().filter(|path| path.ends_with(".md")).map(str::to_owned).collect();
    if sources.is_empty() {
        return super::html::convert(job, Flavour::Whole);
    }
    let mut pages = Vec::new();
    for source in &sources {
        let (_, text) = markdown::read(&mut job, source)?;
        let (heading, body) = markdown::heading(&text);
        let title = heading.as_deref().map_or_else(|| markdown::title_of_name(source), markdown::plain_title);
        let path = job.site.claim(source);
        pages.push(Page { source: source.clone(), path, title, heading, body: body.to_owned(), ..Page::default() });
    }
    let toc = super::notion::contents(
        &sources,
        &|source| {
            let page = pages.iter().find(|page| page.source == source);
            page.map(|page| (page.title.clone(), page.path.clone())).unwrap_or_default()
        },
        &|_| Vec::new(),
    );
    markdown::write(&mut job, pages, &markdown::resolve)?;
    job.finish(&toc, &attached)
}

/// The pages and places that are gathered before anything is written.
#[derive(Default)]
struct Book {
    pages: Vec<(Value, String, Option<String>)>,
    /// The paths of pages, chapters and files by their references, such as `page:5`.
    places: HashMap<String, String>,
    /// The files of pages by their references, with their paths and names.
    files: Vec<(String, String, String)>,
    /// The references that texts have.
    shown: RefCell<HashSet<String>>,
    /// The identifier of the server, as those of pages are its own.
    instance: String,
    /// The report of the whole export: files that are not in it, or that no text shows.
    left: PageReport,
}

fn portable(mut job: Job<'_>) -> Outcome {
    let text = job.origin.text(DATA, 256 << 20)?;
    let root: Value = serde_json::from_str(&text).map_err(|error| Error::broken(DATA, error))?;
    let mut book = Book { left: PageReport::new(DATA, ""), instance: instance(&root), ..Book::default() };
    let mut toc = Vec::new();
    if let Some(of) = root.get("book") {
        let front = part(&mut job, &mut book, of, "book", true)?;
        toc.extend(front.map(|path| Toc::page(name(of), path)));
        toc.append(&mut children(&mut job, &mut book, of)?);
    } else if let Some(chapter) = root.get("chapter") {
        part(&mut job, &mut book, chapter, "chapter", true)?;
        toc = children(&mut job, &mut book, chapter)?;
    } else if let Some(page) = root.get("page") {
        toc.extend(part(&mut job, &mut book, page, "page", false)?.map(|path| Toc::page(name(page), path)));
    }
    if book.pages.is_empty() {
        return Err(Error::Not {
            path: job.origin.name.clone(),
            expected: "an export of BookStack: there is no page in it",
        });
    }
    let total = book.pages.len();
    for (value, path, identifier) in &book.pages {
        write(&mut job, &book, value, path, identifier.clone())?;
        job.done(total, path)?;
    }
    for (key, file, named) in &book.files {
        if !book.shown.borrow().contains(key) {
            book.left.keep(format!("a file that no page shows, as the file {file}"), named.as_str());
        }
    }
    job.site.tell(book.left);
    job.finish(&toc, &attached)
}

fn instance(root: &Value) -> String {
    let instance = root.get("instance").and_then(|instance| instance.get("id")).and_then(Value::as_str);
    instance.unwrap_or_default().to_owned()
}

fn name(value: &Value) -> String {
    value.get("name").and_then(Value::as_str).unwrap_or("Untitled").to_owned()
}

fn id_of(value: &Value) -> Option<String> {
    let id = value.get("id")?;
    id.as_u64().map(|id| id.to_string()).or_else(|| id.as_str().map(str::to_owned))
}

/// Notes a page, or a book or chapter whose description is one, and its files.
fn part(
    job: &mut Job<'_>,
    book: &mut Book,
    value: &Value,
    kind: &str,
    only_described: bool,
) -> Result<Option<String>, Error> {
    for list in ["images", "attachments"] {
        for file in value.get(list).and_then(Value::as_array).into_iter().flatten() {
            let place = || format!("{}: {}", name(value), name(file));
            let said = |name: &str| file.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
            if let Some(address) = said("link") {
                book.left.drop("an attachment that is a link", format!("{}: {address}", place()));
                continue;
            }
            let (Some(id), Some(stored)) = (id_of(file), said("file")) else { continue };
            let source = format!("files/{stored}");
            if !job.origin.has(&source) {
                book.left.drop("a file that is not in the export", place());
                continue;
            }
            let mut named = name(file);
            // Attachments say their ending apart.
            if !named.contains('.')
                && let Some(end) = stored.rsplit_once('.')
            {
                named = format!("{named}.{}", end.1);
            }
            let copied = job.site.file(&named, &mut job.origin.open_file(&source)?)?;
            let key = format!("{}:{id}", list.trim_end_matches('s'));
            book.files.push((key.clone(), copied.clone(), place()));
            book.places.insert(key, copied);
        }
    }
    let described = ["description_html", "description"]
        .iter()
        .any(|name| value.get(name).and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty()));
    if only_described && !described {
        return Ok(None);
    }
    let path = job.site.claim(&format!("{}.md", quire_content::slug::slug(&name(value))));
    if let Some(id) = id_of(value) {
        book.places.insert(format!("{kind}:{id}"), path.clone());
    }
    let identifier = id_of(value).map(|id| format!("bookstack:{}:{kind}:{id}", book.instance));
    book.pages.push((value.clone(), path.clone(), identifier));
    Ok(Some(path))
}

fn children(job: &mut Job<'_>, book: &mut Book, value: &Value) -> Result<Vec<Toc>, Error> {
    let mut all: Vec<(i64, Toc)> = Vec::new();
    let priority = |value: &Value| value.get("priority").and_then(Value::as_i64).unwrap_or(i64::MAX);
    for page in value.get("pages").and_then(Value::as_array).into_iter().flatten() {
        if let Some(path) = part(job, book, page, "page", false)? {
            all.push((priority(page), Toc::page(name(page), path)));
        }
    }
    for chapter in value.get("chapters").and_then(Value::as_array).into_iter().flatten() {
        let target = part(job, book, chapter, "chapter", true)?;
        let items = children(job, book, chapter)?;
        all.push((priority(chapter), Toc { title: name(chapter), target, items }));
    }
    all.sort_by_key(|(priority, _)| *priority);
    Ok(all.into_iter().map(|(_, toc)| toc).collect())
}

fn write(job: &mut Job<'_>, book: &Book, value: &Value, path: &str, identifier: Option<String>) -> Result<(), Error> {
    let title = name(value);
    let mut report = PageReport { identifier, ..PageReport::new(title.as_str(), path) };
    let said = |name: &str| value.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let comments = value.get("comments").and_then(Value::as_array).map_or(0, Vec::len);
    for tag in value.get("tags").and_then(Value::as_array).into_iter().flatten() {
        let said = |name: &str| tag.get(name).and_then(Value::as_str).unwrap_or_default();
        report.drop("a tag of a page", format!("{} {}", said("name"), said("value")));
    }
    if comments > 0 {
        report.drop(format!("{comments} comments"), "");
    }
    let targets = Linked { book, path };
    if let Some(text) = said("markdown") {
        let to = |target: &str| targets.place(target);
        let text = crate::literal::marked(&text.replace("\r\n", "\n"));
        let text = referenced(&text, &targets);
        let body = retarget(&text, &to).unwrap_or(text);
        return job.site.page(path, &title, &[], &body, report);
    }
    let html = said("html").or_else(|| said("description_html")).map(str::to_owned);
    let html = html.or_else(|| {
        said("description").map(|text| format!("<p>{}</p>", text.replace('&', "&amp;").replace('<', "&lt;")))
    });
    let body = match dom::parse(&html.unwrap_or_default()) {
        Ok(dom) => {
            let reading = Reading { whole: true, titled: true, ..Reading::default() };
            html::print(&html::read(&dom, &reading, &targets, &mut report).document)
        }
        Err(bound) => {
            report.drop(format!("the text of a page, as {bound}"), title.as_str());
            String::new()
        }
    };
    job.site.page(path, &title, &[], &body, report)
}

/// Replaces the references in Markdown, which are no targets there, as they have brackets.
fn referenced(text: &str, targets: &Linked<'_>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(EXPORT) {
        let Some(end) = rest[at..].find("]]") else { break };
        out.push_str(&rest[..at]);
        let whole = &rest[at..at + end + 2];
        out.push_str(&targets.place(whole).unwrap_or_else(|| whole.to_owned()));
        rest = &rest[at + end + 2..];
    }
    out.push_str(rest);
    out
}

struct Linked<'l> {
    book: &'l Book,
    path: &'l str,
}

impl Linked<'_> {
    fn place(&self, target: &str) -> Option<String> {
        let target = crate::site::decoded(target);
        let key = target.strip_prefix(EXPORT)?.split("]]").next()?;
        let place = self.book.places.get(key)?;
        self.book.shown.borrow_mut().insert(key.to_owned());
        Some(relative(self.path, place, ""))
    }
}

impl Targets for Linked<'_> {
    fn link(&self, href: &str) -> Option<String> {
        if href.contains(EXPORT) || href.contains("bsexport:") {
            return self.place(href);
        }
        html::is_address(href).then(|| href.to_owned())
    }

    fn file(&self, src: &str) -> Option<String> {
        if src.contains("bsexport:") {
            return self.place(src);
        }
        (html::is_address(src) && !src.starts_with("data:")).then(|| src.to_owned())
    }
}
