//! What a page may cost: nodes, bytes of output and steps of evaluation, shared by everything that is done for one
//! request, and a stop.
//!
//! A [`Budget`] is handed along from parsing to evaluating to drawing, also to reusable content that the page includes.
//! Each takes from it before, or right after, it makes something whose size is bounded otherwise. The first amount that
//! is not there exceeds the budget for good: whoever sees that ends what is being made at the last whole part, and the
//! page says so at its end. There is no clock here.

use std::cell::Cell;
use std::fmt;

use crate::stop::Stop;

/// How much a budget has at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Blocks, inline nodes, leaves and cells of documents.
    pub nodes: usize,
    /// Bytes of HTML or Markdown that are made, and of the values of expressions.
    pub bytes: usize,
    /// Steps of expressions.
    pub steps: usize,
}

impl Limits {
    /// Those of a page with all that it includes.
    pub const PAGE: Self = Self { nodes: 250_000, bytes: 16 << 20, steps: 2_000_000 };
    /// Those of a comment or another short text.
    pub const COMMENT: Self = Self { nodes: 10_000, bytes: 1 << 20, steps: 100_000 };
}

/// What was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// There are too many nodes.
    Nodes,
    /// The output is too long.
    Bytes,
    /// Expressions take too many steps.
    Steps,
    /// Nobody waits any more, or it takes too long.
    Stopped,
}

impl Bound {
    /// What it is called in logs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Bytes => "bytes",
            Self::Steps => "steps",
            Self::Stopped => "stopped",
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What is left of what a page may cost.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    nodes: Cell<usize>,
    bytes: Cell<usize>,
    steps: Cell<usize>,
    exceeded: Cell<Option<Bound>>,
    stop: Stop,
}

impl Budget {
    /// A full budget.
    pub fn new(limits: Limits, stop: Stop) -> Self {
        Self {
            limits,
            nodes: Cell::new(limits.nodes),
            bytes: Cell::new(limits.bytes),
            steps: Cell::new(limits.steps),
            exceeded: Cell::new(None),
            stop,
        }
    }

    /// The budget of a page that nobody stops.
    pub fn page() -> Self {
        Self::new(Limits::PAGE, Stop::default())
    }

    /// The budget of a comment that nobody stops.
    pub fn comment() -> Self {
        Self::new(Limits::COMMENT, Stop::default())
    }

    /// Takes nodes; returns false if the budget is exceeded.
    pub fn nodes(&self, count: usize) -> bool {
        self.take(&self.nodes, count, Bound::Nodes)
    }

    /// Takes bytes of output; returns false if the budget is exceeded.
    pub fn bytes(&self, count: usize) -> bool {
        self.take(&self.bytes, count, Bound::Bytes)
    }

    /// Takes steps of expressions; returns false if the budget is exceeded.
    pub fn steps(&self, count: usize) -> bool {
        self.take(&self.steps, count, Bound::Steps)
    }

    fn take(&self, left: &Cell<usize>, count: usize, bound: Bound) -> bool {
        match left.get().checked_sub(count) {
            Some(rest) => left.set(rest),
            None => {
                left.set(0);
                self.exceed(bound);
            }
        }
        self.goes_on()
    }

    /// Returns whether nothing is exceeded and nobody has asked for a stop.
    pub fn goes_on(&self) -> bool {
        if self.exceeded.get().is_none() && self.stop.is_requested() {
            self.exceeded.set(Some(Bound::Stopped));
        }
        self.exceeded.get().is_none()
    }

    /// Notes that something is more than it may be.
    pub fn exceed(&self, bound: Bound) {
        if self.exceeded.get().is_none() {
            self.exceeded.set(Some(bound));
        }
    }

    /// Returns what was exceeded first.
    pub fn exceeded(&self) -> Option<Bound> {
        self.exceeded.get()
    }

    /// Returns how many steps of expressions are left.
    pub fn steps_left(&self) -> usize {
        self.steps.get()
    }

    /// Returns how many bytes of output are left.
    pub fn bytes_left(&self) -> usize {
        self.bytes.get()
    }

    /// Returns how many nodes are left.
    pub fn nodes_left(&self) -> usize {
        self.nodes.get()
    }

    /// Returns what was taken so far.
    pub fn used(&self) -> Limits {
        Limits {
            nodes: self.limits.nodes - self.nodes.get(),
            bytes: self.limits.bytes - self.bytes.get(),
            steps: self.limits.steps - self.steps.get(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_amount_that_is_missing_exceeds_it_for_good() {
        let budget = Budget::new(Limits { nodes: 10, bytes: 5, steps: 1 }, Stop::default());
        assert!(budget.nodes(10) && budget.bytes(4));
        assert!(!budget.bytes(2));
        assert!(!budget.steps(1));
        assert_eq!(budget.exceeded(), Some(Bound::Bytes));
        assert_eq!(budget.used(), Limits { nodes: 10, bytes: 5, steps: 1 });
    }

    #[test]
    fn a_stop_exceeds_it() {
        let stop = Stop::default();
        let budget = Budget::new(Limits::COMMENT, stop.clone());
        assert!(budget.nodes(1));
        stop.request();
        assert!(!budget.nodes(1));
        assert_eq!(budget.exceeded(), Some(Bound::Stopped));
    }
}
