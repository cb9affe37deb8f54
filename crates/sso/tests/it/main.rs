//! Tests of proofs of identity. Messages are written and signed by the tests themselves, in canonical form and without the
//! code under test.

mod certificates;
mod oidc;
mod saml;
mod xml;
