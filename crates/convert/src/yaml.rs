//! A YAML reader for configuration files and API descriptions: the first document, as a tree with line numbers.
//!
//! The tree is built from events, so nesting is bounded before anything is built. Aliases are not expanded here: they
//! stay [`Kind::Alias`], which no reader of configuration accepts. [`json`] expands them within its own bounds.

pub(crate) mod json;

use saphyr::Scalar;
use saphyr_parser::{Event, Parser};

use crate::error::Error;

const MOST_DEPTH: usize = 64;

/// A value with the line at which it starts.
#[derive(Debug)]
pub(crate) struct Value {
    pub(crate) line: u32,
    /// The identifier of the value's anchor; 0 if it has none.
    anchor: usize,
    pub(crate) kind: Kind,
}

/// The kind and content of a value.
#[derive(Debug)]
pub(crate) enum Kind {
    Null,
    Bool(bool),
    Integer(i64),
    Number(f64),
    Text(String),
    List(Vec<Value>),
    /// The pairs in order. A key that is no scalar is left out with its value.
    Map(Vec<(String, Value)>),
    /// A reference to the value with this anchor.
    Alias(usize),
}

impl Value {
    /// Returns the last value with the key `key` of a map.
    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        match &self.kind {
            Kind::Map(pairs) => pairs.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }
}

/// Parses the first document of a file; an empty file is null.
pub(crate) fn parse(path: &str, bytes: &[u8]) -> Result<Value, Error> {
    let broken = |line, message| Error::Yaml { path: path.to_owned(), line, message };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        broken(1 + lines(before), "not UTF-8".to_owned())
    })?;
    let mut parser = Parser::new_from_str(text.strip_prefix('\u{feff}').unwrap_or(text));
    let mut builder = Builder::default();
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| broken(number(error.marker().line()), error.info().to_owned()))?;
        if matches!(event, Event::DocumentEnd) {
            break;
        }
        builder.take(event, number(span.start.line())).map_err(|(line, message)| broken(line, message))?;
    }
    Ok(builder.root.unwrap_or(Value { line: 1, anchor: 0, kind: Kind::Null }))
}

fn lines(bytes: &[u8]) -> u32 {
    number(bytes.iter().filter(|&&byte| byte == b'\n').count())
}

fn number(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

/// A list or map whose end is not reached yet.
struct Frame {
    value: Value,
    /// The key whose value comes next in a map; `Some(None)` for a key that is no scalar.
    key: Option<Option<String>>,
}

#[derive(Default)]
struct Builder {
    open: Vec<Frame>,
    root: Option<Value>,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, line: u32) -> Result<(), (u32, String)> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                if self.awaits_key() {
                    self.key(Some(text.into_owned()));
                } else {
                    let scalar = Scalar::parse_from_cow_and_metadata(text, style, tag.as_ref());
                    let kind = scalar.map(kind).ok_or((line, "the value does not fit its tag".to_owned()))?;
                    self.value(Value { line, anchor, kind });
                }
            }
            Event::Alias(_) if self.awaits_key() => self.key(None),
            Event::Alias(id) => self.value(Value { line, anchor: 0, kind: Kind::Alias(id) }),
            Event::SequenceStart(anchor, _) => self.begin(line, anchor, Kind::List(Vec::new()))?,
            Event::MappingStart(anchor, _) => self.begin(line, anchor, Kind::Map(Vec::new()))?,
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            _ => {}
        }
        Ok(())
    }

    fn awaits_key(&self) -> bool {
        self.open.last().is_some_and(|frame| matches!(frame.value.kind, Kind::Map(_)) && frame.key.is_none())
    }

    fn key(&mut self, key: Option<String>) {
        if let Some(frame) = self.open.last_mut() {
            frame.key = Some(key);
        }
    }

    fn begin(&mut self, line: u32, anchor: usize, kind: Kind) -> Result<(), (u32, String)> {
        if self.open.len() == MOST_DEPTH {
            return Err((line, format!("nested deeper than {MOST_DEPTH} levels")));
        }
        self.open.push(Frame { value: Value { line, anchor, kind }, key: None });
        Ok(())
    }

    fn end(&mut self) {
        let Some(frame) = self.open.pop() else {
            return;
        };
        if self.awaits_key() {
            self.key(None);
        } else {
            self.value(frame.value);
        }
    }

    fn value(&mut self, value: Value) {
        let Some(frame) = self.open.last_mut() else {
            self.root.get_or_insert(value);
            return;
        };
        match (&mut frame.value.kind, frame.key.take()) {
            (Kind::List(items), _) => items.push(value),
            (Kind::Map(pairs), Some(Some(key))) => pairs.push((key, value)),
            _ => {}
        }
    }
}

fn kind(scalar: Scalar<'_>) -> Kind {
    match scalar {
        Scalar::Null => Kind::Null,
        Scalar::Boolean(value) => Kind::Bool(value),
        Scalar::Integer(value) => Kind::Integer(value),
        Scalar::FloatingPoint(value) => Kind::Number(value.into_inner()),
        Scalar::String(value) => Kind::Text(value.into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_has_the_line() {
        let error = parse("c.yaml", b"a: 1\nb: [1, 2\nc: }\n").unwrap_err();
        assert!(matches!(error, Error::Yaml { line: 3, .. }), "{error}");
        let error = parse("c.yaml", b"a: 1\nb: \xff\n").unwrap_err();
        assert!(matches!(error, Error::Yaml { line: 2, .. }), "{error}");
    }

    #[test]
    fn depth_is_bounded() {
        let error = parse("c.yaml", "[".repeat(100_000).as_bytes()).unwrap_err();
        assert!(matches!(error, Error::Yaml { .. }), "{error}");
        assert!(parse("c.yaml", format!("{}{}", "[".repeat(64), "]".repeat(64)).as_bytes()).is_ok());
    }

    #[test]
    fn aliases_are_not_expanded() {
        let value = parse("c.yaml", b"a: &a [x, x]\nb: &b [*a, *a]\nc: *b\n").unwrap();
        assert!(matches!(value.get("c").unwrap().kind, Kind::Alias(_)));
    }

    #[test]
    fn keys_that_are_no_scalars_are_left_out() {
        let value = parse("c.yaml", b"? {a: b}\n: 1\nc: 2\n").unwrap();
        let Kind::Map(pairs) = &value.kind else { panic!("{value:?}") };
        assert_eq!(pairs.len(), 1);
        assert_eq!((pairs[0].0.as_str(), pairs[0].1.line), ("c", 3));
    }
}
