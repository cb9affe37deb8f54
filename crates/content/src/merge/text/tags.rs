//! The tags of a line: those in braces and those of HTML.

/// Elements of HTML that have no end.
const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];

/// A tag in a line.
pub(super) enum Tag<'a> {
    /// The beginning, with all between its brackets.
    Open {
        name: &'a str,
        inner: &'a str,
        spans: bool,
    },
    Close(&'a str),
}

/// Calls a function with each tag of a line that is not in a code span.
pub(super) fn each_tag<'a>(line: &'a str, mut found: impl FnMut(Tag<'a>)) {
    let mut at = 0;
    // The end of a tag is searched for from one place on once: where one has no end, later ones have none.
    let mut may_end = true;
    let begins = |byte: &u8| matches!(byte, b'`' | b'{' | b'<');
    while let Some(next) = line.as_bytes()[at..].iter().position(begins).map(|next| at + next) {
        let rest = &line[next..];
        at = next + 1;
        if rest.starts_with('`') {
            at = next + after_code(rest);
        } else if let Some(inner) = rest.strip_prefix("{%").filter(|_| may_end) {
            match inner.find("%}") {
                Some(end) => {
                    at = next + 2 + end + 2;
                    found(tag(inner[..end].trim_matches(['-', ' '])));
                }
                None => may_end = false,
            }
        } else if let Some(inner) = rest.strip_prefix('<')
            && let Some(tag) = element(inner)
        {
            found(tag);
        }
    }
}

/// Returns the length of the code span that a text begins with, or else of the backticks.
fn after_code(text: &str) -> usize {
    let inner = text.trim_start_matches('`');
    let marks = &text[..text.len() - inner.len()];
    inner.find(marks).map_or(marks.len(), |end| end + 2 * marks.len())
}

fn tag(inner: &str) -> Tag<'_> {
    let name = inner.split(char::is_whitespace).next().unwrap_or_default();
    name.strip_prefix("end").map_or(Tag::Open { name, inner, spans: false }, Tag::Close)
}

/// Returns the element of HTML that begins or ends after `<`.
fn element(inner: &str) -> Option<Tag<'_>> {
    let (closes, rest) = inner.strip_prefix('/').map_or((false, inner), |rest| (true, rest));
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(rest.len());
    let (name, after) = rest.split_at(end);
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if !is_name || !(after.is_empty() || after.starts_with(|c: char| c.is_whitespace() || c == '>' || c == '/')) {
        return None;
    }
    if closes {
        return Some(Tag::Close(name));
    }
    let attributes = after.split(['<', '>']).next().unwrap_or_default();
    let ends = attributes.ends_with('/') || VOID.contains(&name);
    (!ends).then_some(Tag::Open { name, inner: attributes, spans: attributes.contains("span=") })
}
