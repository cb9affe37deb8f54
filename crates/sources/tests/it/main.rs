//! Conversions as a caller starts them: an input of a source in, the directory format and a report out.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

mod confluence;
mod crawl;
mod docx;
mod exports;
mod gitbook;
mod growth;
mod hostile;
mod html;
mod laws;
mod literal;
mod lost;
mod markdown;
mod mkdocs;
mod named;
mod origins;
mod rest;
mod support;
