//! The imports that requests wait for: a bounded number of an organization at a time, so that each leaves places to others.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use quire_model::ids::OrganizationId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum number of imports of one organization that requests wait for while they run.
const MOST_OF_ORGANIZATION: usize = 4;

/// The imports that run, by organization.
#[derive(Clone, Default)]
pub(crate) struct Importing(Arc<Mutex<HashMap<OrganizationId, Arc<Semaphore>>>>);

impl Importing {
    /// Waits for a place, which is free again when the result is dropped.
    pub(crate) async fn enter(&self, organization: OrganizationId) -> Option<OwnedSemaphorePermit> {
        let places = {
            let mut organizations = self.0.lock();
            organizations
                .retain(|_, places| Arc::strong_count(places) > 1 || places.available_permits() < MOST_OF_ORGANIZATION);
            let places = organizations.entry(organization);
            places.or_insert_with(|| Arc::new(Semaphore::new(MOST_OF_ORGANIZATION))).clone()
        };
        places.acquire_owned().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use quire_content::id::Uid;

    use super::*;

    #[test]
    fn an_organization_leaves_places_to_others() {
        let importing = Importing::default();
        let enter = |n| importing.enter(OrganizationId(Uid([n; 16]))).now_or_never();
        let places: Vec<_> = (0..MOST_OF_ORGANIZATION).map(|_| enter(1).unwrap()).collect();
        assert!(enter(1).is_none());
        assert!(enter(2).is_some());
        drop(places);
        assert!(enter(1).is_some());
        assert!(importing.0.lock().len() <= 2);
    }
}
