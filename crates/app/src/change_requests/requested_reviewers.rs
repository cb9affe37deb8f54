//! Requests to review change requests.

use quire_model::change_requests::{ChangeRequestName, Status};
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, SpaceId, UserId};
use quire_model::notifications::NotificationReason;
use quire_model::paging::{Listing, Paging};
use quire_model::policy::{Action, Decision, Grants, decide};
use quire_model::scopes::{Scope, Scopes};
use quire_store::change_requests::ChangeRequest;
pub use quire_store::requested_reviewers::RequestedReviewer;
use quire_store::users::User;
use quire_store::{Read, members, requested_reviewers, reviews};
use serde_json::json;

use crate::App;
use crate::access::{self, EditSpace, ViewSpace};
use crate::accounts::users::People;
use crate::callers::Caller;
use crate::change_requests::{ChangeRequestChanges, alter};
use crate::content::commit::active;
use crate::core::errors::Error;
use crate::notifications::{About, Told};

/// The maximum number of users that one call may ask.
const MAX_ASKED: usize = 50;

/// A request for a review with the users involved.
pub struct ShownRequest {
    /// The stored request, with its time and revision.
    pub request: RequestedReviewer,
    /// The user who is asked for the review.
    pub user: User,
    /// The user who asked for the review.
    pub requested_by: User,
}

impl App {
    /// Lists the open requests to review a change request, in the order in which they were made.
    pub fn list_requested_reviewers(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        paging: &Paging,
    ) -> Result<Listing<ShownRequest>, Error> {
        self.inner.db.read(|tx| {
            let found = access::change_request::<ViewSpace>(tx, caller, space, name)?;
            let mut people = People::default();
            let page = requested_reviewers::list(tx, found.branch(), paging)?;
            page.try_map(|it| show(tx, found.organization, it, &mut people))
        })
    }

    /// Asks users to review the current revision of a change request, all or none. Their earlier reviews no longer
    /// count. A draft becomes open; `changes` are applied to the change request as well.
    pub fn request_reviewers(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        users: &[UserId],
        changes: &ChangeRequestChanges,
    ) -> Result<Vec<ShownRequest>, Error> {
        let requested_by = access::own_account(caller, Scope::Read)?;
        if !(1..=MAX_ASKED).contains(&users.len()) {
            return Err(Error::Invalid(format!("users: must be 1 to {MAX_ASKED} users, not {}", users.len())));
        }
        let now = self.now();
        self.write(caller, |change| {
            let found = access::change_request::<EditSpace>(change.tx, caller, space, name)?;
            active(&found)?;
            let mut made: Vec<RequestedReviewer> = Vec::new();
            for (at, user) in users.iter().copied().enumerate() {
                if let Some(why) = refusal(change.tx, &found, user)? {
                    return Err(Error::Invalid(format!("users.{at}: {why}")));
                }
                if made.iter().any(|earlier| earlier.user_id == user) {
                    continue;
                }
                let new = RequestedReviewer { user_id: user, requested_by, revision: found.revision, created_at: now };
                requested_reviewers::put(change.tx, found.branch(), &new)?;
                reviews::supersede(change.tx, found.branch(), user, now)?;
                made.push(new);
            }
            let opened = (found.status == Status::Draft).then_some(Status::Open);
            alter(change, &found, &ChangeRequestChanges { status: opened, ..changes.clone() }, now)?;
            let ids: Vec<_> = made.iter().map(|request| request.user_id.to_string()).collect();
            let space = found.space.to_string();
            let detail = json!({ "space": space, "users": ids, "revision": found.revision.to_string() });
            change.record(found.organization.0, EventKind::ReviewRequested, found.id.0, &detail)?;
            let asked = made.iter().map(|request| request.user_id);
            let about = About::change_request(&found);
            change.notify(&about, NotificationReason::ReviewRequested, asked, &mut Told::default())?;
            let mut people = People::default();
            made.into_iter().map(|request| show(change.tx, found.organization, request, &mut people)).collect()
        })
    }

    /// Withdraws the request to a user to review a change request. Does nothing if there is none.
    pub fn remove_requested_reviewer(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        user: UserId,
    ) -> Result<(), Error> {
        self.write(caller, |change| {
            let found = match access::change_request::<EditSpace>(change.tx, caller, space, name) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            if requested_reviewers::delete(change.tx, found.branch(), user)? {
                let detail = json!({ "space": found.space.to_string(), "user": user.to_string() });
                change.record(found.organization.0, EventKind::ReviewRequestRemoved, found.id.0, &detail)?;
            }
            Ok(())
        })
    }
}

/// Returns the reason why a user can't be asked to review a change request, or `None` if they can.
fn refusal(tx: &mut Read<'_>, of: &ChangeRequest, user: UserId) -> Result<Option<&'static str>, Error> {
    if of.created_by == Some(user) {
        return Ok(Some("nobody reviews their own change request"));
    }
    let role = access::role_of(tx, user, of.organization, of.space.0)?;
    let decision = decide(Grants { role, scopes: Scopes::ALL }, Action::MergeSpace);
    Ok((decision != Decision::Allow).then_some("must have the role review on this space"))
}

fn show(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    request: RequestedReviewer,
    people: &mut People,
) -> Result<ShownRequest, Error> {
    let user = members::person(tx, organization, request.user_id)?;
    let user = user.ok_or_else(|| Error::internal("loading a user", "there is none of this identifier"))?;
    let requested_by = people.known(tx, request.requested_by)?;
    Ok(ShownRequest { request, user, requested_by })
}
