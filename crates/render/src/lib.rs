//! Published pages as text: the HTML of documents, and the page around it.
//!
//! Everything here is a function of plain data: what is outside of a document is asked of
//! [`surroundings::Surroundings`]. All text of authors is escaped by construction, and their HTML goes through one
//! allow list. No database, no HTTP, no clock, and no decision about who may see what.

pub mod assets;
mod blocks;
pub mod body;
pub mod card;
mod code;
mod diagram;
mod drawer;
pub mod favicon;
pub mod feeds;
pub mod icons;
mod inline;
pub mod labels;
mod math;
mod openapi;
pub mod page;
mod raw;
pub mod safe;
pub mod site;
pub mod surroundings;
mod text;
pub mod theme;
pub mod words;

pub use blocks::FRAME_SOURCES;
