//! The entry: a source and an input become a tree and a report.

use quire_content::stop::Stop;
use quire_convert::Tree;

use crate::error::Error;
use crate::formats::html::Flavour;
use crate::formats::{self, Job};
use crate::input::Input;
use crate::options::Options;
use crate::origin::Origin;
use crate::report::PageReport;
use crate::site::Site;
use crate::source::Source;

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
    /// The report of each page, in the order of the table of contents; what is no page is at the end.
    pub report: Vec<PageReport>,
    /// True if the input is one file that is no archive, which says nothing of other pages.
    pub is_single: bool,
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
    if !source.is_file() {
        return Err(Error::NoFile(source.name()));
    }
    // The parts of an export of Notion are archives in an archive, each of which has many files.
    let limits = options.limits;
    let largest = if source == Source::Notion { limits.max_total_bytes } else { limits.max_file_bytes };
    let origin = Origin::open(input, limits, largest, options.scratch, stop)?;
    if source != Source::Docx {
        origin.expect_files()?;
    }
    // A document of Word is an archive of its parts.
    let is_single = origin.is_single || source == Source::Docx && formats::docx::is_document(&origin)?;
    if matches!(source, Source::Markdown | Source::Zip) {
        return Ok(Converted { tree: origin.into_tree(), report: Vec::new(), is_single });
    }
    let mut site = Site::new(options.scratch, options.limits)?;
    site.identifier_of = match source {
        Source::Notion => formats::by_id::notion,
        Source::Confluence => formats::by_id::confluence,
        _ => |_| None,
    };
    let mut tell = |done, total, path: &str| progress(Progress { done, total, path });
    let job = Job::new(origin, site, options, stop, &mut tell);
    let (tree, report) = match source {
        Source::Docx => formats::docx::convert(job),
        Source::Html => formats::html::convert(job, Flavour::Any),
        Source::GoogleDocs => formats::html::convert(job, Flavour::GoogleDocs),
        Source::Confluence => formats::confluence::convert(job),
        Source::Notion => formats::notion::convert(job),
        Source::GithubWiki => formats::github_wiki::convert(job),
        Source::Mkdocs => formats::mkdocs::convert(job),
        Source::Docusaurus => formats::docusaurus::convert(job),
        Source::Mdbook => formats::mdbook::convert(job),
        Source::Mediawiki => formats::mediawiki::convert(job),
        Source::Outline => formats::outline::convert(job),
        Source::Bookstack => formats::bookstack::convert(job),
        Source::Markdown | Source::Zip | Source::Gitbook | Source::Website => Err(Error::NoFile(source.name())),
    }?;
    Ok(Converted { tree, report, is_single })
}
