//! SCIM 2.0 (RFC 7643 and 7644) as values: users and groups that an identity provider keeps up to date here.
//!
//! Names of attributes have no case. What providers send beside the letter of the standard is understood where its meaning
//! is plain: `"active": "False"`, names with dots in a value without path, members to remove as a value. The invariant:
//! filters, patches and resources are bounded before anything is done with them. Storage, paging of it and HTTP are not
//! here.

mod attributes;
mod documents;
mod error;
mod filter;
mod group;
mod list;
mod parse;
mod patch;
mod user;

pub use documents::{resource_types, schemas, service_provider_config};
pub use error::{Error, ErrorKind};
pub use filter::{Comparison, Filter};
pub use group::{Group, GroupChange, group_changes};
pub use list::{Page, Projection, list};
pub use patch::patch_user;
pub use user::{Email, Meta, User};

/// The content type of requests and answers.
pub const CONTENT_TYPE: &str = "application/scim+json";
