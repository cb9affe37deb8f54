//! The change requests of one user, in all spaces that they can see.

use quire_content::id::Uid;
use quire_model::change_requests::Status;
use quire_model::ids::{OrganizationId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::scopes::Scope;
use quire_store::change_requests::{self, ChangeRequest};
use quire_store::{Read, spaces};

use super::{Shown, show};
use crate::App;
use crate::access;
use crate::accounts::users::People;
use crate::callers::Caller;
use crate::callers::rights::Sights;
use crate::content::heads::main_head;
use crate::core::errors::Error;

/// A list of change requests in the database that belongs to a user.
type ListOfUser = dyn Fn(&mut Read<'_>, UserId) -> Result<Vec<ChangeRequest>, Error>;

impl App {
    /// Lists the change requests that the caller created, those that changed last first; of more than 1,000 the latest.
    pub fn list_own_change_requests(
        &self,
        caller: &Caller,
        status: Option<Status>,
        organization: Option<OrganizationId>,
        paging: &Paging,
    ) -> Result<Listing<Shown>, Error> {
        let read = |tx: &mut Read<'_>, user| Ok(change_requests::of_creator(tx, user)?);
        let admits = |one: &ChangeRequest| status.is_none_or(|status| status == one.status);
        self.list_of_user(caller, &read, &admits, organization, paging)
    }

    /// Lists the open change requests that wait for a review of the caller, those that changed last first.
    pub fn list_requested_reviews(
        &self,
        caller: &Caller,
        organization: Option<OrganizationId>,
        paging: &Paging,
    ) -> Result<Listing<Shown>, Error> {
        let read = |tx: &mut Read<'_>, user| Ok(change_requests::awaiting(tx, user)?);
        let admits = |one: &ChangeRequest| matches!(one.status, Status::Open | Status::Draft);
        self.list_of_user(caller, &read, &admits, organization, paging)
    }

    fn list_of_user(
        &self,
        caller: &Caller,
        read: &ListOfUser,
        admits: &dyn Fn(&ChangeRequest) -> bool,
        organization: Option<OrganizationId>,
        paging: &Paging,
    ) -> Result<Listing<Shown>, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        let all = self.inner.db.read_single(|tx| read(tx, user))?;
        let mut sights = Sights::of(self, caller);
        let mut seen = Vec::new();
        for one in all {
            let is_asked_for = organization.is_none_or(|organization| organization == one.organization) && admits(&one);
            if is_asked_for && sights.sees(one.organization, one.space)? {
                seen.push(one);
            }
        }
        let mark = |one: &ChangeRequest| -> (i64, Uid) { (one.updated_at.0, one.id.0) };
        let page = Listing::slice(&seen, paging, Order::Descending, mark);
        self.expect_text(page.items.iter().filter_map(|one| one.description.as_ref()).map(String::len).sum())?;
        self.inner.db.read(|tx| {
            let mut people = People::default();
            page.clone().try_filter_map(|one| {
                let Some(space) = spaces::get(tx, one.space)? else { return Ok(None) };
                let main = main_head(tx, &space)?;
                show(tx, one, main, &mut people).map(Some)
            })
        })
    }
}
