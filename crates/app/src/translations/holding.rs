//! Leases of runs: a process holds the run of a translation for a while, and says so again with all that it does.

use std::time::Duration;

use quire_model::time::Timestamp;
use quire_model::translations::TranslationStatus;
use quire_store::translations::{self, Translation};
use quire_store::{Read, Write};

use crate::core::errors::Error;

/// The time for which a process holds a run without saying so again. A request and the pause before it are shorter.
pub(super) const LEASE: Duration = Duration::from_mins(5);

/// Returns the row of a run that this process holds.
///
/// # Errors
/// [`Error::Conflict`] if the translation was deleted, or the run is no longer the one that began.
pub(super) fn held(tx: &mut Read<'_>, run: &Translation) -> Result<Translation, Error> {
    translations::get(tx, run.organization, run.id)?
        .filter(|found| is_held(found, run))
        .ok_or_else(|| Error::Conflict("the translation was deleted or run by others".to_owned()))
}

/// Stores the row of a run, and has this process hold it for longer.
pub(super) fn hold_on(tx: &mut Write<'_>, row: Translation, now: Timestamp) -> Result<(), Error> {
    Ok(translations::update(tx, &Translation { held_until: Some(now.plus(LEASE)), ..row })?)
}

/// Returns true if a run is still the one that began.
pub(super) fn is_held(found: &Translation, run: &Translation) -> bool {
    found.state == TranslationStatus::Running && found.requested_at == run.requested_at
}
