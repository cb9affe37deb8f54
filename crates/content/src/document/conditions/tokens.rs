//! Tags in a source that look like parts of a condition, wherever they stand.

use std::ops::Range;

/// The role of a tag, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// An opening tag: `if`, `unless`.
    Open,
    /// A middle tag: `else`, `elif`, `elsif`, `elseif`.
    Middle,
    /// A closing tag: `endif`, `endunless`.
    End,
}

/// A tag in the source.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) role: Role,
    /// From `{%` to `%}`; only the `{%` where there is no `%}`.
    pub(super) span: Range<usize>,
}

/// The maximum number of characters between `{%` and the name; an HTML tag counts as one, and blanks do not count.
const MOST_BEFORE_NAME: usize = 16;
/// The maximum length of a tag in bytes: the longest expression and the markup around it.
const MOST_BYTES: usize = 8 * 1024;

/// The maximum number of such tags in a text, literal ones included.
pub(super) const MOST_TAGS: usize = 30_000;

/// Returns true if the text has at least one such tag.
pub(super) fn has_some(text: &str) -> bool {
    openings(text).any(|at| role(&text[at + 2..]).is_some())
}

/// Iterates over the offsets of `{%`. A search for one byte takes less time than one for two.
fn openings(text: &str) -> impl Iterator<Item = usize> {
    let percents = text.match_indices('%').map(|(at, _)| at);
    percents.filter(|at| text[..*at].ends_with('{')).map(|at| at - 1)
}

/// Returns all such tags, in order; of a text that has more than [`MOST_TAGS`], one more than that.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let found = openings(text).filter_map(|at| {
        let role = role(&text[at + 2..])?;
        Some(Token { role, span: at..end(text, at + 2) })
    });
    found.take(MOST_TAGS + 1).collect()
}

/// Returns the role of a tag from the text after its `{%`. Case is ignored, and so is what stands before the name.
/// Every tag that the syntax tree recognizes with one of these names is recognized here.
fn role(rest: &str) -> Option<Role> {
    let (before, rest) = rest.as_bytes().split_at(before_name(rest));
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).take(10).count();
    if before.ends_with(b"@") && rest.get(length) == Some(&b'/') {
        // `@if/block` is the block of an integration.
        return None;
    }
    let is = |names: &[&str]| names.iter().any(|name| rest[..length].eq_ignore_ascii_case(name.as_bytes()));
    if is(&["if", "unless"]) {
        Some(Role::Open)
    } else if is(&["else", "elif", "elsif", "elseif"]) {
        Some(Role::Middle)
    } else if is(&["endif", "endunless"]) {
        Some(Role::End)
    } else {
        None
    }
}

/// Returns the number of bytes before the name. They end before the next brace, so the total cost is linear in the
/// text.
fn before_name(rest: &str) -> usize {
    let (mut at, mut counted) = (0, 0);
    while let Some(next) = rest[at..].chars().next() {
        let behind = &rest[at + next.len_utf8()..];
        let is_before_name = || behind.starts_with(|c: char| c.is_ascii_alphabetic());
        match next {
            // The syntax tree skips any number of blanks.
            _ if next.is_whitespace() => at += next.len_utf8(),
            '<' if counted < MOST_BEFORE_NAME => match markup(&rest[at..]) {
                Some(length) => (at, counted) = (at + length, counted + 1),
                None => break,
            },
            '%' | '{' | '}' | '`' => break,
            // A quoted name has its quote directly before it; `"{%" if` is prose.
            '"' | '\'' if !is_before_name() => break,
            _ if next.is_alphabetic() || counted == MOST_BEFORE_NAME => break,
            _ => {
                counted += 1;
                at += next.len_utf8();
            }
        }
    }
    at
}

/// The length of the HTML tag or comment that a text begins with.
pub(super) fn markup(text: &str) -> Option<usize> {
    let until = text.find(['{', '}', '%']).unwrap_or(text.len());
    let end = if text.starts_with("<!--") { "-->" } else { ">" };
    text[..until].find(end).map(|at| at + end.len())
}

/// Returns the end of the tag whose inside begins at a byte offset; the offset itself if the tag has no end.
fn end(text: &str, from: usize) -> usize {
    let inside = &text.as_bytes()[from..text.len().min(from + MOST_BYTES)];
    // Another tag that begins earlier is not a part of this one.
    let found = inside.windows(2).position(|pair| pair == b"%}" || pair == b"{%");
    found.filter(|at| inside[*at] == b'%').map_or(from, |at| from + at + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_known_however_they_are_written() {
        let opens =
            ["{% if x %}", "{%if x%}", "{%- IF x -%}", "{%\n If x", "{%~ unless x %}", "{% *if* x %}", "{% if(x) %}"];
        let far = format!("{{%{}if x %}}", " \t".repeat(500));
        let mangled =
            ["{% <b>if</b> x %}", "{% <!-- a comment --> if x %}", "{% \"if\" x %}", "{% @if x %}", "{% |if x %}"];
        let mangled = mangled.into_iter().chain(["{% 1if x %}", &far]);
        for text in opens.into_iter().chain(mangled) {
            assert_eq!(tokens(text).iter().map(|it| it.role).collect::<Vec<_>>(), [Role::Open], "{text}");
        }
        for text in ["{% endif %}", "{%-ENDIF-%}", "{% endunless %}"] {
            assert_eq!(tokens(text).iter().map(|it| it.role).collect::<Vec<_>>(), [Role::End], "{text}");
        }
        for text in ["{% else %}", "{% elsif x %}", "{%ELIF"] {
            assert_eq!(tokens(text).iter().map(|it| it.role).collect::<Vec<_>>(), [Role::Middle], "{text}");
        }
        for text in [
            "{% iframe %}",
            "{% hint %}",
            "{ % if x %}",
            "{% @if/x %}",
            "if x",
            "{%%}if",
            "{% <if> x %}",
            "\"{%\" if x",
        ] {
            assert!(!has_some(text), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn openings_are_found(text in "[{%é]{0,12}") {
            let found: Vec<_> = text.match_indices("{%").map(|(at, _)| at).collect();
            proptest::prop_assert_eq!(openings(&text).collect::<Vec<_>>(), found);
        }
    }

    #[test]
    fn a_tag_without_an_end_is_its_beginning_alone() {
        assert_eq!(tokens("a {% if x }")[0].span, 2..4);
        assert_eq!(tokens("{% if x {% endif %}")[0].span, 0..2);
        assert_eq!(tokens("{% if x %} b")[0].span, 0..10);
    }
}
