//! Translation of pages as values: what of a page is translated, what translators are sent, and what of their replies is
//! taken.
//!
//! A *segment* is what one block, title or label of a page says. What stands in its lines becomes numbered
//! [placeholders], so that code, formulas, addresses and attributes never leave the server, and a reply is taken only if
//! it has the same placeholders in the same nesting ([`replies`]). A translated page is the page of the source with other
//! segments ([`page`]), so it has the same blocks, links and code whatever a translator writes. What people wrote in a
//! translated page is found by comparing it with what was written there before ([`align`]), and stays. [`space`] does this
//! for the content of a whole space.
//!
//! Nothing here knows a database, a clock or a network: [`providers`] makes requests and reads responses as values.

pub mod align;
pub mod compose;
pub mod entries;
pub mod exchange;
pub mod glossary;
pub mod memory;
pub mod near;
pub mod page;
pub mod placeholders;
pub mod providers;
pub mod replies;
pub mod segments;
pub mod space;
