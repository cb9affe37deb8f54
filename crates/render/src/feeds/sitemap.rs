//! Sitemaps for search engines (sitemaps.org, protocol 0.9).

use std::fmt::Write as _;

use jiff::Timestamp;

use super::xml::Text;

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// An entry of a sitemap.
#[derive(Debug, Clone, Default)]
pub struct Address {
    /// The absolute address of the page or sitemap.
    pub url: String,
    /// The time of the last change, in milliseconds since 1970.
    pub updated_at: Option<i64>,
}

/// Returns a sitemap of pages.
pub fn sitemap(pages: &[Address]) -> String {
    list("urlset", "url", pages)
}

/// Returns the sitemap index `sitemap.xml`, which lists the sitemaps of a site.
pub fn sitemap_index(maps: &[Address]) -> String {
    list("sitemapindex", "sitemap", maps)
}

fn list(all: &str, each: &str, addresses: &[Address]) -> String {
    let mut xml = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{all} xmlns=\"{NAMESPACE}\">\n");
    for Address { url, updated_at } in addresses {
        let _ = write!(xml, "<{each}><loc>{}</loc>", Text(url));
        if let Some(at) = updated_at.and_then(|at| Timestamp::from_second(at.div_euclid(1_000)).ok()) {
            let _ = write!(xml, "<lastmod>{at}</lastmod>");
        }
        let _ = writeln!(xml, "</{each}>");
    }
    let _ = writeln!(xml, "</{all}>");
    xml
}
