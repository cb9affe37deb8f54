//! Log lines about requests that were refused for reasons of cost or safety.
//!
//! Each line says who was refused, what was asked for and by which bound. A refusal is what an attack gets, so lines are
//! bounded themselves: ten a minute for each bound, then one with the number of the others.

use std::collections::HashMap;
use std::fmt::Display;

use parking_lot::Mutex;

/// Lines in a minute for each bound.
const LINES: u64 = 10;

/// Counts of refusals that were logged, and of those that were left out.
#[derive(Default)]
pub(crate) struct Refusals {
    /// By bound, of which there are as many as the program names.
    minutes: Mutex<HashMap<&'static str, Minute>>,
}

#[derive(Default)]
struct Minute {
    number: i64,
    refusals: u64,
}

/// The line to write about a refusal.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    line: bool,
    /// Refusals by the same bound in the last minute that had any, of which there is no line.
    left_out: u64,
}

impl Refusals {
    /// Logs a refusal at this second.
    pub(crate) fn log(&self, second: i64, bound: &'static str, who: &dyn Display, what: &dyn Display) {
        let Entry { line, left_out } = self.count(second, bound);
        if left_out > 0 {
            tracing::warn!(target: "quire::refusals", bound, left_out, "further requests were refused");
        }
        if line {
            tracing::warn!(target: "quire::refusals", bound, %who, %what, "a request was refused");
        }
    }

    fn count(&self, second: i64, bound: &'static str) -> Entry {
        let mut minutes = self.minutes.lock();
        let minute = minutes.entry(bound).or_default();
        let number = second.div_euclid(60);
        let mut left_out = 0;
        if minute.number != number {
            left_out = minute.refusals.saturating_sub(LINES);
            *minute = Minute { number, refusals: 0 };
        }
        minute.refusals += 1;
        Entry { line: minute.refusals <= LINES, left_out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_few_and_the_others_are_counted() {
        let refusals = Refusals::default();
        let lines = (0..100).filter(|_| refusals.count(60, "a").line).count();
        assert_eq!(lines, 10);
        assert_eq!(refusals.count(119, "b"), Entry { line: true, left_out: 0 });
        assert_eq!(refusals.count(120, "a"), Entry { line: true, left_out: 90 });
        assert_eq!(refusals.count(121, "a"), Entry { line: true, left_out: 0 });
        assert_eq!(refusals.count(240, "b"), Entry { line: true, left_out: 0 });
    }
}
