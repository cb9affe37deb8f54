//! A subset of YAML 1.2 for front matter: one document, as a tree with line numbers.
//!
//! The tree is built from the parser's events, so that depth and aliases are bounded before allocation: an
//! alias may refer to a scalar, not to a collection. Scalars keep their text, because a title `1.10` is not a number.

mod emit;
mod entries;

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span};

pub(crate) use emit::{entry, mapping, plain, same, text};
pub(crate) use entries::{Entry, entries};

/// The maximum nesting depth.
pub(crate) const MOST_DEPTH: usize = 32;
/// The maximum number of bytes that aliases may expand to in total.
const MOST_ALIASED: usize = 64 * 1024;

/// The error for a text that is not YAML, or uses an unsupported feature.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub(crate) struct YamlError {
    /// The line number, from 1.
    pub(crate) line: usize,
    pub(crate) message: String,
}

/// A value with its position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    /// The line on which it starts, from 1.
    pub(crate) line: usize,
    pub(crate) value: Value,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Scalar(Scalar),
    List(Vec<Node>),
    /// The entries in order; of equal keys the last one counts.
    Map(Vec<(String, Node)>),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scalar {
    text: String,
    /// True if neither quoted nor a block: the scalar may be another type than text.
    plain: bool,
}

impl Node {
    /// Returns the text of a scalar, as it was written; `None` for null.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(scalar) if !self.is_null() => Some(&scalar.text),
            _ => None,
        }
    }

    pub(crate) fn is_null(&self) -> bool {
        matches!(self.plain(), Some("" | "~" | "null" | "Null" | "NULL"))
    }

    pub(crate) fn boolean(&self) -> Option<bool> {
        match self.plain()? {
            "true" | "True" | "TRUE" => Some(true),
            "false" | "False" | "FALSE" => Some(false),
            _ => None,
        }
    }

    /// Returns the value of a finite number.
    pub(crate) fn number(&self) -> Option<f64> {
        let text = self.plain()?;
        let whole = |digits: &str, radix| u64::from_str_radix(digits, radix).ok().map(|number| number as f64);
        if let Some(digits) = text.strip_prefix("0x") {
            return whole(digits, 16);
        }
        if let Some(digits) = text.strip_prefix("0o") {
            return whole(digits, 8);
        }
        // Rust also parses `inf`, `nan` and the like as numbers.
        let numeric = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
        if !numeric {
            return None;
        }
        text.parse().ok().filter(|number: &f64| number.is_finite())
    }

    pub(crate) fn map(&self) -> Option<&[(String, Node)]> {
        match &self.value {
            Value::Map(pairs) => Some(pairs),
            _ => None,
        }
    }

    /// Returns the value of a key in a mapping.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.map()?.iter().rev().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    fn plain(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(scalar) if scalar.plain => Some(&scalar.text),
            _ => None,
        }
    }
}

/// Parses the document of a text; `None` if the text is empty or only has comments.
pub(crate) fn parse(text: &str) -> Result<Option<Node>, YamlError> {
    let mut parser = Parser::new_from_str(text);
    let mut builder = Builder::default();
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| broken(&error))?;
        builder.take(event, span)?;
    }
    Ok(builder.root)
}

fn broken(error: &ScanError) -> YamlError {
    YamlError { line: error.marker().line(), message: error.info().to_owned() }
}

/// A collection under construction.
struct Open {
    node: Node,
    /// In a mapping, the key whose value comes next.
    key: Option<String>,
}

#[derive(Default)]
struct Builder {
    open: Vec<Open>,
    root: Option<Node>,
    anchors: HashMap<usize, Scalar>,
    aliased: usize,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), YamlError> {
        let line = span.start.line();
        let error = |message: &str| Err(YamlError { line, message: message.to_owned() });
        match event {
            Event::DocumentStart(_) if self.root.is_some() => error("a second document"),
            Event::Scalar(text, style, anchor, tag) => {
                let tagged = tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
                let plain = style == ScalarStyle::Plain && !tagged;
                let scalar = Scalar { text: text.into_owned(), plain };
                if anchor > 0 {
                    self.anchors.insert(anchor, scalar.clone());
                }
                self.scalar(line, scalar)
            }
            Event::Alias(anchor) => match self.anchors.get(&anchor) {
                Some(scalar) if self.aliased + scalar.text.len() <= MOST_ALIASED => {
                    self.aliased += scalar.text.len();
                    self.scalar(line, scalar.clone())
                }
                Some(_) => error("aliases stand for too much"),
                None => error("an alias of a list or a mapping is not supported"),
            },
            Event::SequenceStart(..) => self.begin(line, Value::List(Vec::new())),
            Event::MappingStart(..) => self.begin(line, Value::Map(Vec::new())),
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(open) = self.open.pop() {
                    self.add(open.node);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn awaits_key(&self) -> bool {
        self.open.last().is_some_and(|open| matches!(open.node.value, Value::Map(_)) && open.key.is_none())
    }

    fn scalar(&mut self, line: usize, scalar: Scalar) -> Result<(), YamlError> {
        if self.awaits_key() {
            if let Some(open) = self.open.last_mut() {
                open.key = Some(scalar.text);
            }
            return Ok(());
        }
        self.add(Node { line, value: Value::Scalar(scalar) });
        Ok(())
    }

    fn begin(&mut self, line: usize, value: Value) -> Result<(), YamlError> {
        if self.awaits_key() {
            return Err(YamlError { line, message: "a key has to be a text".to_owned() });
        }
        if self.open.len() == MOST_DEPTH {
            return Err(YamlError { line, message: format!("nested deeper than {MOST_DEPTH} levels") });
        }
        self.open.push(Open { node: Node { line, value }, key: None });
        Ok(())
    }

    fn add(&mut self, node: Node) {
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        match &mut open.node.value {
            Value::List(items) => items.push(node),
            Value::Map(pairs) => pairs.extend(open.key.take().map(|key| (key, node))),
            Value::Scalar(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn root(text: &str) -> Node {
        parse(text).unwrap().unwrap()
    }

    fn message(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn scalars_are_text_and_more() {
        let root = root("a: 1.10\nb: 'true'\nc: true\nd: ~\ne:\nf: 0x10\ng: .inf\nh: |\n  x\n  y\ni: !!str 5\n");
        let get = |key| root.get(key).unwrap();
        assert_eq!((get("a").text(), get("a").number()), (Some("1.10"), Some(1.1)));
        assert_eq!((get("b").text(), get("b").boolean()), (Some("true"), None));
        assert_eq!(get("c").boolean(), Some(true));
        assert!(get("d").is_null() && get("e").is_null());
        assert_eq!(get("f").number(), Some(16.0));
        assert_eq!(get("g").number(), None);
        assert_eq!(get("h").text(), Some("x\ny\n"));
        assert_eq!((get("i").text(), get("i").number()), (Some("5"), None));
        assert_eq!(get("g").line, 7);
    }

    #[test]
    fn aliases_stand_for_scalars_only() {
        assert_eq!(root("a: &x long\nb: *x\n").get("b").unwrap().text(), Some("long"));
        let laughs = "a: &a [x, x]\nb: &b [*a, *a]\n";
        assert_eq!(message(laughs), "line 2: an alias of a list or a mapping is not supported");
        let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(1000), "*a , ".repeat(100));
        assert_eq!(message(&long), "line 2: aliases stand for too much");
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(parse(&nested(MOST_DEPTH)).is_ok());
        assert_eq!(message(&nested(MOST_DEPTH + 1)), "line 1: nested deeper than 32 levels");
        assert!(parse(&"- ".repeat(20_000)).is_err());
        assert!(parse(&"[".repeat(60_000)).is_err());
        assert!(parse(&"{a: ".repeat(20_000)).is_err());
    }

    #[test]
    fn one_document_with_textual_keys() {
        assert_eq!(parse("# nothing\n"), Ok(None));
        assert!(message("a: 1\n...\n---\nb: 2\n").contains("a second document"));
        assert!(message("[a]: 1\n").contains("a key has to be a text"));
        assert_eq!(root("a: 1\na: 2\n").get("a").unwrap().text(), Some("2"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn any_text_is_parsed_or_refused(text in "[-a:, \\n\\t'\"\\[\\]{}#&*!|>?%@`~<.0é\\\\]{0,40}") {
            let _ = parse(&text);
        }

        #[test]
        fn any_characters_are_parsed_or_refused(text: String) {
            let _ = parse(&text);
        }
    }
}
