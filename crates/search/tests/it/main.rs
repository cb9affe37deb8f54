//! The index as its callers see it.

mod bad_input;
mod features;
mod languages;
mod laws;
mod persistence;
mod relevance;
mod sections;
mod support;
