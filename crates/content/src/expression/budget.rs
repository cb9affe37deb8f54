//! What an evaluation may use up, and how one fails.

use super::Root;
use super::value::TooDeep;

/// The most steps: nodes evaluated, elements visited.
pub const MOST_STEPS: usize = 100_000;
/// The most bytes of texts, arrays, objects and functions that one evaluation makes altogether.
pub const MOST_BYTES: usize = 1024 * 1024;
/// The most nodes and calls that are evaluated inside one another. An optimized program needs a quarter of a mebibyte of
/// the stack for them, one that is not optimized less than a whole.
pub(super) const MOST_OPEN: usize = 320;

/// So many code units are compared or searched in one step.
const UNITS_A_STEP: usize = 64;

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// JavaScript throws here too: nothing has members, only functions are called, numbers have ranges.
    #[error("{0}")]
    Invalid(String),
    /// JavaScript would go on, in a way that is not offered here.
    #[error("{0} is not available")]
    Unavailable(&'static str),
    /// The scope lacks what is read.
    #[error("there is no `{}` here", .0.name())]
    Missing(Root),
    #[error("the expression takes more than {MOST_STEPS} steps")]
    Steps,
    #[error("the expression needs more than {MOST_BYTES} bytes")]
    Memory,
    #[error("the expression goes too deep into itself")]
    Depth,
}

impl From<TooDeep> for Failure {
    fn from(_: TooDeep) -> Self {
        Self::Depth
    }
}

/// Steps and bytes of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Nodes evaluated, elements visited.
    pub steps: usize,
    /// Bytes of texts, arrays, objects and functions that were made.
    pub bytes: usize,
}

impl Cost {
    /// The most that one evaluation may cost.
    pub const MOST: Self = Self { steps: MOST_STEPS, bytes: MOST_BYTES };
}

/// What is left.
#[derive(Debug)]
pub(super) struct Budget {
    units: usize,
    bytes: usize,
    open: usize,
}

impl Budget {
    pub(super) fn full() -> Self {
        Self::within(Cost::MOST)
    }

    pub(super) fn within(most: Cost) -> Self {
        Self { units: most.steps * UNITS_A_STEP, bytes: most.bytes, open: MOST_OPEN }
    }

    /// Returns what was spent of so much.
    pub(super) fn spent(&self, most: Cost) -> Cost {
        let units = most.steps * UNITS_A_STEP - self.units;
        Cost { steps: units.div_ceil(UNITS_A_STEP), bytes: most.bytes - self.bytes }
    }

    pub(super) fn step(&mut self) -> Result<(), Failure> {
        self.scan(UNITS_A_STEP)
    }

    pub(super) fn steps(&mut self, count: usize) -> Result<(), Failure> {
        self.scan(count.saturating_mul(UNITS_A_STEP))
    }

    /// For work on code units that makes nothing.
    pub(super) fn scan(&mut self, units: usize) -> Result<(), Failure> {
        self.units = self.units.checked_sub(units).ok_or(Failure::Steps)?;
        Ok(())
    }

    /// Before something of so many bytes is made.
    pub(super) fn bytes(&mut self, bytes: usize) -> Result<(), Failure> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or(Failure::Memory)?;
        Ok(())
    }

    /// One node or call more is open; [`Budget::leave`] closes it.
    pub(super) fn enter(&mut self) -> Result<(), Failure> {
        self.open = self.open.checked_sub(1).ok_or(Failure::Depth)?;
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.open += 1;
    }
}
