//! Tags: which belong together, which miss their counterpart, and what text is inside of.

use std::collections::HashMap;
use std::ops::Range;

use super::{Fault, HtmlTable, Structure};
use crate::merge::text::enclosures::Enclosures;
use crate::merge::text::lines::{Kind, Line};
use crate::merge::text::tags::{Tag, each_tag};

/// Tags that have only parts inside, with the tag of these.
const PARTED: [(&str, &str); 4] = [("tabs", "tab"), ("stepper", "step"), ("columns", "column"), ("updates", "update")];

/// The tags that are open at a line, outermost first.
#[derive(Default)]
pub(super) struct Markup<'a> {
    open: Vec<Open<'a>>,
    /// The indices of the open tags of each name.
    by_name: HashMap<&'a str, Vec<usize>>,
    enclosures: Enclosures,
}

/// An open tag.
struct Open<'a> {
    name: &'a str,
    at: usize,
    /// The number of cells in each row of a table; `None` before the end of its first row.
    width: Option<usize>,
    /// The lines of a table's first row.
    head: Range<usize>,
    /// The number of cells in a row so far.
    cells: usize,
    /// True for a table with cells that span several columns or rows.
    spans: bool,
}

impl<'a> Markup<'a> {
    pub(super) fn line(&mut self, structure: &mut Structure, at: usize, line: &'a str, class: Line) {
        let is_code = matches!(class, Line::Start(Kind::Code) | Line::Inside(Kind::Code));
        if let Some(parted) = self.stray(line, is_code) {
            structure.fault(Fault::Stray(parted.to_owned()), at);
        }
        if is_code || !(line.contains('<') || line.contains('{')) {
            return;
        }
        each_tag(line, |tag| match tag {
            Tag::Open { name, inner, spans } => {
                self.enclosures.opened(name, inner, at);
                self.opened(name, at, spans);
            }
            Tag::Close(name) => self.closed(structure, name, at),
        });
        self.enclosures.end_line(at);
    }

    /// Returns the innermost open tag, if it has only parts and the line is none.
    fn stray(&self, line: &str, is_code: bool) -> Option<&'a str> {
        let (tag, part) = PARTED.into_iter().find(|(tag, _)| self.open.last().is_some_and(|open| open.name == *tag))?;
        let name =
            line.trim_start().strip_prefix("{%").filter(|_| !is_code).map(|rest| rest.trim_start_matches(['-', ' ']));
        let name = name.map(|rest| rest.split([' ', '%']).next().unwrap_or_default());
        let fits = name.is_some_and(|name| {
            name == part || name.strip_prefix("end") == Some(tag) || name == "if" || name == "endif"
        });
        (!fits).then_some(tag)
    }

    fn opened(&mut self, name: &'a str, at: usize, spans: bool) {
        match name {
            "td" | "th" => {
                if let Some(row) = self.innermost("tr") {
                    row.cells += 1;
                }
                if spans && let Some(table) = self.innermost("table") {
                    table.spans = true;
                }
            }
            "else" | "elseif" | "elif" | "include" => return,
            _ => {}
        }
        self.by_name.entry(name).or_default().push(self.open.len());
        self.open.push(Open { name, at, width: None, head: 0..0, cells: 0, spans: false });
    }

    fn closed(&mut self, structure: &mut Structure, name: &str, at: usize) {
        let Some(found) = self.by_name.get(name).and_then(|open| open.last().copied()) else {
            return structure.fault(Fault::Unopened(name.to_owned()), at);
        };
        while self.open.len() > found + 1
            && let Some(open) = self.pop()
        {
            structure.fault(Fault::Unclosed(open.name.to_owned()), open.at);
        }
        let Some(open) = self.pop() else { return };
        if open.at < at {
            structure.pair(open.at, at);
        }
        if name == "table" {
            structure.html_tables.push(HtmlTable { lines: open.at..at + 1, head: open.head });
        }
        if name == "tr"
            && let Some(table) = self.innermost("table")
        {
            if table.width.is_none() {
                table.head = open.at..at + 1;
            }
            if *table.width.get_or_insert(open.cells) != open.cells && !table.spans {
                structure.fault(Fault::Row, at);
            }
        }
    }

    /// Returns the innermost open tag of a name.
    fn innermost(&mut self, name: &str) -> Option<&mut Open<'a>> {
        let at = *self.by_name.get(name)?.last()?;
        self.open.get_mut(at)
    }

    /// Removes the innermost open tag.
    fn pop(&mut self) -> Option<Open<'a>> {
        let open = self.open.pop()?;
        self.by_name.get_mut(open.name).and_then(Vec::pop);
        self.enclosures.closed(open.name);
        Some(open)
    }

    /// Records the tags that are open at the end of the text, and what its lines are inside of.
    pub(super) fn end(self, structure: &mut Structure) {
        structure.enclosures = self.enclosures;
        for open in self.open {
            structure.fault(Fault::Unclosed(open.name.to_owned()), open.at);
        }
    }
}
