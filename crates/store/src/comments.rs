//! Comments on the main content of a space and on change requests.

use quire_db::{Error, Read, Value, Write, statements};
use quire_model::comments::Status;
use quire_model::ids::{BranchId, CommentId, OrganizationId, PageId, ReviewId, RevisionId, SpaceId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::{Column, params};
use crate::paging::{self, Pages, Sorting};
use crate::record::{Table, record};
use crate::sql::{insert, select, sql, update};
use crate::{comment_replies, reactions};

record! {
    /// The row of a comment.
    Comment in comments {
        /// The owner of the space.
        organization: OrganizationId as key,
        /// The space that the comment belongs to.
        space: SpaceId as key,
        /// The identifier of the comment.
        id: CommentId as key,
        /// The branch that the comment is about: the main content, or a change request's.
        branch: BranchId as fixed,
        /// The author of the comment.
        author: UserId as fixed,
        /// The text, as Markdown.
        body: String,
        /// The page that the comment is about, if any.
        page: Option<PageId> as fixed,
        /// The anchor of the commented block in the page, as JSON.
        passage: Option<String> as fixed,
        /// The revision at which the comment was made.
        revision: RevisionId as fixed,
        /// The status, open or resolved.
        status: Status,
        /// The time at which it was resolved, if it is.
        resolved_at: Option<Timestamp>,
        /// The user who resolved it.
        resolved_by: Option<UserId>,
        /// The time at which it was posted.
        posted_at: Timestamp as fixed,
        /// The time of the last edit, if any.
        edited_at: Option<Timestamp>,
        /// The number of replies.
        replies: i64 as fixed,
        /// The review that the comment was submitted with, if any.
        review: Option<ReviewId> as fixed,
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

/// Restricts a list to a branch, and to a status, a page and authors if they are given.
const FILTER: &str = "where organization = ?1 and space = ?2 and branch = ?3 and (status = ?4 or ?4 is null)
    and (page = ?5 or ?5 is null) and (author in (?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
    ?19, ?20, ?21, ?22, ?23, ?24, ?25) or ?6 is null) ";

statements! {
    BY_ID: Query<Comment> =
        select!(Comment, "where organization = ?1 and space = ?2 and branch = ?3 and id = ?4");
    AFTER: Query<Comment> = select!(Comment, FILTER, "and id > ?26 order by id limit ?27");
    BEFORE: Query<Comment> = select!(Comment, FILTER, "and id < ?26 order by id desc limit ?27");
    COUNT: Query<paging::Count> = sql!("select count(*) as count from comments ", FILTER);
    INSERT: Execute = insert!(Comment);
    UPDATE: Execute = update!(Comment);
    COUNT_REPLIES: Execute =
        "update comments set replies = replies + ?4 where organization = ?1 and space = ?2 and id = ?3";
    DELETE: Execute = "delete from comments where organization = ?1 and space = ?2 and id = ?3";
}

/// Returns the comment with this identifier on a branch.
pub fn get(tx: &mut Read<'_>, branch: Branch, id: CommentId) -> Result<Option<Comment>, Error> {
    tx.one(&BY_ID, params![branch.organization, branch.space, branch.id, id])
}

/// Returns a page of the comments on a branch that match a filter, by time of posting.
pub fn list(tx: &mut Read<'_>, branch: Branch, filter: &Filter, paging: &Paging) -> Result<Listing<Comment>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    let of = filter.values(branch);
    let (id, size) = (|comment: &Comment| comment.id.0, |comment: &Comment| comment.body.len());
    paging::of_texts(tx, &pages, &of, paging, (Sorting::Id, filter.order), (id, size))
}

/// Inserts a comment.
pub fn insert(tx: &mut Write<'_>, new: &Comment) -> Result<(), Error> {
    tx.execute(&INSERT, &new.inserted())?;
    Ok(())
}

/// Updates the body, the time of the last edit and the resolution of a comment.
pub fn update(tx: &mut Write<'_>, after: &Comment) -> Result<(), Error> {
    tx.execute(&UPDATE, &after.updated())?;
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
