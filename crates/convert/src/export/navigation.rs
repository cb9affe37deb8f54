//! The table of contents of an export: unchanged if it still matches the pages, else rewritten.
//!
//! To find out, it is parsed as an import would, among the exported paths. Where there is no table of contents, the
//! outline that the folders imply is compared.

use std::collections::HashMap;
use std::io::Read;

use quire_content::record::PageKind;
use quire_content::snapshot::ContentSnapshot;

use super::pages::Places;
use super::reservations::{ReservationOutcome, Reserved, is_safe};
use super::{ExportError, Exporter, Outgoing, Source, contents};
use crate::config::Config;
use crate::content::Content;
use crate::directory::{self, SUMMARY};
use crate::error::Error;
use crate::limits::Limits;
use crate::outline::{EntryKind, Step};
use crate::tree::{Entry, Tree};
use crate::warning::{Code, Warnings};

/// Returns the path of the table of contents from the content's root: that of the stored one, else of the one to write.
pub(super) fn place(whole: &ContentSnapshot, config: &Config) -> String {
    let set = config.summary.as_deref().filter(|path| is_safe(path)).unwrap_or(SUMMARY);
    let stored = whole.meta.keys().find(|path| path.eq_ignore_ascii_case(set));
    let exact = whole.meta.get_key_value(set).map(|(path, _)| path);
    exact.or(stored).map_or_else(|| set.to_owned(), String::clone)
}

/// Returns the reservation of the path. If a table of contents was imported, another case of
/// its letters is another file.
pub(super) fn reserved(whole: &ContentSnapshot, summary: &str, path: String) -> Reserved {
    if whole.meta.contains_key(summary) { Reserved::Exactly(path) } else { Reserved::InAnyCase(path) }
}

impl Exporter<'_> {
    /// Adds the table of contents, after all other paths are known.
    pub(super) fn navigation(&mut self, places: &Places) -> Result<(), ExportError> {
        let steps = self.steps(places);
        let stored = self.whole.meta.get(&self.summary);
        let bytes = stored.map(|meta| self.objects.get(&meta.source)).transpose()?;
        let own = if bytes.is_none() { self.own_titles(places)? } else { HashMap::new() };
        let source = if self.says(bytes.as_deref(), stored.and_then(|meta| meta.dead), &steps, &own) {
            stored.map(|meta| Source::Object(meta.source))
        } else {
            Some(Source::Text(contents::print(&steps, &self.summary).into_bytes().into()))
        };
        let Some(source) = source else { return Ok(()) };
        if self.claims.claim_reserved(source.hash()) == ReservationOutcome::New {
            self.counts.others += 1;
            self.files.push(Outgoing { path: self.at(&self.summary), source });
        } else {
            self.warnings.add(&self.summary, None, Code::LeftOut, "left out: the path cannot be used");
        }
        Ok(())
    }

    /// Returns the steps that the table of contents has to contain.
    fn steps(&self, places: &Places) -> Vec<Step> {
        let outline = &self.whole.outline;
        let mut depths = HashMap::new();
        let mut steps = Vec::with_capacity(outline.len());
        for id in outline.walk() {
            let Some(page) = outline.page(id) else { continue };
            let depth = page.parent.and_then(|parent| depths.get(&parent)).map_or(0, |depth| depth + 1);
            depths.insert(id, depth);
            let kind = match &page.kind {
                PageKind::Document { .. } => {
                    places.get(&id).map_or(EntryKind::Nothing, |path| EntryKind::Page(path.clone()))
                }
                PageKind::Group => EntryKind::Group,
                PageKind::Link { href } => EntryKind::Link(href.clone()),
                PageKind::Computed { yaml } => EntryKind::Computed(yaml.clone()),
            };
            let title = page.nav_title.as_ref().unwrap_or(&page.title).clone();
            steps.push(Step { depth, title, kind });
        }
        steps
    }

    /// Returns the titles that pages have in their files, by path.
    fn own_titles(&self, places: &Places) -> Result<HashMap<String, String>, ExportError> {
        let mut titles = HashMap::new();
        for (id, path) in places {
            let page = self.whole.outline.page(*id);
            if let Some(PageKind::Document { source, .. }) = page.map(|page| &page.kind) {
                titles.extend(directory::own_title(&self.objects.get(source)?).map(|title| (path.clone(), title)));
            }
        }
        Ok(titles)
    }

    /// Returns true if a table of contents with these bytes, or none, is parsed as the wanted steps. `own` are the titles
    /// that pages have where there is no table of contents. `dead` entries led nowhere when it was imported; one that names
    /// a page that was deleted since is to be gone.
    fn says(&self, summary: Option<&[u8]>, dead: Option<u32>, wanted: &[Step], own: &HashMap<String, String>) -> bool {
        let names = Names::new(self, summary);
        let config = &self.configured.config;
        let content = Content::new(&names, &config.root, self.configured.name);
        let mut warnings = Warnings::default();
        let read = directory::steps(&content, config, &LIMITS, &mut warnings);
        let names_gone = directory::dead(&warnings) > dead.unwrap_or_default();
        !names_gone && read.is_ok_and(|read| same(&levelled(read), wanted, own))
    }
}

/// The bound of depth is that of every import; the other bounds were checked when the content was imported.
const LIMITS: Limits = Limits {
    max_entries: usize::MAX,
    max_page_bytes: u64::MAX,
    max_text_bytes: u64::MAX,
    max_file_bytes: u64::MAX,
    max_total_bytes: u64::MAX,
    max_depth: contents::MOST_LEVELS,
    max_ratio: u64::MAX,
};

fn same(read: &[Step], wanted: &[Step], own: &HashMap<String, String>) -> bool {
    read.len() == wanted.len()
        && read.iter().zip(wanted).all(|(read, wanted)| {
            let shown = read.page().and_then(|path| own.get(path)).map_or(read.title.trim(), String::as_str);
            // An import names a page itself if the navigation gives it no title.
            let is_named = shown == wanted.title || shown.is_empty() && matches!(read.kind, EntryKind::Page(_));
            is_named && read.depth == wanted.depth && read.kind == wanted.kind
        })
}

/// Returns steps with their depths in the tree, without those that are left out.
fn levelled(steps: Vec<Step>) -> Vec<Step> {
    let (mut open, mut levelled) = (Vec::new(), Vec::with_capacity(steps.len()));
    for step in steps {
        while open.pop_if(|depth| *depth >= step.depth).is_some() {}
        if !matches!(step.kind, EntryKind::Nothing) {
            levelled.push(Step { depth: open.len(), ..step });
            open.push(step.depth);
        }
    }
    levelled
}

/// A tree of the exported paths in which only the table of contents can be read.
struct Names<'n> {
    entries: Vec<Entry>,
    summary: Option<&'n [u8]>,
}

impl<'n> Names<'n> {
    fn new(exporter: &Exporter<'_>, summary: Option<&'n [u8]>) -> Self {
        let mut paths: Vec<String> = exporter.files.iter().map(|file| file.path.clone()).collect();
        paths.extend(summary.map(|_| exporter.at(&exporter.summary)));
        paths.sort_unstable();
        Self { entries: paths.into_iter().map(|path| Entry { path, size: 0 }).collect(), summary }
    }
}

impl Tree for Names<'_> {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn warnings(&self) -> Warnings {
        Warnings::default()
    }

    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, Error> {
        let summary = self.summary.ok_or_else(|| Error::Missing { path: path.to_owned() })?;
        Ok(Box::new(summary))
    }
}
