//! UTF-16 code units: spaces, case, characters. Functions of units only; methods of texts are in `strings`.

use std::ops::Range;

/// White space and line ends, as JavaScript counts them.
pub(super) fn is_space(unit: u16) -> bool {
    matches!(unit, 0x9..=0xd | 0x20 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000 | 0xfeff)
}

/// Without white space on both ends.
pub(super) fn trim(units: &[u16]) -> &[u16] {
    trim_end(trim_start(units))
}

/// Without white space at the start.
pub(super) fn trim_start(units: &[u16]) -> &[u16] {
    let start = units.iter().position(|&unit| !is_space(unit)).unwrap_or(units.len());
    &units[start..]
}

/// Without white space at the end.
pub(super) fn trim_end(units: &[u16]) -> &[u16] {
    let end = units.iter().rposition(|&unit| !is_space(unit)).map_or(0, |last| last + 1);
    &units[..end]
}

/// The places of the characters: pairs of surrogates are one, single ones are one each.
pub(super) fn characters(units: &[u16]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    char::decode_utf16(units.iter().copied()).map(move |decoded| {
        let length = decoded.map_or(1, char::len_utf16);
        start += length;
        start - length..start
    })
}

/// In lower or upper case, whatever the language; single surrogates are left as they are.
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
