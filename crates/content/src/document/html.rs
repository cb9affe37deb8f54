//! The subset of HTML that documents are written with.
//!
//! A small strict reader: tags with attributes, text, comments. HTML that is not well nested is not parsed and
//! is kept verbatim; the error recovery of browsers is not implemented.

pub(super) mod element;
pub(super) mod text;
pub(super) mod token;
