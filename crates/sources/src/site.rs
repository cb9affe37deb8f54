//! The directory format as it is written: pages, files and a table of contents in a scratch directory.
//!
//! Files are copied piece by piece and are there once, whatever the number of pages that show them. Sizes and counts are
//! bounded as those of an import.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{Read, Write as _};
use std::path::Path;

use percent_encoding::percent_decode_str;
use quire_content::document::model::{Block, ContentRef, InlineKind, Node};
use quire_content::document::{Document, Unresolved};
use quire_content::origin::Origin;
use quire_content::{path, slug};
use quire_convert::{Disk, Entry, Limits, Tree, Warnings};
use tempfile::TempDir;

use crate::error::Error;
use crate::report::PageReport;

/// The folder of files.
const ASSETS: &str = ".gitbook/assets";
/// The deepest entry of a table of contents.
const MOST_DEPTH: usize = 40;

/// An entry of a table of contents.
#[derive(Debug, Clone, Default)]
pub(crate) struct Toc {
    pub(crate) title: String,
    /// The path of a page, or an address; `None` for a group.
    pub(crate) target: Option<String>,
    pub(crate) items: Vec<Toc>,
}

impl Toc {
    pub(crate) fn page(title: impl Into<String>, path: impl Into<String>) -> Self {
        Self { title: title.into(), target: Some(path.into()), items: Vec::new() }
    }
}

/// A directory that is being written.
pub(crate) struct Site {
    dir: TempDir,
    limits: Limits,
    /// The names of files and pages, in lower case.
    taken: HashSet<String>,
    /// The paths of files by their hashes.
    known: HashMap<[u8; 32], String>,
    /// The titles of pages by their paths.
    titles: HashMap<String, String>,
    total: u64,
    pub(crate) report: Vec<PageReport>,
    /// The names of pages in the source, by their paths.
    origins: HashMap<String, Origin>,
    /// Returns the identifier that is a part of the name of a page in the source.
    pub(crate) identifier_of: fn(&str) -> Option<String>,
}

impl Site {
    pub(crate) fn new(scratch: &Path, limits: &Limits) -> Result<Self, Error> {
        let dir = tempfile::Builder::new().prefix("convert-").tempdir_in(scratch).map_err(Error::Scratch)?;
        Ok(Self {
            dir,
            limits: limits.clone(),
            taken: HashSet::new(),
            known: HashMap::new(),
            titles: HashMap::new(),
            total: 0,
            report: Vec::new(),
            origins: HashMap::new(),
            identifier_of: |_| None,
        })
    }

    /// Takes a path for a page that is written later: that which is wanted, or one with a number.
    pub(crate) fn claim(&mut self, wanted: &str) -> String {
        let wanted = clean(wanted);
        let stem = wanted.strip_suffix(".md").unwrap_or(&wanted).to_owned();
        let free = slug::unique(&stem, |stem| self.is_taken(&format!("{stem}.md")));
        let path = format!("{free}.md");
        self.taken.insert(path.to_lowercase());
        path
    }

    /// Returns true for the path of a file that was written.
    pub(crate) fn is_file(&self, path: &str) -> bool {
        path.starts_with(ASSETS) && self.taken.contains(&path.to_lowercase())
    }

    fn is_taken(&self, path: &str) -> bool {
        let lower = path.to_lowercase();
        lower == "summary.md" || self.taken.contains(&lower)
    }

    /// Takes a report that is about no page, unless it has nothing to say.
    pub(crate) fn tell(&mut self, report: PageReport) {
        if !report.is_silent() {
            self.report.push(report);
        }
    }

    /// Writes a page whose path was claimed. The front matter has a line for each field.
    pub(crate) fn page(
        &mut self,
        path: &str,
        title: &str,
        front: &[(&str, String)],
        body: &str,
        report: PageReport,
    ) -> Result<(), Error> {
        let mut text = String::with_capacity(body.len() + 200);
        let mut front = front.iter().filter(|(_, value)| !value.is_empty()).peekable();
        if front.peek().is_some() {
            text.push_str("---\n");
            for (name, value) in front {
                let value = serde_json::Value::from(quire_content::title::one_line(value));
                text.push_str(&format!("{name}: {value}\n"));
            }
            text.push_str("---\n\n");
        }
        text.push_str("# ");
        text.push_str(&crate::html::title_line(title));
        if !body.is_empty() {
            text.push('\n');
            text.push_str(body);
        }
        self.raw_page(path, title, &text, report)
    }

    /// Writes a page as it is.
    pub(crate) fn raw_page(
        &mut self,
        path: &str,
        title: &str,
        text: &str,
        mut report: PageReport,
    ) -> Result<(), Error> {
        let text = crate::literal::restored(text);
        let (size, bound) = (text.len() as u64, self.limits.max_page_bytes);
        if size > bound {
            return Err(quire_convert::Error::TooLarge { path: path.to_owned(), what: "page", size, bound }.into());
        }
        if self.titles.len() >= self.limits.max_entries {
            return Err(quire_convert::Error::TooMany { what: "pages", bound: self.limits.max_entries }.into());
        }
        self.add(path, size)?;
        self.write(path, text.as_bytes())?;
        self.titles.insert(path.to_owned(), title.to_owned());
        path.clone_into(&mut report.path);
        let identifier = report.identifier.clone().or_else(|| (self.identifier_of)(&report.source));
        let origin = identifier.map_or_else(|| Origin::Name(report.source.clone()), Origin::Identifier);
        self.origins.insert(path.to_owned(), origin);
        self.report.push(report);
        Ok(())
    }

    fn add(&mut self, path: &str, size: u64) -> Result<(), Error> {
        self.total = self.total.saturating_add(size);
        let bound = self.limits.max_total_bytes;
        if self.total > bound {
            return Err(quire_convert::Error::TooMuch { path: path.to_owned(), what: "files", bound }.into());
        }
        Ok(())
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let to = self.dir.path().join(path);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).map_err(Error::Scratch)?;
        }
        fs::write(to, bytes).map_err(Error::Scratch)
    }

    /// Copies a file, unless one with the same bytes is there, and returns its path.
    pub(crate) fn file(&mut self, name: &str, from: &mut dyn Read) -> Result<String, Error> {
        let failed = |error| Error::Tree(quire_convert::Error::from_read(name, error));
        let mut to = tempfile::NamedTempFile::new_in(self.dir.path()).map_err(Error::Scratch)?;
        let mut hasher = blake3::Hasher::new();
        let mut piece = vec![0; 64 * 1024];
        let mut size = 0_u64;
        loop {
            let read = from.read(&mut piece).map_err(failed)?;
            if read == 0 {
                break;
            }
            size += read as u64;
            if size > self.limits.max_file_bytes {
                let bound = self.limits.max_file_bytes;
                return Err(quire_convert::Error::TooLarge { path: name.to_owned(), what: "file", size, bound }.into());
            }
            hasher.update(&piece[..read]);
            to.write_all(&piece[..read]).map_err(Error::Scratch)?;
        }
        let hash = *hasher.finalize().as_bytes();
        if let Some(known) = self.known.get(&hash) {
            return Ok(known.clone());
        }
        self.add(name, size)?;
        let path = self.file_path(name);
        let target = self.dir.path().join(&path);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(Error::Scratch)?;
        }
        to.persist(target).map_err(|error| Error::Scratch(error.error))?;
        self.known.insert(hash, path.clone());
        Ok(path)
    }

    fn file_path(&mut self, name: &str) -> String {
        let name = clean(name.rsplit(['/', '\\']).next().unwrap_or(name));
        let name = name.trim_start_matches('.');
        let (stem, end) = match name.rsplit_once('.') {
            Some((stem, end)) if !stem.is_empty() && end.len() <= 10 => (stem.to_owned(), format!(".{end}")),
            _ => (name.to_owned(), String::new()),
        };
        let stem = if stem.is_empty() { "file".to_owned() } else { stem };
        let free = slug::unique(&stem, |stem| self.is_taken(&format!("{ASSETS}/{stem}{end}")));
        let path = format!("{ASSETS}/{free}{end}");
        self.taken.insert(path.to_lowercase());
        path
    }

    /// Returns the title of a page that was written.
    pub(crate) fn title(&self, path: &str) -> Option<&str> {
        self.titles.get(path).map(String::as_str)
    }

    /// Writes the table of contents and lists the directory. Pages that the table does not name follow its entries.
    pub(crate) fn finish(mut self, toc: &[Toc]) -> Result<(Box<dyn Tree + Send>, Vec<PageReport>), Error> {
        let mut text = String::from("# Table of contents\n\n");
        let mut named = HashSet::new();
        self.entries(toc, 0, &mut named, &mut text);
        let mut rest: Vec<&PageReport> =
            self.report.iter().filter(|page| !page.path.is_empty() && !named.contains(&page.path)).collect();
        rest.sort_by(|one, other| one.path.cmp(&other.path));
        let rest: Vec<Toc> =
            rest.iter().map(|page| Toc::page(self.title(&page.path).unwrap_or_default(), page.path.clone())).collect();
        self.entries(&rest, 0, &mut named, &mut text);
        self.write("SUMMARY.md", text.as_bytes())?;
        let disk = Disk::open(self.dir.path(), &self.limits)?;
        let report = std::mem::take(&mut self.report);
        Ok((Box::new(Written { disk, origins: unique(self.origins), _dir: self.dir }), report))
    }

    fn entries(&self, items: &[Toc], depth: usize, named: &mut HashSet<String>, out: &mut String) {
        for item in items {
            let page = item.target.as_deref().filter(|target| self.titles.contains_key(*target));
            if let Some(page) = page
                && !named.insert(page.to_owned())
            {
                // A page has one place; what is below the second one stays.
                self.entries(&item.items, depth, named, out);
                continue;
            }
            let title = Some(quire_content::title::one_line(&item.title)).filter(|title| !title.is_empty());
            let title = title
                .or_else(|| page.and_then(|page| self.title(page)).map(str::to_owned))
                .unwrap_or_else(|| "Untitled".to_owned());
            let target =
                page.map(path::encoded).or_else(|| item.target.clone().filter(|target| target.starts_with("http")));
            if target.is_none() && item.items.is_empty() {
                continue;
            }
            let node = match target {
                Some(target) => {
                    Node::inline(InlineKind::Link { target: ContentRef::url(target), nodes: vec![Node::text(title)] })
                }
                None => Node::text(title),
            };
            let line = quire_content::document::print(&Document::new(vec![Block::paragraph(vec![node])]), &Unresolved);
            out.push_str(&format!("{:indent$}* {}\n", "", line.trim(), indent = depth * 2));
            let deeper = if depth < MOST_DEPTH { depth + 1 } else { depth };
            self.entries(&item.items, deeper, named, out);
        }
    }
}

/// Returns a path whose parts are names that every file system has, none of them hidden.
fn clean(path: &str) -> String {
    let part = |part: &str| {
        let name: String =
            part.chars().map(|c| if c.is_control() || "\\:*?\"<>|".contains(c) { '-' } else { c }).collect();
        let name = name.trim_matches([' ', '.']);
        // Longer names are no names of files.
        let end = name.floor_char_boundary(name.len().min(150));
        if end < name.len() && name.ends_with(".md") { format!("{}.md", &name[..end]) } else { name[..end].to_owned() }
    };
    let parts: Vec<String> = path.split('/').map(part).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "page".to_owned() } else { parts.join("/") }
}

/// Returns a target for a place of one file in another, or in itself.
pub(crate) fn relative(from: &str, to: &str, anchor: &str) -> String {
    let anchor = if anchor.is_empty() { String::new() } else { format!("#{}", anchor.replace(' ', "%20")) };
    if from == to && !anchor.is_empty() {
        return anchor;
    }
    path::encoded(&path::relative(path::folder(from), to)) + &anchor
}

/// Returns the text of a target without its escapes.
pub(crate) fn decoded(target: &str) -> String {
    percent_decode_str(target).decode_utf8_lossy().into_owned()
}

/// Returns the names that only one page has: those of a document that became several pages say nothing of each.
fn unique(mut origins: HashMap<String, Origin>) -> HashMap<String, Origin> {
    let mut counts: HashMap<Origin, usize> = HashMap::new();
    for origin in origins.values() {
        *counts.entry(origin.clone()).or_default() += 1;
    }
    origins.retain(|_, origin| counts.get(origin) == Some(&1));
    origins
}

/// The directory after it was written. It is removed when this is dropped.
struct Written {
    disk: Disk,
    origins: HashMap<String, Origin>,
    _dir: TempDir,
}

impl Tree for Written {
    fn entries(&self) -> &[Entry] {
        self.disk.entries()
    }

    fn origin(&self, path: &str) -> Option<Origin> {
        self.origins.get(path).cloned()
    }

    fn warnings(&self) -> Warnings {
        self.disk.warnings()
    }

    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, quire_convert::Error> {
        self.disk.open(path)
    }
}

/// Writes the bytes of a file of the input to a new file of a directory.
pub(crate) fn scratch_file(dir: &Path, path: &str, bytes: &mut dyn Read, most: u64) -> Result<File, Error> {
    let mut file = tempfile::tempfile_in(dir).map_err(Error::Scratch)?;
    if copy(path, bytes, &mut file, most)? > most {
        return Err(quire_convert::Error::TooMuch { path: path.to_owned(), what: "files", bound: most }.into());
    }
    Ok(file)
}

/// Copies a file of the input, but no more than one byte beyond a bound, and returns the number of bytes. What can't be read
/// is an error of the input, and what can't be written one of the scratch directory.
pub(crate) fn copy(path: &str, from: &mut dyn Read, to: &mut dyn std::io::Write, most: u64) -> Result<u64, Error> {
    let mut from = from.take(most.saturating_add(1));
    let mut piece = vec![0; 64 * 1024];
    let mut size = 0;
    loop {
        let read = from.read(&mut piece).map_err(|error| quire_convert::Error::from_read(path, error))?;
        if read == 0 {
            return Ok(size);
        }
        size += read as u64;
        to.write_all(&piece[..read]).map_err(Error::Scratch)?;
    }
}
