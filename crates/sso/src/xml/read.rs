//! The one reader of XML: well-formed documents without type, within bounds.

use super::chars::{begins_name, continues_name, is_allowed, is_space};
use super::{Attribute, Element, Error, Limits, Name, Node, XML};

/// The namespace of declarations of namespaces.
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// Reads a document and returns its root.
///
/// # Errors
/// The bound that is exceeded, or the construct that is refused, or the place where the text is not well-formed.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Element, Error> {
    if bytes.len() > limits.bytes {
        return Err(Error::Bytes(limits.bytes));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| Error::Encoding)?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut reader = Reader { text, at: 0, limits, elements: 0, scope: Vec::new() };
    if let Some((at, _)) = text.char_indices().find(|(_, c)| !is_allowed(*c)) {
        return Err(Error::Syntax { at, expected: "a character that XML allows" });
    }
    reader.document()
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    limits: &'a Limits,
    elements: usize,
    /// The declared namespaces, the innermost last.
    scope: Vec<(String, String)>,
}

/// An element whose end was not read yet.
struct Open<'a> {
    /// The name as it was written.
    written: &'a str,
    element: Element,
    /// The number of declarations in scope around it.
    around: usize,
}

/// The begin of an element that was read.
enum Tag<'a> {
    Open(Open<'a>),
    Empty(Element),
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Result<Element, Error> {
        self.declaration()?;
        self.around()?;
        let root = self.tree()?;
        self.around()?;
        if self.rest().is_empty() { Ok(root) } else { Err(self.wrong("the end of the document")) }
    }

    /// Reads the declaration of version and encoding.
    fn declaration(&mut self) -> Result<(), Error> {
        if !self.rest().starts_with("<?xml") || !self.rest()[5..].starts_with(is_space) {
            return Ok(());
        }
        self.at += 5;
        let mut expected = ["version", "encoding", "standalone"].into_iter();
        let mut first = true;
        while { self.spaces() } && !self.rest().starts_with("?>") {
            let name = self.name()?;
            let known = expected.by_ref().any(|it| it == name);
            if !known || first && name != "version" {
                return Err(self.wrong("version, encoding or standalone, in this order"));
            }
            first = false;
            self.equals()?;
            let value = self.quoted()?;
            match name {
                "version" if value != "1.0" => return Err(self.wrong("version 1.0 of XML")),
                "encoding" if !["utf-8", "us-ascii", "ascii"].contains(&value.to_ascii_lowercase().as_str()) => {
                    return Err(Error::Encoding);
                }
                "standalone" if !["yes", "no"].contains(&value) => return Err(self.wrong("yes or no")),
                _ => {}
            }
        }
        if first { Err(self.wrong("a version")) } else { self.expect("?>", "?>") }
    }

    /// Reads white space and comments around the root.
    fn around(&mut self) -> Result<(), Error> {
        loop {
            self.spaces();
            if !self.rest().starts_with("<!--") {
                return Ok(());
            }
            self.comment()?;
        }
    }

    fn tree(&mut self) -> Result<Element, Error> {
        let mut open: Vec<Open<'a>> = Vec::new();
        loop {
            let finished = if open.is_empty() || self.begins_tag() {
                match self.tag()? {
                    Tag::Empty(element) => Some(element),
                    Tag::Open(_) if open.len() >= self.limits.depth => return Err(Error::Depth(self.limits.depth)),
                    Tag::Open(tag) => {
                        open.push(tag);
                        None
                    }
                }
            } else if self.rest().starts_with("</") {
                let Some(tag) = open.pop() else { return Err(self.wrong("an element")) };
                self.end(tag.written)?;
                self.scope.truncate(tag.around);
                Some(tag.element)
            } else if let Some(tag) = open.last_mut() {
                self.content(&mut tag.element.children)?;
                None
            } else {
                None
            };
            match (finished, open.last_mut()) {
                (Some(element), Some(parent)) => parent.element.children.push(Node::Element(element)),
                (Some(element), None) => return Ok(element),
                (None, _) => {}
            }
        }
    }

    fn begins_tag(&self) -> bool {
        let rest = self.rest();
        rest.starts_with('<') && !rest.starts_with("</") && !rest.starts_with("<!") && !rest.starts_with("<?")
    }

    fn end(&mut self, name: &str) -> Result<(), Error> {
        self.at += 2;
        self.expect(name, "the end of the element that is open")?;
        self.spaces();
        self.expect(">", ">")
    }

    /// Reads a text, a comment or a section of character data.
    fn content(&mut self, children: &mut Vec<Node>) -> Result<(), Error> {
        if self.rest().starts_with("<!--") {
            self.comment()?;
            children.push(Node::Comment);
            return Ok(());
        }
        let text = if self.rest().starts_with("<![CDATA[") {
            self.at += 9;
            line_ends(self.until("]]>", "]]>")?)
        } else if self.rest().starts_with('<') {
            return Err(self.refused());
        } else {
            self.characters()?
        };
        match children.last_mut() {
            Some(Node::Text(before)) => before.push_str(&text),
            _ => children.push(Node::Text(text)),
        }
        Ok(())
    }

    fn characters(&mut self) -> Result<String, Error> {
        let rest = self.rest();
        let raw = &rest[..rest.find('<').ok_or_else(|| self.wrong("the end of the element that is open"))?];
        if raw.contains("]]>") {
            return Err(self.wrong("no ]]> in a text"));
        }
        let value = self.resolved(raw, line_ends)?;
        self.at += raw.len();
        Ok(value)
    }

    /// Returns a text with its references resolved, and all else through a function.
    fn resolved(&self, raw: &str, literal: fn(&str) -> String) -> Result<String, Error> {
        let mut parts = raw.split('&');
        let mut out = literal(parts.next().unwrap_or_default());
        for part in parts {
            let (name, rest) = part.split_once(';').ok_or_else(|| self.wrong("a reference with ;"))?;
            out.push(self.reference(name)?);
            out.push_str(&literal(rest));
        }
        Ok(out)
    }

    fn reference(&self, name: &str) -> Result<char, Error> {
        let Some(number) = name.strip_prefix('#') else {
            return match name {
                "amp" => Ok('&'),
                "lt" => Ok('<'),
                "gt" => Ok('>'),
                "quot" => Ok('"'),
                "apos" => Ok('\''),
                _ => Err(Error::Entity),
            };
        };
        let (digits, radix) = number.strip_prefix('x').map_or((number, 10), |it| (it, 16));
        let plain = digits.chars().all(|c| c.is_digit(radix));
        let code = u32::from_str_radix(digits, radix).ok().filter(|_| plain).and_then(char::from_u32);
        code.filter(|c| is_allowed(*c)).ok_or_else(|| self.wrong("the number of a character"))
    }

    fn comment(&mut self) -> Result<(), Error> {
        self.at += 4;
        self.until("--", "-->")?;
        self.expect(">", "no -- in a comment")
    }

    /// Reads the begin of an element with its attributes.
    fn tag(&mut self) -> Result<Tag<'a>, Error> {
        if !self.begins_tag() {
            return Err(self.refused());
        }
        self.elements += 1;
        if self.elements > self.limits.elements {
            return Err(Error::Elements(self.limits.elements));
        }
        self.at += 1;
        let around = self.scope.len();
        let written = self.qualified()?;
        let attributes = self.attributes()?;
        let empty = self.rest().starts_with('/');
        self.at += usize::from(empty);
        self.expect(">", ">")?;
        let (declared, attributes): (Vec<_>, Vec<_>) = attributes.into_iter().partition(|(name, _)| declares(name));
        let declared = declared.into_iter().map(|(name, value)| self.declare(name, value)).collect::<Result<_, _>>()?;
        if self.scope.len() > self.limits.depth * 4 {
            return Err(Error::Depth(self.limits.depth));
        }
        let attributes = self.named(attributes)?;
        let name = self.resolve(written, true)?;
        let element = Element { name, attributes, declared, children: Vec::new() };
        if empty {
            self.scope.truncate(around);
            return Ok(Tag::Empty(element));
        }
        Ok(Tag::Open(Open { written, element, around }))
    }

    fn attributes(&mut self) -> Result<Vec<(&'a str, String)>, Error> {
        let mut found: Vec<(&str, String)> = Vec::new();
        while self.spaces() && !self.rest().starts_with(['/', '>']) {
            if found.len() >= self.limits.attributes {
                return Err(Error::Attributes(self.limits.attributes));
            }
            let name = self.qualified()?;
            if found.iter().any(|(it, _)| *it == name) {
                return Err(self.wrong("an attribute that the element does not have yet"));
            }
            self.equals()?;
            let raw = self.quoted()?;
            if raw.contains('<') {
                return Err(self.wrong("no < in an attribute"));
            }
            let spaces = |raw: &str| line_ends(raw).replace(['\t', '\n'], " ");
            found.push((name, self.resolved(raw, spaces)?));
        }
        Ok(found)
    }

    /// Takes a declaration of a namespace into scope. A namespace with characters that need escapes is refused: not all
    /// implementations write its canonical form alike.
    fn declare(&mut self, name: &str, namespace: String) -> Result<(String, String), Error> {
        let prefix = name.strip_prefix("xmlns:").unwrap_or_default();
        let is_xml = prefix == "xml" && namespace == XML;
        let refused = prefix == "xmlns"
            || namespace == XMLNS
            || (prefix == "xml") != (namespace == XML)
            || namespace.is_empty() && !prefix.is_empty()
            || !namespace.is_empty() && !namespace.contains(':')
            || namespace.contains(['&', '<', '>', '"', '\'', ' ', '\t', '\n', '\r']);
        if refused && !is_xml {
            return Err(self.wrong("a prefix and an absolute address as namespace"));
        }
        self.scope.push((prefix.to_owned(), namespace.clone()));
        Ok((prefix.to_owned(), namespace))
    }

    fn named(&self, attributes: Vec<(&str, String)>) -> Result<Vec<Attribute>, Error> {
        let mut named: Vec<Attribute> = Vec::with_capacity(attributes.len());
        for (written, value) in attributes {
            let name = self.resolve(written, false)?;
            if named.iter().any(|it| it.name == name) {
                return Err(self.wrong("an attribute that the element does not have yet"));
            }
            named.push(Attribute { name, value });
        }
        Ok(named)
    }

    fn resolve(&self, written: &str, takes_default: bool) -> Result<Name, Error> {
        let (prefix, local) = written.split_once(':').unwrap_or(("", written));
        let declared = self.scope.iter().rev().find(|(it, _)| it == prefix).map(|(_, namespace)| namespace.as_str());
        let namespace = match prefix {
            "" if takes_default => declared.unwrap_or_default(),
            "" => "",
            "xml" => XML,
            _ => declared.ok_or_else(|| self.wrong("a prefix that is declared"))?,
        };
        Ok(Name { prefix: prefix.to_owned(), local: local.to_owned(), namespace: namespace.to_owned() })
    }

    /// Reads a name with at most one colon.
    fn qualified(&mut self) -> Result<&'a str, Error> {
        let from = self.at;
        self.name()?;
        if self.rest().starts_with(':') {
            self.at += 1;
            self.name()?;
        }
        Ok(&self.text[from..self.at])
    }

    fn name(&mut self) -> Result<&'a str, Error> {
        let rest = self.rest();
        if !rest.starts_with(begins_name) {
            return Err(self.wrong("a name"));
        }
        let name = &rest[..rest.find(|c| !continues_name(c)).unwrap_or(rest.len())];
        self.at += name.len();
        Ok(name)
    }

    fn equals(&mut self) -> Result<(), Error> {
        self.spaces();
        self.expect("=", "=")?;
        self.spaces();
        Ok(())
    }

    fn quoted(&mut self) -> Result<&'a str, Error> {
        let quote = if self.rest().starts_with('"') { "\"" } else { "'" };
        self.expect(quote, "a quote")?;
        self.until(quote, "the end of the quoted value")
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips white space and tells if there was some.
    fn spaces(&mut self) -> bool {
        let rest = self.rest();
        let from = self.at;
        self.at += rest.len() - rest.trim_start_matches(is_space).len();
        self.at > from
    }

    fn expect(&mut self, text: &str, expected: &'static str) -> Result<(), Error> {
        if !self.rest().starts_with(text) {
            return Err(self.wrong(expected));
        }
        self.at += text.len();
        Ok(())
    }

    /// Returns the text before `end` and skips both.
    fn until(&mut self, end: &str, expected: &'static str) -> Result<&'a str, Error> {
        let rest = self.rest();
        let length = rest.find(end).ok_or_else(|| self.wrong(expected))?;
        self.at += length + end.len();
        Ok(&rest[..length])
    }

    fn wrong(&self, expected: &'static str) -> Error {
        Error::Syntax { at: self.at, expected }
    }

    /// Returns the error for a construct that is no element, text or comment.
    fn refused(&self) -> Error {
        let rest = self.rest();
        match rest {
            _ if rest.starts_with("<!DOCTYPE") => Error::Doctype,
            _ if rest.starts_with("<?") => Error::Instruction,
            _ => self.wrong("an element"),
        }
    }
}

fn declares(name: &str) -> bool {
    name == "xmlns" || name.starts_with("xmlns:")
}

fn line_ends(raw: &str) -> String {
    raw.replace("\r\n", "\n").replace('\r', "\n")
}
