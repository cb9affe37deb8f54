//! A tokenizer for HTML of authors, which reads tags as browsers do.

/// A token of HTML.
#[derive(Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A start tag, `<name a=b>`.
    Open(Tag<'a>),
    /// An end tag, `</name>`, by its name.
    Close(&'a str),
    /// Text as it was written, character references included.
    Text(&'a str),
    /// A comment, a declaration, or a processing instruction, none of which is drawn.
    Nothing,
}

/// The name and attributes of a start tag.
#[derive(Debug, PartialEq)]
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) attributes: Vec<(&'a str, &'a str)>,
}

/// The most attributes of a tag that are kept.
const MOST_ATTRIBUTES: usize = 32;

impl Tag<'_> {
    /// Returns the value of an attribute, ignoring case, with character references decoded.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let (_, value) = self.attributes.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(decode(value))
    }
}

/// Returns the first token of a text that is not empty, and the rest. The futile search for the end of a tag is charged
/// to `in_vain`; once that is exhausted, no start tag is recognized any more.
pub(super) fn first<'a>(text: &'a str, in_vain: &mut usize) -> (Token<'a>, &'a str) {
    let at = text.find('<').unwrap_or(text.len());
    if at > 0 {
        return (Token::Text(&text[..at]), &text[at..]);
    }
    let rest = &text[1..];
    if let Some(comment) = rest.strip_prefix("!--") {
        let end = comment.find("-->").map_or("", |end| &comment[end + 3..]);
        return (Token::Nothing, end);
    }
    if rest.starts_with(['!', '?']) {
        return (Token::Nothing, rest.find('>').map_or("", |end| &rest[end + 1..]));
    }
    if let Some(close) = rest.strip_prefix('/').filter(|close| starts_name(close)) {
        let (name, after) = close.split_at(name_length(close));
        return after.find('>').map_or((Token::Nothing, ""), |end| (Token::Close(name), &after[end + 1..]));
    }
    if starts_name(rest) && *in_vain > 0 {
        match tag(rest) {
            Some((tag, after)) => return (Token::Open(tag), after),
            None => *in_vain = in_vain.saturating_sub(rest.len()),
        }
    }
    (Token::Text("<"), rest)
}

fn starts_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}

fn name_length(text: &str) -> usize {
    text.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>')).unwrap_or(text.len())
}

fn tag(text: &str) -> Option<(Tag<'_>, &str)> {
    let (name, mut rest) = text.split_at(name_length(text));
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return Some((Tag { name, attributes }, after));
        }
        let (attribute, after) = attribute(rest)?;
        if attributes.len() < MOST_ATTRIBUTES {
            attributes.push(attribute);
        }
        rest = after;
    }
}

fn attribute(text: &str) -> Option<((&str, &str), &str)> {
    let start = text.chars().next()?.len_utf8();
    let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>' | '=');
    let length = start + text[start..].find(ends)?;
    let (name, rest) = text.split_at(length);
    let Some(value) = rest.trim_ascii_start().strip_prefix('=') else { return Some(((name, ""), rest)) };
    let value = value.trim_ascii_start();
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote) {
            let (inner, after) = inner.split_once(quote)?;
            return Some(((name, inner), after));
        }
    }
    let end = value.find(|c: char| c.is_ascii_whitespace() || c == '>')?;
    Some(((name, &value[..end]), &value[end..]))
}

/// Decodes numeric character references and those of markup characters and the no-break space. Others stay as they are
/// written, and escaping makes text of them, so that a browser does not decode them either.
pub(super) fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match reference(rest) {
            Some((c, length)) => {
                out.push(c);
                rest = &rest[length..];
            }
            None => out.push('&'),
        }
    }
    out.push_str(rest);
    out
}

/// Returns the character of a reference and the reference's length, both after its `&`.
fn reference(text: &str) -> Option<(char, usize)> {
    const NAMED: [(&str, char); 6] =
        [("amp;", '&'), ("lt;", '<'), ("gt;", '>'), ("quot;", '"'), ("apos;", '\''), ("nbsp;", '\u{a0}')];
    if let Some((name, c)) = NAMED.iter().find(|(name, _)| text.starts_with(name)) {
        return Some((*c, name.len()));
    }
    let digits = text.strip_prefix('#')?;
    let (digits, radix, before) = match digits.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16, 2),
        None => (digits, 10, 1),
    };
    let length = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let c = u32::from_str_radix(digits.get(..length)?, radix).ok().and_then(char::from_u32)?;
    let semicolon = usize::from(digits[length..].starts_with(';'));
    Some((c, before + length + semicolon))
}

/// Named character references that are kept in text; others are shown as they were written.
const NAMED: [&str; 72] = [
    "aacute", "acirc", "agrave", "amp", "apos", "aring", "asymp", "auml", "bull", "ccedil", "cent", "check", "copy",
    "dagger", "darr", "deg", "divide", "eacute", "ecirc", "egrave", "emsp", "ensp", "euml", "euro", "frac12", "frac14",
    "frac34", "ge", "gt", "harr", "hearts", "hellip", "iacute", "iexcl", "infin", "iquest", "lang", "laquo", "larr",
    "ldquo", "le", "lsquo", "lt", "mdash", "micro", "middot", "minus", "nbsp", "ndash", "ne", "ntilde", "oacute",
    "ouml", "para", "plusmn", "pound", "quot", "raquo", "rarr", "rdquo", "reg", "rsquo", "sect", "shy", "szlig",
    "thinsp", "times", "trade", "uarr", "uacute", "uuml", "yen",
];

/// Returns the length, after the `&`, of a character reference that can be kept as it is.
pub(super) fn reference_length(text: &str) -> Option<usize> {
    let end = text.bytes().take(33).position(|byte| byte == b';')?;
    let name = &text[..end];
    let named = NAMED.contains(&name);
    let numeric = name.starts_with('#')
        && reference(text).is_some_and(|(c, length)| length == end + 1 && !c.is_control() && c != '\u{0}');
    (named || numeric).then_some(end + 1)
}
