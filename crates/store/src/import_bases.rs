//! The states of imports: the content as the last import alone would have left it, for each line of content.
//!
//! The newest row of a line is the base with which the next import into it is merged.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, RevisionId, SpaceId};

use crate::branches::Branch;
use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select};

/// The number of states of a line that are kept.
const KEPT: i64 = 20;

record! {
    /// The row of a state.
    ImportBase in import_bases {
        /// The organization that owns the space.
        organization: OrganizationId as key,
        /// The space.
        space: SpaceId as key,
        /// The branch of the line of content.
        line: quire_model::ids::BranchId as key,
        /// The number of the row in the space, by which rows are ordered.
        seq: i64 as key,
        /// The revision from which on the state holds.
        revision: RevisionId as fixed,
        /// The root of the content; `None` if no state is known from that revision on.
        root: Option<Hash> as fixed,
    }
}

record! {
    /// The greatest number of a row.
    Last {
        /// The number; 0 if there is no row.
        seq: i64,
    }
}

record! {
    /// The root of a state.
    Root {
        /// The root of the content.
        root: Hash,
    }
}

statements! {
    NEWEST: Query<ImportBase> =
        select!(ImportBase, "where organization = ?1 and space = ?2 and line = ?3 order by seq desc limit 1");
    OF_LINE: Query<ImportBase> =
        select!(ImportBase, "where organization = ?1 and space = ?2 and line = ?3 order by seq desc");
    LAST: Query<Last> =
        "select coalesce(max(seq), 0) as seq from import_bases where organization = ?1 and space = ?2";
    ROOTS: Query<Root> = "select distinct root from import_bases where organization = ?1 and root is not null";
    ROOTS_OF_SPACE: Query<Root> =
        "select distinct root from import_bases where organization = ?1 and space = ?2 and root is not null";
    INSERT: Execute = insert!(ImportBase);
    PRUNE: Execute = "delete from import_bases where organization = ?1 and space = ?2 and line = ?3 and seq <
        (select min(seq) from (select seq from import_bases where organization = ?1 and space = ?2 and line = ?3
        order by seq desc limit ?4) kept)";
    DELETE: Execute =
        "delete from import_bases where organization = ?1 and space = ?2 and line = ?3 and revision = ?4";
    DELETE_OF_LINE: Execute = "delete from import_bases where organization = ?1 and space = ?2 and line = ?3";
}

/// Returns the newest state of a line.
pub fn newest(tx: &mut Read<'_>, line: Branch) -> Result<Option<ImportBase>, Error> {
    tx.one(&NEWEST, params![line.organization, line.space, line.id])
}

/// Returns the states of a line, newest first.
pub fn of_line(tx: &mut Read<'_>, line: Branch) -> Result<Vec<ImportBase>, Error> {
    tx.all(&OF_LINE, params![line.organization, line.space, line.id])
}

/// Notes the state of a line from a revision on. Does nothing if the newest state has the same root.
pub fn put(tx: &mut Write<'_>, line: Branch, revision: RevisionId, root: Option<Hash>) -> Result<(), Error> {
    if newest(tx, line)?.map(|row| row.root) == Some(root) {
        return Ok(());
    }
    let (organization, space) = (line.organization, line.space);
    let seq = 1 + tx.one(&LAST, params![organization, space])?.map_or(0, |last| last.seq);
    tx.execute(&INSERT, &ImportBase { organization, space, line: line.id, seq, revision, root }.inserted())?;
    tx.execute(&PRUNE, params![organization, space, line.id, KEPT])?;
    Ok(())
}

/// Forgets the states that hold from a revision on.
pub fn delete(tx: &mut Write<'_>, line: Branch, revision: RevisionId) -> Result<(), Error> {
    tx.execute(&DELETE, params![line.organization, line.space, line.id, revision])?;
    Ok(())
}

/// Forgets the states of a line that has ended.
pub fn delete_of_line(tx: &mut Write<'_>, line: Branch) -> Result<(), Error> {
    tx.execute(&DELETE_OF_LINE, params![line.organization, line.space, line.id])?;
    Ok(())
}

/// Returns the roots of all states of an organization.
pub fn roots(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Hash>, Error> {
    Ok(tx.all(&ROOTS, params![organization])?.into_iter().map(|row| row.root).collect())
}

/// Returns the roots of all states of a space.
pub fn roots_of_space(tx: &mut Read<'_>, organization: OrganizationId, space: SpaceId) -> Result<Vec<Hash>, Error> {
    Ok(tx.all(&ROOTS_OF_SPACE, params![organization, space])?.into_iter().map(|row| row.root).collect())
}
