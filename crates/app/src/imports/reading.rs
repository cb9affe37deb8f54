//! The source of an import as a tree of the directory format, with what became of its pages.

use std::fs;
use std::path::PathBuf;

use quire_convert::{Archive, Limits, Tree};
use quire_model::imports::ImportStage;
use quire_sources::website::{self, Bounds};
use quire_sources::{Input, Source};
use quire_store::imports::Import;
use url::Url;

use super::Options;
use super::fetches::Fetches;
use super::report::Stored;
use super::watch::Watch;
use crate::App;
use crate::content::import::{Progress, Stage, unreadable};
use crate::core::errors::Error;

/// The greatest numbers of pages and of links that may be asked for.
const MOST_PAGES: u32 = 20_000;
const MOST_DEPTH: u32 = 1_000;

/// The reason for which a document of an office program is no archive of pages.
const NO_PAGES: &str =
    "no archive of pages, but a document of an office program: those of Word are imported with the source docx";

/// A source that can be imported.
pub(super) enum Ready {
    /// A tree of files.
    Tree {
        tree: Box<dyn Tree>,
        report: Stored,
        /// False if the source may have more.
        is_complete: bool,
        /// True if the source is one file, which says nothing of other pages.
        is_single: bool,
    },
    /// One Markdown file.
    Page { name: String, file: fs::File },
}

impl App {
    /// Returns the directory of this process for files of conversions.
    pub(super) fn scratch(&self) -> Result<PathBuf, Error> {
        self.inner.scratch.directory(self.now()).map_err(|e| Error::internal("making the scratch directory", e))
    }

    /// Fetches and converts the source of an import.
    pub(super) fn ready_source(&self, import: &Import, limits: &Limits, watch: &mut Watch<'_>) -> Result<Ready, Error> {
        let unknown = || Error::internal("reading an import", "its source is one of a newer version");
        let source = Source::parse(&import.source).ok_or_else(unknown)?;
        let options = super::options(import)?;
        let scratch = self.scratch()?;
        let conversion =
            quire_sources::Options { limits, scratch: &scratch, split: options.split, authors: options.authors };
        match source {
            Source::Website => self.read_site(import, options, &conversion, watch),
            Source::Gitbook => {
                let stop = watch.stop().clone();
                let mut fetches = Fetches::new(self, import, watch);
                let address = address(import)?;
                let found = quire_sources::gitbook::gitbook(&address, &conversion, &mut fetches, &stop);
                let fault = fetches.fault.take();
                let (converted, is_complete) = found.map_err(|e| fault.unwrap_or_else(|| refused(e)))?;
                Ok(Ready::Tree {
                    tree: converted.tree,
                    report: Stored::of(converted.report),
                    is_complete,
                    is_single: false,
                })
            }
            source => self.read_file(source, import, &conversion, options, watch),
        }
    }

    fn read_file(
        &self,
        source: Source,
        import: &Import,
        conversion: &quire_sources::Options<'_>,
        options: Options,
        watch: &mut Watch<'_>,
    ) -> Result<Ready, Error> {
        let fetched;
        let (hash, name) = match (import.input, &import.address) {
            (Some(hash), _) => (hash, import.name.clone()),
            (None, Some(address)) => {
                fetched = self.fetch_input(import, address, watch)?;
                (fetched.input.ok_or_else(|| Error::internal("reading an import", "it has no input"))?, fetched.name)
            }
            (None, None) => return Err(Error::internal("reading an import", "it has no source")),
        };
        let file = self.inner.blobs.open_file(hash).map_err(|e| Error::internal("opening an upload", e))?;
        match source {
            Source::Markdown => Ok(Ready::Page { name, file }),
            Source::Zip => {
                let archive = Archive::open(file, conversion.limits).map_err(unreadable)?;
                if quire_convert::is_document(&archive) {
                    return Err(Error::Invalid(format!("{name}: {NO_PAGES}")));
                }
                let archive = if options.file_times { archive.dated() } else { archive };
                Ok(Ready::Tree {
                    tree: Box::new(archive),
                    report: Stored::default(),
                    is_complete: true,
                    is_single: false,
                })
            }
            source => {
                watch.step(ImportStage::Converting, 0, 1);
                let stop = watch.stop().clone();
                let input = Input::File { name, reader: Box::new(file) };
                let mut tell = |at: quire_sources::Progress<'_>| {
                    watch.tell(Progress { stage: Stage::Converting, done: at.done as u64, total: at.total as u64 });
                };
                let converted = quire_sources::convert(source, input, conversion, &mut tell, &stop).map_err(refused)?;
                let (tree, report) = (converted.tree, Stored::of(converted.report));
                Ok(Ready::Tree { tree, report, is_complete: true, is_single: converted.is_single })
            }
        }
    }

    fn read_site(
        &self,
        import: &Import,
        options: Options,
        conversion: &quire_sources::Options<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<Ready, Error> {
        let start = address(import)?;
        let bounds = Bounds::default();
        let pages = options.most_pages.map(|most| most.clamp(1, MOST_PAGES) as usize);
        let depth = options.most_depth.map(|most| most.min(MOST_DEPTH) as usize);
        let bounds = Bounds { pages: pages.unwrap_or(bounds.pages), depth: depth.unwrap_or(bounds.depth), ..bounds };
        let stop = watch.stop().clone();
        let mut fetches = Fetches::new(self, import, watch);
        let found = website::website(&start, &bounds, conversion, &mut fetches, &stop);
        let fault = fetches.fault.take();
        let site = found.map_err(|e| fault.unwrap_or_else(|| refused(e)))?;
        let report = Stored::of(site.converted.report);
        Ok(Ready::Tree { tree: site.converted.tree, report, is_complete: site.is_complete, is_single: false })
    }
}

fn address(import: &Import) -> Result<Url, Error> {
    let address = import.address.as_deref().unwrap_or_default();
    Url::parse(address).map_err(|e| Error::Invalid(format!("url: {e}")))
}

/// Returns the error of a conversion for whoever asked for it.
fn refused(error: quire_sources::Error) -> Error {
    match error {
        quire_sources::Error::Stopped => Error::Stopped,
        quire_sources::Error::Scratch(source) => Error::internal("writing a scratch directory", source),
        quire_sources::Error::Tree(error) => unreadable(error),
        other => {
            let causes = std::iter::successors(Some(&other as &dyn std::error::Error), |e| e.source());
            Error::Invalid(causes.map(ToString::to_string).collect::<Vec<_>>().join(": "))
        }
    }
}
