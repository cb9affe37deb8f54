//! Replies to comments.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{BranchId, CommentId, CommentReplyId, OrganizationId, SpaceId, UserId};
use quire_model::paging::{Listing, Paging};
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::{params, record};
use crate::paging::{self, Pages};

record! {
    /// The row of a reply to a comment.
    CommentReply {
        /// The owner of the space.
        organization: OrganizationId,
        /// The space that the comment belongs to.
        space: SpaceId,
        /// The identifier of the reply.
        id: CommentReplyId,
        /// The branch of the content that the comment is about.
        branch: BranchId,
        /// The comment that is replied to.
        comment: CommentId,
        /// The author of the reply.
        author: UserId,
        /// The text, as Markdown.
        body: String,
        /// The time at which it was posted.
        posted_at: Timestamp,
        /// The time of the last edit, if any.
        edited_at: Option<Timestamp>,
    }
}

statements! {
    BY_ID: Query<CommentReply> =
        "select organization, space, id, branch, comment, author, body, posted_at, edited_at from comment_replies
         where organization = ?1 and space = ?2 and branch = ?3 and comment = ?4 and id = ?5";
    AFTER: Query<CommentReply> =
        "select organization, space, id, branch, comment, author, body, posted_at, edited_at from comment_replies
         where organization = ?1 and space = ?2 and branch = ?3 and comment = ?4 and id > ?5 order by id limit ?6";
    BEFORE: Query<CommentReply> =
        "select organization, space, id, branch, comment, author, body, posted_at, edited_at from comment_replies
         where organization = ?1 and space = ?2 and branch = ?3 and comment = ?4 and id < ?5
         order by id desc limit ?6";
    COUNT: Query<paging::Count> =
        "select count(*) as count from comment_replies
         where organization = ?1 and space = ?2 and branch = ?3 and comment = ?4";
    INSERT: Execute =
        "insert into comment_replies (organization, space, id, branch, comment, author, body, posted_at, edited_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    EDIT: Execute =
        "update comment_replies set body = ?5, edited_at = ?6
         where organization = ?1 and space = ?2 and comment = ?3 and id = ?4";
    DELETE: Execute =
        "delete from comment_replies where organization = ?1 and space = ?2 and comment = ?3 and id = ?4";
    DELETE_OF_COMMENT: Execute =
        "delete from comment_replies where organization = ?1 and space = ?2 and comment = ?3";
    TRANSFER: Execute = "update comment_replies set organization = ?3 where organization = ?1 and space = ?2";
    DELETE_OF_SPACE: Execute = "delete from comment_replies where organization = ?1 and space = ?2";
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
    paging::list(tx, &pages, of, paging, |reply| reply.id.0)
}

/// Inserts a reply.
pub fn insert(tx: &mut Write<'_>, new: &CommentReply) -> Result<(), Error> {
    let values = params![
        new.organization,
        new.space,
        new.id,
        new.branch,
        new.comment,
        new.author,
        new.body,
        new.posted_at,
        new.edited_at
    ];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Updates the body and the time of the last edit of a reply.
pub fn update(tx: &mut Write<'_>, after: &CommentReply) -> Result<(), Error> {
    let values = params![after.organization, after.space, after.comment, after.id, after.body, after.edited_at];
    tx.execute(&EDIT, values)?;
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

/// Transfers the replies in a space to another organization.
pub fn transfer(tx: &mut Write<'_>, from: OrganizationId, space: SpaceId, to: OrganizationId) -> Result<(), Error> {
    tx.execute(&TRANSFER, params![from, space, to])?;
    Ok(())
}

/// Deletes the replies in a space.
pub fn delete_all(tx: &mut Write<'_>, organization: OrganizationId, space: SpaceId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_SPACE, params![organization, space])?;
    Ok(())
}
