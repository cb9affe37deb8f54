//! Wikis of GitHub: flat files, links by title, a sidebar and a footer.

use std::collections::{HashMap, HashSet};

use super::markdown::{self, Fences, Page};
use super::rest::attached;
use super::{Job, Outcome};
use crate::error::Error;
use crate::literal;
use crate::report::PageReport;
use crate::site::Toc;

pub(crate) fn convert(mut job: Job<'_>) -> Outcome {
    let is_text = |path: &&str| {
        let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
        [".md", ".markdown", ".mdown", ".mkdn", ".mkd"].iter().any(|end| name.ends_with(end)) && !name.starts_with('_')
    };
    let mut sources: Vec<String> = job.origin.paths().filter(is_text).map(str::to_owned).collect();
    if sources.is_empty() {
        return Err(Error::Not {
            path: job.origin.name.clone(),
            expected: "a wiki of GitHub: a folder or an archive of Markdown files",
        });
    }
    sources.extend(job.origin.paths().filter(|path| other_markup(path).is_some()).map(str::to_owned));
    sources.sort_by_key(|source| (stem(source) != "Home", source.clone()));
    let by_name: HashMap<String, String> =
        sources.iter().rev().map(|source| (folded(stem(source)), source.clone())).collect();
    let mut pages = Vec::new();
    for source in &sources {
        let name = stem(source);
        let wanted = if name == "Home" { "README.md".to_owned() } else { format!("{name}.md") };
        let mut page = Page {
            source: source.clone(),
            path: job.site.claim(&wanted),
            title: name.replace('-', " "),
            ..Page::default()
        };
        if let Some(markup) = other_markup(source) {
            let text = job.origin.page_text(source)?.replace("\r\n", "\n");
            page.report.keep("a page in another markup than Markdown, as the text of its file", source.as_str());
            page.body = literal::marked(&markdown::fenced(markup, &text));
            pages.push(page);
            continue;
        }
        let (_, text) = markdown::read(&mut job, source)?;
        let text = linked(&text, &by_name, &job, &mut page);
        let (heading, body) = markdown::heading(&text);
        // The title of a wiki's page is its name; a heading that says the same is not repeated.
        match heading {
            Some(heading) if folded(&markdown::plain_title(&heading)) == folded(&page.title) || name == "Home" => {
                page.title = markdown::plain_title(&heading);
                page.heading = Some(heading);
                body.clone_into(&mut page.body);
            }
            _ => page.body = text,
        }
        pages.push(page);
    }
    let paths: HashMap<String, (String, String)> =
        pages.iter().map(|page| (page.source.clone(), (page.title.clone(), page.path.clone()))).collect();
    let mut toc: Vec<Toc> = pages
        .first()
        .filter(|page| page.path == "README.md")
        .map(|page| Toc::page(page.title.clone(), page.path.clone()))
        .into_iter()
        .collect();
    for special in ["_Sidebar.md", "_Footer.md", "_Header.md"] {
        let Some(path) = job.origin.paths().find(|path| path.rsplit('/').next() == Some(special)).map(str::to_owned)
        else {
            continue;
        };
        if special == "_Sidebar.md" {
            let (_, text) = markdown::read(&mut job, &path)?;
            let mut sidebar = Page::default();
            let text = linked(&text, &by_name, &job, &mut sidebar);
            let mut report = PageReport::new(path.as_str(), "");
            let known = Known { by_name: &by_name, paths: &paths, first: toc.first().cloned() };
            toc.extend(known.entries(&text, &mut report));
            job.site.tell(report);
        } else if let Some(first) = pages.first_mut() {
            let (_, text) = markdown::read(&mut job, &path)?;
            first.report.drop(format!("{special}, which is on each page"), text);
        }
    }
    markdown::write(&mut job, pages, &|origin, from, target| {
        let named = if markdown::is_elsewhere(target) { None } else { find(&by_name, target) };
        named.or_else(|| markdown::resolve(origin, from, target))
    })?;
    job.finish(&toc, &attached)
}

/// Returns the name of the markup of a page that is not Markdown.
fn other_markup(path: &str) -> Option<&'static str> {
    const MARKUPS: [(&str, &str); 12] = [
        ("rst", "rst"),
        ("rest", "rst"),
        ("textile", "textile"),
        ("asciidoc", "asciidoc"),
        ("adoc", "asciidoc"),
        ("asc", "asciidoc"),
        ("mediawiki", "mediawiki"),
        ("wiki", "mediawiki"),
        ("org", "org"),
        ("rdoc", "rdoc"),
        ("creole", "creole"),
        ("pod", "pod"),
    ];
    let (_, extension) = path.rsplit_once('.').filter(|_| !stem(path).starts_with('_'))?;
    MARKUPS.iter().find(|(known, _)| extension.eq_ignore_ascii_case(known)).map(|(_, markup)| *markup)
}

fn stem(source: &str) -> &str {
    let name = source.rsplit('/').next().unwrap_or(source);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Returns a name as it is compared: case, spaces and dashes do not count.
fn folded(name: &str) -> String {
    name.trim().replace([' ', '_', '/'], "-").to_lowercase()
}

/// Returns the page that a target names.
fn find(by_name: &HashMap<String, String>, target: &str) -> Option<String> {
    let (bare, _) = quire_content::path::split_suffix(target);
    let bare = crate::site::decoded(bare);
    let bare = bare.rsplit_once("/wiki/").map_or(bare.as_str(), |(_, name)| name);
    let bare = bare.strip_suffix(".md").unwrap_or(bare).trim_start_matches("./");
    by_name.get(&folded(bare)).cloned()
}

/// Rewrites links by title: `[[Title]]`, `[[Text|Page]]`, `[[image.png|alt=…]]`.
fn linked(text: &str, by_name: &HashMap<String, String>, job: &Job<'_>, page: &mut Page) -> String {
    let mut out = String::with_capacity(text.len());
    let mut fences = Fences::default();
    for line in text.split_inclusive('\n') {
        if fences.is_code(line) || line.starts_with("    ") || !line.contains("[[") {
            out.push_str(line);
            continue;
        }
        let mut rest = line;
        while let Some(at) = rest.find("[[") {
            let in_code = rest[..at].matches('`').count() % 2 == 1;
            let Some(end) = rest[at..].find("]]").filter(|_| !in_code) else { break };
            out.push_str(&rest[..at]);
            let inner = &rest[at + 2..at + end];
            match one(inner, by_name, job) {
                Some(link) => {
                    page.report.mapped("link by title");
                    out.push_str(&link);
                }
                None => {
                    page.report.keep("a link to a page that is not there, as its text", inner);
                    out.push_str(&rest[at..at + end + 2]);
                }
            }
            rest = &rest[at + end + 2..];
        }
        out.push_str(rest);
    }
    out
}

fn one(inner: &str, by_name: &HashMap<String, String>, job: &Job<'_>) -> Option<String> {
    let (first, second) =
        inner.split_once('|').map_or((inner, None), |(first, second)| (first.trim(), Some(second.trim())));
    let is_image = |name: &str| {
        [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"].iter().any(|end| name.to_lowercase().ends_with(end))
    };
    if is_image(first) {
        let alt = second
            .and_then(|options| options.split('|').find_map(|option| option.trim().strip_prefix("alt=")))
            .unwrap_or_default();
        let path = first.trim_start_matches('/');
        let known = quire_content::path::has_scheme(path) || job.origin.has(path);
        return known.then(|| {
            format!(
                "![{}]({})",
                alt.replace(['[', ']'], ""),
                if quire_content::path::has_scheme(path) {
                    path.to_owned()
                } else {
                    quire_content::path::encoded(path)
                }
            )
        });
    }
    let (text, target) = (first, second.unwrap_or(first));
    if quire_content::path::has_scheme(target) {
        return Some(format!("[{text}](<{target}>)"));
    }
    let (name, anchor) = target.split_once('#').map_or((target, ""), |(name, anchor)| (name, anchor));
    if name.is_empty() {
        return Some(format!("[{text}](#{anchor})"));
    }
    let source = find(by_name, name)?;
    let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
    Some(format!("[{text}]({}{anchor})", quire_content::path::encoded(&source)))
}

/// The pages that a sidebar may name.
struct Known<'k> {
    by_name: &'k HashMap<String, String>,
    /// The titles and the paths of pages by their files.
    paths: &'k HashMap<String, (String, String)>,
    /// The entry that is before those of the sidebar.
    first: Option<Toc>,
}

impl Known<'_> {
    /// Reads the sidebar: items with links, headings above them as groups. What else it says is reported.
    fn entries(&self, text: &str, report: &mut PageReport) -> Vec<Toc> {
        let mut out: Vec<(usize, Toc)> = Vec::new();
        let mut placed: HashSet<String> = self.first.iter().filter_map(|first| first.target.clone()).collect();
        let mut base = 0;
        let mut stack: Vec<usize> = Vec::new();
        for line in text.lines() {
            let indent = markdown::indentation(line);
            let bare = line.trim();
            let is_item = bare.starts_with("* ")
                || bare.starts_with("- ")
                || bare.starts_with("+ ")
                || bare
                    .split_once(". ")
                    .is_some_and(|(n, _)| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()));
            let content = if is_item {
                bare.split_once(' ').map_or(bare, |(_, content)| content)
            } else {
                bare.trim_start_matches('#')
            }
            .trim();
            if content.is_empty() {
                continue;
            }
            let depth = if is_item {
                while stack.last().is_some_and(|last| *last >= indent) {
                    stack.pop();
                }
                stack.push(indent);
                base + stack.len() - 1
            } else {
                stack.clear();
                0
            };
            let (links, beside) = links_of(content);
            if links.is_empty() {
                let title = content.trim_matches(['*', '_', ':']).to_owned();
                if bare.starts_with('#') || is_item || bare.starts_with("**") {
                    out.push((depth, Toc { title, ..Toc::default() }));
                    if !is_item {
                        base = 1;
                    }
                } else if content.contains(char::is_alphanumeric) {
                    report.drop("text of _Sidebar.md", content);
                }
                continue;
            }
            if beside.contains(char::is_alphanumeric) {
                report.drop("text of _Sidebar.md beside its links", beside);
            }
            for (label, target) in links {
                out.extend(self.entry(label, target, &mut placed, report).map(|entry| (depth, entry)));
            }
        }
        nest(out)
    }

    /// Returns the entry for a link of the sidebar.
    fn entry(&self, label: &str, target: &str, placed: &mut HashSet<String>, report: &mut PageReport) -> Option<Toc> {
        let said = markdown::plain_title(label);
        let source =
            if target.starts_with("http") && !target.contains("/wiki/") { None } else { find(self.by_name, target) };
        let Some((title, path)) = source.as_ref().and_then(|source| self.paths.get(source)) else {
            if target.starts_with("http") {
                return Some(Toc::page(if said.is_empty() { target } else { &said }, target));
            }
            report.drop("an entry of _Sidebar.md that leads to no page", format!("{label}: {target}"));
            return None;
        };
        let is_same = said.is_empty() || folded(&said) == folded(title) || find(self.by_name, &said) == source;
        if placed.insert(path.clone()) {
            return Some(Toc::page(if is_same { title } else { &said }, path.clone()));
        }
        if !is_same {
            report.drop("a label of _Sidebar.md for a page that has its place already", format!("{said}: {target}"));
        }
        // What is below the second place of a page stays below the first entry.
        Some(Toc::page(title.clone(), path.clone()))
    }
}

/// Returns the links of a line, as their labels and targets, and the text beside them.
fn links_of(content: &str) -> (Vec<(&str, &str)>, String) {
    let (mut links, mut beside) = (Vec::new(), String::new());
    let mut rest = content;
    while let Some(at) = rest.find("](") {
        let Some(end) = rest[at..].find(')') else { break };
        let begin = rest[..at].rfind('[').unwrap_or(at);
        beside.push_str(&rest[..begin]);
        let target = rest[at + 2..at + end].trim().trim_start_matches('<').trim_end_matches('>');
        links.push((rest[..at].get(begin + 1..).unwrap_or_default(), target));
        rest = &rest[at + end + 1..];
    }
    beside.push_str(rest);
    (links, beside.trim().to_owned())
}

/// Nests entries by their depths.
pub(crate) fn nest(flat: Vec<(usize, Toc)>) -> Vec<Toc> {
    let mut top: Vec<Toc> = Vec::new();
    for (depth, entry) in flat {
        let mut list = &mut top;
        for _ in 0..depth.min(40) {
            if list.is_empty() {
                break;
            }
            let last = list.len() - 1;
            list = &mut list[last].items;
        }
        list.push(entry);
    }
    top
}
