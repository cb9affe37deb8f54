//! Bounds of an evaluation, and the ways in which it can fail.

use super::Root;
use super::value::TooDeep;

/// The maximum number of steps: nodes evaluated, elements visited.
pub const MOST_STEPS: usize = 100_000;
/// The maximum number of bytes of texts, arrays, objects and functions that one evaluation makes in total.
pub const MOST_BYTES: usize = 1024 * 1024;
/// The maximum nesting of nodes and calls in evaluation. They need a quarter of a mebibyte of stack in an optimized
/// build, and less than one mebibyte in one that is not optimized.
pub(super) const MOST_OPEN: usize = 320;

/// The number of code units that are compared or searched in one step.
const UNITS_A_STEP: usize = 64;

/// The reason why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// JavaScript throws here too: a member of null or undefined, a call of another value, a number out of range.
    #[error("{0}")]
    Invalid(String),
    /// JavaScript has a result, but the feature is not supported here.
    #[error("{0} is not available")]
    Unavailable(&'static str),
    /// The scope has no value for a root that is read.
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

/// The steps and bytes that an evaluation takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// The number of nodes evaluated and elements visited.
    pub steps: usize,
    /// The number of bytes of texts, arrays, objects and functions that were made.
    pub bytes: usize,
}

impl Cost {
    /// The maximum cost of one evaluation.
    pub const MOST: Self = Self { steps: MOST_STEPS, bytes: MOST_BYTES };
}

/// The remaining amounts of an evaluation.
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

    /// Returns the amounts that were spent of a maximum.
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

    /// Charges work on code units that allocates nothing.
    pub(super) fn scan(&mut self, units: usize) -> Result<(), Failure> {
        self.units = self.units.checked_sub(units).ok_or(Failure::Steps)?;
        Ok(())
    }

    /// Charges bytes before something of this size is allocated.
    pub(super) fn bytes(&mut self, bytes: usize) -> Result<(), Failure> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or(Failure::Memory)?;
        Ok(())
    }

    /// Opens one level of nesting; [`Budget::leave`] closes it.
    pub(super) fn enter(&mut self) -> Result<(), Failure> {
        self.open = self.open.checked_sub(1).ok_or(Failure::Depth)?;
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.open += 1;
    }
}
