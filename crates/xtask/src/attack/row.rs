//! The row that is printed for an attack.

use std::fmt;

use super::readers::Read;

/// The bound of resident memory, in MiB.
const MOST_MEMORY: f64 = 512.0;
/// The bound of the 99th percentile of reading times, in milliseconds.
const MOST_WAIT: f64 = 100.0;

/// The results of an attack.
pub(super) struct Row {
    pub(super) name: &'static str,
    /// The peak of resident memory, in MiB.
    pub(super) peak: f64,
    pub(super) read: Read,
    /// True if the server still ran at the end.
    pub(super) alive: bool,
    /// The summary of the attackers' answers.
    pub(super) note: String,
}

impl Row {
    pub(super) const HEAD: &str =
        "attack         memory MiB      hot p99 ms      cold p99 ms     reads errors health  what the attackers saw";

    /// Returns true if a value exceeds its bound.
    pub(super) fn is_over(&self) -> bool {
        let Read { hot, cold, health_failed, .. } = &self.read;
        !self.alive || *health_failed > 0 || self.peak > MOST_MEMORY || *hot > MOST_WAIT || *cold > MOST_WAIT
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, peak, read, alive, note } = self;
        let marked = |value: f64, most: f64| format!("{value:.1}{}", if value > most { " OVER" } else { "" });
        let (hot, cold) = (marked(read.hot, MOST_WAIT), marked(read.cold, MOST_WAIT));
        let memory = marked(*peak, MOST_MEMORY);
        let health = match (alive, read.health_failed) {
            (false, _) => "DIED".to_owned(),
            (true, 0) => "ok".to_owned(),
            (true, failed) => format!("{failed} OVER"),
        };
        write!(
            f,
            "{name:<14} {memory:<15} {hot:<15} {cold:<15} {:<5} {:<6} {health:<7} {note}",
            read.count, read.errors
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_exceeds_a_bound_is_marked() {
        let row = |peak, cold| Row {
            name: "x",
            peak,
            read: Read { hot: 1.0, cold, count: 5, errors: 0, health_failed: 0 },
            alive: true,
            note: String::new(),
        };
        assert!(!row(512.0, 100.0).is_over() && !row(512.0, 100.0).to_string().contains("OVER"));
        assert!(row(512.1, 5.0).is_over() && row(512.1, 5.0).to_string().contains("512.1 OVER"));
        assert!(row(5.0, 100.1).is_over() && row(5.0, 100.1).to_string().contains("100.1 OVER"));
        assert!(Row { alive: false, ..row(1.0, 1.0) }.to_string().contains("DIED"));
    }
}
