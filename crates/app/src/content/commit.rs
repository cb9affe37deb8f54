//! Changes of content: computed on a snapshot, then committed by compare-and-swap, and computed again on a lost race.
//!
//! The right to change a line of content is proved twice: before anything is read, by [`App::may_write`], and in the
//! write transaction. Between the two everything goes by the [`Line`] of the first proof: reading, parsing and merging.
//! The transaction moves the branch and inserts new rows, so it never waits for computation. The new content itself is
//! computed by callers.

use std::collections::BTreeMap;
use std::sync::Arc;

use quire_content::hash::Hash;
use quire_content::map::Map;
use quire_content::merge;
use quire_content::objects::Draft;
use quire_model::change_requests::{ChangeRequestName, Status};
use quire_model::events::EventKind;
use quire_model::ids::{BranchId, ChangeRequestId, OrganizationId, RevisionId, SpaceId, UserId};
use quire_model::revisions::RevisionType;
use quire_model::spaces::EditMode;
use quire_store::branches::{self, Branch};
use quire_store::change_requests::{self, ChangeRequest};
use quire_store::objects::{self, Stored};
use quire_store::revisions::{self, Parents, Revision};
use quire_store::{Read, blobs, contributors, spaces};
use serde_json::json;

use crate::App;
use crate::access::{self, EditSpace, MergeSpace};
use crate::callers::writing::Change;
use crate::callers::{Caller, rights};
use crate::content::Version;
use crate::content::following::Following;
use crate::content::specifications;
use crate::content::superseding::{self, Recording};
use crate::core::errors::Error;
use crate::core::retry_locks::RetryLock;

/// The line of a space's content that a change is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The main content of the space.
    Main,
    /// The content of a change request.
    ChangeRequest(ChangeRequestName),
}

impl From<Target> for Version {
    fn from(target: Target) -> Self {
        match target {
            Target::Main => Self::Main,
            Target::ChangeRequest(name) => Self::ChangeRequest(name),
        }
    }
}

/// The kind of change, which decides about permission on the main content of a locked space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Individual edits: refused there.
    Edit,
    /// Replacement as a whole from outside, which equals a change request merged at once: needs the right to merge.
    Import,
}

/// A request to change content.
#[derive(Clone, Copy)]
pub(crate) struct Commit<'a> {
    /// The caller who asks for the change.
    pub(crate) caller: &'a Caller,
    /// The space that has the content.
    pub(crate) space: SpaceId,
    /// The line of the space's content.
    pub(crate) target: Target,
    /// The kind of change.
    pub(crate) way: Way,
    /// The revision that the content must be at; any if `None`.
    pub(crate) expected: Option<RevisionId>,
    /// The history that the change leaves.
    pub(crate) recording: Recording,
    /// The origin that the revision says.
    pub(crate) kind: RevisionType,
    /// Revisions whose content the change takes from. They must be there until it is committed, so that what only they
    /// refer to is not collected meanwhile.
    pub(crate) sources: &'a [RevisionId],
    /// Files of the new content, with their sizes in bytes: stored, but possibly not yet recorded for the organization.
    pub(crate) blobs: &'a [(Hash, u64)],
}

impl<'a> Commit<'a> {
    /// Returns a request for a change that is a revision of its own and that depends on nothing.
    pub(crate) fn new(caller: &'a Caller, space: SpaceId, target: Target, way: Way) -> Self {
        let recording = Recording::Separate;
        let kind = RevisionType::Edits;
        Self { caller, space, target, way, expected: None, recording, kind, sources: &[], blobs: &[] }
    }
}

/// The outcome of a change of content.
#[derive(Debug, Clone)]
pub(crate) struct Committed<T> {
    /// The revision that the content is at now.
    pub(crate) revision: RevisionId,
    /// True if the content changed and so has a new revision.
    pub(crate) changed: bool,
    /// The revision whose place in the history the new one took.
    pub(crate) superseded: Option<RevisionId>,
    /// The additional result of the computation.
    pub(crate) outcome: T,
}

/// A line of content that the caller was allowed to change when the proof was made, which only this module does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    /// The organization that owns the space.
    pub(crate) organization: OrganizationId,
    /// The change request that owns the line; `None` for main content.
    pub(crate) change_request: Option<ChangeRequestId>,
    space: SpaceId,
}

impl Line {
    /// Returns the branch of the line.
    pub(crate) fn branch(self) -> Branch {
        let id = self.change_request.map_or(self.space.into(), BranchId::from);
        Branch { organization: self.organization, space: self.space, id }
    }
}

/// The permission of a caller to change a line of content, with the moment at which it was proved.
#[derive(Debug, Clone, Copy)]
pub struct Permitted {
    line: Line,
    user: Option<UserId>,
    target: Target,
    way: Way,
    stamp: u64,
}

impl Permitted {
    /// Returns the organization that owns the content.
    pub fn organization(&self) -> OrganizationId {
        self.line.organization
    }
}

/// Writes more in the transaction that commits a change, or in one of its own if the content stays the same.
pub(crate) type Note<'a, T> = dyn FnMut(&mut Change<'_, '_>, &Committed<T>) -> Result<(), Error> + 'a;

/// Objects that were created and may not be stored yet, by hash.
pub(crate) type NewObjects = BTreeMap<Hash, Arc<[u8]>>;

/// A new revision to be written and made the head of its branch.
pub(crate) struct CommitInput<'a> {
    /// The revision that the branch must still be at.
    pub(crate) from: RevisionId,
    /// The revision, which also determines the branch.
    pub(crate) next: &'a Revision,
    /// The revision whose place in the history it takes.
    pub(crate) supersedes: Option<RevisionId>,
    /// Objects of the revision that may not be stored yet.
    pub(crate) new: &'a NewObjects,
    /// Files that may not be recorded for the organization yet, with their sizes in bytes.
    pub(crate) blobs: &'a [(Hash, u64)],
    /// Data derived from the new content.
    pub(crate) following: &'a Following,
}

/// New content that is computed and not written yet.
struct Drafted<T> {
    /// The revision that it was computed from.
    base: Revision,
    map: Map,
    outcome: T,
    new: NewObjects,
    following: Following,
    /// True if a conflict arose or ended, which is looked at for coalesced changes only.
    has_other_conflicts: bool,
}

/// The number of attempts to commit while others change the same content.
const ATTEMPTS: usize = 10;

/// The number of lost attempts after which changes that begin later wait for this one.
const PATIENCE: usize = 3;

impl App {
    /// Changes content. `compute` makes the new map from the current one; it may be called more than once.
    pub(crate) fn commit<T>(
        &self,
        commit: &Commit<'_>,
        line: Line,
        compute: impl FnMut(Map, &mut Draft<'_>) -> Result<(Map, T), Error>,
    ) -> Result<Committed<T>, Error> {
        self.commit_with(commit, line, compute, None)
    }

    /// Changes content, and lets `note` write in the same transaction.
    pub(crate) fn commit_with<T>(
        &self,
        commit: &Commit<'_>,
        mut line: Line,
        mut compute: impl FnMut(Map, &mut Draft<'_>) -> Result<(Map, T), Error>,
        mut note: Option<&mut Note<'_, T>>,
    ) -> Result<Committed<T>, Error> {
        let Commit { caller, space, .. } = *commit;
        self.attempts(space, line.branch().id, || {
            let Some(drafted) = self.draft(commit, line, &mut compute)? else {
                // The space was transferred to another organization meanwhile.
                line = self.may_write(commit)?;
                return Ok(None);
            };
            let Drafted { base, map, outcome, new, following, has_other_conflicts } = drafted;
            let owner = line.change_request;
            if map.root() == base.root {
                let same = Committed { revision: base.id, changed: false, superseded: None, outcome };
                if let Some(note) = &mut note {
                    self.write(caller, |change| {
                        writable(change.tx, commit)?;
                        if commit.kind == RevisionType::Computed || commit.way == Way::Import {
                            // What was computed or imported may be kept by others than a revision.
                            objects::insert_all(change.tx, base.organization, new.iter())?;
                        }
                        note(change, &same)
                    })?;
                }
                return Ok(Some(same));
            }
            let separate = self.successor(&base, owner, (map.root(), following.links), commit.kind, caller);
            let is_coalesced = commit.recording == Recording::Coalesced;
            let separate = Revision { run_began_at: is_coalesced.then_some(separate.created_at), ..separate };
            let mut committed = Committed { revision: separate.id, changed: true, superseded: None, outcome };
            let (landed, in_history);
            (line, landed, in_history) = self.write(caller, |change| {
                let line = writable(change.tx, commit)?;
                insist_on_sources(change.tx, line, commit)?;
                let in_place = match has_other_conflicts {
                    true => None,
                    false => superseding::in_place_of(change.tx, line.branch(), &base, &separate)?,
                };
                committed.superseded = in_place.as_ref().map(|_| base.id);
                let next = in_place.unwrap_or_else(|| separate.clone());
                let landed = change.land(&CommitInput {
                    from: base.id,
                    next: &next,
                    supersedes: committed.superseded,
                    new: &new,
                    blobs: commit.blobs,
                    following: &following,
                })?;
                if landed && let Some(note) = &mut note {
                    note(change, &committed)?;
                }
                Ok((line, landed, next))
            })?;
            if landed {
                self.remember_objects(new);
                self.remember_revision(Arc::new(in_history));
            }
            Ok(self.unless_lost(landed, base.organization, committed))
        })
    }

    /// Keeps objects that were stored just now in memory, as the response and the next change read them.
    fn remember_objects(&self, new: NewObjects) {
        for (hash, bytes) in new {
            self.inner.caches.content.objects.insert(hash, bytes);
        }
    }

    /// Returns the line of content if the caller may change it at present; [`Self::commit`] proves that again when it
    /// writes.
    pub(crate) fn may_write(&self, commit: &Commit<'_>) -> Result<Line, Error> {
        self.inner.db.read_single(|tx| writable(tx, commit))
    }

    /// Proves that the caller may change a line of content at present, as [`Self::may_write`] does, for another step of
    /// the same request.
    pub(crate) fn permit(&self, commit: &Commit<'_>) -> Result<Permitted, Error> {
        let stamp = self.inner.epochs.stamp();
        let line = self.may_write(commit)?;
        Ok(Permitted { line, user: commit.caller.user(), target: commit.target, way: commit.way, stamp })
    }

    /// Returns the line that a caller may change, if that was proved for the same change and nothing that the proof
    /// depends on has changed since.
    pub(crate) fn recall_permit(&self, commit: &Commit<'_>, permitted: &Permitted) -> Option<Line> {
        let Permitted { line, user, target, way, stamp } = *permitted;
        let is_same =
            (line.space, target, way, user) == (commit.space, commit.target, commit.way, commit.caller.user());
        let fresh = |scope| self.inner.epochs.fresh(scope, stamp);
        (is_same && fresh(line.organization.0) && fresh(rights::scope(line.organization))).then_some(line)
    }

    /// Repeats an attempt to change a line of a space until it returns a value. Each `None` means that another change was
    /// committed first; after [`ATTEMPTS`] of them the result is [`Error::Conflict`].
    pub(crate) fn attempts<T>(
        &self,
        space: SpaceId,
        line: BranchId,
        mut attempt: impl FnMut() -> Result<Option<T>, Error>,
    ) -> Result<T, Error> {
        let mut lock = self.inner.retry_locks.enter_if_asked(space, line);
        let mut lost = 0;
        while lost < ATTEMPTS {
            self.go_on()?;
            let tried = if lock.is_some() { self.without_turns(&mut attempt) } else { attempt() };
            match tried {
                Ok(Some(done)) => return Ok(done),
                Ok(None) => lost += 1,
                Err(error) => {
                    // Whoever has the turn may wait for the lock.
                    drop(lock.take());
                    if !self.take_missed_turn()? {
                        return Err(error);
                    }
                }
            }
            let held = lock.get_or_insert_with(|| self.inner.retry_locks.enter(space, line));
            if lost >= PATIENCE {
                held.ask_for_all();
            }
        }
        Err(Error::Conflict("others keep changing this space, try again".to_owned()))
    }

    /// Has all changes of a space wait until the result is dropped; `None` if a change has them wait. For tests of which
    /// requests wait for each other.
    #[doc(hidden)]
    pub fn hold_changes(&self, space: SpaceId) -> Option<RetryLock<'_>> {
        let lock = self.inner.retry_locks.enter_if_free(space);
        lock.as_ref().inspect(|held| held.ask_for_all());
        lock
    }

    /// Returns the number of changes of a space that wait for others. For tests of which requests wait for each other.
    #[doc(hidden)]
    pub fn waiting_changes(&self, space: SpaceId) -> usize {
        self.inner.retry_locks.waiting(space)
    }

    /// Returns the outcome of an attempt if it was committed.
    pub(crate) fn unless_lost<T>(&self, landed: bool, organization: OrganizationId, outcome: T) -> Option<T> {
        if !landed {
            // The winner may not have invalidated the caches yet.
            self.inner.epochs.touch(organization.0);
        }
        landed.then_some(outcome)
    }

    /// Applies `compute` to the content that a line is at, and returns the new content with its new objects; `None` if
    /// the organization of the line does not have it any more.
    fn draft<T>(
        &self,
        commit: &Commit<'_>,
        line: Line,
        compute: &mut impl FnMut(Map, &mut Draft<'_>) -> Result<(Map, T), Error>,
    ) -> Result<Option<Drafted<T>>, Error> {
        self.read_texts(|tx, watch| {
            let Some(base) = current(tx, line)? else { return Ok(None) };
            if commit.expected.is_some_and(|expected| expected != base.id) {
                let message = format!("the content is at revision {} now, not the one expected", base.id);
                return Err(Error::Precondition(message));
            }
            let stored = Stored::new(tx, base.organization, &self.inner.caches.content.objects);
            let watched = watch.over(&stored);
            let mut draft = Draft::new(&watched);
            let (map, outcome) = compute(Map::at(base.root), &mut draft)?;
            self.go_on()?;
            let following = self.follow(&base, line.change_request, &map, None, &mut draft)?;
            let has_other_conflicts = commit.recording == Recording::Coalesced
                && !merge::has_same_conflicts([&Map::at(base.root), &map], &draft)?;
            let shown = match line.change_request {
                None => specifications::newly_shown(commit.caller, &base, &map, &draft)?,
                Some(_) => Default::default(),
            };
            let new = draft.into_new();
            specifications::admit(tx, base.organization, &shown)?;
            Ok(Some(Drafted { base, map, outcome, new, following, has_other_conflicts }))
        })
    }

    /// Creates a revision that follows another, on the line of a change request or of the main content, with the roots
    /// of its content and of its links.
    pub(crate) fn successor(
        &self,
        base: &Revision,
        line: Option<ChangeRequestId>,
        (root, links): (Hash, Option<Hash>),
        kind: RevisionType,
        caller: &Caller,
    ) -> Revision {
        Revision {
            organization: base.organization,
            space: base.space,
            id: RevisionId(self.fresh_id()),
            kind,
            root,
            links,
            parents: Parents(vec![base.id]),
            author: caller.user(),
            created_at: self.now(),
            change_request: line,
            merged_from: None,
            run_began_at: None,
        }
    }
}

impl Change<'_, '_> {
    /// Writes a revision and points its branch to it. Returns false and writes nothing if the branch has moved.
    pub(crate) fn land(&mut self, landing: &CommitInput<'_>) -> Result<bool, Error> {
        let CommitInput { from, next, supersedes, new, blobs, following } = *landing;
        let (organization, branch) = (next.organization, branch_of(next));
        if !branches::advance(self.tx, branch, from, next.id)? {
            return Ok(false);
        }
        objects::insert_all(self.tx, organization, new.iter())?;
        for (blob, size) in blobs {
            blobs::insert(self.tx, organization, *blob, *size)?;
        }
        revisions::insert(self.tx, next)?;
        if let Some(id) = supersedes {
            superseding::supersede(self.tx, next, id)?;
        }
        following.note(self.tx, organization, next.space)?;
        self.note(next, supersedes)?;
        let space = next.space.to_string();
        let detail = json!({ "space": space, "branch": branch.id.to_string(), "from": from.to_string() });
        self.record(organization.0, EventKind::ContentUpdated, next.id.0, &detail)?;
        Ok(true)
    }

    /// Updates the modification time and contributors of what the revision belongs to.
    fn note(&mut self, next: &Revision, supersedes: Option<RevisionId>) -> Result<(), Error> {
        if next.change_request.is_none() {
            return Ok(spaces::touch(self.tx, next.organization, next.space, next.created_at)?);
        }
        let branch = branch_of(next);
        change_requests::touch(self.tx, branch, next.created_at)?;
        if let Some(author) = next.author
            && next.kind == RevisionType::Edits
        {
            // The one whose place it takes was counted.
            let note = if supersedes.is_some() { contributors::touch } else { contributors::note };
            note(self.tx, branch, author, next.created_at)?;
        }
        Ok(())
    }
}

/// Loads the revision that a line of content is at; `None` if its organization does not have it any more.
fn current(tx: &mut Read<'_>, line: Line) -> Result<Option<Revision>, Error> {
    let Some(head) = branches::head(tx, line.branch())? else { return Ok(None) };
    let found = revisions::get(tx, line.organization, line.space, head)?;
    found.map(Some).ok_or_else(|| Error::internal("loading a line of content", "its revision is missing"))
}

/// Returns the branch that a revision is on.
fn branch_of(revision: &Revision) -> Branch {
    let id = revision.change_request.map_or(revision.space.into(), BranchId::from);
    Branch { organization: revision.organization, space: revision.space, id }
}

/// Returns the line of content to change, if the caller may change it now.
pub(crate) fn writable(tx: &mut Read<'_>, commit: &Commit<'_>) -> Result<Line, Error> {
    let Commit { caller, space, .. } = *commit;
    if let Target::ChangeRequest(name) = commit.target {
        let found = access::change_request::<EditSpace>(tx, caller, space, name)?;
        active(&found)?;
        return Ok(Line { organization: found.organization, change_request: Some(found.id), space });
    }
    let found = access::space::<EditSpace>(tx, caller, space)?;
    let line = Line { organization: found.organization, change_request: None, space };
    match (found.edit_mode, commit.way) {
        (EditMode::Live, _) => {}
        (EditMode::Locked, Way::Import) => {
            access::on_space::<MergeSpace>(tx, caller, found.into_inner())?;
        }
        (EditMode::Locked, Way::Edit) => {
            let message = "the space is locked: change it by a change request, or set its editMode to live";
            return Err(Error::Conflict(message.to_owned()));
        }
    }
    Ok(line)
}

/// Returns an error unless the revisions that a change takes content from are still there.
fn insist_on_sources(tx: &mut Read<'_>, line: Line, commit: &Commit<'_>) -> Result<(), Error> {
    for source in commit.sources {
        if revisions::get(tx, line.organization, commit.space, *source)?.is_none() {
            let message = format!("revision {source}, which the call names, is gone: read the content again");
            return Err(Error::Conflict(message));
        }
    }
    Ok(())
}

/// Returns an error if the change request is archived or merged, so that its content cannot change.
pub(crate) fn active(found: &ChangeRequest) -> Result<(), Error> {
    match found.status {
        Status::Draft | Status::Open => Ok(()),
        Status::Archived => Err(Error::Conflict("the change request is archived: open it again first".to_owned())),
        Status::Merged => Err(Error::Conflict("the change request is merged, which is final".to_owned())),
    }
}
