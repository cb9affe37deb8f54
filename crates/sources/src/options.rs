//! The options of a conversion.

use std::path::Path;

use quire_convert::Limits;

/// The options of a conversion.
#[derive(Debug, Clone)]
pub struct Options<'o> {
    /// The bounds, which are those of an import of the directory format.
    pub limits: &'o Limits,
    /// The directory in which a scratch directory is made. It is removed with the [`Converted`](crate::Converted).
    pub scratch: &'o Path,
    /// True if a document is split into pages at its headings of the highest level.
    pub split: bool,
    /// True if authors and dates of pages are written into their front matter.
    pub authors: bool,
}
