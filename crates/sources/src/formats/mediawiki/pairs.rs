//! Pairs of marks of two characters in wikitext, which nest.

use std::collections::HashMap;

/// The pairs of a text: the length of each by the offset of its beginning, both in bytes.
pub(super) struct Pairs(HashMap<usize, usize>);

impl Pairs {
    /// Finds the pairs of a text in one pass. Longer ones than `most` bytes are none.
    pub(super) fn of(text: &str, open: [u8; 2], close: [u8; 2], most: usize) -> Self {
        let bytes = text.as_bytes();
        let (mut pairs, mut opened, mut at) = (HashMap::new(), Vec::new(), 0);
        while at + 1 < bytes.len() {
            let mark = [bytes[at], bytes[at + 1]];
            if mark == open {
                opened.push((at, 0_usize));
            } else if mark == close {
                // The first of three may end a single mark within, such as that of a link to another server.
                if let Some((_, single)) = opened.last_mut()
                    && *single > 0
                    && bytes.get(at + 2) == Some(&close[0])
                {
                    *single -= 1;
                    at += 1;
                    continue;
                }
                if let Some((begin, _)) = opened.pop()
                    && at + 2 - begin <= most
                {
                    pairs.insert(begin, at + 2 - begin);
                }
            } else {
                if let Some((_, single)) = opened.last_mut() {
                    match bytes[at] {
                        byte if byte == open[0] => *single += 1,
                        byte if byte == close[0] => *single = single.saturating_sub(1),
                        _ => {}
                    }
                }
                at += 1;
                continue;
            }
            at += 2;
        }
        Self(pairs)
    }

    /// Returns the length of the pair that begins at an offset.
    pub(super) fn length(&self, at: usize) -> Option<usize> {
        self.0.get(&at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_nest_and_end() {
        let pairs = Pairs::of("{{ a {{b}} }} {{ {{c}} }", *b"{{", *b"}}", 100);
        let found = [0, 5, 14, 17].map(|at| pairs.length(at));
        assert_eq!(found, [Some(13), Some(5), None, Some(5)]);
        let linked = "[[F|thumb|a [x b]]] c";
        assert_eq!(Pairs::of(linked, *b"[[", *b"]]", 100).length(0), Some(linked.len() - 2));
        assert_eq!(Pairs::of("[[a [b]] c", *b"[[", *b"]]", 100).length(0), Some(8));
        assert_eq!(Pairs::of("[[long]] [[s]]", *b"[[", *b"]]", 6).length(0), None);
    }
}
