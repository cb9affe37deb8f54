//! Branches: pointers to the current revisions of a space's contents.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{BranchId, OrganizationId, RevisionId, SpaceId};

use crate::column::params;
use crate::record::record;

record! {
    /// The row of a branch's target.
    Head {
        /// The revision that the branch points to.
        revision: RevisionId,
    }
}

statements! {
    HEAD: Query<Head> = "select revision from branches where organization = ?1 and space = ?2 and id = ?3";
    INSERT: Execute = "insert into branches (organization, space, id, revision) values (?1, ?2, ?3, ?4)";
    ADVANCE: Execute =
        "update branches set revision = ?5 where organization = ?1 and space = ?2 and id = ?3 and revision = ?4";
}

/// A branch with its organization and space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branch {
    /// The owner of the space.
    pub organization: OrganizationId,
    /// The space that the branch belongs to.
    pub space: SpaceId,
    /// The identifier of the branch.
    pub id: BranchId,
}

/// Returns the revision that the branch points to.
pub fn head(tx: &mut Read<'_>, branch: Branch) -> Result<Option<RevisionId>, Error> {
    let values = params![branch.organization, branch.space, branch.id];
    Ok(tx.one(&HEAD, values)?.map(|head| head.revision))
}

/// Inserts a branch that points to this revision.
pub fn insert(tx: &mut Write<'_>, branch: Branch, revision: RevisionId) -> Result<(), Error> {
    tx.execute(&INSERT, params![branch.organization, branch.space, branch.id, revision])?;
    Ok(())
}

/// Moves the branch from one revision to another; returns false, without a change, if it does not point to `from`.
pub fn advance(tx: &mut Write<'_>, branch: Branch, from: RevisionId, to: RevisionId) -> Result<bool, Error> {
    Ok(tx.execute(&ADVANCE, params![branch.organization, branch.space, branch.id, from, to])? > 0)
}
