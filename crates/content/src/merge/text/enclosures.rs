//! The conditions and containers that the lines of a text are inside of.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;

/// Tags whose content is another one without them. A condition is not in this list: it counts however far out it is.
const CONTAINERS: [&str; 11] =
    ["hint", "tabs", "tab", "stepper", "step", "columns", "column", "updates", "update", "code", "details"];

/// The maximum number of tags around a line that are looked at, innermost first.
pub(super) const MOST_LEVELS: usize = 64;

/// The condition that has branches.
const CONDITION: &str = "if";

/// The tags around each line, each as a node that knows the one around it.
#[derive(Default)]
pub(super) struct Enclosures {
    nodes: Vec<Node>,
    /// The nodes that are open, outermost first.
    open: Vec<usize>,
    /// Each line after which others are open, with the innermost of them.
    changes: Vec<(usize, Option<usize>)>,
}

struct Node {
    above: Option<usize>,
    /// The line on which it begins.
    line: usize,
    name: &'static str,
    /// The hash of all conditions that hold inside.
    conditions: u64,
}

impl Enclosures {
    /// Takes the beginning of a tag or of a branch. `inner` is the text between its brackets.
    pub(super) fn opened(&mut self, name: &str, inner: &str, line: usize) {
        let is_branch = matches!(name, "else" | "elseif" | "elif");
        if is_branch && self.open.last().is_none_or(|last| self.nodes[*last].name != CONDITION) {
            return;
        }
        let above = if is_branch { self.open.pop() } else { self.open.last().copied() };
        let is_condition = is_branch || name == CONDITION;
        let Some(name) = CONTAINERS
            .into_iter()
            .chain([CONDITION])
            .find(|known| is_condition && *known == CONDITION || *known == name)
        else {
            return;
        };
        let around = above.map_or(0, |above| self.nodes[above].conditions);
        let conditions = if is_condition { hash(around, inner) } else { around };
        // A branch is inside of what its condition is inside of, and says something of the branches before it.
        let above = if is_branch { above.and_then(|above| self.nodes[above].above) } else { above };
        self.open.push(self.nodes.len());
        self.nodes.push(Node { above, line, name, conditions });
    }

    /// Takes the end of a tag.
    pub(super) fn closed(&mut self, name: &str) {
        self.open.pop_if(|last| self.nodes[*last].name == name);
    }

    /// Takes the end of a line that has tags.
    pub(super) fn end_line(&mut self, line: usize) {
        let innermost = self.open.last().copied();
        if self.changes.last().map_or(innermost.is_some(), |(_, last)| *last != innermost) {
            self.changes.push((line, innermost));
        }
    }

    /// Returns the hash of all conditions that a line is inside of.
    pub(super) fn conditions(&self, line: usize) -> u64 {
        self.innermost(line).map_or(0, |node| self.nodes[node].conditions)
    }

    /// Returns the names and first lines of the nearest containers that a line is inside of, innermost first.
    pub(super) fn containers(&self, line: usize) -> impl Iterator<Item = (&'static str, usize)> {
        let nodes = std::iter::successors(self.innermost(line), |node| self.nodes[*node].above);
        let nodes = nodes.take(MOST_LEVELS);
        nodes.map(|node| (self.nodes[node].name, self.nodes[node].line)).filter(|(name, _)| *name != CONDITION)
    }

    /// Returns the first line of the innermost container or condition that a line is inside of.
    pub(super) fn nearest(&self, line: usize) -> Option<usize> {
        self.innermost(line).map(|node| self.nodes[node].line)
    }

    /// Returns true if what follows one of these lines is inside of other tags than what is before it.
    pub(super) fn change_in(&self, lines: &Range<usize>) -> bool {
        let first = self.changes.partition_point(|(line, _)| *line < lines.start);
        self.changes.get(first).is_some_and(|(line, _)| lines.contains(line))
    }

    /// Returns the innermost tag that a line is inside of. A line that closes a tag is inside of it.
    fn innermost(&self, line: usize) -> Option<usize> {
        let before = self.changes.partition_point(|(change, _)| *change < line);
        before.checked_sub(1).and_then(|last| self.changes[last].1)
    }
}

fn hash(around: u64, condition: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    around.hash(&mut hasher);
    condition.split_whitespace().for_each(|word| word.hash(&mut hasher));
    hasher.finish()
}
