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

/// One row of a result: its values, in the order of the statement's columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Row(pub(crate) Vec<Value>);

impl Row {
    /// The values, first column first.
    pub fn into_values(self) -> Vec<Value> {
        self.0
    }
}
