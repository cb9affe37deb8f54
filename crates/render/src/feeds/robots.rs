//! What crawlers are told (RFC 9309).

/// `robots.txt`: whether crawlers may come at all, and where the map is.
pub fn robots(open: bool, sitemap: Option<&str>) -> String {
    let rule = if open { "Allow: /" } else { "Disallow: /" };
    let sitemap = sitemap.filter(|_| open).map(|address| format!("\nSitemap: {}\n", one_line(address)));
    format!("User-agent: *\n{rule}\n{}", sitemap.unwrap_or_default())
}

fn one_line(text: &str) -> String {
    text.split(char::is_control).collect()
}
