//! What a page may cost: nodes, bytes of output and steps of evaluation, shared by everything that is done for one
//! request, and a stop.
//!
//! A [`Budget`] is handed along from parsing to evaluating to drawing, also to reusable content that the page includes.
//! Each takes from it before, or right after, it makes something whose size is bounded otherwise. Whoever finds that an
//! amount is not there ends what it makes at the last whole part, and the page says so at its end; what was made before is
//! still drawn, as that takes of another amount. There is no clock here.

use std::cell::Cell;
use std::fmt;

use crate::stop::Stop;

/// How much a budget has at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Blocks, inline nodes, leaves and cells of documents.
    pub nodes: usize,
    /// Bytes of HTML.
    pub bytes: usize,
    /// Bytes of the values of expressions.
    pub values: usize,
    /// Steps of expressions.
    pub steps: usize,
}

impl Limits {
    /// Those of a page with all that it includes.
    pub const PAGE: Self = Self { nodes: 120_000, bytes: 8 << 20, values: 16 << 20, steps: 2_000_000 };
    /// Those of a comment or another short text.
    pub const COMMENT: Self = Self { nodes: 10_000, bytes: 1 << 20, values: 1 << 20, steps: 100_000 };
}

/// A bound that was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// There are too many nodes.
    Nodes,
    /// The output is too long.
    Bytes,
    /// The values of expressions are too large.
    Values,
    /// Expressions take too many steps.
    Steps,
    /// Nobody waits any more, or it takes too long.
    Stopped,
}

impl Bound {
    /// Returns what it is called in logs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Bytes => "bytes",
            Self::Values => "values",
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

/// The rest of what a page may cost.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    nodes: Cell<usize>,
    bytes: Cell<usize>,
    values: Cell<usize>,
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
            values: Cell::new(limits.values),
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

    /// Takes nodes; returns false if there are too few or somebody has asked for a stop.
    pub fn nodes(&self, count: usize) -> bool {
        self.take(&self.nodes, count, Bound::Nodes)
    }

    /// Takes bytes of output; returns false if there are too few or somebody has asked for a stop.
    pub fn bytes(&self, count: usize) -> bool {
        self.take(&self.bytes, count, Bound::Bytes)
    }

    /// Takes bytes of values; returns false if there are too few or somebody has asked for a stop.
    pub fn values(&self, count: usize) -> bool {
        self.take(&self.values, count, Bound::Values)
    }

    /// Takes steps of expressions; returns false if there are too few or somebody has asked for a stop.
    pub fn steps(&self, count: usize) -> bool {
        self.take(&self.steps, count, Bound::Steps)
    }

    fn take(&self, left: &Cell<usize>, count: usize, bound: Bound) -> bool {
        match left.get().checked_sub(count) {
            Some(rest) => {
                left.set(rest);
                !self.is_stopped()
            }
            None => {
                left.set(0);
                self.exceed(bound);
                false
            }
        }
    }

    /// Returns whether somebody has asked for a stop.
    pub fn is_stopped(&self) -> bool {
        let is_stopped = self.stop.is_requested();
        if is_stopped {
            self.exceed(Bound::Stopped);
        }
        is_stopped
    }

    /// Returns whether nothing is exceeded and nobody has asked for a stop.
    pub fn goes_on(&self) -> bool {
        !self.is_stopped() && self.exceeded.get().is_none()
    }

    /// Returns the bound to blame where an amount is not there: this one, or the stop.
    pub fn blamed(&self, bound: Bound) -> Bound {
        if self.is_stopped() { Bound::Stopped } else { bound }
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

    /// Returns how many bytes of values are left.
    pub fn values_left(&self) -> usize {
        self.values.get()
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
            values: self.limits.values - self.values.get(),
            steps: self.limits.steps - self.steps.get(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_noted_and_the_other_amounts_stay() {
        let budget = Budget::new(Limits { nodes: 10, bytes: 5, values: 1, steps: 1 }, Stop::default());
        assert!(budget.nodes(10) && budget.bytes(4));
        assert!(!budget.bytes(2));
        assert!(budget.steps(1));
        assert!(!budget.nodes(1));
        assert_eq!(budget.exceeded(), Some(Bound::Bytes));
        assert_eq!(budget.used(), Limits { nodes: 10, bytes: 5, values: 0, steps: 1 });
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
