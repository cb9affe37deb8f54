//! Emoji: shortcodes in Markdown, code points in documents.
//!
//! Shortcodes are those of GitHub. A code is the hexadecimal code points of the text, joined by `-`.

use std::fmt::Write as _;

/// Returns the code of the emoji with this shortcode.
pub(super) fn code(name: &str) -> Option<String> {
    emojis::get_by_shortcode(name).map(|emoji| code_of(emoji.as_str()))
}

/// Returns the shortcode of the emoji with exactly this code.
pub(super) fn name(code: &str) -> Option<&'static str> {
    let emoji = emojis::get(&text(code)?)?;
    if code_of(emoji.as_str()) == code { emoji.shortcode() } else { None }
}

/// Returns the text of a code, which has at most 16 code points.
pub(super) fn text(code: &str) -> Option<String> {
    let point = |hex: &str| {
        let plain = (1..=6).contains(&hex.len()) && hex.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let c = if plain { u32::from_str_radix(hex, 16).ok().and_then(char::from_u32) } else { None };
        c.filter(|c| !c.is_control())
    };
    let text: String = code.split('-').map(point).collect::<Option<_>>()?;
    (text.chars().count() <= 16).then_some(text)
}

fn code_of(text: &str) -> String {
    let mut code = String::new();
    for (n, c) in text.chars().enumerate() {
        let joint = if n == 0 { "" } else { "-" };
        // Writing to a `String` does not fail.
        let _ = write!(code, "{joint}{:x}", u32::from(c));
    }
    code
}
