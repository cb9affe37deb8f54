//! Which HTML elements begin where and end where, as far as a condition must not be crossed by any.

use std::collections::HashMap;
use std::ops::Range;

/// The HTML tags of a text.
#[derive(Debug, Default)]
pub(super) struct Elements {
    tags: Vec<Tag>,
    /// The starts and ends of elements, in the order in which they begin. Those without an end are not here.
    pairs: Vec<(usize, usize)>,
}

#[derive(Debug)]
struct Tag {
    /// In lower case.
    name: String,
    is_end: bool,
    /// The block or inline that it is a part of.
    span: Range<usize>,
}

impl Elements {
    /// Adds the tags of a piece of HTML, which stands in `span`.
    pub(super) fn add(&mut self, html: &str, span: &Range<usize>) {
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            rest = &rest[at + 1..];
            if let Some(comment) = rest.strip_prefix("!--") {
                rest = comment.find("-->").map_or("", |end| &comment[end..]);
                continue;
            }
            let is_end = rest.starts_with('/');
            let name = rest.trim_start_matches('/');
            let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(name.len());
            if length > 0 {
                let name = name[..length].to_ascii_lowercase();
                self.tags.push(Tag { name, is_end, span: span.clone() });
            }
        }
    }

    /// Finds the end of each element. Tags may have come in any order.
    pub(super) fn pair(&mut self) {
        self.tags.sort_by_key(|tag| tag.span.start);
        let mut open: HashMap<&str, Vec<usize>> = HashMap::new();
        for tag in &self.tags {
            let of_name = open.entry(&tag.name).or_default();
            if !tag.is_end {
                of_name.push(tag.span.start);
            } else if let Some(start) = of_name.pop() {
                self.pairs.push((start, tag.span.end));
            }
        }
        self.pairs.sort_unstable();
    }

    /// The last end, behind a range, of elements that begin in it.
    pub(super) fn crossed(&self, range: Range<usize>) -> Option<usize> {
        let from = self.pairs.partition_point(|(start, _)| *start < range.start);
        let within = self.pairs[from..].iter().take_while(|(start, _)| *start < range.end);
        within.map(|(_, end)| *end).filter(|end| *end > range.end).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_paired_by_name() {
        let mut elements = Elements::default();
        let pieces = ["<div>", "<P class=a>", "<!-- <div> -->", "<br>", "</p>", "</div>", "</div>"];
        for (at, html) in pieces.iter().enumerate() {
            elements.add(html, &(10 * at..10 * at + 5));
        }
        elements.pair();
        assert_eq!(elements.pairs, [(0, 55), (10, 45)]);
        assert_eq!(elements.crossed(5..30), Some(45));
        assert_eq!((elements.crossed(5..50), elements.crossed(20..40)), (None, None));
    }
}
