//! Sites, read by following their links within one part of one server.
//!
//! [`website`] crawls and assembles: pages become Markdown files at paths that follow from their addresses, so that a
//! second crawl changes only what changed on the site; the navigation becomes the table of contents. The network is an
//! argument. A crawl that did not see everything says so, since what it did not see may still be there.

mod assemble;
mod crawl;
mod robots;
mod scan;
mod sitemap;
mod structure;

use std::time::Duration;

pub(crate) use assemble::escaped;
use quire_content::stop::Stop;
use url::Url;

use crate::convert::Converted;
use crate::error::Error;
use crate::fetch::Fetch;
use crate::options::Options;

/// The bounds of a crawl.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// The number of pages. Default 5,000.
    pub pages: usize,
    /// The number of links from the first page to any other. Default 50.
    pub depth: usize,
    /// The size of a page, in bytes. Default 8 MiB.
    pub page_bytes: u64,
    /// The number of images. Default 5,000.
    pub images: usize,
    /// The size of an image, in bytes. Default 25 MiB.
    pub image_bytes: u64,
    /// The size of all pages and images, in bytes. Default 1 GiB.
    pub bytes: u64,
    /// The least time between two requests. Default 50 milliseconds; a site may ask for more.
    pub interval: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            pages: 5_000,
            depth: 50,
            page_bytes: 8 << 20,
            images: 5_000,
            image_bytes: 25 << 20,
            bytes: 1 << 30,
            interval: Duration::from_millis(50),
        }
    }
}

/// A site that was read.
pub struct Site {
    /// The directory format, and what became of each page.
    pub converted: Converted,
    /// False if there may be pages that were not read: what an earlier import brought may still be there.
    pub is_complete: bool,
}

/// Reads the part of a site that begins with the folder of an address.
///
/// # Errors
/// The first page can't be read, the site asks to leave it alone, a bound of an import is exceeded, the scratch directory
/// can't be written, or `stop` was requested.
pub fn website(
    start: &Url,
    bounds: &Bounds,
    options: &Options<'_>,
    fetch: &mut dyn Fetch,
    stop: &Stop,
) -> Result<Site, Error> {
    fetch.pace(bounds.interval);
    let crawled = crawl::crawl(start, bounds, options.limits, fetch, stop)?;
    assemble::assemble(crawled, bounds, options, fetch, stop)
}
