//! The updates of a page as a feed (RSS 2.0).

use std::fmt::Write as _;

use jiff::civil::Date;
use jiff::fmt::rfc2822;
use jiff::tz::TimeZone;

use super::xml::Text;

/// The feed of a page (a `channel` in RSS).
#[derive(Debug, Clone, Copy)]
pub struct Channel<'a> {
    /// The title of the channel.
    pub title: &'a str,
    /// The description of the channel.
    pub description: &'a str,
    /// The absolute address of the page.
    pub link: &'a str,
    /// The absolute address of the feed itself.
    pub address: &'a str,
    /// The language tag of the page.
    pub language: &'a str,
    /// The updates, newest first.
    pub items: &'a [Item<'a>],
}

/// An update as an item of a feed.
#[derive(Debug, Clone, Copy)]
pub struct Item<'a> {
    /// The title of the update.
    pub title: &'a str,
    /// The absolute address, which is also the permanent identifier of the item.
    pub link: &'a str,
    /// The date, as `2026-11-21`; a text that begins with no date is omitted.
    pub date: &'a str,
    /// The tags, written as categories.
    pub tags: &'a [String],
    /// The content as HTML.
    pub html: &'a str,
}

/// Returns a channel as an RSS document.
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

/// Returns midnight UTC of a date, as in `2026-11-21`, in the format of RFC 2822.
fn day(text: &str) -> Option<String> {
    let date: Date = text.get(..10)?.parse().ok()?;
    rfc2822::to_string(&date.to_zoned(TimeZone::UTC).ok()?).ok()
}
