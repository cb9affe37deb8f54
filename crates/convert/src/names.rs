//! Conversion of file names into titles, and their natural order.

use std::cmp::Ordering;
use std::iter::Peekable;
use std::str::Chars;

use quire_content::title::one_line;

/// Returns a file name as a title: `getting-started` as `Getting started`.
pub(crate) fn title(stem: &str) -> String {
    let spaced = stem.replace(['-', '_'], " ");
    let words = one_line(&spaced);
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => stem.to_owned(),
    }
}

/// Compares names in natural order: letters without regard to case, runs of digits as numbers; then by bytes.
pub(crate) fn natural(left: &str, right: &str) -> Ordering {
    let (mut a, mut b) = (left.chars().peekable(), right.chars().peekable());
    loop {
        let order = match (a.peek().copied(), b.peek().copied()) {
            (None, None) => return left.cmp(right),
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(x), Some(y)) if x.is_ascii_digit() && y.is_ascii_digit() => {
                let (x, y) = (digits(&mut a), digits(&mut b));
                x.len().cmp(&y.len()).then_with(|| x.cmp(&y))
            }
            (Some(x), Some(y)) => {
                a.next();
                b.next();
                x.to_lowercase().cmp(y.to_lowercase())
            }
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// Consumes a run of digits and returns it without leading zeros.
fn digits(chars: &mut Peekable<Chars<'_>>) -> String {
    let mut run = String::new();
    while let Some(digit) = chars.next_if(char::is_ascii_digit) {
        if digit != '0' || !run.is_empty() {
            run.push(digit);
        }
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles() {
        assert_eq!(title("getting-started"), "Getting started");
        assert_eq!(title("über_uns"), "Über uns");
        assert_eq!(title("--"), "--");
    }

    #[test]
    fn order() {
        let mut names = ["b", "a10", "a9", "A2", "a02", "a"];
        names.sort_by(|left, right| natural(left, right));
        assert_eq!(names, ["a", "A2", "a02", "a9", "a10", "b"]);
    }
}
