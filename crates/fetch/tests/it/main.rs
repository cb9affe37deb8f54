//! Files from a server of this machine, and from none that is not public.

#![expect(clippy::unwrap_used, reason = "panics are how tests fail")]

mod exchanges;
mod files;
mod names;
mod refusals;
mod secrets;
mod server;
