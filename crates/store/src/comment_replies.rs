//! What people say to comments.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{BranchId, CommentId, CommentReplyId, OrganizationId, SpaceId, UserId};
use quire_model::paging::{Listing, Paging};
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::{params, record};
use crate::paging::{self, Pages};

record! {
    /// A reply.
    CommentReply {
        /// The owner of the space.
        organization: OrganizationId,
        /// The space.
        space: SpaceId,
        /// The reply.
        id: CommentReplyId,
        /// The line of content that the comment is about.
        branch: BranchId,
        /// The comment.
        comment: CommentId,
        /// Who says it.
        author: UserId,
        /// What they say, as Markdown.
        body: String,
        /// When they said it.
        posted_at: Timestamp,
        /// When they last said it in other words.
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

/// The reply of this identifier to this comment.
pub fn get(
    tx: &mut Read<'_>,
    branch: Branch,
    comment: CommentId,
    id: CommentReplyId,
) -> Result<Option<CommentReply>, Error> {
    tx.one(&BY_ID, params![branch.organization, branch.space, branch.id, comment, id])
}

/// The replies to a comment, the first one first.
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

/// Adds a reply.
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

/// Writes over a reply what can change of it.
pub fn update(tx: &mut Write<'_>, after: &CommentReply) -> Result<(), Error> {
    let values = params![after.organization, after.space, after.comment, after.id, after.body, after.edited_at];
    tx.execute(&EDIT, values)?;
    Ok(())
}

/// Removes a reply.
pub fn delete(tx: &mut Write<'_>, reply: &CommentReply) -> Result<(), Error> {
    tx.execute(&DELETE, params![reply.organization, reply.space, reply.comment, reply.id])?;
    Ok(())
}

/// Removes every reply to a comment.
pub fn delete_of_comment(tx: &mut Write<'_>, branch: Branch, comment: CommentId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_COMMENT, params![branch.organization, branch.space, comment])?;
    Ok(())
}

/// Hands the replies in a space to another organization.
pub fn transfer(tx: &mut Write<'_>, from: OrganizationId, space: SpaceId, to: OrganizationId) -> Result<(), Error> {
    tx.execute(&TRANSFER, params![from, space, to])?;
    Ok(())
}

/// Removes the replies in a space.
pub fn delete_all(tx: &mut Write<'_>, organization: OrganizationId, space: SpaceId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_SPACE, params![organization, space])?;
    Ok(())
}
