//! The document as JSON, in the shapes that clients of version 0.143.2 of the API description read and write.

mod data;
mod fields;
mod inline;
mod kinds;
mod read;
mod read_table;
mod table;
mod write;

pub use fields::Invalid;
pub(super) use inline::is_icon;
pub(super) use kinds::plain;
pub(super) use read::has_anchor;
