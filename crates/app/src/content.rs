//! Content of spaces: reading main content, that of a change request, or any revision.
//!
//! The modules below read what content consists of, change it by commits, and take it in and out of the installation.

pub(crate) mod caches;
mod carrying;
pub mod changes;
pub mod commit;
pub mod converting;
pub mod deleted_pages;
mod depth;
pub mod diffs;
mod dimensions;
pub mod documents;
pub mod downloads;
pub mod edits;
pub mod export;
pub mod files;
pub(crate) mod following;
pub mod former_ids;
pub mod heads;
pub mod import;
pub(crate) mod import_bases;
mod import_links;
pub(crate) mod large_texts;
pub mod links;
mod old_paths;
pub mod paths;
pub mod pictures;
pub(crate) mod specifications;
pub mod states;
pub mod superseding;
mod targets;
pub mod uploads;
pub mod warnings;

use std::sync::Arc;

use quire_content::hash::Hash;
use quire_content::id::{FileId, PageId, ReusableId};
use quire_content::incoming::Variable;
use quire_content::map::Map;
use quire_content::objects::{ObjectError, Objects};
use quire_content::outline::Outline;
use quire_content::record::{EntryKey, FileRecord, PageRecord, RecordError, ReusableRecord, VariableRecord};
use quire_content::utf8;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{OrganizationId, RevisionId, SpaceId};
use quire_model::policy::Standing;
use quire_model::roles::Role;
use quire_store::change_requests;
use quire_store::objects::Stored;
use quire_store::revisions::{self, Revision};
use quire_store::spaces::Space;

use crate::App;
use crate::access::{self, Proof, ViewSpace};
use crate::callers::rights;
use crate::callers::{Caller, Who};
use crate::content::heads::{Head, head_with};
use crate::core::caches::Stamped;
use crate::core::errors::Error;

/// The version of a space's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// The head of the main content.
    Main,
    /// The head of a change request.
    ChangeRequest(ChangeRequestName),
    /// A revision by its identifier.
    Revision(RevisionId),
}

/// A version of a space's content, with proof that a caller may read it.
pub struct View {
    /// The space with the proof.
    pub space: Proof<Space, ViewSpace>,
    /// The revision to read.
    pub revision: Arc<Revision>,
    /// True if the reader may read the private specifications of the organization themselves.
    pub(crate) reads_specifications: bool,
}

impl View {
    /// Returns true if the content shows private specifications to its reader. What was merged shows them to whoever may
    /// read it, all else only to those who may read them anyway: so nobody reads them by naming them.
    pub(crate) fn shows_private_specifications(&self) -> bool {
        shows_private_specifications(self.reads_specifications, &self.revision)
    }
}

/// See [`View::shows_private_specifications`].
pub(crate) fn shows_private_specifications(reads_specifications: bool, revision: &Revision) -> bool {
    reads_specifications || revision.change_request.is_none()
}

/// All entries of one kind, in order of identifier or name.
pub type All<I, R> = Vec<(I, R)>;

impl App {
    /// Returns the view of content if it is cached.
    pub fn recall_view(&self, caller: &Caller, space: SpaceId, version: Version) -> Option<Result<View, Error>> {
        let (head, role) = self.recall_head(caller, space)?;
        let organization = head.fact.space.organization;
        let revision = match version {
            Version::Main => head.fact.revision.clone(),
            Version::ChangeRequest(name) => self.recall_branch(organization, space, name)?,
            Version::Revision(id) if id == head.fact.revision.id => head.fact.revision.clone(),
            Version::Revision(id) => self.recall_revision(organization, space, id)?,
        };
        Some(view_of(&head.fact, caller, role).map(|view| View { revision, ..view }))
    }

    /// Returns a space with its head, and the caller's role on it, if both are cached.
    fn recall_head(&self, caller: &Caller, space: SpaceId) -> Option<(Arc<Stamped<Head>>, Standing)> {
        let head = self.inner.caches.content.heads.get(&space)?;
        let organization = head.fact.space.organization;
        if !self.inner.epochs.fresh(organization.0, head.stamp) {
            return None;
        }
        let role = self.recall_role(caller, organization, space)?;
        Some((head, role))
    }

    /// Returns a revision if it is cached.
    fn recall_revision(&self, organization: OrganizationId, space: SpaceId, id: RevisionId) -> Option<Arc<Revision>> {
        let known = self.inner.caches.content.revisions.get(&(space, id))?;
        self.inner.epochs.fresh(organization.0, known.stamp).then(|| known.fact.clone())
    }

    /// Returns a revision that was there earlier. Revisions never change, so that it is the same if it is still there.
    fn known_revision(&self, space: SpaceId, id: RevisionId) -> Option<Arc<Revision>> {
        let caches = &self.inner.caches.content;
        let known = caches.revisions.get(&(space, id)).map(|known| known.fact.clone());
        known.or_else(|| Some(caches.heads.get(&space)?.fact.revision.clone()).filter(|last| last.id == id))
    }

    /// Keeps a revision that is stored, after the epoch of its organization was touched for it.
    pub(crate) fn remember_revision(&self, revision: Arc<Revision>) {
        let stamp = self.inner.epochs.stamp();
        self.keep_revision(stamp, revision);
    }

    fn keep_revision(&self, stamp: u64, revision: Arc<Revision>) {
        let key = (revision.space, revision.id);
        self.inner.caches.content.revisions.insert(key, Arc::new(Stamped { stamp, fact: revision }));
    }

    /// Returns a revision of a space, from the cache if possible; `None` if there is none.
    pub(crate) fn revision(
        &self,
        organization: OrganizationId,
        space: SpaceId,
        id: RevisionId,
    ) -> Result<Option<Arc<Revision>>, Error> {
        if let Some(known) = self.recall_revision(organization, space, id) {
            return Ok(Some(known));
        }
        let stamp = self.inner.epochs.stamp();
        let found = self.inner.db.read_single(|tx| Ok::<_, Error>(revisions::get(tx, organization, space, id)?))?;
        let found = found.map(Arc::new);
        if let Some(revision) = &found {
            self.keep_revision(stamp, revision.clone());
        }
        Ok(found)
    }

    /// Returns the head of a change request if it is cached.
    fn recall_branch(
        &self,
        organization: OrganizationId,
        space: SpaceId,
        name: ChangeRequestName,
    ) -> Option<Arc<Revision>> {
        let known = self.inner.caches.content.branches.get(&(space, name))?;
        self.inner.epochs.fresh(organization.0, known.stamp).then(|| known.fact.clone())
    }

    /// Returns a caller's role on a space if it is cached.
    fn recall_role(&self, caller: &Caller, organization: OrganizationId, space: SpaceId) -> Option<Standing> {
        let user = match caller.who() {
            Who::Operator => return Some(Standing::Role(Role::Admin)),
            Who::User(_) if caller.role_in(organization) == Standing::Stranger => return Some(Standing::Stranger),
            Who::User(user) => user,
        };
        let known = self.inner.caches.callers.roles.get(&(user, space.0))?;
        self.inner.epochs.fresh(rights::scope(organization), known.stamp).then_some(known.fact)
    }

    /// Returns the view of content, from the cache if possible.
    pub fn view(&self, caller: &Caller, space: SpaceId, version: Version) -> Result<View, Error> {
        if let Some((head, role)) = self.recall_head(caller, space) {
            return self.at_version(view_of(&head.fact, caller, role)?, version);
        }
        let stamp = self.inner.epochs.stamp();
        let (fact, role, is_recalled) = self.inner.db.read(|tx| {
            let head = head_with(tx, space, &|id| self.known_revision(space, id))?;
            let organization = head.space.organization;
            let recalled = self.recall_role(caller, organization, space);
            let role = recalled.map_or_else(|| access::role(tx, caller, organization, space.0), Ok)?;
            Ok::<_, Error>((head, role, recalled.is_some()))
        })?;
        let head = Arc::new(Stamped { stamp, fact });
        self.inner.caches.content.heads.insert(space, head.clone());
        if let Who::User(user) = caller.who()
            && !is_recalled
        {
            self.inner.caches.callers.roles.insert((user, space.0), Arc::new(Stamped { stamp, fact: role }));
        }
        self.at_version(view_of(&head.fact, caller, role)?, version)
    }

    /// Returns the view of the same space in another version.
    fn at_version(&self, main: View, version: Version) -> Result<View, Error> {
        match version {
            Version::Main => Ok(main),
            Version::ChangeRequest(name) => self.at_change_request(main, name),
            Version::Revision(id) => self.at_revision(main, id),
        }
    }

    /// Returns the view of the same space at a change request's head.
    fn at_change_request(&self, main: View, name: ChangeRequestName) -> Result<View, Error> {
        let (organization, space) = (main.space.organization, main.space.id);
        if let Some(revision) = self.recall_branch(organization, space, name) {
            return Ok(View { revision, ..main });
        }
        let stamp = self.inner.epochs.stamp();
        let revision = self.inner.db.read(|tx| {
            let found = change_requests::get(tx, organization, space, name)?;
            let found = found.ok_or(Error::NotFound("change request"))?;
            let revision = revisions::get(tx, organization, space, found.revision)?;
            revision.ok_or_else(|| Error::internal("loading a change request", "its revision is missing"))
        })?;
        let revision = Arc::new(revision);
        let known = Arc::new(Stamped { stamp, fact: revision.clone() });
        self.inner.caches.content.branches.insert((space, name), known);
        Ok(View { revision, ..main })
    }

    /// Returns the view of the same space at another revision.
    fn at_revision(&self, main: View, id: RevisionId) -> Result<View, Error> {
        if main.revision.id == id {
            return Ok(main);
        }
        let found = self.revision(main.space.organization, main.space.id, id)?;
        Ok(View { revision: found.ok_or(Error::NotFound("revision"))?, ..main })
    }

    /// Returns the page tree if it is cached.
    pub fn recall_outline(&self, view: &View) -> Option<Arc<Outline>> {
        self.inner.caches.content.outlines.get(&view.revision.root)
    }

    /// Returns the page tree, from the cache if possible.
    pub fn outline(&self, view: &View) -> Result<Arc<Outline>, Error> {
        if let Some(outline) = self.recall_outline(view) {
            return Ok(outline);
        }
        self.objects(view, |map, objects| Ok(self.outline_of(&map, objects)?))
    }

    /// Returns the page tree of content, from the cache if possible.
    pub(crate) fn outline_of(&self, map: &Map, objects: &dyn Objects) -> Result<Arc<Outline>, ObjectError> {
        // Concurrent requests for the same tree wait for one computation.
        self.inner
            .caches
            .content
            .outlines
            .get_or_insert_with(&map.root(), || Ok(Arc::new(Outline::load(map, objects)?)))
    }

    /// Returns the record of a page as it is stored, without the page tree; `None` if it is not there.
    pub(crate) fn stored_page(&self, view: &View, id: PageId) -> Result<Option<PageRecord>, Error> {
        self.stored(view, &EntryKey::Page(id), PageRecord::decode)
    }

    /// Returns the record of an entry; `None` if it is not there.
    fn stored<T>(
        &self,
        view: &View,
        key: &EntryKey,
        decode: impl Fn(&[u8]) -> Result<T, RecordError>,
    ) -> Result<Option<T>, Error> {
        let found = self.objects(view, |map, objects| Ok(map.get(objects, &key.to_bytes())?))?;
        found.map(|bytes| decode(&bytes).map_err(damaged)).transpose()
    }

    /// Returns the text of an object from a byte offset on. Bytes that are not UTF-8 become U+FFFD.
    pub(crate) fn text(&self, view: &View, source: Hash, from: u32) -> Result<String, Error> {
        let source = self.objects(view, |_, objects| Ok(objects.get(&source)?))?;
        let body = source.get(from as usize..).unwrap_or_default();
        Ok(utf8::lossy(body).into_owned())
    }

    /// Returns all files of the content.
    pub fn files(&self, view: &View) -> Result<All<FileId, FileRecord>, Error> {
        self.scan(view, EntryKey::FILES, |key, value| match key {
            EntryKey::File(id) => Some(FileRecord::decode(value).map(|record| (id, record))),
            _ => None,
        })
    }

    /// Returns one file of the content.
    pub fn file(&self, view: &View, id: FileId) -> Result<FileRecord, Error> {
        self.stored(view, &EntryKey::File(id), FileRecord::decode)?.ok_or(Error::NotFound("file"))
    }

    /// Returns all reusable contents.
    pub fn reusables(&self, view: &View) -> Result<All<ReusableId, ReusableRecord>, Error> {
        self.scan(view, EntryKey::REUSABLES, |key, value| match key {
            EntryKey::Reusable(id) => Some(ReusableRecord::decode(value).map(|record| (id, record))),
            _ => None,
        })
    }

    /// Returns all variables, ordered by name.
    pub fn variables(&self, view: &View) -> Result<All<String, Variable>, Error> {
        self.scan(view, EntryKey::VARIABLES, |key, value| match key {
            EntryKey::Variable(name) => Some(VariableRecord::decode(value).map(|record| (name, record.0))),
            _ => None,
        })
    }

    fn scan<T, E>(
        &self,
        view: &View,
        prefix: &[u8],
        mut pick: impl FnMut(EntryKey, &[u8]) -> Option<Result<T, E>>,
    ) -> Result<Vec<T>, Error>
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        self.objects(view, |map, objects| {
            let mut all = Vec::new();
            for entry in map.scan(objects, prefix) {
                let (key, value) = entry?;
                let picked = EntryKey::parse(&key).and_then(|key| pick(key, &value));
                if let Some(item) = picked {
                    all.push(item.map_err(damaged)?);
                }
            }
            Ok(all)
        })
    }

    /// Calls `work` with the content map and the objects of a view.
    pub(crate) fn objects<T>(
        &self,
        view: &View,
        mut work: impl FnMut(Map, &dyn Objects) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.inner.db.read(|tx| {
            let objects = Stored::new(tx, view.space.organization, &self.inner.caches.content.objects);
            work(Map::at(view.revision.root), &objects)
        })
    }
}

/// Returns the page with this identifier in a tree.
pub fn page(outline: &Outline, id: PageId) -> Result<&PageRecord, Error> {
    outline.page(id).ok_or(Error::NotFound("page"))
}

fn view_of(head: &Head, caller: &Caller, role: Standing) -> Result<View, Error> {
    let space = access::with_role(head.space.clone(), caller, role)?;
    let reads_specifications = access::may_view_specifications(caller, head.space.organization);
    Ok(View { space, revision: head.revision.clone(), reads_specifications })
}

fn damaged(error: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::internal("a record can't be understood", error)
}

impl App {
    /// Returns one reusable content.
    pub fn reusable(&self, view: &View, id: ReusableId) -> Result<ReusableRecord, Error> {
        self.stored(view, &EntryKey::Reusable(id), ReusableRecord::decode)?.ok_or(Error::NotFound("reusable content"))
    }
}
