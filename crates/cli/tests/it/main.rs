//! True runs of the binary: what it prints, what it leaves behind, and what it does when things end badly.
//!
//! What single operations answer is tested in the API's own tests, without processes. Here are the process, the
//! command line, signals, and two programs on one installation.

#![expect(clippy::unwrap_used, reason = "panics are how tests fail")]

mod app_in_browser;
mod binary;
mod browser;
mod claims;
mod commands;
mod configuration;
mod editing;
mod exports;
mod foreign_client;
mod http;
mod identity;
mod imports;
mod kills;
mod modes;
mod node;
mod outage;
mod packages;
mod pages;
mod people;
mod publishing;
mod readme;
mod remote;
mod repositories;
mod saves;
mod search;
mod secrets;
mod serve;
