//! The entry: a source and an input become a tree and a report.

use std::path::Path;

use quire_content::stop::Stop;
use quire_convert::{Archive, Disk, Limits, Tree};

use crate::error::Error;
use crate::input::{Input, Reader};
use crate::report::PageReport;
use crate::source::Source;

/// The options of a conversion.
#[derive(Debug, Clone)]
pub struct Options<'o> {
    /// The bounds, which are those of an import of the directory format.
    pub limits: &'o Limits,
    /// The directory in which a scratch directory is made. It is removed with the [`Converted`].
    pub scratch: &'o Path,
    /// True if a document is split into pages at its headings of level 1.
    pub split: bool,
    /// True if authors and dates of pages are written into their front matter.
    pub authors: bool,
}

/// The progress of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress<'p> {
    /// The number of files and pages that are done.
    pub done: usize,
    /// The number of all of them, as far as it is known.
    pub total: usize,
    /// The path of the last one in the source.
    pub path: &'p str,
}

/// The result of a conversion.
pub struct Converted {
    /// The directory format. It lives on in the scratch directory until it is dropped.
    pub tree: Box<dyn Tree + Send>,
    /// What became of each page, in the order of the table of contents; what is no page is at the end.
    pub report: Vec<PageReport>,
}

/// Converts an input into the directory format.
///
/// # Errors
/// The input is not of the source, is damaged or encrypted, exceeds a bound, or leads out of itself; the scratch
/// directory can't be written; `stop` was requested.
pub fn convert(
    source: Source,
    input: Input,
    options: &Options<'_>,
    progress: &mut dyn FnMut(Progress<'_>),
    stop: &Stop,
) -> Result<Converted, Error> {
    let _ = (&progress, stop);
    match source {
        Source::Markdown | Source::Zip => {
            let tree: Box<dyn Tree + Send> = match input {
                Input::File { reader, .. } => Box::new(Archive::<Box<dyn Reader>>::open(reader, options.limits)?),
                Input::Folder(folder) => Box::new(Disk::open(&folder, options.limits)?),
            };
            Ok(Converted { tree, report: Vec::new() })
        }
        other => Err(Error::NoFile(other.name())),
    }
}
