//! Methods of all values, and functions of members.

use super::budget::Failure;
use super::machine::{Evaluated, Machine, argument};
use super::natives::{Global, Method};
use super::value::{Text, Value};

pub(super) fn call(machine: &mut Machine<'_>, value: &Value, method: Method, arguments: &[Value]) -> Evaluated {
    match method {
        Method::HasOwnProperty => {
            let key = machine.text(argument(arguments, 0))?;
            machine.has(value, &key).map(Value::Boolean)
        }
        Method::ToString if matches!(value, Value::Object(_)) => Ok("[object Object]".into()),
        Method::ToString => machine.text(value).map(Value::String),
        _ => Err(Failure::Unavailable("this method")),
    }
}

pub(super) fn global(machine: &mut Machine<'_>, global: Global, arguments: &[Value]) -> Evaluated {
    let value = argument(arguments, 0);
    if value.is_nullish() {
        return Err(Failure::Invalid("null and undefined have no members".to_owned()));
    }
    if global == Global::ObjectHasOwn {
        return call(machine, value, Method::HasOwnProperty, &arguments[1..]);
    }
    let mut listed = Vec::new();
    for (key, member) in entries(machine, value)? {
        listed.push(match global {
            Global::ObjectKeys => key.into(),
            Global::ObjectValues => member,
            _ => machine.array(vec![key.into(), member])?,
        });
    }
    machine.array(listed)
}

/// Returns the own members of a value: for texts and arrays the elements by their indices.
pub(super) fn entries(machine: &mut Machine<'_>, value: &Value) -> Evaluated<Vec<(Text, Value)>> {
    match value {
        Value::Object(object) => {
            machine.budget.steps(object.entries().len())?;
            Ok(object.entries().to_vec())
        }
        Value::Array(array) => {
            array.values().iter().enumerate().map(|(at, value)| Ok((position(machine, at)?, value.clone()))).collect()
        }
        Value::String(text) => text
            .units()
            .iter()
            .enumerate()
            .map(|(at, unit)| Ok((position(machine, at)?, machine.string(&[*unit])?)))
            .collect(),
        _ => Ok(Vec::new()),
    }
}

fn position(machine: &mut Machine<'_>, position: usize) -> Evaluated<Text> {
    machine.budget.step()?;
    machine.budget.bytes(32)?;
    Ok(position.to_string().as_str().into())
}
