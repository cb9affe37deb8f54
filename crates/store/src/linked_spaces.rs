//! Links between spaces: the spaces that the main content of a space links to, for finding the links to a space.
//!
//! Links name a space by its identifier, or by one that it had on another server, which holds within an organization.

use quire_db::{Error, Read, Value, Write, statements};
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::text::FormerSpaceId;

use crate::column::{Column, params};
use crate::record::record;

record! {
    /// A space that links to another.
    Linking {
        /// The identifier of the linking space.
        space: SpaceId,
    }
}

/// The beginning of a stored identifier of another server: as long as an identifier, and none.
const FORMER: [u8; 16] = [0; 16];

/// The name of a space in a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SpaceName {
    /// The identifier on this server.
    Id(SpaceId),
    /// An identifier of another server.
    Former(FormerSpaceId),
}

impl SpaceName {
    /// Reads the name of a space in a text; `None` if no space can have it.
    pub fn read(name: &str) -> Option<Self> {
        name.parse().map(Self::Id).ok().or_else(|| FormerSpaceId::try_from(name.to_owned()).map(Self::Former).ok())
    }
}

impl Column for SpaceName {
    fn store(&self) -> Value {
        match self {
            Self::Id(id) => id.store(),
            Self::Former(name) => Value::Blob([&FORMER, name.as_str().as_bytes()].concat()),
        }
    }

    fn load(value: Value) -> Option<Self> {
        match value {
            Value::Blob(bytes) if bytes.starts_with(&FORMER) => {
                let name = String::from_utf8(bytes[FORMER.len()..].to_vec()).ok()?;
                FormerSpaceId::try_from(name).map(Self::Former).ok()
            }
            id => SpaceId::load(id).map(Self::Id),
        }
    }
}

statements! {
    BY_TARGET: Query<Linking> = "select space from linked_spaces where target = ?1 order by organization, space";
    BY_NAME: Query<Linking> =
        "select space from linked_spaces where target = ?1 and organization = ?2 order by space";
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

/// Returns the spaces of an organization whose main content links to a space by a name.
pub fn toward_name(tx: &mut Read<'_>, organization: OrganizationId, name: &SpaceName) -> Result<Vec<SpaceId>, Error> {
    Ok(tx.all(&BY_NAME, params![*name, organization])?.into_iter().map(|row| row.space).collect())
}

/// Records that the main content of a space links to these spaces.
pub fn add(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    space: SpaceId,
    targets: impl Iterator<Item = SpaceName>,
) -> Result<(), Error> {
    tx.insert_many(&ADD, targets.map(|target| params![organization, space, target].to_vec()))
}

/// Records that the main content of a space no longer links to another.
pub fn remove(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    space: SpaceId,
    target: &SpaceName,
) -> Result<(), Error> {
    tx.execute(&REMOVE, params![organization, space, *target])?;
    Ok(())
}

/// Copies the link targets of a space to a new one.
pub fn copy(tx: &mut Write<'_>, organization: OrganizationId, from: SpaceId, to: SpaceId) -> Result<(), Error> {
    tx.execute(&COPY, params![organization, from, to])?;
    Ok(())
}
