//! Who visits a published site, and what follows from it.
//!
//! [`tokens`] is the one format of signed claims and [`claims`] reads unsigned ones; [`audience`] is what conditions see of
//! a visitor, [`admission`] whether they may come in, and [`rison`] how addresses of previews write claims. All of this is pure: keys, secrets and the time come in as
//! arguments. Where they come from is in [`crate::publishing_auth`] and [`crate::share_links`].

pub mod admission;
pub mod audience;
pub mod claims;
pub mod rison;
pub mod tokens;

pub(crate) use admission::Keys;
pub use admission::{Admission, Admitted, Credential, Gate, Secret, Shown};
pub use audience::Audience;
