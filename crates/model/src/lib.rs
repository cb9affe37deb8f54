//! The domain model: identifiers, the values of entities, roles, the policy and limits.
//!
//! Everything here is plain data and pure functions, shared by all crates above. Limits are types: a value that exists
//! is within its bounds. There is no SQL, no HTTP and no async in this crate.

pub mod adaptive_schema;
pub mod addresses;
pub mod browsers;
pub mod change_requests;
pub mod claims;
pub mod client_addresses;
pub mod comments;
pub mod credentials;
pub mod customization;
pub mod events;
pub mod folding;
pub mod ids;
pub mod imports;
pub mod jobs;
pub mod language;
pub mod locations;
pub mod merge_rules;
pub mod notifications;
pub mod openapi_changes;
pub mod openapi_notes;
pub mod openapi_specs;
pub mod organizations;
pub mod paging;
pub mod patch;
pub mod payer;
pub mod people;
pub mod places;
pub mod policy;
pub mod presence;
pub mod redirects;
pub mod repositories;
pub mod reviews;
pub mod revisions;
pub mod rights;
pub mod roles;
pub mod scopes;
pub mod served_files;
pub mod site_hosts;
pub mod site_structure;
pub mod sites;
pub mod spaces;
pub mod sso;
pub mod text;
pub mod time;
pub mod translations;
pub mod waiting;
mod words;
