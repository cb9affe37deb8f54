//! The first use of an organization by a member.
//!
//! A person who is invited becomes a member at once, perhaps without knowing. Until they use the organization
//! themselves, other members see the invited e-mail address and nothing else of them (see `quire_store::members`). A
//! use is a proof of permission on something of the organization. Proofs are made within read transactions, so a use is
//! noted here first and written afterwards.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quire_model::ids::{OrganizationId, UserId};

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

    /// Takes the pending uses.
    pub(crate) fn take(&self) -> Vec<(OrganizationId, UserId)> {
        if !self.any.swap(false, Ordering::Acquire) {
            return Vec::new();
        }
        std::mem::take(&mut *self.noted())
    }
}
