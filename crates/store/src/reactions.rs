//! Emoji reactions to comments and replies.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::comments::Reaction;
use quire_model::ids::{CommentId, UserId};
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::params;
use crate::paging::Count;
use crate::record::record;

record! {
    /// A reaction of a user.
    Reacted {
        /// The identifier of the comment or the reply.
        subject: Uid,
        /// The emoji of the reaction.
        emoji: Reaction,
        /// The user who reacted.
        user_id: UserId,
        /// The time of the reaction.
        reacted_at: Timestamp,
    }
}

/// A reference to a comment, or to a reply to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// The identifier of the comment.
    pub comment: CommentId,
    /// The identifier of the comment again, or of the reply.
    pub id: Uid,
}

statements! {
    OF_SUBJECT: Query<Reacted> =
        "select subject, emoji, user_id, reacted_at from reactions
         where organization = ?1 and space = ?2 and subject = ?3 order by reacted_at, emoji, user_id";
    OF_COMMENTS: Query<Reacted> =
        "select r.subject as subject, r.emoji as emoji, r.user_id as user_id, r.reacted_at as reacted_at
         from comments c join reactions r
         on r.organization = c.organization and r.space = c.space and r.subject = c.id
         where c.organization = ?1 and c.space = ?2 and c.branch = ?3 and c.id >= ?4 and c.id <= ?5
         order by r.reacted_at, r.emoji, r.user_id";
    OF_REPLIES: Query<Reacted> =
        "select subject, emoji, user_id, reacted_at from reactions
         where organization = ?1 and space = ?2 and comment = ?3 and subject >= ?4 and subject <= ?5
         order by reacted_at, emoji, user_id";
    COUNT_OF_USER: Query<Count> =
        "select count(*) as count from reactions
         where organization = ?1 and space = ?2 and subject = ?3 and user_id = ?4";
    PUT: Execute =
        "insert into reactions (organization, space, comment, subject, user_id, emoji, reacted_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7) on conflict do nothing";
    DELETE: Execute =
        "delete from reactions
         where organization = ?1 and space = ?2 and subject = ?3 and user_id = ?4 and emoji = ?5";
    DELETE_OF_SUBJECT: Execute =
        "delete from reactions where organization = ?1 and space = ?2 and subject = ?3";
    DELETE_OF_COMMENT: Execute =
        "delete from reactions where organization = ?1 and space = ?2 and comment = ?3";
}

/// Returns the reactions to one comment or reply, oldest first.
pub fn of_subject(tx: &mut Read<'_>, branch: Branch, subject: Uid) -> Result<Vec<Reacted>, Error> {
    tx.all(&OF_SUBJECT, params![branch.organization, branch.space, subject])
}

/// Returns the reactions to the comments on a branch in a range of identifiers, both ends included; oldest first.
pub fn of_comments(tx: &mut Read<'_>, branch: Branch, from: CommentId, to: CommentId) -> Result<Vec<Reacted>, Error> {
    tx.all(&OF_COMMENTS, params![branch.organization, branch.space, branch.id, from, to])
}

/// Returns the reactions to the replies to a comment in a range of identifiers, both ends included; oldest first.
pub fn of_replies(
    tx: &mut Read<'_>,
    branch: Branch,
    comment: CommentId,
    (from, to): (Uid, Uid),
) -> Result<Vec<Reacted>, Error> {
    tx.all(&OF_REPLIES, params![branch.organization, branch.space, comment, from, to])
}

/// Returns the number of emoji that a user reacted with to one comment or reply.
pub fn count_of_user(tx: &mut Read<'_>, branch: Branch, subject: Uid, user: UserId) -> Result<u64, Error> {
    let counted = tx.one(&COUNT_OF_USER, params![branch.organization, branch.space, subject, user])?;
    Ok(counted.map_or(0, |counted| counted.count.unsigned_abs()))
}

/// Inserts a reaction; returns false if it exists already.
pub fn put(
    tx: &mut Write<'_>,
    branch: Branch,
    subject: Subject,
    user: UserId,
    (emoji, at): (Reaction, Timestamp),
) -> Result<bool, Error> {
    let values = params![branch.organization, branch.space, subject.comment, subject.id, user, emoji, at];
    Ok(tx.execute(&PUT, values)? > 0)
}

/// Deletes a reaction and returns true if there was one.
pub fn delete(
    tx: &mut Write<'_>,
    branch: Branch,
    subject: Subject,
    user: UserId,
    emoji: Reaction,
) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![branch.organization, branch.space, subject.id, user, emoji])? > 0)
}

/// Deletes every reaction to one comment or reply, without those to a comment's replies.
pub fn delete_of_subject(tx: &mut Write<'_>, branch: Branch, subject: Uid) -> Result<(), Error> {
    tx.execute(&DELETE_OF_SUBJECT, params![branch.organization, branch.space, subject])?;
    Ok(())
}

/// Deletes every reaction to a comment and to the replies to it.
pub fn delete_of_comment(tx: &mut Write<'_>, branch: Branch, comment: CommentId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_COMMENT, params![branch.organization, branch.space, comment])?;
    Ok(())
}
