//! The first use of an organization by a member.
//!
//! A person who is invited becomes a member at once, perhaps without knowing. Until they use the organization
//! themselves, other members see the invited e-mail address and nothing else of them (see `quire_store::members`). A
//! use is a proof of permission on something of the organization. Proofs are made within read transactions, so a use is
//! noted here first and written afterwards.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quire_model::ids::{OrganizationId, UserId};
use quire_store::members;

use crate::App;
use crate::callers::Caller;
use crate::errors::Error;

/// First uses that are not written yet.
#[derive(Default)]
pub(crate) struct FirstUses {
    any: AtomicBool,
    noted: Mutex<Vec<(OrganizationId, UserId)>>,
}

/// The maximum number of pending members; further ones are noted at their next use.
const MOST: usize = 10_000;

impl FirstUses {
    /// Notes the first use of an organization by a member.
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
    /// Writes the pending first uses. Costs nothing if there are none.
    pub fn write_first_uses(&self) -> Result<(), Error> {
        let uses = self.inner.first_uses.take();
        if uses.is_empty() {
            return Ok(());
        }
        let now = self.now();
        self.write(&Caller::operator(), |change| {
            for (organization, user) in &uses {
                if members::note_use(change.tx, *organization, *user, now)? {
                    // The cached caller still lacks the first use.
                    change.touch(user.0);
                }
            }
            Ok(())
        })
    }
}
