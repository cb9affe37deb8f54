//! Links between spaces: the spaces that the main content of a space links to, for finding the links to a space.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SpaceId};

use crate::column::params;
use crate::record::record;

record! {
    /// A space that links to another.
    Linking {
        /// The identifier of the linking space.
        space: SpaceId,
    }
}

statements! {
    BY_TARGET: Query<Linking> = "select space from linked_spaces where target = ?1 order by organization, space";
    ADD: InsertMany =
        "insert into linked_spaces (organization, space, target) values (?, ?, ?) on conflict do nothing";
    REMOVE: Execute = "delete from linked_spaces where organization = ?1 and space = ?2 and target = ?3";
    COPY: Execute =
        "insert into linked_spaces (organization, space, target)
         select organization, ?3, target from linked_spaces where organization = ?1 and space = ?2";
}

/// Returns the spaces of all organizations whose main content links to this one.
pub fn toward(tx: &mut Read<'_>, target: SpaceId) -> Result<Vec<SpaceId>, Error> {
    Ok(tx.all(&BY_TARGET, params![target])?.into_iter().map(|row| row.space).collect())
}

/// Records that the main content of a space links to these spaces.
pub fn add(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    space: SpaceId,
    targets: impl Iterator<Item = SpaceId>,
) -> Result<(), Error> {
    tx.insert_many(&ADD, targets.map(|target| params![organization, space, target].to_vec()))
}

/// Records that the main content of a space no longer links to another.
pub fn remove(tx: &mut Write<'_>, organization: OrganizationId, space: SpaceId, target: SpaceId) -> Result<(), Error> {
    tx.execute(&REMOVE, params![organization, space, target])?;
    Ok(())
}

/// Copies the link targets of a space to a new one.
pub fn copy(tx: &mut Write<'_>, organization: OrganizationId, from: SpaceId, to: SpaceId) -> Result<(), Error> {
    tx.execute(&COPY, params![organization, from, to])?;
    Ok(())
}
