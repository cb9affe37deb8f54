//! Filters of lists (RFC 7644, section 3.4.2.2).

use std::cmp::Ordering;

use serde_json::{Map, Value};

use super::attributes::{get, truth};
use super::error::Error;
use super::parse::Parser;

/// A filter that follows the grammar, of at most 4,096 bytes, 100 comparisons and 16 levels.
#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    And(Box<Filter>, Box<Filter>),
    Or(Box<Filter>, Box<Filter>),
    Not(Box<Filter>),
    /// The attribute has a value that is not empty.
    Present(Path),
    Compare(Path, Comparison, Value),
    /// A value of the attribute fits the filter as a whole.
    Within(Path, Box<Filter>),
}

/// The name of an attribute, and of a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    pub(super) name: String,
    pub(super) part: Option<String>,
}

/// A way to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Contains,
    StartsWith,
    EndsWith,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

impl Filter {
    /// Reads a filter.
    ///
    /// # Errors
    /// An error of the kind `invalidFilter` that names the place.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Parser::new(text)?.whole_filter()
    }

    /// Tells if a resource fits. Texts are compared without case, but for identifiers.
    pub fn matches(&self, resource: &Value) -> bool {
        resource.as_object().is_some_and(|it| self.fits(it))
    }

    /// Returns the attribute and the text of a filter that is `attribute eq "text"`, which is what providers look
    /// resources up by: the caller finds these by an index. The name has no case, and a part stands behind a dot.
    pub fn lookup(&self) -> Option<(String, &str)> {
        match self {
            Self::Compare(path, Comparison::Equal, Value::String(text)) => Some((path.to_string(), text)),
            _ => None,
        }
    }

    /// Tells if the filter reads an attribute of a resource, so that the caller gets only what is looked at.
    pub fn reads(&self, attribute: &str) -> bool {
        match self {
            Self::And(a, b) | Self::Or(a, b) => a.reads(attribute) || b.reads(attribute),
            Self::Not(inner) => inner.reads(attribute),
            Self::Present(path) | Self::Compare(path, ..) | Self::Within(path, _) => {
                path.name.eq_ignore_ascii_case(attribute)
            }
        }
    }

    pub(super) fn fits(&self, object: &Map<String, Value>) -> bool {
        match self {
            Self::And(a, b) => a.fits(object) && b.fits(object),
            Self::Or(a, b) => a.fits(object) || b.fits(object),
            Self::Not(inner) => !inner.fits(object),
            Self::Present(path) => values(object, path).into_iter().any(is_present),
            Self::Within(path, inner) => {
                values(object, path).into_iter().any(|it| it.as_object().is_some_and(|it| inner.fits(it)))
            }
            // Nothing differs from everything.
            Self::Compare(path, Comparison::NotEqual, wanted) => {
                !values(object, path).into_iter().any(|it| compare(path, it, Comparison::Equal, wanted))
            }
            Self::Compare(path, Comparison::Equal, Value::Null) => !values(object, path).into_iter().any(is_present),
            Self::Compare(path, comparison, wanted) => {
                values(object, path).into_iter().any(|it| compare(path, it, *comparison, wanted))
            }
        }
    }

    /// Returns the attributes and values that a value must have to fit a filter of equalities alone.
    pub(super) fn equalities(&self) -> Option<Vec<(&str, &Value)>> {
        match self {
            Self::And(a, b) => Some([a.equalities()?, b.equalities()?].concat()),
            Self::Compare(Path { name, part: None }, Comparison::Equal, value) => Some(vec![(name, value)]),
            _ => None,
        }
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)?;
        self.part.as_ref().map_or(Ok(()), |part| write!(f, ".{part}"))
    }
}

/// Returns the values that a path leads to.
fn values<'a>(object: &'a Map<String, Value>, path: &Path) -> Vec<&'a Value> {
    let all: Vec<&Value> = match get(object, &path.name) {
        Some(Value::Array(values)) => values.iter().collect(),
        Some(value) => vec![value],
        None => Vec::new(),
    };
    let Some(part) = &path.part else { return all };
    all.into_iter().filter_map(|it| it.as_object().and_then(|it| get(it, part))).collect()
}

fn is_present(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(values) => !values.is_empty(),
        Value::Object(parts) => parts.values().any(is_present),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

/// Attributes whose texts differ by case.
fn is_exact(path: &Path) -> bool {
    let last = path.part.as_ref().unwrap_or(&path.name);
    ["id", "externalId", "$ref", "location", "version"].iter().any(|it| it.eq_ignore_ascii_case(last))
}

fn compare(path: &Path, found: &Value, comparison: Comparison, wanted: &Value) -> bool {
    // A value with parts is compared by the part `value`.
    let found = found.as_object().and_then(|it| get(it, "value")).unwrap_or(found);
    match (found, wanted) {
        (Value::String(found), Value::String(wanted)) if is_exact(path) => texts(found, comparison, wanted),
        (Value::String(found), Value::String(wanted)) => {
            texts(&found.to_lowercase(), comparison, &wanted.to_lowercase())
        }
        (Value::Number(found), Value::Number(wanted)) => {
            found.as_f64().partial_cmp(&wanted.as_f64()).is_some_and(|order| fits(order, comparison))
        }
        (Value::Bool(found), wanted) => comparison == Comparison::Equal && truth(wanted) == Some(*found),
        _ => false,
    }
}

fn texts(found: &str, comparison: Comparison, wanted: &str) -> bool {
    match comparison {
        Comparison::Contains => found.contains(wanted),
        Comparison::StartsWith => found.starts_with(wanted),
        Comparison::EndsWith => found.ends_with(wanted),
        Comparison::Equal | Comparison::NotEqual => fits(found.cmp(wanted), comparison),
        _ => {
            let time = |text: &str| text.to_uppercase().parse::<jiff::Timestamp>().ok();
            let order = time(found).zip(time(wanted)).map_or_else(|| found.cmp(wanted), |(a, b)| a.cmp(&b));
            fits(order, comparison)
        }
    }
}

fn fits(order: Ordering, comparison: Comparison) -> bool {
    match comparison {
        Comparison::Equal => order.is_eq(),
        Comparison::NotEqual => order.is_ne(),
        Comparison::Greater => order.is_gt(),
        Comparison::GreaterOrEqual => order.is_ge(),
        Comparison::Less => order.is_lt(),
        Comparison::LessOrEqual => order.is_le(),
        Comparison::Contains | Comparison::StartsWith | Comparison::EndsWith => false,
    }
}
