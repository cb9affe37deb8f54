//! Places for connections: bounds on all connections and on those of one client, and places for health checks.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use quire_model::client_addresses::{ClientAddress, ClientNetwork};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::clients::TrustedProxies;
use crate::server::Options;

/// The numbers of connections by client. A client without connections has no entry.
type Clients = Arc<Mutex<HashMap<ClientNetwork, usize>>>;

/// The places of a server.
pub(super) struct Places {
    usual: Arc<Semaphore>,
    reserved: Arc<Semaphore>,
    trusted: TrustedProxies,
    /// The maximum number of connections of one client; none for no bound.
    most: Option<usize>,
    clients: Clients,
}

/// The place of one connection.
pub(super) enum ConnectionPlace {
    Usual(#[expect(dead_code, reason = "held until the connection ends")] OwnedSemaphorePermit),
    /// A place for health checks, held while all others are taken.
    Reserved(OwnedSemaphorePermit),
}

/// A guard that counts a connection among those of its client; it counts nothing if there is no bound.
pub(super) struct Entered(Option<(ClientNetwork, Clients)>);

impl Places {
    pub(super) fn new(options: &Options) -> Self {
        let places = |number: usize| Arc::new(Semaphore::new(number.min(Semaphore::MAX_PERMITS)));
        Self {
            usual: places(options.max_connections),
            reserved: places(options.reserved_connections),
            trusted: options.trusted_proxies.clone(),
            most: Some(options.max_connections_per_address).filter(|most| *most > 0),
            clients: Arc::default(),
        }
    }

    /// Waits for a place, and returns a usual one if there is one, else a reserved one.
    pub(super) async fn take(&self) -> ConnectionPlace {
        tokio::select! {
            biased;
            usual = self.usual.clone().acquire_owned() => ConnectionPlace::Usual(usual.expect("the semaphore is never closed")),
            reserved = self.reserved.clone().acquire_owned() => {
                ConnectionPlace::Reserved(reserved.expect("the semaphore is never closed"))
            }
        }
    }

    /// Exchanges a reserved place for a usual one if one is free now.
    pub(super) fn upgrade(&self, place: ConnectionPlace) -> ConnectionPlace {
        match self.usual.clone().try_acquire_owned() {
            Ok(usual) if place.is_reserved() => ConnectionPlace::Usual(usual),
            _ => place,
        }
    }

    /// Exchanges a reserved place for a usual one if one becomes free within this time.
    pub(super) async fn improve(&self, place: ConnectionPlace, patience: Duration) -> ConnectionPlace {
        let ConnectionPlace::Reserved(reserved) = place else { return place };
        match timeout(patience, self.usual.clone().acquire_owned()).await {
            Ok(Ok(usual)) => ConnectionPlace::Usual(usual),
            _ => ConnectionPlace::Reserved(reserved),
        }
    }

    /// Counts a connection of this client; returns none if it already has the maximum number.
    pub(super) fn enter(&self, client: ClientAddress) -> Option<Entered> {
        let Some(most) = self.most.filter(|_| !self.trusted.trusts(client.ip())) else { return Some(Entered(None)) };
        let network = client.network();
        let mut clients = self.clients.lock();
        let connections = clients.entry(network).or_default();
        if *connections >= most {
            return None;
        }
        *connections += 1;
        Some(Entered(Some((network, self.clients.clone()))))
    }
}

impl ConnectionPlace {
    pub(super) fn is_reserved(&self) -> bool {
        matches!(self, Self::Reserved(_))
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        let Some((network, clients)) = self.0.take() else { return };
        let mut clients = clients.lock();
        let Some(connections) = clients.get_mut(&network) else { return };
        *connections -= 1;
        if *connections == 0 {
            clients.remove(&network);
        }
    }
}
