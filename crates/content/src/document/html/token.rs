//! HTML as a sequence of tags, texts and comments.

use std::borrow::Cow;

use super::text::decode;

/// The maximum number of attributes of a tag.
const MOST_ATTRIBUTES: usize = 100;

/// A token of HTML.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::document) enum Token<'a> {
    /// An opening tag, `<name a="b">`.
    Open(Tag<'a>),
    /// A closing tag, `</name>`, with its name.
    Close(Cow<'a, str>),
    /// The text between tags, as it was written.
    Text(&'a str),
    /// A comment, `<!-- … -->`.
    Comment,
}

/// An opening tag with its attributes.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::document) struct Tag<'a> {
    /// The name, in lower case.
    pub(in crate::document) name: Cow<'a, str>,
    /// Names in lower case, and decoded values; an attribute without a value has an empty one.
    pub(in crate::document) attributes: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// True if it ends with `/>`.
    pub(in crate::document) closed: bool,
}

impl Tag<'_> {
    /// Returns the value of an attribute, if it is present.
    pub(in crate::document) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    /// Returns true if an attribute is present and is not `false`.
    pub(in crate::document) fn flag(&self, name: &str) -> bool {
        self.attribute(name).is_some_and(|value| value != "false")
    }

    /// Returns true if the `class` attribute contains this class.
    pub(in crate::document) fn has_class(&self, class: &str) -> bool {
        self.attribute("class").is_some_and(|classes| classes.split_ascii_whitespace().any(|it| it == class))
    }
}

/// Returns the first token of a text and its length; `None` if the text is empty or begins with an invalid tag.
pub(in crate::document) fn first(text: &str) -> Option<(Token<'_>, usize)> {
    if !text.starts_with('<') {
        let end = text.find('<').unwrap_or(text.len());
        return (end > 0).then(|| (Token::Text(&text[..end]), end));
    }
    if let Some(rest) = text.strip_prefix("<!--") {
        let end = rest.find("-->")? + 7;
        return Some((Token::Comment, end));
    }
    if let Some(rest) = text.strip_prefix("</") {
        let length = name_length(rest)?;
        let after = rest[length..].trim_ascii_start();
        let end = text.len() - after.strip_prefix('>')?.len();
        return Some((Token::Close(lower(&rest[..length])), end));
    }
    open(text).map(|(tag, end)| (Token::Open(tag), end))
}

fn name_length(text: &str) -> Option<usize> {
    let length = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').count();
    (length > 0 && text.as_bytes()[0].is_ascii_alphabetic()).then_some(length)
}

fn lower(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

fn open(text: &str) -> Option<(Tag<'_>, usize)> {
    let length = name_length(&text[1..])?;
    let name = lower(&text[1..=length]);
    let mut rest = &text[1 + length..];
    let mut attributes = Vec::new();
    loop {
        let trimmed = rest.trim_ascii_start();
        if let Some(after) = trimmed.strip_prefix('>') {
            return Some((Tag { name, attributes, closed: false }, text.len() - after.len()));
        }
        if let Some(after) = trimmed.strip_prefix("/>") {
            return Some((Tag { name, attributes, closed: true }, text.len() - after.len()));
        }
        if trimmed.len() == rest.len() {
            return None;
        }
        if attributes.len() == MOST_ATTRIBUTES {
            return None;
        }
        let (attribute, after) = attribute(trimmed)?;
        attributes.push(attribute);
        rest = after;
    }
}

type Attribute<'a> = (Cow<'a, str>, Cow<'a, str>);

fn attribute(text: &str) -> Option<(Attribute<'_>, &str)> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '.' | '-' | '@');
    let length = text.find(|c| !is_name(c)).unwrap_or(text.len());
    let name = (length > 0).then(|| lower(&text[..length]))?;
    let after = text[length..].trim_ascii_start();
    let Some(value) = after.strip_prefix('=') else {
        return Some(((name, Cow::Borrowed("")), &text[length..]));
    };
    let value = value.trim_ascii_start();
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote) {
            let (inner, rest) = inner.split_once(quote)?;
            return Some(((name, decode(inner)), rest));
        }
    }
    let end = value.find(|c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'' | '=' | '<' | '>' | '`'));
    let end = end.unwrap_or(value.len());
    (end > 0).then(|| ((name, decode(&value[..end])), &value[end..]))
}
