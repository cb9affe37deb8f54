//! Notifications: what others did that concerns a user.
//!
//! They are made in the transaction of what they are about, for users who may read it then, and have no text of it. They
//! are shown by the rights that the user has when they are asked for: what is hidden from the user is not in lists, is not
//! counted and can't be marked, and is back with the right. [`digests`](self) mails those that are unread.

mod digests;
mod making;

use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{NotificationId, OrganizationId, SpaceId, UserId};
use quire_model::notifications::{MailFrequency, NotificationReason};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::scopes::Scope;
use quire_store::change_requests::{self, ChangeRequest};
pub use quire_store::notifications::Notification;
use quire_store::spaces::Space;
use quire_store::users::User;
use quire_store::{Read, notifications, spaces};

pub(crate) use self::making::{About, Told};

use crate::App;
use crate::access;
use crate::accounts::users::People;
use crate::callers::Caller;
use crate::callers::rights::Sights;
use crate::core::errors::Error;

/// A notification with what it is about.
#[derive(Debug, Clone)]
pub struct ShownNotification {
    /// The stored notification.
    pub notification: Notification,
    /// The user who caused it.
    pub actor: Option<User>,
    /// The space that it is about.
    pub space: Space,
    /// The change request that it is about, if it is about one.
    pub change_request: Option<ChangeRequest>,
}

/// A filter of a list of notifications; a field without a value does not restrict it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NotificationFilter {
    /// True for those that are read, false for the others.
    pub read: Option<bool>,
    /// The reason.
    pub reason: Option<NotificationReason>,
    /// The organization.
    pub organization: Option<OrganizationId>,
    /// The space.
    pub space: Option<SpaceId>,
}

impl NotificationFilter {
    fn admits(&self, one: &Notification) -> bool {
        self.read.is_none_or(|read| read == one.read_at.is_some())
            && self.reason.is_none_or(|reason| reason == one.reason)
            && self.organization.is_none_or(|organization| organization == one.organization)
            && self.space.is_none_or(|space| space == one.space)
    }
}

impl App {
    /// Lists the caller's notifications that match a filter, newest first. The oldest of more than 1,000 are forgotten.
    pub fn list_notifications(
        &self,
        caller: &Caller,
        filter: &NotificationFilter,
        paging: &Paging,
    ) -> Result<Listing<ShownNotification>, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        let found = self.visible_notifications(caller, user, filter)?;
        let page = Listing::slice(&found, paging, Order::Descending, |one| one.id.0);
        self.inner.db.read(|tx| {
            let mut people = People::default();
            page.clone().try_filter_map(|one| show(tx, one, &mut people))
        })
    }

    /// Marks a notification of the caller as read or as unread, and returns it.
    pub fn mark_notification(
        &self,
        caller: &Caller,
        id: NotificationId,
        read: bool,
    ) -> Result<ShownNotification, Error> {
        const UNKNOWN: Error = Error::NotFound("notification");
        let user = access::own_account(caller, Scope::Write)?;
        let seen = self.visible_notifications(caller, user, &NotificationFilter::default())?;
        if !seen.iter().any(|one| one.id == id) {
            return Err(UNKNOWN);
        }
        let now = self.now();
        self.write(caller, |change| {
            let before = notifications::get(change.tx, user, id)?.ok_or(UNKNOWN)?;
            let read_at = read.then(|| before.read_at.unwrap_or(now));
            if read_at != before.read_at {
                notifications::mark(change.tx, user, id, read_at)?;
            }
            let after = Notification { read_at, ..before };
            show(change.tx, after, &mut People::default())?.ok_or(UNKNOWN)
        })
    }

    /// Marks all notifications of the caller that match a filter as read, up to one of them if it is given.
    pub fn mark_notifications(
        &self,
        caller: &Caller,
        filter: &NotificationFilter,
        last: Option<NotificationId>,
    ) -> Result<(), Error> {
        let user = access::own_account(caller, Scope::Write)?;
        let unread = NotificationFilter { read: Some(false), ..*filter };
        let mut seen = self.visible_notifications(caller, user, &unread)?;
        seen.retain(|one| last.is_none_or(|last| one.id <= last));
        if seen.is_empty() {
            return Ok(());
        }
        let now = self.now();
        self.write(caller, |change| {
            for one in &seen {
                notifications::mark(change.tx, user, one.id, Some(now))?;
            }
            Ok(())
        })
    }

    /// Returns how often the caller wants unread notifications by mail.
    pub fn notification_mail(&self, caller: &Caller) -> Result<MailFrequency, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        let set = self.inner.db.read_single(|tx| Ok::<_, Error>(notifications::mail(tx, user)?))?;
        Ok(set.unwrap_or(MailFrequency::DEFAULT))
    }

    /// Sets how often the caller wants unread notifications by mail.
    pub fn set_notification_mail(&self, caller: &Caller, mail: MailFrequency) -> Result<(), Error> {
        // Whoever gets the mails can turn them off, also where they sign in by one organization alone.
        let user = access::own_account(caller, Scope::Write)?;
        self.write(caller, |change| Ok(notifications::set_mail(change.tx, user, mail)?))
    }

    /// Returns the notifications of the caller about spaces that they may read, newest first.
    fn visible_notifications(
        &self,
        caller: &Caller,
        user: UserId,
        filter: &NotificationFilter,
    ) -> Result<Vec<Notification>, Error> {
        let mut all = self.inner.db.read_single(|tx| Ok::<_, Error>(notifications::of_user(tx, user)?))?;
        all.retain(|one| filter.admits(one));
        let mut sights = Sights::of(self, caller);
        let mut seen = Vec::new();
        for one in all {
            if sights.sees(one.organization, one.space)? {
                seen.push(one);
            }
        }
        Ok(seen)
    }
}

/// Returns a notification with what it is about; `None` if that is gone.
fn show(
    tx: &mut Read<'_>,
    notification: Notification,
    people: &mut People,
) -> Result<Option<ShownNotification>, Error> {
    let space = spaces::get(tx, notification.space)?.filter(|space| space.deleted_at.is_none());
    let Some(space) = space.filter(|space| space.organization == notification.organization) else { return Ok(None) };
    let change_request = match notification.change_request {
        Some(id) => change_requests::get(tx, space.organization, space.id, ChangeRequestName::Id(id))?,
        None => None,
    };
    let actor = people.find(tx, notification.actor)?;
    Ok(Some(ShownNotification { notification, actor, space, change_request }))
}
