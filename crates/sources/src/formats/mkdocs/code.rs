//! Lines that are code because they are indented, in lists and outside of them.

use crate::formats::markdown::indentation;

/// Tells which lines are indented code. A line is asked for once, in order; fences are not asked for.
pub(super) struct Indented {
    /// The columns at which the content of the lists and footnotes that are open begins.
    open: Vec<usize>,
    was_blank: bool,
    is_code: bool,
}

impl Default for Indented {
    fn default() -> Self {
        Self { open: Vec::new(), was_blank: true, is_code: false }
    }
}

impl Indented {
    /// Returns true if the next line is code.
    pub(super) fn is_code(&mut self, line: &str) -> bool {
        let text = line.trim();
        if text.is_empty() {
            self.was_blank = true;
            return false;
        }
        let indent = indentation(line);
        let content = content(text).map(|width| indent + width);
        let was_blank = std::mem::take(&mut self.was_blank);
        if was_blank || content.is_some() && !self.is_code {
            while self.open.last().is_some_and(|column| *column > indent) {
                self.open.pop();
            }
        }
        let least = self.open.last().map_or(0, |column| *column) + 4;
        self.is_code = indent >= least && (was_blank || self.is_code);
        if !self.is_code {
            self.open.extend(content);
        }
        self.is_code
    }

    /// Says that a block of another kind ends before the next line.
    pub(super) fn after_block(&mut self) {
        self.was_blank = true;
        self.is_code = false;
    }
}

/// Returns the width of the mark of a list's item, or of a footnote, that a line begins with.
pub(super) fn content(text: &str) -> Option<usize> {
    if text.starts_with("[^") {
        return text.contains("]:").then_some(4);
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let mark = match text.as_bytes().get(digits)? {
        b'.' | b')' if (1..10).contains(&digits) => digits + 1,
        b'*' | b'-' | b'+' if digits == 0 => 1,
        _ => return None,
    };
    match text.as_bytes().get(mark) {
        None => Some(mark + 1),
        Some(b' ' | b'\t') => {
            let blanks = text[mark..].bytes().take_while(|byte| *byte == b' ').count();
            Some(mark + if (1..=4).contains(&blanks) { blanks } else { 1 })
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) {
        let mut indented = Indented::default();
        for line in text.lines() {
            assert_eq!(indented.is_code(line), line.contains("code"), "{line:?} in {text:?}");
        }
    }

    #[test]
    fn indented_lines_are_code_after_blank_ones() {
        check("    code\n    code\ntext\n    text\n\n    code\n\n    code\n# H");
        check("* item\n\n    text\n\n        code\n\ntext\n\n    code");
        check("1. item\n    * inner\n\n        text\n\n            code\n    * inner\n        text");
        check("[^1]: note\n\n    text\n\n        code");
        check("* item\n        text\n\n* item");
    }
}
