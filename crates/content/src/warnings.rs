//! Warnings about a text: what readers of published content do not get of it, or not as it was written.
//!
//! They are for those who write. A text is kept as it was written whatever is said of it here, and a warning is a
//! function of the text alone. Each kind of warning is one check, listed in `CHECKS`.

use std::ops::Range;

use crate::front_matter;

mod bounds;
mod conditions;

/// The most warnings about one text; further ones are counted in the last.
pub const MOST: usize = 100;

/// Something about a text that its author should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The line, from 1.
    pub line: u32,
    /// The mistake and its consequence, for people.
    pub message: String,
}

/// A finding of a check: bytes of the body, and the message.
pub(crate) type Finding = (Range<usize>, String);

/// The checks of a body.
const CHECKS: [fn(&str) -> Vec<Finding>; 2] = [conditions::check, bounds::check];

/// Returns the warnings about a page's or reusable content's Markdown without its front matter, in order of lines.
pub fn of_body(body: &str) -> Vec<Warning> {
    let mut findings: Vec<Finding> = CHECKS.iter().flat_map(|check| check(body)).collect();
    findings.sort_by(|one, other| (one.0.start, &one.1).cmp(&(other.0.start, &other.1)));
    let more = findings.len().saturating_sub(MOST);
    findings.truncate(MOST);
    let (mut line, mut at) = (1, 0);
    let mut warnings: Vec<_> = findings
        .into_iter()
        .map(|(span, message)| {
            line += line_breaks(&body.as_bytes()[at..span.start]);
            at = span.start;
            Warning { line, message }
        })
        .collect();
    if let (1.., Some(last)) = (more, warnings.last_mut()) {
        last.message.push_str(&format!(" ({more} more warnings about this text are not listed)"));
    }
    warnings
}

/// Returns the warnings about what the front matter of a page's file says. Lines are those of the file.
pub fn of_front_matter(file: &[u8]) -> Vec<Warning> {
    let front = front_matter::parse(file);
    conditions::check_front_matter(&front).into_iter().chain(conditions::check_page(file, &front)).collect()
}

/// Returns the warnings about a page's or reusable content's file. Lines are those of the file. That front matter can't be
/// read is not among them: the import says so itself.
pub fn of_file(file: &[u8]) -> Vec<Warning> {
    let parsed = front_matter::parse(file);
    let body_at = parsed.body_at;
    let (front, body) = file.split_at(body_at);
    let before = line_breaks(front);
    let in_body = of_body(&String::from_utf8_lossy(body)).into_iter();
    let mut warnings = conditions::check_page(file, &parsed);
    warnings.extend(in_body.map(|warning| Warning { line: warning.line + before, ..warning }));
    warnings
}

fn line_breaks(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.iter().filter(|byte| **byte == b'\n').count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_a_page_is_named() {
        for (file, line, message) in [
            ("# The `{% if x %}` tag\n", 1, "this title is not understood"),
            ("---\nicon: a\ndescription: {% if x\n---\n# T\n", 3, "front matter, line"),
            ("---\n- if: visitor.claims.x\n---\n# T\n", 2, "front matter, line"),
            ("\n---\nif: visitor.claims.x\n---\n# T\n", 3, "front matter, line"),
        ] {
            let found = of_front_matter(file.as_bytes());
            assert!(found.iter().any(|it| it.line == line && it.message.starts_with(message)), "{file}: {found:?}");
        }
        assert_eq!(of_front_matter(b"---\ntitle: a\n---\n# T\n"), []);
    }
}
