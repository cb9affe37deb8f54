//! Search functions that count the bytes they examine. All code that examines more than a byte or two uses them, so
//! that tests can measure the cost of parsing without a clock.

/// The number of bytes that are compared in one step.
const STEP: usize = 16;

#[cfg(debug_assertions)]
thread_local! {
    static LOOKED_AT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Returns the number of bytes that this thread has examined so far. Without debug assertions it is always 0.
pub(crate) fn looked_at() -> usize {
    #[cfg(debug_assertions)]
    return LOOKED_AT.get();
    #[cfg(not(debug_assertions))]
    0
}

/// Counts examined bytes or other steps.
#[inline]
pub(crate) fn count(_steps: usize) {
    #[cfg(debug_assertions)]
    LOOKED_AT.set(LOOKED_AT.get() + _steps);
}

/// Returns the number of bytes at the beginning that satisfy a predicate.
#[inline]
pub(crate) fn prefix(bytes: &[u8], is_of_kind: impl Fn(u8) -> bool) -> usize {
    let length = bytes.iter().position(|it| !is_of_kind(*it)).unwrap_or(bytes.len());
    count(length + 1);
    length
}

/// Returns the number of bytes at the end that satisfy a predicate.
#[inline]
pub(crate) fn suffix(bytes: &[u8], is_of_kind: impl Fn(u8) -> bool) -> usize {
    let length = bytes.iter().rev().position(|it| !is_of_kind(*it)).unwrap_or(bytes.len());
    count(length + 1);
    length
}

/// Returns the offset of the first byte that satisfies a predicate.
#[inline]
pub(crate) fn first(bytes: &[u8], is_of_kind: impl Fn(u8) -> bool) -> Option<usize> {
    let found = bytes.iter().position(|it| is_of_kind(*it));
    count(found.unwrap_or(bytes.len()) + 1);
    found
}

/// Returns the offset of the first occurrence of either of two bytes.
pub(crate) fn either(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    let is_found = |it: &u8| *it == one || *it == other;
    let mut at = 0;
    // Without an early exit inside of a step, the compiler vectorizes the comparison.
    for step in bytes.chunks_exact(STEP) {
        if step.iter().fold(false, |found, it| found | is_found(it)) {
            break;
        }
        at += STEP;
    }
    count(at);
    first(&bytes[at..], |it| is_found(&it)).map(|length| at + length)
}

/// Returns the offset of the first occurrence of a text.
pub(crate) fn find(text: &str, wanted: &str) -> Option<usize> {
    let found = text.find(wanted);
    count(found.unwrap_or(text.len()) + 1);
    found
}

/// Returns the offset of the last occurrence of a text.
pub(crate) fn find_last(text: &str, wanted: &str) -> Option<usize> {
    let found = text.rfind(wanted);
    count(text.len() - found.unwrap_or_default() + 1);
    found
}

/// Returns true for a space or a tab.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_found_wherever_it_is() {
        for length in 0..100 {
            let mut bytes = vec![b'a'; length];
            assert_eq!(either(&bytes, b'x', b'y'), None);
            for at in (0..length).rev() {
                bytes[at] = if at % 2 == 0 { b'x' } else { b'y' };
                assert_eq!(either(&bytes, b'x', b'y'), Some(at));
            }
        }
    }
}
