//! Log lines about requests that were refused for reasons of cost or safety.
//!
//! Each line names the client, the request and the bound. Attacks cause many refusals, so the lines are limited too:
//! ten a minute for each bound, then one with the number of the others.

use std::collections::HashMap;
use std::fmt::Display;

use parking_lot::Mutex;

/// The maximum number of lines per minute for each bound.
const LINES: u64 = 10;

/// The counts of refusals in the current minute, by bound.
#[derive(Default)]
pub(crate) struct Refusals {
    /// The minute of the last refusal by each bound. The program names the bounds, so their number is fixed.
    minutes: Mutex<HashMap<&'static str, Minute>>,
}

#[derive(Default)]
struct Minute {
    number: i64,
    refusals: u64,
}

/// The decision about logging a refusal.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    line: bool,
    /// The number of refusals by the same bound that were not logged in the last minute that had any.
    left_out: u64,
}

impl Refusals {
    /// Logs a refusal by a bound at this time in seconds, unless the bound's lines of the minute are used up.
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
