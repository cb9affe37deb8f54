//! Imports: a directory or an archive becomes content of a space, as one revision or not at all.
//!
//! Reading, parsing and comparing happen before the write transaction, which only inserts objects and moves the
//! branch. If another change moves the branch first, the import is compared again with the new content.

use std::collections::BTreeMap;
use std::io;

use quire_content::hash::Hash;
pub use quire_content::import::{Absent, Counts};
use quire_content::import::{Differing, Imported, Note, Options, import_again};
use quire_content::incoming::{Aside, File, Incoming};
use quire_content::links::{self, Linked};
use quire_content::map::Map;
use quire_content::objects::Draft;
pub use quire_convert::Limits;
use quire_convert::{Directory, Tree};
use quire_model::ids::{OrganizationId, RevisionId, SpaceId};
use quire_model::time::Timestamp;
use quire_store::blobs::{self, PutError};
use quire_store::objects::Stored;
use quire_store::revisions;

use crate::App;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::commit::{Commit, Committed, Line, Note as CommitNote, Target, Way};
use crate::content::dimensions::dimensions;
use crate::content::former_ids::FormerSpaces;
use crate::content::import_bases;
use crate::content::import_links;
use crate::content::links::of_revision;
pub use crate::content::warnings::{Warning, Warnings};
use crate::core::errors::Error;

/// The outcome of an import.
#[derive(Debug, Clone)]
pub struct Report {
    /// The revision that the content is at now.
    pub revision: RevisionId,
    /// True if the import changed the content and so created a revision.
    pub changed: bool,
    /// The numbers of pages by effect: created, updated, moved, deleted or unchanged.
    pub pages: Counts,
    /// The numbers of files by effect.
    pub files: Counts,
    /// The numbers of reusable contents by effect.
    pub reusable: Counts,
    /// The number of pages, files and reusable contents in the import.
    pub total: u64,
    /// The parts of the import that were not understood; each was kept as it was, or left out as the message says.
    pub warnings: Warnings,
}

/// The progress of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The stage that the import is in.
    pub stage: Stage,
    /// The number of items of the stage that are done.
    pub done: u64,
    /// The number of items in the stage.
    pub total: u64,
}

/// The stages of an import, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Files are fetched from other servers.
    Fetching,
    /// The source is converted into Markdown.
    Converting,
    /// Pages are read and parsed.
    Reading,
    /// The bytes of files are stored.
    Storing,
    /// The import is compared with the space and written.
    Writing,
}

/// The manner of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// The fate of entries from an earlier import that are not in this one. One Markdown file never deletes any.
    pub absent: Absent,
    /// True if the import is only tried: its report is made, and nothing is changed.
    pub dry_run: bool,
    /// True if the times of the files in an archive say when these were last written, in UTC.
    pub file_times: bool,
}

impl Default for Manner {
    fn default() -> Self {
        Self { absent: Absent::Delete, dry_run: false, file_times: false }
    }
}

/// The number of times that other imports into the same content may overtake one.
const MOST_OVERTAKEN: usize = 10;

impl App {
    /// Imports a tree: entries from an earlier import that are not in it are deleted, those created in Quire are kept.
    pub fn import_tree(
        &self,
        caller: &Caller,
        space: SpaceId,
        target: Target,
        tree: &dyn Tree,
        limits: &Limits,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Report, Error> {
        self.import_tree_and(Manner::default(), caller, space, target, tree, limits, progress)
    }

    /// Imports a tree in this manner.
    #[expect(clippy::too_many_arguments, reason = "what is imported where, and how")]
    pub fn import_tree_and(
        &self,
        manner: Manner,
        caller: &Caller,
        space: SpaceId,
        target: Target,
        tree: &dyn Tree,
        limits: &Limits,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Report, Error> {
        let commit = importing(caller, space, target);
        let line = self.may_write(&commit)?;
        self.import_files(&commit, line, tree, limits, manner, progress)
    }

    /// Imports a tree of files into a line of content.
    fn import_files(
        &self,
        commit: &Commit<'_>,
        line: Line,
        tree: &dyn Tree,
        limits: &Limits,
        manner: Manner,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Report, Error> {
        let directory = self.read_tree(tree, limits, progress)?;
        self.take_in(commit, line, directory, Some(tree), manner, progress, None)
    }

    /// Imports content as a part of a run, which writes more in the transaction in which the content lands.
    pub(crate) fn import_in_run(
        &self,
        to: (&Commit<'_>, Line),
        content: Content<'_>,
        limits: &Limits,
        manner: Manner,
        progress: &mut dyn FnMut(Progress),
        landing: &mut Landing<'_>,
    ) -> Result<Report, Error> {
        let (commit, line) = to;
        match content {
            Content::Tree(tree) => {
                let directory = self.read_tree(tree, limits, progress)?;
                self.take_in(commit, line, directory, Some(tree), manner, progress, Some(landing))
            }
            Content::Page { name, file } => {
                // The turn comes before the bytes, of which those who wait for it would have a copy each.
                let size = file.metadata().map_err(|e| Error::internal("reading an upload", e))?.len();
                self.expect_text(usize::try_from(size).unwrap_or(usize::MAX))?;
                let page = read_page(file, limits)?;
                if page.starts_with(b"PK\x03\x04") {
                    let message = "url: is an archive, not a Markdown file: import it with the source zip";
                    return Err(Error::Invalid(message.to_owned()));
                }
                let name = if name.is_empty() { "page.md" } else { name };
                let directory = quire_convert::page(name, page, limits).map_err(unreadable)?;
                let manner = Manner { absent: Absent::Keep, ..manner };
                self.take_in(commit, line, directory, None, manner, progress, Some(landing))
            }
        }
    }

    fn read_tree(
        &self,
        tree: &dyn Tree,
        limits: &Limits,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Directory, Error> {
        self.expect_text(quire_convert::largest_text(tree))?;
        let mut tell = |read: quire_convert::Progress<'_>| {
            progress(Progress { stage: Stage::Reading, done: read.done as u64, total: read.total as u64 });
        };
        quire_convert::read(tree, limits, &mut tell).map_err(unreadable)
    }

    /// Returns the organization of a space if the caller may import into this content now.
    pub fn may_import(&self, caller: &Caller, space: SpaceId, target: Target) -> Result<OrganizationId, Error> {
        Ok(self.may_write(&importing(caller, space, target))?.organization)
    }

    #[expect(clippy::too_many_arguments, reason = "what is imported where, and how")]
    fn take_in(
        &self,
        commit: &Commit<'_>,
        line: Line,
        directory: Directory,
        tree: Option<&dyn Tree>,
        manner: Manner,
        progress: &mut dyn FnMut(Progress),
        landing: Option<&mut Landing<'_>>,
    ) -> Result<Report, Error> {
        let gathered = self.gathered(directory, tree, progress)?;
        let options = Options { absent: manner.absent, now: self.now().0 };
        if manner.dry_run {
            return self.tried(commit, gathered, options);
        }
        progress(Progress { stage: Stage::Writing, done: 0, total: 1 });
        let Committed { revision, changed, outcome, .. } =
            self.merge_in(commit, line, &gathered.incoming, options, landing)?;
        progress(Progress { stage: Stage::Writing, done: 1, total: 1 });
        let dead = self.dead_links(line.organization, commit.space, revision)?;
        Ok(gathered.report(revision, changed, outcome, dead))
    }

    /// Returns the report that an import would have now.
    fn tried(&self, commit: &Commit<'_>, gathered: Gathered, options: Options) -> Result<Report, Error> {
        let view = self.view(commit.caller, commit.space, commit.target.into())?;
        let map = Map::at(view.revision.root);
        let line = self.may_write(commit)?;
        let (imported, dead) = self.read_texts(|tx, watch| {
            let spaces = FormerSpaces::of(tx, view.space.organization)?;
            let known = import_bases::known(tx, line.branch())?;
            let stored = Stored::new(tx, view.space.organization, &self.inner.caches.content.objects);
            let watched = watch.over(&stored);
            let mut draft = Draft::new(&watched);
            let (ids, incoming) = (&mut || self.fresh_id(), &gathered.incoming);
            let imported = import_again(known, map, differing(commit), &mut draft, incoming, options, ids)?;
            let links = match view.revision.links {
                Some(links) => {
                    let changes = map.diff(&imported.map, &draft).collect::<Result<Vec<_>, _>>()?;
                    links::follow(&changes, Map::at(links), &imported.map, &mut draft)?
                }
                None => links::build(&imported.map, &mut draft)?,
            };
            let linked = Linked { content: imported.map, links, objects: &draft };
            let dead = import_links::dead(&linked, &spaces)?;
            Ok((imported, dead))
        })?;
        let (revision, changed) = (view.revision.id, imported.map != map);
        Ok(gathered.report(revision, changed, imported, dead))
    }

    /// Returns warnings about all links of a revision that lead nowhere.
    pub(crate) fn dead_links(
        &self,
        organization: OrganizationId,
        space: SpaceId,
        id: RevisionId,
    ) -> Result<Warnings, Error> {
        self.read_texts(|tx, watch| {
            let Some(revision) = revisions::get(tx, organization, space, id)? else { return Ok(Warnings::default()) };
            let spaces = FormerSpaces::of(tx, organization)?;
            let stored = Stored::new(tx, organization, &self.inner.caches.content.objects);
            Ok(of_revision(&revision, &watch.over(&stored), &|linked| import_links::dead(linked, &spaces))?)
        })
    }

    /// Stores the files of a directory.
    fn gathered(
        &self,
        mut directory: Directory,
        tree: Option<&dyn Tree>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Gathered, Error> {
        self.go_on()?;
        let now = self.now();
        let (files, asides) = match tree {
            Some(tree) => self.store_files(tree, &directory, now, progress)?,
            None => (Vec::new(), BTreeMap::new()),
        };
        let total = (count_pages(&directory) + files.len() + directory.reusable.len()) as u64;
        let warnings = std::mem::take(&mut directory.warnings);
        Ok(Gathered { incoming: incoming(directory, files, asides), total, warnings })
    }

    /// Stores the bytes of files that are not pages.
    pub(crate) fn store_files(
        &self,
        tree: &dyn Tree,
        directory: &Directory,
        now: Timestamp,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(Vec<File>, BTreeMap<String, Aside>), Error> {
        let total = (directory.files.len() + directory.asides.len()) as u64;
        let mut done = 0;
        let mut store = |entry: &quire_convert::File| {
            self.go_on()?;
            progress(Progress { stage: Stage::Storing, done, total });
            done += 1;
            self.store(tree, entry, now)
        };
        let mut files = Vec::with_capacity(directory.files.len());
        for entry in &directory.files {
            files.push(file(entry, &store(entry)?));
        }
        let mut asides = BTreeMap::new();
        for entry in &directory.asides {
            let stored = store(entry)?;
            asides.insert(entry.path.clone(), Aside { blob: stored.hash, size: stored.size });
        }
        Ok((files, asides))
    }

    fn store(&self, tree: &dyn Tree, entry: &quire_convert::File, now: Timestamp) -> Result<blobs::Stored, Error> {
        let mut source = tree.open(&entry.tree_path).map_err(unreadable)?;
        let bound = self.options().max_upload_bytes;
        self.inner.blobs.put(&mut source, bound, now).map_err(|e| match e {
            PutError::TooLarge { bound } => Error::Invalid(format!("{}: is larger than {bound} bytes", entry.path)),
            PutError::Source(source) => unreadable(quire_convert::Error::from_read(&entry.path, source)),
            PutError::Target(source) => Error::storing("storing a file", source),
        })
    }

    /// Merges the import into the space and writes the difference; repeated if the content changes meanwhile.
    fn merge_in(
        &self,
        commit: &Commit<'_>,
        line: Line,
        incoming: &Incoming,
        options: Options,
        mut landing: Option<&mut Landing<'_>>,
    ) -> Result<Landed, Error> {
        let blobs = blobs_of(incoming);
        let commit = Commit { blobs: &blobs, ..*commit };
        let mut line = line;
        for _ in 0..MOST_OVERTAKEN {
            match self.merge_into(&commit, line, incoming, options, landing.as_deref_mut()) {
                Err(Error::Precondition(_)) => line = self.may_write(&commit)?,
                landed => return landed,
            }
        }
        Err(Error::Conflict("others keep importing into this space, try again".to_owned()))
    }

    /// Merges the import with the last one's state and the content as it is.
    ///
    /// # Errors
    /// [`Error::Precondition`] if another import landed meanwhile, so that there is another state.
    fn merge_into(
        &self,
        commit: &Commit<'_>,
        line: Line,
        incoming: &Incoming,
        options: Options,
        mut landing: Option<&mut Landing<'_>>,
    ) -> Result<Landed, Error> {
        let known = self.inner.db.read_single(|tx| import_bases::known(tx, line.branch()))?;
        let mut ids = || self.fresh_id();
        let compute = |map, draft: &mut Draft<'_>| {
            let imported = import_again(known, map, differing(commit), draft, incoming, options, &mut ids)?;
            Ok((imported.map, imported))
        };
        let mut note = |change: &mut Change<'_, '_>, committed: &Committed<Imported>| {
            if import_bases::known(change.tx, line.branch())? != known {
                return Err(Error::Precondition("another import came first".to_owned()));
            }
            import_bases::put(change.tx, line.branch(), committed.revision, committed.outcome.source)?;
            landing.as_mut().map_or(Ok(()), |landing| landing(change, committed))
        };
        self.commit_with(commit, line, compute, Some(&mut note))
    }
}

/// Returns the treatment of what people and the source changed: a change request can have conflicts, main content can't.
fn differing(commit: &Commit<'_>) -> Differing {
    match commit.target {
        Target::Main => Differing::Keep,
        Target::ChangeRequest(_) => Differing::List,
    }
}

type Landed = Committed<Imported>;

/// Writes more in the transaction in which an import lands.
pub(crate) type Landing<'a> = CommitNote<'a, Imported>;

/// Content that is imported as a part of a run.
pub(crate) enum Content<'c> {
    /// A tree of files, which replaces what an earlier import brought.
    Tree(&'c dyn Tree),
    /// One Markdown file, a page of this name.
    Page {
        /// The name of the file.
        name: &'c str,
        /// The open file.
        file: std::fs::File,
    },
}

/// A directory whose files are stored.
struct Gathered {
    incoming: Incoming,
    total: u64,
    warnings: Warnings,
}

impl Gathered {
    fn report(self, revision: RevisionId, changed: bool, imported: Imported, dead: Warnings) -> Report {
        let Self { total, mut warnings, .. } = self;
        let note = |it: Note| Warning { path: it.path, line: None, code: it.code, message: it.message };
        warnings.extend(imported.notes.into_iter().map(note));
        warnings.append(dead);
        let Imported { pages, files, reusable, .. } = imported;
        Report { revision, changed, pages, files, reusable, total, warnings }
    }
}

/// Returns the content of a directory whose files are stored.
pub(crate) fn incoming(directory: Directory, files: Vec<File>, asides: BTreeMap<String, Aside>) -> Incoming {
    let Directory { outline, reusable, variables, meta, written, origins, dead, .. } = directory;
    Incoming { outline, files, reusable, variables, meta, asides, written, origins, dead }
}

/// Returns the blobs of the files of an import, with their sizes in bytes.
pub(crate) fn blobs_of(incoming: &Incoming) -> Vec<(Hash, u64)> {
    let files = incoming.files.iter().map(|file| (file.blob, file.size));
    files.chain(incoming.asides.values().map(|aside| (aside.blob, aside.size))).collect()
}

pub(crate) fn importing<'a>(caller: &'a Caller, space: SpaceId, target: Target) -> Commit<'a> {
    Commit::new(caller, space, target, Way::Import)
}

fn file(entry: &quire_convert::File, stored: &blobs::Stored) -> File {
    let name = entry.path.rsplit('/').next().unwrap_or(&entry.path);
    File {
        path: entry.path.clone(),
        name: name.to_owned(),
        content_type: quire_convert::media_type(&entry.path, &stored.head),
        size: stored.size,
        dimensions: dimensions(&stored.head),
        blob: stored.hash,
        oid: stored.oid,
    }
}

#[expect(clippy::needless_pass_by_value, reason = "what map_err wants")]
pub(crate) fn unreadable(error: quire_convert::Error) -> Error {
    let causes = std::iter::successors(Some(&error as &dyn std::error::Error), |e| e.source());
    Error::Invalid(causes.map(ToString::to_string).collect::<Vec<_>>().join(": "))
}

fn read_page(file: std::fs::File, limits: &Limits) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    // One byte over the limit is enough for the importer to refuse the page.
    let mut bounded = io::Read::take(file, limits.max_page_bytes.saturating_add(1));
    io::Read::read_to_end(&mut bounded, &mut bytes).map_err(|e| Error::internal("reading an upload", e))?;
    Ok(bytes)
}

fn count_pages(directory: &Directory) -> usize {
    let mut open: Vec<_> = directory.outline.iter().collect();
    let mut count = 0;
    while let Some(node) = open.pop() {
        count += 1;
        open.extend(&node.children);
    }
    count
}
