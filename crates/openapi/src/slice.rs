//! Slices: documents with one operation or a few schemas, and the shared objects that these refer to.
//!
//! A slice has everything where the whole document has it, so references lead to the same places. Its cost follows what
//! it holds: parts beyond the bounds are left out, the nearest ones stay. A slice has all that its document has; for readers
//! it is one of the [public](crate::public) document.

use std::collections::{HashSet, VecDeque};
use std::ops::Range;

use serde_json::{Map, Value};

use crate::index::{Call, Index, Operation};
use crate::place::METHODS;
use crate::scan::members;

/// The maximum number of shared objects of a slice.
const MOST_UNITS: usize = 500;
/// The maximum number of bytes of a slice.
const MOST_BYTES: usize = 2 << 20;
/// The maximum number of references of a slice that are looked at.
const MOST_REFERENCES: usize = 20_000;

/// A function that reads a part of a bundled document.
pub type Load<'l, E> = dyn FnMut(Range<usize>) -> Result<Vec<u8>, E> + 'l;

impl Index {
    /// Returns a document with one operation; `None` if there is no such operation.
    ///
    /// # Errors
    /// Those of `load`.
    pub fn operation_slice<E>(&self, call: &Call, load: &mut Load<'_, E>) -> Result<Option<Value>, E> {
        let Some(operation) = self.operation(call) else { return Ok(None) };
        let mut slice = Slice::new(self, load);
        let Some(item) = slice.item(operation)? else { return Ok(None) };
        let group = if call.is_webhook { "webhooks" } else { "paths" };
        slice.security(&item[&call.method]);
        slice.require(&item);
        let items = Map::from_iter([(call.path.clone(), item)]);
        slice.root.insert(group.to_owned(), Value::Object(items));
        slice.complete().map(Some)
    }

    /// Returns a document with the schemas of these names, as far as there are any.
    ///
    /// # Errors
    /// Those of `load`.
    pub fn schemas_slice<E>(&self, names: &[String], load: &mut Load<'_, E>) -> Result<Value, E> {
        let mut slice = Slice::new(self, load);
        for schema in names.iter().filter_map(|name| self.schema(name)) {
            slice.open.push_back(schema.pointer.clone());
        }
        slice.complete()
    }
}

/// A slice under construction.
struct Slice<'i, 'l, 'f, E> {
    index: &'i Index,
    load: &'l mut Load<'f, E>,
    root: Map<String, Value>,
    /// The pointers still to be followed, the nearest first.
    open: VecDeque<String>,
    taken: HashSet<String>,
    bytes_left: usize,
    references_left: usize,
}

impl<'i, 'l, 'f, E> Slice<'i, 'l, 'f, E> {
    fn new(index: &'i Index, load: &'l mut Load<'f, E>) -> Self {
        Self {
            index,
            load,
            root: index.head.clone(),
            open: VecDeque::new(),
            taken: HashSet::new(),
            bytes_left: MOST_BYTES,
            references_left: MOST_REFERENCES,
        }
    }

    /// Returns the path item of an operation, without its other operations.
    fn item(&mut self, operation: &Operation) -> Result<Option<Value>, E> {
        let Some(own) = self.read(&operation.at)? else { return Ok(None) };
        let mut item = Map::new();
        if operation.item.len() <= self.bytes_left {
            let text = (self.load)(operation.item.clone())?;
            let shared = members(&text, 0..text.len());
            let is_shared = |name: &str| !METHODS.contains(&name) && name != "additionalOperations";
            for (name, at) in shared.into_iter().filter(|(name, _)| is_shared(name)) {
                if let Ok(value) = serde_json::from_slice(&text[at]) {
                    item.insert(name, value);
                }
            }
        }
        item.insert(operation.call.method.clone(), own);
        Ok(Some(Value::Object(item)))
    }

    /// Reads a value, if it is within what is left.
    fn read(&mut self, at: &Range<usize>) -> Result<Option<Value>, E> {
        let Some(left) = self.bytes_left.checked_sub(at.len()) else { return Ok(None) };
        self.bytes_left = left;
        Ok(serde_json::from_slice(&(self.load)(at.clone())?).ok())
    }

    /// Requires the authorization schemes of an operation.
    fn security(&mut self, operation: &Value) {
        let stated = operation.get("security").or_else(|| self.root.get("security"));
        let all = stated.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
        for name in all.flat_map(Map::keys).take(100) {
            let name = name.replace('~', "~0").replace('/', "~1");
            self.open.push_back(format!("/components/securitySchemes/{name}"));
            self.open.push_back(format!("/securityDefinitions/{name}"));
        }
    }

    /// Requires everything that a value refers to.
    fn require(&mut self, value: &Value) {
        match value {
            Value::Object(object) => {
                if let Some(fragment) = object.get("$ref").and_then(Value::as_str).and_then(|it| it.strip_prefix('#'))
                    && self.references_left > 0
                {
                    self.references_left -= 1;
                    self.open.push_back(fragment.to_owned());
                }
                object.values().for_each(|value| self.require(value));
            }
            Value::Array(items) => items.iter().for_each(|value| self.require(value)),
            _ => {}
        }
    }

    /// Adds everything that is required, and returns the slice.
    fn complete(mut self) -> Result<Value, E> {
        while let Some(fragment) = self.open.pop_front().filter(|_| self.taken.len() < MOST_UNITS) {
            let decoded = || crate::pointer::of_fragment(&fragment);
            let index = self.index;
            let known = index.unit(&fragment).map(|(pointer, at)| (pointer.to_owned(), at));
            let known = known.or_else(|| index.unit(&decoded()?).map(|(pointer, at)| (pointer.to_owned(), at)));
            let Some((pointer, at)) = known.filter(|(pointer, _)| !self.taken.contains(pointer)) else { continue };
            self.taken.insert(pointer.clone());
            if let Some(value) = self.read(&at)? {
                self.require(&value);
                insert(&mut self.root, &pointer, value);
            }
        }
        Ok(Value::Object(self.root))
    }
}

/// Inserts a value at a pointer, unless something is there.
fn insert(root: &mut Map<String, Value>, pointer: &str, value: Value) {
    let mut parts: Vec<String> =
        pointer.split('/').skip(1).map(|it| it.replace("~1", "/").replace("~0", "~")).collect();
    let Some(last) = parts.pop() else { return };
    let mut at = root;
    for part in parts {
        let below = at.entry(part).or_insert_with(|| Value::Object(Map::new()));
        let Value::Object(below) = below else { return };
        at = below;
    }
    at.entry(last).or_insert(value);
}
