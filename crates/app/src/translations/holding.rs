//! Leases of runs: a process holds the run of a translation for a while, and says so again as it goes on.

use std::time::Duration;

use quire_model::time::Timestamp;
use quire_model::translations::TranslationStatus;
use quire_store::Write;
use quire_store::translations::{self, Translation};

use crate::core::errors::Error;

/// The time for which a process holds a run without saying so again.
pub(super) const LEASE: Duration = Duration::from_mins(5);

/// Has the process that runs a translation hold it for longer.
///
/// # Errors
/// [`Error::Stopped`] if the translation was deleted, or the run is no longer the one that began.
pub(super) fn hold_on(tx: &mut Write<'_>, run: &Translation, now: Timestamp) -> Result<(), Error> {
    let found = translations::get(tx, run.organization, run.id)?.filter(|found| is_held(found, run));
    let Some(found) = found else { return Err(Error::Stopped) };
    Ok(translations::update(tx, &Translation { held_until: Some(now.plus(LEASE)), ..found })?)
}

/// Returns true if a run is still the one that began.
pub(super) fn is_held(found: &Translation, run: &Translation) -> bool {
    found.state == TranslationStatus::Running && found.requested_at == run.requested_at
}
