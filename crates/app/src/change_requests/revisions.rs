//! The history of a space's main content, rollbacks and reverts.

use std::sync::Arc;

use quick_cache::sync::Cache;
use quire_content::hash::Hash;
use quire_content::map::Map;
use quire_content::objects::Draft;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{ChangeRequestId, RevisionId, SpaceId};
use quire_model::paging::{Listing, Paging};
use quire_model::revisions::RevisionType;
use quire_model::text::ChangeRequestSubject;
use quire_store::branches::Branch;
use quire_store::objects::Stored;
use quire_store::revisions;
pub use quire_store::revisions::Revision;
use quire_store::spaces::Space;
use quire_store::users::User;
use quire_store::{Read, change_requests};

use crate::App;
use crate::access::{self, EditSpace, MergeSpace, Permit, ViewSpace};
use crate::accounts::users::People;
use crate::callers::Caller;
use crate::change_requests::merging::Combined;
use crate::change_requests::{Shown, open, show};
use crate::content::View;
use crate::content::commit::CommitInput;
use crate::content::following::Following;
use crate::content::heads::main_head;
use crate::content::{import_bases, specifications};
use crate::core::caches::Stamped;
use crate::core::errors::Error;

/// The author of a revision, and the change request that it merged.
#[derive(Debug)]
pub struct Origin {
    /// The user who created the revision.
    pub author: Option<User>,
    /// The change request that was merged, if the revision is a merge.
    pub merged_from: Option<Shown>,
    /// A hash of the other fields, which differs when any of them does.
    pub version: u64,
}

/// The origins of revisions that were read lately.
pub(crate) struct Origins(Cache<RevisionId, Arc<Stamped<Arc<Origin>>>>);

const ORIGINS: usize = 10_000;

impl Default for Origins {
    fn default() -> Self {
        Self(Cache::new(ORIGINS))
    }
}

impl Origins {
    /// Empties the cache, for tests.
    pub(crate) fn clear(&self) {
        self.0.clear();
    }
}

/// A revision in a list, with its origin.
pub struct Listed {
    /// The revision of main content.
    pub revision: Revision,
    /// The author and the merged change request.
    pub origin: Origin,
}

impl App {
    /// Lists the revisions of a space's main content, newest first.
    pub fn list_revisions(&self, caller: &Caller, space: SpaceId, paging: &Paging) -> Result<Listing<Listed>, Error> {
        self.inner.db.read(|tx| {
            let space = access::space::<ViewSpace>(tx, caller, space)?;
            let main = main_head(tx, &space)?;
            let mut people = People::default();
            let page = revisions::of_main(tx, space.organization, space.id, paging)?;
            page.try_map(|revision| {
                let origin = origin(tx, &revision, main, &mut people)?;
                Ok(Listed { revision, origin })
            })
        })
    }

    /// Returns the origin of a view's revision if it is cached and still valid.
    pub fn recall_origin(&self, view: &View) -> Option<Arc<Origin>> {
        let known = self.inner.caches.origins.0.get(&view.revision.id)?;
        let creator = known.fact.merged_from.as_ref().and_then(|shown| shown.created_by.as_ref());
        let people = [known.fact.author.as_ref(), creator].into_iter().flatten().map(|user| user.id.0);
        let mut scopes = people.chain([view.space.organization.0]);
        scopes.all(|scope| self.inner.epochs.fresh(scope, known.stamp)).then(|| known.fact.clone())
    }

    /// Returns the origin of a view's revision, from the cache if possible.
    pub fn origin(&self, view: &View) -> Result<Arc<Origin>, Error> {
        if let Some(origin) = self.recall_origin(view) {
            return Ok(origin);
        }
        let stamp = self.inner.epochs.stamp();
        let origin = self.inner.db.read(|tx| {
            let main = main_head(tx, &view.space)?;
            origin(tx, &view.revision, main, &mut People::default())
        })?;
        let origin = Arc::new(origin);
        let known = Arc::new(Stamped { stamp, fact: origin.clone() });
        self.inner.caches.origins.0.insert(view.revision.id, known);
        Ok(origin)
    }

    /// Restores the main content to an earlier revision, as a new revision. Does nothing if the content is the same.
    pub fn roll_back(&self, caller: &Caller, space: SpaceId, to: RevisionId) -> Result<Listed, Error> {
        let landed = self.attempts(space, space.into(), || {
            let (head, target) = self.main_and::<MergeSpace>(caller, space, to)?;
            if head.root == target.root {
                return Ok(Some(head));
            }
            let (new, following) = self.read_texts(|tx, watch| {
                let stored = Stored::new(tx, head.organization, &self.inner.caches.content.objects);
                let watched = watch.over(&stored);
                let mut draft = Draft::new(&watched);
                let map = Map::at(target.root);
                let following = self.follow(&head, None, &map, Some(&target), &mut draft)?;
                let shown = specifications::newly_shown(caller, &head, &map, &draft)?;
                let new = draft.into_new();
                specifications::admit(tx, head.organization, &shown)?;
                Ok::<_, Error>((new, following))
            })?;
            let roots = (target.root, following.links);
            let next = self.successor(&head, None, roots, RevisionType::Rollback, caller);
            let landing = CommitInput {
                from: head.id,
                next: &next,
                supersedes: None,
                new: &new,
                blobs: &[],
                following: &following,
            };
            let landed = self.write(caller, |change| {
                access::space::<MergeSpace>(change.tx, caller, space)?;
                insist_on(change.tx, &target)?;
                let landed = change.land(&landing)?;
                if landed {
                    let main = Branch { organization: head.organization, space, id: space.into() };
                    import_bases::go_back(change.tx, main, &target, next.id)?;
                }
                Ok(landed)
            })?;
            Ok(self.unless_lost(landed, head.organization, next))
        })?;
        self.inner.db.read(|tx| {
            let origin = origin(tx, &landed, landed.id, &mut People::default())?;
            Ok(Listed { revision: landed.clone(), origin })
        })
    }

    /// Opens a change request that undoes the changes of one revision of the main content, and only those.
    pub fn revert(&self, caller: &Caller, space: SpaceId, id: RevisionId) -> Result<Shown, Error> {
        self.attempts(space, space.into(), || {
            let (head, target) = self.main_and::<EditSpace>(caller, space, id)?;
            let before = self.parent(&target)?.ok_or_else(|| {
                Error::Conflict("the first revision of a space has nothing before it to go back to".to_owned())
            })?;
            let Combined { merged, new, following } = self.combine([&target, &head, &before])?;
            if merged.map.root() == head.root {
                return Err(Error::Conflict("nothing of what it changed is left".to_owned()));
            }
            let line = ChangeRequestId(self.fresh_id());
            let roots = (merged.map.root(), following.links);
            let next = self.successor(&head, Some(line), roots, RevisionType::Edits, caller);
            let nothing = Following::default();
            let landing = CommitInput {
                from: head.id,
                next: &next,
                supersedes: None,
                new: &new,
                blobs: &[],
                following: &nothing,
            };
            let made = self.write(caller, |change| {
                let space = access::space::<EditSpace>(change.tx, caller, space)?;
                if main_head(change.tx, &space)? != head.id {
                    return Ok(None);
                }
                insist_on(change.tx, &target)?;
                let subject = self.reverting(change.tx, &space, &target)?;
                let made = open(change, caller, &space, line, subject.as_str(), next.created_at)?;
                change.land(&landing)?;
                let found = change_requests::get(change.tx, made.organization, made.space, made.name())?;
                found.map(|found| show(change.tx, found, head.id, &mut People::default())).transpose()
            })?;
            let landed = made.is_some();
            Ok(self.unless_lost(landed, head.organization, ()).and(made))
        })
    }

    /// Returns the head of a space's main content, and an earlier revision of it.
    fn main_and<P: Permit>(
        &self,
        caller: &Caller,
        space: SpaceId,
        id: RevisionId,
    ) -> Result<(Revision, Revision), Error> {
        self.inner.db.read(|tx| {
            let space = access::space::<P>(tx, caller, space)?;
            let head = main_head(tx, &space)?;
            let mut revision = |id| revisions::get(tx, space.organization, space.id, id);
            let head = revision(head)?.ok_or_else(|| Error::internal("loading a space", "its revision is missing"))?;
            let found = revision(id)?.ok_or(Error::NotFound("revision"))?;
            if found.change_request.is_some() {
                let message =
                    "the revision is one of a change request: only those of the main content can be taken back";
                return Err(Error::Conflict(message.to_owned()));
            }
            Ok((head, found))
        })
    }

    /// Returns the first parent of a revision.
    fn parent(&self, of: &Revision) -> Result<Option<Revision>, Error> {
        let Some(parent) = of.parents.0.first() else { return Ok(None) };
        self.inner.db.read_single(|tx| Ok(revisions::get(tx, of.organization, of.space, *parent)?))
    }

    /// Returns the subject of a change request that reverts a revision.
    fn reverting(&self, tx: &mut Read<'_>, space: &Space, of: &Revision) -> Result<ChangeRequestSubject, Error> {
        let merged =
            of.merged_from.map(|id| change_requests::get(tx, space.organization, space.id, ChangeRequestName::Id(id)));
        let subject = match merged.transpose()?.flatten() {
            Some(found) if found.subject.is_empty() => format!("Revert change request {}", found.number),
            Some(found) => format!("Revert \"{}\"", found.subject),
            None => format!("Revert revision {}", of.id),
        };
        let bounded: String = subject.chars().take(100).collect();
        bounded.try_into().map_err(|e| Error::internal("naming a change request", e))
    }
}

/// Returns an error unless a revision is still there, so that its content can be taken.
fn insist_on(tx: &mut Read<'_>, of: &Revision) -> Result<(), Error> {
    revisions::get(tx, of.organization, of.space, of.id)?.map(drop).ok_or(Error::NotFound("revision"))
}

fn origin(tx: &mut Read<'_>, of: &Revision, main: RevisionId, people: &mut People) -> Result<Origin, Error> {
    let author = people.find(tx, of.author)?;
    let merged_from = match of.merged_from {
        Some(id) => change_requests::get(tx, of.organization, of.space, ChangeRequestName::Id(id))?,
        None => None,
    };
    let merged_from = merged_from.map(|found| show(tx, found, main, people)).transpose()?;
    let name = Hash::of(format!("{author:?} {merged_from:?}").as_bytes());
    let version = u64::from_be_bytes(std::array::from_fn(|at| name.0[at]));
    Ok(Origin { author, merged_from, version })
}
