//! What an importer hands to the engine: a whole tree of pages and files, in the engine's words, from any format.

use std::collections::BTreeMap;

use crate::hash::Hash;

/// Content as it was found, before it has met the space that it goes to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Incoming {
    /// The navigation, in order.
    pub outline: Vec<Node>,
    /// Files (images, attachments and everything else that is kept), their bytes already stored as blobs.
    pub files: Vec<File>,
    /// Reusable contents.
    pub reusable: Vec<Reusable>,
    /// The space's variables by name.
    pub variables: BTreeMap<String, Variable>,
    /// Files that describe the space (`SUMMARY.md`, `.gitbook.yaml`, …) by path, as they were written.
    pub meta: BTreeMap<String, Vec<u8>>,
    /// Files beside the content, by path from the top of the tree that was imported; their bytes already stored.
    pub asides: BTreeMap<String, Aside>,
}

/// One entry of the navigation.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The text of the navigation, which a page's own title outranks.
    pub title: String,
    /// What stands here.
    pub kind: NodeKind,
    /// The entries below it, in order.
    pub children: Vec<Node>,
}

/// What an entry of the navigation is.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeKind {
    /// A heading over pages.
    Group,
    /// A page.
    Page {
        /// Path of its file from the content's root, with `/`, never leading out of it. Two entries may share one.
        path: String,
        /// The whole file as it was written, front matter included; any bytes.
        source: Vec<u8>,
    },
    /// An address elsewhere.
    Link {
        /// The address.
        href: String,
    },
    /// A page that the server makes (from a specification, say), described by YAML that is kept as it was written.
    Computed {
        /// The YAML text.
        yaml: String,
    },
}

/// A file whose bytes are already stored as a blob.
#[derive(Debug, Clone, PartialEq)]
pub struct File {
    /// Path from the content's root, with `/`.
    pub path: String,
    /// The name shown to people.
    pub name: String,
    /// Media type (RFC 9110).
    pub content_type: String,
    /// In bytes.
    pub size: u64,
    /// Width and height in pixels, for images where they are known.
    pub dimensions: Option<(u32, u32)>,
    /// Name of the blob.
    pub blob: Hash,
    /// Git's name of the bytes: SHA-1 of `blob <size>\0` and them.
    pub oid: [u8; 20],
}

/// A file that is kept and is no part of the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// Name of the blob.
    pub blob: Hash,
    /// In bytes.
    pub size: u64,
}

/// A piece of content that pages include.
#[derive(Debug, Clone, PartialEq)]
pub struct Reusable {
    /// Path of its file from the content's root, with `/`.
    pub path: String,
    /// Shown to editors.
    pub title: String,
    /// The whole file as it was written.
    pub source: Vec<u8>,
}

/// The value of a variable.
#[derive(Debug, Clone, PartialEq)]
pub enum Variable {
    /// Up to 256 characters.
    Text(String),
    /// A finite number.
    Number(f64),
    /// A truth value.
    Bool(bool),
}
