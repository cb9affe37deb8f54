//! Proofs of identity as values: SAML 2.0 single sign-on.
//!
//! The invariant: nothing here reads a clock, draws random numbers, or knows a network, a database or HTTP. Times are
//! [`Seconds`], randomness comes in as bytes, messages come in and go out as texts. Values that must be used once
//! (requests, assertions, codes, challenges) are remembered by the caller; each function says which ones. No input
//! makes this crate panic, and each is bounded in size, depth and count.
//!
//! # SAML
//!
//! * [`Certificate::read_all`](certificate::Certificate::read_all): the certificates that an administrator pasted.
//! * [`saml::read_metadata`]: the [`IdentityProvider`](saml::IdentityProvider) of metadata.
//! * [`saml::ServiceProvider::metadata`]: our metadata.
//! * [`saml::Request`]: `id_of(random)`, then `redirect()` or `form()`. The caller keeps the ID until its answer.
//! * [`saml::claimed`]: finds the request of a response (nothing is verified yet).
//! * [`saml::verify_response`]: the value `SAMLResponse` and [`Expected`](saml::Expected) give an
//!   [`Identity`](saml::Identity) or a [`Refusal`](saml::Refusal) with `code()`, a text for the log, and `advice()`. The
//!   caller remembers `assertion_id` until `expires` and refuses it a second time.

pub mod certificate;
mod encoding;
mod keys;
pub mod oidc;
pub mod passkeys;
pub mod recovery;
pub mod saml;
pub mod totp;
pub mod xml;

/// A point in time: seconds since 1970-01-01T00:00:00Z.
pub type Seconds = i64;
