//! Rendering of published pages: the HTML of documents, and of the page around them.
//!
//! Everything here is a function of plain data: facts from outside of a document come through
//! [`reference_resolver::ReferenceResolver`]. All text of authors is escaped by construction, and their HTML passes one allow
//! list. There is no database, no HTTP, no clock and no access control here.

pub mod assets;
mod blocks;
pub mod body;
pub mod card;
mod code;
mod diagram;
mod drawn;
pub mod favicon;
pub mod feeds;
mod html_renderer;
pub mod icons;
mod inline;
pub mod labels;
mod math;
mod openapi;
pub mod page;
mod raw;
pub mod reference_resolver;
pub mod safe;
pub mod site;
mod text;
pub mod theme;
pub mod words;

pub use blocks::FRAME_SOURCES;
