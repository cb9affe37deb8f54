//! Conversions between values, as ECMAScript defines them.
//!
//! Values have no methods of their own that convert them: an object that has a member `toString` or `valueOf` is not
//! converted at all, and a function has no text.

use super::budget::Failure;
use super::machine::{Machine, Outcome};
use super::number;
use super::value::{Object, Text, Value};

impl Machine<'_> {
    /// As a text.
    pub(super) fn text(&mut self, value: &Value) -> Outcome<Text> {
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

    /// The texts of values with a separator between them; nothing for null and undefined.
    pub(super) fn join(&mut self, values: &[Value], separator: &[u16]) -> Outcome<Text> {
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

    /// Itself, or the text of an array or an object.
    pub(super) fn primitive(&mut self, value: &Value) -> Outcome {
        match value {
            Value::Array(_) | Value::Object(_) | Value::Function(_) => self.text(value).map(Value::String),
            _ => Ok(value.clone()),
        }
    }

    /// As a number.
    pub(super) fn number(&mut self, value: &Value) -> Outcome<f64> {
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

    /// As a number without a fraction, infinities included; 0 for NaN.
    pub(super) fn whole(&mut self, value: &Value) -> Outcome<f64> {
        self.number(value).map(number::whole)
    }
}

fn plain(object: &Object) -> Outcome<Text> {
    let converts = |name: &str| object.get(&name.into()).is_some();
    if converts("toString") || converts("valueOf") {
        return Err(Failure::Unavailable("an object that says how it is converted"));
    }
    Ok("[object Object]".into())
}
