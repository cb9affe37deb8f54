//! Normalization of texts for the tree: line endings, escapes, labels.

use std::borrow::Cow;

use crate::{entity, scan};

/// Normalizes line endings to `\n` and replaces NUL by U+FFFD.
pub(crate) fn clean(text: Cow<'_, str>) -> Cow<'_, str> {
    if scan::either(text.as_bytes(), b'\r', 0).is_some() {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}"))
    } else {
        text
    }
}

/// Decodes backslash escapes and character references.
pub(crate) fn decode(text: Cow<'_, str>) -> Cow<'_, str> {
    if scan::first(text.as_bytes(), |it| matches!(it, b'\\' | b'&' | 0 | b'\r')).is_none() {
        return text;
    }
    let text = clean(text);
    let mut decoded = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(at) = rest.find(['\\', '&']) {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = decode_one(rest, &mut decoded);
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// Decodes the escape or reference that a text begins with, and returns the rest.
fn decode_one<'t>(text: &'t str, decoded: &mut String) -> &'t str {
    if let Some((meaning, length)) = entity::at_start(text) {
        decoded.push_str(&meaning);
        return &text[length..];
    }
    let is_escape = text.starts_with('\\') && text.as_bytes().get(1).is_some_and(u8::is_ascii_punctuation);
    let text = if is_escape { &text[1..] } else { text };
    decoded.push_str(&text[..1]);
    &text[1..]
}

/// Returns the normalized form of a label, equal for labels that match: blanks collapsed, case folded.
pub(crate) fn label_key(label: &str) -> String {
    scan::count(label.len());
    let mut key = String::with_capacity(label.len());
    for word in label.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()) {
        if !key.is_empty() {
            key.push(' ');
        }
        key.push_str(word);
    }
    if key.is_ascii() {
        key.make_ascii_uppercase();
        key
    } else {
        // Upper case of the lower case folds characters that neither alone does, such as ẞ and ss.
        key.to_lowercase().to_uppercase()
    }
}
