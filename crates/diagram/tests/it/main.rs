//! Drawings of diagrams: that all kinds are drawn, that nothing of an author acts, that nothing takes long.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bounds;
mod hostile;
mod kinds;
mod laws;
mod reading;
