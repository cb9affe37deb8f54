//! Visitors of published sites: their credentials, admission, and the audience they belong to.
//!
//! [`tokens`] implements signed claims and [`claims`] parses unsigned ones; [`audience`] is what conditions see of a
//! visitor, [`admission`] decides on access, `previews` is what a member shows before it is published, and [`rison`] is
//! the syntax of claims in addresses of previews. All of this is pure: keys, secrets and the time are arguments, which
//! come from [`crate::sites::publishing_auth`] and [`crate::sites::share_links`].

pub mod admission;
pub mod audience;
pub mod claims;
pub(crate) mod member_claims;
mod previews;
pub mod rison;
pub mod tokens;

pub(crate) use admission::Keys;
pub use admission::{Admission, Admitted, Credential, Gate, Secret, Shown};
pub use audience::Audience;
pub use previews::{Preview, Proposal};
