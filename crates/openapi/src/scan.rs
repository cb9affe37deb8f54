//! The places of members and items in a JSON text that this program wrote, found without parsing what they hold.
//!
//! A text that is not well-formed yields fewer members, never a panic and no place outside of the text.

use std::ops::Range;

/// Returns the members of the object at a place, with the places of their values.
pub(crate) fn members(text: &[u8], at: Range<usize>) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    let mut scanner = Scanner { text: text.get(..at.end).unwrap_or_default(), at: at.start };
    if !scanner.takes(b'{') {
        return found;
    }
    while scanner.next() == Some(b'"') {
        let Some(name) = scanner.value().and_then(|name| serde_json::from_slice(&text[name]).ok()) else { break };
        if !scanner.takes(b':') {
            break;
        }
        let Some(value) = scanner.value() else { break };
        found.push((name, value));
        if !scanner.takes(b',') {
            break;
        }
    }
    found
}

/// Returns the place of a member of the object or of an item of the list at a place.
pub(crate) fn below(text: &[u8], at: &Range<usize>, name: &str) -> Option<Range<usize>> {
    if text.get(at.start) == Some(&b'{') {
        return members(text, at.clone()).into_iter().find(|(known, _)| known == name).map(|(_, at)| at);
    }
    let mut scanner = Scanner { text: text.get(..at.end).unwrap_or_default(), at: at.start };
    let mut left = name.parse::<usize>().ok().filter(|_| scanner.takes(b'['))?;
    loop {
        let item = scanner.value()?;
        if left == 0 {
            return Some(item);
        }
        left = left.checked_sub(1).filter(|_| scanner.takes(b','))?;
    }
}

/// A position in a text.
struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    /// Returns the next byte after white space.
    fn next(&mut self) -> Option<u8> {
        while self.text.get(self.at)?.is_ascii_whitespace() {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn takes(&mut self, byte: u8) -> bool {
        let is_there = self.next() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    /// Skips a value and returns its place.
    fn value(&mut self) -> Option<Range<usize>> {
        self.next()?;
        let (start, mut depth) = (self.at, 0usize);
        loop {
            match self.text.get(self.at)? {
                b'"' => self.string()?,
                b'{' | b'[' => (depth, self.at) = (depth + 1, self.at + 1),
                b'}' | b']' => (depth, self.at) = (depth.checked_sub(1)?, self.at + 1),
                _ if depth > 0 => self.at += 1,
                _ => self.word(),
            }
            if depth == 0 {
                return (self.at > start).then_some(start..self.at);
            }
        }
    }

    fn string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            match self.text.get(self.at)? {
                b'\\' => self.at += 2,
                b'"' => break,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(())
    }

    /// Skips a number, a truth or null.
    fn word(&mut self) {
        let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b':') || byte.is_ascii_whitespace();
        let rest = &self.text[self.at..];
        self.at += rest.iter().position(ends).unwrap_or(rest.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(String, &str)> {
        members(text.as_bytes(), 0..text.len()).into_iter().map(|(name, at)| (name, &text[at])).collect()
    }

    #[test]
    fn members_are_found_whatever_they_hold() {
        let text = r#"{"a":1,"b\"c":"}\\\"{","d":{"e":[1,{"f":"]"}]},"g":null, "h" : [] }"#;
        let found = shown(text);
        let names: Vec<_> = found.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let nested = r#"{"e":[1,{"f":"]"}]}"#;
        assert_eq!(names, [("a", "1"), ("b\"c", r#""}\\\"{""#), ("d", nested), ("g", "null"), ("h", "[]")]);
    }

    #[test]
    fn members_and_items_are_found_by_name() {
        let text = r#"{"a":[{"b":"]"},[1,2],"x"],"c":{"0":true}}"#;
        let whole = 0..text.len();
        let found = |path: &[&str]| {
            let at = path.iter().try_fold(whole.clone(), |at, name| below(text.as_bytes(), &at, name))?;
            text.get(at)
        };
        assert_eq!(found(&["a", "0", "b"]), Some(r#""]""#));
        assert_eq!(found(&["a", "1", "1"]), Some("2"));
        assert_eq!(found(&["a", "2"]), Some(r#""x""#));
        assert_eq!(found(&["c", "0"]), Some("true"));
        for path in [&["a", "3"][..], &["a", "b"], &["a", "-1"], &["b"], &["a", "2", "0"], &["c", "0", "0"]] {
            assert_eq!(found(path), None, "{path:?}");
        }
    }

    #[test]
    fn what_is_not_well_formed_yields_fewer() {
        for text in
            ["", "[1]", "{", "{\"a", "{\"a\":", "{\"a\":[", "{\"a\":\"\\", "{\"a\":}", "{1:2}", "{\"a\" 1}", "nul"]
        {
            assert_eq!(shown(text), [], "{text}");
        }
        assert_eq!(shown("{\"a\":1,\"b\":[").len(), 1);
    }
}
