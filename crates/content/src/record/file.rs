//! Records of files, reusable contents, variables, metadata files and asides.

use minicbor::{Decode, Encode};
use sha1::{Digest as _, Sha1};

use crate::hash::Hash;
use crate::incoming::Variable;
use crate::record::codec::{is_default, records};

/// The Git object identifier of some bytes, and their path.
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
    /// Computes the Git object identifier of these bytes.
    pub fn of(path: &str, bytes: &[u8]) -> Self {
        let mut hash = Sha1::new();
        hash.update(format!("blob {}\0", bytes.len()));
        hash.update(bytes);
        Self { oid: hash.finalize().into(), path: path.to_owned() }
    }
}

/// A file: an image or another attachment.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct FileRecord {
    /// The name shown to users.
    #[n(0)]
    pub name: String,
    /// The media type (RFC 9110).
    #[n(1)]
    pub content_type: String,
    /// The size in bytes.
    #[n(2)]
    pub size: u64,
    /// The width and height in pixels, for images where they are known.
    #[n(3)]
    pub dimensions: Option<(u32, u32)>,
    /// The hash of the blob with its bytes.
    #[n(4)]
    pub blob: Hash,
    /// The path and object identifier in a Git repository or a directory; set for every imported file.
    #[n(5)]
    pub git: Option<GitBlob>,
    /// The time of creation in milliseconds since 1970.
    #[n(6)]
    pub created_at: i64,
    /// The time of the last change in milliseconds since 1970.
    #[n(7)]
    pub updated_at: i64,
}

/// A reusable content, which pages can include.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct ReusableRecord {
    /// The title shown to editors.
    #[n(0)]
    pub title: String,
    /// The object with the whole file, verbatim.
    #[n(1)]
    pub source: Hash,
    /// The byte offset of the Markdown: after byte order mark and front matter.
    #[n(2)]
    pub body_at: u32,
    /// The path and object identifier in a Git repository or a directory; set for every imported one.
    #[n(3)]
    pub git: Option<GitBlob>,
    /// The time of creation in milliseconds since 1970.
    #[n(4)]
    pub created_at: i64,
    /// The time of the last change in milliseconds since 1970.
    #[n(5)]
    pub updated_at: i64,
}

/// A variable of the space: its value and its origin.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[cbor(map)]
pub struct VariableRecord(
    #[n(0)] pub Variable,
    #[n(1)]
    #[cbor(skip_if = "is_default")]
    pub Origin,
);

/// The origin of a variable.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub enum Origin {
    /// It was set by a user.
    #[default]
    #[n(0)]
    Written,
    /// It was imported, and the next import may delete it.
    #[n(1)]
    Imported,
}

/// A metadata file of the space (`SUMMARY.md`, `.gitbook.yaml`, …). All of them come from imports.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct MetaRecord {
    /// The object with the file, verbatim.
    #[n(0)]
    pub source: Hash,
    /// The number of entries of a table of contents that led nowhere when it was imported; `None` for none.
    #[n(1)]
    pub dead: Option<u32>,
}

/// A file that an import found outside the configured root: not part of the content, kept so that an
/// export is complete.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct AsideRecord {
    /// The hash of the blob with its bytes.
    #[n(0)]
    pub blob: Hash,
    /// The size in bytes.
    #[n(1)]
    pub size: u64,
}

records!(FileRecord, ReusableRecord, VariableRecord, MetaRecord, AsideRecord);
