//! Conversions between values, as ECMAScript defines them.
//!
//! Values can't define conversion methods: an object that has a member `toString` or `valueOf` is not
//! converted at all, and a function has no text.

use super::budget::Failure;
use super::machine::{Evaluated, Machine};
use super::number;
use super::value::{Object, Text, Value};

impl Machine<'_> {
    /// Converts a value to text.
    pub(super) fn text(&mut self, value: &Value) -> Evaluated<Text> {
        Ok(match value {
            Value::Undefined => "undefined".into(),
            Value::Null => "null".into(),
            Value::Boolean(true) => "true".into(),
            Value::Boolean(false) => "false".into(),
            Value::Number(number) => number::format(*number).as_str().into(),
            Value::String(text) => text.clone(),
            Value::Array(array) => self.join(array.values(), &[u16::from(b',')])?,
            Value::Object(object) => plain(object)?,
            Value::Function(_) => return Err(Failure::Unavailable("the text of a function")),
        })
    }

    /// Joins the texts of values with a separator; null and undefined are empty.
    pub(super) fn join(&mut self, values: &[Value], separator: &[u16]) -> Evaluated<Text> {
        let mut written = Vec::new();
        for (position, value) in values.iter().enumerate() {
            self.budget.step()?;
            if position > 0 {
                self.write(&mut written, separator)?;
            }
            if !value.is_nullish() {
                let text = self.text(value)?;
                self.write(&mut written, text.units())?;
            }
        }
        Ok(written.into())
    }

    /// Converts arrays and objects to text; returns other values unchanged.
    pub(super) fn primitive(&mut self, value: &Value) -> Evaluated {
        match value {
            Value::Array(_) | Value::Object(_) | Value::Function(_) => self.text(value).map(Value::String),
            _ => Ok(value.clone()),
        }
    }

    /// Converts a value to a number.
    pub(super) fn number(&mut self, value: &Value) -> Evaluated<f64> {
        Ok(match value {
            Value::Undefined => f64::NAN,
            Value::Null => 0.0,
            Value::Boolean(boolean) => f64::from(*boolean),
            Value::Number(number) => *number,
            Value::String(text) => {
                self.budget.scan(text.units().len())?;
                number::parse(text.units())
            }
            Value::Array(_) | Value::Object(_) | Value::Function(_) => {
                let text = self.text(value)?;
                number::parse(text.units())
            }
        })
    }

    /// Converts a value to an integer or an infinity; 0 for NaN.
    pub(super) fn whole(&mut self, value: &Value) -> Evaluated<f64> {
        self.number(value).map(number::whole)
    }
}

fn plain(object: &Object) -> Evaluated<Text> {
    let converts = |name: &str| object.get(&name.into()).is_some();
    if converts("toString") || converts("valueOf") {
        return Err(Failure::Unavailable("an object that says how it is converted"));
    }
    Ok("[object Object]".into())
}
