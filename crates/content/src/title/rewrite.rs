//! Replacement of the title in the heading that a body starts with.

use super::{after_comments, after_line, atx, title_of};

/// Returns the body with another title in its leading heading, all other bytes unchanged; an anchor at the heading's
/// end stays. `None` if there is no such heading, or no heading can have this title.
pub fn rewrite(body: &str, title: &str) -> Option<String> {
    title_of(body)?;
    let rest = after_comments(body)?;
    let start = body.len() - rest.len();
    let line = rest.lines().next()?;
    let written = |text: &str| match atx(line) {
        Some(old) => under_hashes(body, start, line, old, text),
        None => above_rule(body, start, rest, text),
    };
    let candidates = [title.to_owned(), escaped(title)];
    candidates.iter().map(|text| written(text)).find(|body| title_of(body).as_deref() == Some(title))
}

/// Returns the body with this text in its `#` heading.
fn under_hashes(body: &str, start: usize, line: &str, old: &str, text: &str) -> String {
    let hash = line.find('#').map_or(0, |at| at + 1);
    // An empty heading has no title, so there is an old text here.
    let from = hash + line[hash..].find(old).unwrap_or(0);
    let to = from + old.len();
    let (head, tail) = (&body[..start + from], &body[start + to..]);
    [head, text, anchor(old), tail].concat()
}

/// Returns the body with this text above the underline of its heading, on one line.
fn above_rule(body: &str, start: usize, rest: &str, text: &str) -> String {
    let mut end = 0;
    let mut rule = rest;
    while !rule
        .lines()
        .next()
        .is_none_or(|line| !line.trim().is_empty() && line.trim().bytes().all(|byte| byte == b'='))
    {
        let after = after_line(rule);
        end += rule.len() - after.len();
        rule = after;
    }
    let old = &rest[..end];
    let last = old.trim_end();
    [&body[..start], text, anchor(last), &old[last.len()..], &body[start + end..]].concat()
}

/// Returns the anchor at the end of a heading, with the white space before it.
fn anchor(heading: &str) -> &str {
    let found = heading.rfind("<a ").filter(|at| heading[*at..].ends_with("></a>"));
    found.map_or("", |at| &heading[heading[..at].trim_end().len()..])
}

/// Escapes a text so that every character is literal.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_punctuation() && !matches!(c, ',' | ';' | ':' | '\'' | '"' | '?' | '/' | '%' | '@' | '$') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(body: &str, title: &str, expected: &str) {
        assert_eq!(rewrite(body, title).as_deref(), Some(expected));
    }

    #[test]
    fn only_the_title_changes() {
        check("# Old\n\nText\n", "New", "# New\n\nText\n");
        check("<!-- a -->\r\n\r\n #  Old  ##\r\nText", "New", "<!-- a -->\r\n\r\n #  New  ##\r\nText");
        check("# Old <a href=\"#x\" id=\"x\"></a>\n", "New", "# New <a href=\"#x\" id=\"x\"></a>\n");
        check("Old\ntitle\n===\nText", "New", "New\n===\nText");
        check("# **Old**", "a *b* [c](d) #", "# a \\*b\\* \\[c\\]\\(d\\) \\#");
        check("Old\n===\n", "- New", "\\- New\n===\n");
        check("# Old", "snake_case 2 * 3", "# snake_case 2 * 3");
        assert_eq!(rewrite("Text", "New"), None);
        assert_eq!(rewrite("# Old", &"x".repeat(2000)), None);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            title in "[a-z#*_~`<>&;!\\[\\]()\\\\{%}=.1+-]{1,5}( [a-z#*_`<>&\\[\\]()\\\\-]{1,5}){0,3}",
            setext: bool,
        ) {
            let body = if setext { "Old\n===\n\nText" } else { "# Old #\n\nText" };
            let new = rewrite(body, &title);
            prop_assert_eq!(new.as_deref().and_then(title_of), Some(title));
            prop_assert!(new.unwrap().ends_with("\n\nText"));
        }
    }
}
