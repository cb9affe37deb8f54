//! UTF-16 code units: white space, case, characters. Functions of units only; methods of texts are in `strings`.

use std::ops::Range;

/// Returns true for white space and line ends as defined by JavaScript.
pub(super) fn is_space(unit: u16) -> bool {
    matches!(unit, 0x9..=0xd | 0x20 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000 | 0xfeff)
}

/// Removes white space at both ends.
pub(super) fn trim(units: &[u16]) -> &[u16] {
    trim_end(trim_start(units))
}

/// Removes white space at the start.
pub(super) fn trim_start(units: &[u16]) -> &[u16] {
    let start = units.iter().position(|&unit| !is_space(unit)).unwrap_or(units.len());
    &units[start..]
}

/// Removes white space at the end.
pub(super) fn trim_end(units: &[u16]) -> &[u16] {
    let end = units.iter().rposition(|&unit| !is_space(unit)).map_or(0, |last| last + 1);
    &units[..end]
}

/// Returns the ranges of the characters: a surrogate pair is one, a single surrogate is one.
pub(super) fn characters(units: &[u16]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    char::decode_utf16(units.iter().copied()).map(move |decoded| {
        let length = decoded.map_or(1, char::len_utf16);
        start += length;
        start - length..start
    })
}

/// Converts to lower or upper case, independent of language; single surrogates are unchanged.
pub(super) fn change_case(units: &[u16], change: fn(&str) -> String) -> Vec<u16> {
    let mut changed = Vec::with_capacity(units.len());
    let mut run = String::new();
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok(c) => run.push(c),
            Err(single) => {
                changed.extend(change(&run).encode_utf16());
                changed.push(single.unpaired_surrogate());
                run.clear();
            }
        }
    }
    changed.extend(change(&run).encode_utf16());
    changed
}
