//! The payer of the request that is served.

use std::cell::Cell;

use quire_model::payer::Payer;

tokio::task_local! {
    static CURRENT: Cell<Payer>;
}

/// Runs a future on behalf of a payer.
pub async fn on_behalf_of<F: Future>(payer: Payer, work: F) -> F::Output {
    CURRENT.scope(Cell::new(payer), work).await
}

/// Changes the payer of the current future, once it is known better. Without effect outside of [`on_behalf_of`].
pub fn change_payer(payer: Payer) {
    // Without a scope, nobody asks for the payer.
    let _ = CURRENT.try_with(|current| current.set(payer));
}

/// Returns the payer of the current future; the default one outside of [`on_behalf_of`].
pub fn payer() -> Payer {
    CURRENT.try_with(Cell::get).unwrap_or_default()
}
