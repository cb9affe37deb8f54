//! Tests of proofs of identity. Messages are written and signed by the tests themselves, in canonical form and without the
//! code under test.

mod certificates;
mod factors;
mod oidc;
mod passkeys;
mod saml;
mod xml;
