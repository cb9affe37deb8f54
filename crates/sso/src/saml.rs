//! SAML 2.0 single sign-on in a browser: our requests and metadata, their metadata, and the check of their responses.
//!
//! The profile is strict (OASIS SAML 2.0 Profiles, section 4.1, and fewer choices): one assertion, signed itself or by its response
//! with a pinned certificate, exclusive canonicalization, RSA or ECDSA with SHA-256 and up. The invariant: all claims of
//! an [`Identity`] are read from the canonical bytes whose digest was signed, read again. Encrypted assertions, the
//! artifact binding and single logout are not here.

mod attributes;
mod claims;
mod instant;
mod metadata;
mod names;
mod refusal;
mod request;
mod response;
mod signature;

pub use attributes::Attribute;
pub use claims::{Identity, NameIdFormat};
pub use metadata::{Binding, IdentityProvider, MetadataError, read_metadata};
pub use refusal::Refusal;
pub use request::{Form, Request, ServiceProvider};
pub use response::{Claimed, Expected, InResponseTo, claimed, verify_response};

/// The difference between two clocks that is forgiven, in seconds.
pub const SKEW: crate::Seconds = 60;
