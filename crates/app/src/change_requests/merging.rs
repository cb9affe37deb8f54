//! Merging: main content is pulled into a change request, and a change request is merged into main content.
//!
//! Merging is pulling and then moving both branches in one transaction. If both sides changed the same entry, only
//! the change request moves: its content holds every side of each conflict, and main stays the same. The three
//! contents are read in one snapshot and merged outside of the write transaction, which checks that none of them
//! has moved since; otherwise the merge is computed again. Merge rules are evaluated in the same way.

use std::collections::BTreeSet;

use quire_content::links::{Linked, newly_broken};
use quire_content::map::Map;
use quire_content::merge::{self, Merged};
use quire_content::objects::Draft;
use quire_model::change_requests::{ChangeRequestName, Status};
use quire_model::events::EventKind;
use quire_model::ids::{OpenApiVersionId, RevisionId, SpaceId};
use quire_model::notifications::NotificationReason;
use quire_model::openapi_specs::{SpecVisibility, parts_of};
use quire_model::revisions::RevisionType;
use quire_store::branches::{self, Branch};
use quire_store::change_requests::{self, ChangeRequest};
use quire_store::objects::Stored;
use quire_store::openapi_specs::BreakingVersion;
use quire_store::revisions::{self, Parents, Revision};
use quire_store::{Read, reviews, spaces};
use serde_json::json;

use crate::App;
use crate::access::{self, EditSpace, MergeSpace, Permit};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::change_requests::consequences::{Lines, consequences};
use crate::change_requests::merge_rules::{Basis, Judgement, MergedFacts};
use crate::content::commit::{CommitInput, NewObjects, active};
use crate::content::following::Following;
use crate::content::links::of_revision;
use crate::content::warnings::{self, Warning};
use crate::content::{import_bases, specifications};
use crate::core::errors::Error;
use crate::notifications::{About, Told};

/// The outcome of pulling or merging.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeOutcome {
    /// The resulting revision: of main content after a merge, else of the change request.
    pub revision: RevisionId,
    /// The number of conflicts in the content of the change request. With any, main content did not move.
    pub conflicts: usize,
    /// Warnings about what follows from it without a conflict.
    pub warnings: Vec<Warning>,
}

/// The line of content that the outcome of a merge becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// The content of the change request.
    ChangeRequest,
    /// The main content, unless there are conflicts.
    Main,
}

/// The three contents of a merge, from one snapshot.
pub(super) struct Sides {
    pub(super) change_request: ChangeRequest,
    /// The head of the change request.
    change: Revision,
    /// The head of the main content.
    main: Revision,
    /// The common ancestor: the main content last pulled into the change request.
    pub(super) base: Revision,
    /// The main content that the change request was made from.
    start: Revision,
}

/// The content of a change request with the main content merged into it.
struct Pulled<'a> {
    sides: &'a Sides,
    merged: Merged,
    new: NewObjects,
    /// Data derived from the content, for when it becomes main content.
    following: Following,
    /// The new revision; `None` if the change request contained all of main already.
    revision: Option<Revision>,
    warnings: Vec<Warning>,
}

/// The result of a three-way merge, with its new objects and derived data.
pub(crate) struct Combined {
    pub(crate) merged: Merged,
    pub(crate) new: NewObjects,
    pub(crate) following: Following,
}

impl App {
    /// Pulls the main content into a change request.
    pub fn update_from_main(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
    ) -> Result<MergeOutcome, Error> {
        self.attempts(space, space.into(), || {
            let sides = self.sides::<EditSpace>(caller, space, name)?;
            let pulled = self.pull(&sides, caller, Goal::ChangeRequest)?;
            if pulled.revision.is_none() {
                return Ok(Some(pulled.outcome()));
            }
            let landed = self.write(caller, |change| {
                active(&*access::change_request::<EditSpace>(change.tx, caller, space, name)?)?;
                change.land_pulled(&pulled)
            })?;
            Ok(self.unless_lost(landed, sides.main.organization, pulled.outcome()))
        })
    }

    /// Merges a change request into the main content, if the merge rules allow it.
    pub fn merge(&self, caller: &Caller, space: SpaceId, name: ChangeRequestName) -> Result<MergeOutcome, Error> {
        self.attempts(space, space.into(), || {
            let sides = self.sides::<MergeSpace>(caller, space, name)?;
            let basis = self.basis(caller, &sides)?;
            let pulled = self.pull(&sides, caller, Goal::Main)?;
            self.admit_specifications(caller, &pulled)?;
            let judgement = self.judge(caller, &basis, &pulled)?;
            if !judgement.permits() {
                return Err(Error::Conflict(format!("merge rules: {judgement}")));
            }
            let merged = self.merged(&pulled, caller);
            let landed = self.write(caller, |change| {
                let found = access::change_request::<MergeSpace>(change.tx, caller, space, name)?;
                active(&found)?;
                // Checked before anything is written, because a transaction that returns false is committed.
                if branches::head(change.tx, main_of(&sides.change_request))? != Some(sides.main.id)
                    || Basis::read(change.tx, caller, found.into_inner(), sides.main.id)? != basis
                    || !change.land_pulled(&pulled)?
                {
                    return Ok(false);
                }
                if pulled.merged.conflicts > 0 { Ok(true) } else { change.land_merged(&pulled, &merged, &judgement) }
            })?;
            let outcome = match pulled.merged.conflicts {
                0 => MergeOutcome { revision: merged.id, ..pulled.outcome() },
                _ => pulled.outcome(),
            };
            Ok(self.unless_lost(landed, sides.main.organization, outcome))
        })
    }

    /// Returns the outcome that a merge would have, and that of each merge rule, without merging.
    pub fn rehearse_merge(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
    ) -> Result<(MergeOutcome, Judgement), Error> {
        let sides = self.sides::<MergeSpace>(caller, space, name)?;
        let basis = self.basis(caller, &sides)?;
        let pulled = self.pull(&sides, caller, Goal::Main)?;
        self.admit_specifications(caller, &pulled)?;
        let judgement = self.judge(caller, &basis, &pulled)?;
        Ok((MergeOutcome { revision: sides.change.id, ..pulled.outcome() }, judgement))
    }

    /// Evaluates the merge rules. What they depend on of the content that the merge would make is read from its links.
    fn judge(&self, caller: &Caller, basis: &Basis, pulled: &Pulled<'_>) -> Result<Judgement, Error> {
        let breaking = basis.breaking_specifications();
        let knows_all = access::may_view_specifications(caller, pulled.sides.main.organization);
        if !basis.asks_for_links() && breaking.is_empty() {
            return basis.judge(&MergedFacts::default());
        }
        let main = &pulled.sides.main;
        let merged = self.inner.db.read(|tx| {
            let stored = Stored::new(tx, main.organization, &self.inner.caches.content.objects);
            let objects = Draft::over(&stored, pulled.new.clone());
            let after = Revision { root: pulled.merged.map.root(), links: pulled.following.links, ..main.clone() };
            let broken =
                |after: &Linked<'_>| of_revision(main, &objects, &|before| Ok(newly_broken(before, after)?.len()));
            // Of other specifications, those who may not read them learn only what main content names.
            let merged_before = match knows_all || breaking.is_empty() {
                true => BTreeSet::new(),
                false => of_revision(main, &objects, &|before| before.specifications())?,
            };
            let facts = of_revision(&after, &objects, &|after| {
                let newly_broken_links = if basis.asks_for_links() { broken(after)? } else { 0 };
                let shown = if breaking.is_empty() { BTreeSet::new() } else { after.specifications()? };
                let known = |it: &&BreakingVersion| {
                    knows_all || it.visibility == SpecVisibility::Public || shows(&merged_before, it)
                };
                let breaking = breaking.iter().filter(known).filter(|it| shows(&shown, it)).map(|it| it.slug.clone());
                let breaking_specifications = breaking.collect();
                Ok(MergedFacts { newly_broken_links, breaking_specifications })
            });
            Ok::<_, Error>(facts?)
        })?;
        basis.judge(&merged)
    }

    /// Returns an error if the merge would bring parts of specifications into main content that the caller may not read.
    fn admit_specifications(&self, caller: &Caller, pulled: &Pulled<'_>) -> Result<(), Error> {
        if pulled.merged.conflicts > 0 {
            return Ok(());
        }
        let main = &pulled.sides.main;
        self.inner.db.read(|tx| {
            let stored = Stored::new(tx, main.organization, &self.inner.caches.content.objects);
            let objects = Draft::over(&stored, pulled.new.clone());
            let shown = specifications::newly_shown(caller, main, &pulled.merged.map, &objects)?;
            drop(objects);
            specifications::admit(tx, main.organization, &shown)
        })
    }

    /// Reads the data that merge rules are evaluated on.
    fn basis(&self, caller: &Caller, sides: &Sides) -> Result<Basis, Error> {
        self.inner.db.read(|tx| Basis::read(tx, caller, sides.change_request.clone(), sides.main.id))
    }

    /// Loads the three contents of a merge, if the caller may do `P`.
    pub(super) fn sides<P: Permit>(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
    ) -> Result<Sides, Error> {
        self.inner.db.read(|tx| {
            let found = access::change_request::<P>(tx, caller, space, name)?;
            active(&found)?;
            let main = branches::head(tx, main_of(&found))?.ok_or_else(|| broken("it has no main branch"))?;
            let mut revision = |id| revision(tx, &found, id);
            let (change, main, base) = (revision(found.revision)?, revision(main)?, revision(found.ancestor())?);
            let start = revision(found.revision_initial)?;
            Ok(Sides { change_request: found.into_inner(), change, main, base, start })
        })
    }

    /// Merges the main content into the content of a change request, in memory.
    fn pull<'a>(&self, sides: &'a Sides, caller: &Caller, goal: Goal) -> Result<Pulled<'a>, Error> {
        let combined = self.combine([&sides.base, &sides.main, &sides.change])?;
        let warnings = self.consequences(sides, &combined, goal)?;
        let Combined { merged, new, following } = combined;
        let revision = (sides.base.id != sides.main.id).then(|| {
            let line = Some(sides.change_request.id);
            let roots = (merged.map.root(), following.links);
            let next = self.successor(&sides.change, line, roots, RevisionType::Update, caller);
            Revision { parents: Parents(vec![sides.change.id, sides.main.id]), ..next }
        });
        Ok(Pulled { sides, merged, new, following, revision, warnings })
    }

    /// Returns the warnings about what follows from a merge without a conflict. What is main's alone does not concern a
    /// change request into which main is pulled.
    fn consequences(&self, sides: &Sides, combined: &Combined, goal: Goal) -> Result<Vec<Warning>, Error> {
        let Sides { change, main, base, start, .. } = sides;
        let changed: &[&Revision] =
            if goal == Goal::Main && combined.merged.conflicts == 0 { &[main] } else { &[main, change] };
        let lines = Lines { changed, known: &[main, change, base, start] };
        let (root, links) = (combined.merged.map.root(), combined.following.links);
        let after = Revision { root, links, ..main.clone() };
        self.read_texts(|tx, watch| {
            let stored = Stored::new(tx, main.organization, &self.inner.caches.content.objects);
            let watched = watch.over(&stored);
            let objects = Draft::over(&watched, combined.new.clone());
            Ok::<_, Error>(of_revision(&after, &objects, &|merged| consequences(merged, &lines, &objects))?)
        })
    }

    /// Merges two revisions with a common base; the second one is the change request's side. Derived data is relative
    /// to the first one.
    pub(crate) fn combine(&self, [base, main, change]: [&Revision; 3]) -> Result<Combined, Error> {
        let at = |revision: &Revision| Map::at(revision.root);
        self.read_texts(|tx, watch| {
            let stored = Stored::new(tx, base.organization, &self.inner.caches.content.objects);
            let watched = watch.over(&stored);
            let mut draft = Draft::new(&watched);
            let merged = merge::merge(at(base), at(main), at(change), &mut draft, self.now().0)?;
            self.go_on()?;
            warnings::expect_texts(&at(main), &merged.map, &draft)?;
            let following = self.follow(main, None, &merged.map, Some(change), &mut draft)?;
            self.check_depth(&at(base), &at(main), &merged.map, &draft)?;
            Ok(Combined { merged, new: draft.into_new(), following })
        })
    }

    /// Creates the main revision for a change request that merges without conflicts.
    fn merged(&self, pulled: &Pulled<'_>, caller: &Caller) -> Revision {
        let Sides { main, change_request, .. } = pulled.sides;
        let roots = (pulled.merged.map.root(), pulled.following.links);
        let next = self.successor(main, None, roots, RevisionType::Merge, caller);
        let parents = Parents(vec![main.id, pulled.outcome().revision]);
        Revision { parents, merged_from: Some(change_request.id), ..next }
    }
}

impl Pulled<'_> {
    /// Returns the outcome of pulling.
    fn outcome(&self) -> MergeOutcome {
        let revision = self.revision.as_ref().unwrap_or(&self.sides.change);
        MergeOutcome { revision: revision.id, conflicts: self.merged.conflicts, warnings: self.warnings.clone() }
    }
}

impl Change<'_, '_> {
    /// Moves a change request to its content with main in it. Returns false if it moved meanwhile.
    fn land_pulled(&mut self, pulled: &Pulled<'_>) -> Result<bool, Error> {
        let Sides { change_request, change, main, .. } = pulled.sides;
        let Some(next) = &pulled.revision else {
            let head = branches::head(self.tx, change_request.branch())?;
            return Ok(head == Some(change.id));
        };
        let nothing = Following::default();
        let new = &pulled.new;
        let landing = CommitInput { from: change.id, next, supersedes: None, new, blobs: &[], following: &nothing };
        if !self.land(&landing)? {
            return Ok(false);
        }
        import_bases::inherit(self.tx, main_of(change_request), change_request.branch(), next.id)?;
        let now = current(self.tx, change_request)?;
        let after = ChangeRequest { merged_ancestor: Some(main.id), ..now };
        change_requests::update(self.tx, &after)?;
        Ok(true)
    }

    /// Moves main to the merged content, which ends the change request. Returns false if main moved meanwhile.
    fn land_merged(&mut self, pulled: &Pulled<'_>, merged: &Revision, judgement: &Judgement) -> Result<bool, Error> {
        let Sides { change_request, change, main, .. } = pulled.sides;
        // New objects may have been stored with the change request's own revision.
        let nothing = NewObjects::new();
        let new = if pulled.revision.is_some() { &nothing } else { &pulled.new };
        let following = &pulled.following;
        let landing = CommitInput { from: main.id, next: merged, supersedes: None, new, blobs: &[], following };
        if !self.land(&landing)? {
            return Ok(false);
        }
        import_bases::hand_over(self.tx, change_request.branch(), main_of(change_request), merged.id)?;
        let now = current(self.tx, change_request)?;
        let (organization, space, id) = (now.organization, now.space, now.id);
        spaces::count(self.tx, organization, space, Some(now.status), Status::Merged)?;
        let (status, updated_at) = (Status::Merged, merged.created_at);
        let after = ChangeRequest { status, updated_at, revision_merged: Some(merged.id), ..now };
        change_requests::update(self.tx, &after)?;
        reviews::settle(self.tx, change_request.branch(), change.id, merged.created_at)?;
        let bypassed = judgement.bypassed.then(|| judgement.to_string()).filter(|failures| !failures.is_empty());
        let detail =
            json!({ "space": space.to_string(), "revision": merged.id.to_string(), "bypassedRules": bypassed });
        self.record(organization.0, EventKind::ChangeRequestMerged, id.0, &detail)?;
        self.notify(&About::change_request(&after), NotificationReason::Merge, after.created_by, &mut Told::default())?;
        Ok(true)
    }
}

/// Returns the branch of the main content that a change request is for.
fn main_of(of: &ChangeRequest) -> Branch {
    Branch { id: of.space.into(), ..of.branch() }
}

/// Returns the current state of a change request.
pub(super) fn current(tx: &mut Read<'_>, known: &ChangeRequest) -> Result<ChangeRequest, Error> {
    let found = change_requests::get(tx, known.organization, known.space, known.name())?;
    found.ok_or(Error::NotFound("change request"))
}

fn revision(tx: &mut Read<'_>, of: &ChangeRequest, id: RevisionId) -> Result<Revision, Error> {
    let found = revisions::get(tx, of.organization, of.space, id)?;
    found.ok_or_else(|| broken("a revision of it is missing"))
}

fn broken(what: &'static str) -> Error {
    Error::internal("loading a change request", what)
}

/// Returns true if content with these references to specifications shows a version or a later one: by the slug alone,
/// which stands for the latest version, or by its identifier.
fn shows(references: &BTreeSet<String>, version: &BreakingVersion) -> bool {
    let is_late = |id: &str| id.parse::<OpenApiVersionId>().is_ok_and(|id| id >= version.id);
    let mut named = references.iter().map(|reference| parts_of(reference));
    named.any(|(slug, id)| slug == version.slug && id.is_none_or(is_late))
}
