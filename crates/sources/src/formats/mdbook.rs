//! Books of mdBook: their summary, inclusions of files, and code with hidden lines.

use std::collections::HashSet;

use quire_content::path;

use super::markdown::{self, Fences, Page};
use super::rest::{Rest, of_project};
use super::{Job, Outcome};
use crate::error::Error;
use crate::literal;
use crate::report::PageReport;
use crate::site::{Toc, decoded};

/// The most files that one page may include.
const MOST_INCLUDED: usize = 500;
/// The deepest file that an included file includes.
const DEEPEST_INCLUDED: usize = 10;

pub(crate) fn convert(mut job: Job<'_>) -> Outcome {
    let config = job
        .origin
        .paths()
        .filter(|path| path.rsplit('/').next() == Some("book.toml"))
        .min_by_key(|path| path.len())
        .map(str::to_owned);
    let base = config.as_deref().map_or("", path::folder).to_owned();
    let mut src = path::join(&base, "src");
    if let Some(config) = &config {
        let text = job.origin.page_text(config)?;
        let said = text
            .lines()
            .find_map(|line| line.trim().strip_prefix("src")?.trim_start().strip_prefix('='))
            .map(|value| value.trim().trim_matches(['"', '\'']).to_owned());
        if let Some(said) = said {
            src = path::join(&base, &said);
        }
    }
    let summary =
        [path::join(&src, "SUMMARY.md"), path::join(&base, "SUMMARY.md")].into_iter().find(|path| job.origin.has(path));
    let summary = summary
        .or_else(|| job.origin.paths().find(|path| path.rsplit('/').next() == Some("SUMMARY.md")).map(str::to_owned));
    let Some(summary) = summary else {
        return Err(Error::Not { path: job.origin.name.clone(), expected: "a book of mdBook: there is no SUMMARY.md" });
    };
    let src = path::folder(&summary).to_owned();
    let within = if src.is_empty() { String::new() } else { format!("{src}/") };
    let entries = summary_entries(&job.origin.page_text(&summary)?);
    let mut pages: Vec<Page> = Vec::new();
    let mut flat = Vec::new();
    let mut seen = HashSet::from([summary.clone()]);
    let mut missing = PageReport::new(summary.as_str(), "");
    let grouped = entries.iter().any(|entry| entry.is_part);
    drafts(&entries, &mut missing);
    for entry in entries {
        let below = usize::from(grouped && !entry.is_part) * usize::from(entry.in_part);
        let depth = entry.depth + below;
        let source = entry
            .target
            .as_deref()
            .map(|target| path::join(&src, &decoded(target)))
            .filter(|source| job.origin.has(source));
        let Some(source) = source else {
            if let Some(target) = entry.target {
                missing.drop("an entry of the summary whose file is missing", format!("{}: {target}", entry.title));
            }
            flat.push((depth, Toc { title: entry.title, ..Toc::default() }));
            continue;
        };
        if let Some(known) = pages.iter().find(|page| page.source == source) {
            flat.push((depth, Toc::page(entry.title, known.path.clone())));
            continue;
        }
        let mut report = PageReport::default();
        let (_, text) = markdown::read(&mut job, &source)?;
        let mut inclusions = Inclusions { left: MOST_INCLUDED, seen: &mut seen };
        let text = inclusions.included(&job, &source, &text, &mut report, 0)?;
        let text = rewrite(&text, &mut report);
        let (heading, body) = markdown::heading(&text);
        let title = heading.as_deref().map_or_else(|| entry.title.clone(), markdown::plain_title);
        let short = source.strip_prefix(&within).unwrap_or(&source);
        let wanted = match short.strip_suffix("index.md") {
            Some(folder) if folder.is_empty() || folder.ends_with('/') => format!("{folder}README.md"),
            _ => short.to_owned(),
        };
        let path = job.site.claim(&wanted);
        flat.push((depth, Toc::page(entry.title, path.clone())));
        pages.push(Page { source, path, title, heading, body: body.to_owned(), report, ..Page::default() });
    }
    if pages.is_empty() {
        return Err(Error::Not { path: summary, expected: "a summary of a book: it names no file that is there" });
    }
    left_out(&mut job, &within, &pages, &seen);
    job.site.tell(missing);
    markdown::write(&mut job, pages, &markdown::resolve)?;
    let toc = super::github_wiki::nest(flat);
    // The texts that no page shows are reported above.
    let is_known = |path: &str| path.starts_with(&within) && path.ends_with(".md");
    job.finish(&toc, &|path| if is_known(path) { Rest::Known } else { of_project(path, &[&src]) })
}

struct Entry {
    depth: usize,
    title: String,
    target: Option<String>,
    is_part: bool,
    in_part: bool,
}

fn summary_entries(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut stack: Vec<usize> = Vec::new();
    let mut in_part = false;
    let mut first = true;
    for line in text.lines() {
        let bare = line.trim();
        if let Some(title) = bare.strip_prefix("# ") {
            // The first heading is that of the summary itself.
            let is_title = std::mem::take(&mut first) && title.trim().eq_ignore_ascii_case("summary");
            if !is_title {
                in_part = true;
                entries.push(Entry {
                    depth: 0,
                    title: markdown::plain_title(title),
                    target: None,
                    is_part: true,
                    in_part,
                });
            }
            continue;
        }
        let is_item = bare.starts_with("- ")
            || bare.starts_with("* ")
            || bare.starts_with("+ ")
            || bare.split_once(". ").is_some_and(|(n, _)| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()));
        let Some(open) = bare.find("](") else { continue };
        let Some(start) = bare.find('[') else { continue };
        let title = markdown::plain_title(&bare[start + 1..open]);
        let target = bare[open + 2..].trim_start_matches('<').split([')', '>']).next().unwrap_or_default().to_owned();
        let target = Some(target).filter(|target| !target.is_empty());
        first = false;
        let depth = if is_item {
            let indent = markdown::indentation(line);
            while stack.last().is_some_and(|last| *last >= indent) {
                stack.pop();
            }
            stack.push(indent);
            stack.len() - 1
        } else {
            stack.clear();
            if bare.starts_with('[') {
                in_part = false;
            }
            0
        };
        entries.push(Entry { depth, title, target, is_part: false, in_part });
    }
    entries
}

/// Reports the chapters without a text, and the parts, that have no chapters below them: they are no entries.
fn drafts(entries: &[Entry], report: &mut PageReport) {
    for (at, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.target.is_none()) {
        let next = entries.get(at + 1);
        match entry.is_part {
            true if next.is_none_or(|next| next.is_part || !next.in_part) => {
                report.drop("a part of the summary without chapters", entry.title.as_str());
            }
            false if next.is_none_or(|next| next.is_part || next.depth <= entry.depth) => {
                report.drop("a draft, which has no text", entry.title.as_str());
            }
            _ => {}
        }
    }
}

/// Reports the Markdown files of a book that its summary does not name and no page includes.
fn left_out(job: &mut Job<'_>, within: &str, pages: &[Page], seen: &HashSet<String>) {
    let mut report = PageReport::new(job.origin.name.as_str(), "");
    for path in job.origin.paths().filter(|path| path.starts_with(within) && path.ends_with(".md")) {
        if !seen.contains(path) && pages.iter().all(|page| page.source != path) {
            report.drop("a page that the summary does not name", path);
        }
    }
    job.site.tell(report);
}

/// Inclusions of files of the book.
struct Inclusions<'s> {
    /// The number of files that may still be included.
    left: usize,
    /// The files that were included.
    seen: &'s mut HashSet<String>,
}

impl Inclusions<'_> {
    /// Replaces inclusions of files of the book by their text; those of others are kept as text.
    fn included(
        &mut self,
        job: &Job<'_>,
        source: &str,
        text: &str,
        report: &mut PageReport,
        depth: usize,
    ) -> Result<String, Error> {
        let mut out = String::with_capacity(text.len());
        let mut fences = Fences::default();
        for line in text.split_inclusive('\n') {
            let is_code = fences.is_code(line);
            let mut rest = line;
            while let Some(at) = rest.find("{{#") {
                let Some(end) = rest[at..].find("}}") else { break };
                let command = rest[at + 3..at + end].trim();
                let escaped = rest[..at].ends_with('\\');
                out.push_str(if escaped { &rest[..at - 1] } else { &rest[..at] });
                let whole = &rest[at..at + end + 2];
                rest = &rest[at + end + 2..];
                if escaped {
                    out.push_str(whole);
                } else {
                    self.command(job, (source, command, whole), is_code, report, depth, &mut out)?;
                }
            }
            out.push_str(rest);
        }
        Ok(out)
    }

    fn command(
        &mut self,
        job: &Job<'_>,
        (source, command, whole): (&str, &str, &str),
        is_code: bool,
        report: &mut PageReport,
        depth: usize,
        out: &mut String,
    ) -> Result<(), Error> {
        let (name, argument) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        match name {
            "include" | "rustdoc_include" | "playground" | "playpen" => {
                let argument = argument.split_whitespace().next().unwrap_or_default();
                let (file, part) = argument.split_once(':').map_or((argument, ""), |(file, part)| (file, part));
                let path = path::join(path::folder(source), file);
                if self.left == 0 || depth > DEEPEST_INCLUDED || !job.origin.has(&path) {
                    report.keep("an inclusion of a file that is not in the book, as text", whole);
                    out.push_str(whole);
                    return Ok(());
                }
                self.left -= 1;
                self.seen.insert(path.clone());
                let file = literal::marked(&job.origin.page_text(&path)?.replace("\r\n", "\n"));
                let text = selected(&file, part);
                let text = self.included(job, &path, &text, report, depth + 1)?;
                report.mapped("inclusion");
                if is_code || !name.starts_with("play") {
                    out.push_str(text.trim_end_matches('\n'));
                } else {
                    // Code that readers can run is a block, wherever it is inserted.
                    let lead = if out.is_empty() || out.ends_with('\n') { "" } else { "\n" };
                    out.push_str(&format!("{lead}{}", markdown::fenced("rust", &text).trim_end_matches('\n')));
                }
            }
            "title" => report.drop("a title for the browser", argument),
            _ => {
                report.keep("an expression of a preprocessor, as text", whole);
                out.push_str(whole);
            }
        }
        Ok(())
    }
}

/// Returns the lines of a file that an inclusion names: all, a range, or those at an anchor. Marks of anchors are left out.
fn selected(file: &str, part: &str) -> String {
    let is_mark = |line: &&str| line.contains("ANCHOR:") || line.contains("ANCHOR_END:");
    let numbers: Vec<&str> = part.split(':').collect();
    let is_range = !part.is_empty() && numbers.iter().all(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    let lines: Vec<&str> = file.lines().collect();
    if part.is_empty() {
        return lines.into_iter().filter(|line| !is_mark(line)).collect::<Vec<_>>().join("\n");
    }
    let chosen: Vec<&str> = if is_range {
        let start = numbers[0].parse::<usize>().unwrap_or(1).max(1);
        let end = match numbers.get(1) {
            Some(end) => end.parse().unwrap_or(usize::MAX),
            None => start,
        };
        lines
            .into_iter()
            .enumerate()
            .filter(|(at, _)| (start..=end).contains(&(at + 1)))
            .map(|(_, line)| line)
            .collect()
    } else {
        let mut inside = false;
        let mut chosen = Vec::new();
        for line in lines {
            let named = |mark: &str| line.split(mark).nth(1).is_some_and(|name| name.trim() == part);
            if named("ANCHOR:") {
                inside = true;
            } else if named("ANCHOR_END:") {
                inside = false;
            } else if inside && !is_mark(&line) {
                chosen.push(line);
            }
        }
        chosen
    };
    chosen.join("\n")
}

/// Leaves out the hidden lines of code in Rust, and the options of its fences.
fn rewrite(text: &str, report: &mut PageReport) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut fences = Fences::default();
    let mut rust = false;
    let mut was_code = false;
    for line in text.lines() {
        let is_code = fences.is_code(line);
        if is_code && !was_code {
            let trimmed = line.trim_start();
            let ticks = trimmed.len() - trimmed.trim_start_matches(['`', '~']).len();
            let language = trimmed[ticks..].split([',', ' ', '{']).next().unwrap_or_default();
            rust = language == "rust";
            out.push(format!("{}{}{language}", &line[..line.len() - trimmed.len()], &trimmed[..ticks]));
        } else if is_code && rust && is_hidden(line) {
            report.mapped("hidden line");
        } else if is_code && rust && line.trim_start().starts_with("##") {
            out.push(line.replacen("##", "#", 1));
        } else if is_code {
            out.push(line.to_owned());
        } else {
            out.push(markdown::anchored(line).unwrap_or_else(|| line.to_owned()));
        }
        was_code = is_code && fences.is_open();
    }
    out.join("\n") + "\n"
}

fn is_hidden(line: &str) -> bool {
    let line = line.trim_start();
    line == "#" || line.starts_with("# ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_lines_are_left_out() {
        let out =
            rewrite("```rust,ignore\n# use a;\nlet x = 1;\n#[derive(A)]\n## b\n```\n# T\n", &mut PageReport::default());
        assert_eq!(out, "```rust\nlet x = 1;\n#[derive(A)]\n# b\n```\n# T\n");
    }

    #[test]
    fn parts_of_files_are_chosen() {
        let file = "a\n// ANCHOR: x\nb\n// ANCHOR_END: x\nc\n";
        assert_eq!(selected(file, ""), "a\nb\nc");
        assert_eq!(selected(file, "x"), "b");
        assert_eq!(selected(file, "1"), "a");
        assert_eq!(selected(file, "3:"), "b\n// ANCHOR_END: x\nc");
    }
}
