//! The crawl: which addresses are asked for in which order, and what is a page.
//!
//! The invariant: nothing outside of the scope becomes a page, whatever leads there, and every loop is bounded by the number
//! of pages. The order depends on the answers alone.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;

use quire_content::stop::Stop;
use quire_convert::Limits;
use url::Url;

use super::Bounds;
use super::robots::{self, Robots};
use super::scan::{Scan, scan};
use super::sitemap;
use crate::error::Error;
use crate::fetch::{Failure, Fetch, Fetched, Found};
use crate::html::{self, NavItem, PageParts};
use crate::report::PageReport;

/// The number of pages whose navigation is looked at: on many sites only some pages have it whole.
const MOST_NAVIGATIONS: usize = 40;

/// The number of queries of one path that are followed: calendars and searches never end.
const MOST_QUERIES: usize = 20;

/// The number of maps of a site that are read.
const MOST_MAPS: usize = 50;

/// The number of failures in a row after which a server is left alone.
const MOST_FAILURES: usize = 20;

/// The number of addresses that are known at the same time, for each page that may be read.
const KNOWN_BY_PAGE: usize = 20;

/// A page that was read.
pub(super) struct Page {
    /// The address after all redirects.
    pub(super) address: Url,
    pub(super) parts: PageParts,
    /// The page above it, as it says.
    pub(super) up: Option<Url>,
    /// The page after it, as it says.
    pub(super) next: Option<Url>,
    canonical: Option<Url>,
    /// True if it asks not to be found by search.
    is_unlisted: bool,
    hash: blake3::Hash,
}

/// The pages of a site.
pub(super) struct Crawled {
    pub(super) scope: Scope,
    /// The pages, in the order in which they were found; the first is where the crawl began.
    pub(super) pages: Vec<Page>,
    /// The index of the page at each address, those that lead there included.
    pub(super) index: HashMap<Url, usize>,
    /// The navigation that leads to most pages.
    pub(super) navigation: Vec<NavItem>,
    /// The addresses that are no pages for a reason that people should know.
    pub(super) missed: Vec<PageReport>,
    /// False if there may be pages that were not read.
    pub(super) is_complete: bool,
    /// The number of bytes that were received.
    pub(super) bytes: u64,
}

/// The part of a server that is read.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    origin: url::Origin,
    /// The beginning of all paths, with the slash at its end.
    pub(super) prefix: String,
}

impl Scope {
    /// Returns the folder of an address.
    fn of(start: &Url) -> Self {
        let path = start.path();
        let prefix = path[..=path.rfind('/').unwrap_or(0)].to_owned();
        Self { origin: start.origin(), prefix }
    }

    fn contains(&self, address: &Url) -> bool {
        address.origin() == self.origin
            && (address.path().starts_with(&self.prefix) || address.path() == self.prefix.trim_end_matches('/'))
    }
}

/// Returns an address without what does not change the page.
pub(super) fn plain(mut address: Url) -> Url {
    address.set_fragment(None);
    if address.query() == Some("") {
        address.set_query(None);
    }
    address
}

struct Crawler<'c> {
    bounds: &'c Bounds,
    fetch: &'c mut dyn Fetch,
    robots: Robots,
    crawled: Crawled,
    queue: VecDeque<(Url, usize)>,
    known: HashSet<Url>,
    queries: HashMap<String, usize>,
    /// Addresses that failed once and are asked for again at the end.
    again: Vec<(Url, usize)>,
    navigations: usize,
    navigation_size: usize,
    text_bytes: u64,
    failures: usize,
}

/// Crawls the folder of an address.
pub(super) fn crawl(
    start: &Url,
    bounds: &Bounds,
    limits: &Limits,
    fetch: &mut dyn Fetch,
    stop: &Stop,
) -> Result<Crawled, Error> {
    let start = plain(start.clone());
    let robots = read_robots(&start, fetch)?;
    if let Some(delay) = robots.delay {
        fetch.pace(delay.max(bounds.interval));
    }
    if !robots.allows(&path_of(&start)) {
        return Err(Error::broken(start.as_str(), "the robots.txt of the site asks to leave this address alone"));
    }
    let first = fetch.get(&start, bounds.page_bytes).map_err(|failure| match failure {
        Failure::Stopped => Error::Stopped,
        failure => Error::broken(start.as_str(), failure),
    })?;
    let address = plain(first.address.clone());
    if !is_page(&first) {
        return Err(Error::broken(address.as_str(), "is no HTML page"));
    }
    let crawled = Crawled {
        scope: Scope::of(&address),
        pages: Vec::new(),
        index: HashMap::new(),
        navigation: Vec::new(),
        missed: Vec::new(),
        is_complete: true,
        bytes: 0,
    };
    let mut crawler = Crawler {
        bounds,
        fetch,
        robots,
        crawled,
        queue: VecDeque::new(),
        known: HashSet::from([start.clone(), address]),
        queries: HashMap::new(),
        again: Vec::new(),
        navigations: 0,
        navigation_size: 0,
        text_bytes: 0,
        failures: 0,
    };
    crawler.take(&start, first, 0);
    if crawler.crawled.pages.is_empty() && crawler.queue.is_empty() {
        return Err(Error::broken(start.as_str(), "has no content and leads nowhere"));
    }
    crawler.read_sitemaps()?;
    crawler.run(limits, stop)?;
    Ok(crawler.settled())
}

/// Reads the rules of a site. If they are there and can't be read, nothing may be asked for (RFC 9309, section 2.3.1.4).
fn read_robots(start: &Url, fetch: &mut dyn Fetch) -> Result<Robots, Error> {
    let Ok(address) = start.join("/robots.txt") else { return Ok(Robots::default()) };
    match fetch.get(&address, robots::MOST_BYTES) {
        Ok(fetched) if fetched.content_type.as_deref().is_some_and(is_html) => Ok(Robots::default()),
        Ok(fetched) => Ok(Robots::parse(&String::from_utf8_lossy(&fetched.bytes))),
        Err(Failure::Status(400..500) | Failure::Refused(_)) => Ok(Robots::default()),
        Err(Failure::Stopped) => Err(Error::Stopped),
        Err(failure) => Err(Error::broken(address.as_str(), failure)),
    }
}

fn path_of(address: &Url) -> String {
    address.query().map_or_else(|| address.path().to_owned(), |query| format!("{}?{query}", address.path()))
}

fn is_html(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    matches!(kind.as_str(), "text/html" | "application/xhtml+xml")
}

fn is_page(fetched: &Fetched) -> bool {
    match &fetched.content_type {
        Some(kind) => is_html(kind),
        None => fetched.bytes.trim_ascii_start().starts_with(b"<"),
    }
}

/// Returns false for an address whose path ends as those of files do that are no pages.
fn may_be_page(address: &Url) -> bool {
    const OTHERS: &[&str] = &[
        "7z", "avi", "bmp", "bz2", "css", "csv", "deb", "dmg", "doc", "docx", "eot", "epub", "exe", "gif", "gz", "ico",
        "iso", "jar", "jpeg", "jpg", "js", "json", "map", "md", "mjs", "mov", "mp3", "mp4", "ogg", "otf", "pdf", "png",
        "ppt", "pptx", "rar", "rpm", "rss", "svg", "tar", "tgz", "tif", "tiff", "ttf", "txt", "wasm", "wav", "webm",
        "webp", "woff", "woff2", "xls", "xlsx", "xml", "xz", "yaml", "yml", "zip", "zst",
    ];
    let name = address.path().rsplit('/').next().unwrap_or_default();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_none_or(|extension| OTHERS.binary_search(&extension.as_str()).is_err())
}

impl Crawler<'_> {
    /// Reads the maps of the site, with those that they name, and notes the pages in them.
    fn read_sitemaps(&mut self) -> Result<(), Error> {
        let start = self.crawled.pages.first().map(|page| page.address.clone());
        let Some(start) = start.or_else(|| self.queue.front().map(|(address, _)| address.clone())) else {
            return Ok(());
        };
        let mut waiting: VecDeque<Url> =
            self.robots.sitemaps.iter().filter_map(|address| start.join(address).ok()).collect();
        if waiting.is_empty() {
            let usual = ["sitemap.xml", "/sitemap.xml"]
                .map(|name| start.join(&self.crawled.scope.prefix).and_then(|folder| folder.join(name)));
            waiting.extend(usual.into_iter().flatten());
        }
        let mut seen = HashSet::new();
        while let Some(address) = waiting.pop_front() {
            // A map on another server may name pages of this one, but who says so is not this one.
            if seen.len() >= MOST_MAPS || address.origin() != start.origin() || !seen.insert(address.clone()) {
                continue;
            }
            let fetched = match self.fetch.get(&address, sitemap::MOST_BYTES) {
                Ok(fetched) => fetched,
                Err(Failure::Stopped) => return Err(Error::Stopped),
                Err(_) => continue,
            };
            self.crawled.bytes += fetched.bytes.len() as u64;
            if fetched.content_type.as_deref().is_some_and(is_html) {
                continue;
            }
            let found = sitemap::parse(&fetched.bytes);
            waiting.extend(found.maps.iter().filter_map(|map| address.join(map).ok()));
            for page in found.pages.iter().filter_map(|page| address.join(page).ok()) {
                self.note(page, 0);
            }
        }
        Ok(())
    }

    /// Notes an address that is to be asked for, if it is one.
    fn note(&mut self, address: Url, depth: usize) {
        let address = plain(address);
        if !self.crawled.scope.contains(&address) || !may_be_page(&address) || self.known.contains(&address) {
            return;
        }
        if depth > self.bounds.depth || self.known.len() >= self.bounds.pages.saturating_mul(KNOWN_BY_PAGE) {
            self.crawled.is_complete = false;
            return;
        }
        if address.query().is_some() {
            let queries = self.queries.entry(address.path().to_owned()).or_default();
            *queries += 1;
            if *queries > MOST_QUERIES {
                return;
            }
        }
        if !self.robots.allows(&path_of(&address)) {
            self.known.insert(address.clone());
            self.miss(&address, &"robots.txt asks to leave it alone");
            return;
        }
        self.known.insert(address.clone());
        self.queue.push_back((address, depth));
    }

    fn miss(&mut self, address: &Url, reason: &dyn fmt::Display) {
        if self.crawled.missed.len() < 1_000 {
            let mut report = PageReport::new(address.as_str(), "");
            report.drop("the page", reason.to_string());
            self.crawled.missed.push(report);
        }
    }

    /// Asks for every address that is known, until there are none, or a bound is reached.
    fn run(&mut self, limits: &Limits, stop: &Stop) -> Result<(), Error> {
        let mut is_last_try = false;
        loop {
            let Some((address, depth)) = self.queue.pop_front() else {
                if self.again.is_empty() || is_last_try {
                    return Ok(());
                }
                is_last_try = true;
                self.queue.extend(std::mem::take(&mut self.again));
                continue;
            };
            if stop.is_requested() {
                return Err(Error::Stopped);
            }
            let is_over = self.crawled.pages.len() >= self.bounds.pages
                || self.crawled.bytes >= self.bounds.bytes
                || self.text_bytes >= limits.max_text_bytes
                || self.failures >= MOST_FAILURES;
            if is_over {
                self.crawled.is_complete = false;
                let left = self.queue.len() + 1;
                self.miss(&address, &format!("a bound of the crawl is reached: {left} known addresses are left"));
                return Ok(());
            }
            match self.fetch.get(&address, self.bounds.page_bytes) {
                Ok(fetched) => {
                    self.failures = 0;
                    self.take(&address, fetched, depth);
                }
                Err(Failure::Stopped) => return Err(Error::Stopped),
                Err(Failure::Late) => {
                    self.crawled.is_complete = false;
                    self.miss(&address, &Failure::Late);
                    return Ok(());
                }
                Err(Failure::Unavailable(_) | Failure::Status(500..)) if !is_last_try => {
                    self.failures += 1;
                    self.again.push((address, depth));
                }
                Err(failure) => {
                    self.crawled.is_complete &= failure.is_gone() || matches!(failure, Failure::Refused(_));
                    self.miss(&address, &failure);
                }
            }
            let pages = self.crawled.pages.len();
            let found = Found { done: pages, known: pages + self.queue.len(), pages, files: 0 };
            self.fetch.tell(found).map_err(|_| Error::Stopped)?;
        }
    }

    /// Takes what an address answered: a page, another address of one, or nothing of interest.
    fn take(&mut self, asked: &Url, fetched: Fetched, depth: usize) {
        let address = plain(fetched.address.clone());
        self.crawled.bytes += fetched.bytes.len() as u64;
        self.known.insert(address.clone());
        if !self.crawled.scope.contains(&address) {
            self.miss(asked, &format!("leads to {address}, which is elsewhere"));
            return;
        }
        if let Some(page) = self.crawled.index.get(&address).copied() {
            self.crawled.index.insert(asked.clone(), page);
            return;
        }
        if !is_page(&fetched) {
            return;
        }
        let html = decoded(fetched.bytes);
        let Scan { links, canonical, up, next, refresh, is_unlisted } = scan(&html, &address);
        for link in links {
            self.note(link, depth + 1);
        }
        let canonical = canonical.or(refresh).map(plain).filter(|it| self.crawled.scope.contains(it));
        if let Some(canonical) = &canonical {
            self.note(canonical.clone(), depth);
        }
        self.look_at_navigation(&html, &address);
        let mut parts = html::page(&html, Some(&address));
        parts.report.source = address.to_string();
        self.text_bytes += parts.markdown.len() as u64;
        let mut hasher = blake3::Hasher::new();
        hasher.update(parts.title.as_bytes()).update(&[0]).update(parts.markdown.as_bytes());
        let page = Page {
            address: address.clone(),
            up: up.map(plain),
            next: next.map(plain),
            canonical: canonical.filter(|it| *it != address),
            is_unlisted,
            hash: hasher.finalize(),
            parts,
        };
        let index = self.crawled.pages.len();
        self.crawled.pages.push(page);
        self.crawled.index.insert(asked.clone(), index);
        self.crawled.index.insert(address, index);
    }

    /// Keeps the navigation of a page if it leads to more pages than that of those before.
    fn look_at_navigation(&mut self, html: &str, address: &Url) {
        if self.navigations >= MOST_NAVIGATIONS {
            return;
        }
        self.navigations += 1;
        let found = html::navigation(html, Some(address));
        let size = targets(&found).into_iter().filter(|target| self.crawled.scope.contains(target)).count();
        if size > self.navigation_size {
            self.navigation_size = size;
            self.crawled.navigation = found;
        }
    }

    /// Lists the pages of which nothing could be read, as those have that scripts make. What an earlier import brought of
    /// them may still be there. Pages that send readers on are none of these.
    fn tell_unreadable(&mut self) {
        let mut unreadable = Vec::new();
        for page in &self.crawled.pages {
            if is_empty(page) && page.canonical.is_none() && !page.is_unlisted {
                let bound = page.parts.report.dropped.first().map(|it| it.place.clone());
                unreadable.push((page.address.clone(), bound.unwrap_or_else(|| "it has no text".to_owned())));
            }
        }
        self.crawled.is_complete &= unreadable.is_empty();
        for (address, reason) in unreadable {
            self.miss(&address, &reason);
        }
    }

    /// Returns the pages without those that are others once more.
    fn settled(mut self) -> Crawled {
        self.tell_unreadable();
        let Crawled { pages, index, .. } = self.crawled;
        // Where the first page asks not to be found, the whole site may, and is read all the same.
        let keeps_unlisted = pages.first().is_some_and(|page| page.is_unlisted);
        let mut by_hash: HashMap<blake3::Hash, usize> = HashMap::new();
        let mut same: Vec<usize> = (0..pages.len()).collect();
        for (at, page) in pages.iter().enumerate() {
            let other = page.canonical.as_ref().and_then(|it| index.get(it)).copied();
            // Two pages that name each other are both kept.
            let other = other.filter(|other| {
                pages[*other].canonical.as_ref().and_then(|it| index.get(it)) != Some(&at) && !is_empty(&pages[*other])
            });
            same[at] = match other {
                Some(other) => other,
                None => *by_hash.entry(page.hash).or_insert(at),
            };
        }
        let kept = |at: usize| same[at] == at && !is_empty(&pages[at]) && (keeps_unlisted || !pages[at].is_unlisted);
        let mut places = HashMap::new();
        for at in (0..pages.len()).filter(|at| kept(*at)) {
            places.insert(at, places.len());
        }
        let place = |mut at: usize| {
            // A page may be another one that is another one; no chain is longer than the pages.
            for _ in 0..pages.len() {
                match places.get(&at) {
                    Some(place) => return Some(*place),
                    None if same[at] == at => return None,
                    None => at = same[at],
                }
            }
            None
        };
        let index = index.iter().filter_map(|(address, at)| Some((address.clone(), place(*at)?))).collect();
        let kept: Vec<bool> = (0..pages.len()).map(kept).collect();
        let pages = pages.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(page, _)| page).collect();
        Crawled { pages, index, ..self.crawled }
    }
}

fn is_empty(page: &Page) -> bool {
    page.parts.markdown.trim().is_empty()
}

/// Returns the addresses that a navigation leads to.
fn targets(items: &[NavItem]) -> HashSet<Url> {
    let mut open: Vec<&NavItem> = items.iter().collect();
    let mut found = HashSet::new();
    while let Some(item) = open.pop() {
        found.extend(item.href.as_ref().and_then(|href| Url::parse(href).ok()).map(plain));
        open.extend(&item.items);
    }
    found
}

/// Returns a text of UTF-8, or of Windows-1252, which is what most other pages are in.
fn decoded(bytes: Vec<u8>) -> String {
    /// The characters of the bytes from 0x80 on, as the Encoding standard has them.
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let character = |byte: u8| match byte {
            0x80..0xa0 => HIGH[usize::from(byte - 0x80)],
            byte => char::from(byte),
        };
        error.into_bytes().into_iter().map(character).collect()
    })
}
