//! Exports of Notion, as Markdown or HTML: archives in an archive, names that end in identifiers, databases as CSV.

mod database;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Read;

use quire_content::document::model::HintStyle;
use quire_content::path;
use quire_convert::{Archive, Disk, Limits, Tree as _};

use self::database::{Rows, table};
use super::by_id::ById;
use super::html::Flavour;
use super::markdown::{self, Fences, Page};
use super::rest::attached;
use super::{Job, Outcome};
use crate::error::Error;
use crate::literal;
use crate::origin::Origin;
use crate::report::PageReport;
use crate::site::{Toc, copy, relative, scratch_file};

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
        .filter(|path| path.ends_with(".csv") && !shorter(path).is_some_and(|short| job.origin.has(&short)))
        .map(str::to_owned)
        .collect();
    sources.extend(tables);
    let mut pages = Vec::new();
    for source in &sources {
        let path = job.site.claim(&target_path(source));
        let mut page = Page { source: source.clone(), path, title: title_of(source), ..Page::default() };
        let text = job.origin.page_text(source)?.replace("\r\n", "\n");
        if source.ends_with(".csv") {
            let mut all = None;
            if let Some(path) = longer(source).filter(|path| job.origin.has(path)) {
                all = Some((job.origin.page_text(&path)?, path));
            }
            let found = Rows::read(&text, all.as_ref().map(|(text, _)| text.as_str()), &mut page.report);
            let rows = rows_of(source, &pages);
            let (body, is_whole) = table(found, &|title| rows.get(title).cloned().flatten(), &mut page.report);
            page.body = body;
            if !is_whole {
                let path = all.map_or_else(|| source.clone(), |(_, path)| path);
                let file = job.site.file(&path, &mut job.origin.open_file(&path)?)?;
                let to = relative(&page.path, &file, "");
                page.body.push_str(&format!("\n{{% file src=\"{to}\" %}}\n{{% endfile %}}\n"));
            }
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
        Some(shorter(&found).filter(|short| origin.has(short)).unwrap_or(found))
    })?;
    let toc =
        contents(&sources, &|source| known[source].clone(), &|source| linked.get(source).cloned().unwrap_or_default());
    let outcome = job.finish(&toc, &attached);
    drop(dir);
    outcome
}

/// Returns the path of the view of a database that the file with all rows belongs to.
fn shorter(path: &str) -> Option<String> {
    path.strip_suffix("_all.csv").map(|stem| format!("{stem}.csv"))
}

/// Returns the path of the file with all rows of a database.
fn longer(path: &str) -> Option<String> {
    path.strip_suffix(".csv").map(|stem| format!("{stem}_all.csv"))
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
    // What lies beside the parts belongs to the export, too.
    let beside: Vec<String> =
        job.origin.paths().filter(|path| !parts.iter().any(|part| part == path)).map(str::to_owned).collect();
    for path in beside {
        unpacked(dir, &path, &mut job.origin.open_file(&path)?, job.limits, &mut left)?;
    }
    for part in parts {
        let file = scratch_file(job.scratch, &part, &mut job.origin.open_file(&part)?, job.limits.max_total_bytes)?;
        let archive = Archive::open(file, job.limits)?;
        for entry in archive.entries() {
            unpacked(dir, &entry.path, &mut archive.open(&entry.path)?, job.limits, &mut left)?;
        }
    }
    let disk = Disk::open(dir.path(), job.limits)?;
    Ok(Some(Origin::of(Box::new(disk), job.origin.name.clone(), false, job.limits, job.stop)))
}

/// Writes a file of an export into a folder; `left` is the number of bytes that may still be written.
fn unpacked(
    dir: &tempfile::TempDir,
    path: &str,
    bytes: &mut dyn Read,
    limits: &Limits,
    left: &mut u64,
) -> Result<(), Error> {
    let to = dir.path().join(path);
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(Error::Scratch)?;
    }
    let mut out = fs::File::create(&to).map_err(Error::Scratch)?;
    let copied = copy(path, bytes, &mut out, *left)?;
    *left = left.checked_sub(copied).ok_or_else(|| {
        let bound = limits.max_total_bytes;
        quire_convert::Error::TooMuch { path: path.to_owned(), what: "files", bound }
    })?;
    Ok(())
}

/// Removes the identifier from the end of a name.
fn bare(name: &str) -> &str {
    let stem = match name.rsplit_once('.') {
        Some((stem, "csv")) => stem.strip_suffix("_all").unwrap_or(stem),
        Some((stem, "md" | "html")) => stem,
        _ => name,
    };
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
    let folder = folder.strip_suffix("_all").unwrap_or(folder);
    let name = folder.rsplit('/').next().unwrap_or(folder);
    let mut rows: HashMap<String, Option<String>> = HashMap::new();
    for page in pages.iter().filter(|page| path::folder(&page.source) == folder) {
        let file = page.source.rsplit('/').next().unwrap_or_default();
        let target = path::encoded(&format!("{name}/{file}"));
        rows.entry(page.title.trim().to_owned()).and_modify(|known| *known = None).or_insert(Some(target));
    }
    rows
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
    fn callouts_are_hints() {
        let out = rewrite("<aside>\n⚠️\n\nLook\n\n</aside>\nx\n", &mut PageReport::default());
        assert!(out.starts_with("{% hint style=\"warning\" %}\n") && out.contains("Look\n\n{% endhint %}\n"), "{out}");
    }
}
