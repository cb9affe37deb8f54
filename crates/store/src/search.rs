//! What is searched: the main content of spaces, as the search index asks for it. The index itself is no table.

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_db::{Error, Read, statements};
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::language::Language;

use crate::column::{params, record};

record! {
    /// The content of a space, deleted or not, that can be searched.
    Source {
        /// The owner.
        organization: OrganizationId,
        /// The space.
        id: SpaceId,
        /// The language of its content.
        language: Option<Language>,
        /// Root of the content map that its main content is at.
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

/// What there is of a space, if there is one.
pub fn source(tx: &mut Read<'_>, space: SpaceId) -> Result<Option<Source>, Error> {
    tx.one(&BY_ID, params![space])
}

/// What there is of the spaces of all organizations that follow one, in order of identifier, at most `limit`.
pub fn sources(tx: &mut Read<'_>, after: Option<SpaceId>, limit: i64) -> Result<Vec<Source>, Error> {
    tx.all(&AFTER, params![after.unwrap_or(SpaceId(Uid([0; 16]))), limit])
}
