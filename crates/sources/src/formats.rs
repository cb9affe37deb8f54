//! The formats of other tools, a module for each. Each reads its files and writes a [`Site`](crate::site::Site).

pub(crate) mod bookstack;
pub(crate) mod by_id;
pub(crate) mod confluence;
pub(crate) mod docusaurus;
pub(crate) mod docx;
pub(crate) mod github_wiki;
pub(crate) mod html;
pub(crate) mod markdown;
pub(crate) mod mdbook;
pub(crate) mod mediawiki;
pub(crate) mod mkdocs;
pub(crate) mod notion;
pub(crate) mod outline;
pub(crate) mod rest;

use std::collections::HashMap;
use std::path::Path;

use quire_convert::Tree;

use crate::error::Error;
use crate::origin::Origin;
use crate::report::PageReport;
use crate::site::Site;

/// The input, the output and the options of a conversion, as a format gets them.
pub(crate) struct Job<'j> {
    pub(crate) origin: Origin,
    pub(crate) site: Site,
    pub(crate) scratch: &'j Path,
    pub(crate) limits: &'j quire_convert::Limits,
    pub(crate) stop: &'j quire_content::stop::Stop,
    pub(crate) split: bool,
    pub(crate) authors: bool,
    /// The names that files have for people, by their paths, where they are others.
    pub(crate) names: HashMap<String, String>,
    progress: &'j mut dyn FnMut(usize, usize, &str),
    done: usize,
}

/// The result of a format: the tree and the report.
pub(crate) type Outcome = Result<(Box<dyn Tree + Send>, Vec<PageReport>), Error>;

impl<'j> Job<'j> {
    pub(crate) fn new(
        origin: Origin,
        site: Site,
        options: &crate::options::Options<'j>,
        stop: &'j quire_content::stop::Stop,
        progress: &'j mut dyn FnMut(usize, usize, &str),
    ) -> Self {
        let (scratch, limits, split, authors) = (options.scratch, options.limits, options.split, options.authors);
        Self { origin, site, scratch, limits, stop, split, authors, names: HashMap::new(), progress, done: 0 }
    }

    /// Says that a file or page is done.
    pub(crate) fn done(&mut self, total: usize, path: &str) -> Result<(), Error> {
        self.done += 1;
        (self.progress)(self.done, total, path);
        if self.stop.is_requested() { Err(Error::Stopped) } else { Ok(()) }
    }
}
