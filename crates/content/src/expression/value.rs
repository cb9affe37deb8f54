//! Values of expressions, as in JavaScript, except that they never change.
//!
//! Texts are UTF-16 code units, because lengths and indices count those and a single surrogate is a text too. Arrays
//! and objects are shared and equal only to themselves. Since nothing is ever assigned, no value contains itself, and
//! none is nested deeper than [`MOST_DEPTH`], so that walking and dropping a value need little stack. Conversions
//! between values are in `convert`.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::natives::{Global, Method, ReceiverKind};
use super::syntax::Arrow;

/// The maximum nesting of arrays, objects and functions.
pub const MOST_DEPTH: u16 = 128;

/// The maximum number of members of an object that is searched linearly; larger ones have a hash index.
const MOST_SEARCHED: usize = 8;

/// The error for a value that is nested deeper than [`MOST_DEPTH`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a value is nested deeper than {MOST_DEPTH} levels")]
pub struct TooDeep;

/// A value that an expression reads or returns.
///
/// A value that an expression made may contain the same part many times, so it can be far larger when it is written out
/// than it is in memory: code that walks it has to bound the walk.
#[derive(Debug, Clone)]
pub enum Value {
    Undefined,
    Null,
    Boolean(bool),
    Number(f64),
    String(Text),
    Array(Array),
    Object(Object),
    Function(Function),
}

/// A text of UTF-16 code units; surrogates need not be paired. `Display` writes U+FFFD for unpaired ones.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(Arc<[u16]>);

/// A sequence of values, without holes.
#[derive(Debug, Clone)]
pub struct Array(Arc<Items>);

/// Members in JavaScript's order: keys that are array indices in numeric order, then the others in insertion order.
#[derive(Debug, Clone)]
pub struct Object(Arc<Members>);

/// A built-in function or an arrow function.
#[derive(Debug, Clone)]
pub struct Function(pub(super) Callable);

#[derive(Debug, Clone)]
pub(super) enum Callable {
    Global(Global),
    Method(ReceiverKind, Method),
    Arrow(Arc<Closure>),
}

#[derive(Debug)]
struct Items {
    values: Vec<Value>,
    depth: u16,
}

#[derive(Debug)]
struct Members {
    entries: Vec<(Text, Value)>,
    /// The positions by key; empty if there are few entries.
    index: HashMap<Text, usize>,
    depth: u16,
}

/// An arrow function and the enclosing parameters.
#[derive(Debug)]
pub(super) struct Closure {
    pub(super) arrow: Arc<Arrow>,
    pub(super) frame: Option<Arc<Frame>>,
}

/// The arguments of a call, and the enclosing frame.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) values: Vec<Value>,
    pub(super) outer: Option<Arc<Frame>>,
    depth: u16,
}

impl Value {
    /// Creates an array.
    pub fn array(values: impl IntoIterator<Item = Value>) -> Result<Self, TooDeep> {
        let values: Vec<Value> = values.into_iter().collect();
        let depth = deeper(values.iter().map(Value::depth))?;
        Ok(Self::Array(Array(Arc::new(Items { values, depth }))))
    }

    /// Creates an object; of equal keys the last value counts.
    pub fn object<K: Into<Text>>(members: impl IntoIterator<Item = (K, Value)>) -> Result<Self, TooDeep> {
        let entries = ordered(members.into_iter().map(|(key, value)| (key.into(), value)));
        let depth = deeper(entries.iter().map(|(_, value)| value.depth()))?;
        let index = if entries.len() > MOST_SEARCHED { positions(&entries) } else { HashMap::new() };
        Ok(Self::Object(Object(Arc::new(Members { entries, index, depth }))))
    }

    /// Returns true if the value is truthy.
    pub fn is_truthy(&self) -> bool {
        match self {
            Self::Undefined | Self::Null => false,
            Self::Boolean(boolean) => *boolean,
            Self::Number(number) => *number != 0.0 && !number.is_nan(),
            Self::String(text) => !text.units().is_empty(),
            Self::Array(_) | Self::Object(_) | Self::Function(_) => true,
        }
    }

    /// Returns true if the value is null or undefined.
    pub fn is_nullish(&self) -> bool {
        matches!(self, Self::Undefined | Self::Null)
    }

    fn depth(&self) -> u16 {
        match self {
            Self::Array(array) => array.0.depth,
            Self::Object(object) => object.0.depth,
            Self::Function(Function(Callable::Arrow(closure))) => closure.frame.as_ref().map_or(1, |frame| frame.depth),
            _ => 0,
        }
    }
}

impl From<bool> for Value {
    fn from(boolean: bool) -> Self {
        Self::Boolean(boolean)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl From<Text> for Value {
    fn from(text: Text) -> Self {
        Self::String(text)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.encode_utf16().collect())
    }
}

impl From<Vec<u16>> for Text {
    fn from(units: Vec<u16>) -> Self {
        Self(units.into())
    }
}

impl From<&[u16]> for Text {
    fn from(units: &[u16]) -> Self {
        Self(units.into())
    }
}

impl Text {
    /// Returns the code units.
    pub fn units(&self) -> &[u16] {
        &self.0
    }

    /// Returns true if both share the same memory, so that they need not be compared.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf16_lossy(&self.0))
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), f)
    }
}

impl Array {
    /// Returns the values in order.
    pub fn values(&self) -> &[Value] {
        &self.0.values
    }

    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Object {
    /// Returns the members in order.
    pub fn entries(&self) -> &[(Text, Value)] {
        &self.0.entries
    }

    /// Returns the value of a member.
    pub fn get(&self, key: &Text) -> Option<&Value> {
        let entries = &self.0.entries;
        if entries.len() > MOST_SEARCHED {
            return self.0.index.get(key).map(|&position| &entries[position].1);
        }
        entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Function {
    pub(super) fn is(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Callable::Arrow(one), Callable::Arrow(other)) => Arc::ptr_eq(one, other),
            (Callable::Global(one), Callable::Global(other)) => one == other,
            (Callable::Method(kind, one), Callable::Method(other_kind, other)) => (kind, one) == (other_kind, other),
            _ => false,
        }
    }
}

impl Frame {
    pub(super) fn new(values: Vec<Value>, outer: Option<Arc<Frame>>) -> Result<Self, TooDeep> {
        let around = outer.as_ref().map_or(0, |frame| frame.depth);
        let depth = deeper(values.iter().map(Value::depth).chain([around]))?;
        Ok(Self { values, outer, depth })
    }
}

fn deeper(inside: impl Iterator<Item = u16>) -> Result<u16, TooDeep> {
    let depth = inside.max().unwrap_or(0) + 1;
    if depth > MOST_DEPTH { Err(TooDeep) } else { Ok(depth) }
}

fn positions(entries: &[(Text, Value)]) -> HashMap<Text, usize> {
    entries.iter().enumerate().map(|(position, (key, _))| (key.clone(), position)).collect()
}

/// Removes duplicate keys and sorts members in JavaScript's order.
fn ordered(members: impl Iterator<Item = (Text, Value)>) -> Vec<(Text, Value)> {
    let mut entries: Vec<(Text, Value)> = Vec::with_capacity(members.size_hint().0);
    let mut seen: HashMap<Text, usize> = HashMap::new();
    for (key, value) in members {
        if entries.len() == MOST_SEARCHED {
            seen = positions(&entries);
        }
        let earlier = match entries.len() {
            ..MOST_SEARCHED => entries.iter().position(|(name, _)| *name == key),
            _ => seen.get(&key).copied(),
        };
        if let Some(position) = earlier {
            entries[position].1 = value;
            continue;
        }
        if entries.len() >= MOST_SEARCHED {
            seen.insert(key.clone(), entries.len());
        }
        entries.push((key, value));
    }
    entries.sort_by_key(|(key, _)| index(key.units()).map_or(u64::MAX, u64::from));
    entries
}

/// Parses a key as an array index: decimal, without leading zeros, less than 2^32 - 1.
pub(super) fn index(key: &[u16]) -> Option<u32> {
    let digit = |unit: &u16| u8::try_from(*unit).ok().filter(u8::is_ascii_digit).map(|digit| u32::from(digit - b'0'));
    match key {
        [] => None,
        [first, _, ..] if *first == u16::from(b'0') => None,
        _ if key.len() > 10 => None,
        _ => {
            let number = key.iter().try_fold(0_u64, |number, unit| Some(number * 10 + u64::from(digit(unit)?)))?;
            u32::try_from(number).ok().filter(|&number| number != u32::MAX)
        }
    }
}
