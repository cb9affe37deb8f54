//! An estimate of the width of text, without access to fonts.
//!
//! The widths are those of Helvetica, which Arial and Liberation Sans share; other fonts differ by about a tenth, which
//! the padding of labels absorbs. Full-width glyphs take a whole em.

/// The widths of the characters from space to tilde, in thousandths of the font size.
const ASCII: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];

/// Returns the width of a line in pixels, at a font size in pixels.
pub(crate) fn width(line: &str, size: f64) -> f64 {
    line.chars().map(thousandths).sum::<f64>() * size / 1000.0
}

/// Breaks a line at spaces and full-width glyphs into lines of at most `most` pixels, where possible.
pub(crate) fn wrap(line: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut at = String::new();
    for piece in pieces(line) {
        if !at.is_empty() && width(&at, size) + width(piece.trim_end(), size) > most {
            lines.push(std::mem::take(&mut at).trim_end().to_owned());
        }
        at.push_str(piece);
    }
    lines.push(at.trim_end().to_owned());
    lines
}

/// Splits a line into the parts between which it may break.
fn pieces(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, c) in line.char_indices() {
        let end = at + c.len_utf8();
        if c == ' ' || is_wide(c) {
            out.push(&line[start..end]);
            start = end;
        }
    }
    if start < line.len() {
        out.push(&line[start..]);
    }
    out
}

fn thousandths(c: char) -> f64 {
    match u32::from(c) {
        code @ 0x20..=0x7e => f64::from(ASCII[code as usize - 0x20]),
        0x300..=0x36f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0.0,
        _ if is_wide(c) => 1000.0,
        _ => 620.0,
    }
}

/// Returns true for full-width glyphs.
pub(crate) fn is_wide(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0x303e | 0x3041..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xfe30..=0xfe4f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff | 0x20000..=0x3fffd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_grow_with_the_font_and_double_for_glyphs_of_full_width() {
        assert!((width("ab", 10.0) - 11.12).abs() < 0.001);
        assert!((width("ab", 20.0) - 22.24).abs() < 0.001);
        assert!((width("文", 10.0) - 10.0).abs() < 0.001);
        assert!(width("e\u{301}", 10.0) < 6.0);
    }

    #[test]
    fn lines_break_at_spaces_and_between_glyphs_of_full_width() {
        assert_eq!(wrap("one two three", 10.0, 40.0), ["one two", "three"]);
        assert_eq!(wrap("文文文", 10.0, 20.0), ["文文", "文"]);
        assert_eq!(wrap("unbreakable", 10.0, 20.0), ["unbreakable"]);
        assert_eq!(wrap("", 10.0, 20.0), [""]);
    }
}
