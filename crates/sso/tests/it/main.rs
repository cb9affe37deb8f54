//! Tests of proofs of identity. Messages are written and signed by the tests themselves, in canonical form and without the
//! code under test.

#![expect(clippy::unwrap_used, reason = "tests")]

mod certificates;
mod factors;
mod oidc;
mod passkeys;
mod saml;
mod scim;
mod xml;
