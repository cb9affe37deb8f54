//! Documents as PDF: a [`Book`] of pages laid out on paper.
//!
//! The layout is made here, out of documents of `quire_content`. It is a function of its input alone: the same book with
//! the same fonts has the same bytes. A book is laid out twice. The first time says on which sheet each page and anchor is;
//! the second time writes sheets with their links, one after the other, so that memory holds the text of one page. Every
//! word is within the structure that screen readers read, and everything else is marked as an ornament.
//!
//! Where pages come from, who may read them, the network and the clock are not known here.

mod blocks;
mod book;
mod boxes;
mod code;
mod composer;
mod error;
mod file;
mod fonts;
mod front;
mod inline;
mod math;
mod math_boxes;
mod media;
mod pager;
mod paint;
mod paragraph;
mod picture;
mod pieces;
mod raw;
mod rows;
mod shape;
mod spans;
mod structure;
mod style;
mod surroundings;
mod system_fonts;
mod table;
mod vector;
pub mod words;

pub use book::{Book, Entry, Paper, Sheet};
pub use error::Error;
pub use file::{Pdf, draw};
pub use fonts::Fonts;
pub use surroundings::{Drawing, FileFacts, Link, LinkTarget, Nothing, PictureSource, Surroundings};
