//! Published pages as text: the HTML of documents, and the page around it.
//!
//! Everything here is a function of plain data: what is outside of a document is asked of
//! [`surroundings::Surroundings`]. All text of authors is escaped by construction, and their HTML goes through one
//! allow list. No database, no HTTP, no clock, and no decision about who may see what.

pub mod assets;
pub mod body;
pub mod card;
pub mod favicon;
pub mod feeds;
pub mod labels;
pub mod page;
pub mod site;
pub mod surroundings;
pub mod theme;
pub mod words;
