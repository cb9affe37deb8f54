//! XML as a small tree with namespaces, read strictly and within bounds.
//!
//! There is one reader for all of this crate, so that a signature and the claims under it can't be understood in two
//! ways. A document has no type, no processing instruction and no entity but the five that XML itself has. Comments are
//! kept as marks, so that readers of values can refuse them. The invariant: a tree that was read is well-formed, its
//! prefixes are declared, and the canonical text of an element reads back as a tree with the same canonical text.

mod canonical;
mod chars;
mod read;
mod write;

pub use canonical::canonical;
pub use read::read;
pub use write::{attribute, text};

/// The namespace of the prefix `xml`.
pub const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// The bounds of a document.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The maximum size in bytes.
    pub bytes: usize,
    /// The maximum number of elements.
    pub elements: usize,
    /// The maximum number of attributes of one element, declarations of namespaces included.
    pub attributes: usize,
    /// The maximum nesting depth of elements, and of declarations of namespaces in scope divided by four.
    pub depth: usize,
}

impl Limits {
    /// The bounds of a message that a browser brings.
    pub const MESSAGE: Self = Self { bytes: 256 << 10, elements: 8_000, attributes: 32, depth: 32 };

    /// The bounds of metadata that an administrator brings.
    pub const METADATA: Self = Self { bytes: 1 << 20, elements: 20_000, attributes: 64, depth: 32 };
}

/// A reason to refuse a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("the XML is larger than {0} bytes")]
    Bytes(usize),
    #[error("the XML has more than {0} elements")]
    Elements(usize),
    #[error("an element has more than {0} attributes")]
    Attributes(usize),
    #[error("the XML is nested deeper than {0} elements, or has too many namespaces in scope")]
    Depth(usize),
    #[error("the XML is not in UTF-8")]
    Encoding,
    #[error("the XML has a document type declaration")]
    Doctype,
    #[error("the XML has a processing instruction")]
    Instruction,
    #[error("the XML refers to an entity that XML itself does not have")]
    Entity,
    #[error("the XML is not well-formed at byte {at}: {expected}")]
    Syntax {
        /// The offset in bytes.
        at: usize,
        /// A short text that says what should stand there.
        expected: &'static str,
    },
}

/// A name with its namespace. Names are equal if namespace and local part are; the prefix has no meaning.
#[derive(Debug, Clone)]
pub struct Name {
    /// The prefix as it was written; empty without one.
    pub prefix: String,
    /// The part behind the colon.
    pub local: String,
    /// The namespace that the prefix stands for; empty for none.
    pub namespace: String,
}

impl Name {
    /// Tells if this is the name with that namespace and local part.
    pub fn is(&self, namespace: &str, local: &str) -> bool {
        self.local == local && self.namespace == namespace
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.is(&other.namespace, &other.local)
    }
}

/// An attribute that is no declaration of a namespace.
#[derive(Debug, Clone, PartialEq)]
pub struct Attribute {
    pub name: Name,
    /// The value after normalization: references resolved, white space as spaces.
    pub value: String,
}

/// An element of a document.
#[derive(Debug, Clone)]
pub struct Element {
    pub name: Name,
    /// The attributes in the order in which they were written.
    pub attributes: Vec<Attribute>,
    /// The namespaces declared here: prefix (empty for the default) and address (empty to take the default back).
    pub declared: Vec<(String, String)>,
    pub children: Vec<Node>,
}

/// A child of an element.
#[derive(Debug, Clone)]
pub enum Node {
    Element(Element),
    /// Text with references resolved and line ends as line feeds; sections of character data are part of it.
    Text(String),
    /// A mark that a comment was here.
    Comment,
}

impl Element {
    /// Returns the value of the attribute without namespace that has this name.
    pub fn attribute(&self, local: &str) -> Option<&str> {
        self.attributes.iter().find(|it| it.name.is("", local)).map(|it| it.value.as_str())
    }

    /// Returns the elements among the children.
    pub fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|it| match it {
            Node::Element(element) => Some(element),
            Node::Text(_) | Node::Comment => None,
        })
    }

    /// Returns the children with that namespace and local name.
    pub fn named<'a>(&'a self, namespace: &'a str, local: &'a str) -> impl Iterator<Item = &'a Self> {
        self.elements().filter(move |it| it.name.is(namespace, local))
    }

    /// Returns the text of an element that has nothing but text, without white space around it.
    pub fn text(&self) -> Option<String> {
        let mut out = String::new();
        for child in &self.children {
            match child {
                Node::Text(text) => out.push_str(text),
                Node::Element(_) | Node::Comment => return None,
            }
        }
        Some(out.trim_matches(chars::is_space).to_owned())
    }

    /// Returns this element and all elements below, in the order of the document.
    pub fn descendants(&self) -> impl Iterator<Item = &Self> {
        let mut open = vec![self];
        std::iter::from_fn(move || {
            let next = open.pop()?;
            let from = open.len();
            open.extend(next.elements());
            open[from..].reverse();
            Some(next)
        })
    }

    /// Tells if a comment is in this element or below.
    pub fn has_comment(&self) -> bool {
        self.descendants().any(|it| it.children.iter().any(|child| matches!(child, Node::Comment)))
    }

    /// Tells if text other than white space stands directly in this element.
    pub fn has_own_text(&self) -> bool {
        self.children.iter().any(|it| matches!(it, Node::Text(text) if !text.chars().all(chars::is_space)))
    }
}
