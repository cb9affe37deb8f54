//! Visitors of sites, who sign in by an identity provider of the organization.

mod attacks;
mod claims;
mod sign_in;
mod sign_out;
pub(crate) mod world;
