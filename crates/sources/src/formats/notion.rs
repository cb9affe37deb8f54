//! Exports of Notion, as Markdown or HTML: archives in an archive, names that end in identifiers, databases as CSV.

use std::collections::{HashMap, HashSet};
use std::fs;

use quire_content::document::Document;
use quire_content::document::model::{
    Block, Cell, Column, ContentRef, HintStyle, InlineKind, Kind, Node, Row, Table, View,
};
use quire_content::path;
use quire_convert::{Archive, Disk, Tree as _};

use super::by_id::ById;
use super::html::Flavour;
use super::markdown::{self, Fences, Page};
use super::{Job, Outcome};
use crate::error::Error;
use crate::literal;
use crate::origin::Origin;
use crate::report::PageReport;
use crate::site::{Toc, copy, scratch_file};

/// The most rows of a database that become a table; others stay in the file.
const MOST_ROWS: usize = 2_000;

pub(crate) fn convert(mut job: Job<'_>) -> Outcome {
    let dir = tempfile::tempdir_in(job.scratch).map_err(Error::Scratch)?;
    if let Some(unpacked) = unpack(&job, &dir)? {
        job.origin = unpacked;
    }
    let has = |end: &str| job.origin.paths().any(|path| path.to_lowercase().ends_with(end));
    let (markdown, html) = (has(".md"), has(".html"));
    if !markdown && html {
        return super::html::convert(job, Flavour::Notion);
    }
    if !markdown {
        return Err(Error::Not { path: job.origin.name.clone(), expected: "an export of Notion as Markdown or HTML" });
    }
    let mut sources: Vec<String> = job.origin.paths().filter(|path| path.ends_with(".md")).map(str::to_owned).collect();
    let tables: Vec<String> = job
        .origin
        .paths()
        .filter(|path| path.ends_with(".csv") && !path.ends_with("_all.csv"))
        .map(str::to_owned)
        .collect();
    sources.extend(tables);
    let mut pages = Vec::new();
    for source in &sources {
        let path = job.site.claim(&target_path(source));
        let mut page = Page { source: source.clone(), path, title: title_of(source), ..Page::default() };
        let text = job.origin.page_text(source)?.replace("\r\n", "\n");
        if source.ends_with(".csv") {
            let rows = rows_of(source, &pages);
            page.body = database(&text, &|title| rows.get(title).cloned().flatten(), &mut page.report);
            pages.push(page);
            continue;
        }
        let text = literal::marked(&text);
        let (heading, body) = markdown::heading(&text);
        if let Some(heading) = heading {
            page.title = markdown::plain_title(&heading);
            page.heading = Some(heading);
        }
        page.body = rewrite(body, &mut page.report);
        pages.push(page);
    }
    let known: HashMap<String, (String, String)> =
        pages.iter().map(|page| (page.source.clone(), (page.title.clone(), page.path.clone()))).collect();
    let by_id = ById::of(Flavour::Notion, sources.iter());
    let linked = markdown::write(&mut job, pages, &|origin, from, target| {
        let found = markdown::resolve(origin, from, target).or_else(|| by_id.find(target))?;
        // The database with all columns is the same page.
        let short = found.strip_suffix("_all.csv").map(|stem| format!("{stem}.csv"));
        Some(short.filter(|short| origin.has(short)).unwrap_or(found))
    })?;
    let toc =
        contents(&sources, &|source| known[source].clone(), &|source| linked.get(source).cloned().unwrap_or_default());
    let outcome = job.site.finish(&toc);
    drop(dir);
    outcome
}

/// Unpacks the parts of an export into one folder; `None` if it has no parts. Archives that are attached to pages are none.
fn unpack(job: &Job<'_>, dir: &tempfile::TempDir) -> Result<Option<Origin>, Error> {
    let is_part = |path: &str| {
        !path.contains('/')
            && path.ends_with(".zip")
            && (path.contains("-Part-") || path.starts_with("Export") || path.contains("ExportBlock"))
    };
    let parts: Vec<String> = job.origin.paths().filter(|path| is_part(path)).map(str::to_owned).collect();
    if parts.is_empty() {
        return Ok(None);
    }
    let mut left = job.limits.max_total_bytes;
    for part in parts {
        let file = scratch_file(job.scratch, &part, &mut job.origin.open_file(&part)?, job.limits.max_total_bytes)?;
        let archive = Archive::open(file, job.limits)?;
        for entry in archive.entries() {
            let to = dir.path().join(&entry.path);
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder).map_err(Error::Scratch)?;
            }
            let mut out = fs::File::create(&to).map_err(Error::Scratch)?;
            let copied = copy(&entry.path, &mut archive.open(&entry.path)?, &mut out, left)?;
            left = left.checked_sub(copied).ok_or_else(|| {
                let bound = job.limits.max_total_bytes;
                quire_convert::Error::TooMuch { path: entry.path.clone(), what: "files", bound }
            })?;
        }
    }
    let disk = Disk::open(dir.path(), job.limits)?;
    Ok(Some(Origin::of(Box::new(disk), job.origin.name.clone(), false, job.limits, job.stop)))
}

/// Removes the identifier from the end of a name.
fn bare(name: &str) -> &str {
    let (stem, end) = match name.rsplit_once('.') {
        Some((stem, end)) if ["md", "html", "csv"].contains(&end) => (stem, end.len() + 1),
        _ => (name, 0),
    };
    let _ = end;
    let is_id = |id: &str| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    match stem.rsplit_once(' ') {
        Some((title, id)) if is_id(id) => title,
        _ if is_id(stem) => "Untitled",
        _ => stem,
    }
}

fn title_of(source: &str) -> String {
    quire_content::title::one_line(bare(source.rsplit('/').next().unwrap_or(source)))
}

/// Returns the path of a page: names without their identifiers.
pub(crate) fn target_path(source: &str) -> String {
    let parts: Vec<String> = source.split('/').map(|part| quire_content::slug::slug(bare(part))).collect();
    format!("{}.md", parts.join("/"))
}

/// Makes the table of contents: what is in the folder of a page is below it, in the order in which the page links to it.
pub(crate) fn contents(
    sources: &[String],
    page: &dyn Fn(&str) -> (String, String),
    links: &dyn Fn(&str) -> Vec<String>,
) -> Vec<Toc> {
    // Folders have the names of their pages, with the identifier or without.
    let mut owners: HashMap<String, &String> = HashMap::new();
    for source in sources.iter().rev() {
        let folder = path::folder(source);
        let name = source.rsplit('/').next().unwrap_or(source);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        owners.insert(path::join(folder, bare(name)), source);
        owners.insert(path::join(folder, stem), source);
    }
    let mut below: HashMap<Option<&String>, Vec<&String>> = HashMap::new();
    for source in sources {
        let mut folder = path::folder(source);
        let mut owner = None;
        while !folder.is_empty() && owner.is_none() {
            owner = owners.get(folder).copied().filter(|owner| *owner != source);
            folder = path::folder(folder);
        }
        below.entry(owner).or_default().push(source);
    }
    let mut placed = HashSet::new();
    let mut toc = entries(None, &below, page, links, &mut placed, 0);
    for source in sources {
        if placed.insert(source.clone()) {
            let (title, path) = page(source);
            toc.push(Toc::page(title, path));
        }
    }
    toc
}

fn entries(
    owner: Option<&String>,
    below: &HashMap<Option<&String>, Vec<&String>>,
    page: &dyn Fn(&str) -> (String, String),
    links: &dyn Fn(&str) -> Vec<String>,
    placed: &mut HashSet<String>,
    depth: usize,
) -> Vec<Toc> {
    let mut children = below.get(&owner).cloned().unwrap_or_default();
    if depth > 30 {
        return Vec::new();
    }
    let order: HashMap<String, usize> = owner
        .map(|owner| links(owner))
        .unwrap_or_default()
        .into_iter()
        .enumerate()
        .rev()
        .map(|(at, source)| (source, at))
        .collect();
    children.sort_by_key(|source| (order.get(*source).copied().unwrap_or(usize::MAX), (*source).clone()));
    let mut out = Vec::new();
    for source in children {
        if placed.insert(source.clone()) {
            let (title, path) = page(source);
            let items = entries(Some(source), below, page, links, placed, depth + 1);
            out.push(Toc { title, target: Some(path), items });
        }
    }
    out
}

/// Rewrites callouts, which are `<aside>` with an emoji.
fn rewrite(body: &str, report: &mut PageReport) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut fences = Fences::default();
    let mut in_aside: Option<String> = None;
    for line in body.lines() {
        if fences.is_code(line) {
            out.push(line.to_owned());
            continue;
        }
        let trimmed = line.trim();
        let indent = &line[..line.len() - line.trim_start().len()];
        if in_aside.is_none() && trimmed.starts_with("<aside>") {
            report.mapped("hint");
            if out.last().is_some_and(|last| !last.trim().is_empty()) {
                out.push(String::new());
            }
            let content = trimmed.trim_start_matches("<aside>").trim();
            let style = style_of(content);
            out.push(format!("{indent}{{% hint style=\"{style}\" %}}"));
            in_aside = Some(indent.to_owned());
            if !content.is_empty() {
                out.push(format!("{indent}{content}"));
            }
            continue;
        }
        if in_aside.is_some() && trimmed.ends_with("</aside>") {
            let content = trimmed.trim_end_matches("</aside>").trim();
            let indent = in_aside.take().unwrap_or_default();
            if !content.is_empty() {
                out.push(format!("{indent}{content}"));
            }
            out.extend([format!("{indent}{{% endhint %}}"), String::new()]);
            continue;
        }
        if let Some(indent) = &in_aside {
            // The emoji of the callout, on a line before its text, tells the style.
            let hint = format!("{indent}{{% hint style=\"info\" %}}");
            if out.last() == Some(&hint) && !trimmed.is_empty() {
                let style = style_of(trimmed);
                out.pop();
                out.push(format!("{indent}{{% hint style=\"{style}\" %}}"));
            } else if out.last() == Some(&hint) {
                continue;
            }
        }
        out.push(line.to_owned());
    }
    if let Some(indent) = in_aside {
        out.push(format!("{indent}{{% endhint %}}"));
    }
    out.join("\n") + "\n"
}

/// Returns the style that the emoji of a callout stands for.
fn style_of(text: &str) -> &'static str {
    match crate::html::notion::style_of(text) {
        Some(HintStyle::Warning) => "warning",
        Some(HintStyle::Danger) => "danger",
        Some(HintStyle::Success) => "success",
        Some(HintStyle::Info) | None => "info",
    }
}

/// Returns the targets of the pages of a database's rows by their titles; `None` for a title that several have.
fn rows_of(source: &str, pages: &[Page]) -> HashMap<String, Option<String>> {
    let folder = source.strip_suffix(".csv").unwrap_or(source);
    let name = folder.rsplit('/').next().unwrap_or(folder);
    let mut rows: HashMap<String, Option<String>> = HashMap::new();
    for page in pages.iter().filter(|page| path::folder(&page.source) == folder) {
        let file = page.source.rsplit('/').next().unwrap_or_default();
        let target = path::encoded(&format!("{name}/{file}"));
        rows.entry(page.title.trim().to_owned()).and_modify(|known| *known = None).or_insert(Some(target));
    }
    rows
}

/// Returns a database as a table, whose first column leads to the pages of its rows.
fn database(csv: &str, page: &dyn Fn(&str) -> Option<String>, report: &mut PageReport) -> String {
    let mut rows = records(csv.strip_prefix('\u{feff}').unwrap_or(csv));
    if rows.is_empty() {
        return String::new();
    }
    if rows.len() > MOST_ROWS + 1 {
        report.drop(format!("{} rows of a database beyond the first {MOST_ROWS}", rows.len() - MOST_ROWS - 1), "");
        rows.truncate(MOST_ROWS + 1);
    }
    let head = rows.remove(0);
    let width = head.len().min(quire_content::document::limits::MOST_COLUMNS);
    if head.len() > width {
        report.drop(format!("{} columns of a database beyond the first {width}", head.len() - width), "");
    }
    report.mapped("table");
    let columns = head.into_iter().take(width).map(Column::text).collect();
    let cell = |(at, text): (usize, String)| {
        let text = text.trim();
        if text.is_empty() {
            return Cell::Empty;
        }
        let node = match page(text).filter(|_| at == 0) {
            Some(target) => {
                Node::inline(InlineKind::Link { target: ContentRef::url(target), nodes: vec![Node::text(text)] })
            }
            None => Node::text(text),
        };
        Cell::Text(vec![Block::paragraph(vec![node])])
    };
    let rows = rows.into_iter().map(|row| {
        let mut cells: Vec<Cell> = row.into_iter().take(width).enumerate().map(cell).collect();
        cells.resize(width, Cell::Empty);
        Row { key: Default::default(), cells }
    });
    let view = View::Grid { hide_header: false, more: Default::default() };
    let table = Table { view, full_width: false, columns, rows: rows.collect() };
    crate::html::print(&Document::new(vec![Block::new(Kind::Table(Box::new(table)))]))
}

/// Reads the records of a text as RFC 4180 has them.
fn records(text: &str) -> Vec<Vec<String>> {
    let mut records = Vec::new();
    let mut record = Vec::new();
    let mut field = String::new();
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if field.is_empty() => quoted = true,
            ',' if !quoted => record.push(std::mem::take(&mut field)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                record.push(std::mem::take(&mut field));
                records.push(std::mem::take(&mut record));
            }
            c => field.push(c),
        }
    }
    if !field.is_empty() || !record.is_empty() {
        record.push(field);
        records.push(record);
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_identifiers() {
        assert_eq!(bare("My Page 0123456789abcdef0123456789ABCDEF.md"), "My Page");
        assert_eq!(bare("My Page 12.md"), "My Page 12");
        assert_eq!(
            target_path("A b 0123456789abcdef0123456789abcdef/C 0123456789abcdef0123456789abcdef.html"),
            "a-b/c.md"
        );
    }

    #[test]
    fn records_are_read() {
        assert_eq!(records("a,\"b \"\"c\"\"\nd\"\r\ne,\n"), [vec!["a", "b \"c\"\nd"], vec!["e", ""]]);
    }

    #[test]
    fn callouts_are_hints() {
        let out = rewrite("<aside>\n⚠️\n\nLook\n\n</aside>\nx\n", &mut PageReport::default());
        assert!(out.starts_with("{% hint style=\"warning\" %}\n") && out.contains("Look\n\n{% endhint %}\n"), "{out}");
    }
}
