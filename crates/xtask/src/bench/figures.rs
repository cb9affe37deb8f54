//! Measured figures and their output.

use std::fmt;

use serde_json::{Value, json};

/// A measurement compared with a baseline.
#[derive(Debug)]
pub(super) struct Figure {
    /// The name of the measurement.
    pub(super) name: String,
    /// The value of the product.
    pub(super) quire: f64,
    /// The name and the value of the baseline.
    pub(super) other: (String, f64),
    /// The unit of both values.
    pub(super) unit: String,
    /// The bound on the ratio of the product's value to the baseline.
    pub(super) aim: Option<Aim>,
}

/// A bound on a ratio.
#[derive(Debug, Clone, Copy)]
pub(super) enum Aim {
    AtLeast(f64),
    AtMost(f64),
}

impl Aim {
    fn met(self, ratio: f64) -> bool {
        match self {
            Self::AtLeast(bound) => ratio >= bound,
            Self::AtMost(bound) => ratio <= bound,
        }
    }
}

impl Figure {
    fn ratio(&self) -> f64 {
        self.quire / self.other.1
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, quire, other: (other, base), unit, aim } = self;
        let ratio = self.ratio();
        write!(f, "{name:<52} {ratio:>7.2}   quire {quire:.1} {unit}, {other} {base:.1} {unit}")?;
        let (word, bound) = match aim {
            Some(Aim::AtLeast(bound)) => ("at least", bound),
            Some(Aim::AtMost(bound)) => ("at most", bound),
            None => return Ok(()),
        };
        let met = aim.is_some_and(|aim| aim.met(ratio));
        write!(f, "; aim {word} {bound}: {}", if met { "met" } else { "missed" })
    }
}

/// Returns all figures as one JSON object.
pub(super) fn as_json(figures: &[Figure]) -> Value {
    let figures = figures.iter().map(|figure| {
        let aim = figure.aim.map(|aim| match aim {
            Aim::AtLeast(bound) => json!({ "atLeast": bound, "met": aim.met(figure.ratio()) }),
            Aim::AtMost(bound) => json!({ "atMost": bound, "met": aim.met(figure.ratio()) }),
        });
        json!({
            "name": figure.name,
            "ratio": figure.ratio(),
            "unit": figure.unit,
            "quire": figure.quire,
            "other": figure.other.1,
            "comparedWith": figure.other.0,
            "aim": aim,
        })
    });
    json!({ "figures": figures.collect::<Vec<_>>() })
}

/// Returns the median of at least one value, the upper one of an even number.
pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_ignores_outliers() {
        assert_eq!(median(vec![3.0, 1.0, 900.0]), 3.0);
    }

    #[test]
    fn a_missed_aim_is_said_to_be_missed() {
        let figure = |quire| Figure {
            name: "reads".to_owned(),
            quire,
            other: ("bare".to_owned(), 10.0),
            unit: "/s".to_owned(),
            aim: Some(Aim::AtLeast(0.6)),
        };
        assert!(figure(5.0).to_string().ends_with("missed"));
        assert!(figure(6.0).to_string().ends_with("met"));
    }
}
