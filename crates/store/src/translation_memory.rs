//! Texts that were translated before, of an organization.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SpaceId, TranslationId};
use quire_model::language::Language;
use quire_model::time::Timestamp;
use quire_model::translations::MemoryOrigin;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a remembered text.
    Remembered in translation_memory {
        /// The organization that owns it.
        organization: OrganizationId as key,
        /// The name of what it depends on.
        name: Hash as key,
        /// The language of the text.
        language: Language as fixed,
        /// The text of the source, with placeholders.
        source: String as fixed,
        /// The text with the placeholders of the source; `None` if all replies were refused.
        text: Option<String>,
        /// The writer of the text.
        origin: MemoryOrigin,
        /// The reason why the replies were refused.
        refusal: Option<String>,
        /// The name of the translator; empty for people.
        translator: String as fixed,
        /// The time of the first entry.
        created_at: Timestamp as fixed,
        /// The translation that it was remembered of first; `None` for texts older than this column.
        translation: Option<TranslationId> as fixed,
        /// For a text of a person, the name of what its source says; `None` for others.
        text_name: Option<Hash> as fixed,
        /// The space of the source of that translation, for a text of a person.
        source_space: Option<SpaceId> as fixed,
        /// The space that the person wrote in, for a text of a person.
        result_space: Option<SpaceId> as fixed,
    }
}

statements! {
    BY_NAME: Query<Remembered> = select!(Remembered, "where organization = ?1 and name = ?2");
    OF_LANGUAGE: Query<Remembered> = select!(
        Remembered,
        "where organization = ?1 and language = ?2 and text is not null order by created_at desc, name limit ?3"
    );
    OF_PEOPLE: Query<Remembered> = select!(
        Remembered,
        "where organization = ?1 and text_name = ?2 order by created_at desc, name limit ?3"
    );
    INSERT: Execute = insert!(Remembered);
    UPDATE: Execute = update!(Remembered);
    DELETE: Execute = "delete from translation_memory where organization = ?1 and name = ?2";
}

/// Returns what is remembered by a name.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, name: Hash) -> Result<Option<Remembered>, Error> {
    tx.one(&BY_NAME, params![organization, name])
}

/// Returns the newest texts in a language.
pub fn newest(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    language: Language,
    most: i64,
) -> Result<Vec<Remembered>, Error> {
    tx.all(&OF_LANGUAGE, params![organization, language, most])
}

/// Returns the newest texts of people for what a source says.
pub fn of_people(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    text_name: Hash,
    most: i64,
) -> Result<Vec<Remembered>, Error> {
    tx.all(&OF_PEOPLE, params![organization, text_name, most])
}

/// Inserts or replaces what is remembered by a name.
pub fn put(tx: &mut Write<'_>, remembered: &Remembered) -> Result<(), Error> {
    if tx.execute(&UPDATE, &remembered.updated())? == 0 {
        tx.execute(&INSERT, &remembered.inserted())?;
    }
    Ok(())
}

/// Forgets what is remembered by a name.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, name: Hash) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, name])?;
    Ok(())
}
