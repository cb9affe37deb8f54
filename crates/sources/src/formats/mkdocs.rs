//! Projects of MkDocs, with the extensions that Material for MkDocs has on: callouts, sections that open, tabs, lists of
//! definitions, and what stands within lines.

mod code;
mod config;
mod flow;
mod inline;

use std::collections::{HashMap, HashSet};

use quire_content::path;
use quire_content::yaml::{Node, Value};

use self::config::{Config, Extensions};
use self::flow::{Flow, inline_line};
use super::markdown::{self, Captions, Fences, Page, append, dedent, indentation, scalar};
use super::rest::of_project;
use super::{Job, Outcome};
use crate::error::Error;
use crate::report::PageReport;
use crate::site::Toc;

/// The deepest nesting of callouts and tabs; those within are text.
const MOST_NESTED: usize = 12;

pub(crate) fn convert(mut job: Job<'_>) -> Outcome {
    let config = job
        .origin
        .paths()
        .filter(|path| matches!(path.rsplit('/').next(), Some("mkdocs.yml" | "mkdocs.yaml")))
        .min_by_key(|path| path.len());
    let Some(config) = config.map(str::to_owned) else {
        return Err(Error::Not {
            path: job.origin.name.clone(),
            expected: "a project of MkDocs: there is no mkdocs.yml",
        });
    };
    let settings = Config::read(&job.origin, &config)?;
    let on = settings.extensions();
    let base = path::folder(&config).to_owned();
    let said = settings.get("docs_dir").and_then(scalar).unwrap_or_else(|| "docs".to_owned());
    let docs = path::join(&base, &said);
    let within = if docs.is_empty() { String::new() } else { format!("{docs}/") };
    let sources: Vec<String> = job
        .origin
        .paths()
        .filter(|path| path.starts_with(&within) && path.ends_with(".md"))
        .map(str::to_owned)
        .collect();
    if sources.is_empty() {
        return Err(Error::Not { path: docs, expected: "a folder with Markdown files, which `docs_dir` should name" });
    }
    let nav = settings.get("nav");
    let mut named = HashMap::new();
    if let Some(nav) = nav {
        titles(nav, &mut named);
    }
    let mut pages = Vec::new();
    for source in &sources {
        let short = &source[within.len()..];
        let (front, text) = markdown::read(&mut job, source)?;
        let (title, heading, body) = markdown::titled(front.text("title"), &text);
        let in_nav = named.get(short).cloned().flatten();
        let title = title.or(in_nav).unwrap_or_else(|| {
            let name = if short.ends_with("index.md") { path::folder(short) } else { short };
            if name.is_empty() { "Home".to_owned() } else { markdown::title_of_name(name) }
        });
        let wanted = match short.strip_suffix("index.md") {
            Some(folder) if folder.is_empty() || folder.ends_with('/') => format!("{folder}README.md"),
            _ => short.to_owned(),
        };
        let mut page =
            Page { source: source.clone(), path: job.site.claim(&wanted), heading, title, ..Page::default() };
        page.description = front.text("description").unwrap_or_default();
        front.report_others(&["title", "description", "hide", "template"], &mut page.report);
        page.body = rewrite(&body, on, &mut page.report);
        pages.push(page);
    }
    let known: Vec<(String, Page)> = pages
        .iter()
        .map(|page| {
            (
                page.source[within.len()..].to_owned(),
                Page { path: page.path.clone(), title: page.title.clone(), ..Page::default() },
            )
        })
        .collect();
    markdown::write(&mut job, pages, &|origin, from, target| {
        if markdown::is_elsewhere(target) {
            return None;
        }
        // A path from the root is one from the folder of documents.
        let inside =
            target.strip_prefix('/').and_then(|target| markdown::resolve(origin, &format!("{within}index.md"), target));
        inside.or_else(|| markdown::resolve(origin, from, target))
    })?;
    let toc = match nav.map(|nav| &nav.value) {
        Some(Value::List(items)) => {
            let report = PageReport::new(config.as_str(), "");
            let by_path = known.iter().map(|(short, page)| (short.as_str(), page)).collect();
            let mut navigation = Navigation { known: &known, by_path, placed: HashSet::new(), report };
            let toc = navigation.entries(items, 0);
            navigation.name_others();
            job.site.tell(navigation.report);
            toc
        }
        _ => folders(&known),
    };
    job.finish(&toc, &|path| of_project(path, &[&docs]))
}

/// Collects the titles that the navigation gives to files.
fn titles(node: &Node, out: &mut HashMap<String, Option<String>>) {
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| titles(item, out)),
        Value::Map(entries) => {
            for (title, node) in entries {
                match scalar(node) {
                    Some(path) => {
                        out.entry(path).or_insert_with(|| Some(title.clone()));
                    }
                    None => titles(node, out),
                }
            }
        }
        _ => {
            if let Some(path) = scalar(node) {
                out.entry(path).or_insert(None);
            }
        }
    }
}

/// A table of contents that is made of a navigation.
struct Navigation<'n> {
    /// The pages by their paths in the folder of documents.
    known: &'n [(String, Page)],
    by_path: HashMap<&'n str, &'n Page>,
    /// The pages that have a place.
    placed: HashSet<String>,
    report: PageReport,
}

impl Navigation<'_> {
    fn page(&mut self, path: &str, title: Option<&str>) -> Option<Toc> {
        let path = path.trim_start_matches("./").trim_start_matches('/');
        let place = title.map_or_else(|| path.to_owned(), |title| format!("{title}: {path}"));
        if path.starts_with("http") {
            return Some(Toc::page(title.unwrap_or(path), path));
        }
        let Some(page) = self.by_path.get(path).copied() else {
            self.report.drop("an entry of the navigation that leads to no page of the documents", place);
            return None;
        };
        if !self.placed.insert(page.path.clone()) {
            self.report.drop("an entry of the navigation for a page that has its place already", place);
            return None;
        }
        Some(Toc::page(title.unwrap_or(&page.title), page.path.clone()))
    }

    fn entries(&mut self, items: &[Node], depth: usize) -> Vec<Toc> {
        let mut out = Vec::new();
        if depth > 30 {
            self.report.drop("entries of the navigation that are nested too deep", "");
            return out;
        }
        for item in items {
            if let Some(path) = scalar(item) {
                out.extend(self.page(&path, None));
            }
            let Value::Map(pairs) = &item.value else { continue };
            for (title, node) in pairs {
                if let Some(path) = scalar(node) {
                    out.extend(self.page(&path, Some(title)));
                } else if let Value::List(items) = &node.value {
                    let mut inner = self.entries(items, depth + 1);
                    // The index of a section is the section.
                    let is_index = inner
                        .first()
                        .and_then(|first| first.target.as_deref())
                        .is_some_and(|target| target.ends_with("README.md"));
                    if is_index {
                        let first = inner.remove(0);
                        out.push(Toc { title: title.clone(), target: first.target, items: inner });
                    } else {
                        out.push(Toc { title: title.clone(), target: None, items: inner });
                    }
                }
            }
        }
        out
    }

    /// Reports the pages that have no place, which follow the others.
    fn name_others(&mut self) {
        for (short, page) in self.known.iter().filter(|(_, page)| !self.placed.contains(&page.path)) {
            self.report
                .keep("a page that the navigation does not name, after the others", format!("{short}: {}", page.title));
        }
    }
}

/// Makes a table of contents of the folders, where there is no navigation.
pub(crate) fn folders(known: &[(String, Page)]) -> Vec<Toc> {
    let mut sorted: Vec<&(String, Page)> = known.iter().collect();
    let is_index = |short: &str| matches!(short.rsplit('/').next(), Some("index.md" | "README.md" | "index.mdx"));
    sorted.sort_by_key(|(short, _)| {
        let folder = path::folder(short).to_owned();
        (folder, !is_index(short), short.clone())
    });
    let mut flat: Vec<(usize, Toc)> = Vec::new();
    let mut open: Vec<String> = Vec::new();
    for (short, page) in sorted {
        let folder = path::folder(short);
        while open.last().is_some_and(|last| !(folder == last || folder.starts_with(&format!("{last}/")))) {
            open.pop();
        }
        let mut at = open.last().map_or(0, |last| last.len() + 1);
        while at <= folder.len() && !folder.is_empty() && open.last().map(String::as_str) != Some(folder) {
            let end = folder[at..].find('/').map_or(folder.len(), |next| at + next);
            let depth = open.len();
            let own = end == folder.len() && is_index(short);
            if !own {
                flat.push((depth, Toc { title: markdown::title_of_name(&folder[..end]), ..Toc::default() }));
            }
            open.push(folder[..end].to_owned());
            if own {
                flat.push((depth, Toc::page(page.title.clone(), page.path.clone())));
            }
            at = end + 1;
        }
        if flat.last().and_then(|(_, last)| last.target.as_ref()) != Some(&page.path) {
            flat.push((open.len(), Toc::page(page.title.clone(), page.path.clone())));
        }
    }
    super::github_wiki::nest(flat)
}

/// Rewrites the constructs of a body.
fn rewrite(body: &str, on: Extensions, report: &mut PageReport) -> String {
    let lines: Vec<&str> = body.lines().collect();
    let mut out = Vec::new();
    blocks(&lines, (0, on), report, &mut out);
    let mut text = out.join("\n");
    text.push('\n');
    text
}

/// Rewrites the `==marked==` text of other Markdown, and nothing else.
pub(crate) fn marked(text: &str, report: &mut PageReport) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut flow = Flow::new(&lines, Extensions { marked: true, only_marks: true, ..Extensions::default() });
    let mut fences = Fences::default();
    let mut out = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if fences.is_code(lines[at]) {
            flow.end(report, &mut out);
            out.push(lines[at].to_owned());
        } else if let Some(end) = flow.as_it_is(at, report, &mut out) {
            at = end;
            continue;
        } else {
            flow.push(lines[at], report, &mut out);
        }
        at += 1;
    }
    flow.end(report, &mut out);
    out.join("\n") + "\n"
}

/// A callout as its first line says it.
struct Admonition<'l> {
    /// `!!!`, `???` or `???+`.
    mark: &'l str,
    kind: &'l str,
    title: Option<&'l str>,
}

fn admonition(line: &str) -> Option<Admonition<'_>> {
    let mark = ["???+", "???", "!!!"].into_iter().find(|mark| line.starts_with(mark))?;
    let rest = line[mark.len()..].trim();
    let (words, title) = match rest.find('"') {
        Some(at) => (&rest[..at], Some(rest[at + 1..].trim_end().strip_suffix('"')?)),
        None => (rest, None),
    };
    let kind = words.split_whitespace().next().unwrap_or("note");
    kind.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)).then_some(Admonition {
        mark,
        kind,
        title,
    })
}

fn tab(line: &str) -> Option<&str> {
    let rest = ["===+ ", "===! ", "=== "].iter().find_map(|mark| line.strip_prefix(mark))?.trim();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    rest[1..].strip_suffix(quote)
}

/// Returns the lines of a body that is indented, and where it ends.
fn body<'l>(lines: &[&'l str], from: usize, indent: usize) -> (Vec<&'l str>, usize) {
    let mut end = from;
    for (at, line) in lines.iter().enumerate().skip(from) {
        if line.trim().is_empty() {
            continue;
        }
        if indentation(line) < indent {
            break;
        }
        end = at + 1;
    }
    let inner = lines[from..end].iter().map(|line| dedent(line, indent));
    (inner.skip_while(|line| line.trim().is_empty()).collect(), end)
}

fn blocks(lines: &[&str], (nested, on): (usize, Extensions), report: &mut PageReport, out: &mut Vec<String>) {
    let mut flow = Flow::new(lines, on);
    let mut fences = Fences::default();
    let mut captions = Captions::default();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let was_code = fences.is_open();
        if fences.is_code(line) {
            flow.end(report, out);
            let line = if was_code { line.to_owned() } else { fence_line(line) };
            captions.push(out, &line, (was_code, fences.is_open()));
            at += 1;
            continue;
        }
        if let Some(end) = flow.as_it_is(at, report, out) {
            at = end;
            continue;
        }
        let indent = indentation(line);
        let text = line.trim();
        let known = nested < MOST_NESTED;
        if known && let Some(found) = admonition(text) {
            flow.after_block(report, out);
            let (inner, end) = body(lines, at + 1, indent + 4);
            let mut content = Vec::new();
            blocks(&inner, (nested + 1, on), report, &mut content);
            report.mapped("hint");
            let title = found.title.map(str::to_owned);
            let rewritten = if found.mark == "!!!" {
                markdown::hint(found.kind, title.as_deref(), &content)
            } else {
                markdown::details(
                    &title.unwrap_or_else(|| markdown::title_of_name(found.kind)),
                    found.mark == "???+",
                    &content,
                )
            };
            append(out, rewritten, indent);
            at = end;
            continue;
        }
        if known && tab(text).is_some() {
            flow.after_block(report, out);
            let mut tabs = vec!["{% tabs %}".to_owned()];
            let mut next = at;
            while let Some(title) =
                lines.get(next).filter(|line| indentation(line) == indent).and_then(|line| tab(line.trim()))
            {
                let (inner, end) = body(lines, next + 1, indent + 4);
                tabs.push(format!("{{% tab title=\"{}\" %}}", markdown::attribute(title)));
                let mut content = Vec::new();
                blocks(&inner, (nested + 1, on), report, &mut content);
                tabs.append(&mut content);
                tabs.extend(["{% endtab %}".to_owned(), String::new()]);
                next = end;
                while lines.get(next).is_some_and(|line| line.trim().is_empty()) {
                    next += 1;
                }
            }
            tabs.pop();
            tabs.push("{% endtabs %}".to_owned());
            report.mapped("tabs");
            append(out, tabs, indent);
            at = next;
            continue;
        }
        if known && let Some((lines, end)) = definitions(lines, at, (nested, on), report) {
            flow.after_block(report, out);
            append(out, lines, indent);
            at = end;
            continue;
        }
        if text.starts_with("--8<--") {
            report.keep("a snippet of another file, as text", text);
        }
        if text.starts_with("::: ") {
            report.keep("documentation of code that mkdocstrings would insert, as text", text);
        }
        if text.starts_with("*[") && text.contains("]:") {
            report.keep("an abbreviation, as text", text);
        }
        if text == "[TOC]" {
            report.keep("a table of contents within a page, as text", text);
        }
        if text.starts_with('<') && text.split(['<', '>', ' ']).any(|word| word.starts_with("markdown")) {
            report.keep("Markdown within a tag, as HTML", text);
        }
        flow.push(line, report, out);
        at += 1;
    }
    flow.end(report, out);
}

/// Rewrites a list of definitions that begins at a line: each term is an item, with what defines it below. Returns its lines
/// and where it ends.
fn definitions(
    lines: &[&str],
    from: usize,
    (nested, on): (usize, Extensions),
    report: &mut PageReport,
) -> Option<(Vec<String>, usize)> {
    let indent = indentation(lines[from]);
    // The text of a definition begins after a colon and blanks.
    let begins = |at: usize| {
        let line = lines.get(at).filter(|line| indentation(line) == indent)?;
        let rest = line.trim_start().strip_prefix(':')?;
        rest.starts_with([' ', '\t']).then(|| rest.trim_start())
    };
    let next = |at: usize| if lines.get(at).is_some_and(|line| line.trim().is_empty()) { at + 1 } else { at };
    let is_term = |at: usize| {
        let line = lines.get(at).map_or("", |line| line.trim());
        let is_text = !line.is_empty() && !line.starts_with(['#', '>', '|', ':', '<', '*', '-', '`', '~']);
        is_text && indentation(lines[at]) == indent && begins(next(at + 1)).is_some()
    };
    let mut out: Vec<String> = Vec::new();
    let mut at = from;
    while is_term(at) {
        let term = inline_line(lines[at].trim(), on, report);
        let term = if term.contains(['*', '`']) { term } else { format!("**{term}**") };
        out.push(format!("* {term}"));
        at = next(at + 1);
        while let Some(first) = begins(at) {
            let (rest, end) = body(lines, at + 1, indent + 2);
            let columns = rest.iter().filter(|line| !line.trim().is_empty()).map(|line| indentation(line)).min();
            let mut inner = vec![first];
            if lines.get(at + 1).is_some_and(|line| line.trim().is_empty()) {
                inner.push("");
            }
            inner.extend(rest.iter().map(|line| dedent(line, columns.unwrap_or(0))));
            let mut content = Vec::new();
            blocks(&inner, (nested + 1, on), report, &mut content);
            append(&mut out, content, 2);
            at = end;
            if begins(next(at)).is_some() {
                at = next(at);
            }
        }
        report.mapped("definition list");
        if is_term(next(at)) {
            at = next(at);
        }
    }
    while out.last().is_some_and(|last| last.trim().is_empty()) {
        out.pop();
    }
    (at > from).then_some((out, at))
}

/// Rewrites the beginning of a fence, whose title is an option of the block elsewhere.
fn fence_line(line: &str) -> String {
    let trimmed = line.trim_start();
    let ticks = trimmed.len() - trimmed.trim_start_matches(['`', '~']).len();
    let info = &trimmed[ticks..];
    // ```{ .py .annotate title="x" }
    if let Some(list) = info.trim().strip_prefix('{').and_then(|list| list.strip_suffix('}')) {
        let language = list.split_whitespace().find_map(|part| part.strip_prefix('.')).unwrap_or_default();
        let has_options = ["title=", "linenums="].iter().any(|option| list.contains(option));
        let rest = if has_options { format!(" {list}") } else { String::new() };
        return format!("{}{}{language}{rest}", &line[..line.len() - trimmed.len()], &trimmed[..ticks]);
    }
    line.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewrite_all(text: &str, report: &mut PageReport) -> String {
        rewrite(text, Extensions::ALL, report)
    }

    #[test]
    fn constructs_are_rewritten() {
        let mut report = PageReport::default();
        let text = rewrite_all(
            "Text\n\n!!! warning \"Look *out*\"\n    Inside\n\n    ```py\n    !!! note\n    ```\n\nAfter\n",
            &mut report,
        );
        assert_eq!(
            text.trim(),
            "Text\n\n{% hint style=\"warning\" %}\n#### Look *out*\n\nInside\n\n```py\n!!! note\n```\n{% endhint %}\n\n\nAfter"
        );
        let text = rewrite_all("=== \"A\"\n\n    one\n\n=== \"B\"\n    two\n", &mut report);
        assert_eq!(
            text.trim(),
            "{% tabs %}\n{% tab title=\"A\" %}\none\n{% endtab %}\n\n{% tab title=\"B\" %}\ntwo\n{% endtab %}\n{% endtabs %}"
        );
        let text = rewrite_all("```{ .py .a title=\"x.py\" }\na\n```\n", &mut report);
        assert_eq!(text, "{% code title=\"x.py\" %}\n```py\na\n```\n{% endcode %}\n");
        let text = rewrite_all("??? note\n    x\n## T {#t}\nPress ++ctrl+c++ [b](c.md){ .md-button }\n", &mut report);
        assert!(
            text.contains("<summary>Note</summary>") && text.contains("## T <a href=\"#t\" id=\"t\"></a>"),
            "{text}"
        );
        assert!(text.contains("<kbd>Ctrl</kbd>+<kbd>C</kbd> [b](c.md)\n"), "{text}");
    }
}
