//! Width and height of images, read from their first bytes, so that pages reserve space before images are loaded.
//!
//! Images are untrusted: at most the given bytes are read, and of an SVG only the root element.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// The number of XML events to read: an SVG's root may follow a declaration, a document type and comments.
const MOST_EVENTS: usize = 50;

/// The largest width or height accepted, in pixels.
const MOST: f64 = 100_000.0;

/// Returns the width and height in pixels of an image that begins with `head`.
pub(crate) fn dimensions(head: &[u8]) -> Option<(u32, u32)> {
    match imagesize::blob_size(head) {
        Ok(size) => Some((size.width.try_into().ok()?, size.height.try_into().ok()?)),
        Err(_) => of_svg(head),
    }
}

/// Returns the size that an SVG's root element states, or else the size of its view box.
fn of_svg(head: &[u8]) -> Option<(u32, u32)> {
    let root = root(head)?;
    let value = |name: &str| {
        let attribute = root.try_get_attribute(name).ok()??;
        Some(attribute.value.trim().to_owned())
    };
    let said = |name| value(name).and_then(|length| pixels(length.strip_suffix("px").unwrap_or(&length)));
    if let (Some(width), Some(height)) = (said("width"), said("height")) {
        return Some((width, height));
    }
    let shown = value("viewBox")?;
    let mut numbers = shown.split([' ', ',', '\t', '\n', '\r']).filter(|number| !number.is_empty()).skip(2);
    Some((pixels(numbers.next()?)?, pixels(numbers.next()?)?))
}

/// Returns the first element, if it is `svg`.
fn root(head: &[u8]) -> Option<BytesStart<'_>> {
    let mut reader = Reader::from_reader(head);
    for _ in 0..MOST_EVENTS {
        match reader.read_event().ok()? {
            Event::Start(root) | Event::Empty(root) => {
                return (root.local_name().as_ref() == "svg").then_some(root);
            }
            Event::Text(text) if !text.trim().is_empty() => return None,
            Event::Text(_) | Event::Decl(_) | Event::DocType(_) | Event::Comment(_) | Event::PI(_) => {}
            _ => return None,
        }
    }
    None
}

fn pixels(number: &str) -> Option<u32> {
    let number: f64 = number.parse().ok()?;
    (number > 0.0 && number <= MOST).then(|| number.round().max(1.0) as u32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_vector_graphic_says_its_size_or_shows_it() {
        let size = |text: &str| dimensions(text.as_bytes());
        assert_eq!(size("<svg width='760' height=\"430px\" viewBox='0 0 1 2'><g/></svg>"), Some((760, 430)));
        assert_eq!(size("<svg width='100%' viewBox='0 0 76.6,43'/>"), Some((77, 43)));
        let prolog = "\u{feff}<?xml version='1.0'?>\n<!-- made -->\n<!DOCTYPE svg PUBLIC \"a\" \"b\">\n";
        assert_eq!(size(&format!("{prolog}<svg viewBox='0 0 3 4'><rect")), Some((3, 4)));
        for other in [
            "<svg/>",
            "<svg width='1e9' height='5'/>",
            "<svg viewBox='0 0 0 0'/>",
            "<html><svg viewBox='0 0 3 4'>",
            "text",
            "",
        ] {
            assert_eq!(size(other), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_end_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = dimensions(&[b"<svg viewBox='".as_slice(), &bytes].concat());
        }
    }
}
