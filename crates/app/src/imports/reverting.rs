//! Taking an import back as one: what it changed and nobody changed since becomes what it was before.
//!
//! It is a merge of the content before the import with the content as it is, on the common base of the import's own
//! revision. So later edits elsewhere stay, and where one touches what the import brought, nothing is changed.

use quire_content::map::Map;
use quire_content::merge;
use quire_content::objects::Draft;
use quire_model::events::EventKind;
use quire_model::ids::{ImportId, OrganizationId, RevisionId};
use quire_model::imports::ImportState;
use quire_store::import_bases;
use quire_store::imports::{self as store, Import};
use quire_store::revisions::{self, Revision};
use serde_json::json;

use super::report::outcome;
use super::{Shown, UNKNOWN, shown, target};
use crate::App;
use crate::access::{self, EditSpace};
use crate::accounts::users::People;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::commit::{Commit, Committed};
use crate::content::import::importing;
use crate::core::errors::Error;

impl App {
    /// Takes back what an import changed, in a new revision. Does nothing if that was done already.
    ///
    /// # Errors
    /// [`Error::Conflict`] if the import is not done or changed nothing, or a later edit is about what it changed.
    pub fn revert_import(&self, caller: &Caller, organization: OrganizationId, id: ImportId) -> Result<Shown, Error> {
        let found = self.inner.db.read(|tx| {
            let import = store::get(tx, organization, id)?.ok_or(UNKNOWN)?;
            match access::space::<EditSpace>(tx, caller, import.space) {
                Err(Error::NotFound(_)) => Err(UNKNOWN),
                found => found.map(drop),
            }?;
            Ok::<_, Error>(import)
        })?;
        let commit = importing(caller, found.space, target(&found));
        let line = self.may_write(&commit)?;
        if found.reverted_at.is_some() {
            return self.get_import(caller, organization, id);
        }
        let (own, before) = self.revisions_of_import(&found)?;
        let commit = Commit { sources: &[own.id, before.id], ..commit };
        let now = self.now().0;
        let compute = |map: Map, draft: &mut Draft<'_>| {
            let known = merge::merge(map, map, map, draft, now)?.conflicts;
            let merged = merge::merge(Map::at(own.root), map, Map::at(before.root), draft, now)?;
            if merged.conflicts > known {
                let count = merged.conflicts - known;
                let message = format!(
                    "{count} of the things that the import changed were changed again since: take it back in parts, or \
                     open a change request that reverts revision {}",
                    own.id
                );
                return Err(Error::Conflict(message));
            }
            self.check_depth(&Map::at(own.root), &map, &merged.map, draft)?;
            Ok((merged.map, ()))
        };
        let mut note = |change: &mut Change<'_, '_>, done: &Committed<()>| {
            let Some(row) = store::get(change.tx, organization, id)? else { return Err(UNKNOWN) };
            let row = Import {
                reverted_at: Some(self.now()),
                reverted_by: caller.user(),
                reverted_to: Some(done.revision),
                updated_at: self.now(),
                ..row
            };
            store::update(change.tx, &row)?;
            // Importing the same source again brings it again.
            import_bases::delete(change.tx, line.branch(), own.id)?;
            let detail = json!({ "revision": done.revision.to_string() });
            change.record(organization.0, EventKind::ImportReverted, id.0, &detail)
        };
        self.commit_with(&commit, line, compute, Some(&mut note))?;
        self.inner.db.read(|tx| {
            let import = store::get(tx, organization, id)?.ok_or(UNKNOWN)?;
            shown(tx, import, &mut People::default())
        })
    }

    /// Returns the revision that an import made, and the one before it.
    fn revisions_of_import(&self, import: &Import) -> Result<(Revision, Revision), Error> {
        let nothing = || Error::Conflict("the import changed nothing that could be taken back".to_owned());
        let changed = outcome(import).is_some_and(|outcome| outcome.changed);
        let id = import.revision.filter(|_| changed && import.state == ImportState::Done).ok_or_else(nothing)?;
        self.inner.db.read(|tx| {
            let mut get = |id: RevisionId| {
                let found = revisions::get(tx, import.organization, import.space, id)?;
                found.ok_or_else(|| Error::Conflict("the revision before the import is gone".to_owned()))
            };
            let own = get(id)?;
            let before = own.parents.0.first().copied().ok_or_else(nothing)?;
            Ok((own, get(before)?))
        })
    }
}
