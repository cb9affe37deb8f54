//! Change requests: proposals to change a space's content, numbered within their space.

use quire_db::{Error, Read, Write, statements};
use quire_model::change_requests::{ChangeRequestName, Status};
use quire_model::ids::{ChangeRequestId, OrganizationId, RevisionId, SpaceId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::{Column, params};
use crate::paging::{self, Pages, Sorting};
use crate::record::{Table, record};
use crate::sql::{columns, insert, sql, update};

record! {
    /// The row of a change request, with the head of its branch.
    ChangeRequest in change_requests {
        /// The owner of the space.
        organization: OrganizationId as key,
        /// The space that the change request belongs to.
        space: SpaceId as key,
        /// The identifier of the change request.
        id: ChangeRequestId as key,
        /// The number within the space, from 1, without gaps.
        number: i64 as fixed,
        /// The status: draft, open, archived or merged.
        status: Status,
        /// The subject, in one line.
        subject: String,
        /// The description, as Markdown.
        description: Option<String>,
        /// The creator; none if the operator of the server created it.
        created_by: Option<UserId> as fixed,
        /// The time of creation.
        created_at: Timestamp as fixed,
        /// The time when the change request or its content last changed.
        updated_at: Timestamp,
        /// The main revision that the change request was created from.
        revision_initial: RevisionId as fixed,
        /// The main revision that was last pulled into the change request.
        merged_ancestor: Option<RevisionId>,
        /// The main revision that the merge created.
        revision_merged: Option<RevisionId>,
        /// The number of open comments.
        comments: i64 as fixed,
        /// The revision that its branch points to.
        revision: RevisionId as joined,
    }
}

impl ChangeRequest {
    /// Returns the common ancestor for a merge: the main revision last pulled in, else the one it was created from.
    pub fn ancestor(&self) -> RevisionId {
        self.merged_ancestor.unwrap_or(self.revision_initial)
    }

    /// Returns its identifier as a name, which never changes.
    pub fn name(&self) -> ChangeRequestName {
        ChangeRequestName::Id(self.id)
    }

    /// Returns the branch of its content.
    pub fn branch(&self) -> Branch {
        Branch { organization: self.organization, space: self.space, id: self.id.into() }
    }
}

/// A filter of a list of change requests; a field without a value does not restrict it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filter {
    /// The status of the change requests.
    pub status: Option<Status>,
    /// The user who created them.
    pub creator: Option<UserId>,
    /// A user who changed their content.
    pub contributor: Option<UserId>,
}

/// Selects change requests with the heads of their branches.
const SELECT: &str = sql!(
    "select ",
    columns!(ChangeRequest),
    " from change_requests c join branches b using (organization, space, id) where "
);

/// Restricts a list to a space, and to a creator and a contributor if they are given.
///
/// PostgreSQL infers a parameter's type from its first occurrence, which `is null` does not determine, so that comes
/// last.
const FILTER: &str = "c.organization = ?1 and c.space = ?2 and (c.created_by = ?3 or ?3 is null)
    and (exists (select 1 from contributors t where t.organization = c.organization and t.space = c.space
    and t.change_request = c.id and t.user_id = ?4) or ?4 is null) ";

statements! {
    BY_ID: Query<ChangeRequest> = sql!(SELECT, "c.organization = ?1 and c.space = ?2 and c.id = ?3");
    BY_NUMBER: Query<ChangeRequest> = sql!(SELECT, "c.organization = ?1 and c.space = ?2 and c.number = ?3");
    AFTER: Query<ChangeRequest> =
        sql!(SELECT, FILTER, "and (c.number, c.id) > (?5, ?6) order by c.number, c.id limit ?7");
    BEFORE: Query<ChangeRequest> =
        sql!(SELECT, FILTER, "and (c.number, c.id) < (?5, ?6) order by c.number desc, c.id desc limit ?7");
    COUNT: Query<paging::Count> = sql!("select count(*) as count from change_requests c where ", FILTER);
    OF_STATUS_AFTER: Query<ChangeRequest> =
        sql!(SELECT, FILTER, "and c.status = ?5 and (c.number, c.id) > (?6, ?7) order by c.number, c.id limit ?8");
    OF_STATUS_BEFORE: Query<ChangeRequest> = sql!(
        SELECT,
        FILTER,
        "and c.status = ?5 and (c.number, c.id) < (?6, ?7) order by c.number desc, c.id desc limit ?8"
    );
    COUNT_OF_STATUS: Query<paging::Count> =
        sql!("select count(*) as count from change_requests c where ", FILTER, "and c.status = ?5");
    OF_CREATOR: Query<ChangeRequest> = sql!(SELECT, "c.created_by = ?1 order by c.updated_at desc, c.id desc limit ?2");
    AWAITING: Query<ChangeRequest> = sql!(
        SELECT,
        "exists (select 1 from requested_reviewers r where r.user_id = ?1 and r.organization = c.organization
         and r.space = c.space and r.change_request = c.id) order by c.updated_at desc, c.id desc limit ?2"
    );
    INSERT: Execute = insert!(ChangeRequest);
    UPDATE: Execute = update!(ChangeRequest);
    TOUCH: Execute =
        "update change_requests set updated_at = ?4 where organization = ?1 and space = ?2 and id = ?3";
    COUNT_COMMENTS: Execute =
        "update change_requests set comments = comments + ?4 where organization = ?1 and space = ?2 and id = ?3";
}

/// Returns the change request of this name in this space.
pub fn get(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    space: SpaceId,
    name: ChangeRequestName,
) -> Result<Option<ChangeRequest>, Error> {
    match name {
        ChangeRequestName::Id(id) => tx.one(&BY_ID, params![organization, space, id]),
        ChangeRequestName::Number(number) => tx.one(&BY_NUMBER, params![organization, space, number]),
    }
}

/// Returns a page of a space's change requests, newest first.
pub fn of_space(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    space: SpaceId,
    filter: Filter,
    paging: &Paging,
) -> Result<Listing<ChangeRequest>, Error> {
    let mut of = params![organization, space, filter.creator, filter.contributor].to_vec();
    let pages = match filter.status {
        Some(status) => {
            of.push(status.store());
            Pages { after: &OF_STATUS_AFTER, before: &OF_STATUS_BEFORE, count: &COUNT_OF_STATUS }
        }
        None => Pages { after: &AFTER, before: &BEFORE, count: &COUNT },
    };
    let mark = |found: &ChangeRequest| (found.number, found.id.0);
    let size = |found: &ChangeRequest| found.description.as_ref().map_or(0, String::len);
    paging::of_texts(tx, &pages, &of, paging, (Sorting::Number, Order::Descending), (mark, size))
}

/// The maximum number of change requests in the lists of one user.
const OF_USER: i64 = 1_000;

/// Returns the change requests that a user created, in all organizations, those that changed last first.
pub fn of_creator(tx: &mut Read<'_>, user: UserId) -> Result<Vec<ChangeRequest>, Error> {
    tx.all(&OF_CREATOR, params![user, OF_USER])
}

/// Returns the change requests for which a review of a user is pending, those that changed last first.
pub fn awaiting(tx: &mut Read<'_>, user: UserId) -> Result<Vec<ChangeRequest>, Error> {
    tx.all(&AWAITING, params![user, OF_USER])
}

/// Inserts a change request, whose branch exists already.
pub fn insert(tx: &mut Write<'_>, new: &ChangeRequest) -> Result<(), Error> {
    tx.execute(&INSERT, &new.inserted())?;
    Ok(())
}

/// Updates status, subject, description, time stamp, and the ancestor and merge revisions of a change request.
pub fn update(tx: &mut Write<'_>, after: &ChangeRequest) -> Result<(), Error> {
    tx.execute(&UPDATE, &after.updated())?;
    Ok(())
}

/// Records the time at which the content of the change request with this branch changed.
pub fn touch(tx: &mut Write<'_>, branch: Branch, at: Timestamp) -> Result<(), Error> {
    tx.execute(&TOUCH, params![branch.organization, branch.space, branch.id, at])?;
    Ok(())
}

/// Adds `step` to the number of open comments on the change request with this branch.
pub fn count_comments(tx: &mut Write<'_>, branch: Branch, step: i64) -> Result<(), Error> {
    tx.execute(&COUNT_COMMENTS, params![branch.organization, branch.space, branch.id, step])?;
    Ok(())
}
