//! Cost limits of a page: nodes, bytes of output and steps of evaluation, shared by everything that is done for one
//! request, and a stop.
//!
//! A [`Budget`] is passed from parsing to evaluating to rendering, also of reusable content that the page includes.
//! Each stage charges it before, or right after, it makes something whose size has no other bound. A stage that exceeds
//! an amount ends its output at the last whole part, and the page says so at its end; what was made before is still
//! rendered, as that is charged to another amount. There is no clock here.

use std::cell::Cell;
use std::fmt;

use crate::stop::Stop;

/// The initial amounts of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The number of blocks, inline nodes, leaves and cells of documents.
    pub nodes: usize,
    /// The number of bytes of HTML.
    pub bytes: usize,
    /// The number of bytes of the values of expressions.
    pub values: usize,
    /// The number of steps of expressions.
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
    /// A stop was requested: the client is gone, or the work took too long.
    Stopped,
}

impl Bound {
    /// Returns the name for logs.
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

/// The remaining amounts for a page.
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
    /// Creates a full budget.
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

    /// Creates the budget of a page that is never stopped.
    pub fn page() -> Self {
        Self::new(Limits::PAGE, Stop::default())
    }

    /// Creates the budget of a comment that is never stopped.
    pub fn comment() -> Self {
        Self::new(Limits::COMMENT, Stop::default())
    }

    /// Charges nodes; returns false if too few are left or a stop was requested.
    pub fn nodes(&self, count: usize) -> bool {
        self.take(&self.nodes, count, Bound::Nodes)
    }

    /// Charges bytes of output; returns false if too few are left or a stop was requested.
    pub fn bytes(&self, count: usize) -> bool {
        self.take(&self.bytes, count, Bound::Bytes)
    }

    /// Charges bytes of values; returns false if too few are left or a stop was requested.
    pub fn values(&self, count: usize) -> bool {
        self.take(&self.values, count, Bound::Values)
    }

    /// Charges steps of expressions; returns false if too few are left or a stop was requested.
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

    /// Returns true if a stop was requested, and records that as the exceeded bound.
    pub fn is_stopped(&self) -> bool {
        let is_stopped = self.stop.is_requested();
        if is_stopped {
            self.exceed(Bound::Stopped);
        }
        is_stopped
    }

    /// Returns true if no bound is exceeded and no stop was requested.
    pub fn goes_on(&self) -> bool {
        !self.is_stopped() && self.exceeded.get().is_none()
    }

    /// Returns the bound to report if an amount is not available: this one, or the stop.
    pub fn blamed(&self, bound: Bound) -> Bound {
        if self.is_stopped() { Bound::Stopped } else { bound }
    }

    /// Records that a bound was exceeded, unless one was before.
    pub fn exceed(&self, bound: Bound) {
        if self.exceeded.get().is_none() {
            self.exceeded.set(Some(bound));
        }
    }

    /// Returns the bound that was exceeded first.
    pub fn exceeded(&self) -> Option<Bound> {
        self.exceeded.get()
    }

    /// Returns the number of steps of expressions that are left.
    pub fn steps_left(&self) -> usize {
        self.steps.get()
    }

    /// Returns the number of bytes of values that are left.
    pub fn values_left(&self) -> usize {
        self.values.get()
    }

    /// Returns the number of nodes that are left.
    pub fn nodes_left(&self) -> usize {
        self.nodes.get()
    }

    /// Returns the amounts that were charged so far.
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
