//! Editing content: the changes of one call become one revision, or none of them is made.
//!
//! Everything that takes long (files, documents, the edit itself) is done before the write transaction. A call with an
//! idempotency key is done once: its outcome is written in the transaction that commits it, and repeated calls return
//! it.

mod apply;
mod blocks;
mod keys;
mod linking;
mod lower;
mod names;
mod words;

pub use keys::Key;
pub use words::{
    Base, BlockAction, BlockChange, Blocks, Cover, Edit, Image, InsertFile, InsertPage, InsertReusable, NewPage, Text,
    UpdateFile, UpdatePage, UpdateReusable,
};

pub(crate) use blocks::TextFile;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use quire_content::edit::Edited;
use quire_content::id::{FileId, PageId, ReusableId};
use quire_content::map::Map;
use quire_content::objects::Draft;
use quire_content::outline::Outline;
use quire_content::record::EntryKey;
use quire_model::ids::{OrganizationId, RevisionId, SpaceId};
use quire_model::time::Timestamp;
use quire_store::branches;
use quire_store::{Read, change_requests, revisions};

use crate::App;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::commit::{Commit, Committed, Line, Permitted, Target, Way};
use crate::content::states::{self, State};
use crate::content::superseding::Recording;
use crate::content::targets::Before;
use crate::core::errors::Error;
use apply::{BaseState, apply_all};
use lower::{Lowered, Lowering};
use names::Names;

/// The preconditions of a call, and the history that it leaves.
#[derive(Debug, Clone, Default)]
pub struct Conditions {
    /// The state that the content must be in.
    pub expected: Option<Expected>,
    /// The idempotency key of the call.
    pub key: Option<Key>,
    /// The history that the call leaves.
    pub recording: Recording,
    /// The permission that was proved before the call was read. It is proved again unless nothing has changed since.
    pub permitted: Option<Permitted>,
}

/// A state that a call insists on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// All of the content is at a revision.
    Revision(RevisionId),
    /// One page or reusable content is in a state; the rest may be in any.
    Entry(EntryKey, State),
}

/// The outcome of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// The revision that the content was at after the call.
    pub revision: RevisionId,
    /// True if the call created that revision.
    pub changed: bool,
    /// The revision whose place in the history that one took; it is the one that the call was applied to.
    pub superseded: Option<RevisionId>,
    /// The new pages with the references that the call gave them.
    pub pages: Vec<(PageId, Option<String>)>,
    /// The new files with the references that the call gave them.
    pub files: Vec<(FileId, Option<String>)>,
    /// The new reusable contents with the references that the call gave them.
    pub reusables: Vec<(ReusableId, Option<String>)>,
}

impl App {
    /// Checks that the caller may edit this content now.
    pub fn may_edit(&self, caller: &Caller, space: SpaceId, target: Target) -> Result<Permitted, Error> {
        self.permit(&editing(caller, space, target))
    }

    /// Returns the outcome of the call made earlier under this key, if there was one.
    pub fn recall_edit(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        space: SpaceId,
        key: &Key,
    ) -> Result<Option<Done>, Error> {
        let owner = keys::owner(caller, organization, space);
        owner.map(|owner| self.recall_key(owner, key)).transpose().map(Option::flatten)
    }

    /// Applies changes to content, all or nothing.
    pub fn edit(
        &self,
        caller: &Caller,
        space: SpaceId,
        target: Target,
        edits: &[Edit],
        conditions: &Conditions,
    ) -> Result<Done, Error> {
        let expected = match conditions.expected {
            Some(Expected::Revision(id)) => Some(id),
            _ => None,
        };
        let recording = conditions.recording;
        let commit = Commit { expected, recording, ..editing(caller, space, target) };
        let entry = match &conditions.expected {
            Some(Expected::Entry(entry, state)) => Some((entry, state)),
            _ => None,
        };
        let line = match conditions.permitted.as_ref().and_then(|permitted| self.recall_permit(&commit, permitted)) {
            Some(line) => line,
            None => self.may_write(&commit)?,
        };
        let Some((key, owner)) = conditions.key.as_ref().zip(keys::owner(caller, line.organization, space)) else {
            return self.land_edits(&commit, line, edits, entry, None);
        };
        if let Some(done) = self.recall_key(owner, key)? {
            return Ok(done);
        }
        self.land_edits(&commit, line, edits, entry, Some((owner, key))).or_else(|error| {
            // The same call may have been made at the same time, and this one failed because of its effects.
            self.recall_key(owner, key)?.ok_or(error)
        })
    }

    fn land_edits(
        &self,
        commit: &Commit<'_>,
        line: Line,
        edits: &[Edit],
        expected: Option<(&EntryKey, &State)>,
        key: Option<keys::Owned<'_>>,
    ) -> Result<Done, Error> {
        let names = Names::of(edits, &mut || self.fresh_id())?;
        let revisions = self.revisions_of(commit, line, edits)?;
        let sources: Vec<_> = revisions.values().map(|(id, _)| *id).collect::<BTreeSet<_>>().into_iter().collect();
        let revisions = revisions.into_iter().map(|(n, (_, map))| (n, map)).collect();
        let bases = bases(commit, edits, &revisions);
        let blobs: Vec<_> = edits.iter().flat_map(Edit::blobs).collect();
        let now = self.now().0;
        let compute = |map: Map, draft: &mut Draft<'_>| {
            if let Some((entry, expected)) = expected {
                insist(&map, draft, entry, expected)?;
            }
            let before =
                Before { app: self, map, objects: draft.stored(), paths: OnceCell::new(), failure: RefCell::new(None) };
            let lowering = Lowering { before: &before, names: &names, revisions: &revisions, after: None };
            let seen = lowering.views(edits);
            let after = match lowering.needs_tree(edits, &seen) {
                true if bases.is_empty() && edits.iter().all(Edit::keeps_tree) => {
                    Some(self.outline_of(&map, draft.stored())?)
                }
                true => Some(self.tree_after(map, draft, &lowering.lower(edits, &seen)?, &bases)?),
                false => None,
            };
            let lowered = Lowering { after: after.as_deref(), ..lowering }.lower(edits, &seen)?;
            let edited = apply_all(self, map, draft, &lowered, &bases);
            if let Some(error) = before.failure.take() {
                return Err(error.into());
            }
            edited.map(|edited| (edited.map, edited))
        };
        let commit = Commit { blobs: &blobs, sources: &sources, ..*commit };
        let done = |it: &Committed<Edited>| names.done(it);
        let committed = match key {
            None => self.commit(&commit, line, compute)?,
            Some(owned) => {
                let mut note = |change: &mut Change<'_, '_>, it: &Committed<Edited>| {
                    keys::note(change, owned, &done(it), Timestamp(now))
                };
                self.commit_with(&commit, line, compute, Some(&mut note))?
            }
        };
        Ok(done(&committed))
    }

    /// Returns the page tree after operations, which are not made.
    fn tree_after(
        &self,
        map: Map,
        draft: &Draft<'_>,
        lowered: &Lowered<'_>,
        bases: &HashMap<usize, BaseState>,
    ) -> Result<Arc<Outline>, Error> {
        let mut scratch = Draft::new(draft.stored());
        // What conflicts only for its link targets is judged with the targets that are stored.
        let lenient = |(n, base): (&usize, &BaseState)| (*n, BaseState { refuses_conflicts: false, ..*base });
        let edited = apply_all(self, map, &mut scratch, lowered, &bases.iter().map(lenient).collect())?;
        let changes: Vec<_> = map.diff(&edited.map, &scratch).collect::<Result<_, _>>()?;
        let followed = self.outline_of(&map, draft.stored())?.follow(&changes, &edited.map)?;
        Ok(Arc::new(match followed {
            Some(outline) => outline,
            None => Outline::load(&edited.map, &scratch)?,
        }))
    }

    /// Loads the revisions that changes name, with their contents, by the index of the change: those that pages are
    /// reverted to, and those that changes were made from.
    fn revisions_of(
        &self,
        commit: &Commit<'_>,
        line: Line,
        edits: &[Edit],
    ) -> Result<HashMap<usize, (RevisionId, Map)>, Error> {
        let mut maps = HashMap::new();
        for (n, edit) in edits.iter().enumerate() {
            let (field, asked) = match edit {
                Edit::RevertPage { revision, .. } => ("revision", revision.as_deref()),
                other => match other.base().and_then(|base| base.revision.as_deref()) {
                    Some(revision) => ("base", Some(revision)),
                    None => continue,
                },
            };
            let missing = || match field {
                "base" => Error::Conflict(format!("changes[{n}].base: this revision is gone: read the content again")),
                _ => Error::Missing(format!("changes[{n}].revision: there is no such revision")),
            };
            let malformed = || match field {
                "base" => Error::Invalid(format!("changes[{n}].base: must be the identifier of a revision")),
                _ => missing(),
            };
            let asked = asked.map(|id| id.parse().map_err(|_| malformed())).transpose()?;
            let found = self.inner.db.read(|tx| {
                let id = match asked {
                    Some(id) => id,
                    None => origin(tx, commit, line)?,
                };
                Ok::<_, Error>(revisions::get(tx, line.organization, commit.space, id)?)
            })?;
            let found = found.ok_or_else(missing)?;
            if field == "base" && found.change_request.is_some_and(|of| line.change_request != Some(of)) {
                let what = "this is a revision of another change request: read the content again";
                return Err(Error::Conflict(format!("changes[{n}].base: {what}")));
            }
            maps.insert(n, (found.id, Map::at(found.root)));
        }
        Ok(maps)
    }
}

/// Fails unless a page or a reusable content is in a state.
fn insist(map: &Map, draft: &Draft<'_>, entry: &EntryKey, expected: &State) -> Result<(), Error> {
    let what = if matches!(entry, EntryKey::Page(_)) { "page" } else { "reusable content" };
    match states::state(map, draft, entry)? {
        Some(state) if state == *expected => Ok(()),
        Some(state) => Err(Error::Precondition(format!("the {what} is in state {state} now, not the one expected"))),
        None => Err(Error::Precondition(format!("the {what} is not there any more"))),
    }
}

/// Returns the states that changes were made from, by the index of the change. Main content has no list of conflicts,
/// so all of its changes refuse them.
fn bases(commit: &Commit<'_>, edits: &[Edit], revisions: &HashMap<usize, Map>) -> HashMap<usize, BaseState> {
    let state = |(n, edit): (usize, &Edit)| {
        let base = edit.base().filter(|base| base.revision.is_some())?;
        let refuses_conflicts = base.refuses_conflicts || commit.target == Target::Main;
        Some((n, BaseState { map: *revisions.get(&n)?, refuses_conflicts }))
    };
    edits.iter().enumerate().filter_map(state).collect()
}

/// Returns the revision a line of content had before its own changes: for a change request, the main content it was
/// last brought up to date with; for main content, the parent of the current revision.
fn origin(tx: &mut Read<'_>, commit: &Commit<'_>, line: Line) -> Result<RevisionId, Error> {
    if let Target::ChangeRequest(name) = commit.target {
        let found = change_requests::get(tx, line.organization, commit.space, name)?;
        return Ok(found.ok_or(Error::NotFound("change request"))?.ancestor());
    }
    let head = branches::head(tx, line.branch())?.ok_or(Error::NotFound("revision"))?;
    let found = revisions::get(tx, line.organization, commit.space, head)?;
    Ok(found.and_then(|revision| revision.parents.0.first().copied()).unwrap_or(head))
}

fn editing<'a>(caller: &'a Caller, space: SpaceId, target: Target) -> Commit<'a> {
    Commit::new(caller, space, target, Way::Edit)
}
