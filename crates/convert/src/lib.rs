//! Import and export of the directory format, as a folder or a ZIP archive.
//!
//! A [`Tree`] is the source of files: a folder ([`Disk`]) or a ZIP archive ([`Archive`]). [`read`] parses one into a
//! [`Directory`]: the outline with the pages' bytes, reusable contents, variables, the files with settings of the
//! space, and the names of all other files. The input is untrusted: every quantity has a bound in [`Limits`], no path
//! leads out of the tree, and the work is linear in the input except for sorting.
//!
//! [`export()`] is the inverse: it lists the files of content, and [`Folder`] or [`Zip`] writes them.
//!
//! The bytes of pages are passed on unchanged. Parsing Markdown, storing blobs, network and database are not here.

mod archive;
mod blocks;
mod config;
mod content;
mod directory;
mod disk;
mod error;
mod export;
mod folders;
mod foreign;
mod icons;
mod inflate;
mod inline;
mod limits;
mod lines;
mod media;
mod names;
mod outline;
mod path;
mod reusable;
mod summary;
mod tags;
mod times;
mod tree;
mod variables;
mod warning;
mod yaml;

pub use archive::Archive;
pub use config::{redirects, root};
pub use directory::{Directory, File, Progress, largest_text, page, read};
pub use disk::Disk;
pub use error::Error;
pub use export::{Counts, Existing, Export, ExportError, Folder, FolderError, Outgoing, Placed, Source, Zip, export};
pub use limits::Limits;
pub use media::{declared_media_type, media_type};
pub use path::is_markdown;
pub use tags::{Tag, tags};
pub use tree::{Entry, Tree, is_document};
pub use warning::{Code, Warning, Warnings};
pub use yaml::json::specification;
