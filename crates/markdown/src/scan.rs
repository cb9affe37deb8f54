//! Search for bytes, many at once.

/// So many bytes are compared in one step.
const STEP: usize = 16;

/// Where the first of two bytes is.
pub(crate) fn either(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    let is_found = |it: &u8| *it == one || *it == other;
    let mut at = 0;
    // Without an early exit inside of a step, the compiler makes vector instructions of it.
    for step in bytes.chunks_exact(STEP) {
        if step.iter().fold(false, |found, it| found | is_found(it)) {
            break;
        }
        at += STEP;
    }
    bytes[at..].iter().position(is_found).map(|length| at + length)
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
