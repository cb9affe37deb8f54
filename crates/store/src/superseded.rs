//! Superseded revisions: those whose place in the history a later save of the same run took.
//!
//! A revision that anything refers to is neither superseded nor deleted: every column that names a revision is in
//! [`REFERENCES`], which a test compares with the schema. Parents are looked for as well. The outcomes of calls in
//! `idempotency` name revisions too, but are forgotten before these are deleted.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, RevisionId, SpaceId};
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::params;
use crate::record::record;
use crate::sql::sql;

record! {
    /// The name of a revision.
    Named {
        /// The identifier of the revision.
        id: RevisionId,
    }
}

/// Declares the columns that name revisions, and a condition on a revision `r` that none of them names it.
macro_rules! references {
    ($($table:literal $column:literal),+ $(,)?) => {
        /// Columns that name revisions, with their tables. The branch that a revision is the head of is looked for
        /// apart.
        pub const REFERENCES: &[(&str, &str)] = &[$(($table, $column)),+];

        const UNREFERENCED: &str = sql!(
            "not exists (select 1 from revisions c where c.organization = r.organization and c.space = r.space
             and substr(c.parents, 1, 16) = r.id)
             and not exists (select 1 from revisions c where c.organization = r.organization and c.space = r.space
             and length(c.parents) > 16 and substr(c.parents, 17, 16) = r.id)",
            $(
                " and not exists (select 1 from ", $table,
                " x where x.organization = r.organization and x.space = r.space and x.", $column, " = r.id)"
            ),+
        );
    };
}

references! {
    "change_requests" "merged_ancestor",
    "change_requests" "revision_initial",
    "change_requests" "revision_merged",
    "comments" "revision",
    "import_bases" "revision",
    "imports" "reverted_to",
    "imports" "revision",
    "requested_reviewers" "revision",
    "reviews" "revision",
}

statements! {
    FREE: Query<Named> = sql!(
        "select r.id as id from revisions r
         where r.organization = ?1 and r.space = ?2 and r.id = ?3
         and not exists (select 1 from branches b where b.organization = r.organization and b.space = r.space
         and b.revision = r.id and b.id <> ?4) and ",
        UNREFERENCED
    );
    MARK: Execute = "update revisions set superseded_at = ?4 where organization = ?1 and space = ?2 and id = ?3";
    DISPOSABLE: Query<Named> = sql!(
        "select r.id as id from revisions r
         where r.organization = ?1 and r.space = ?2 and r.superseded_at <= ?3
         and not exists (select 1 from branches b where b.organization = r.organization and b.space = r.space
         and b.revision = r.id) and ",
        UNREFERENCED,
        " order by r.superseded_at, r.id limit ?4"
    );
    DELETE: Execute =
        "delete from revisions
         where organization = ?1 and space = ?2 and id = ?3 and superseded_at is not null";
}

/// Returns true if nothing refers to the head of this branch but the branch itself.
pub fn is_free(tx: &mut Read<'_>, branch: Branch, head: RevisionId) -> Result<bool, Error> {
    Ok(tx.one(&FREE, params![branch.organization, branch.space, head, branch.id])?.is_some())
}

/// Marks a revision as superseded, which takes it out of the history.
pub fn mark(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    space: SpaceId,
    id: RevisionId,
    at: Timestamp,
) -> Result<(), Error> {
    tx.execute(&MARK, params![organization, space, id, at])?;
    Ok(())
}

/// Deletes revisions that were superseded at `before` or earlier and that nothing refers to, at most `limit`. Returns
/// their number.
pub fn delete(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    space: SpaceId,
    before: Timestamp,
    limit: i64,
) -> Result<usize, Error> {
    let found = tx.all(&DISPOSABLE, params![organization, space, before, limit])?;
    for Named { id } in &found {
        tx.execute(&DELETE, params![organization, space, *id])?;
    }
    Ok(found.len())
}
