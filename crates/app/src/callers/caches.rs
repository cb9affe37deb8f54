//! Cached facts about callers and what they may do.

use std::sync::Arc;

use quick_cache::sync::Cache;
use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_model::ids::{OrganizationId, UserId};
use quire_model::policy::Standing;
use quire_model::time::Timestamp;

use crate::callers::Caller;
use crate::callers::rights::{Rights, VisibleContent};
use crate::core::caches::Stamped;

/// The caches of callers, roles and rights.
pub(crate) struct Caches {
    /// Callers by the hash of their token or session secret.
    pub(crate) callers: Cache<Hash, Arc<Stamped<Arc<Caller>>>>,
    /// Hashes of secrets that are not valid, with the time until which they need not be looked up again.
    pub(crate) unknown: Cache<Hash, Arc<Stamped<Timestamp>>>,
    /// The standing of users on spaces and collections.
    pub(crate) roles: Cache<(UserId, Uid), Arc<Stamped<Standing>>>,
    /// The data from which roles are computed, by organization.
    pub(crate) rights: Cache<OrganizationId, Arc<Stamped<Arc<Rights>>>>,
    /// The content of an organization that a member can see.
    pub(crate) sights: Cache<(OrganizationId, UserId), Arc<VisibleContent>>,
}

const CALLERS: usize = 10_000;
/// The maximum number of invalid secrets remembered.
const UNKNOWN: usize = 16_384;
const ROLES: usize = 50_000;
const RIGHTS: usize = 100;
const SIGHTS: usize = 200;

impl Default for Caches {
    fn default() -> Self {
        Self {
            callers: Cache::new(CALLERS),
            unknown: Cache::new(UNKNOWN),
            roles: Cache::new(ROLES),
            rights: Cache::new(RIGHTS),
            sights: Cache::new(SIGHTS),
        }
    }
}

impl Caches {
    /// Empties the caches, for tests.
    pub(crate) fn clear(&self) {
        let Self { callers, unknown, roles, rights, sights } = self;
        callers.clear();
        unknown.clear();
        roles.clear();
        rights.clear();
        sights.clear();
    }
}
