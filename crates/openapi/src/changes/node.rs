//! Values of a document with the pointers that lead to them.

use std::borrow::Cow;
use std::io;
use std::rc::Rc;
use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::contents::target;
use crate::pointer;

/// The maximum number of references from one value to the next.
const MOST_HOPS: usize = 16;
/// The maximum length of a value that is shown, in bytes.
const MOST_SHOWN: usize = 300;

/// A value of a document.
#[derive(Debug, Clone)]
pub(super) struct Node<'a> {
    pub(super) value: &'a Value,
    way: Option<Rc<Step<'a>>>,
}

/// The last step of the way to a value.
#[derive(Debug)]
struct Step<'a> {
    above: Option<Rc<Step<'a>>>,
    part: Part<'a>,
}

#[derive(Debug)]
enum Part<'a> {
    Member(&'a str),
    Item(usize),
    /// A whole pointer, which a reference has.
    Target(Cow<'a, str>),
}

impl<'a> Node<'a> {
    pub(super) fn root(value: &'a Value) -> Self {
        Self { value, way: None }
    }

    /// Returns a schema that allows everything, in the place of this value.
    pub(super) fn anything(&self) -> Self {
        static ANYTHING: LazyLock<Value> = LazyLock::new(|| Value::Object(Map::new()));
        Self { value: &ANYTHING, way: self.way.clone() }
    }

    fn below(&self, part: Part<'a>, value: &'a Value) -> Self {
        Self { value, way: Some(Rc::new(Step { above: self.way.clone(), part })) }
    }

    /// Returns a member.
    pub(super) fn get(&self, name: &str) -> Option<Self> {
        let (name, value) = self.value.as_object()?.get_key_value(name)?;
        Some(self.below(Part::Member(name), value))
    }

    /// Returns the members of a value that is an object.
    pub(super) fn members(&self) -> impl Iterator<Item = (&'a str, Self)> {
        let members = self.value.as_object().into_iter().flatten();
        members.map(|(name, value)| (name.as_str(), self.below(Part::Member(name), value)))
    }

    /// Returns the items of a value that is an array.
    pub(super) fn items(&self) -> impl Iterator<Item = Self> {
        let items = self.value.as_array().into_iter().flatten().enumerate();
        items.map(|(at, value)| self.below(Part::Item(at), value))
    }

    /// Returns the members of a member.
    pub(super) fn map(&self, name: &str) -> Vec<(&'a str, Self)> {
        self.get(name).iter().flat_map(Self::members).collect()
    }

    /// Returns the items of a member.
    pub(super) fn list(&self, name: &str) -> Vec<Self> {
        self.get(name).iter().flat_map(Self::items).collect()
    }

    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        self.value.get(name)?.as_str()
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.value.get(name).and_then(Value::as_bool) == Some(true)
    }

    /// Returns the target of a value that is a reference within the document.
    pub(super) fn target(&self, document: &'a Value) -> Option<Self> {
        let reference = self.text("$ref")?;
        let value = target(document, reference)?;
        let fragment = reference.strip_prefix('#')?;
        let is_plain = document.pointer(fragment).is_some();
        let pointer = if is_plain { Cow::Borrowed(fragment) } else { Cow::Owned(pointer::of_fragment(fragment)?) };
        Some(Self { value, way: Some(Rc::new(Step { above: None, part: Part::Target(pointer) })) })
    }

    /// Follows the references of a value as far as they lead.
    pub(super) fn resolved(&self, document: &'a Value) -> Self {
        let mut at = self.clone();
        for _ in 0..MOST_HOPS {
            let Some(next) = at.target(document) else { break };
            at = next;
        }
        at
    }

    /// Returns the pointer to the value.
    pub(super) fn pointer(&self) -> String {
        let mut steps = Vec::new();
        let mut at = self.way.as_deref();
        while let Some(step) = at {
            steps.push(&step.part);
            at = step.above.as_deref();
        }
        let mut text = String::new();
        for part in steps.into_iter().rev() {
            match part {
                Part::Target(pointer) => text.push_str(pointer),
                Part::Item(at) => text.push_str(&format!("/{at}")),
                Part::Member(name) => {
                    text.push('/');
                    pointer::push_escaped(&mut text, name);
                }
            }
        }
        text
    }
}

/// Returns the beginning of a value as JSON.
pub(super) fn shown(value: &Value) -> String {
    let mut start = Start(Vec::new());
    let is_whole = serde_json::to_writer(&mut start, value).is_ok();
    let mut text = match String::from_utf8(start.0) {
        Ok(text) => text,
        Err(error) => {
            let end = error.utf8_error().valid_up_to();
            String::from_utf8_lossy(&error.into_bytes()[..end]).into_owned()
        }
    };
    if !is_whole {
        text.push('…');
    }
    text
}

/// The first bytes of a text; writing more fails.
struct Start(Vec<u8>);

impl io::Write for Start {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = MOST_SHOWN - self.0.len();
        if left == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let taken = bytes.len().min(left);
        self.0.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
