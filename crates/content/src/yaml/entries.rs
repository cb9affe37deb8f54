//! The line ranges of the entries of a top-level mapping.

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

/// An entry of a mapping in block style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key: String,
    /// The first line, from 0.
    pub(crate) start: usize,
    /// The line after the last one that is neither blank nor a comment.
    pub(crate) end: usize,
    /// The number of spaces before it.
    pub(crate) indent: usize,
    /// The comment after a value on a single line, with the white space before it.
    pub(crate) comment: String,
}

/// Returns the entries; `None` if the text is not a single mapping in block style with plain keys.
pub(crate) fn entries(text: &str) -> Option<Vec<Entry>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut reader =
        EntryReader { lines: &lines, entries: Vec::new(), open_ended: Vec::new(), depth: 0, in_value: false };
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let (event, span) = event.ok()?;
        reader.take(&event, span)?;
    }
    let EntryReader { mut entries, open_ended, .. } = reader;
    let starts: Vec<usize> = entries.iter().skip(1).map(|entry| entry.start).chain([lines.len()]).collect();
    for ((entry, next), _) in entries.iter_mut().zip(starts).zip(open_ended).filter(|(_, open_ended)| *open_ended) {
        let blank = |line: &&str| line.trim().is_empty() || line.starts_with('#');
        let rest = lines.get(entry.end..next)?;
        entry.end += rest.len() - rest.iter().rev().take_while(|line| blank(line)).count();
    }
    Some(entries)
}

struct EntryReader<'a> {
    lines: &'a [&'a str],
    entries: Vec<Entry>,
    /// For each entry, true if its value may continue on lines after the last one that is known.
    open_ended: Vec<bool>,
    depth: usize,
    /// True if a key was read, and its value was not.
    in_value: bool,
}

impl EntryReader<'_> {
    fn take(&mut self, event: &Event<'_>, span: Span) -> Option<()> {
        match event {
            Event::MappingStart(..) | Event::SequenceStart(..) => {
                let here = self.lines.get(span.start.line() - 1)?.chars().nth(span.start.col());
                let is_key = self.depth == 1 && !self.in_value;
                if is_key || self.depth == 0 && here == Some('{') {
                    return None;
                }
                self.depth += 1;
            }
            Event::MappingEnd | Event::SequenceEnd => {
                self.depth -= 1;
                self.in_value = self.in_value && self.depth != 1;
            }
            Event::Scalar(text, style, ..) if self.depth == 1 => {
                if self.in_value {
                    self.value(*style, span);
                } else {
                    self.key(text, span)?;
                }
                self.in_value = !self.in_value;
            }
            Event::Alias(_) if self.depth == 1 => {
                if !self.in_value {
                    return None;
                }
                self.in_value = false;
            }
            _ => {}
        }
        Some(())
    }

    fn key(&mut self, text: &str, span: Span) -> Option<()> {
        let start = span.start.line() - 1;
        let line = self.lines.get(start)?;
        let indent = line.len() - line.trim_start_matches(' ').len();
        if indent != span.start.col() {
            return None;
        }
        self.open_ended.push(true);
        self.entries.push(Entry { key: text.to_owned(), start, end: start + 1, indent, comment: String::new() });
        Some(())
    }

    fn value(&mut self, style: ScalarStyle, span: Span) {
        let Some((entry, open_ended)) = self.entries.last_mut().zip(self.open_ended.last_mut()) else { return };
        if matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
            return;
        }
        *open_ended = false;
        let last = span.end.line() - 1;
        entry.end = entry.end.max(last + 1);
        if last == entry.start {
            let rest: String = self.lines[last].chars().skip(span.end.col()).collect();
            if rest.starts_with([' ', '\t']) && rest.trim_start().starts_with('#') {
                entry.comment = rest;
            }
        }
    }
}
