//! SAML 2.0 in a browser: our requests and metadata, their metadata, the check of their responses, and single logout.
//!
//! The profile is strict (OASIS SAML 2.0 Profiles, section 4.1, and fewer choices): one assertion, signed itself or by its response
//! with a pinned certificate, exclusive canonicalization, RSA or ECDSA with SHA-256 and up. The invariant: all claims of
//! an [`Identity`] are read from the canonical bytes whose digest was signed, read again. Encrypted assertions and
//! the artifact binding are not here.

mod attributes;
mod claims;
mod instant;
mod logout;
mod message;
mod metadata;
mod names;
mod redirect;
mod refusal;
mod request;
mod response;
mod signature;

pub use attributes::Attribute;
pub use claims::{Identity, NameId, NameIdFormat};
pub use logout::{Brought, ExpectedLogout, Logout, LogoutRequest, LogoutResponse, claims_success, verify_logout};
pub use metadata::{Binding, IdentityProvider, LogoutAddresses, MetadataError, read_metadata};
pub use refusal::Refusal;
pub use request::{Form, Request, ServiceProvider};
pub use response::{Claimed, Expected, InResponseTo, claimed, verify_response};

/// The difference between two clocks that is forgiven, in seconds.
pub const SKEW: crate::Seconds = 60;
