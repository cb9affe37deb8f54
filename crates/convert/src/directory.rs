//! The directory format as a whole: configuration, table of contents, pages, reusable contents, variables, and
//! the names of all other files. Nothing is lost: a file that is no page is kept as a file, and files outside
//! the root are kept aside.

use std::collections::{BTreeMap, BTreeSet};

use quire_content::incoming::{Node, NodeKind, Reusable, Variable};
use quire_content::origin::Origin;
use quire_content::{front_matter, page_file};

use crate::blocks;
use crate::config::{self, Config};
use crate::content::{self, Content};
use crate::error::Error;
use crate::folders;
use crate::foreign;
use crate::icons;
use crate::limits::Limits;
use crate::names;
use crate::outline::{self, EntryKind, Step};
use crate::path;
use crate::reusable;
use crate::summary;
use crate::tags;
use crate::tree::Tree;
use crate::variables;
use crate::warning::{Code, Warnings};

pub(crate) const SUMMARY: &str = "SUMMARY.md";
pub(crate) const VARIABLES: &str = ".gitbook/vars.yaml";
/// The most file names that one warning lists.
const MOST_NAMED: usize = 10;

/// The parsed directory. Paths are relative to the content's root, except that of the configuration file, which is
/// relative to the tree's top.
#[derive(Debug, Default)]
pub struct Directory {
    /// The outline with the sources of its pages.
    pub outline: Vec<Node>,
    /// The reusable contents, sorted by path.
    pub reusable: Vec<Reusable>,
    /// The space's variables, by name.
    pub variables: BTreeMap<String, Variable>,
    /// The files with settings of the space, by path, with their unchanged bytes.
    pub meta: BTreeMap<String, Vec<u8>>,
    /// The numbers of entries of tables of contents that lead nowhere, by path.
    pub dead: BTreeMap<String, u32>,
    /// All other files below the root, sorted by path.
    pub files: Vec<File>,
    /// The files outside the root, which are no content. Their paths are those in the tree.
    pub asides: Vec<File>,
    /// The times at which pages were last written, in milliseconds since 1970, by their path, as far as the tree tells.
    pub written: BTreeMap<String, i64>,
    /// The names of pages in the source that the tree was made of, by their path, as far as the tree tells.
    pub origins: BTreeMap<String, Origin>,
    /// The parts that were left out or not understood.
    pub warnings: Warnings,
}

/// A file that is kept unchanged; its bytes are still in the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The path from the content's root.
    pub path: String,
    /// The path for [`Tree::open`], which differs if a root is configured.
    pub tree_path: String,
    /// The size in bytes, as declared by the tree.
    pub size: u64,
}

/// The progress of reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress<'p> {
    /// The number of pages and reusable contents that have been read.
    pub done: usize,
    /// The number of all pages and reusable contents.
    pub total: usize,
    /// The path of the last one read.
    pub path: &'p str,
}

/// Reads the directory format from a tree. `progress` is called after each page and reusable content.
///
/// # Errors
/// A bound is exceeded, a file cannot be read, or a YAML file is invalid.
pub fn read(tree: &dyn Tree, limits: &Limits, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Directory, Error> {
    let mut directory = Directory::default();
    let mut warnings = tree.warnings();
    let (file, config) = configuration(tree, limits, &mut directory)?;
    let content = Content::new(tree, &config.root, file);
    refuse_missing_root(file, &config, &content)?;
    let total = bound_sizes(&content, limits)?;

    let mut reader = DirectoryReader {
        content: &content,
        limits,
        directory,
        warnings: &mut warnings,
        text_bytes: 0,
        is_named: false,
        total,
    };
    let outline = reader.outline(file, &config)?;
    reader.describing_files()?;
    let taken = reader.texts(outline, progress)?;
    reader.rest(&taken);
    reader.outside(file);
    let mut directory = reader.directory;
    directory.warnings = warnings;
    Ok(directory)
}

/// Returns the size in bytes of the largest file of a tree that may be read as a text, as the tree declares it.
pub fn largest_text(tree: &dyn Tree) -> usize {
    let texts = tree.entries().iter().filter(|entry| path::is_markdown(&entry.path));
    texts.map(|entry| usize::try_from(entry.size).unwrap_or(usize::MAX)).max().unwrap_or(0)
}

/// Reads the outline alone, without the pages' bytes.
pub(crate) fn steps(
    content: &Content<'_>,
    config: &Config,
    limits: &Limits,
    warnings: &mut Warnings,
) -> Result<Vec<Step>, Error> {
    let directory = Directory::default();
    DirectoryReader { content, limits, directory, warnings, text_bytes: 0, is_named: false, total: 0 }
        .outline(None, config)
}

/// Returns the number of links that lead nowhere.
pub(crate) fn dead(warnings: &Warnings) -> u32 {
    warnings.counts.get(&Code::DeadLink).and_then(|count| u32::try_from(*count).ok()).unwrap_or_default()
}

/// Returns a directory with a single page, from one Markdown file.
///
/// # Errors
/// The name cannot be used as a file name, or the page is too large.
pub fn page(name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Directory, Error> {
    let path = path::from_archive(name).map_err(|reason| Error::Name { name: name.to_owned(), reason })?;
    let path = path::name(&path).to_owned();
    let (size, bound) = (bytes.len() as u64, limits.max_page_bytes);
    if size > bound {
        return Err(Error::TooLarge { path, what: "page", size, bound });
    }
    let mut warnings = Warnings::default();
    warn_unknown(&path, &bytes, &mut warnings);
    let title = names::title(path::stem(&path));
    let outline = vec![outline::node(title, NodeKind::Page { path, source: bytes })];
    Ok(Directory { outline, warnings, ..Directory::default() })
}

/// Reads the configuration file, if there is one, and returns it with its name.
fn configuration(
    tree: &dyn Tree,
    limits: &Limits,
    directory: &mut Directory,
) -> Result<(Option<&'static str>, Config), Error> {
    let is_there = |name: &&str| crate::tree::position(tree.entries(), name).is_ok();
    let Some(name) = config::NAMES.into_iter().find(is_there) else {
        return Ok((None, Config::default()));
    };
    let bytes = content::read(tree, name, "configuration file", limits.max_page_bytes)?;
    let config = config::parse(name, &bytes)?;
    directory.meta.insert(name.to_owned(), bytes);
    Ok((Some(name), config))
}

fn refuse_missing_root(file: Option<&str>, config: &Config, content: &Content<'_>) -> Result<(), Error> {
    if config.root.is_empty() || !content.sizes.is_empty() {
        return Ok(());
    }
    let path = file.unwrap_or_default().to_owned();
    Err(Error::Root { path, root: config.root.clone(), reason: "is no folder with files in it" })
}

/// Returns the total size of the content, or an error if a size exceeds its bound.
fn bound_sizes(content: &Content<'_>, limits: &Limits) -> Result<u64, Error> {
    let mut total = 0_u64;
    for (path, &size) in &content.sizes {
        let path = content.tree_path(path);
        if size > limits.max_file_bytes {
            return Err(Error::TooLarge { path, what: "file", size, bound: limits.max_file_bytes });
        }
        total = total.saturating_add(size);
        if total > limits.max_total_bytes {
            return Err(Error::TooMuch { path, what: "files", bound: limits.max_total_bytes });
        }
    }
    Ok(total)
}

/// Warns about the parts of a text that readers do not get as they are written.
fn warn_unknown(path: &str, source: &[u8], warnings: &mut Warnings) {
    for (name, line) in blocks::unknown(source) {
        warnings.add(path, line, Code::UnknownBlock, format!("block `{name}` is not understood and kept as written"));
    }
    for (line, kind, start) in foreign::foreign(source) {
        let message = format!("`{start}` is {kind}: kept, and shown to readers as text");
        warnings.add(path, line, Code::ForeignSyntax, message);
    }
    for (name, line) in icons::unknown(source) {
        warnings.add(
            path,
            line,
            Code::UnknownIcon,
            format!("there is no icon `{name}`: nothing is shown in its place"),
        );
    }
    for warning in quire_content::warnings::of_file(source) {
        warnings.add(path, warning.line, warning.code, warning.message);
    }
}

/// Returns the title that a page has in its file.
pub(crate) fn own_title(source: &[u8]) -> Option<String> {
    page_file::title(source, &front_matter::parse(source))
}

struct DirectoryReader<'r, 't> {
    content: &'r Content<'t>,
    limits: &'r Limits,
    directory: Directory,
    warnings: &'r mut Warnings,
    /// The number of bytes of the pages and reusable contents held in memory.
    text_bytes: u64,
    /// True if a table of contents names the pages; without one, a page is called as it calls itself.
    is_named: bool,
    /// The number of bytes of all files accepted so far.
    total: u64,
}

impl DirectoryReader<'_, '_> {
    fn outline(&mut self, file: Option<&str>, config: &Config) -> Result<Vec<Step>, Error> {
        let content = self.content;
        for set in [&config.readme, &config.summary].into_iter().flatten() {
            if content.find(set).is_none() {
                self.warnings.add(file.unwrap_or_default(), None, Code::Other, format!("`{set}` is not there"));
            }
        }
        let steps = match content.find(config.summary.as_deref().unwrap_or(SUMMARY)) {
            Some(summary) => {
                self.is_named = true;
                self.summary(summary)?
            }
            None => folders::outline(content, config.readme.as_deref(), self.limits.max_depth)?,
        };
        let bound = self.limits.max_entries;
        if steps.len() > bound {
            return Err(Error::TooMany { what: "entries of the outline", bound });
        }
        Ok(steps)
    }

    fn summary(&mut self, path: &str) -> Result<Vec<Step>, Error> {
        let bytes = self.content.read(path, "table of contents", self.limits.max_page_bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        if matches!(text, std::borrow::Cow::Owned(_)) {
            self.warnings.add(path, None, Code::Other, "not UTF-8: titles may be damaged");
        }
        let bound = self.limits.max_depth;
        let items = summary::parse(path, &text, bound, self.warnings).map_err(|line| Error::TooDeep {
            path: path.to_owned(),
            line: Some(line),
            bound,
        })?;
        let before = dead(self.warnings);
        let steps = outline::resolve(items, path, self.content, self.warnings);
        let dead = dead(self.warnings) - before;
        if dead > 0 {
            self.directory.dead.insert(path.to_owned(), dead);
        }
        self.directory.meta.insert(path.to_owned(), bytes);
        self.warn_unnamed(path, &steps);
        Ok(steps)
    }

    fn warn_unnamed(&mut self, summary: &str, steps: &[Step]) {
        let named = pages(steps);
        let unnamed = |path: &&str| {
            path::is_markdown(path) && !path::is_hidden(path) && *path != summary && !named.contains(path)
        };
        let unnamed: Vec<&str> = self.content.sizes.keys().copied().filter(unnamed).collect();
        if unnamed.is_empty() {
            return;
        }
        let mut names = unnamed[..unnamed.len().min(MOST_NAMED)].join(", ");
        if unnamed.len() > MOST_NAMED {
            names.push_str(", …");
        }
        let message = format!("{} Markdown files are not named here and kept as files: {names}", unnamed.len());
        self.warnings.add(summary, None, Code::Other, message);
    }

    fn describing_files(&mut self) -> Result<(), Error> {
        for path in [VARIABLES, tags::FILE] {
            if !self.content.contains(path) {
                continue;
            }
            let bytes = self.content.read(path, "configuration file", self.limits.max_page_bytes)?;
            if path == VARIABLES {
                self.directory.variables = variables::parse(path, &bytes, self.warnings)?;
            } else if tags::declared(&bytes).is_none() {
                let message = "not a list of tags in YAML: updates show the names of their tags";
                self.warnings.add(path, None, Code::Other, message);
            }
            self.directory.meta.insert(path.to_owned(), bytes);
        }
        Ok(())
    }

    /// Reads pages and reusable contents, and returns the paths of both.
    fn texts(&mut self, steps: Vec<Step>, progress: &mut dyn FnMut(Progress<'_>)) -> Result<BTreeSet<String>, Error> {
        let mut taken: BTreeSet<String> = pages(&steps).into_iter().map(str::to_owned).collect();
        let described = |path: &str| self.directory.meta.contains_key(path);
        let is_include =
            |path: &&str| path.starts_with(reusable::FOLDER) && path::is_markdown(path) && !described(path);
        let mut includes: Vec<&str> = self.content.sizes.keys().copied().filter(is_include).collect();
        includes.retain(|path| {
            let is_page = taken.contains(*path);
            if is_page {
                self.warnings.add(path, None, Code::Other, "a page of the outline, so no reusable content");
            }
            !is_page
        });
        let total = steps.iter().filter_map(Step::page).count() + includes.len();
        let mut done = 0;
        let mut tell = |path: &str| {
            done += 1;
            progress(Progress { done, total, path });
        };

        let mut scanned = BTreeSet::new();
        let mut nodes = Vec::with_capacity(steps.len());
        for Step { depth, title, kind } in steps {
            let kind = match kind {
                EntryKind::Group => NodeKind::Group,
                EntryKind::Link(href) => NodeKind::Link { href },
                EntryKind::Computed(yaml) => NodeKind::Computed { yaml },
                EntryKind::Nothing => {
                    nodes.push((depth, None));
                    continue;
                }
                EntryKind::Page(path) => {
                    let first = scanned.insert(path.clone());
                    let source = self.text(&path, "page", first)?;
                    let written = self.content.written_at(&path);
                    self.directory.written.extend(written.map(|at| (path.clone(), at)));
                    let origin = self.content.origin(&path);
                    self.directory.origins.extend(origin.map(|origin| (path.clone(), origin)));
                    tell(&path);
                    NodeKind::Page { path, source }
                }
            };
            let own = match &kind {
                NodeKind::Page { source, .. } if !self.is_named => own_title(source),
                _ => None,
            };
            nodes.push((depth, Some(outline::node(own.unwrap_or(title), kind))));
        }
        self.directory.outline = outline::nest(nodes);

        for path in includes {
            taken.insert(path.to_owned());
            let source = self.text(path, "reusable content", true)?;
            tell(path);
            let title = reusable::title(path, &source);
            self.directory.reusable.push(Reusable { path: path.to_owned(), title, source });
        }
        Ok(taken)
    }

    fn text(&mut self, path: &str, what: &'static str, scan: bool) -> Result<Vec<u8>, Error> {
        let source = self.content.read(path, what, self.limits.max_page_bytes)?;
        self.text_bytes = self.text_bytes.saturating_add(source.len() as u64);
        let bound = self.limits.max_text_bytes;
        if self.text_bytes > bound {
            return Err(Error::TooMuch { path: self.content.tree_path(path), what: "texts", bound });
        }
        if scan {
            warn_unknown(path, &source, self.warnings);
        }
        Ok(source)
    }

    /// Lists the files that are neither pages nor reusable contents and have no settings of the space.
    fn rest(&mut self, taken: &BTreeSet<String>) {
        for (&path, &size) in &self.content.sizes {
            if !taken.contains(path) && !self.directory.meta.contains_key(path) {
                let tree_path = self.content.tree_path(path);
                self.directory.files.push(File { path: path.to_owned(), tree_path, size });
            }
        }
    }

    /// Lists the files outside the root. They are no reason to reject an import, so files that exceed
    /// a bound are left out.
    fn outside(&mut self, file: Option<&str>) {
        let file = file.unwrap_or_default();
        let mut left_out = 0;
        for (&path, &size) in &self.content.outside {
            let total = self.total.saturating_add(size);
            if size > self.limits.max_file_bytes || total > self.limits.max_total_bytes {
                left_out += 1;
                continue;
            }
            self.total = total;
            self.directory.asides.push(File { path: path.to_owned(), tree_path: path.to_owned(), size });
        }
        if !self.directory.asides.is_empty() {
            let message =
                format!("{} files lie outside the root and are kept for export only", self.directory.asides.len());
            self.warnings.add(file, None, Code::Other, message);
        }
        if left_out > 0 {
            let message = format!("{left_out} files lie outside the root, are too large and are left out");
            self.warnings.add(file, None, Code::LeftOut, message);
        }
    }
}

fn pages(steps: &[Step]) -> BTreeSet<&str> {
    steps.iter().filter_map(Step::page).collect()
}
