//! The content engine: pages, files, revisions and their map, free of I/O.
//!
//! Everything here is a function of its arguments. Objects are read through the [`objects::Objects`] trait and
//! new ones are collected in a [`objects::Draft`]; time and fresh identifiers are arguments. There is no
//! async, no clock, no randomness, no SQL, no HTTP and no user in this crate.

pub mod budget;
pub mod changes;
pub mod document;
pub mod edit;
pub mod expression;
pub mod front_matter;
pub mod hash;
pub mod id;
pub mod import;
pub mod incoming;
pub mod links;
pub mod map;
pub mod merge;
pub mod objects;
pub mod old_paths;
pub mod order;
pub mod origin;
pub mod outline;
pub mod page_file;
pub mod path;
pub mod record;
pub mod slug;
pub mod snapshot;
pub mod stop;
pub mod table;
pub mod title;
pub mod utf8;
pub mod warnings;
pub mod yaml;
