//! Published sites as their readers get them, on both databases.

#![expect(clippy::unwrap_used, reason = "panics are how tests fail")]

mod addresses;
mod closed;
mod conditions;
mod crawl;
mod crowds;
mod faults;
mod feedback;
mod files;
mod fonts;
mod forms;
mod hosts;
mod interfaces;
mod languages;
mod locations;
mod matrix;
mod pages;
mod pictures;
#[path = "../../../content/tests/it/document/placements.rs"]
mod placements;
mod preview_matrix;
mod previews;
mod printing;
mod repositories;
mod reusables;
mod search;
mod specification_addresses;
mod specification_pages;
mod specification_readers;
mod specifications;
mod visitors;
mod world;
