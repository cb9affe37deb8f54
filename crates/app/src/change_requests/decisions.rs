//! Taking back the decisions of conflicts.
//!
//! A decision is the revision of the change request that ended its conflict, so it is found in the history and needs no
//! record of its own.

use quire_content::id::ConflictId;
use quire_content::map::Map;
use quire_content::merge::{self, Decided};
use quire_content::record::EntryKey;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{RevisionId, SpaceId};
use quire_model::revisions::RevisionType;
use quire_store::Read;
use quire_store::change_requests::ChangeRequest;
use quire_store::objects::Stored;
use quire_store::revisions::{self, Revision};

use crate::App;
use crate::access::{self, EditSpace};
use crate::callers::Caller;
use crate::change_requests::conflicts::Resolved;
use crate::content::commit::{Commit, Target, Way, active};
use crate::core::errors::Error;

/// The maximum number of revisions of a change request in which a decision is looked for.
const MOST_REVISIONS: usize = 10_000;

/// The number of attempts while others change the same change request.
const ATTEMPTS: usize = 10;

impl App {
    /// Takes back the decision of a conflict: what it wrote is undone, and the conflict is listed again. Other decisions
    /// and later edits stay.
    pub fn take_back_decision(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        id: ConflictId,
    ) -> Result<Resolved, Error> {
        for _ in 0..ATTEMPTS {
            let (head, decided) = self.decision(caller, space, name, id)?;
            let target = Target::ChangeRequest(name);
            let commit = Commit { expected: Some(head), ..Commit::new(caller, space, target, Way::Edit) };
            let line = self.may_write(&commit)?;
            let committed = self.commit(&commit, line, |map, draft| {
                let map = merge::take_back(map, &decided, id, draft, self.now().0)?.ok_or_else(changed_since)?;
                Ok((map, merge::count_conflicts(&map, draft)?))
            });
            match committed {
                // The change request moved meanwhile.
                Err(Error::Precondition(_)) => {}
                done => return done.map(|done| Resolved { revision: done.revision, left: done.outcome }),
            }
        }
        Err(Error::Conflict("others keep changing this change request, try again".to_owned()))
    }

    /// Returns the head of a change request, and the contents around the last decision of a conflict.
    fn decision(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        id: ConflictId,
    ) -> Result<(RevisionId, Decided), Error> {
        self.inner.db.read(|tx| {
            let found = access::change_request::<EditSpace>(tx, caller, space, name)?;
            active(&found)?;
            let mut history = History { of: &found, steps: 0 };
            let head = history.get(tx, found.revision)?;
            let key = EntryKey::Conflict(id).to_bytes();
            let has = |tx: &mut Read<'_>, revision: &Revision| {
                let stored = Stored::new(tx, found.organization, &self.inner.caches.content.objects);
                Ok::<_, Error>(Map::at(revision.root).get(&stored, &key)?.is_some())
            };
            if has(tx, &head)? {
                return Err(Error::Conflict("the conflict is not decided".to_owned()));
            }
            let mut after = head.clone();
            while let Some(before) = history.before(tx, &after)? {
                if !has(tx, &before)? {
                    after = before;
                    continue;
                }
                if after.kind != RevisionType::Edits {
                    let message = "nobody decided this conflict: it ended when the main content was pulled";
                    return Err(Error::Conflict(message.to_owned()));
                }
                let main_then = history.main_in(tx, before.clone())?;
                let main_now = history.get(tx, found.ancestor())?;
                let [before, after, main_then, main_now] =
                    [&before, &after, &main_then, &main_now].map(|revision| Map::at(revision.root));
                return Ok((head.id, Decided { before, after, main_then, main_now }));
            }
            Err(Error::NotFound("conflict"))
        })
    }
}

/// The revisions of a change request, read backwards.
struct History<'a> {
    of: &'a ChangeRequest,
    steps: usize,
}

impl History<'_> {
    fn get(&mut self, tx: &mut Read<'_>, id: RevisionId) -> Result<Revision, Error> {
        self.steps += 1;
        if self.steps > MOST_REVISIONS {
            let message = format!("the decision is more than {MOST_REVISIONS} revisions ago: edit the text instead");
            return Err(Error::Conflict(message));
        }
        let found = revisions::get(tx, self.of.organization, self.of.space, id)?;
        found.ok_or_else(|| Error::internal("loading a change request", "a revision of it is missing"))
    }

    /// Returns the revision before one; `None` before the first one of the change request.
    fn before(&mut self, tx: &mut Read<'_>, revision: &Revision) -> Result<Option<Revision>, Error> {
        match revision.parents.0.first() {
            Some(parent) if revision.change_request.is_some() => self.get(tx, *parent).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the revision of main that a revision of the change request contains.
    fn main_in(&mut self, tx: &mut Read<'_>, mut revision: Revision) -> Result<Revision, Error> {
        loop {
            if let (RevisionType::Update, [_, main]) = (revision.kind, &revision.parents.0[..]) {
                return self.get(tx, *main);
            }
            match self.before(tx, &revision)? {
                Some(before) => revision = before,
                None => return Ok(revision),
            }
        }
    }
}

fn changed_since() -> Error {
    let message =
        "what the decision wrote was changed since, and its conflict is not listed again: edit the text instead";
    Error::Conflict(message.to_owned())
}
