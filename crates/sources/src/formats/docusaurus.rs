//! Projects of Docusaurus: documents in Markdown and MDX, with their sidebars.

mod components;
mod jsx;
mod media;
mod numbers;
mod partials;
mod script;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use quire_content::path;
use quire_content::yaml::{self, Mode};

use self::components::{callout, components};
use self::partials::Partials;
use super::markdown::{self, Captions, Fences, Front, Page, scalar};
use super::rest::{Rest, extension, of_project};
use super::{Job, Outcome};
use crate::error::Error;
use crate::report::PageReport;
use crate::site::Toc;

/// The facts about a document beside its text.
struct Known {
    /// The path in the folder of documents.
    short: String,
    /// The name by which sidebars call it.
    id: String,
    title: String,
    path: String,
    position: Option<f64>,
}

pub(crate) fn convert(mut job: Job<'_>) -> Outcome {
    let Some(docs) = docs_folder(&job) else {
        return Err(Error::Not {
            path: job.origin.name.clone(),
            expected: "a project of Docusaurus: there is no folder `docs` with Markdown files",
        });
    };
    let within = if docs.is_empty() { String::new() } else { format!("{docs}/") };
    let is_page = |path: &&str| path.starts_with(&within) && is_text(path) && !is_partial(path);
    let sources: Vec<String> = job.origin.paths().filter(is_page).map(str::to_owned).collect();
    let (mut pages, mut known) = (Vec::new(), Vec::new());
    let mut partials = Partials::default();
    let mut routes: HashMap<String, String> = HashMap::new();
    for source in &sources {
        let short = source[within.len()..].to_owned();
        let Some((front, page)) = read(&mut job, source, &target(&short), &mut partials)? else { continue };
        routes.extend(route(&front, &short).map(|route| (route, source.clone())));
        known.push(Known {
            id: id(&short, &front),
            short,
            title: front.text("sidebar_label").unwrap_or_else(|| page.title.clone()),
            path: page.path.clone(),
            position: front.number("sidebar_position"),
        });
        pages.push(page);
    }
    if pages.is_empty() {
        return Err(Error::Not { path: docs, expected: "a folder with Markdown files" });
    }
    for (page, known) in pages.iter().zip(&known) {
        routes.entry(known.id.to_lowercase()).or_insert_with(|| page.source.clone());
    }
    let blog = path::join(path::folder(&docs), "blog");
    let posts = if docs.is_empty() { Vec::new() } else { posts(&mut job, &blog, &mut pages, &mut partials)? };
    left_out(&mut job, &docs, &blog, &partials);
    let static_file = |origin: &crate::origin::Origin, target: &str| {
        let (bare, _) = path::split_suffix(target);
        let base = path::folder(&docs);
        let inside = path::join(base, &format!("static/{}", bare.trim_start_matches('/')));
        bare.starts_with('/').then_some(inside).filter(|path| origin.has(path))
    };
    markdown::write(&mut job, pages, &|origin, from, target| {
        if markdown::is_elsewhere(target) {
            return None;
        }
        let target = target
            .strip_prefix("@site/")
            .map_or_else(|| target.to_owned(), |rest| format!("/{}", path::join(path::folder(&docs), rest)));
        let target = target.as_str();
        let found = if target.starts_with('/') { static_file(origin, target) } else { None };
        found.or_else(|| markdown::resolve(origin, from, target)).or_else(|| {
            // A link to where the page is served.
            let (bare, _) = path::split_suffix(target);
            let bare = bare.strip_prefix("/docs").unwrap_or(bare).trim_matches('/');
            routes.get(&bare.to_lowercase()).cloned().filter(|_| target.starts_with('/'))
        })
    })?;
    let base = path::folder(&docs).to_owned();
    let sidebars = ["sidebars.json", "sidebars.js", "sidebars.ts", "sidebars.mjs", "sidebars.cjs"]
        .iter()
        .map(|name| path::join(&base, name))
        .find(|path| job.origin.has(path));
    let parsed = match &sidebars {
        Some(path) => script::object(&job.origin.page_text(path)?),
        None => None,
    };
    let report = RefCell::new(PageReport::new(sidebars.clone().unwrap_or_default(), ""));
    let folders = Folders { job: &job, within: &within, known: &known, report: &report };
    let toc = match parsed {
        Some(sidebars) => {
            let mut placed = HashSet::new();
            let mut toc = Vec::new();
            let all = sidebars.as_object().into_iter().flatten();
            let many = sidebars.as_object().is_some_and(|all| all.len() > 1);
            for (name, items) in all {
                let inner = folders.items(items, &mut placed, 0)?;
                if many && !inner.is_empty() {
                    toc.push(Toc { title: markdown::title_of_name(name), target: None, items: inner });
                } else {
                    toc.extend(inner);
                }
            }
            for page in known.iter().filter(|page| !placed.contains(&page.path)) {
                if !is_in(&toc, &page.path) {
                    folders.keep("a page that no sidebar names, after the others", &page.short);
                }
            }
            toc
        }
        None => folders.folder("", 0)?,
    };
    let mut toc = toc;
    let report = report.into_inner();
    job.site.tell(report);
    if !posts.is_empty() {
        toc.push(Toc { title: "Blog".to_owned(), target: None, items: posts });
    }
    let statics = path::join(&base, "static");
    job.finish(&toc, &|path| match extension(path).as_str() {
        // What is left of the texts is reported above.
        _ if is_text(path) => Rest::Known,
        "yml" | "yaml" => Rest::Counted("settings of the documents"),
        _ => of_project(path, &[&docs, &blog, &statics]),
    })
}

fn is_text(path: &str) -> bool {
    (path.ends_with(".md") || path.ends_with(".mdx")) && !path.contains("node_modules/")
}

/// Returns true for a text that is no page, but a part of others.
fn is_partial(path: &str) -> bool {
    path.rsplit('/').next().unwrap_or(path).starts_with('_')
}

/// Reads a page; returns `None` for a draft, which is not published.
fn read(
    job: &mut Job<'_>,
    source: &str,
    wanted: &str,
    partials: &mut Partials,
) -> Result<Option<(Front, Page)>, Error> {
    let (front, text) = markdown::read(job, source)?;
    let mut report = PageReport::default();
    if front.text("draft").as_deref() == Some("true") {
        report.source = source.to_owned();
        report.drop("a draft, which is not published", source);
        job.site.report.push(report);
        return Ok(None);
    }
    let text = jsx::rewritten(&text, &mut report);
    let text = partials.inlined(job, source, &text, &mut report, 0)?;
    let text = rewrite(&text, &mut report);
    let (title, heading, body) = markdown::titled(front.text("title"), &text);
    let title = title.unwrap_or_else(|| markdown::title_of_name(without_number(source)));
    let wanted = match front.text("slug") {
        Some(slug) => slugged(&slug, wanted, &mut report),
        None => wanted.to_owned(),
    };
    front.report_others(&READ_FIELDS, &mut report);
    let page = Page {
        source: source.to_owned(),
        path: job.site.claim(&wanted),
        title,
        heading,
        body,
        description: front.text("description").unwrap_or_default(),
        is_hidden: front.text("unlisted").as_deref() == Some("true"),
        report,
    };
    Ok(Some((front, page)))
}

/// Reads the posts of the blog, and returns their entries, newest first.
fn posts(job: &mut Job<'_>, blog: &str, pages: &mut Vec<Page>, partials: &mut Partials) -> Result<Vec<Toc>, Error> {
    let within = format!("{blog}/");
    let is_post = |path: &&str| path.starts_with(&within) && is_text(path) && !is_partial(path);
    let sources: Vec<String> = job.origin.paths().filter(is_post).map(str::to_owned).collect();
    let mut posts = Vec::new();
    for source in sources {
        let short = &source[within.len()..];
        let stem = short.rsplit_once('.').map_or(short, |(stem, _)| stem).trim_end_matches("/index");
        let parts: Vec<String> = stem.split('/').map(quire_content::slug::slug).collect();
        let Some((front, page)) = read(job, &source, &format!("blog/{}.md", parts.join("/")), partials)? else {
            continue;
        };
        // Names of posts begin with their date, in one name or in folders.
        let date = front.text("date").unwrap_or_else(|| stem.replace('/', "-"));
        posts.push((date, Toc::page(page.title.clone(), page.path.clone())));
        pages.push(page);
    }
    posts.sort_by(|(one, _), (other, _)| other.cmp(one));
    Ok(posts.into_iter().map(|(_, post)| post).collect())
}

/// Reports the texts of a project that are neither pages of the documents nor posts.
fn left_out(job: &mut Job<'_>, docs: &str, blog: &str, partials: &Partials) {
    let base = path::folder(docs);
    let below = |folder: &str, path: &str| {
        let folder = path::join(base, folder);
        let rest = path.strip_prefix(&folder)?.strip_prefix('/')?;
        Some(rest.split('/').next().unwrap_or_default().to_owned())
    };
    let mut report = PageReport::new(job.origin.name.as_str(), "");
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for path in job.origin.paths().filter(|path| is_text(path)) {
        let is_content = [docs, blog].iter().any(|folder| folder.is_empty() || path.starts_with(&format!("{folder}/")));
        if let Some(version) = below("versioned_docs", path) {
            let version = version.trim_start_matches("version-");
            *counts.entry(format!("pages of version {version}: only the current one is taken")).or_default() += 1;
        } else if let Some(language) = below("i18n", path) {
            *counts.entry(format!("pages in the language {language}")).or_default() += 1;
        } else if is_partial(path) && !partials.used.contains(path) {
            report.drop("a part of pages that no page shows", path);
        } else if !is_content && !is_partial(path) {
            report.drop("a page outside of the documents", path);
        }
    }
    for (what, count) in counts {
        report.drop(format!("{count} {what}"), "");
    }
    job.site.tell(report);
}

/// Returns the folder of the documents.
fn docs_folder(job: &Job<'_>) -> Option<String> {
    let config = job
        .origin
        .paths()
        .filter(|path| path.rsplit('/').next().is_some_and(|name| name.starts_with("docusaurus.config.")))
        .min_by_key(|path| path.len());
    let base = config.map(|config| path::folder(config).to_owned());
    let has = |folder: &str| {
        job.origin
            .paths()
            .any(|path| path.starts_with(&format!("{folder}/")) && (path.ends_with(".md") || path.ends_with(".mdx")))
    };
    let candidates =
        [base.map(|base| path::join(&base, "docs")), Some("docs".to_owned()), Some("website/docs".to_owned())];
    candidates
        .into_iter()
        .flatten()
        .find(|folder| has(folder))
        .or_else(|| job.origin.paths().any(|path| path.ends_with(".md") || path.ends_with(".mdx")).then(String::new))
}

/// Removes the number that orders files from the beginning of a name: `01-intro` is `intro`.
fn without_number(name: &str) -> &str {
    let last = name.rsplit('/').next().unwrap_or(name);
    numbers::numbered(last).map_or(last, |(_, rest)| rest)
}

fn target(short: &str) -> String {
    let parts: Vec<&str> = short.split('/').map(without_number).collect();
    let path = parts.join("/");
    let path = path.strip_suffix(".mdx").map_or(path.clone(), |stem| format!("{stem}.md"));
    match path.strip_suffix("index.md") {
        Some(folder) if folder.is_empty() || folder.ends_with('/') => format!("{folder}README.md"),
        _ => path,
    }
}

/// Returns the name by which sidebars call a document.
fn id(short: &str, front: &Front) -> String {
    let stem = short.rsplit_once('.').map_or(short, |(stem, _)| stem);
    let mut parts: Vec<&str> = stem.split('/').map(without_number).collect();
    let own = front.text("id");
    if let (Some(own), Some(last)) = (&own, parts.last_mut()) {
        *last = own;
    }
    parts.join("/")
}

/// The fields of front matter that are read, or that only say how a page looks.
const READ_FIELDS: [&str; 12] = [
    "id",
    "title",
    "sidebar_label",
    "sidebar_position",
    "description",
    "slug",
    "draft",
    "unlisted",
    "date",
    "hide_title",
    "hide_table_of_contents",
    "pagination_label",
];

/// Returns the path of a page that has an address of its own: its file has the last name of the address, by which pages
/// are called. Their folders follow from the tree.
fn slugged(slug: &str, wanted: &str, report: &mut PageReport) -> String {
    let parts: Vec<String> =
        slug.split('/').map(str::trim).filter(|part| !part.is_empty()).map(quire_content::slug::slug).collect();
    let folder = path::folder(wanted);
    let folders = match slug.starts_with('/') {
        true => String::new(),
        false => folder.to_owned(),
    };
    let (name, above) = match parts.split_last() {
        Some((name, above)) => (format!("{name}.md"), above.join("/")),
        None => ("README.md".to_owned(), String::new()),
    };
    if path::join(&folders, &above) != folder {
        report.keep("an address of its own, whose last name is that of the page in its place in the tree", slug);
    }
    path::join(folder, &name)
}

/// Returns the address below `/docs` of a page that says it.
fn route(front: &Front, short: &str) -> Option<String> {
    let slug = front.text("slug")?;
    let whole = match slug.strip_prefix('/') {
        Some(slug) => slug.to_owned(),
        None => path::join(path::folder(short), &slug),
    };
    Some(whole.trim_matches('/').to_lowercase())
}

struct Folders<'f, 'j> {
    job: &'f Job<'j>,
    within: &'f str,
    known: &'f [Known],
    report: &'f RefCell<PageReport>,
}

/// The facts about a folder by `_category_.json`.
#[derive(Default)]
struct Category {
    label: Option<String>,
    position: Option<f64>,
    /// The text of the page that Docusaurus makes for the folder.
    description: Option<String>,
}

/// Returns true if a table of contents has a page.
fn is_in(toc: &[Toc], path: &str) -> bool {
    toc.iter().any(|entry| entry.target.as_deref() == Some(path) || is_in(&entry.items, path))
}

impl Folders<'_, '_> {
    fn keep(&self, what: &str, place: &str) {
        self.report.borrow_mut().keep(what, place);
    }

    fn drop(&self, what: &str, place: &str) {
        self.report.borrow_mut().drop(what, place);
    }

    fn category(&self, folder: &str) -> Result<Category, Error> {
        for name in ["_category_.json", "_category_.yml", "_category_.yaml"] {
            let path = path::join(self.within.trim_end_matches('/'), &format!("{folder}/{name}"));
            if self.job.origin.has(&path) {
                let text = self.job.origin.page_text(&path)?;
                let Ok(Some(root)) = yaml::read(&text, Mode::Lenient) else { continue };
                let get = |name: &str| root.get(name).and_then(scalar);
                let description = root.get("link").and_then(|link| link.get("description")).and_then(scalar);
                let position = get("position").and_then(|it| it.parse().ok());
                return Ok(Category { label: get("label"), position, description });
            }
        }
        Ok(Category::default())
    }

    /// Lists a folder as Docusaurus does: by position, then by name.
    fn folder(&self, folder: &str, depth: usize) -> Result<Vec<Toc>, Error> {
        let mut found: Vec<(f64, String, Toc)> = Vec::new();
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut folders = HashSet::new();
        let by_name = |name: &str| numbers::numbered(name).map(|(number, _)| number);
        for known in self.known {
            let Some(rest) = known.short.strip_prefix(&prefix) else { continue };
            match rest.split_once('/') {
                None => {
                    let is_index = self.is_index(folder, rest);
                    if !is_index || folder.is_empty() {
                        let position =
                            known.position.or_else(|| by_name(rest)).unwrap_or(if is_index { -1.0 } else { f64::MAX });
                        found.push((position, rest.to_owned(), Toc::page(known.title.clone(), known.path.clone())));
                    }
                }
                Some((name, _)) if depth < 30 && folders.insert(name.to_owned()) => {
                    let inner = format!("{prefix}{name}");
                    let category = self.category(&inner)?;
                    let items = self.folder(&inner, depth + 1)?;
                    let index = self.known.iter().find(|known| {
                        known
                            .short
                            .strip_prefix(&format!("{inner}/"))
                            .is_some_and(|rest| !rest.contains('/') && self.is_index(&inner, rest))
                    });
                    if let Some(description) = &category.description {
                        self.drop("the description of a category, whose page Docusaurus makes", description);
                    }
                    let title = category
                        .label
                        .or(index.map(|index| index.title.clone()))
                        .unwrap_or_else(|| markdown::title_of_name(without_number(name)));
                    let position = category
                        .position
                        .or(index.and_then(|index| index.position))
                        .or_else(|| by_name(name))
                        .unwrap_or(f64::MAX);
                    found.push((
                        position,
                        name.to_owned(),
                        Toc { title, target: index.map(|index| index.path.clone()), items },
                    ));
                }
                Some(_) => {}
            }
        }
        found.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(&other.1)));
        Ok(found.into_iter().map(|(_, _, toc)| toc).collect())
    }

    fn is_index(&self, folder: &str, name: &str) -> bool {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let own = folder.rsplit('/').next().unwrap_or_default();
        ["index", "README", "readme"].contains(&stem) || !own.is_empty() && without_number(stem) == without_number(own)
    }

    fn items(&self, value: &serde_json::Value, placed: &mut HashSet<String>, depth: usize) -> Result<Vec<Toc>, Error> {
        use serde_json::Value;
        if depth > 30 {
            return Ok(Vec::new());
        }
        let document = |id: &str, label: Option<&str>, placed: &mut HashSet<String>| {
            let known = self
                .known
                .iter()
                .find(|known| known.id == id || known.short.rsplit_once('.').is_some_and(|(stem, _)| stem == id));
            let Some(known) = known else {
                self.drop("an entry of a sidebar that leads to no page", id);
                return None;
            };
            placed.insert(known.path.clone()).then(|| Toc::page(label.unwrap_or(&known.title), known.path.clone()))
        };
        let mut out = Vec::new();
        match value {
            Value::String(id) => out.extend(document(id, None, placed)),
            Value::Array(items) => {
                for item in items {
                    out.extend(self.items(item, placed, depth + 1)?);
                }
            }
            Value::Object(fields) => {
                let text = |name: &str| fields.get(name).and_then(Value::as_str);
                match text("type") {
                    Some("doc" | "ref") => out.extend(text("id").and_then(|id| document(id, text("label"), placed))),
                    Some("link") => match text("href").filter(|href| href.starts_with("http")) {
                        Some(href) => out.push(Toc::page(text("label").unwrap_or(href), href)),
                        None => self.drop(
                            "a link of a sidebar that leads to no address of another server",
                            text("label").or(text("href")).unwrap_or_default(),
                        ),
                    },
                    Some("autogenerated") => {
                        let folder = text("dirName").filter(|name| *name != ".").unwrap_or_default();
                        out.extend(self.folder(folder, depth)?);
                    }
                    Some("category") => {
                        let said = fields.get("link").and_then(|link| link.get("description"));
                        if let Some(description) = said.and_then(Value::as_str) {
                            self.drop("the description of a category, whose page Docusaurus makes", description);
                        }
                        let link = fields.get("link").and_then(|link| link.get("id")).and_then(Value::as_str);
                        let link = link.and_then(|id| document(id, None, placed));
                        let items = fields
                            .get("items")
                            .map(|items| self.items(items, placed, depth + 1))
                            .transpose()?
                            .unwrap_or_default();
                        let title = text("label")
                            .map(str::to_owned)
                            .or(link.as_ref().map(|link| link.title.clone()))
                            .unwrap_or_default();
                        out.push(Toc { title, target: link.and_then(|link| link.target), items });
                    }
                    Some(other) => self.drop("an entry of a sidebar of a kind that is not known", other),
                    // The short form: labels with their items.
                    None => {
                        for (label, items) in fields {
                            let items = self.items(items, placed, depth + 1)?;
                            out.push(Toc { title: label.clone(), target: None, items });
                        }
                    }
                }
            }
            _ => {}
        }
        Ok(out)
    }
}

/// Rewrites MDX and callouts.
pub(crate) fn rewrite(text: &str, report: &mut PageReport) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut fences = Fences::default();
    let mut captions = Captions::default();
    // The callouts that are open: the number of colons, and the line that ends them.
    let mut open: Vec<(usize, Vec<&'static str>)> = Vec::new();
    let mut statement = false;
    let mut comment = false;
    let mut pictures = media::Pictures::default();
    let mut skipped = 0;
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().copied().enumerate() {
        if skipped > 0 {
            skipped -= 1;
            continue;
        }
        let was_code = fences.is_open();
        if fences.is_code(line) {
            captions.push(&mut out, line, (was_code, fences.is_open()));
            continue;
        }
        if let Some((file, count)) = media::player(&lines[at..]) {
            report.mapped("file");
            markdown::append(&mut out, file, 0);
            skipped = count - 1;
            continue;
        }
        let line = pictures.apart(line, &mut out);
        let trimmed = line.trim();
        let indent = &line[..line.len() - line.trim_start().len()];
        if statement {
            statement =
                !(trimmed.ends_with(';') || trimmed.ends_with('}') || trimmed.ends_with(')') || trimmed.is_empty());
            continue;
        }
        if comment || trimmed.starts_with("{/*") {
            comment = !trimmed.ends_with("*/}");
            continue;
        }
        if indent.is_empty() && is_module(trimmed) {
            report.drop("an import or export of MDX", trimmed);
            statement =
                trimmed.ends_with('{') || trimmed.ends_with('(') || trimmed.ends_with('[') || trimmed.ends_with("=>");
            continue;
        }
        let colons = trimmed.bytes().take_while(|byte| *byte == b':').count();
        if colons >= 3 {
            let rest = trimmed[colons..].trim();
            if rest.is_empty() {
                if let Some((_, ends)) = open.pop() {
                    out.extend(ends.iter().map(|end| format!("{indent}{end}")));
                    out.push(String::new());
                    continue;
                }
            } else if let Some((begin, ends)) = callout(rest) {
                report.mapped("hint");
                if out.last().is_some_and(|last| !last.trim().is_empty()) {
                    out.push(String::new());
                }
                out.extend(
                    begin.into_iter().map(|line| if line.is_empty() { line } else { format!("{indent}{line}") }),
                );
                open.push((colons, ends));
                continue;
            }
        }
        if let Some(lines) = components(trimmed, report) {
            out.extend(lines.into_iter().map(|line| if line.is_empty() { line } else { format!("{indent}{line}") }));
            continue;
        }
        match markdown::anchored(line) {
            Some(anchored) => {
                report.mapped("anchor");
                out.push(anchored);
            }
            None => out.push(line.to_owned()),
        }
    }
    while let Some((_, ends)) = open.pop() {
        out.extend(ends.iter().map(|end| (*end).to_owned()));
    }
    out.join("\n") + "\n"
}

fn is_module(line: &str) -> bool {
    line.starts_with("import ")
        && (line.contains(" from ") || line.contains(['"', '\'']) || line.ends_with('{'))
        && !line.ends_with('.')
        || ["export const ", "export default ", "export function ", "export let "]
            .iter()
            .any(|start| line.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mdx_is_rewritten() {
        let mut report = PageReport::default();
        let text = "import Tabs from '@theme/Tabs';\n\n:::tip[My *tip*]\n\nText\n\n:::\n\n<Tabs>\n  <TabItem value=\"a\" label=\"Apple\">\n\nA\n\n  </TabItem>\n</Tabs>\n\n## H {#h}\n\n```\n:::note\n```\n<Foo/>\n";
        let out = rewrite(text, &mut report);
        assert!(out.contains("{% hint style=\"success\" %}\n#### My *tip*\n\n\nText\n\n{% endhint %}"), "{out}");
        assert!(
            out.contains("{% tabs %}") && out.contains("{% tab title=\"Apple\" %}") && out.contains("{% endtabs %}"),
            "{out}"
        );
        assert!(out.contains("## H <a href=\"#h\" id=\"h\"></a>") && out.contains("```\n:::note\n```"), "{out}");
        assert_eq!((report.dropped.len(), report.kept.len()), (1, 1));
    }

    #[test]
    fn sidebars_are_read() {
        let text = "// @ts-check\n/** @type {import('x')} */\nconst sidebars = {\n  docs: ['intro', {type: 'category', label: 'A', items: [`b`,],},],\n};\nmodule.exports = sidebars;";
        let value = script::object(text).unwrap();
        assert_eq!(value["docs"][1]["items"][0], "b");
        assert!(script::object("const a = require('x');").is_none());
    }
}
