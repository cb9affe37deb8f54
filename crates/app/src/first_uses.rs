//! The first time that a member uses an organization.
//!
//! Whoever is invited is a member at once, and may not even know. Until they use the organization themselves, others see
//! the address that was invited and nothing else of them (see `quire_store::members`). A use is a proof of permission on
//! something of the organization; that proofs are made within transactions that read is why it is noted here first and
//! written afterwards.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quire_model::ids::{OrganizationId, UserId};
use quire_store::members;

use crate::App;
use crate::callers::Caller;
use crate::errors::Error;

/// Uses that are not written yet.
#[derive(Default)]
pub(crate) struct FirstUses {
    any: AtomicBool,
    noted: Mutex<Vec<(OrganizationId, UserId)>>,
}

/// Members who are noted before they are written; with more, the next use is noted.
const MOST: usize = 10_000;

impl FirstUses {
    /// Notes that a member who never did so uses an organization.
    pub(crate) fn note(&self, organization: OrganizationId, user: UserId) {
        let mut noted = self.noted();
        if noted.len() < MOST && !noted.contains(&(organization, user)) {
            noted.push((organization, user));
            self.any.store(true, Ordering::Release);
        }
    }

    fn noted(&self) -> MutexGuard<'_, Vec<(OrganizationId, UserId)>> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Vec<(OrganizationId, UserId)> {
        if !self.any.swap(false, Ordering::Acquire) {
            return Vec::new();
        }
        std::mem::take(&mut *self.noted())
    }
}

impl App {
    /// Writes which members used their organizations for the first time. Costs nothing where nobody did.
    pub fn write_first_uses(&self) -> Result<(), Error> {
        let uses = self.inner.first_uses.take();
        if uses.is_empty() {
            return Ok(());
        }
        let now = self.now();
        self.write(&Caller::operator(), |change| {
            for (organization, user) in &uses {
                if members::note_use(change.tx, *organization, *user, now)? {
                    // What is known of the caller says that they never did.
                    change.touch(user.0);
                }
            }
            Ok(())
        })
    }
}
