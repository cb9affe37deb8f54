//! Which HTML elements begin where and end where, as far as a condition must not be crossed by any.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// The HTML tags of a text.
#[derive(Debug, Default)]
pub(super) struct Elements {
    tags: Vec<Tags>,
    /// The starts and ends of elements, in the order in which they begin. Those without an end are not here.
    pairs: Vec<(usize, usize)>,
}

/// The tags of one name in one piece of HTML that are not paired within it: first the end tags, then the start tags.
#[derive(Debug)]
struct Tags {
    /// In lower case.
    name: String,
    /// The block or inline that the piece is.
    span: Range<usize>,
    ends: usize,
    starts: usize,
}

impl Elements {
    /// Adds the tags of a piece of HTML, which stands in `span`. A condition contains a piece or is outside of it, so
    /// the elements within one don't matter.
    pub(super) fn add(&mut self, html: &str, span: &Range<usize>) {
        let mut found: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            rest = &rest[at + 1..];
            if let Some(comment) = rest.strip_prefix("!--") {
                rest = comment.find("-->").map_or("", |end| &comment[end..]);
                continue;
            }
            let name = rest.trim_start_matches('/');
            let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(name.len());
            if length == 0 {
                continue;
            }
            let (ends, starts) = found.entry(name[..length].to_ascii_lowercase()).or_default();
            match (rest.starts_with('/'), *starts) {
                (false, _) => *starts += 1,
                (true, 0) => *ends += 1,
                (true, _) => *starts -= 1,
            }
        }
        let found = found.into_iter().filter(|(_, (ends, starts))| ends + starts > 0);
        self.tags.extend(found.map(|(name, (ends, starts))| Tags { name, span: span.clone(), ends, starts }));
    }

    /// Finds the end of each element. Tags may have come in any order.
    pub(super) fn pair(&mut self) {
        self.tags.sort_by_key(|tags| tags.span.start);
        let mut open: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
        for tags in &self.tags {
            let of_name = open.entry(&tags.name).or_default();
            let mut ends = tags.ends;
            while let Some((start, count)) = of_name.last_mut().filter(|_| ends > 0) {
                let ended = ends.min(*count);
                self.pairs.push((*start, tags.span.end));
                (*count, ends) = (*count - ended, ends - ended);
                if *count == 0 {
                    of_name.pop();
                }
            }
            if tags.starts > 0 {
                of_name.push((tags.span.start, tags.starts));
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

    #[test]
    fn elements_within_a_piece_are_left_out_and_others_counted() {
        let mut elements = Elements::default();
        let pieces = ["<p></p><div><div></div><DIV>", "</p></div>", "<b></div><div>", "</div></div></b>"];
        for (at, html) in pieces.iter().enumerate() {
            elements.add(html, &(10 * at..10 * at + 5));
        }
        elements.pair();
        assert_eq!(elements.pairs, [(0, 15), (0, 25), (20, 35), (20, 35)]);
        elements.add(&"<p>".repeat(100_000), &(50..60));
        assert_eq!(elements.tags.last().map(|tags| (tags.ends, tags.starts)), Some((0, 100_000)));
    }
}
