//! Presence: people who are in a space now, each window of theirs for half a minute after it last said so.
//!
//! It is kept in the memory of each process and nowhere else: it is out of date before a disk would have it. On
//! PostgreSQL processes send each other what changes, and a process that starts has it all when everybody has said so
//! again. Listeners to commits are told by a scope of their own.

mod present;
mod registry;

use quire_content::id::PageId;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::presence::Activity;
use quire_model::scopes::Scope;
use quire_model::text::PresenceClient;
use quire_store::change_requests;
use quire_store::users;

pub use self::present::{LIFETIME, Present, scope};
pub(crate) use self::registry::Presences;

use crate::App;
use crate::access::{self, ViewSpace};
use crate::callers::Caller;
use crate::core::errors::Error;

/// A place where the caller is.
#[derive(Debug, Clone)]
pub struct NewPresence {
    /// The name of the window, which the client chooses.
    pub client: PresenceClient,
    /// The change request that the caller looks at; `None` for main content.
    pub change_request: Option<ChangeRequestName>,
    /// The page, as the client names it: it may exist on the client alone.
    pub page: Option<PageId>,
    /// The caller's activity.
    pub activity: Activity,
}

impl App {
    /// Notes where the caller is, in place of where the same window was before; returns it as others see it.
    ///
    /// # Errors
    /// [`Error::Busy`] if too many people are present in this process.
    pub fn note_presence(&self, caller: &Caller, space: SpaceId, new: &NewPresence) -> Result<Present, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        let now = self.now();
        let (organization, present) = self.inner.db.read(|tx| {
            let space = access::space::<ViewSpace>(tx, caller, space)?;
            let change_request = match new.change_request {
                Some(name) => {
                    let found = change_requests::get(tx, space.organization, space.id, name)?;
                    Some(found.ok_or_else(|| Error::Missing("changeRequest: change request not found".to_owned()))?.id)
                }
                None => None,
            };
            let user = users::get(tx, user)?.ok_or(Error::NotFound("user"))?;
            let present = Present {
                space: space.id,
                user: user.id,
                display_name: user.display_name,
                photo_url: user.photo_url,
                client: new.client.as_str().to_owned(),
                change_request,
                page: new.page,
                activity: new.activity,
                expires_at: now.plus(LIFETIME),
            };
            Ok::<_, Error>((space.organization, present))
        })?;
        if self.inner.presence.put(organization, present.clone(), now)? {
            self.announce_presence(organization, &registry::Message::put(organization, &present));
        }
        Ok(present)
    }

    /// Ends the caller's presence in a space, in one window or in all of theirs.
    pub fn end_presence(&self, caller: &Caller, space: SpaceId, client: Option<&PresenceClient>) -> Result<(), Error> {
        let user = access::own_account(caller, Scope::Read)?;
        let found = self.inner.db.read(|tx| access::space::<ViewSpace>(tx, caller, space));
        let organization = match found {
            Err(Error::NotFound(_)) => return Ok(()),
            found => found?.organization,
        };
        let client = client.map(PresenceClient::as_str);
        if self.inner.presence.remove(organization, user, space, client) {
            self.announce_presence(organization, &registry::Message::left(organization, user, space, client));
        }
        Ok(())
    }

    /// Lists who is present in a space, by name.
    pub fn list_presence(&self, caller: &Caller, space: SpaceId, paging: &Paging) -> Result<Listing<Present>, Error> {
        let organization =
            self.inner.db.read(|tx| access::space::<ViewSpace>(tx, caller, space).map(|space| space.organization))?;
        let all = self.inner.presence.list(organization, self.now(), &|at| at == space);
        Ok(Listing::slice(&all, paging, Order::Ascending, Present::mark))
    }

    /// Lists who is present in the spaces of an organization that the caller can see, by name.
    pub fn list_presence_in_org(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        paging: &Paging,
    ) -> Result<Listing<Present>, Error> {
        self.get_org(caller, organization)?;
        let sight = self.sight_of(caller, organization)?;
        let all = self.inner.presence.list(organization, self.now(), &|at| sight.scope().has(at));
        Ok(Listing::slice(&all, paging, Order::Ascending, Present::mark))
    }

    /// Tells the listeners of this process and the other processes. What does not reach them is repeated soon.
    fn announce_presence(&self, organization: OrganizationId, message: &registry::Message) {
        self.inner.commits.tell(&[scope(organization)]);
        let sent = serde_json::to_string(message).map_err(|e| Error::internal("writing a presence", e));
        let sent = sent.and_then(|text| Ok(self.inner.db.announce(&text)?));
        if let Err(e) = sent {
            tracing::debug!(error = &e as &dyn std::error::Error, "other processes do not hear who is present");
        }
    }
}
