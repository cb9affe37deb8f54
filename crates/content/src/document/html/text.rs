//! Decoding and encoding of HTML character references.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Names of character references, with their characters.
const NAMES: [(&str, char); 24] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", '\u{a0}'),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("hellip", '…'),
    ("mdash", '—'),
    ("ndash", '–'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("bull", '•'),
    ("middot", '·'),
    ("times", '×'),
    ("rarr", '→'),
    ("larr", '←'),
    ("zwnj", '\u{200c}'),
];

/// Replaces the character references of a text; unknown ones stay.
pub(in crate::document) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (length, c) = reference(rest).unwrap_or((1, '&'));
        out.push(c);
        rest = &rest[length..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Parses the character reference at the start of a text: its length in bytes and its character.
pub(in crate::document) fn reference(text: &str) -> Option<(usize, char)> {
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let name = &text[1..end];
    let number = if let Some(digits) = name.strip_prefix("#x").or_else(|| name.strip_prefix("#X")) {
        Some(u32::from_str_radix(digits, 16))
    } else {
        name.strip_prefix('#').map(str::parse)
    };
    let c = match number {
        Some(number) => char::from_u32(number.ok()?).filter(|c| *c != '\0')?,
        None => NAMES.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((end + 1, c))
}

/// Appends a text so that [`decode`] returns it, on one line: between tags, or between double quotes.
pub(in crate::document) fn encode(text: &str, out: &mut String) {
    let mut previous = None;
    for (at, c) in text.char_indices() {
        match c {
            '&' if reference(&text[at..]).is_some() || text[at..].starts_with("&#") => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '%' if previous == Some('{') => out.push_str("&#x25;"),
            '}' if previous == Some('%') => out.push_str("&#x7D;"),
            c if c.is_control() => {
                // Writing to a `String` does not fail.
                let _ = write!(out, "&#x{:X};", u32::from(c));
            }
            c => out.push(c),
        }
        previous = Some(c);
    }
}
