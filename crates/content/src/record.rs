//! The entries of the content map: keys, and the records that are their values.
//!
//! A record is a CBOR map (RFC 8949) from small integers to values. Absent and default values are omitted, so
//! equal records have equal bytes; field numbers are never reused. Fields written by a newer
//! version are skipped when a record is read. Relations between records (the page tree) are handled
//! elsewhere: see [`crate::outline`].

mod codec;
mod conflict;
mod file;
mod key;
mod page;
mod references;

pub use codec::RecordError;
pub use conflict::{ConflictPlace, ConflictRecord, Field, Placement, Placements};
pub use file::{AsideRecord, FileRecord, GitBlob, MetaRecord, Origin, ReusableRecord, VariableRecord};
pub use key::EntryKey;
pub use page::{Cover, Layout, PageKind, PageRecord};
pub use references::References;

#[cfg(test)]
mod tests;
