//! Replies to comments.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{BranchId, CommentId, CommentReplyId, OrganizationId, SpaceId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::params;
use crate::paging::{self, Pages, Sorting};
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a reply to a comment.
    CommentReply in comment_replies {
        /// The owner of the space.
        organization: OrganizationId as key,
        /// The space that the comment belongs to.
        space: SpaceId as key,
        /// The identifier of the reply.
        id: CommentReplyId as key,
        /// The branch of the content that the comment is about.
        branch: BranchId as fixed,
        /// The comment that is replied to.
        comment: CommentId as key,
        /// The author of the reply.
        author: UserId as fixed,
        /// The text, as Markdown.
        body: String,
        /// The time at which it was posted.
        posted_at: Timestamp as fixed,
        /// The time of the last edit, if any.
        edited_at: Option<Timestamp>,
    }
}

record! {
    /// The author of a reply.
    Author {
        /// The user.
        author: UserId,
    }
}

statements! {
    BY_ID: Query<CommentReply> =
        select!(CommentReply, "where organization = ?1 and space = ?2 and branch = ?3 and comment = ?4 and id = ?5");
    AFTER: Query<CommentReply> = select!(
        CommentReply,
        "where organization = ?1 and space = ?2 and branch = ?3 and comment = ?4 and id > ?5 order by id
         limit ?6"
    );
    BEFORE: Query<CommentReply> = select!(
        CommentReply,
        "where organization = ?1 and space = ?2 and branch = ?3 and comment = ?4 and id < ?5 order by id desc
         limit ?6"
    );
    COUNT: Query<paging::Count> =
        "select count(*) as count from comment_replies
         where organization = ?1 and space = ?2 and branch = ?3 and comment = ?4";
    AUTHORS: Query<Author> =
        "select distinct author from comment_replies
         where organization = ?1 and space = ?2 and branch = ?3 and comment = ?4 order by author limit ?5";
    INSERT: Execute = insert!(CommentReply);
    UPDATE: Execute = update!(CommentReply);
    DELETE: Execute =
        "delete from comment_replies where organization = ?1 and space = ?2 and comment = ?3 and id = ?4";
    DELETE_OF_COMMENT: Execute =
        "delete from comment_replies where organization = ?1 and space = ?2 and comment = ?3";
}

/// Returns the reply with this identifier to this comment.
pub fn get(
    tx: &mut Read<'_>,
    branch: Branch,
    comment: CommentId,
    id: CommentReplyId,
) -> Result<Option<CommentReply>, Error> {
    tx.one(&BY_ID, params![branch.organization, branch.space, branch.id, comment, id])
}

/// Returns a page of the replies to a comment, oldest first.
pub fn of_comment(
    tx: &mut Read<'_>,
    branch: Branch,
    comment: CommentId,
    paging: &Paging,
) -> Result<Listing<CommentReply>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    let of = params![branch.organization, branch.space, branch.id, comment];
    let (id, size) = (|reply: &CommentReply| reply.id.0, |reply: &CommentReply| reply.body.len());
    paging::of_texts(tx, &pages, of, paging, (Sorting::Id, Order::Ascending), (id, size))
}

/// Returns the users who replied to a comment, at most `most` of them.
pub fn authors(tx: &mut Read<'_>, branch: Branch, comment: CommentId, most: i64) -> Result<Vec<UserId>, Error> {
    let found = tx.all(&AUTHORS, params![branch.organization, branch.space, branch.id, comment, most])?;
    Ok(found.into_iter().map(|found| found.author).collect())
}

/// Inserts a reply.
pub fn insert(tx: &mut Write<'_>, new: &CommentReply) -> Result<(), Error> {
    tx.execute(&INSERT, &new.inserted())?;
    Ok(())
}

/// Updates the body and the time of the last edit of a reply.
pub fn update(tx: &mut Write<'_>, after: &CommentReply) -> Result<(), Error> {
    tx.execute(&UPDATE, &after.updated())?;
    Ok(())
}

/// Deletes a reply.
pub fn delete(tx: &mut Write<'_>, reply: &CommentReply) -> Result<(), Error> {
    tx.execute(&DELETE, params![reply.organization, reply.space, reply.comment, reply.id])?;
    Ok(())
}

/// Deletes every reply to a comment.
pub fn delete_of_comment(tx: &mut Write<'_>, branch: Branch, comment: CommentId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_COMMENT, params![branch.organization, branch.space, comment])?;
    Ok(())
}
