//! A site that was crawled as the directory format: files of Markdown, a table of contents, and images.
//!
//! Links between the pages lead to files, with their anchors; all others stay absolute. An image that is on several pages
//! is there once.

use std::collections::HashMap;
use std::fmt::Write as _;

use percent_encoding::percent_decode_str;
use quire_content::document::retarget;
use quire_content::stop::Stop;
use url::Url;

use super::crawl::{Crawled, plain};
use super::structure::{self, Entry};
use super::{Bounds, Site};
use crate::convert::Converted;
use crate::error::Error;
use crate::fetch::{Failure, Fetch, Found};
use crate::options::Options;
use crate::page_paths::{TakenPaths, path_of, relative, segment};
use crate::report::PageReport;
use crate::scratch::Scratch;

/// The folder of images.
const IMAGES: &str = ".gitbook/assets";

/// The images of a site that were fetched: the path of each, by its address.
type Images = HashMap<String, Option<String>>;

/// Writes a site that was crawled.
pub(super) fn assemble(
    mut crawled: Crawled,
    bounds: &Bounds,
    options: &Options<'_>,
    fetch: &mut dyn Fetch,
    stop: &Stop,
) -> Result<Site, Error> {
    let scratch = Scratch::new(options.scratch)?;
    let mut names = TakenPaths::new();
    let paths: Vec<String> = crawled
        .pages
        .iter()
        .map(|page| names.take(path_of(&page.address, &crawled.scope.prefix), page.address.as_str()))
        .collect();
    let images = fetch_images(&mut crawled, bounds, &scratch, fetch, stop)?;
    let anchors: Vec<HashMap<String, String>> =
        crawled.pages.iter().map(|page| page.parts.anchors.iter().cloned().collect()).collect();
    let tree = structure::tree(&crawled, &paths);
    let mut reports = Vec::with_capacity(crawled.pages.len());
    for at in 0..crawled.pages.len() {
        if stop.is_requested() {
            return Err(Error::Stopped);
        }
        let page = &crawled.pages[at];
        let links = Links { crawled: &crawled, paths: &paths, anchors: &anchors, images: &images, at };
        let markdown = retarget(&page.parts.markdown, &|target| links.to(target));
        let mut report = page.parts.report.clone();
        report.path.clone_from(&paths[at]);
        links.tell(&page.parts.links, &mut report);
        let title = title(&page.parts.title, &page.address);
        let text = format!("# {}\n\n{}\n", escaped(&title), markdown.as_ref().unwrap_or(&page.parts.markdown).trim());
        scratch.write(&paths[at], text.as_bytes())?;
        reports.push(report);
    }
    let mut summary = String::from("# Table of contents\n");
    write_entries(&tree, &crawled, &paths, 0, &mut summary);
    scratch.write("SUMMARY.md", summary.as_bytes())?;
    reports.append(&mut crawled.missed);
    let converted = Converted { tree: scratch.into_tree(options.limits)?, report: reports, is_single: false };
    Ok(Site { converted, is_complete: crawled.is_complete })
}

/// Fetches the images of all pages.
fn fetch_images(
    crawled: &mut Crawled,
    bounds: &Bounds,
    scratch: &Scratch,
    fetch: &mut dyn Fetch,
    stop: &Stop,
) -> Result<Images, Error> {
    let mut images = Images::new();
    let mut by_hash: HashMap<blake3::Hash, String> = HashMap::new();
    let mut names = TakenPaths::new();
    let wanted: usize = crawled.pages.iter().map(|page| page.parts.images.len()).sum();
    let pages = crawled.pages.len();
    for page in &mut crawled.pages {
        for target in &page.parts.images {
            if images.contains_key(target) {
                continue;
            }
            if stop.is_requested() {
                return Err(Error::Stopped);
            }
            let Ok(address) = Url::parse(target) else { continue };
            if !matches!(address.scheme(), "http" | "https") {
                continue;
            }
            let is_over = images.len() >= bounds.images || crawled.bytes >= bounds.bytes;
            let fetched = match is_over {
                true => Err("a bound of the crawl is reached".to_owned()),
                false => match fetch.get(&plain(address.clone()), bounds.image_bytes) {
                    Ok(fetched) => Ok(fetched),
                    Err(Failure::Stopped) => return Err(Error::Stopped),
                    Err(failure) => Err(failure.to_string()),
                },
            };
            let done = images.len();
            fetch
                .tell(Found { done: pages + done, known: pages + wanted.max(done), pages, files: by_hash.len() })
                .map_err(|_| Error::Stopped)?;
            let path = match fetched {
                Ok(fetched) => {
                    crawled.bytes += fetched.bytes.len() as u64;
                    image_name(&address, fetched.content_type.as_deref(), &fetched.bytes).map(|name| {
                        let hash = blake3::hash(&fetched.bytes);
                        let path = by_hash
                            .entry(hash)
                            .or_insert_with(|| names.take(format!("{IMAGES}/{name}"), &hash.to_hex()))
                            .clone();
                        (path, fetched.bytes)
                    })
                }
                Err(reason) => {
                    page.parts.report.drop("an image, to which a link is left", format!("{target}: {reason}"));
                    None
                }
            };
            if let Some((path, bytes)) = &path {
                scratch.write(path, bytes)?;
            }
            images.insert(target.clone(), path.map(|(path, _)| path));
        }
    }
    Ok(images)
}

/// Returns the name of an image; `None` for what is no image.
fn image_name(address: &Url, content_type: Option<&str>, bytes: &[u8]) -> Option<String> {
    let last = address.path_segments().and_then(|mut parts| parts.next_back()).unwrap_or_default();
    let name = segment(&percent_decode_str(last).decode_utf8_lossy());
    let extension = match bytes {
        [0x89, b'P', b'N', b'G', ..] => "png",
        [0xff, 0xd8, 0xff, ..] => "jpg",
        [b'G', b'I', b'F', b'8', ..] => "gif",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "webp",
        [_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', b'f', ..] => "avif",
        [b'B', b'M', ..] => "bmp",
        [0, 0, 1, 0, ..] => "ico",
        _ => {
            let is_declared = content_type.is_some_and(|kind| kind.trim_start().starts_with("image/svg"));
            let head = String::from_utf8_lossy(&bytes[..bytes.len().min(1_024)]).into_owned();
            if !(head.contains("<svg") || is_declared && head.trim_start().starts_with('<')) {
                return None;
            }
            "svg"
        }
    };
    let (stem, own) = name.rsplit_once('.').unwrap_or((&name, ""));
    let is_same = own.eq_ignore_ascii_case(extension) || (extension == "jpg" && own.eq_ignore_ascii_case("jpeg"));
    Some(if is_same { name.clone() } else { format!("{stem}.{extension}") })
}

/// The links of one page.
struct Links<'l> {
    crawled: &'l Crawled,
    paths: &'l [String],
    anchors: &'l [HashMap<String, String>],
    images: &'l Images,
    at: usize,
}

impl Links<'_> {
    /// Returns what a target becomes; `None` if it stays.
    fn to(&self, target: &str) -> Option<String> {
        if let Some(Some(path)) = self.images.get(target) {
            return Some(relative(&self.paths[self.at], path));
        }
        let address = Url::parse(target).ok()?;
        let page = *self.crawled.index.get(&plain(address.clone()))?;
        let anchor = self.anchor(page, &address);
        let path = if page == self.at { String::new() } else { relative(&self.paths[self.at], &self.paths[page]) };
        match (path.is_empty(), anchor) {
            (_, Some(anchor)) => Some(format!("{path}#{anchor}")),
            (true, None) => self.paths[self.at].rsplit('/').next().map(str::to_owned),
            (false, None) => Some(path),
        }
    }

    /// Returns the anchor on a page that an address names.
    fn anchor(&self, page: usize, address: &Url) -> Option<&str> {
        let fragment = address.fragment().filter(|fragment| !fragment.is_empty())?;
        let name = percent_decode_str(fragment).decode_utf8_lossy();
        self.anchors[page].get(&*name).map(String::as_str)
    }

    /// Lists the anchors that links name and that are not there.
    fn tell(&self, links: &[String], report: &mut PageReport) {
        for link in links {
            let Ok(address) = Url::parse(link) else { continue };
            let Some(page) = self.crawled.index.get(&plain(address.clone())) else { continue };
            let is_anchored = address.fragment().is_some_and(|fragment| !fragment.is_empty());
            if is_anchored && self.anchor(*page, &address).is_none() {
                report.drop("the anchor of a link, which leads to the page", link.as_str());
            }
        }
    }
}

fn title(title: &str, address: &Url) -> String {
    let title = quire_content::title::one_line(title);
    if !title.is_empty() {
        return title;
    }
    let last = address.path_segments().and_then(|mut parts| parts.rfind(|part| !part.is_empty()));
    last.map_or_else(
        || address.host_str().unwrap_or("Page").to_owned(),
        |last| percent_decode_str(last).decode_utf8_lossy().into_owned(),
    )
}

/// Returns a text that means itself within a line of Markdown.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '$' | '{' | '}' | '#' | '!' | '|' | ':'
        ) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn write_entries(entries: &[Entry], crawled: &Crawled, paths: &[String], level: usize, summary: &mut String) {
    let mut is_after_group = false;
    for entry in entries {
        let Some(page) = entry.page else {
            let _ = write!(summary, "\n## {}\n\n", escaped(&quire_content::title::one_line(&entry.title)));
            write_entries(&entry.entries, crawled, paths, level, summary);
            is_after_group = true;
            continue;
        };
        if is_after_group && level == 0 {
            // A rule ends the group.
            summary.push_str("\n***\n");
            is_after_group = false;
        }
        if level == 0 && !summary.ends_with("\n\n") && !summary.contains("\n* ") {
            summary.push('\n');
        }
        let own = title(&crawled.pages[page].parts.title, &crawled.pages[page].address);
        let shown = quire_content::title::one_line(&entry.title);
        let shown = if shown.is_empty() { own } else { shown };
        let _ = writeln!(summary, "{}* [{}]({})", "  ".repeat(level), escaped(&shown), paths[page]);
        write_entries(&entry.entries, crawled, paths, level + 1, summary);
    }
}
