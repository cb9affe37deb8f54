//! The interface of the crate in a build that draws nothing.

use std::path::PathBuf;

use crate::book::{Book, Pdf, Sheet};
use crate::error::Error;
use crate::layouts::Layouts;

/// The fonts of an installation, of which none is read.
#[derive(Debug)]
pub struct Fonts;

impl Fonts {
    /// Creates the set of fonts; the folders are not looked at.
    pub fn new(_: Vec<PathBuf>) -> Self {
        Self
    }

    /// Returns an empty name.
    pub fn name(&self) -> String {
        String::new()
    }
}

/// Prints nothing.
///
/// # Errors
/// [`Error::NotBuilt`], always.
pub fn draw<'s, E>(
    _: &Book,
    _: &Fonts,
    _: &dyn Layouts<E>,
    _: &mut dyn FnMut(usize) -> Result<Sheet<'s>, E>,
) -> Result<Pdf, Error<E>> {
    Err(Error::NotBuilt)
}
