//! Building blocks that know no subject: external inputs, errors, caches and their invalidation, listeners to
//! commits, signatures and bounds.

pub mod ambient;
pub mod attempts;
pub mod caches;
pub mod commits;
pub(crate) mod epochs;
pub(crate) mod errors;
pub mod processors;
pub(crate) mod retry_locks;
pub(crate) mod signatures;
