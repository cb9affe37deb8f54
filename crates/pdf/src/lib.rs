//! Documents as PDF: a [`Book`] of pages laid out on paper.
//!
//! The layout is made here, out of documents of `quire_content`. It is a function of its input alone: the same book with
//! the same fonts has the same bytes. A book is laid out twice. The first time says on which sheet each page and anchor is;
//! the second time writes sheets with their links, one after the other, so that memory holds the text of one page. The layout
//! of a page may be kept ([`Layouts`]), for the second time and for other drawings of the same page. Every word is within the structure that screen readers read, and everything else is marked as an ornament.
//!
//! Without the feature `drawing`, which needs most of the time of a build, [`draw`] fails with [`Error::NotBuilt`].
//!
//! Where pages come from, who may read them, the network and the clock are not known here.

#[cfg(feature = "drawing")]
mod blocks;
mod book;
#[cfg(feature = "drawing")]
mod boxes;
#[cfg(feature = "drawing")]
mod code;
#[cfg(feature = "drawing")]
mod composer;
mod error;
#[cfg(feature = "drawing")]
mod file;
#[cfg(feature = "drawing")]
mod fonts;
#[cfg(feature = "drawing")]
mod front;
#[cfg(feature = "drawing")]
mod inline;
#[cfg(feature = "drawing")]
mod kept;
mod layouts;
#[cfg(feature = "drawing")]
mod math;
#[cfg(feature = "drawing")]
mod math_boxes;
#[cfg(feature = "drawing")]
mod media;
#[cfg(feature = "drawing")]
mod pager;
#[cfg(feature = "drawing")]
mod paint;
#[cfg(feature = "drawing")]
mod paragraph;
#[cfg(feature = "drawing")]
mod picture;
#[cfg(feature = "drawing")]
mod pieces;
#[cfg(feature = "drawing")]
mod raw;
#[cfg(feature = "drawing")]
mod rows;
#[cfg(feature = "drawing")]
mod shape;
#[cfg(feature = "drawing")]
mod spans;
#[cfg(feature = "drawing")]
mod structure;
#[cfg(feature = "drawing")]
mod style;
mod surroundings;
#[cfg(feature = "drawing")]
mod system_fonts;
#[cfg(feature = "drawing")]
mod table;
#[cfg(not(feature = "drawing"))]
mod unbuilt;
#[cfg(feature = "drawing")]
mod vector;
pub mod words;

pub use book::{Book, Entry, Paper, Pdf, Sheet};
pub use error::Error;
#[cfg(feature = "drawing")]
pub use file::draw;
#[cfg(feature = "drawing")]
pub use fonts::Fonts;
pub use layouts::{Layouts, Unkept};
pub use surroundings::{Drawing, FileFacts, Link, LinkTarget, Nothing, PictureSource, Surroundings};
#[cfg(not(feature = "drawing"))]
pub use unbuilt::{Fonts, draw};

/// True if [`draw`] draws.
pub const IS_BUILT: bool = cfg!(feature = "drawing");

/// A function like [`draw`].
type Draw<E> =
    fn(&Book, &Fonts, &dyn Layouts<E>, &mut dyn FnMut(usize) -> Result<Sheet<'static>, E>) -> Result<Pdf, Error<E>>;

// Both builds have the same interface, so that what uses one compiles with the other.
const _: Draw<()> = draw;
const _: fn(Vec<std::path::PathBuf>) -> Fonts = Fonts::new;
const _: fn(&Fonts) -> String = Fonts::name;
