//! The HTML of pages: as much as documents are written with.
//!
//! A small strict reader: tags with attributes, text, comments. What is not well nested is not read at all, and then
//! kept as it was written; browsers' ways of mending are not here.

pub(super) mod element;
pub(super) mod text;
pub(super) mod token;
