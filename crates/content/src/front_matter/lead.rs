//! Detection of front matter with a condition in a place where front matter is not recognized.

use std::borrow::Cow;

use super::MOST_BYTES;

/// The number of lines at the beginning of a text in which such a block may begin.
const MOST_LINES: usize = 12;

/// Iterates over the lines of a text without their ends: `\n`, `\r\n` or `\r`, as in YAML. There is at least one.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
            return rest.take();
        };
        let length = if text[end..].starts_with(b"\r\n") { 2 } else { 1 };
        rest = Some(&text[end + length..]);
        Some(&text[..end])
    })
}

/// Returns the line, from 1, of a condition in a block between rules among the first lines of a text: one that only
/// blank lines and comments precede, or one without blank lines. `behind` is true if a rule is directly before the
/// text.
pub(super) fn condition(text: &[u8], behind: bool) -> Option<usize> {
    let text = &text[..text.len().min(MOST_BYTES)];
    if behind && let Some(line) = block(lines(text), false) {
        return Some(line + 1);
    }
    let (mut is_first, mut in_comment) = (true, false);
    let mut all = lines(text);
    for number in 1..=MOST_LINES {
        let line = all.next()?;
        if !in_comment && begins_plain(line) {
            is_first = false;
            continue;
        }
        let line = visible(line);
        let line = line.trim();
        let is_opening = line.strip_prefix("---").is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
        if is_opening && let Some(line) = block(all.clone(), is_first) {
            return Some(number + line + 1);
        }
        in_comment |= line.starts_with("<!--");
        is_first &= in_comment || line.is_empty();
        in_comment &= !line.contains("-->");
    }
    None
}

/// Returns true if the first character of a line that shows is one with which neither a rule nor a comment begins.
fn begins_plain(line: &[u8]) -> bool {
    line.trim_ascii_start().first().is_some_and(|byte| byte.is_ascii_graphic() && !matches!(byte, b'-' | b'<'))
}

/// Returns the number of lines before a condition in a block with these lines, up to a rule or a fence. With `blanks`
/// it may have blank lines, and needs no rule at its end if the condition is before them.
fn block<'a>(lines: impl Iterator<Item = &'a [u8]>, blanks: bool) -> Option<usize> {
    let (mut found, mut was_blank) = (None, false);
    // True if only a rule can show that this is not prose.
    let mut needs_rule = !blanks;
    for (at, line) in lines.enumerate() {
        let shown = visible(line);
        let shown = shown.trim();
        if shown == "---" || shown == "..." {
            return found;
        }
        if shown.starts_with("```") || shown.starts_with("~~~") || (shown.is_empty() && !blanks) {
            return found.filter(|_| !needs_rule);
        }
        was_blank |= shown.is_empty();
        if found.is_none() && says_condition(line) {
            found = Some(at);
            needs_rule |= was_blank;
        }
    }
    found.filter(|_| !needs_rule)
}

/// Returns true if a line of invalid YAML looks like an entry with the key `if`, in any spelling.
pub(super) fn says_condition(line: &[u8]) -> bool {
    if !line.iter().any(|byte| matches!(byte, b'i' | b'I' | b'\\')) {
        return false;
    }
    let line = unescaped(&visible(line)).to_ascii_lowercase();
    line.match_indices("if").any(|(at, _)| {
        let before = line[..at].trim_end_matches(is_quote).trim_end();
        let rest = line[at + 2..].trim_start_matches(|c: char| is_quote(c) || c.is_whitespace());
        let is_mark = |word: &str| word.starts_with(['!', '&']) || word.chars().all(|c| "-?{[,\"'".contains(c));
        let is_apart =
            line[..at].is_empty() || line[..at].ends_with(|c: char| !c.is_alphanumeric() && c != '!' && c != '&');
        let is_key = before.split_whitespace().all(is_mark)
            || before.ends_with('{')
            || (before.ends_with(',') && before.contains('{'));
        is_apart && is_key && (rest.starts_with(':') || (rest.is_empty() && before.ends_with('?')))
    })
}

/// A line with what the escapes of YAML by numbers mean: `\x69`, `\u0069`, `\U00000069`.
fn unescaped(line: &str) -> String {
    let mut parts = line.split('\\');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let length = match part.bytes().next() {
            Some(b'x') => 3,
            Some(b'u') => 5,
            Some(b'U') => 9,
            _ => 0,
        };
        let digits = part.get(1..length).filter(|digits| !digits.is_empty());
        match digits.and_then(|digits| char::from_u32(u32::from_str_radix(digits, 16).ok()?)) {
            Some(meaning) => {
                text.push(meaning);
                text.push_str(&part[length..]);
            }
            None => {
                text.push('\\');
                text.push_str(part);
            }
        }
    }
    text
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'')
}

/// Removes invisible characters from a line. Most lines have none, and are not copied.
fn visible(line: &[u8]) -> Cow<'_, str> {
    let hidden = |c: char| {
        matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
            || (c.is_control() && c != '\t')
    };
    // Each byte is looked at, which takes less time than to end at the first one.
    let is_plain = line.iter().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~' | b'\t'));
    match str::from_utf8(line) {
        Ok(text) if is_plain || !text.contains(hidden) => Cow::Borrowed(text),
        _ => String::from_utf8_lossy(line).chars().filter(|c| !hidden(*c)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_line_that_begins_plain_is_no_rule_comment_or_blank(line in "[\\-< \t\u{b}\u{c}\u{200b}a!]{0,4}(---|<!--|x)?") {
            let shown = visible(line.as_bytes());
            let shown = shown.trim();
            let is_other = !(shown.is_empty() || shown.starts_with("---") || shown.starts_with("<!--"));
            prop_assert!(is_other || !begins_plain(line.as_bytes()));
        }
    }
}
