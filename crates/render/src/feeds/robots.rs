//! The file for crawlers (RFC 9309).

/// Returns `robots.txt`: allows or forbids all crawling, and names the sitemap where crawling is allowed.
pub fn robots(open: bool, sitemap: Option<&str>) -> String {
    let rule = if open { "Allow: /" } else { "Disallow: /" };
    let sitemap = sitemap.filter(|_| open).map(|address| format!("\nSitemap: {}\n", one_line(address)));
    format!("User-agent: *\n{rule}\n{}", sitemap.unwrap_or_default())
}

fn one_line(text: &str) -> String {
    text.split(char::is_control).collect()
}
