//! Imports: a directory or an archive becomes content of a space, as one revision or not at all.
//!
//! Reading, parsing and comparing happen before the write transaction, which only inserts objects and moves the
//! branch. Whoever loses the branch to somebody else's change compares again with what is there now.

use std::collections::BTreeMap;
use std::io;

pub use quire_content::import::Counts;
use quire_content::import::{Absent, Imported, Options, import};
use quire_content::incoming::{Aside, File, Incoming};
use quire_content::map::Map;
use quire_content::objects::Draft;
pub use quire_convert::Limits;
use quire_convert::{Archive, Directory, Tree};
use quire_model::events::EventKind;
use quire_model::ids::{RevisionId, SpaceId};
use quire_model::revisions::RevisionType;
use quire_model::time::Timestamp;
use quire_store::blobs::{self, PutError};
use quire_store::branches;
use quire_store::objects::{self, Stored};
use quire_store::revisions::{self, Parents, Revision};
use quire_store::spaces;
use serde_json::json;

use crate::App;
use crate::access::{self, MergeSpace};
use crate::callers::Caller;
use crate::content::Version;
use crate::errors::Error;
use crate::spaces::main_of;
use crate::uploads::Ticket;

/// What came of an import.
#[derive(Debug, Clone)]
pub struct Report {
    /// The revision that the content is at now.
    pub revision: RevisionId,
    /// Whether anything changed: where nothing did, there is no new revision.
    pub changed: bool,
    /// What happened to pages.
    pub pages: Counts,
    /// What happened to files.
    pub files: Counts,
    /// What happened to reusable contents.
    pub reusable: Counts,
    /// How many pages, files and reusable contents there were to import.
    pub total: u64,
    /// Everything that was not understood.
    pub warnings: Vec<Warning>,
}

/// Something that was not understood; it was kept as it was, or left out as the message says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The file.
    pub path: String,
    /// The line in it, from 1, where there is one.
    pub line: Option<u32>,
    /// What and what came of it.
    pub message: String,
}

/// How far an import has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// How many are done.
    pub done: u64,
    /// Of how many.
    pub total: u64,
}

/// The stages of an import, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Pages are read.
    Reading,
    /// Files are stored.
    Storing,
    /// Everything is compared with the space and written.
    Writing,
}

/// The formats in which an upload can be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadFormat {
    /// A ZIP archive of the directory format: the space becomes what it holds.
    Zip,
    /// One Markdown file: a page is added, or replaced where it was imported before.
    Markdown,
}

/// How often an import compares again when others change the same content meanwhile.
const ATTEMPTS: usize = 10;

impl App {
    /// Imports a tree: what came from an import and is not in it any more is deleted, what was written here is kept.
    pub fn import_tree(
        &self,
        caller: &Caller,
        space: SpaceId,
        tree: &dyn Tree,
        limits: &Limits,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Report, Error> {
        self.may_import(caller, space)?;
        let directory = quire_convert::read(tree, limits, &mut |read| {
            progress(Progress { stage: Stage::Reading, done: read.done as u64, total: read.total as u64 });
        })
        .map_err(unreadable)?;
        self.take_in(caller, space, directory, Some(tree), Absent::Delete, progress)
    }

    /// Imports what was uploaded.
    pub fn import_upload(
        &self,
        caller: &Caller,
        space: SpaceId,
        ticket: &Ticket,
        format: UploadFormat,
        limits: &Limits,
    ) -> Result<Report, Error> {
        let organization = self.may_import(caller, space)?;
        let upload = self.open_upload(ticket, organization)?;
        match format {
            UploadFormat::Zip => {
                let archive = Archive::open(upload.file, limits).map_err(unreadable)?;
                self.import_tree(caller, space, &archive, limits, &mut |_| {})
            }
            UploadFormat::Markdown => {
                let page = read_page(upload.file, limits)?;
                let directory = quire_convert::page(&upload.name, page, limits).map_err(unreadable)?;
                self.take_in(caller, space, directory, None, Absent::Keep, &mut |_| {})
            }
        }
    }

    fn may_import(&self, caller: &Caller, space: SpaceId) -> Result<quire_model::ids::OrganizationId, Error> {
        self.inner.db.glance(|tx| Ok(access::space::<MergeSpace>(tx, caller, space)?.organization))
    }

    fn take_in(
        &self,
        caller: &Caller,
        space: SpaceId,
        directory: Directory,
        tree: Option<&dyn Tree>,
        absent: Absent,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Report, Error> {
        let now = self.now();
        let (files, asides) = match tree {
            Some(tree) => self.store_files(tree, &directory, now, progress)?,
            None => (Vec::new(), BTreeMap::new()),
        };
        let total = (count_pages(&directory) + files.len() + directory.reusable.len()) as u64;
        let warnings = directory.warnings.into_iter().map(warning).collect();
        let incoming = Incoming {
            outline: directory.outline,
            files,
            reusable: directory.reusable,
            variables: directory.variables,
            meta: directory.meta,
            asides,
        };
        progress(Progress { stage: Stage::Writing, done: 0, total: 1 });
        let report = self.merge_in(caller, space, &incoming, Options { absent, now: now.0 }, total, warnings)?;
        progress(Progress { stage: Stage::Writing, done: 1, total: 1 });
        Ok(report)
    }

    /// Stores the bytes of files that are not pages.
    fn store_files(
        &self,
        tree: &dyn Tree,
        directory: &Directory,
        now: Timestamp,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(Vec<File>, BTreeMap<String, Aside>), Error> {
        let total = (directory.files.len() + directory.asides.len()) as u64;
        let mut done = 0;
        let mut store = |entry: &quire_convert::File| {
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
            PutError::Target(source) => Error::internal("storing a file", source),
        })
    }

    /// Compares with the space and writes what differs, again if the space moved meanwhile.
    fn merge_in(
        &self,
        caller: &Caller,
        space: SpaceId,
        incoming: &Incoming,
        options: Options,
        total: u64,
        warnings: Vec<Warning>,
    ) -> Result<Report, Error> {
        for _ in 0..ATTEMPTS {
            let base = self.view(caller, space, Version::Main)?.revision;
            let (imported, new) = self.compare(&base, incoming, options)?;
            let changed = imported.map.root() != base.root;
            let revision = if changed {
                let next = self.successor(&base, imported.map, caller);
                let landed = self.land(caller, &base, &next, &new, incoming)?;
                if !landed {
                    // Whoever won may not have told the caches yet.
                    self.inner.epochs.touch(base.organization.0);
                    continue;
                }
                next.id
            } else {
                base.id
            };
            return Ok(report(imported, revision, changed, total, warnings));
        }
        Err(Error::Conflict("others keep changing this space, try again".to_owned()))
    }

    fn compare(&self, base: &Revision, incoming: &Incoming, options: Options) -> Result<(Imported, NewObjects), Error> {
        let mut ids = || self.fresh_id();
        self.inner.db.read(|tx| {
            let stored = Stored::new(tx, base.organization, &self.inner.caches.objects);
            let mut draft = Draft::new(&stored);
            let imported = import(Map::at(base.root), &mut draft, incoming, options, &mut ids)?;
            Ok((imported, draft.into_new()))
        })
    }

    fn successor(&self, base: &Revision, map: Map, caller: &Caller) -> Revision {
        Revision {
            organization: base.organization,
            space: base.space,
            id: RevisionId(self.fresh_id()),
            kind: RevisionType::Edits,
            root: map.root(),
            parents: Parents(vec![base.id]),
            author: caller.user(),
            created_at: self.now(),
        }
    }

    /// Writes a revision and points main content to it; `false`, and nothing written, where it moved meanwhile.
    fn land(
        &self,
        caller: &Caller,
        base: &Revision,
        next: &Revision,
        new: &NewObjects,
        incoming: &Incoming,
    ) -> Result<bool, Error> {
        let organization = base.organization;
        self.write(caller, |change| {
            let space = access::space::<MergeSpace>(change.tx, caller, base.space)?;
            if !branches::advance(change.tx, main_of(&space), base.id, next.id)? {
                return Ok(false);
            }
            objects::insert_all(change.tx, organization, new.iter())?;
            for file in &incoming.files {
                blobs::insert(change.tx, organization, file.blob, file.size)?;
            }
            for aside in incoming.asides.values() {
                blobs::insert(change.tx, organization, aside.blob, aside.size)?;
            }
            revisions::insert(change.tx, next)?;
            spaces::touch(change.tx, organization, space.id, next.created_at)?;
            let detail = json!({ "branch": base.space.to_string(), "from": base.id.to_string() });
            change.record(organization.0, EventKind::ContentUpdated, next.id.0, &detail)?;
            Ok(true)
        })
    }
}

type NewObjects = std::collections::BTreeMap<quire_content::hash::Hash, std::sync::Arc<[u8]>>;

fn report(imported: Imported, revision: RevisionId, changed: bool, total: u64, mut warnings: Vec<Warning>) -> Report {
    let notes = imported.notes.into_iter();
    warnings.extend(notes.map(|note| Warning { path: note.path, line: None, message: note.message }));
    let Imported { pages, files, reusable, .. } = imported;
    Report { revision, changed, pages, files, reusable, total, warnings }
}

fn warning(found: quire_convert::Warning) -> Warning {
    Warning { path: found.path, line: found.line, message: found.message }
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
fn unreadable(error: quire_convert::Error) -> Error {
    let causes = std::iter::successors(Some(&error as &dyn std::error::Error), |e| e.source());
    Error::Invalid(causes.map(ToString::to_string).collect::<Vec<_>>().join(": "))
}

/// Width and height of an image that begins so.
fn dimensions(head: &[u8]) -> Option<(u32, u32)> {
    let size = imagesize::blob_size(head).ok()?;
    Some((size.width.try_into().ok()?, size.height.try_into().ok()?))
}

fn read_page(file: std::fs::File, limits: &Limits) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    // One byte over the bound is enough for the importer to refuse it.
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
