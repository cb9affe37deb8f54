//! The updates of a page as a feed (RSS 2.0).

use std::fmt::Write as _;

use jiff::civil::Date;
use jiff::fmt::rfc2822;
use jiff::tz::TimeZone;

use super::xml::Text;

/// A feed.
#[derive(Debug, Clone, Copy)]
pub struct Channel<'a> {
    /// Its title.
    pub title: &'a str,
    /// What it is about.
    pub description: &'a str,
    /// The address of the page.
    pub link: &'a str,
    /// The address of the feed itself.
    pub address: &'a str,
    /// The language of the page.
    pub language: &'a str,
    /// The updates, newest first.
    pub items: &'a [Item<'a>],
}

/// An update.
#[derive(Debug, Clone, Copy)]
pub struct Item<'a> {
    /// Its title.
    pub title: &'a str,
    /// Its address, which names it for ever.
    pub link: &'a str,
    /// Its day, as `2026-11-21`; another text is left out.
    pub date: &'a str,
    /// Its tags.
    pub tags: &'a [String],
    /// Its content as HTML.
    pub html: &'a str,
}

/// The feed.
pub fn rss(channel: &Channel<'_>) -> String {
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\">\n<channel>\n\
         <title>{}</title>\n<link>{}</link>\n<description>{}</description>\n<language>{}</language>\n\
         <generator>Quire</generator>\n<atom:link href=\"{}\" rel=\"self\" type=\"application/rss+xml\"/>\n",
        Text(channel.title),
        Text(channel.link),
        Text(channel.description),
        Text(channel.language),
        Text(channel.address),
    );
    for entry in channel.items {
        item(&mut xml, entry);
    }
    xml.push_str("</channel>\n</rss>\n");
    xml
}

fn item(xml: &mut String, item: &Item<'_>) {
    let (title, link) = (Text(item.title), Text(item.link));
    let _ = write!(xml, "<item>\n<title>{title}</title>\n<link>{link}</link>\n<guid>{link}</guid>\n");
    if let Some(date) = day(item.date) {
        let _ = writeln!(xml, "<pubDate>{date}</pubDate>");
    }
    for tag in item.tags {
        let _ = writeln!(xml, "<category>{}</category>", Text(tag));
    }
    let _ = write!(xml, "<description>{}</description>\n</item>\n", Text(item.html));
}

/// A day as feeds write it.
fn day(text: &str) -> Option<String> {
    let date: Date = text.get(..10)?.parse().ok()?;
    rfc2822::to_string(&date.to_zoned(TimeZone::UTC).ok()?).ok()
}
