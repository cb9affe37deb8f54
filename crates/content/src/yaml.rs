//! YAML 1.2 as a tree with line numbers: front matter, and files that are only read.
//!
//! The tree is built from the parser's events, so that depth and aliases are bounded before allocation. No alias is
//! ever replaced by a collection here. A [`Mode`] says what becomes of the features of YAML that no page needs.

mod emit;
mod entries;
mod scalar;

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Tag};

pub(crate) use emit::{entry, mapping, plain, same, text};
pub(crate) use entries::{Entry, entries};
pub use scalar::{Scalar, Typed};

/// The maximum nesting depth.
pub const MOST_DEPTH: usize = 64;
/// The maximum number of bytes that aliases may expand to in total.
const MOST_ALIASED: usize = 64 * 1024;

/// The error for a text that is not YAML, or uses an unsupported feature.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct YamlError {
    /// The line number, from 1.
    pub line: usize,
    /// The message for the author of the text.
    pub message: String,
}

/// The treatment of what is not a tree of one document with textual keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// For texts that are written again, of which nothing may be lost: a second document, a key that is not a scalar
    /// and an alias of a collection are errors. An alias of a scalar is replaced by a copy of it.
    Strict,
    /// For files that are only read: later documents are not read, entries with a key that is not a plain scalar are
    /// left out, and every alias stays a [`Value::Alias`].
    Lenient,
}

/// A value with its position.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The line on which it starts, from 1.
    pub line: usize,
    /// The identifier of its anchor; 0 if it has none.
    pub anchor: usize,
    /// The value itself.
    pub value: Value,
}

/// The kind and content of a value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A text, a number, a truth value or null.
    Scalar(Scalar),
    /// The items in order.
    List(Vec<Node>),
    /// The entries in order; of equal keys the last one counts.
    Map(Vec<(String, Node)>),
    /// A reference to the node with this anchor, in [`Mode::Lenient`].
    Alias(usize),
}

impl Node {
    /// Returns the value of a scalar; `None` for everything else.
    pub fn typed(&self) -> Option<Typed<'_>> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar.typed()),
            _ => None,
        }
    }

    /// Returns the text of a scalar, as it was written; `None` for null.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(scalar) if !self.is_null() => Some(&scalar.text),
            _ => None,
        }
    }

    /// Returns true for null.
    pub fn is_null(&self) -> bool {
        self.typed() == Some(Typed::Null)
    }

    pub(crate) fn boolean(&self) -> Option<bool> {
        match self.typed()? {
            Typed::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the value of a finite number.
    pub(crate) fn number(&self) -> Option<f64> {
        match self.typed()? {
            Typed::Integer(number) => Some(number as f64),
            Typed::Number(number) if number.is_finite() => Some(number),
            _ => None,
        }
    }

    /// Returns the entries of a mapping.
    pub fn map(&self) -> Option<&[(String, Node)]> {
        match &self.value {
            Value::Map(pairs) => Some(pairs),
            _ => None,
        }
    }

    /// Returns the value of a key in a mapping.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.map()?.iter().rev().find(|(name, _)| name == key).map(|(_, node)| node)
    }
}

/// Parses the only document of a text; `None` if the text is empty or only has comments.
pub(crate) fn parse(text: &str) -> Result<Option<Node>, YamlError> {
    read(text, Mode::Strict)
}

/// Parses the first document of a text; `None` if the text is empty or only has comments.
pub fn read(text: &str, mode: Mode) -> Result<Option<Node>, YamlError> {
    let mut parser = Parser::new_from_str(text);
    let mut builder = Builder { mode, open: Vec::new(), root: None, anchors: HashMap::new(), aliased: 0 };
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| broken(&error))?;
        let is_end = mode == Mode::Lenient && matches!(event, Event::DocumentEnd);
        if is_end {
            break;
        }
        let line = span.start.line();
        builder.take(event, line).map_err(|message| YamlError { line, message })?;
    }
    Ok(builder.root)
}

fn broken(error: &ScanError) -> YamlError {
    YamlError { line: error.marker().line(), message: error.info().to_owned() }
}

/// A collection under construction.
struct Open {
    node: Node,
    key: Key,
}

/// The key of the value that comes next in a mapping.
enum Key {
    /// The key itself comes next.
    Awaited,
    Known(String),
    /// A key with which the entry is left out.
    LeftOut,
}

struct Builder {
    mode: Mode,
    open: Vec<Open>,
    root: Option<Node>,
    /// The scalars with anchors, which aliases may stand for.
    anchors: HashMap<usize, Scalar>,
    aliased: usize,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, line: usize) -> Result<(), String> {
        match event {
            Event::DocumentStart(_) if self.root.is_some() => Err("a second document".to_owned()),
            Event::Scalar(text, style, anchor, tag) => {
                let scalar = scalar(text.into_owned(), style, tag.as_deref());
                if anchor > 0 && self.mode == Mode::Strict {
                    self.anchors.insert(anchor, scalar.clone());
                }
                self.scalar(line, anchor, scalar);
                Ok(())
            }
            Event::Alias(anchor) => self.alias(line, anchor),
            Event::SequenceStart(anchor, _) => self.begin(line, anchor, Value::List(Vec::new())),
            Event::MappingStart(anchor, _) => self.begin(line, anchor, Value::Map(Vec::new())),
            Event::SequenceEnd | Event::MappingEnd => {
                self.end();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Returns the mapping whose next key is awaited, if that is what comes next.
    fn awaiting_key(&mut self) -> Option<&mut Open> {
        self.open.last_mut().filter(|open| matches!((&open.node.value, &open.key), (Value::Map(_), Key::Awaited)))
    }

    fn scalar(&mut self, line: usize, anchor: usize, scalar: Scalar) {
        match self.awaiting_key() {
            Some(open) => open.key = Key::Known(scalar.text),
            None => self.add(Node { line, anchor, value: Value::Scalar(scalar) }),
        }
    }

    fn alias(&mut self, line: usize, anchor: usize) -> Result<(), String> {
        if self.mode == Mode::Lenient {
            match self.awaiting_key() {
                Some(open) => open.key = Key::LeftOut,
                None => self.add(Node { line, anchor: 0, value: Value::Alias(anchor) }),
            }
            return Ok(());
        }
        let scalar = self.anchors.get(&anchor).ok_or("an alias of a list or a mapping is not supported")?.clone();
        self.aliased += scalar.text.len();
        if self.aliased > MOST_ALIASED {
            return Err("aliases stand for too much".to_owned());
        }
        self.scalar(line, 0, scalar);
        Ok(())
    }

    fn begin(&mut self, line: usize, anchor: usize, value: Value) -> Result<(), String> {
        if self.mode == Mode::Strict && self.awaiting_key().is_some() {
            return Err("a key has to be a text".to_owned());
        }
        if self.open.len() == MOST_DEPTH {
            return Err(format!("nested deeper than {MOST_DEPTH} levels"));
        }
        self.open.push(Open { node: Node { line, anchor, value }, key: Key::Awaited });
        Ok(())
    }

    fn end(&mut self) {
        let Some(Open { node, .. }) = self.open.pop() else { return };
        match self.awaiting_key() {
            Some(open) => open.key = Key::LeftOut,
            None => self.add(node),
        }
    }

    fn add(&mut self, node: Node) {
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        let key = std::mem::replace(&mut open.key, Key::Awaited);
        match (&mut open.node.value, key) {
            (Value::List(items), _) => items.push(node),
            (Value::Map(pairs), Key::Known(key)) => pairs.push((key, node)),
            _ => {}
        }
    }
}

fn scalar(text: String, style: ScalarStyle, tag: Option<&Tag>) -> Scalar {
    let tag = tag.filter(|tag| tag.is_yaml_core_schema()).map(|tag| tag.suffix.to_string());
    let plain = style == ScalarStyle::Plain && tag.as_deref() != Some("str");
    Scalar { text, plain, tag: tag.filter(|_| plain) }
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
        for mode in [Mode::Strict, Mode::Lenient] {
            assert!(read(&nested(MOST_DEPTH), mode).is_ok());
            let error = read(&nested(MOST_DEPTH + 1), mode).unwrap_err();
            assert_eq!(error.to_string(), "line 1: nested deeper than 64 levels");
        }
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

    #[test]
    fn scalars_have_the_types_of_the_core_schema() {
        let yaml = "[~, Null, '', True, false, -7, +7, 0x1F, 0o17, 1.5, 1e3, .inf, .NaN, '1', yes, 1.2.3, inf,
            !!str 5, !!int 5, !!int x, !!float 5, !!timestamp 2020-01-01, !own 5, 9223372036854775808]";
        for mode in [Mode::Strict, Mode::Lenient] {
            let root = read(yaml, mode).unwrap().unwrap();
            let Value::List(items) = &root.value else { panic!("{root:?}") };
            let typed: Vec<_> = items.iter().map(|item| item.typed().unwrap()).collect();
            let text = Typed::Text;
            let mut expected = vec![Typed::Null, Typed::Null, text("")];
            expected.extend([true, false].map(Typed::Bool));
            expected.extend([-7, 7, 31, 15].map(Typed::Integer));
            expected.extend([1.5, 1000.0, f64::INFINITY].map(Typed::Number));
            assert_eq!(typed[..12], expected);
            assert!(matches!(typed[12], Typed::Number(number) if number.is_nan()));
            let expected = ["1", "yes", "1.2.3", "inf", "5"].map(text);
            assert_eq!(typed[13..18], expected);
            let five = Typed::Integer(5);
            let large = Typed::Number(9_223_372_036_854_775_808.0);
            assert_eq!(typed[18..], [five, text("x"), Typed::Number(5.0), text("2020-01-01"), five, large]);
        }
    }

    #[test]
    fn what_is_no_plain_tree_is_left_out_of_files_that_are_only_read() {
        let lenient = |text: &str| read(text, Mode::Lenient).unwrap().unwrap();
        let root = lenient("a: &a [x, x]\nb: &b [*a, *a]\nc: *b\n? {k: v}\n: 1\n? *b\n: 2\nd: 3\n...\n---\ne: 4\n");
        let keys: Vec<_> = root.map().unwrap().iter().map(|(key, node)| (key.as_str(), node.line)).collect();
        assert_eq!(keys, [("a", 1), ("b", 2), ("c", 3), ("d", 8)]);
        assert_eq!(root.get("c").unwrap().value, Value::Alias(root.get("b").unwrap().anchor));
        assert_eq!(read("# nothing\n", Mode::Lenient), Ok(None));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn any_text_is_parsed_or_refused(text in "[-a:, \\n\\t'\"\\[\\]{}#&*!|>?%@`~<.0é\\\\]{0,40}") {
            let (strict, lenient) = (parse(&text), read(&text, Mode::Lenient));
            // What is accepted whole has nothing that may be left out.
            if let (Ok(strict), false) = (&strict, text.contains('*')) {
                prop_assert_eq!(Ok(strict), lenient.as_ref());
            }
        }

        #[test]
        fn any_characters_are_parsed_or_refused(text: String) {
            let _ = parse(&text);
        }
    }
}
