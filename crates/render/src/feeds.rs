//! What machines read of a site: maps for search engines, texts for language models, feeds for readers.
//!
//! All of it is made from plain data about what this visitor may see; nothing is left out or added here. Addresses are
//! absolute.

mod llms;
mod robots;
mod rss;
mod sitemap;
mod xml;

pub use llms::{FullPage, Listed, Listing, llms, llms_full_head, llms_full_page};
pub use robots::robots;
pub use rss::{Channel, Item, rss};
pub use sitemap::{Address, sitemap, sitemap_index};
