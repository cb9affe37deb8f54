//! JSON objects read field by field, with the path of an invalid value.

use serde_json::{Map, Value};

use crate::document::model::{Num, Word};

/// The reason why a JSON value is not a document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {problem}")]
pub struct Invalid {
    /// The path of the offending field: `nodes[3].nodes[0].data.style`.
    pub path: String,
    /// A description of the problem and of a valid value.
    pub problem: String,
}

/// A position in the JSON, as a chain on the stack: the path is only written out for an error.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    above: Option<&'a At<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Root,
    Field(&'a str),
    Item(usize),
}

impl<'a> At<'a> {
    pub(super) const ROOT: At<'static> = At { above: None, step: Step::Root };

    pub(super) fn field(&'a self, name: &'a str) -> Self {
        Self { above: Some(self), step: Step::Field(name) }
    }

    pub(super) fn item(&'a self, at: usize) -> Self {
        Self { above: Some(self), step: Step::Item(at) }
    }

    pub(super) fn invalid(&self, problem: impl Into<String>) -> Invalid {
        let mut path = String::new();
        self.write(&mut path);
        Invalid { path: if path.is_empty() { "document".to_owned() } else { path }, problem: problem.into() }
    }

    fn write(&self, path: &mut String) {
        if let Some(above) = self.above {
            above.write(path);
        }
        match self.step {
            Step::Root => {}
            Step::Field(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
            }
            Step::Item(at) => path.push_str(&format!("[{at}]")),
        }
    }
}

/// The fields of an object that have not been read yet.
pub(super) struct Object<'a> {
    pub(super) at: At<'a>,
    fields: Map<String, Value>,
}

impl<'a> Object<'a> {
    pub(super) fn new(value: Value, at: At<'a>) -> Result<Self, Invalid> {
        match value {
            Value::Object(fields) => Ok(Self { at, fields }),
            _ => Err(at.invalid("must be an object")),
        }
    }

    /// Requires `object` to be this kind.
    pub(super) fn demand(&mut self, kind: &str) -> Result<(), Invalid> {
        match self.text("object")? {
            Some(found) if found == kind => Ok(()),
            _ => Err(self.at.field("object").invalid(format!("must be `{kind}`"))),
        }
    }

    /// Takes the value of a field, unless it is absent or null.
    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        // The others stay in their order.
        self.fields.shift_remove(name).filter(|value| !value.is_null())
    }

    pub(super) fn missing(&self, name: &str) -> Invalid {
        self.at.field(name).invalid("is missing")
    }

    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, Invalid> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.at.field(name).invalid("must be text")),
        }
    }

    pub(super) fn some_text(&mut self, name: &str) -> Result<Option<String>, Invalid> {
        Ok(self.text(name)?.filter(|text| !text.is_empty()))
    }

    pub(super) fn required_text(&mut self, name: &str) -> Result<String, Invalid> {
        self.text(name)?.ok_or_else(|| self.missing(name))
    }

    pub(super) fn flag(&mut self, name: &str) -> Result<Option<bool>, Invalid> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(flag)),
            Some(_) => Err(self.at.field(name).invalid("must be true or false")),
        }
    }

    /// Reads `raw`: true if the text is source. If `raw` is a text, it is the source and replaces `text`.
    pub(super) fn raw(&mut self, text: &mut String) -> Result<bool, Invalid> {
        match self.take("raw") {
            None => Ok(false),
            Some(Value::Bool(raw)) => Ok(raw),
            Some(Value::String(source)) => {
                *text = source;
                Ok(true)
            }
            Some(_) => Err(self.at.field("raw").invalid("must be true, false or text")),
        }
    }

    pub(super) fn number(&mut self, name: &str) -> Result<Option<Num>, Invalid> {
        match self.take(name) {
            None => Ok(None),
            Some(value) => num(&value).map(Some).ok_or_else(|| self.at.field(name).invalid("must be a number")),
        }
    }

    pub(super) fn word<W: Word>(&mut self, name: &str) -> Result<Option<W>, Invalid> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let known = value.as_str().and_then(W::of);
        known.map(Some).ok_or_else(|| {
            let words: Vec<&str> = W::ALL.iter().map(|(_, word)| *word).collect();
            self.at.field(name).invalid(format!("must be one of {}", words.join(", ")))
        })
    }

    pub(super) fn list(&mut self, name: &str) -> Result<Vec<Value>, Invalid> {
        match self.take(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) => Ok(items),
            Some(_) => Err(self.at.field(name).invalid("must be a list")),
        }
    }

    pub(super) fn texts(&mut self, name: &str) -> Result<Vec<String>, Invalid> {
        let at = self.at;
        let field = at.field(name);
        texts(self.list(name)?, &field)
    }

    /// Puts back a list that was read in part.
    pub(super) fn put_back(&mut self, name: &str, items: Vec<Value>) {
        self.fields.insert(name.to_owned(), Value::Array(items));
    }

    /// Returns the fields that were not read.
    pub(super) fn rest(self) -> Map<String, Value> {
        self.fields
    }
}

pub(super) fn texts(items: Vec<Value>, at: &At<'_>) -> Result<Vec<String>, Invalid> {
    let text = |(n, item)| match item {
        Value::String(text) => Ok(text),
        _ => Err(at.item(n).invalid("must be text")),
    };
    items.into_iter().enumerate().map(text).collect()
}

pub(super) fn num(value: &Value) -> Option<Num> {
    value.as_f64().and_then(Num::new)
}
