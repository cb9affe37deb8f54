//! Warnings about a text: the parts that readers of published content do not get, or not as they were written.
//!
//! Warnings are for writers. They do not change how a text is stored, and depend on the
//! text alone. Each kind of warning is one check, listed in `CHECKS`.

use std::ops::Range;

use crate::front_matter;
use crate::utf8;

mod bounds;
mod code;
mod conditions;

pub use code::Code;

/// The maximum number of warnings about one text; the last one tells the number of further ones.
pub const MOST: usize = 100;

/// A problem in a text that its author should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The line number, from 1.
    pub line: u32,
    /// The class of the problem.
    pub code: Code,
    /// A description of the problem and its consequence.
    pub message: String,
}

/// A finding of a check: a byte range of the body, and the message.
pub(crate) type Finding = (Range<usize>, String);

/// A check of a body, with the class of its findings.
type Check = (Code, fn(&str) -> Vec<Finding>);

/// All checks of a body.
const CHECKS: [Check; 2] = [(Code::Condition, conditions::check), (Code::Limit, bounds::check)];

/// Returns the warnings about a page's or reusable content's Markdown without its front matter, in order of lines.
pub fn of_body(body: &str) -> Vec<Warning> {
    let found = CHECKS.iter().flat_map(|(code, check)| check(body).into_iter().map(|it| (it, *code)));
    let mut findings: Vec<_> = found.collect();
    findings.sort_by(|((one, first), _), ((other, second), _)| (one.start, first).cmp(&(other.start, second)));
    let more = findings.len().saturating_sub(MOST);
    findings.truncate(MOST);
    let (mut line, mut at) = (1, 0);
    let mut warnings: Vec<_> = findings
        .into_iter()
        .map(|((span, message), code)| {
            line += line_breaks(&body.as_bytes()[at..span.start]);
            at = span.start;
            Warning { line, code, message }
        })
        .collect();
    if let (1.., Some(last)) = (more, warnings.last_mut()) {
        last.message.push_str(&format!(" ({more} more warnings about this text are not listed)"));
    }
    warnings
}

/// Returns the warnings about the front matter of a page's file. Lines are those of the file.
pub fn of_front_matter(file: &[u8]) -> Vec<Warning> {
    let front = front_matter::parse(file);
    conditions::check_front_matter(&front).into_iter().chain(conditions::check_page(file, &front)).collect()
}

/// Returns the warnings about a page's or reusable content's file. Lines are those of the file. Front matter that can't
/// be read is not included: the import reports it itself.
pub fn of_file(file: &[u8]) -> Vec<Warning> {
    let parsed = front_matter::parse(file);
    let body_at = parsed.body_at;
    let (front, body) = file.split_at(body_at);
    let before = line_breaks(front);
    let in_body = of_body(&utf8::lossy(body)).into_iter();
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
