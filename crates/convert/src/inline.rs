//! Parsing of the text of one entry in a table of contents into title and link address. Linear in its length.

use quire_content::title::one_line;

/// The parsed text of an entry.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Inline {
    pub(crate) title: String,
    /// The address with escapes resolved and percent-encoding kept.
    pub(crate) address: Option<String>,
    /// True if there is text beside the link.
    pub(crate) stray: bool,
}

/// Parses `[title](address "tip")`, `<https://…>`, a bare address or a plain title.
pub(crate) fn parse(text: &str) -> Inline {
    let text = text.trim();
    if let Some(address) = bare_address(text) {
        return Inline { title: address.to_owned(), address: Some(address.to_owned()), stray: false };
    }
    let link = brackets(text).and_then(|(open, close)| {
        let (address, length) = destination(&text[close + 2..])?;
        let after = &text[close + 2 + length..];
        let stray = !text[..open].trim().is_empty() || !plain(after).is_empty();
        let address = (!address.is_empty()).then_some(address);
        Some(Inline { title: plain(&text[open + 1..close]), address, stray })
    });
    link.unwrap_or_else(|| Inline { title: plain(text), address: None, stray: false })
}

fn bare_address(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(text);
    let absolute = inner.starts_with("https://") || inner.starts_with("http://");
    (absolute && !inner.contains(|c: char| c.is_whitespace() || c == '<' || c == '>')).then_some(inner)
}

/// Returns the offsets of the first `[` whose `]` is followed by `(`, and of that `]`. Pairs are
/// matched once, with a stack.
fn brackets(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let (mut open, mut found) = (Vec::new(), None::<(usize, usize)>);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'[' => open.push(at),
            b']' => {
                let start = open.pop();
                if let Some(start) = start.filter(|_| bytes.get(at + 1) == Some(&b'('))
                    && (start == 0 || bytes[start - 1] != b'!')
                    && found.is_none_or(|(first, _)| start < first)
                {
                    found = Some((start, at));
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Parses the address after `](`, and returns it with the number of bytes up to and including the closing parenthesis.
fn destination(text: &str) -> Option<(String, usize)> {
    let bytes = text.as_bytes();
    let start = blanks(bytes, 0);
    if bytes.get(start) == Some(&b'<') {
        let end = unescaped(bytes, start + 1, b'>')?;
        let close = tip(bytes, end + 1)?;
        return Some((unescape(&text[start + 1..end]), close + 1));
    }
    let (mut at, mut depth) = (start, 0_usize);
    loop {
        match bytes.get(at)? {
            b'\\' => at += 1,
            b'(' => depth += 1,
            b')' if depth == 0 => return Some((unescape(text[start..at].trim_end()), at + 1)),
            b')' => depth -= 1,
            b' ' | b'\t' => {
                let end = at;
                at = blanks(bytes, at);
                if matches!(bytes.get(at), Some(b'"' | b'\''))
                    && let Some(close) = tip(bytes, at)
                {
                    return Some((unescape(&text[start..end]), close + 1));
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Skips an optional quoted link title, and returns the offset of the `)` that must follow.
fn tip(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = blanks(bytes, at);
    if let Some(&quote @ (b'"' | b'\'')) = bytes.get(at) {
        at = blanks(bytes, unescaped(bytes, at + 1, quote)? + 1);
    }
    (bytes.get(at) == Some(&b')')).then_some(at)
}

fn blanks(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

fn unescaped(bytes: &[u8], mut at: usize, wanted: u8) -> Option<usize> {
    loop {
        match *bytes.get(at)? {
            b'\\' => at += 2,
            byte if byte == wanted => return Some(at),
            _ => at += 1,
        }
    }
}

/// Resolves backslash escapes and character references.
fn unescape(text: &str) -> String {
    resolve(text, &['\\', '&'])
}

/// Returns text for display: escapes and character references resolved, anchors
/// (`<a id="…"></a>`) removed, blanks collapsed.
pub(crate) fn plain(text: &str) -> String {
    one_line(&resolve(text, &['\\', '&', '<']))
}

fn resolve(text: &str, marks: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(marks) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let used = match rest.as_bytes()[0] {
            b'\\' => escape(rest, &mut out),
            b'&' => reference(rest, &mut out),
            _ => anchor(rest),
        };
        let used = used.unwrap_or_else(|| {
            out.push_str(&rest[..1]);
            1
        });
        rest = &rest[used..];
    }
    out.push_str(rest);
    out
}

fn escape(rest: &str, out: &mut String) -> Option<usize> {
    let next = rest[1..].chars().next().filter(char::is_ascii_punctuation)?;
    out.push(next);
    Some(2)
}

fn reference(rest: &str, out: &mut String) -> Option<usize> {
    let end = rest.bytes().take(12).position(|byte| byte == b';')?;
    let name = &rest[1..end];
    let character = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            char::from_u32(code.ok()?).filter(|c| *c != '\0')?
        }
    };
    out.push(character);
    Some(end + 1)
}

/// Returns the length of a start or end tag of an anchor. The bound keeps the scan of many unclosed ones linear.
fn anchor(rest: &str) -> Option<usize> {
    let tag = rest.strip_prefix("</").or_else(|| rest.strip_prefix('<'))?;
    let name_ends = tag.strip_prefix(['a', 'A'])?.starts_with([' ', '\t', '>']);
    let end = rest.bytes().take(256).position(|byte| byte == b'>')?;
    name_ends.then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(text: &str) -> (String, String) {
        let inline = parse(text);
        (inline.title, inline.address.unwrap_or_default())
    }

    #[test]
    fn links() {
        for (text, title, address) in [
            ("[A](a.md)", "A", "a.md"),
            ("[A \\[b\\] [c]](a.md)", "A [b] [c]", "a.md"),
            ("[A](<a b.md>)", "A", "a b.md"),
            ("[A](a b.md)", "A", "a b.md"),
            ("[A](a_(b).md \"a ) tip\")", "A", "a_(b).md"),
            ("[A](<a.md> 'tip')", "A", "a.md"),
            ("[A](a\\).md)", "A", "a).md"),
            ("[🚀 A &amp; B&#x20;](a.md)", "🚀 A & B", "a.md"),
            ("[A <a href=\"#a\" id=\"a\"></a>](a.md)", "A", "a.md"),
            ("[x] [A](a.md)", "A", "a.md"),
            ("[![i](i.png) A](a.md)", "![i](i.png) A", "a.md"),
            ("<https://a.b>", "https://a.b", "https://a.b"),
            ("https://a.b", "https://a.b", "https://a.b"),
            ("[A]()", "A", ""),
            ("[A](a.md", "[A](a.md", ""),
            ("A", "A", ""),
        ] {
            assert_eq!(link(text), (title.to_owned(), address.to_owned()), "{text}");
        }
    }

    #[test]
    fn stray_text() {
        assert!(parse("[A](a.md) and more").stray);
        assert!(parse("see [A](a.md)").stray);
        assert!(!parse("[A](a.md) <a id=\"a\"></a>").stray);
    }
}
