//! Slices: documents with one operation or a few schemas, and the shared objects that these refer to.
//!
//! A slice has everything where the whole document has it, so references lead to the same places. Its cost follows what
//! it holds: parts beyond the bounds are left out, the nearest ones stay.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use serde_json::{Map, Value};

use crate::hidden::{Names, Removal, hide_in_head, is_marked};
use crate::index::{Call, Index, Operation};
use crate::place::{Kind, METHODS, Place};
use crate::pointer;
use crate::scan::members;

/// The maximum number of shared objects of a slice.
const MOST_UNITS: usize = 500;
/// The maximum number of bytes of a slice.
const MOST_BYTES: usize = 2 << 20;
/// The maximum number of references of a slice that are looked at.
const MOST_REFERENCES: usize = 20_000;

/// The maximum number of references from one value to the next.
const MOST_HOPS: usize = 16;

/// The parts of a document that a slice may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum View {
    /// Those for readers: nothing that is marked with `x-internal`, and nothing that names it.
    Public,
    /// All of them.
    Everything,
}

/// A function that reads a part of a bundled document.
pub type Load<'l, E> = dyn FnMut(Range<usize>) -> Result<Vec<u8>, E> + 'l;

impl Index {
    /// Returns a document with one operation; `None` if there is no such operation in this view.
    ///
    /// # Errors
    /// Those of `load`.
    pub fn operation_slice<E>(&self, call: &Call, view: View, load: &mut Load<'_, E>) -> Result<Option<Value>, E> {
        let found = match view {
            View::Public => self.shown_operation(call),
            View::Everything => self.operation(call),
        };
        let Some(operation) = found else { return Ok(None) };
        let mut slice = Slice::new(self, view, load);
        let Some(item) = slice.item(operation)? else { return Ok(None) };
        let group = if call.is_webhook { "webhooks" } else { "paths" };
        slice.security(&item[&call.method]);
        slice.require(&item);
        let items = Map::from_iter([(call.path.clone(), item)]);
        slice.root.insert(group.to_owned(), Value::Object(items));
        slice.complete().map(Some)
    }

    /// Returns a document with the schemas of these names, as far as there are any in this view.
    ///
    /// # Errors
    /// Those of `load`.
    pub fn schemas_slice<E>(&self, names: &[String], view: View, load: &mut Load<'_, E>) -> Result<Value, E> {
        let mut slice = Slice::new(self, view, load);
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
    /// True if parts are to be removed.
    hides: bool,
    /// The names of the properties that were removed and kept.
    names: Names,
}

impl<'i, 'l, 'f, E> Slice<'i, 'l, 'f, E> {
    fn new(index: &'i Index, view: View, load: &'l mut Load<'f, E>) -> Self {
        Self {
            index,
            load,
            root: index.head.clone(),
            open: VecDeque::new(),
            taken: HashSet::new(),
            bytes_left: MOST_BYTES,
            references_left: MOST_REFERENCES,
            hides: view == View::Public && index.hidden.has_marks,
            names: Names::default(),
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
        let mut item = Value::Object(item);
        self.hide(&mut item, Some(Kind::PathItem.one()))?;
        Ok(Some(item))
    }

    /// Removes what readers do not get from a part that stands at a place.
    fn hide(&mut self, part: &mut Value, place: Option<Place>) -> Result<(), E> {
        if !self.hides {
            return Ok(());
        }
        let (index, load) = (self.index, &mut *self.load);
        let mut known: HashMap<String, Value> = HashMap::new();
        let mut bytes_left = self.bytes_left;
        let mut leads = |reference: &str| leads(index, reference, MOST_HOPS, (&mut known, &mut bytes_left, &mut *load));
        let mut removal = Removal::new(&index.hidden, &mut leads);
        removal.within(part, place)?;
        self.names.add(removal.into_names());
        Ok(())
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
            if self.hides && index.hidden.units.contains(&pointer) {
                continue;
            }
            if let Some(mut value) = self.read(&at)? {
                self.hide(&mut value, Place::at(&pointer))?;
                self.require(&value);
                insert(&mut self.root, &pointer, value);
            }
        }
        let mut slice = Value::Object(std::mem::take(&mut self.root));
        if self.hides {
            hide_in_head(&mut slice, &self.index.hidden);
            self.names.remove_from(&mut slice, Kind::Root.one());
        }
        Ok(slice)
    }
}

/// Returns true if a reference leads to, or into, something hidden. Shared objects that are references to hidden ones are
/// known; others are loaded where the reference leads into them. More bytes or references than the bounds count as hidden.
fn leads<E>(
    index: &Index,
    reference: &str,
    hops: usize,
    (known, bytes_left, load): (&mut HashMap<String, Value>, &mut usize, &mut Load<'_, E>),
) -> Result<bool, E> {
    let Some(fragment) = reference.strip_prefix('#') else { return Ok(false) };
    if hops == 0 {
        return Ok(true);
    }
    let decoded = pointer::of_fragment(fragment);
    let found = [Some(fragment), decoded.as_deref()].into_iter().flatten();
    let mut found = found.filter_map(|fragment| Some((fragment, index.unit(fragment)?)));
    let Some((fragment, (unit, at))) = found.next() else { return Ok(false) };
    if index.hidden.units.contains(unit) {
        return Ok(true);
    }
    let rest = &fragment[unit.len()..];
    if rest.is_empty() {
        return Ok(false);
    }
    if !known.contains_key(unit) {
        // What is not read may be hidden.
        let Some(left) = bytes_left.checked_sub(at.len()) else { return Ok(true) };
        *bytes_left = left;
        let Ok(value) = serde_json::from_slice(&load(at)?) else { return Ok(true) };
        known.insert(unit.to_owned(), value);
    }
    let mut target = &known[unit];
    for part in rest.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        let below = match target {
            Value::Object(members) => members.get(&part),
            Value::Array(items) => part.parse::<usize>().ok().and_then(|at| items.get(at)),
            _ => None,
        };
        let Some(below) = below else { return Ok(false) };
        if is_marked(below) {
            return Ok(true);
        }
        target = below;
    }
    match target.get("$ref").and_then(Value::as_str).map(str::to_owned) {
        Some(next) => leads(index, &next, hops - 1, (known, bytes_left, load)),
        None => Ok(false),
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
