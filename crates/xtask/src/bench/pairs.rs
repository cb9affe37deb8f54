//! Pairs of measurements of two builds, and the decision of whether one is slower beyond the noise.
//!
//! Both values of a pair are measured one right after the other, so that a busy machine slows down both. The spread of
//! the pairs' ratios is the noise.

use std::fmt;

use super::figures::median;

/// The ratio of times up to which builds count as equally fast.
const TOLERANCE: f64 = 1.05;
/// The probability below which a number of pairs on one side is no chance; there are about ten lines in a run.
const CHANCE: f64 = 0.001;

/// The times of one measurement by two builds, in milliseconds.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) name: String,
    /// The times of the first and of the second build, by round.
    pub(super) pairs: Vec<[f64; 2]>,
}

/// The comparison of the second build with the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Slower,
    Faster,
    /// The difference is within the tolerance or within the noise.
    Equal,
}

impl Line {
    /// Returns the verdict: a difference counts if the interquartile range of the ratios is beyond the tolerance as a
    /// whole, and if builds that are equally fast would hardly give as many such pairs (a sign test).
    pub(super) fn verdict(&self) -> Verdict {
        let [low, _, high] = self.ratios();
        let count = |is_beyond: &dyn Fn(f64) -> bool| {
            self.pairs.iter().filter(|[first, second]| is_beyond(second / first)).count()
        };
        let is_significant = |beyond| chance(self.pairs.len(), beyond) < CHANCE;
        if low > TOLERANCE && is_significant(count(&|ratio| ratio > TOLERANCE)) {
            Verdict::Slower
        } else if high < 1.0 / TOLERANCE && is_significant(count(&|ratio| ratio < 1.0 / TOLERANCE)) {
            Verdict::Faster
        } else {
            Verdict::Equal
        }
    }

    /// Returns the quartiles of the ratios of the second time to the first one, in ascending order.
    fn ratios(&self) -> [f64; 3] {
        let mut ratios: Vec<f64> = self.pairs.iter().map(|[first, second]| second / first).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        [1, 2, 3].map(|quarter| ratios[(ratios.len() - 1) * quarter / 4])
    }

    fn median(&self, build: usize) -> f64 {
        median(self.pairs.iter().map(|pair| pair[build]).collect())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([low, middle, high], word) = (self.ratios(), self.verdict());
        let (first, second) = (self.median(0), self.median(1));
        write!(f, "{:<42} {first:>9.3} ms {second:>9.3} ms  {middle:>5.2} ({low:.2}–{high:.2})", self.name)?;
        match word {
            Verdict::Slower => f.write_str("  slower"),
            Verdict::Faster => f.write_str("  faster"),
            Verdict::Equal => Ok(()),
        }
    }
}

/// Returns the probability that at least `heads` of some throws of a coin are heads.
fn chance(throws: usize, heads: usize) -> f64 {
    let mut exactly = 0.5_f64.powi(i32::try_from(throws).unwrap_or(i32::MAX));
    let mut sum = 0.0;
    for count in 0..=throws {
        sum += if count >= heads { exactly } else { 0.0 };
        exactly *= (throws - count) as f64 / (count + 1) as f64;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(pairs: &[[f64; 2]]) -> Verdict {
        Line { name: "a read".to_owned(), pairs: pairs.to_vec() }.verdict()
    }

    #[test]
    fn a_difference_beyond_the_noise_counts() {
        let noisy = [[1.0, 1.2], [2.0, 2.5], [1.0, 1.1], [5.0, 6.0], [1.0, 3.0]].repeat(3);
        assert_eq!(verdict(&noisy), Verdict::Slower);
        assert_eq!(verdict(&[noisy, vec![[1.0, 0.5]]].concat()), Verdict::Slower);
        assert_eq!(verdict(&[[1.2, 1.0]; 12]), Verdict::Faster);
    }

    #[test]
    fn noise_and_small_differences_do_not_count() {
        assert_eq!(verdict(&[[1.0, 2.0], [1.0, 0.6], [1.0, 3.0], [1.0, 0.9], [1.0, 1.5]].repeat(5)), Verdict::Equal);
        assert_eq!(verdict(&[[1.0, 1.04]; 25]), Verdict::Equal);
        assert_eq!(verdict(&[[1.04, 1.0]; 25]), Verdict::Equal);
    }

    #[test]
    fn a_few_pairs_or_a_small_majority_do_not_count() {
        assert_eq!(verdict(&[[1.0, 1.2]; 9]), Verdict::Equal);
        let majority = [vec![[1.0, 1.2]; 12], vec![[1.0, 0.9]; 3]].concat();
        assert_eq!(verdict(&majority), Verdict::Equal);
    }

    #[test]
    fn pairs_are_compared_with_each_other_although_all_rounds_differ() {
        let rounds = (1..20).map(|n| [f64::from(n), f64::from(n) * 1.2]);
        assert_eq!(verdict(&rounds.collect::<Vec<_>>()), Verdict::Slower);
    }

    #[test]
    fn chances_are_those_of_a_coin() {
        assert_eq!([chance(3, 0), chance(3, 1), chance(3, 2), chance(3, 3)], [1.0, 0.875, 0.5, 0.125]);
        assert_eq!(chance(10, 10), 1.0 / 1024.0);
    }

    #[test]
    fn a_line_has_medians_and_the_spread_of_ratios() {
        let line = Line { name: "a read".to_owned(), pairs: [[1.0, 2.0], [1.0, 3.0], [2.0, 8.0]].repeat(4) };
        let shown = line.to_string();
        assert!(shown.contains("1.000 ms") && shown.contains("3.000 ms"), "{shown}");
        assert!(shown.ends_with("3.00 (2.00–4.00)  slower"), "{shown}");
    }
}
