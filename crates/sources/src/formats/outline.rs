//! Exports of Outline: Markdown or HTML in folders of collections, or JSON with documents as trees.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::html::Flavour;
use super::markdown::{self, Fences, Page};
use super::rest::{Rest, attached};
use super::{Job, Outcome};
use crate::dom;
use crate::error::Error;
use crate::html::{self, Reading, Targets};
use crate::literal;
use crate::origin::Origin;
use crate::report::PageReport;
use crate::site::{Site, Toc, relative};

/// The deepest document.
const MOST_DEPTH: usize = 60;

pub(crate) fn convert(mut job: Job<'_>) -> Outcome {
    let has = |end: &str| job.origin.paths().any(|path| path.ends_with(end));
    let (markdown, html) = (has(".md"), has(".html"));
    if !markdown && !html {
        return json(job);
    }
    if !markdown {
        return super::html::convert(job, Flavour::Notion);
    }
    let sources: Vec<String> = job.origin.paths().filter(|path| path.ends_with(".md")).map(str::to_owned).collect();
    let mut pages = Vec::new();
    for source in &sources {
        let (_, text) = markdown::read(&mut job, source)?;
        let mut report = PageReport::default();
        let text = super::docusaurus::rewrite(&text, &mut report);
        let text = toggles(&text, &mut report);
        let text = super::mkdocs::marked(&text, &mut report);
        let (heading, body) = markdown::heading(&text);
        let title = heading.as_deref().map_or_else(|| markdown::title_of_name(source), markdown::plain_title);
        let parts: Vec<String> = source.trim_end_matches(".md").split('/').map(quire_content::slug::slug).collect();
        let path = job.site.claim(&format!("{}.md", parts.join("/")));
        pages.push(Page {
            source: source.clone(),
            path,
            title,
            heading,
            body: body.to_owned(),
            report,
            ..Page::default()
        });
    }
    let known: HashMap<String, (String, String)> =
        pages.iter().map(|page| (page.source.clone(), (page.title.clone(), page.path.clone()))).collect();
    markdown::write(&mut job, pages, &markdown::resolve)?;
    let toc = super::notion::contents(&sources, &|source| known[source].clone(), &|_| Vec::new());
    job.finish(&toc, &|path| if path.ends_with("metadata.json") { Rest::Known } else { attached(path) })
}

/// Rewrites sections that open: `+++ Title` to `+++`.
fn toggles(text: &str, report: &mut PageReport) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut fences = Fences::default();
    let mut open = 0;
    for line in text.lines() {
        let trimmed = line.trim();
        if fences.is_code(line) || !trimmed.starts_with("+++") {
            out.push(line.to_owned());
        } else if trimmed == "+++" {
            if open > 0 {
                open -= 1;
                out.extend([String::new(), "</details>".to_owned(), String::new()]);
            } else {
                out.push(line.to_owned());
            }
        } else {
            open += 1;
            report.mapped("expandable");
            let mut lines = markdown::details(trimmed.trim_start_matches('+').trim(), false, &[]);
            lines.truncate(4);
            out.append(&mut lines);
        }
    }
    out.extend((0..open).map(|_| "</details>".to_owned()));
    out.join("\n") + "\n"
}

/// A document of an export as JSON.
struct Document {
    id: String,
    title: String,
    parent: Option<String>,
    html: String,
    /// The text that a collection says of itself, as Markdown.
    description: String,
    path: String,
    report: PageReport,
}

/// A collection of documents.
struct Group {
    name: String,
    /// The path of its overview, if it has one.
    page: Option<String>,
    ids: Vec<String>,
}

/// Returns the overview of a collection as a page; `None` if it says nothing.
fn overview(collection: Option<&Value>, name: &str, site: &mut Site) -> Option<Document> {
    let collection = collection?;
    let mut report = PageReport::new(name, "");
    let mut html = String::new();
    if let Some(data) = collection.get("data") {
        node(data, 0, &mut html, &mut report);
    }
    let is_empty = html.split('<').all(|part| part.split_once('>').map_or(part, |(_, text)| text).trim().is_empty());
    if is_empty && !html.contains(" src=") && !html.contains("<hr") {
        html.clear();
    }
    let description = collection.get("description").and_then(Value::as_str).unwrap_or_default().trim().to_owned();
    if html.is_empty() && description.is_empty() {
        return None;
    }
    let path = site.claim(&format!("{}.md", quire_content::slug::slug(name)));
    Some(Document { id: String::new(), title: name.to_owned(), parent: None, html, description, path, report })
}

fn json(mut job: Job<'_>) -> Outcome {
    let sources: Vec<String> = job
        .origin
        .paths()
        .filter(|path| path.ends_with(".json") && !path.ends_with("metadata.json"))
        .map(str::to_owned)
        .collect();
    let mut documents: Vec<Document> = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut routes: HashMap<String, String> = HashMap::new();
    let mut attachments: HashMap<String, String> = HashMap::new();
    for source in &sources {
        let text = job.origin.text(source, 256 << 20)?;
        let root: Value = serde_json::from_str(&text).map_err(|error| Error::broken(source, error))?;
        let Some(all) = root.get("documents").and_then(Value::as_object) else { continue };
        for (id, attachment) in root.get("attachments").and_then(Value::as_object).into_iter().flatten() {
            if let Some(key) = attachment.get("key").and_then(Value::as_str) {
                attachments.insert(id.clone(), key.to_owned());
            }
        }
        let collection = root.get("collection");
        let name = collection.and_then(|it| it.get("name")).and_then(Value::as_str).unwrap_or_default().to_owned();
        let overview = overview(collection, &name, &mut job.site);
        let page = overview.as_ref().map(|overview| overview.path.clone());
        documents.extend(overview);
        let mut ids = Vec::new();
        for (id, document) in all {
            let said = |name: &str| document.get(name).and_then(Value::as_str);
            let title = said("title").unwrap_or("Untitled").to_owned();
            let mut report = PageReport::new(title.as_str(), "");
            report.identifier = Some(format!("outline:{id}"));
            let mut html = String::new();
            if let Some(data) = document.get("data") {
                node(data, 0, &mut html, &mut report);
            }
            let path = job.site.claim(&format!("{}.md", quire_content::slug::slug(&title)));
            for name in ["urlId", "id"] {
                routes.extend(said(name).map(|name| (name.to_owned(), path.clone())));
            }
            ids.push(id.clone());
            documents.push(Document {
                id: id.clone(),
                title,
                parent: said("parentDocumentId").map(str::to_owned),
                html,
                description: String::new(),
                path,
                report,
            });
        }
        groups.push(Group { name, page, ids });
    }
    if documents.is_empty() {
        return Err(Error::Not {
            path: job.origin.name.clone(),
            expected: "an export of Outline as Markdown, HTML or JSON",
        });
    }
    if let [only] = groups.as_slice()
        && only.page.is_none()
        && !only.name.is_empty()
    {
        let mut report = PageReport::new(job.origin.name.as_str(), "");
        report.drop("the name of the only collection", only.name.as_str());
        job.site.report.push(report);
    }
    let toc = contents(&documents, &groups);
    let total = documents.len();
    let mut copied = HashMap::new();
    for document in documents {
        let mut report = document.report;
        for key in attachments
            .values()
            .filter(|key| document.html.contains(key.as_str()) || document.html.contains("attachments.redirect"))
        {
            let found = job.origin.paths().find(|path| path.ends_with(key.as_str())).map(str::to_owned);
            if let Some(found) = found.filter(|_| !copied.contains_key(key)) {
                let file = job.site.file(&found, &mut job.origin.open_file(&found)?)?;
                copied.insert(key.clone(), file);
            }
        }
        let targets = Linked {
            path: &document.path,
            routes: &routes,
            attachments: &attachments,
            copied: &copied,
            origin: &job.origin,
        };
        let front = match document.html.is_empty() {
            true => Vec::new(),
            false => vec![("description", quire_content::title::one_line(&document.description))],
        };
        let body = match dom::parse(&document.html) {
            Ok(_) if document.html.is_empty() && !document.description.is_empty() => {
                literal::marked(&document.description)
            }
            Ok(dom) => {
                let reading = Reading { whole: true, titled: true, ..Reading::default() };
                html::print(&html::read(&dom, &reading, &targets, &mut report).document)
            }
            Err(bound) => {
                report.drop(format!("the text of a page, as {bound}"), document.title.as_str());
                String::new()
            }
        };
        job.site.page(&document.path, &document.title, &front, &body, report)?;
        job.done(total, &document.title)?;
    }
    job.finish(&toc, &|path| if path.ends_with("metadata.json") { Rest::Known } else { attached(path) })
}

fn contents(documents: &[Document], groups: &[Group]) -> Vec<Toc> {
    type Below<'d> = HashMap<Option<&'d str>, Vec<&'d Document>>;
    fn below(all: &Below<'_>, parent: Option<&str>, depth: usize) -> Vec<Toc> {
        if depth > 40 {
            return Vec::new();
        }
        all.get(&parent)
            .into_iter()
            .flatten()
            .map(|document| {
                let items = below(all, Some(&document.id), depth + 1);
                Toc { title: document.title.clone(), target: Some(document.path.clone()), items }
            })
            .collect()
    }
    let mut toc = Vec::new();
    for group in groups {
        let ids: HashSet<&String> = group.ids.iter().collect();
        let mut all: Below<'_> = HashMap::new();
        for document in documents.iter().filter(|document| ids.contains(&document.id)) {
            all.entry(document.parent.as_deref()).or_default().push(document);
        }
        let items = below(&all, None, 0);
        if groups.len() > 1 || group.page.is_some() {
            toc.push(Toc { title: group.name.clone(), target: group.page.clone(), items });
        } else {
            toc.extend(items);
        }
    }
    toc
}

struct Linked<'l> {
    path: &'l str,
    routes: &'l HashMap<String, String>,
    attachments: &'l HashMap<String, String>,
    copied: &'l HashMap<String, String>,
    origin: &'l Origin,
}

impl Targets for Linked<'_> {
    fn link(&self, href: &str) -> Option<String> {
        if let Some(slug) = href.split("/doc/").nth(1).filter(|_| href.starts_with('/') || href.contains("/doc/")) {
            let slug = slug.split(['?', '#', '/']).next().unwrap_or_default();
            let id = slug.rsplit('-').next().unwrap_or(slug);
            if let Some(page) = self.routes.get(id).or_else(|| self.routes.get(slug)) {
                return Some(relative(self.path, page, ""));
            }
        }
        if href.starts_with("/api/attachments") {
            return self.file(href);
        }
        html::is_address(href).then(|| href.to_owned())
    }

    fn file(&self, src: &str) -> Option<String> {
        let id = src.split("id=").nth(1).map(|rest| rest.split('&').next().unwrap_or_default());
        let key = id
            .and_then(|id| self.attachments.get(id))
            .cloned()
            .or_else(|| self.attachments.values().find(|key| src.ends_with(key.as_str())).cloned());
        let file = key.and_then(|key| self.copied.get(&key));
        let _ = self.origin;
        file.map(|file| relative(self.path, file, ""))
            .or_else(|| (src.starts_with("http") && html::is_address(src)).then(|| src.to_owned()))
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// Writes a node of a document as HTML. Nodes that are not known are their content.
fn node(value: &Value, depth: usize, out: &mut String, report: &mut PageReport) {
    if depth > MOST_DEPTH {
        return;
    }
    let kind = value.get("type").and_then(Value::as_str).unwrap_or_default();
    let attr = |name: &str| value.get("attrs").and_then(|attrs| attrs.get(name));
    let said = |name: &str| attr(name).and_then(Value::as_str).unwrap_or_default();
    if kind == "text" {
        text(value, out);
        return;
    }
    let level = attr("level").and_then(Value::as_u64).unwrap_or(1).clamp(1, 6);
    let (open, close) = match kind {
        "heading" => (format!("<h{level}>"), format!("</h{level}>")),
        "paragraph" => ("<p>".to_owned(), "</p>".to_owned()),
        "bullet_list" | "checkbox_list" => ("<ul>".to_owned(), "</ul>".to_owned()),
        "ordered_list" => {
            (format!("<ol start=\"{}\">", attr("order").and_then(Value::as_u64).unwrap_or(1)), "</ol>".to_owned())
        }
        "list_item" => ("<li>".to_owned(), "</li>".to_owned()),
        "checkbox_item" => {
            let checked = if attr("checked") == Some(&Value::Bool(true)) { " checked" } else { "" };
            (format!("<li><input type=\"checkbox\"{checked}>"), "</li>".to_owned())
        }
        "blockquote" => ("<blockquote>".to_owned(), "</blockquote>".to_owned()),
        "code_block" | "code_fence" => {
            (format!("<pre class=\"language-{}\">", escaped(said("language"))), "</pre>".to_owned())
        }
        "table" => ("<table>".to_owned(), "</table>".to_owned()),
        "tr" => ("<tr>".to_owned(), "</tr>".to_owned()),
        "td" | "th" => {
            let span = |name: &str| {
                attr(name)
                    .and_then(Value::as_u64)
                    .filter(|span| *span > 1)
                    .map(|span| format!(" {name}=\"{span}\""))
                    .unwrap_or_default()
            };
            (format!("<{kind}{}{}>", span("colspan"), span("rowspan")), format!("</{kind}>"))
        }
        "container_notice" => (format!("<div class=\"notice-block {}\">", escaped(said("style"))), "</div>".to_owned()),
        "hr" => ("<hr>".to_owned(), String::new()),
        "br" | "hard_break" => ("<br>".to_owned(), String::new()),
        "image" => (format!("<img src=\"{}\" alt=\"{}\">", escaped(said("src")), escaped(said("alt"))), String::new()),
        "video" | "attachment" => (
            format!("<p><a href=\"{}\">", escaped(if said("href").is_empty() { said("src") } else { said("href") })),
            format!("{}</a></p>", escaped(said("title"))),
        ),
        "embed" => (format!("<iframe src=\"{}\">", escaped(said("href"))), "</iframe>".to_owned()),
        "math_block" => ("<div class=\"math\">\\[".to_owned(), "\\]</div>".to_owned()),
        "math_inline" => ("<span class=\"math\">\\(".to_owned(), "\\)</span>".to_owned()),
        "mention" => {
            report.keep("a mention, as its text", said("label"));
            (format!("@{}", escaped(said("label"))), String::new())
        }
        "emoji" => (format!(":{}:", escaped(said("data-name"))), String::new()),
        "doc" => (String::new(), String::new()),
        other => {
            report.keep(format!("a node `{other}`, as its content"), "");
            (String::new(), String::new())
        }
    };
    out.push_str(&open);
    for child in value.get("content").and_then(Value::as_array).into_iter().flatten() {
        node(child, depth + 1, out, report);
    }
    out.push_str(&close);
}

fn text(value: &Value, out: &mut String) {
    let mut html = escaped(value.get("text").and_then(Value::as_str).unwrap_or_default());
    for mark in value.get("marks").and_then(Value::as_array).into_iter().flatten() {
        let tag = match mark.get("type").and_then(Value::as_str).unwrap_or_default() {
            "strong" => "b",
            "em" => "i",
            "code_inline" => "code",
            "strikethrough" => "s",
            "highlight" => "mark",
            "link" => {
                let href =
                    mark.get("attrs").and_then(|attrs| attrs.get("href")).and_then(Value::as_str).unwrap_or_default();
                html = format!("<a href=\"{}\">{html}</a>", escaped(href));
                continue;
            }
            _ => continue,
        };
        html = format!("<{tag}>{html}</{tag}>");
    }
    out.push_str(&html);
}
