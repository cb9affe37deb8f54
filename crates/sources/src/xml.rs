//! XML as small trees, one for each element of interest, so that a large document is never in memory as a whole.
//!
//! A document type is refused, as it is where entities come from; only the five that XML has itself are known.

use std::io::{BufRead, BufReader, Read};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// The deepest element.
const MOST_DEPTH: usize = 150;
/// The most elements of one tree.
const MOST_ELEMENTS: usize = 2_000_000;

/// An element with what is in it. Names have the prefixes that they are written with.
#[derive(Debug, Default, Clone)]
pub(crate) struct Element {
    pub(crate) name: Box<str>,
    attributes: Vec<(Box<str>, Box<str>)>,
    pub(crate) children: Vec<Child>,
}

#[derive(Debug, Clone)]
pub(crate) enum Child {
    Element(Element),
    Text(String),
}

impl Element {
    pub(crate) fn attr(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| &**known == name).map(|(_, value)| &**value)
    }

    pub(crate) fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }

    /// Returns the first child with a name.
    pub(crate) fn child(&self, name: &str) -> Option<&Element> {
        self.elements().find(|element| &*element.name == name)
    }

    /// Returns an attribute of the first child with a name.
    pub(crate) fn of(&self, child: &str, attribute: &str) -> Option<&str> {
        self.child(child)?.attr(attribute)
    }

    /// Returns the first element below with a name. The recursion is as deep as a tree may be.
    pub(crate) fn find(&self, name: &str) -> Option<&Element> {
        self.elements().find_map(|element| if &*element.name == name { Some(element) } else { element.find(name) })
    }

    /// Returns the text that is directly in the element.
    pub(crate) fn own_text(&self) -> String {
        let texts = self.children.iter().filter_map(|child| match child {
            Child::Text(text) => Some(text.as_str()),
            Child::Element(_) => None,
        });
        texts.collect()
    }

    /// Returns all text below.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        self.add_text(&mut text);
        text
    }

    fn add_text(&self, out: &mut String) {
        for child in &self.children {
            match child {
                Child::Text(text) => out.push_str(text),
                Child::Element(element) => element.add_text(out),
            }
        }
    }
}

/// The error of a document that is not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum XmlError {
    #[error("not valid XML: {0}")]
    Xml(#[from] quick_xml::Error),
    #[error("not valid XML: {0}")]
    Attribute(#[from] quick_xml::events::attributes::AttrError),
    #[error("a document type is not accepted")]
    DocType,
    #[error("the entity `{0}` is not known")]
    Entity(String),
    #[error("elements are nested deeper than {MOST_DEPTH} levels")]
    TooDeep,
    #[error("there are more than {MOST_ELEMENTS} elements")]
    TooMany,
    #[error("the document ends too early")]
    Short,
    #[error("{0}")]
    Other(String),
}

/// Reads a document as one tree.
pub(crate) fn tree(from: impl Read) -> Result<Element, XmlError> {
    let mut root = None;
    each(from, &mut |path, _| path.is_empty(), &mut |_, element| {
        root.get_or_insert(element);
        Ok(())
    })?;
    root.ok_or(XmlError::Short)
}

/// A function that takes an element, and the names of those around it.
type Take<'t> = dyn FnMut(&[Box<str>], Element) -> Result<(), XmlError> + 't;

/// Calls a function with each element that is `wanted`, by the names of the elements around it and its own name, as soon as it is complete.
pub(crate) fn each(
    from: impl Read,
    wanted: &mut dyn FnMut(&[Box<str>], &str) -> bool,
    take: &mut Take<'_>,
) -> Result<(), XmlError> {
    let mut reader = Reader::from_reader(BufReader::with_capacity(64 * 1024, from));
    let mut around: Vec<Box<str>> = Vec::new();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer)? {
            Event::Start(start) => {
                let name: Box<str> = start.name().0.into();
                if wanted(&around, &name) {
                    let element = begin(&start)?;
                    let element = rest(&mut reader, element)?;
                    take(&around, element)?;
                } else {
                    around.push(name);
                    if around.len() > MOST_DEPTH {
                        return Err(XmlError::TooDeep);
                    }
                }
            }
            Event::Empty(start) if wanted(&around, start.name().0) => {
                take(&around, begin(&start)?)?;
            }
            Event::End(_) => {
                around.pop();
            }
            Event::DocType(_) => return Err(XmlError::DocType),
            Event::Eof => return if around.is_empty() { Ok(()) } else { Err(XmlError::Short) },
            _ => {}
        }
    }
}

fn begin(start: &BytesStart<'_>) -> Result<Element, XmlError> {
    let mut element = Element { name: start.name().0.into(), ..Element::default() };
    for attribute in start.attributes() {
        let attribute = attribute?;
        let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0)?;
        element.attributes.push((attribute.key.0.into(), (*value).into()));
    }
    Ok(element)
}

/// Reads an element to its end.
fn rest(reader: &mut Reader<impl BufRead>, element: Element) -> Result<Element, XmlError> {
    let mut open = vec![element];
    let mut count = 0;
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer)?;
        match event {
            Event::Start(start) => {
                open.push(begin(&start)?);
                if open.len() > MOST_DEPTH {
                    return Err(XmlError::TooDeep);
                }
            }
            Event::Empty(start) => {
                let element = begin(&start)?;
                add(&mut open, Child::Element(element));
            }
            Event::End(_) => {
                let Some(done) = open.pop() else { return Err(XmlError::Short) };
                if open.is_empty() {
                    return Ok(done);
                }
                add(&mut open, Child::Element(done));
            }
            Event::Text(text) => add_text(&mut open, &text.xml10_content()),
            Event::CData(data) => add_text(&mut open, &data.xml10_content()),
            Event::GeneralRef(reference) => {
                let name = reference.xml10_content();
                let text = match &*name {
                    "lt" => "<".to_owned(),
                    "gt" => ">".to_owned(),
                    "amp" => "&".to_owned(),
                    "quot" => "\"".to_owned(),
                    "apos" => "'".to_owned(),
                    _ => match reference.resolve_char_ref()? {
                        Some(c) => c.to_string(),
                        None => return Err(XmlError::Entity(name.into_owned())),
                    },
                };
                add_text(&mut open, &text);
            }
            Event::DocType(_) => return Err(XmlError::DocType),
            Event::Eof => return Err(XmlError::Short),
            _ => {}
        }
        count += 1;
        if count > MOST_ELEMENTS {
            return Err(XmlError::TooMany);
        }
    }
}

fn add(open: &mut [Element], child: Child) {
    if let Some(last) = open.last_mut() {
        last.children.push(child);
    }
}

fn add_text(open: &mut [Element], text: &str) {
    let Some(last) = open.last_mut() else { return };
    match last.children.last_mut() {
        Some(Child::Text(before)) => before.push_str(text),
        _ => last.children.push(Child::Text(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_read() {
        let root = tree(&b"<?xml version='1.0'?><a x='1&amp;2'><b>c &lt;<![CDATA[<d>]]>&#65;</b><e/></a>"[..]).unwrap();
        assert_eq!((root.attr("x"), root.text().as_str()), (Some("1&2"), "c <<d>A"));
        assert!(root.child("e").is_some());
    }

    #[test]
    fn what_expands_is_refused() {
        let bomb = "<!DOCTYPE a [<!ENTITY b \"cc\">]><a>&b;</a>";
        assert!(matches!(tree(bomb.as_bytes()), Err(XmlError::DocType)));
        assert!(matches!(tree(&b"<a>&b;</a>"[..]), Err(XmlError::Entity(_))));
        assert!(matches!(tree("<a>".repeat(1_000).as_bytes()), Err(XmlError::TooDeep)));
        assert!(tree(&b"<a><b></a>"[..]).is_err());
        assert!(matches!(tree(&b"<a><b>"[..]), Err(XmlError::Short)));
    }
}
