//! What the content map holds: the keys and the records under them.
//!
//! A record is a CBOR map (RFC 8949) from small integers to values. What is absent or has its default is left out, so
//! equal records have equal bytes; numbers of fields are never used again for something else. Fields that a newer
//! version wrote are skipped when a record is read. What records mean to each other (the page tree) is not known
//! here: see [`crate::outline`].

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
