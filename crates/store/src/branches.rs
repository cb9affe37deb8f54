//! Branches: where a space's lines of content stand.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{BranchId, OrganizationId, RevisionId, SpaceId};

use crate::column::{params, record};

record! {
    /// Where a branch points to.
    Head {
        /// The revision.
        revision: RevisionId,
    }
}

statements! {
    HEAD: Query<Head> = "select revision from branches where organization = ?1 and space = ?2 and id = ?3";
    INSERT: Execute = "insert into branches (organization, space, id, revision) values (?1, ?2, ?3, ?4)";
    ADVANCE: Execute =
        "update branches set revision = ?5 where organization = ?1 and space = ?2 and id = ?3 and revision = ?4";
    TRANSFER: Execute = "update branches set organization = ?3 where organization = ?1 and space = ?2";
}

/// A branch, named in full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branch {
    /// The owner of the space.
    pub organization: OrganizationId,
    /// The space.
    pub space: SpaceId,
    /// The branch in it.
    pub id: BranchId,
}

/// The revision that the branch points to.
pub fn head(tx: &mut Read<'_>, branch: Branch) -> Result<Option<RevisionId>, Error> {
    let values = params![branch.organization, branch.space, branch.id];
    Ok(tx.one(&HEAD, values)?.map(|head| head.revision))
}

/// Adds a branch that points to this revision.
pub fn insert(tx: &mut Write<'_>, branch: Branch, revision: RevisionId) -> Result<(), Error> {
    tx.execute(&INSERT, params![branch.organization, branch.space, branch.id, revision])?;
    Ok(())
}

/// Points the branch from one revision to another; `false`, and nothing done, where it no longer points to `from`.
pub fn advance(tx: &mut Write<'_>, branch: Branch, from: RevisionId, to: RevisionId) -> Result<bool, Error> {
    Ok(tx.execute(&ADVANCE, params![branch.organization, branch.space, branch.id, from, to])? > 0)
}

/// Hands the branches of a space to another organization.
pub fn transfer(tx: &mut Write<'_>, from: OrganizationId, space: SpaceId, to: OrganizationId) -> Result<(), Error> {
    tx.execute(&TRANSFER, params![from, space, to])?;
    Ok(())
}
