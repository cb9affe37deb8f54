//! Events in spaces and organizations, as clients are told of them: the event log, as far as it concerns content.
//!
//! An event names what changed and who changed it, and never its text: who wants that reads it, with the rights of a read.
//! Events are shown by the rights that the caller has when they are handed out, not those of the time of the event.
//! [`Follower`] goes along the log of one organization; [`tails`] reads its end once for all who follow it, and `meaning`
//! says what a row of the log is about.

mod following;
mod meaning;
pub(crate) mod tails;

use quire_model::events::EventType;
use quire_model::ids::{
    ChangeRequestId, CollectionId, CommentId, CommentReplyId, PageId, ReviewId, RevisionId, SpaceId,
};
use quire_model::time::Timestamp;
use quire_store::users::User;

pub use self::following::{Follower, Place, Step};

/// An event, as those who may see it are told of it.
#[derive(Debug, Clone)]
pub struct Event {
    /// The position in the log of the organization.
    pub sequence: i64,
    /// The time of the event.
    pub at: Timestamp,
    /// The user who caused it; none for the server itself and its operator.
    pub actor: Option<User>,
    /// The type of the event.
    pub kind: EventType,
    /// The thing whose readers may see the event.
    pub concerns: Concerned,
    /// The change request; none for events about main content.
    pub change_request: Option<ChangeRequestId>,
    /// The new revision, for a change of content.
    pub revision: Option<RevisionId>,
    /// The pages that it is about. None where it is about no page, about very many, or where they are not known any more.
    pub pages: Option<Vec<PageId>>,
    /// The comment.
    pub comment: Option<CommentId>,
    /// The reply to the comment.
    pub reply: Option<CommentReplyId>,
    /// The review.
    pub review: Option<ReviewId>,
}

/// The thing that an event concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concerned {
    /// The organization itself.
    Organization,
    /// A collection.
    Collection(CollectionId),
    /// A space, with everything in it.
    Space(SpaceId),
}
