//! Validation of authors' addresses and identifiers.
//!
//! Links may use `http`, `https`, `mailto`, `tel` or a relative reference; images `http`, `https`, a relative
//! reference, or `data:` with a raster image. Browsers drop tabs and line breaks within an address, so an address
//! with control characters is rejected.

use std::collections::{HashMap, HashSet};

use quire_content::document::model::Block;

/// The length of the longest address, in bytes.
const MOST_ADDRESS: usize = 8 * 1024;

/// The length of the longest `data:` address of an image after `data:image/`, in bytes.
const MOST_DATA: usize = 256 * 1024;

/// The length of the longest identifier, in bytes.
const MOST_ID: usize = 200;

const RASTER: [&str; 5] = ["png", "jpeg", "gif", "webp", "avif"];

/// Returns the address of a link, if its scheme is safe.
pub fn href(url: &str) -> Option<&str> {
    let url = plain(url)?;
    let known = |scheme: &str| ["http", "https", "mailto", "tel"].iter().any(|it| scheme.eq_ignore_ascii_case(it));
    scheme(url).is_none_or(known).then_some(url)
}

/// Returns the address of an image, if its scheme is safe.
pub fn image(url: &str) -> Option<&str> {
    if let Some(data) = strip_prefix(url, "data:image/") {
        return is_raster(data).then_some(url);
    }
    let url = plain(url)?;
    let known = |scheme: &str| ["http", "https"].iter().any(|it| scheme.eq_ignore_ascii_case(it));
    scheme(url).is_none_or(known).then_some(url)
}

/// Returns an absolute `http` or `https` address without its scheme.
pub(crate) fn web(url: &str) -> Option<&str> {
    let url = plain(url)?;
    strip_prefix(url, "https://").or_else(|| strip_prefix(url, "http://"))
}

fn plain(url: &str) -> Option<&str> {
    let url = url.trim_matches(' ');
    let fits = !url.is_empty() && url.len() <= MOST_ADDRESS;
    (fits && !url.contains(char::is_control) && !url.contains('\u{feff}')).then_some(url)
}

/// Returns the scheme: the text before the first colon, unless the colon is within a path, query or fragment.
fn scheme(url: &str) -> Option<&str> {
    let end = url.find([':', '/', '?', '#', '\\'])?;
    url[end..].starts_with(':').then(|| &url[..end])
}

fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

/// Returns true for the rest of a `data:image/` address such as `png;base64,…`, if it is a raster image.
fn is_raster(data: &str) -> bool {
    let Some((kind, bytes)) = data.split_once(";base64,") else { return false };
    let base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    data.len() <= MOST_DATA && RASTER.contains(&kind) && bytes.bytes().all(base64)
}

/// The allocation of unique identifiers on a page.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    /// The prefix of all identifiers.
    prefix: String,
    taken: HashSet<String>,
    /// For a base that was claimed more than once, the last number appended to it, so that many
    /// equal names take linear time.
    numbers: HashMap<String, usize>,
    /// The number of lookups: the cost of claiming, measured without a clock.
    tried: usize,
    /// Anchors of blocks, which aliases must not take.
    reserved: HashSet<String>,
}

impl Ids {
    /// Creates the identifiers of one part of a page, which share a prefix.
    pub(crate) fn within(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned(), ..Self::default() }
    }

    /// Reserves the anchors of blocks, so that aliases of other blocks do not take them.
    pub(crate) fn reserve(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.reserved.extend(block.anchor.as_str().map(str::to_owned));
            self.reserve(block.children());
        }
    }

    /// Claims those of a block's aliases that nothing else has or reserves, and returns them.
    pub(crate) fn aliases(&mut self, names: Vec<String>) -> Vec<String> {
        let free = names.into_iter().filter(|name| !self.reserved.contains(name));
        let ids = free.map(|name| format!("{}{name}", self.prefix));
        ids.filter(|id| id.len() <= MOST_ID && self.taken.insert(id.clone())).collect()
    }

    /// Claims and returns the wanted identifier, with a number appended if it is taken.
    pub(crate) fn claim(&mut self, wanted: &str) -> String {
        let mut base = self.prefix.clone();
        for c in wanted.chars() {
            if base.len() + c.len_utf8() > MOST_ID {
                break;
            }
            base.push(if c.is_whitespace() || c.is_control() { '-' } else { c });
        }
        if base.len() == self.prefix.len() {
            base.push('-');
        }
        self.tried += 1;
        if self.taken.insert(base.clone()) {
            return base;
        }
        let number = self.numbers.entry(base.clone()).or_insert(1);
        loop {
            *number += 1;
            self.tried += 1;
            let id = format!("{base}-{number}");
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_the_web_mail_telephones_and_places_nearby() {
        for good in ["https://a.b", "HTTP://a", "mailto:a@b", "tel:+1", "/a:b", "a/b:c", "#x:y", "?a=b:c", "//a.b/c"] {
            assert_eq!(href(good), Some(good));
        }
        let bad = [
            "javascript:x",
            "JaVaScRiPt:x",
            "java\tscript:x",
            "\u{1}javascript:x",
            "data:text/html,x",
            "vbscript:x",
            "",
        ];
        for bad in bad {
            assert_eq!(href(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn images_in_addresses_are_raster_images() {
        assert!(image("data:image/png;base64,AAAA").is_some());
        for bad in ["data:image/svg+xml;base64,AAAA", "data:image/png,<svg>", "data:text/html;base64,AAAA", "blob:x"] {
            assert_eq!(image(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn equal_identifiers_cost_no_more_than_others() {
        let mut ids = Ids::default();
        for n in 0..10_000 {
            ids.claim("a");
            ids.claim(&format!("a-{}", n * 2));
            ids.claim("a-2");
        }
        assert!(ids.tried < 4 * 30_000, "{}", ids.tried);
    }

    #[test]
    fn identifiers_are_given_once() {
        let mut ids = Ids::default();
        assert_eq!(
            [ids.claim("a"), ids.claim("a"), ids.claim("a-2"), ids.claim("a b"), ids.claim("")],
            ["a", "a-2", "a-2-2", "a-b", "-"]
        );
    }
}
