//! The five kinds of values that both databases share.

/// A value of a column or a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// The SQL null, of any type.
    Null,
    /// A signed 64-bit integer, also for booleans (0 and 1).
    Int(i64),
    /// A text, encoded as UTF-8.
    Text(String),
    /// A byte string of any length.
    Blob(Vec<u8>),
    /// A 64-bit floating-point number.
    Real(f64),
}

impl Value {
    /// Returns the approximate size in bytes.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Self::Null | Self::Int(_) | Self::Real(_) => 8,
            Self::Text(text) => text.len(),
            Self::Blob(bytes) => bytes.len(),
        }
    }
}

/// One row of a result: its values, in the order of the statement's columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Row(pub(crate) Vec<Value>);

impl Row {
    /// Returns the values, in the order of the columns.
    pub fn into_values(self) -> Vec<Value> {
        self.0
    }
}
