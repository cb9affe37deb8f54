//! Proofs of identity as values: SAML 2.0, OpenID Connect, one-time codes, recovery codes, passkeys, and SCIM 2.0.
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
//! * [`saml::verify_logout`]: a request of theirs to sign somebody out, which the caller lets count once, and answers with a
//!   [`LogoutResponse`](saml::LogoutResponse). [`saml::LogoutRequest`] asks them for the same.
//!
//! # OpenID Connect
//!
//! * [`oidc::Discovery`]: `address(issuer)`, then `read` of what is there. [`oidc::Keys::read`] of `jwks_uri`.
//! * [`oidc::Authorization`]: `url()`. The caller keeps `state`, `nonce` and `verifier` (all of [`oidc::verifier`]).
//! * [`oidc::Callback::read`], [`oidc::TokenRequest::new`], [`oidc::Tokens::read`]: from the browser's return to a token.
//! * [`oidc::verify_id_token`]: [`Claims`](oidc::Claims), or a [`TokenRefusal`](oidc::TokenRefusal), of which
//!   `UnknownKey` asks for the keys once more. [`oidc::Claims::with_user_info`] adds what the token lacks.
//!
//! # Factors
//!
//! * [`totp::Secret`]: `base32()`, `uri(…)`, and `accepted_step(code, now, last_step)`, whose result the caller keeps.
//! * [`recovery::codes`] makes ten, and [`recovery::normalized`] is what is hashed.
//! * [`passkeys`]: `creation_options` and `verify_registration` give a [`Passkey`](passkeys::Passkey);
//!   `request_options`, `claimed` and `verify_authentication` use it.
//!
//! # SCIM
//!
//! * [`scim::User`] and [`scim::Group`]: `from_json`, `to_json`; [`scim::patch_user`] and [`scim::group_changes`].
//! * [`scim::Filter`]: `parse`, `matches`, and `lookup` for what an index finds. [`scim::Page`], [`scim::Projection`] and
//!   [`scim::list`] make the answer.
//! * [`scim::service_provider_config`], [`scim::resource_types`], [`scim::schemas`], [`scim::Error`].

pub mod certificate;
mod encoding;
mod keys;
pub mod oidc;
pub mod passkeys;
pub mod recovery;
pub mod saml;
pub mod scim;
pub mod totp;
pub mod xml;

/// A point in time: seconds since 1970-01-01T00:00:00Z.
pub type Seconds = i64;
