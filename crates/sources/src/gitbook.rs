//! A space of the hosted service, read by its API: pages with their Markdown, reusable contents, variables and files.
//!
//! Pages keep the paths of their files where the service knows them, so links between them stay as they are. What the
//! service computes is dropped, and listed.

use std::collections::HashMap;
use std::fmt::Write as _;

use percent_encoding::percent_decode_str;
use quire_content::document::retarget;
use quire_content::stop::Stop;
use serde_json::Value;
use url::Url;

use crate::convert::Converted;
use crate::error::Error;
use crate::fetch::{Failure, Fetch, Found};
use crate::options::Options;
use crate::page_paths::{TakenPaths, relative, segment};
use crate::report::PageReport;
use crate::scratch::Scratch;

/// The maximum size of an answer, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// The maximum number of levels of the page tree.
const MOST_LEVELS: usize = 60;

/// A page of the space.
struct Page {
    id: String,
    title: String,
    /// The path of its Markdown file.
    file: String,
    /// The path in the space.
    path: String,
    value: Value,
}

struct Reader<'r> {
    base: Url,
    fetch: &'r mut dyn Fetch,
    stop: &'r Stop,
    names: TakenPaths,
    pages: Vec<Page>,
    summary: String,
    reports: Vec<PageReport>,
    is_complete: bool,
    files: usize,
}

/// Reads the space at an address such as `https://api.gitbook.com/v1/spaces/<id>`; false beside it if it may have more.
///
/// # Errors
/// The address answers no space, the token is not accepted, a bound is exceeded, the scratch directory can't be written, or
/// `stop` was requested.
pub fn gitbook(
    address: &Url,
    options: &Options<'_>,
    fetch: &mut dyn Fetch,
    stop: &Stop,
) -> Result<(Converted, bool), Error> {
    let mut base = address.clone();
    base.set_query(None);
    base.set_fragment(None);
    if let Ok(mut segments) = base.path_segments_mut() {
        segments.pop_if_empty();
    }
    if base.path_segments().is_none_or(|parts| parts.rev().nth(1) != Some("spaces")) {
        let reason = "must be the address of a space in the API, which ends with /v1/spaces/ and its identifier";
        return Err(Error::broken(address.as_str(), reason));
    }
    let mut reader = Reader {
        base,
        fetch,
        stop,
        names: TakenPaths::new(),
        pages: Vec::new(),
        summary: String::from("# Table of contents\n\n"),
        reports: Vec::new(),
        is_complete: true,
        files: 0,
    };
    let mut scratch = Scratch::new(options.scratch)?;
    let content = reader.ask("content")?;
    reader.list(content["pages"].as_array().map_or(&[], Vec::as_slice), 0);
    let (files, reusable) = (reader.list_files()?, content["reusableContents"].as_array().cloned().unwrap_or_default());
    let paths = reader.write_files(&files, options, &scratch)?;
    reader.write_reusable(&reusable, &paths, &scratch)?;
    reader.write_pages(&paths, &scratch)?;
    if let Some(variables) = content["variables"].as_object().filter(|variables| !variables.is_empty()) {
        scratch.write(".gitbook/vars.yaml", yaml(variables).as_bytes())?;
    }
    for page in reader.pages.iter().filter(|page| !page.id.is_empty()) {
        scratch.identify(&page.file, format!("gitbook:{}", page.id));
    }
    scratch.write("SUMMARY.md", reader.summary.as_bytes())?;
    reader.list_rest()?;
    let Reader { reports, is_complete, .. } = reader;
    Ok((Converted { tree: scratch.into_tree(options.limits)?, report: reports, is_single: false }, is_complete))
}

impl Reader<'_> {
    /// Returns the answer below the space.
    fn ask(&mut self, path: &str) -> Result<Value, Error> {
        let address = if path.is_empty() { self.base.to_string() } else { format!("{}/{path}", self.base) };
        let address = Url::parse(&address).map_err(|e| Error::broken(&address, e))?;
        let answer = self.fetch.ask(&address, MOST_BYTES).map_err(|failure| match failure {
            Failure::Stopped => Error::Stopped,
            Failure::Status(401 | 403) => Error::broken(address.as_str(), "the token is not accepted there"),
            failure => Error::broken(address.as_str(), failure),
        })?;
        serde_json::from_slice(&answer.bytes).map_err(|_| Error::broken(address.as_str(), "answers no JSON"))
    }

    /// Lists what belongs to a space and is not read: its comments, and the identifiers by which links elsewhere name it.
    fn list_rest(&mut self) -> Result<(), Error> {
        let mut report = PageReport::new(self.base.to_string(), "");
        let base = self.base.clone();
        let said = |reader: &mut Self, path: &str| match reader.ask(path) {
            Err(Error::Stopped) => Err(Error::Stopped),
            answer => Ok(answer.ok()),
        };
        match said(self, "comments?limit=1&status=all")? {
            Some(answer) => {
                let some = answer["items"].as_array().is_some_and(|items| !items.is_empty());
                match answer["count"].as_u64() {
                    Some(0) => {}
                    Some(count) => report.drop(format!("{count} comments"), ""),
                    None if some => report.drop("the comments", ""),
                    None => {}
                }
            }
            None => report.drop("the comments, if there are any, which can't be read with this token", ""),
        }
        let space = said(self, "")?.unwrap_or_default();
        let own = base.path_segments().and_then(|mut parts| parts.next_back()).unwrap_or_default().to_owned();
        let former = space["formerIds"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
        let all: Vec<String> = std::iter::once(own).chain(former).collect();
        report.keep(
            "identifiers of the space, which links elsewhere may have: give them to it as formerIds",
            all.join(", "),
        );
        self.reports.push(report);
        Ok(())
    }

    fn go_on(&mut self, done: usize) -> Result<(), Error> {
        if self.stop.is_requested() {
            return Err(Error::Stopped);
        }
        let (pages, files) = (done.min(self.pages.len()), self.files);
        let found = Found { done, known: self.pages.len() + files, pages, files };
        self.fetch.tell(found).map_err(|_| Error::Stopped)
    }

    /// Lists pages and writes the table of contents.
    fn list(&mut self, pages: &[Value], level: usize) {
        for page in pages {
            let title = text(page, "title");
            let below = page["pages"].as_array().map_or(&[][..], Vec::as_slice);
            let next = if level < MOST_LEVELS { level + 1 } else { level };
            let indent = "  ".repeat(level);
            match page["type"].as_str().unwrap_or("document") {
                "group" if level == 0 => {
                    let _ = write!(self.summary, "\n## {}\n\n", escaped(title));
                    self.list(below, 0);
                }
                "link" => {
                    let href = page["href"].as_str().or_else(|| page["target"]["url"].as_str()).unwrap_or_default();
                    if !href.starts_with("http") {
                        self.leave_out("a link in the table of contents that leads to no address", title);
                    } else {
                        let _ = writeln!(self.summary, "{indent}* [{}](<{href}>)", escaped(title));
                    }
                }
                "computed" => {
                    self.leave_out("a page that the service computes", title);
                    self.list(below, level);
                }
                "group" => {
                    self.leave_out("the title of a group below another entry, whose pages are taken", title);
                    self.list(below, level);
                }
                _ => {
                    let (id, path) = (text(page, "id").to_owned(), text(page, "path").to_owned());
                    let known = page["git"]["path"].as_str().filter(|path| is_inside(path));
                    let file = known.map_or_else(|| clean(&path), str::to_owned);
                    let file = if file.ends_with(".md") { file } else { format!("{file}.md") };
                    let file = self.names.take(file, &id);
                    let _ = writeln!(self.summary, "{indent}* [{}](<{file}>)", escaped(title));
                    self.pages.push(Page { id, title: title.to_owned(), file, path, value: page.clone() });
                    self.list(below, next);
                }
            }
        }
    }

    /// Reports what the table of contents has and the conversion does not take.
    fn leave_out(&mut self, what: &str, title: &str) {
        let mut report = PageReport::new(title, "");
        report.drop(what, title);
        self.reports.push(report);
    }

    fn list_files(&mut self) -> Result<Vec<Value>, Error> {
        let mut files = Vec::new();
        let mut path = "content/files?limit=1000".to_owned();
        // No list is longer than what a conversion may have.
        for _ in 0..50 {
            let answer = self.ask(&path)?;
            files.extend(answer["items"].as_array().cloned().unwrap_or_default());
            match answer["next"]["page"].as_str() {
                Some(page) => {
                    let page = percent_encoding::utf8_percent_encode(page, percent_encoding::NON_ALPHANUMERIC);
                    path = format!("content/files?limit=1000&page={page}");
                }
                None => return Ok(files),
            }
        }
        self.is_complete = false;
        self.leave_out("files beyond the first 50,000", "");
        Ok(files)
    }

    /// Fetches the files; returns their paths by identifier and by address.
    fn write_files(
        &mut self,
        files: &[Value],
        options: &Options<'_>,
        scratch: &Scratch,
    ) -> Result<HashMap<String, String>, Error> {
        let mut paths = HashMap::new();
        for file in files {
            self.go_on(self.pages.len() + self.files)?;
            let (id, name, source) = (text(file, "id"), text(file, "name"), text(file, "downloadURL"));
            let known = file["git"]["path"].as_str().filter(|path| is_inside(path));
            let path = known.map_or_else(|| format!(".gitbook/assets/{}", segment(name)), str::to_owned);
            let path = self.names.take(path, id);
            let found = Url::parse(source).map_err(|_| Failure::Refused("it has no address".to_owned()));
            match found.and_then(|address| self.fetch.get(&address, options.limits.max_file_bytes)) {
                Ok(fetched) => {
                    scratch.write(&path, &fetched.bytes)?;
                    self.files += 1;
                    paths.insert(bare(source).to_owned(), path.clone());
                    paths.insert(format!("/files/{id}"), path);
                }
                Err(Failure::Stopped) => return Err(Error::Stopped),
                Err(failure) => {
                    self.is_complete = false;
                    let mut report = PageReport::new(name, "");
                    report.drop("a file", failure.to_string());
                    self.reports.push(report);
                }
            }
        }
        Ok(paths)
    }

    fn write_reusable(
        &mut self,
        contents: &[Value],
        files: &HashMap<String, String>,
        scratch: &Scratch,
    ) -> Result<(), Error> {
        for content in contents {
            let (id, title) = (text(content, "id"), text(content, "title"));
            let answer = self.ask(&format!("content/reusable-contents/{id}?format=markdown"))?;
            let known = content["git"]["path"].as_str().filter(|path| is_inside(path));
            let path = known.map_or_else(|| format!(".gitbook/includes/{}.md", segment(title)), str::to_owned);
            let path = self.names.take(path, id);
            let body = self.linked(text(&answer, "markdown"), &path, files);
            let mut report = PageReport::new(title, "");
            report.keep("reusable content without a condition of its own, which the API does not tell", path.as_str());
            self.reports.push(report);
            let file = format!("---\ntitle: {}\n---\n\n{}\n", quoted(title), body.trim());
            scratch.write(&path, file.as_bytes())?;
        }
        Ok(())
    }

    fn write_pages(&mut self, files: &HashMap<String, String>, scratch: &Scratch) -> Result<(), Error> {
        for at in 0..self.pages.len() {
            self.go_on(at)?;
            let id = self.pages[at].id.clone();
            let mut report = PageReport::new(self.pages[at].path.clone(), self.pages[at].file.clone());
            let body = match self.ask(&format!("content/page/{id}?format=markdown")) {
                Ok(answer) => text(&answer, "markdown").to_owned(),
                Err(Error::Stopped) => return Err(Error::Stopped),
                Err(error) => return Err(error),
            };
            let page = &self.pages[at];
            let body = self.linked(&body, &page.file, files);
            let is_titled = body.trim_start().starts_with("# ");
            let mut file = front_matter(page, files);
            if !is_titled {
                let _ = write!(file, "# {}\n\n", escaped(&page.title));
            }
            file.push_str(body.trim());
            file.push('\n');
            scratch.write(&page.file, file.as_bytes())?;
            report.mapped("page");
            self.reports.push(report);
        }
        Ok(())
    }

    /// Returns a text whose links to pages and files of the space are relative.
    fn linked(&self, text: &str, from: &str, files: &HashMap<String, String>) -> String {
        let to = |target: &str| {
            let (place, anchor) =
                target.split_once('#').map_or((target, None), |(place, anchor)| (place, Some(anchor)));
            if let Some(file) = files.get(bare(place)) {
                return Some(relative(from, file));
            }
            let page = self.page(place)?;
            let path = relative(from, &page.file);
            Some(anchor.map_or(path.clone(), |anchor| format!("{path}#{anchor}")))
        };
        retarget(text, &to).unwrap_or_else(|| text.to_owned())
    }

    /// Returns the page that an absolute target names, by its identifier or by its path in the app.
    fn page(&self, target: &str) -> Option<&Page> {
        let id = self.base.path_segments().and_then(|mut parts| parts.next_back())?;
        let rest = match target.strip_prefix("/pages/") {
            Some(page) => return self.pages.iter().find(|it| it.id == page),
            None => target.split_once(&format!("/s/{id}/")).or_else(|| target.split_once(&format!("/spaces/{id}/")))?.1,
        };
        let rest = percent_decode_str(rest.trim_end_matches('/')).decode_utf8_lossy().into_owned();
        self.pages.iter().find(|it| it.path == rest || it.id == rest.trim_start_matches("pages/"))
    }
}

fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_default()
}

/// Returns an address without its query, which is a signature that changes.
fn bare(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or(address)
}

/// Returns true for a path of a file that does not lead out.
fn is_inside(path: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', '\0', ':']);
    path.len() < 1_000 && path.split('/').all(is_part)
}

fn clean(path: &str) -> String {
    let parts: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(segment).collect();
    if parts.is_empty() { "README".to_owned() } else { parts.join("/") }
}

fn escaped(text: &str) -> String {
    crate::website::escaped(&quire_content::title::one_line(text))
}

/// Returns a text as YAML writes it on one line.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Returns the front matter of a page: all settings that its answer has. A condition is among them, so that a page is never
/// seen by more than those who saw it there.
fn front_matter(page: &Page, files: &HashMap<String, String>) -> String {
    let value = &page.value;
    let mut lines = String::new();
    for (field, name) in [("description", "description"), ("icon", "icon"), ("emoji", "emoji"), ("condition", "if")] {
        if let Some(value) = value[field].as_str().filter(|value| !value.is_empty()) {
            let _ = writeln!(lines, "{name}: {}", quoted(value));
        }
    }
    let image = |reference: &Value| match reference["kind"].as_str() {
        Some("file") => {
            files.get(&format!("/files/{}", text(reference, "file"))).map(|file| relative(&page.file, file))
        }
        Some("url") => Some(text(reference, "url").to_owned()),
        _ => None,
    };
    let cover = &value["cover"];
    match (image(&cover["ref"]), image(&cover["refDark"])) {
        (Some(light), Some(dark)) if light != dark => {
            let _ = writeln!(lines, "cover:\n  light: {}\n  dark: {}", quoted(&light), quoted(&dark));
        }
        (Some(one), _) | (None, Some(one)) => {
            let _ = writeln!(lines, "cover: {}", quoted(&one));
        }
        (None, None) => {}
    }
    if let Some(offset) = cover["yPos"].as_f64().filter(|offset| *offset != 0.0) {
        let _ = writeln!(lines, "coverY: {offset}");
    }
    lines.push_str(&layout(&value["layout"]));
    for name in ["hidden", "noIndex", "noRobotsIndex"] {
        if value[name].as_bool() == Some(true) {
            let _ = writeln!(lines, "{name}: true");
        }
    }
    if let Some(variables) = value["variables"].as_object().filter(|variables| !variables.is_empty()) {
        lines.push_str("vars:\n");
        yaml(variables).lines().for_each(|line| {
            let _ = writeln!(lines, "  {line}");
        });
    }
    if lines.is_empty() { lines } else { format!("---\n{lines}---\n\n") }
}

/// Returns what a layout has otherwise than pages usually have it.
fn layout(layout: &Value) -> String {
    let mut lines = String::new();
    if layout["width"].as_str() == Some("wide") {
        lines.push_str("  width: wide\n");
    }
    for part in ["cover", "title", "description", "tableOfContents", "outline", "pagination", "metadata"] {
        let is_hidden = layout[part].as_bool() == Some(false);
        let is_full = part == "cover" && layout["coverSize"].as_str() == Some("full");
        if is_hidden || is_full {
            let _ = writeln!(lines, "  {part}:\n    visible: {}", !is_hidden);
        }
        if is_full {
            lines.push_str("    size: full\n");
        }
    }
    if lines.is_empty() { lines } else { format!("layout:\n{lines}") }
}

fn yaml(variables: &serde_json::Map<String, Value>) -> String {
    let value = |value: &Value| value.get("value").unwrap_or(value).to_string();
    variables.iter().map(|(name, it)| format!("{}: {}\n", quoted(name), value(it))).collect()
}
