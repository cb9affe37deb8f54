//! Text of a file that is not UTF-8: a lossy decoding that is edited, and its way back to the bytes of the file.

use std::str::Utf8Chunk;

use crate::merge::{LineNumbers, diff_lines};
use crate::utf8;

/// Returns the bytes of an edited text. `bytes` is the file before, and `edited` is its lossy decoding after an edit:
/// lines that are in both have their bytes, and a changed one has those of the characters that could not be decoded if
/// there are as many as before.
pub(super) fn encoded(bytes: &[u8], edited: &str) -> Vec<u8> {
    let mut numbers = LineNumbers::new();
    let raw: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let decoded = utf8::lossy(bytes);
    let before = numbers.of(decoded.split_inclusive('\n'));
    let lines: Vec<&str> = edited.split_inclusive('\n').collect();
    let after = numbers.of(lines.iter().copied());
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for hunk in diff_lines(&before, &after) {
        out.extend(raw[at..hunk.before.start].concat());
        out.extend(restored(&raw[hunk.before.clone()].concat(), &lines[hunk.after].concat()));
        at = hunk.before.end;
    }
    out.extend(raw[at..].concat());
    out
}

/// Puts the bytes that could not be decoded back into a text, in order, if it has as many replacement characters as them.
fn restored(before: &[u8], after: &str) -> Vec<u8> {
    let undecoded: Vec<&[u8]> = before.utf8_chunks().flat_map(|chunk| replacements(&chunk)).collect();
    let parts: Vec<&str> = after.split(char::REPLACEMENT_CHARACTER).collect();
    if parts.len() != undecoded.len() + 1 {
        return after.as_bytes().to_vec();
    }
    let after_each = undecoded.into_iter().chain([&[][..]]);
    parts.into_iter().zip(after_each).flat_map(|(part, bytes)| [part.as_bytes(), bytes].concat()).collect()
}

/// Returns the bytes of all replacement characters that a piece of a file is decoded to.
fn replacements<'a>(chunk: &Utf8Chunk<'a>) -> Vec<&'a [u8]> {
    let given = chunk.valid().matches(char::REPLACEMENT_CHARACTER).map(str::as_bytes);
    given.chain(Some(chunk.invalid()).filter(|bytes| !bytes.is_empty())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &[u8], edit: impl Fn(&str) -> String, expected: &[u8]) {
        assert_eq!(encoded(before, &edit(&String::from_utf8_lossy(before))), expected);
    }

    #[test]
    fn unchanged_lines_keep_their_bytes() {
        check(b"a\xe9\n\nb\n", |text| text.replace('b', "c"), b"a\xe9\n\nc\n");
        check(b"a\xe9\nx\nb\xff\xfe", |text| text.replace("x\n", ""), b"a\xe9\nb\xff\xfe");
        check(b"a\xe9", |text| format!("new\n{text}"), b"new\na\xe9");
        check(b"a\xe9\n", |_| String::new(), b"");
    }

    #[test]
    fn changed_lines_keep_the_bytes_of_as_many_characters() {
        check(b"a\xe9 \xef\xbf\xbd \xe8 b", |text| text.replace('b', "c"), b"a\xe9 \xef\xbf\xbd \xe8 c");
        check(b"a\xe9 \xe8 b", |_| "\u{fffd} c".to_owned(), "\u{fffd} c".as_bytes());
    }
}
