//! Notifications as they are made, in the transaction of what they are about.

use std::collections::BTreeSet;

use quire_model::ids::{
    ChangeRequestId, CommentId, CommentReplyId, NotificationId, OrganizationId, ReviewId, SpaceId, UserId,
};
use quire_model::notifications::NotificationReason;
use quire_model::policy::{Action, Decision, Grants, decide};
use quire_model::scopes::Scopes;
use quire_store::change_requests::ChangeRequest;
use quire_store::comments::Comment;
use quire_store::notifications::{self, Notification};

use crate::access;
use crate::callers::writing::Change;
use crate::core::errors::Error;

/// The maximum number of users whom one change notifies.
const MOST: usize = 100;

/// The thing that a notification is about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About {
    pub(crate) organization: OrganizationId,
    pub(crate) space: SpaceId,
    pub(crate) change_request: Option<ChangeRequestId>,
    pub(crate) comment: Option<CommentId>,
    pub(crate) reply: Option<CommentReplyId>,
    pub(crate) review: Option<ReviewId>,
}

impl About {
    /// Returns the thing to be told of a change request.
    pub(crate) fn change_request(of: &ChangeRequest) -> Self {
        let (organization, space, change_request) = (of.organization, of.space, Some(of.id));
        Self { organization, space, change_request, comment: None, reply: None, review: None }
    }

    /// Returns the thing to be told of a comment.
    pub(crate) fn comment(of: &Comment) -> Self {
        let change_request = (of.branch != of.space.into()).then_some(ChangeRequestId(of.branch.0));
        let (organization, space, comment) = (of.organization, of.space, Some(of.id));
        Self { organization, space, change_request, comment, reply: None, review: of.review }
    }
}

/// The users who were notified by a change already: nobody is notified of one change twice.
#[derive(Debug, Default)]
pub(crate) struct Told(BTreeSet<UserId>);

impl Told {
    /// Begins with users who need no notification.
    pub(crate) fn of(users: impl IntoIterator<Item = UserId>) -> Self {
        Self(users.into_iter().collect())
    }
}

impl Change<'_, '_> {
    /// Notifies users of this change, except its author, those whom it notified before, and those who may not read what it
    /// is about.
    pub(crate) fn notify(
        &mut self,
        about: &About,
        reason: NotificationReason,
        users: impl IntoIterator<Item = UserId>,
        told: &mut Told,
    ) -> Result<(), Error> {
        let actor = self.caller().user();
        for user in users {
            if Some(user) == actor || told.0.len() >= MOST || told.0.contains(&user) {
                continue;
            }
            let role = access::role_of(self.tx, user, about.organization, about.space.0)?;
            if decide(Grants { role, scopes: Scopes::ALL }, Action::ViewSpace) != Decision::Allow {
                continue;
            }
            told.0.insert(user);
            let notification = Notification {
                organization: about.organization,
                space: about.space,
                user_id: user,
                id: NotificationId(self.fresh_id()),
                reason,
                actor,
                change_request: about.change_request,
                comment: about.comment,
                reply: about.reply,
                review: about.review,
                created_at: self.now(),
                read_at: None,
                mailed: false,
            };
            notifications::insert(self.tx, &notification)?;
            self.request_digest(user)?;
        }
        Ok(())
    }
}
