//! The machine-readable files of a site: sitemaps, texts for language models, RSS feeds, `robots.txt`.
//!
//! All are functions of plain data that the caller has filtered for the visitor; nothing is left out or
//! added here. Addresses are absolute.

mod llms;
mod robots;
mod rss;
mod sitemap;
mod xml;

pub use llms::{FullPage, Listed, Listing, llms, llms_full_head, llms_full_page};
pub use robots::robots;
pub use rss::{Channel, Item, rss};
pub use sitemap::{Address, sitemap, sitemap_index};
