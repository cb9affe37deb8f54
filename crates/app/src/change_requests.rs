//! Change requests, except for their content.
//!
//! The modules below merge them, judge rules for merging, keep reviews, and go back in the history of main content.

pub mod conflicts;
mod consequences;
mod decisions;
pub mod merge_rules;
pub mod merging;
mod own;
pub mod requested_reviewers;
pub mod reviews;
pub mod revisions;

use quire_model::change_requests::{ChangeRequestName, Status};
use quire_model::events::EventKind;
use quire_model::ids::{ChangeRequestId, RevisionId, SpaceId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::patch::Patch;
use quire_model::text::{ChangeRequestDescription, ChangeRequestSubject};
use quire_model::time::Timestamp;
use quire_store::branches::Branch;
use quire_store::change_requests;
pub use quire_store::change_requests::{ChangeRequest, Filter};
pub use quire_store::contributors::Contributor;
use quire_store::spaces::Space;
use quire_store::users::{self, User};
use quire_store::{Read, branches, contributors, spaces};
use serde_json::json;

use crate::App;
use crate::access::{self, EditSpace, Proof, ViewSpace};
use crate::accounts::users::People;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::Version;
use crate::content::heads::main_head;
use crate::content::import_bases;
use crate::core::errors::Error;

/// A change request as readers of its space see it.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The stored change request.
    pub change_request: ChangeRequest,
    /// True if the main content has changed since it was last pulled into the change request.
    pub outdated: bool,
    /// The user who created it.
    pub created_by: Option<User>,
}

/// Changes to a change request; `None` and [`Patch::Keep`] leave a field as it is.
#[derive(Debug, Clone, Default)]
pub struct ChangeRequestChanges {
    /// The new subject line.
    pub subject: Option<ChangeRequestSubject>,
    /// The description in Markdown; cleared to remove it.
    pub description: Patch<ChangeRequestDescription>,
    /// The new status; merging is a separate operation.
    pub status: Option<Status>,
}

impl App {
    /// Lists the change requests of a space that match a filter, newest first.
    pub fn list_change_requests(
        &self,
        caller: &Caller,
        space: SpaceId,
        filter: Filter,
        paging: &Paging,
    ) -> Result<Listing<Shown>, Error> {
        self.inner.db.read(|tx| {
            let space = access::space::<ViewSpace>(tx, caller, space)?;
            let main = main_head(tx, &space)?;
            let page = change_requests::of_space(tx, space.organization, space.id, filter, paging)?;
            let mut people = People::default();
            page.try_map(|found| show(tx, found, main, &mut people))
        })
    }

    /// Returns one change request of a space.
    pub fn get_change_request(&self, caller: &Caller, space: SpaceId, name: ChangeRequestName) -> Result<Shown, Error> {
        let known = self.recall_view(caller, space, Version::Main).transpose()?.map(|view| view.space);
        self.inner.db.read(|tx| match &known {
            Some(space) => of_space(tx, space, name),
            None => shown(tx, caller, space, name),
        })
    }

    /// Lists the users who changed the content of a change request, latest first.
    pub fn list_contributors(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        paging: &Paging,
    ) -> Result<Listing<(Contributor, User)>, Error> {
        self.inner.db.read(|tx| {
            let found = access::change_request::<ViewSpace>(tx, caller, space, name)?;
            let all = contributors::of_change_request(tx, found.organization, found.space, found.id)?;
            let mark = |one: &Contributor| (one.updated_at.0, one.user_id.0);
            let page = Listing::slice(&all, paging, Order::Descending, mark);
            page.try_filter_map(|one| Ok(users::get(tx, one.user_id)?.map(|user| (one, user))))
        })
    }

    /// Creates a change request from the current main content; a draft if it has no subject.
    pub fn create_change_request(
        &self,
        caller: &Caller,
        space: SpaceId,
        subject: Option<&ChangeRequestSubject>,
    ) -> Result<Shown, Error> {
        let now = self.now();
        let id = ChangeRequestId(self.fresh_id());
        let subject = subject.map_or("", ChangeRequestSubject::as_str);
        self.write(caller, |change| {
            let space = access::space::<EditSpace>(change.tx, caller, space)?;
            let made = open(change, caller, &space, id, subject, now)?;
            let main = made.revision_initial;
            show(change.tx, made, main, &mut People::default())
        })
    }

    /// Changes the subject, description or status of a change request.
    pub fn update_change_request(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        changes: &ChangeRequestChanges,
    ) -> Result<Shown, Error> {
        let now = self.now();
        self.write(caller, |change| {
            let before = access::change_request::<EditSpace>(change.tx, caller, space, name)?;
            alter(change, &before, changes, now)?;
            shown(change.tx, caller, space, name)
        })
    }
}

/// Applies changes to a change request; the caller's permission was checked before.
pub(crate) fn alter(
    change: &mut Change<'_, '_>,
    before: &ChangeRequest,
    changes: &ChangeRequestChanges,
    now: Timestamp,
) -> Result<(), Error> {
    let mut after = before.clone();
    apply(changes, &mut after)?;
    if after == *before {
        return Ok(());
    }
    after.updated_at = now;
    change_requests::update(change.tx, &after)?;
    spaces::count(change.tx, after.organization, after.space, Some(before.status), after.status)?;
    let space = after.space.to_string();
    let detail = json!({ "space": space, "before": settings(before), "after": settings(&after) });
    change.record(after.organization.0, EventKind::ChangeRequestUpdated, after.id.0, &detail)
}

/// Inserts a change request from the current main content; a draft if it has no subject.
pub(crate) fn open(
    change: &mut Change<'_, '_>,
    caller: &Caller,
    space: &Proof<Space, EditSpace>,
    id: ChangeRequestId,
    subject: &str,
    now: Timestamp,
) -> Result<ChangeRequest, Error> {
    let organization = space.organization;
    let main = main_head(change.tx, space)?;
    let status = if subject.is_empty() { Status::Draft } else { Status::Open };
    let made = ChangeRequest {
        organization,
        space: space.id,
        id,
        number: spaces::number(change.tx, organization, space.id)?,
        status,
        subject: subject.to_owned(),
        description: None,
        created_by: caller.user(),
        created_at: now,
        updated_at: now,
        revision_initial: main,
        merged_ancestor: None,
        revision_merged: None,
        comments: 0,
        revision: main,
    };
    spaces::count(change.tx, organization, space.id, None, status)?;
    branches::insert(change.tx, made.branch(), main)?;
    let main_branch = Branch { id: made.space.into(), ..made.branch() };
    import_bases::inherit(change.tx, main_branch, made.branch(), main)?;
    change_requests::insert(change.tx, &made)?;
    let detail = json!({ "space": space.id.to_string(), "number": made.number, "subject": made.subject });
    change.record(organization.0, EventKind::ChangeRequestCreated, id.0, &detail)?;
    Ok(made)
}

/// Loads a change request as a caller sees it.
pub(crate) fn shown(
    tx: &mut Read<'_>,
    caller: &Caller,
    space: SpaceId,
    name: ChangeRequestName,
) -> Result<Shown, Error> {
    let space = access::space::<ViewSpace>(tx, caller, space)?;
    of_space(tx, &space, name)
}

/// Returns a change request of a space that the caller may see.
fn of_space(tx: &mut Read<'_>, space: &Proof<Space, ViewSpace>, name: ChangeRequestName) -> Result<Shown, Error> {
    let found = change_requests::get(tx, space.organization, space.id, name)?;
    let found = found.ok_or(Error::NotFound("change request"))?;
    let main = main_head(tx, space)?;
    show(tx, found, main, &mut People::default())
}

/// Completes a change request of a space with its main content at `main`.
pub(crate) fn show(
    tx: &mut Read<'_>,
    change_request: ChangeRequest,
    main: RevisionId,
    people: &mut People,
) -> Result<Shown, Error> {
    let outdated = change_request.status != Status::Merged && change_request.ancestor() != main;
    let created_by = people.find(tx, change_request.created_by)?;
    Ok(Shown { change_request, outdated, created_by })
}

fn apply(changes: &ChangeRequestChanges, found: &mut ChangeRequest) -> Result<(), Error> {
    if let Some(subject) = &changes.subject {
        subject.as_str().clone_into(&mut found.subject);
    }
    let description = changes.description.as_ref().map(|text| text.as_str().to_owned());
    found.description = description.after(found.description.take());
    if let Some(status) = changes.status {
        if found.status == Status::Merged {
            return Err(Error::Conflict("the change request is merged, which is final".to_owned()));
        }
        found.status = status;
    }
    Ok(())
}

fn settings(found: &ChangeRequest) -> serde_json::Value {
    json!({ "subject": found.subject, "description": found.description, "status": found.status.as_str() })
}
