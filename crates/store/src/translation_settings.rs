//! Settings of the translations of an organization: its glossary, its translator, and what was sent to it in a month.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::OrganizationId;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of the settings.
    TranslationSettings in translation_settings {
        /// The organization.
        organization: OrganizationId as key,
        /// The terms of the glossary, as JSON.
        glossary: String,
        /// The translator with its secret, as JSON; `None` if there is none.
        translator: Option<String>,
        /// The month of the count, as `2026-01`.
        month: String,
        /// The number of characters that were sent in that month.
        characters: i64,
    }
}

statements! {
    GET: Query<TranslationSettings> = select!(TranslationSettings, "where organization = ?1");
    INSERT: Execute = insert!(TranslationSettings);
    UPDATE: Execute = update!(TranslationSettings);
}

/// Returns the settings of an organization, empty ones if none were made.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId) -> Result<TranslationSettings, Error> {
    let found = tx.one(&GET, params![organization])?;
    Ok(found.unwrap_or_else(|| TranslationSettings {
        organization,
        glossary: "[]".to_owned(),
        translator: None,
        month: String::new(),
        characters: 0,
    }))
}

/// Inserts or updates the settings of an organization.
pub fn put(tx: &mut Write<'_>, settings: &TranslationSettings) -> Result<(), Error> {
    if tx.execute(&UPDATE, &settings.updated())? == 0 {
        tx.execute(&INSERT, &settings.inserted())?;
    }
    Ok(())
}
