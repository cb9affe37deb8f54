//! Sources of the search index: the main content of spaces. The index itself is not a table.

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_db::{Error, Read, statements};
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::language::Language;

use crate::column::params;
use crate::record::record;

record! {
    /// The main content of a space, deleted or not, to be indexed.
    Source {
        /// The owner of the space.
        organization: OrganizationId,
        /// The identifier of the space.
        id: SpaceId,
        /// The language of its content.
        language: Option<Language>,
        /// The hash of the content map's root at the head of main content.
        root: Hash,
    }
}

statements! {
    BY_ID: Query<Source> =
        "select s.organization as organization, s.id as id, s.language as language, r.root as root from spaces s
         join branches b on b.organization = s.organization and b.space = s.id and b.id = s.id
         join revisions r on r.organization = b.organization and r.space = b.space and r.id = b.revision
         where s.id = ?1";
    AFTER: Query<Source> =
        "select s.organization as organization, s.id as id, s.language as language, r.root as root from spaces s
         join branches b on b.organization = s.organization and b.space = s.id and b.id = s.id
         join revisions r on r.organization = b.organization and r.space = b.space and r.id = b.revision
         where s.id > ?1 order by s.id limit ?2";
}

/// Returns the source of one space, if the space exists.
pub fn source(tx: &mut Read<'_>, space: SpaceId) -> Result<Option<Source>, Error> {
    tx.one(&BY_ID, params![space])
}

/// Returns the sources of all organizations after a space, in order of identifier, at most `limit`.
pub fn sources(tx: &mut Read<'_>, after: Option<SpaceId>, limit: i64) -> Result<Vec<Source>, Error> {
    tx.all(&AFTER, params![after.unwrap_or(SpaceId(Uid([0; 16]))), limit])
}
