//! What responses look like: the resources of the specification, a file each.

mod files;
mod organizations;
mod pages;
mod revisions;
mod spaces;
mod tokens;
mod users;

pub(crate) use files::{File, GitBlob, Showing};
pub(crate) use organizations::Organization;
pub(crate) use pages::{Page, PageTree, Pages, ReusableContent, VariableValue};
pub(crate) use revisions::{Revision, RevisionSummary};
pub(crate) use spaces::Space;
pub(crate) use tokens::{NewToken, Token};
pub(crate) use users::User;

use schemars::JsonSchema;
use serde::Serialize;

/// Declares the kinds of objects: types with one value, the name that the `object` field carries.
macro_rules! objects {
    ($($name:ident = $word:literal;)+) => {$(
        #[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
        pub(crate) enum $name {
            #[serde(rename = $word)]
            It,
        }
    )+};
}

objects! {
    OrganizationObject = "organization";
    RevisionObject = "revision";
    SpaceObject = "space";
    StorageSignedUrlObject = "storage-signed-url";
    TokenObject = "token";
    UserObject = "user";
}
