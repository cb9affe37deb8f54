//! YAML 1.2 as JSON values, built from the parser's events.
//!
//! An alias is replaced by a copy of the value with its anchor, and `<<` by the members of mappings that the mapping
//! itself does not have. Every copy counts towards the bounds on values and bytes, so a text of a few lines cannot
//! grow. Dates stay texts, keys are texts as they were written, and numbers that JSON does not have become null.

mod scalar;

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Tag};
use serde_json::{Map, Value};

use crate::{Issue, Limits};

/// The key of mappings whose members another mapping takes over.
const MERGE: &str = "<<";

/// Reads the first document of a text.
pub(crate) fn read(text: &str, limits: &Limits) -> Result<Value, Issue> {
    let mut builder = Builder::new(limits);
    for event in Parser::new_from_str(text) {
        let (event, span) = event
            .map_err(|error| Issue::fatal("", format!("not YAML: {}", error.info())).at_line(error.marker().line()))?;
        if matches!(event, Event::DocumentEnd) {
            break;
        }
        let line = span.start.line();
        builder.take(event).map_err(|message| Issue::fatal("", message).at_line(line))?;
    }
    Ok(builder.root.unwrap_or(Value::Null))
}

/// A collection under construction.
struct Open {
    anchor: usize,
    value: Value,
    /// The key of the member that comes next, in a mapping.
    key: Option<String>,
}

struct Builder<'a> {
    limits: &'a Limits,
    open: Vec<Open>,
    root: Option<Value>,
    anchors: HashMap<usize, Value>,
    nodes: usize,
    copied_bytes: usize,
}

impl<'a> Builder<'a> {
    fn new(limits: &'a Limits) -> Self {
        Self { limits, open: Vec::new(), root: None, anchors: HashMap::new(), nodes: 0, copied_bytes: 0 }
    }

    fn take(&mut self, event: Event<'_>) -> Result<(), String> {
        match event {
            Event::Scalar(text, style, anchor, tag) => self.scalar(text.into_owned(), style, anchor, tag.as_deref()),
            Event::Alias(anchor) => self.alias(anchor),
            Event::SequenceStart(anchor, _) => self.begin(anchor, Value::Array(Vec::new())),
            Event::MappingStart(anchor, _) => self.begin(anchor, Value::Object(Map::new())),
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            _ => Ok(()),
        }
    }

    /// Returns the mapping whose next key is awaited, if a key comes next.
    fn awaiting_key(&mut self) -> Option<&mut Open> {
        self.open.last_mut().filter(|open| open.value.is_object() && open.key.is_none())
    }

    fn scalar(&mut self, text: String, style: ScalarStyle, anchor: usize, tag: Option<&Tag>) -> Result<(), String> {
        if let Some(open) = self.awaiting_key() {
            open.key = Some(text);
            return Ok(());
        }
        self.count(1)?;
        let value = scalar::value(text, style, tag);
        self.remember(anchor, &value)?;
        self.add(value)
    }

    fn alias(&mut self, anchor: usize) -> Result<(), String> {
        let found = self.anchors.remove(&anchor);
        let value = found.ok_or("an alias stands for a value that is not complete, or that there is none of")?;
        self.pay(&value)?;
        let copy = value.clone();
        self.anchors.insert(anchor, value);
        match (self.awaiting_key(), copy) {
            (Some(open), Value::String(text)) => open.key = Some(text),
            (Some(_), _) => return Err("a key must be a text".to_owned()),
            (None, copy) => self.add(copy)?,
        }
        Ok(())
    }

    fn begin(&mut self, anchor: usize, value: Value) -> Result<(), String> {
        if self.awaiting_key().is_some() {
            return Err("a key must be a text".to_owned());
        }
        if self.open.len() == self.limits.depth {
            return Err(format!("the document is nested deeper than {} levels", self.limits.depth));
        }
        self.count(1)?;
        self.open.push(Open { anchor, value, key: None });
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        let Some(Open { anchor, mut value, .. }) = self.open.pop() else { return Ok(()) };
        if let Value::Object(members) = &mut value
            && let Some(merged) = members.shift_remove(MERGE)
        {
            take_over(members, merged);
        }
        self.remember(anchor, &value)?;
        self.add(value)
    }

    fn add(&mut self, value: Value) -> Result<(), String> {
        let Some(open) = self.open.last_mut() else {
            self.root = Some(value);
            return Ok(());
        };
        match (&mut open.value, open.key.take()) {
            (Value::Array(items), _) => items.push(value),
            (Value::Object(members), Some(key)) if key == MERGE => merge_later(members, value),
            (Value::Object(members), Some(key)) => {
                if members.contains_key(&key) {
                    return Err(format!("the key {} stands twice in one mapping", shortened(&key)));
                }
                members.insert(key, value);
            }
            _ => {}
        }
        Ok(())
    }

    /// Keeps the value of an anchor for its aliases.
    fn remember(&mut self, anchor: usize, value: &Value) -> Result<(), String> {
        if anchor > 0 {
            self.pay(value)?;
            self.anchors.insert(anchor, value.clone());
        }
        Ok(())
    }

    /// Counts a copy of a value before it is made.
    fn pay(&mut self, value: &Value) -> Result<(), String> {
        let depth = self.limits.depth - self.open.len().min(self.limits.depth);
        let (mut nodes, mut bytes) = (self.limits.nodes - self.nodes, self.limits.copied_bytes - self.copied_bytes);
        if !spend(value, depth, &mut nodes, &mut bytes) {
            return Err("aliases stand for too much".to_owned());
        }
        (self.nodes, self.copied_bytes) = (self.limits.nodes - nodes, self.limits.copied_bytes - bytes);
        Ok(())
    }

    fn count(&mut self, nodes: usize) -> Result<(), String> {
        self.nodes += nodes;
        match self.nodes <= self.limits.nodes {
            true => Ok(()),
            false => Err(format!("the document has more than {} values", self.limits.nodes)),
        }
    }
}

/// Takes the values and bytes of a copy from what is left; returns false if too little is left or it is too deep.
pub(crate) fn spend(value: &Value, depth: usize, nodes: &mut usize, bytes: &mut usize) -> bool {
    let text = |text: &String, bytes: &mut usize| match bytes.checked_sub(text.len()) {
        Some(rest) => {
            *bytes = rest;
            true
        }
        None => false,
    };
    let Some(rest) = nodes.checked_sub(1) else { return false };
    *nodes = rest;
    match (value, depth.checked_sub(1)) {
        (Value::String(content), _) => text(content, bytes),
        (Value::Array(items), Some(depth)) => items.iter().all(|item| spend(item, depth, nodes, bytes)),
        (Value::Object(members), Some(depth)) => {
            members.iter().all(|(key, member)| text(key, bytes) && spend(member, depth, nodes, bytes))
        }
        (Value::Array(_) | Value::Object(_), None) => false,
        _ => true,
    }
}

/// Keeps the value of a merge key until all members of the mapping are known.
fn merge_later(members: &mut Map<String, Value>, value: Value) {
    let kept = members.entry(MERGE).or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(all) = kept {
        match value {
            Value::Array(more) => all.extend(more),
            one => all.push(one),
        }
    }
}

/// Inserts the members that an object does not have yet.
fn take_over(members: &mut Map<String, Value>, merged: Value) {
    let Value::Array(all) = merged else { return };
    for more in all {
        let Value::Object(more) = more else { continue };
        for (key, value) in more {
            members.entry(key).or_insert(value);
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}
