//! Hashes of the secrets of sign-ins by identity providers, which are stored in their place.

use quire_content::hash::Hash;

/// Returns the hash under which a secret of a kind is stored.
pub(super) fn hash(kind: &str, secret: &str) -> Hash {
    Hash::of(format!("sso {kind}\0{secret}").as_bytes())
}
