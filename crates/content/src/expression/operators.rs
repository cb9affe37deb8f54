//! Operators on values: arithmetic, bitwise, relational and the three kinds of equality.

use super::budget::Failure;
use super::machine::{Evaluated, Machine};
use super::number;
use super::syntax::{Binary, Unary};
use super::value::{Text, Value};

impl Machine<'_> {
    pub(super) fn unary(&mut self, operator: Unary, operand: &Value) -> Evaluated {
        Ok(match operator {
            Unary::Not => Value::Boolean(!operand.is_truthy()),
            Unary::Minus => Value::Number(-self.number(operand)?),
            Unary::Plus => Value::Number(self.number(operand)?),
            Unary::Complement => Value::Number(f64::from(!number::int32(self.number(operand)?))),
            Unary::Typeof => type_of(operand).into(),
            Unary::Void => Value::Undefined,
        })
    }

    pub(super) fn binary(&mut self, operator: Binary, left: &Value, right: &Value) -> Evaluated {
        use Binary as B;
        Ok(match operator {
            B::Same => self.same(left, right)?.into(),
            B::NotSame => (!self.same(left, right)?).into(),
            B::Equal => self.equal(left, right)?.into(),
            B::NotEqual => (!self.equal(left, right)?).into(),
            B::Less | B::LessOrEqual | B::Greater | B::GreaterOrEqual => self.relation(operator, left, right)?.into(),
            B::In => self.is_in(left, right)?.into(),
            B::Add => self.add(left, right)?,
            _ => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                arithmetic(operator, left, right).into()
            }
        })
    }

    /// Concatenates texts if one of the operands is a text, else adds numbers.
    fn add(&mut self, left: &Value, right: &Value) -> Evaluated {
        let (left, right) = (self.primitive(left)?, self.primitive(right)?);
        if !matches!(left, Value::String(_)) && !matches!(right, Value::String(_)) {
            return Ok(Value::Number(self.number(&left)? + self.number(&right)?));
        }
        let mut written = Vec::new();
        for side in [left, right] {
            let text = self.text(&side)?;
            self.write(&mut written, text.units())?;
        }
        Ok(Text::from(written).into())
    }

    fn relation(&mut self, operator: Binary, left: &Value, right: &Value) -> Evaluated<bool> {
        let (left, right) = (self.primitive(left)?, self.primitive(right)?);
        let order = if let (Value::String(left), Value::String(right)) = (&left, &right) {
            self.budget.scan(left.units().len().min(right.units().len()))?;
            Some(left.cmp(right))
        } else {
            // NaN is not comparable.
            self.number(&left)?.partial_cmp(&self.number(&right)?)
        };
        Ok(order.is_some_and(|order| match operator {
            Binary::Less => order.is_lt(),
            Binary::LessOrEqual => order.is_le(),
            Binary::Greater => order.is_gt(),
            _ => order.is_ge(),
        }))
    }

    fn is_in(&mut self, key: &Value, value: &Value) -> Evaluated<bool> {
        if !matches!(value, Value::Array(_) | Value::Object(_) | Value::Function(_)) {
            return Err(Failure::Invalid("`in` needs an object on its right".to_owned()));
        }
        let key = self.text(key)?;
        self.has(value, &key)
    }

    /// Computes `===`.
    pub(super) fn same(&mut self, left: &Value, right: &Value) -> Evaluated<bool> {
        Ok(match (left, right) {
            (Value::Undefined, Value::Undefined) | (Value::Null, Value::Null) => true,
            (Value::Boolean(left), Value::Boolean(right)) => left == right,
            (Value::Number(left), Value::Number(right)) => left == right,
            (Value::String(left), Value::String(right)) => self.same_text(left, right)?,
            (Value::Array(left), Value::Array(right)) => left.is(right),
            (Value::Object(left), Value::Object(right)) => left.is(right),
            (Value::Function(left), Value::Function(right)) => left.is(right),
            _ => false,
        })
    }

    /// Computes `===`, except that NaN equals NaN.
    pub(super) fn same_or_nan(&mut self, left: &Value, right: &Value) -> Evaluated<bool> {
        match (left, right) {
            (Value::Number(left), Value::Number(right)) if left.is_nan() => Ok(right.is_nan()),
            _ => self.same(left, right),
        }
    }

    fn same_text(&mut self, left: &Text, right: &Text) -> Evaluated<bool> {
        if left.is(right) {
            return Ok(true);
        }
        if left.units().len() != right.units().len() {
            return Ok(false);
        }
        self.budget.scan(left.units().len())?;
        Ok(left == right)
    }

    /// Computes `==`.
    fn equal(&mut self, left: &Value, right: &Value) -> Evaluated<bool> {
        use Value as V;
        match (left, right) {
            _ if left.is_nullish() || right.is_nullish() => Ok(left.is_nullish() && right.is_nullish()),
            _ if is_compound(left) == is_compound(right) => match (left, right) {
                (V::Boolean(_) | V::Number(_), V::String(_))
                | (V::String(_), V::Boolean(_) | V::Number(_))
                | (V::Boolean(_), V::Number(_))
                | (V::Number(_), V::Boolean(_)) => Ok(self.number(left)? == self.number(right)?),
                _ => self.same(left, right),
            },
            _ => {
                let (left, right) = (self.primitive(left)?, self.primitive(right)?);
                self.equal(&left, &right)
            }
        }
    }
}

fn is_compound(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_) | Value::Function(_))
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Undefined => "undefined",
        Value::Null | Value::Array(_) | Value::Object(_) => "object",
        Value::Boolean(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Function(_) => "function",
    }
}

fn arithmetic(operator: Binary, left: f64, right: f64) -> f64 {
    use Binary as B;
    let (bits, other) = (number::int32(left), number::int32(right));
    // The low five bits determine a shift.
    let by = number::uint32(right) & 31;
    match operator {
        B::Subtract => left - right,
        B::Multiply => left * right,
        B::Divide => left / right,
        B::Remainder => left % right,
        B::Power => number::power(left, right),
        B::BitOr => (bits | other).into(),
        B::BitXor => (bits ^ other).into(),
        B::BitAnd => (bits & other).into(),
        B::ShiftLeft => (bits << by).into(),
        B::ShiftRight => (bits >> by).into(),
        B::ShiftRightUnsigned => (number::uint32(left) >> by).into(),
        _ => f64::NAN,
    }
}
