//! Single sign-on: identity providers, and signing in by them with SAML or OpenID Connect.
//!
//! A provider of an organization speaks for that organization alone. A person is the name that a provider gives them,
//! never the e-mail address alone; a session that begins here reaches the organization of the provider and no other, and
//! so do the tokens made in it. The provider of the whole server is the operator's: its sessions reach all of a user's
//! organizations. Messages are verified in [`quire_sso`]; the network is not here.

mod groups;
mod hashes;
pub mod oidc;
pub mod oidc_providers;
pub mod people;
pub mod providers;
pub mod saml;
pub mod saml_logout;
pub mod saml_providers;
pub mod sign_in;
pub mod sign_out;
pub mod visit;
pub mod visits;
pub mod ways;

pub(crate) use quire_store::sso_identities::WHOLE_SERVER;
