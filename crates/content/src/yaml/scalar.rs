//! Scalars, with the types of the core schema (YAML 1.2.2, section 10.3).

/// A scalar as it was written. It keeps its text, because a title `1.10` is not a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Scalar {
    pub(super) text: String,
    /// True if neither quoted nor a block: the scalar may be another type than text.
    pub(super) plain: bool,
    /// The type of the core schema that it is tagged with, such as `int`.
    pub(super) tag: Option<String>,
}

/// The value of a scalar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Typed<'s> {
    /// The null value; also an entry without a value.
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number that fits.
    Integer(i64),
    /// Any other number; it may be infinite, or none.
    Number(f64),
    /// A text: what is quoted, tagged as one, or nothing else.
    Text(&'s str),
}

impl Scalar {
    /// Creates the null value.
    pub fn null() -> Self {
        Self { text: String::new(), plain: true, tag: None }
    }

    /// Returns the value. A text that does not fit its tag is a text.
    pub fn typed(&self) -> Typed<'_> {
        let text = self.text.as_str();
        if !self.plain {
            return Typed::Text(text);
        }
        let is_tagged = |tag: &str| self.tag.as_deref().is_none_or(|own| own == tag);
        let null = || matches!(text, "" | "~" | "null" | "Null" | "NULL").then_some(Typed::Null);
        let found = None
            .or_else(|| is_tagged("null").then(null).flatten())
            .or_else(|| is_tagged("bool").then(|| boolean(text).map(Typed::Bool)).flatten())
            .or_else(|| is_tagged("int").then(|| integer(text).map(Typed::Integer)).flatten())
            .or_else(|| is_tagged("float").then(|| number(text).map(Typed::Number)).flatten());
        found.unwrap_or(Typed::Text(text))
    }
}

fn boolean(text: &str) -> Option<bool> {
    match text {
        "true" | "True" | "TRUE" => Some(true),
        "false" | "False" | "FALSE" => Some(false),
        _ => None,
    }
}

fn integer(text: &str) -> Option<i64> {
    if let Some(digits) = text.strip_prefix("0x") {
        return i64::from_str_radix(digits, 16).ok();
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return i64::from_str_radix(digits, 8).ok();
    }
    text.parse().ok()
}

fn number(text: &str) -> Option<f64> {
    match text {
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => return Some(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => return Some(f64::NEG_INFINITY),
        ".nan" | ".NaN" | ".NAN" => return Some(f64::NAN),
        _ => {}
    }
    // Rust also parses `inf`, `nan` and the like as numbers.
    let numeric = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    if numeric { text.parse().ok() } else { None }
}
