//! Comments on the main content of a space and on change requests.

use quire_db::{Error, Read, Value, Write, statements};
use quire_model::comments::Status;
use quire_model::ids::{BranchId, CommentId, OrganizationId, PageId, ReviewId, RevisionId, SpaceId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::{Column, params, record};
use crate::paging::{self, Pages, Sorting};
use crate::{comment_replies, reactions};

record! {
    /// The row of a comment.
    Comment {
        /// The owner of the space.
        organization: OrganizationId,
        /// The space that the comment belongs to.
        space: SpaceId,
        /// The identifier of the comment.
        id: CommentId,
        /// The branch that the comment is about: the main content, or a change request's.
        branch: BranchId,
        /// The author of the comment.
        author: UserId,
        /// The text, as Markdown.
        body: String,
        /// The page that the comment is about, if any.
        page: Option<PageId>,
        /// The anchor of the commented block in the page, as JSON.
        passage: Option<String>,
        /// The revision at which the comment was made.
        revision: RevisionId,
        /// The status, open or resolved.
        status: Status,
        /// The time at which it was resolved, if it is.
        resolved_at: Option<Timestamp>,
        /// The user who resolved it.
        resolved_by: Option<UserId>,
        /// The time at which it was posted.
        posted_at: Timestamp,
        /// The time of the last edit, if any.
        edited_at: Option<Timestamp>,
        /// The number of replies.
        replies: i64,
        /// The review that the comment was submitted with, if any.
        review: Option<ReviewId>,
    }
}

impl Comment {
    /// Returns the branch that the comment is about.
    pub fn on(&self) -> Branch {
        Branch { organization: self.organization, space: self.space, id: self.branch }
    }
}

/// A filter and the direction of a list of comments; a field without a value does not restrict it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// The status of the comments.
    pub status: Option<Status>,
    /// The page that they are about.
    pub page: Option<PageId>,
    /// The authors, at most [`MOST_AUTHORS`](Filter::MOST_AUTHORS); comments of all authors if empty.
    pub authors: Vec<UserId>,
    /// The direction by time of posting.
    pub order: Order,
}

impl Filter {
    /// The maximum number of authors in a filter.
    pub const MOST_AUTHORS: usize = 20;

    /// Returns the parameters of the statements; the first author fills the unused places.
    fn values(&self, branch: Branch) -> Vec<Value> {
        let mut values = params![branch.organization, branch.space, branch.id, self.status, self.page].to_vec();
        let author = |at| self.authors.get(at).or(self.authors.first()).copied();
        values.extend((0..Self::MOST_AUTHORS).map(|at| author(at).store()));
        values
    }
}

statements! {
    BY_ID: Query<Comment> =
        "select organization, space, id, branch, author, body, page, passage, revision, status, resolved_at, resolved_by,
         posted_at, edited_at, replies, review from comments
         where organization = ?1 and space = ?2 and branch = ?3 and id = ?4";
    AFTER: Query<Comment> =
        "select organization, space, id, branch, author, body, page, passage, revision, status, resolved_at, resolved_by,
         posted_at, edited_at, replies, review from comments
         where organization = ?1 and space = ?2 and branch = ?3 and (status = ?4 or ?4 is null)
         and (page = ?5 or ?5 is null) and (author in (?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
         ?19, ?20, ?21, ?22, ?23, ?24, ?25) or ?6 is null)
         and id > ?26 order by id limit ?27";
    BEFORE: Query<Comment> =
        "select organization, space, id, branch, author, body, page, passage, revision, status, resolved_at, resolved_by,
         posted_at, edited_at, replies, review from comments
         where organization = ?1 and space = ?2 and branch = ?3 and (status = ?4 or ?4 is null)
         and (page = ?5 or ?5 is null) and (author in (?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
         ?19, ?20, ?21, ?22, ?23, ?24, ?25) or ?6 is null)
         and id < ?26 order by id desc limit ?27";
    COUNT: Query<paging::Count> =
        "select count(*) as count from comments
         where organization = ?1 and space = ?2 and branch = ?3 and (status = ?4 or ?4 is null)
         and (page = ?5 or ?5 is null) and (author in (?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
         ?19, ?20, ?21, ?22, ?23, ?24, ?25) or ?6 is null)";
    INSERT: Execute =
        "insert into comments (organization, space, id, branch, author, body, page, passage, revision, status, resolved_at, resolved_by,
         posted_at, edited_at, replies, review)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
    UPDATE: Execute =
        "update comments set body = ?4, edited_at = ?5, status = ?6, resolved_at = ?7, resolved_by = ?8
         where organization = ?1 and space = ?2 and id = ?3";
    COUNT_REPLIES: Execute =
        "update comments set replies = replies + ?4 where organization = ?1 and space = ?2 and id = ?3";
    DELETE: Execute = "delete from comments where organization = ?1 and space = ?2 and id = ?3";
    TRANSFER: Execute = "update comments set organization = ?3 where organization = ?1 and space = ?2";
    DELETE_OF_SPACE: Execute = "delete from comments where organization = ?1 and space = ?2";
}

/// Returns the comment with this identifier on a branch.
pub fn get(tx: &mut Read<'_>, branch: Branch, id: CommentId) -> Result<Option<Comment>, Error> {
    tx.one(&BY_ID, params![branch.organization, branch.space, branch.id, id])
}

/// Returns a page of the comments on a branch that match a filter, by time of posting.
pub fn list(tx: &mut Read<'_>, branch: Branch, filter: &Filter, paging: &Paging) -> Result<Listing<Comment>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    let of = filter.values(branch);
    paging::ordered(tx, &pages, &of, paging, (Sorting::Id, filter.order), |comment| comment.id.0)
}

/// Inserts a comment.
pub fn insert(tx: &mut Write<'_>, new: &Comment) -> Result<(), Error> {
    let values = params![
        new.organization,
        new.space,
        new.id,
        new.branch,
        new.author,
        new.body,
        new.page,
        new.passage,
        new.revision,
        new.status,
        new.resolved_at,
        new.resolved_by,
        new.posted_at,
        new.edited_at,
        new.replies,
        new.review
    ];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Updates the body, the time of the last edit and the resolution of a comment.
pub fn update(tx: &mut Write<'_>, after: &Comment) -> Result<(), Error> {
    let values = params![
        after.organization,
        after.space,
        after.id,
        after.body,
        after.edited_at,
        after.status,
        after.resolved_at,
        after.resolved_by
    ];
    tx.execute(&UPDATE, values)?;
    Ok(())
}

/// Adds `step` to the number of replies to a comment.
pub fn count_replies(tx: &mut Write<'_>, branch: Branch, id: CommentId, step: i64) -> Result<(), Error> {
    tx.execute(&COUNT_REPLIES, params![branch.organization, branch.space, id, step])?;
    Ok(())
}

/// Deletes a comment with its replies and all reactions to them.
pub fn delete(tx: &mut Write<'_>, comment: &Comment) -> Result<(), Error> {
    reactions::delete_of_comment(tx, comment.on(), comment.id)?;
    comment_replies::delete_of_comment(tx, comment.on(), comment.id)?;
    tx.execute(&DELETE, params![comment.organization, comment.space, comment.id])?;
    Ok(())
}

/// Transfers the comments, replies and reactions in a space to another organization.
pub fn transfer(tx: &mut Write<'_>, from: OrganizationId, space: SpaceId, to: OrganizationId) -> Result<(), Error> {
    reactions::transfer(tx, from, space, to)?;
    comment_replies::transfer(tx, from, space, to)?;
    tx.execute(&TRANSFER, params![from, space, to])?;
    Ok(())
}

/// Deletes the comments, replies and reactions in a space.
pub fn delete_all(tx: &mut Write<'_>, organization: OrganizationId, space: SpaceId) -> Result<(), Error> {
    reactions::delete_all(tx, organization, space)?;
    comment_replies::delete_all(tx, organization, space)?;
    tx.execute(&DELETE_OF_SPACE, params![organization, space])?;
    Ok(())
}
