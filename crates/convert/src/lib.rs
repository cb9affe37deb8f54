//! The directory format and archives of it, in both directions.
//!
//! A [`Tree`] is where files come from: a folder ([`Disk`]) or a ZIP ([`Archive`]). [`read`] turns one into a
//! [`Directory`]: the outline with the pages' bytes, reusable contents, variables, the files that describe the
//! space, and the names of all other files. What is read is untrusted: every quantity has a bound in [`Limits`],
//! no path leads out of the tree, and work is linear in the input but for sorting.
//!
//! [`export()`] is the way back: it lists the files of content, and [`Folder`] or [`Zip`] takes them.
//!
//! Bytes of pages are handed on as they are. Parsing Markdown, storing blobs, network and database are not here.

mod archive;
mod blocks;
mod config;
mod content;
mod directory;
mod disk;
mod error;
mod export;
mod folders;
mod inflate;
mod inline;
mod limits;
mod media;
mod names;
mod outline;
mod path;
mod reusable;
mod summary;
mod tree;
mod variables;
mod warning;
mod yaml;

pub use archive::Archive;
pub use config::redirects;
pub use directory::{Directory, File, Progress, page, read};
pub use disk::Disk;
pub use error::Error;
pub use export::{Counts, Existing, Export, ExportError, Folder, FolderError, Outgoing, Placed, Source, Zip, export};
pub use limits::Limits;
pub use media::{declared_media_type, media_type};
pub use tree::{Entry, Tree};
pub use warning::Warning;
pub use yaml::json::specification;
