//! Maps of sites (sitemaps.org): addresses in XML or in lines of text, compressed or not, and lists of further maps.

use std::io::Read as _;

use flate2::read::MultiGzDecoder;
use quick_xml::Reader;
use quick_xml::events::Event;

/// The most bytes of a map, unpacked, as the protocol bounds it.
pub(super) const MOST_BYTES: u64 = 50 << 20;

/// The most addresses of a map, as the protocol bounds it.
const MOST_ADDRESSES: usize = 50_000;

/// The addresses in a map.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sitemap {
    /// Addresses of pages.
    pub(super) pages: Vec<String>,
    /// Addresses of further maps.
    pub(super) maps: Vec<String>,
}

/// Reads a map. What can't be read ends it early: a map is help, no more.
pub(super) fn parse(bytes: &[u8]) -> Sitemap {
    let mut text = Vec::new();
    let is_packed = bytes.starts_with(&[0x1f, 0x8b]);
    let unpacked: &[u8] = if is_packed {
        // What was unpacked before a fault counts.
        let _ = MultiGzDecoder::new(bytes).take(MOST_BYTES).read_to_end(&mut text);
        &text
    } else {
        bytes
    };
    let beginning = unpacked.strip_prefix("\u{feff}".as_bytes()).unwrap_or(unpacked).trim_ascii_start();
    if beginning.starts_with(b"<") { xml(beginning) } else { lines(beginning) }
}

fn lines(text: &[u8]) -> Sitemap {
    let text = String::from_utf8_lossy(text);
    let addresses = text.lines().map(str::trim).filter(|line| line.starts_with("http"));
    Sitemap { pages: addresses.take(MOST_ADDRESSES).map(str::to_owned).collect(), maps: Vec::new() }
}

fn xml(text: &[u8]) -> Sitemap {
    let mut found = Sitemap::default();
    let text = String::from_utf8_lossy(text);
    let mut reader = Reader::from_str(&text);
    let mut path: Vec<String> = Vec::new();
    let mut address = String::new();
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) if path.len() < 16 => {
                address.clear();
                path.push(tag.local_name().as_ref().to_owned());
            }
            Ok(Event::Text(part)) => address.push_str(&part),
            Ok(Event::CData(part)) => address.push_str(&part),
            Ok(Event::GeneralRef(entity)) => address.push_str(match &*entity {
                "amp" => "&",
                "lt" => "<",
                "gt" => ">",
                "quot" => "\"",
                "apos" => "'",
                _ => "",
            }),
            Ok(Event::End(_)) => {
                let names: Vec<&str> = path.iter().rev().take(2).map(String::as_str).collect();
                let list = match names.as_slice() {
                    ["loc", "url"] => Some(&mut found.pages),
                    ["loc", "sitemap"] => Some(&mut found.maps),
                    _ => None,
                };
                if let Some(list) = list.filter(|list| list.len() < MOST_ADDRESSES) {
                    list.push(address.trim().to_owned());
                }
                address.clear();
                path.pop();
            }
            Ok(Event::Eof | Event::Start(_)) | Err(_) => return found,
            Ok(_) => {}
        }
        if address.len() > 8_192 {
            address.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn maps_and_lists_of_maps_are_read() {
        let map = r#"<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
            <url><loc> https://example.org/a?x=1&amp;y=2 </loc><lastmod>2024-01-01</lastmod></url>
            <url><loc><![CDATA[https://example.org/b]]></loc></url></urlset>"#;
        let expected = ["https://example.org/a?x=1&y=2", "https://example.org/b"];
        assert_eq!(parse(map.as_bytes()).pages, expected);
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(map.as_bytes()).unwrap();
        assert_eq!(parse(&packed.finish().unwrap()).pages, expected);
        let list = "<sitemapindex><sitemap><loc>https://example.org/1.xml.gz</loc></sitemap></sitemapindex>";
        assert_eq!(parse(list.as_bytes()).maps, ["https://example.org/1.xml.gz"]);
        assert_eq!(parse(b"https://example.org/a\nhttps://example.org/b\n").pages.len(), 2);
    }

    #[test]
    fn what_is_no_map_is_empty() {
        for text in
            ["", "<", "<urlset><url><loc>x", "<!DOCTYPE x [<!ENTITY a \"b\">]><urlset>&a;</urlset>", "\u{1f}\u{8b}"]
        {
            assert_eq!(parse(text.as_bytes()), Sitemap::default(), "{text}");
        }
        let deep = "<a>".repeat(100_000);
        assert_eq!(parse(deep.as_bytes()), Sitemap::default());
    }
}
