//! Replies to comments.

use quire_model::events::EventKind;
use quire_model::ids::{CommentId, CommentReplyId};
use quire_model::notifications::NotificationReason;
use quire_model::paging::{Listing, Paging};
use quire_model::scopes::Scope;
use quire_model::text::CommentBody;
pub use quire_store::comment_replies::CommentReply;
use quire_store::reactions::{self, Subject};
use quire_store::{comment_replies, comments, notifications};
use serde_json::json;

use super::access_to::{CommentAccess, CommentPlace, access_to, editable, removable};
use super::changes::CommentChanges;
use super::listing::{CommentListing, Shown, react};
use super::mentions::{known_mentions, mentioned};
use super::{creator_of, tell};
use crate::App;
use crate::access::{self, CommentSpace, ViewSpace};
use crate::callers::Caller;
use crate::core::errors::Error;
use crate::notifications::{About, Told};

/// The maximum number of users who replied and are told of another reply.
const MOST_REPLIERS: i64 = 50;

impl App {
    /// Lists the replies to a comment, oldest first.
    pub fn list_replies(
        &self,
        caller: &Caller,
        place: CommentPlace,
        comment: CommentId,
        paging: &Paging,
    ) -> Result<Listing<Shown<CommentReply>>, Error> {
        let page = self.inner.db.read(|tx| {
            let access = access_to::<ViewSpace>(tx, caller, place)?;
            comments::get(tx, access.branch, comment)?.ok_or(Error::NotFound("comment"))?;
            let page = comment_replies::of_comment(tx, access.branch, comment, paging)?;
            let found = match (page.items.first(), page.items.last()) {
                (Some(first), Some(last)) => {
                    reactions::of_replies(tx, access.branch, comment, (first.id.0, last.id.0))?
                }
                _ => Vec::new(),
            };
            let mut listing = CommentListing::new(&access, caller, found);
            page.try_map(|reply| {
                let (id, author) = (reply.id.0, reply.author);
                listing.show(tx, reply, id, author)
            })
        })?;
        self.expect_text(page.items.iter().map(|reply| reply.said.body.len()).sum())?;
        Ok(page)
    }

    /// Returns one reply to a comment.
    pub fn get_reply(
        &self,
        caller: &Caller,
        place: CommentPlace,
        comment: CommentId,
        id: CommentReplyId,
    ) -> Result<Shown<CommentReply>, Error> {
        self.inner.db.read(|tx| {
            let access = access_to::<ViewSpace>(tx, caller, place)?;
            let reply = comment_replies::get(tx, access.branch, comment, id)?.ok_or(Error::NotFound("reply"))?;
            show(tx, &access, caller, reply)
        })
    }

    /// Posts a reply to a comment.
    pub fn post_reply(
        &self,
        caller: &Caller,
        place: CommentPlace,
        comment: CommentId,
        body: &CommentBody,
    ) -> Result<Shown<CommentReply>, Error> {
        let now = self.now();
        let author = access::own_account(caller, Scope::Write)?;
        let id = CommentReplyId(self.fresh_id());
        let mentioned = mentioned(body);
        self.write(caller, |change| {
            let access = access_to::<CommentSpace>(change.tx, caller, place)?;
            let to = comments::get(change.tx, access.branch, comment)?.ok_or(Error::NotFound("comment"))?;
            let reply = CommentReply {
                organization: to.organization,
                space: to.space,
                id,
                branch: to.branch,
                comment,
                author,
                body: body.as_str().to_owned(),
                posted_at: now,
                edited_at: None,
            };
            comment_replies::insert(change.tx, &reply)?;
            comments::count_replies(change.tx, access.branch, comment, 1)?;
            let detail = json!({ "comment": comment.to_string() });
            tell(change, EventKind::CommentReplyPosted, access.branch, id.0, detail)?;
            let about = About { reply: Some(id), ..About::comment(&to) };
            let mut told = Told::default();
            change.notify(&about, NotificationReason::Mention, mentioned.iter().copied(), &mut told)?;
            let mut others = vec![to.author];
            others.extend(comment_replies::authors(change.tx, access.branch, comment, MOST_REPLIERS)?);
            others.extend(creator_of(change.tx, access.branch)?);
            change.notify(&about, NotificationReason::Reply, others, &mut told)?;
            show(change.tx, &access, caller, reply)
        })
    }

    /// Edits a reply and changes the caller's reactions to it: all of it or nothing.
    pub fn update_reply(
        &self,
        caller: &Caller,
        place: CommentPlace,
        comment: CommentId,
        id: CommentReplyId,
        changes: &CommentChanges,
    ) -> Result<Shown<CommentReply>, Error> {
        let now = self.now();
        let user = access::own_account(caller, Scope::Write)?;
        let mentioned = changes.body.as_ref().map(mentioned).unwrap_or_default();
        self.write(caller, |change| {
            let access = access_to::<CommentSpace>(change.tx, caller, place)?;
            let before =
                comment_replies::get(change.tx, access.branch, comment, id)?.ok_or(Error::NotFound("reply"))?;
            let mut after = before.clone();
            if let Some(body) = &changes.body {
                editable(access.may(caller, before.author))?;
                if body.as_str() != before.body {
                    body.as_str().clone_into(&mut after.body);
                    after.edited_at = Some(now);
                    comment_replies::update(change.tx, &after)?;
                    let to = comments::get(change.tx, access.branch, comment)?.ok_or(Error::NotFound("comment"))?;
                    let about = About { reply: Some(id), ..About::comment(&to) };
                    let mut told = Told::of(known_mentions(&before.body));
                    change.notify(&about, NotificationReason::Mention, mentioned.iter().copied(), &mut told)?;
                }
            }
            let subject = Subject { comment, id: id.0 };
            let reacted = react(change.tx, access.branch, subject, user, changes, now)?;
            if reacted || after != before {
                let detail = json!({ "comment": comment.to_string(), "edited": after != before });
                tell(change, EventKind::CommentReplyUpdated, access.branch, id.0, detail)?;
            }
            show(change.tx, &access, caller, after)
        })
    }

    /// Deletes a reply. Does nothing if there is no such reply.
    pub fn delete_reply(
        &self,
        caller: &Caller,
        place: CommentPlace,
        comment: CommentId,
        id: CommentReplyId,
    ) -> Result<(), Error> {
        self.write(caller, |change| {
            let access = match access_to::<ViewSpace>(change.tx, caller, place) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            let Some(reply) = comment_replies::get(change.tx, access.branch, comment, id)? else { return Ok(()) };
            removable(access.may(caller, reply.author))?;
            reactions::delete_of_subject(change.tx, access.branch, id.0)?;
            comment_replies::delete(change.tx, &reply)?;
            notifications::delete_of_comment(change.tx, access.branch, comment, Some(id))?;
            comments::count_replies(change.tx, access.branch, comment, -1)?;
            let detail = json!({ "comment": comment.to_string() });
            tell(change, EventKind::CommentReplyDeleted, access.branch, id.0, detail)
        })
    }
}

/// Returns a reply with its author and reactions.
fn show<P>(
    tx: &mut quire_store::Read<'_>,
    access: &CommentAccess<P>,
    caller: &Caller,
    reply: CommentReply,
) -> Result<Shown<CommentReply>, Error> {
    let found = reactions::of_subject(tx, access.branch, reply.id.0)?;
    let (id, author) = (reply.id.0, reply.author);
    CommentListing::new(access, caller, found).show(tx, reply, id, author)
}
