//! Everything that is not a page.

use minicbor::{Decode, Encode};
use sha1::{Digest as _, Sha1};

use crate::hash::Hash;
use crate::incoming::Variable;
use crate::record::codec::{is_default, records};

/// Git's name of some bytes, and where they stand.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct GitBlob {
    /// SHA-1 of `blob <size>\0` and the bytes.
    #[n(0)]
    #[cbor(with = "minicbor::bytes")]
    pub oid: [u8; 20],
    /// The path from the content's root, with `/`.
    #[n(1)]
    pub path: String,
}

impl GitBlob {
    /// The name that Git gives these bytes.
    pub fn of(path: &str, bytes: &[u8]) -> Self {
        let mut hash = Sha1::new();
        hash.update(format!("blob {}\0", bytes.len()));
        hash.update(bytes);
        Self { oid: hash.finalize().into(), path: path.to_owned() }
    }
}

/// A file: an image, an attachment.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct FileRecord {
    /// The name shown to people.
    #[n(0)]
    pub name: String,
    /// Media type (RFC 9110).
    #[n(1)]
    pub content_type: String,
    /// In bytes.
    #[n(2)]
    pub size: u64,
    /// Width and height in pixels, for images where they are known.
    #[n(3)]
    pub dimensions: Option<(u32, u32)>,
    /// The name of the blob that holds its bytes.
    #[n(4)]
    pub blob: Hash,
    /// Where it stands in a Git repository or a directory; set for every file that was imported.
    #[n(5)]
    pub git: Option<GitBlob>,
    /// Milliseconds since 1970.
    #[n(6)]
    pub created_at: i64,
    /// Milliseconds since 1970.
    #[n(7)]
    pub updated_at: i64,
}

/// A piece of content that pages include.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct ReusableRecord {
    /// Shown to editors.
    #[n(0)]
    pub title: String,
    /// The object that holds the whole file as it was written.
    #[n(1)]
    pub source: Hash,
    /// Where the Markdown begins: after byte order mark and front matter.
    #[n(2)]
    pub body_at: u32,
    /// Where it stands in a Git repository or a directory; set for every one that was imported.
    #[n(3)]
    pub git: Option<GitBlob>,
    /// Milliseconds since 1970.
    #[n(4)]
    pub created_at: i64,
    /// Milliseconds since 1970.
    #[n(5)]
    pub updated_at: i64,
}

/// A variable of the space: its value, and where that came from.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct VariableRecord(
    #[n(0)] pub Variable,
    #[n(1)]
    #[cbor(skip_if = "is_default")]
    pub Origin,
);

/// Where something came from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub enum Origin {
    /// Somebody wrote it here.
    #[default]
    #[n(0)]
    Written,
    /// An import, and the next one may delete it.
    #[n(1)]
    Imported,
}

/// A file that describes the space (`SUMMARY.md`, `.gitbook.yaml`, …). All of them come from imports.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct MetaRecord {
    /// The object that holds it as it was written.
    #[n(0)]
    pub source: Hash,
}

/// A file that an import found beside the content, outside the configured root: no part of the content, kept so that an
/// export is whole.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct AsideRecord {
    /// The name of the blob that holds its bytes.
    #[n(0)]
    pub blob: Hash,
    /// In bytes.
    #[n(1)]
    pub size: u64,
}

records!(FileRecord, ReusableRecord, VariableRecord, MetaRecord, AsideRecord);
