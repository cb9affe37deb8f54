//! The five kinds of values that both databases share.

/// A value of a column or a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// A 64-bit integer.
    Int(i64),
    /// UTF-8.
    Text(String),
    /// Bytes.
    Blob(Vec<u8>),
    /// A double.
    Real(f64),
}

impl Value {
    /// About how many bytes it takes.
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
    /// The values, first column first.
    pub fn into_values(self) -> Vec<Value> {
        self.0
    }
}
