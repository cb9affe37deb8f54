//! Input of an import: a whole tree of pages and files, in a form that is independent of the source's format.

use std::collections::BTreeMap;

use crate::hash::Hash;
use crate::origin::Origin;

/// Content as an importer found it, independent of the space that it is imported into.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Incoming {
    /// The entries of the navigation, in order.
    pub outline: Vec<Node>,
    /// The files (images, attachments and everything else that is kept), whose bytes are already stored as blobs.
    pub files: Vec<File>,
    /// The reusable contents, with their files.
    pub reusable: Vec<Reusable>,
    /// The variables of the space by name.
    pub variables: BTreeMap<String, Variable>,
    /// The metadata files of the space (`SUMMARY.md`, `.gitbook.yaml`, …) by path, verbatim.
    pub meta: BTreeMap<String, Vec<u8>>,
    /// The numbers of entries of tables of contents that lead nowhere, by path.
    pub dead: BTreeMap<String, u32>,
    /// The files outside of the content, by path from the top of the imported tree; their bytes are already stored.
    pub asides: BTreeMap<String, Aside>,
    /// The times at which the files of pages were last written, in milliseconds since 1970, by their path, as far as the
    /// source has a history.
    pub written: BTreeMap<String, i64>,
    /// The names of pages in the source, by the path of their file, where they are others than the path.
    pub origins: BTreeMap<String, Origin>,
}

/// An entry of the navigation.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The title in the navigation; a page's own title takes precedence.
    pub title: String,
    /// The kind of entry, with its content.
    pub kind: NodeKind,
    /// The child entries, in order.
    pub children: Vec<Node>,
}

/// The kind of an entry of the navigation.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeKind {
    /// A heading over pages.
    Group,
    /// A page with text.
    Page {
        /// The path of its file from the content's root, with `/`, never leading out of it. Two entries may share one.
        path: String,
        /// The whole file, verbatim, front matter included; any bytes.
        source: Vec<u8>,
    },
    /// A link to an address.
    Link {
        /// The address of the link.
        href: String,
    },
    /// A page that the server computes (from a specification, say), described by YAML that is kept verbatim.
    Computed {
        /// The source, verbatim; not parsed here.
        yaml: String,
    },
}

/// A file whose bytes are already stored as a blob.
#[derive(Debug, Clone, PartialEq)]
pub struct File {
    /// The path from the content's root, with `/`.
    pub path: String,
    /// The name shown to users.
    pub name: String,
    /// The media type (RFC 9110).
    pub content_type: String,
    /// The size in bytes.
    pub size: u64,
    /// The width and height in pixels, for images where they are known.
    pub dimensions: Option<(u32, u32)>,
    /// The hash of the blob.
    pub blob: Hash,
    /// The Git object identifier: SHA-1 of `blob <size>\0` and the bytes.
    pub oid: [u8; 20],
}

/// A file that is kept but is not part of the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// The hash of the blob.
    pub blob: Hash,
    /// The size in bytes.
    pub size: u64,
}

/// A reusable content, which pages can include.
#[derive(Debug, Clone, PartialEq)]
pub struct Reusable {
    /// The path of its file from the content's root, with `/`.
    pub path: String,
    /// The title shown to editors.
    pub title: String,
    /// The whole file, verbatim.
    pub source: Vec<u8>,
}

/// The value of a variable.
#[derive(Debug, Clone, PartialEq)]
pub enum Variable {
    /// A text of up to 256 characters.
    Text(String),
    /// A finite number.
    Number(f64),
    /// True or false.
    Bool(bool),
}
