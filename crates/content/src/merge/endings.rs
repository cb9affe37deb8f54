//! Line endings: if a side changed those of a whole file, the outcome has them throughout.

use std::borrow::Cow;

/// The line endings of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Endings {
    Lf,
    Crlf,
    Mixed,
}

fn endings(text: &str) -> Option<Endings> {
    let all = text.bytes().filter(|byte| *byte == b'\n').count();
    match text.matches("\r\n").count() {
        _ if all == 0 => None,
        0 => Some(Endings::Lf),
        crlf if crlf == all => Some(Endings::Crlf),
        _ => Some(Endings::Mixed),
    }
}

/// Returns the base and both sides with the same line endings, if they differ in them and those of the outcome are the
/// same on all lines. Otherwise all stay as they are.
pub(super) fn unified<'a>(texts: [&'a str; 3]) -> [Cow<'a, str>; 3] {
    let [base, main, change] = texts.map(endings);
    let (main, change) = (main.or(base), change.or(base));
    let chosen = match main {
        Some(main) if Some(main) != base && main != Endings::Mixed => Some(main),
        _ => change.filter(|change| Some(*change) != base),
    };
    let is_needed = [base, main, change].into_iter().flatten().any(|other| Some(other) != chosen);
    match chosen.filter(|_| is_needed) {
        Some(Endings::Lf) => texts.map(|text| text.replace("\r\n", "\n").into()),
        Some(Endings::Crlf) => texts.map(|text| text.replace("\r\n", "\n").replace('\n', "\r\n").into()),
        Some(Endings::Mixed) | None => texts.map(Cow::Borrowed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(texts: [&str; 3], expected: [&str; 3]) {
        assert_eq!(unified(texts).map(Cow::into_owned), expected);
    }

    #[test]
    fn the_side_that_changed_them_decides() {
        check(["a\n", "b\r\n", "c\n"], ["a\r\n", "b\r\n", "c\r\n"]);
        check(["a\n", "b\n", "c\r\n"], ["a\r\n", "b\r\n", "c\r\n"]);
        check(["a\r\n", "b\n", "c\r\n"], ["a\n", "b\n", "c\n"]);
        check(["a\nb\r\n", "a\r\nb\r\n", "c\nb\r\n"], ["a\r\nb\r\n", "a\r\nb\r\n", "c\r\nb\r\n"]);
    }

    #[test]
    fn others_stay() {
        check(["a\n", "b", "c\n"], ["a\n", "b", "c\n"]);
        check(["a\nb\n", "a\nb\r\n", "c\nb\n"], ["a\nb\n", "a\nb\r\n", "c\nb\n"]);
        check(["", "b\n", ""], ["", "b\n", ""]);
    }
}
