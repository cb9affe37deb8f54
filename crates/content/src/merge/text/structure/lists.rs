//! The markers of list items.

use crate::merge::text::lines::{Kind, Line, columns, marker};

/// The lists that are open at a line, outermost first.
#[derive(Default)]
pub(super) struct Lists {
    open: Vec<(usize, char)>,
}

impl Lists {
    /// Takes the next line; returns true if it is an item that its marker separates from the list before it.
    pub(super) fn changes_marker(&mut self, line: &str, class: Line) -> bool {
        let depth = columns(line);
        match class {
            Line::Start(Kind::Item) => {}
            Line::Start(_) => {
                self.open.retain(|(open, _)| *open < depth);
                return false;
            }
            Line::Inside(_) | Line::Blank => return false,
        }
        let marker = marker(line);
        self.open.retain(|(open, _)| *open <= depth);
        match self.open.last_mut() {
            Some((open, last)) if *open == depth => std::mem::replace(last, marker) != marker,
            _ => {
                self.open.push((depth, marker));
                false
            }
        }
    }
}
