//! The lines of values in a text, for messages about documents that are read already.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser};

use crate::Issue;

/// The size in bytes up to which lines are looked for. A JSON text is YAML, and read as such.
const MOST_BYTES: usize = 4 << 20;

/// Adds the lines to problems of a text that was read without errors.
pub fn locate(text: &str, issues: &mut [Issue]) {
    if text.len() > MOST_BYTES || issues.is_empty() {
        return;
    }
    let lines = find(text, issues.iter().map(|issue| issue.pointer.as_str()));
    for issue in issues {
        issue.line = issue.line.or_else(|| lines.get(&issue.pointer).copied());
    }
}

/// A collection around the current event.
struct Open {
    /// The length of the pointer to the collection.
    pointer: usize,
    /// The index of the next item; `None` in a mapping.
    index: Option<usize>,
    /// The line of the key whose value comes next, in a mapping.
    key: Option<usize>,
}

/// Returns the lines of those values among `wanted` that the text has.
fn find<'a>(text: &str, wanted: impl Iterator<Item = &'a str>) -> HashMap<String, usize> {
    let wanted: std::collections::HashSet<&str> = wanted.collect();
    let mut found = HashMap::new();
    let (mut at, mut open) = (String::new(), Vec::<Open>::new());
    for event in Parser::new_from_str(text.strip_prefix('\u{feff}').unwrap_or(text)) {
        let Ok((event, span)) = event else { break };
        let line = span.start.line();
        let begins = match &event {
            Event::Scalar(key, ..) if awaits_key(&open) => {
                begin_member(&mut at, &mut open, key, line);
                continue;
            }
            Event::SequenceStart(..) => Some(Some(0)),
            Event::MappingStart(..) => Some(None),
            Event::Scalar(..) | Event::Alias(_) => None,
            Event::SequenceEnd | Event::MappingEnd => {
                open.pop();
                end_value(&mut at, &mut open);
                continue;
            }
            _ => continue,
        };
        let key = begin_value(&mut at, &open);
        if wanted.contains(at.as_str()) {
            found.entry(at.clone()).or_insert(key.unwrap_or(line));
        }
        match begins {
            Some(index) => open.push(Open { pointer: at.len(), index, key: None }),
            None => end_value(&mut at, &mut open),
        }
    }
    found
}

fn awaits_key(open: &[Open]) -> bool {
    open.last().is_some_and(|open| open.index.is_none() && open.key.is_none())
}

fn begin_member(at: &mut String, open: &mut [Open], key: &str, line: usize) {
    let Some(open) = open.last_mut() else { return };
    open.key = Some(line);
    at.truncate(open.pointer);
    at.push('/');
    at.push_str(&key.replace('~', "~0").replace('/', "~1"));
}

/// Extends the pointer to the value that begins; returns the line of its key, if it has one.
fn begin_value(at: &mut String, open: &[Open]) -> Option<usize> {
    let open = open.last()?;
    if let Some(index) = open.index {
        at.truncate(open.pointer);
        at.push_str(&format!("/{index}"));
    }
    open.key
}

fn end_value(at: &mut String, open: &mut [Open]) {
    let Some(open) = open.last_mut() else { return };
    at.truncate(open.pointer);
    open.key = None;
    if let Some(index) = &mut open.index {
        *index += 1;
    }
}
