//! Methods of arrays. None changes its array: `sort` and `reverse` return new ones.

use super::budget::Failure;
use super::machine::{Evaluated, Machine, argument};
use super::natives::Method;
use super::strings::from_end;
use super::value::{Array, Value};
use super::{objects, sort};

pub(super) fn call(machine: &mut Machine<'_>, array: &Array, method: Method, arguments: &[Value]) -> Evaluated {
    use Method as M;
    match method {
        M::Some | M::Every | M::Filter | M::Map | M::FlatMap => visit(machine, array, method, arguments),
        M::Find | M::FindIndex | M::FindLast | M::FindLastIndex => find(machine, array, method, arguments),
        M::Reduce => reduce(machine, array, arguments),
        M::Includes | M::IndexOf | M::LastIndexOf => search(machine, array, method, arguments),
        M::At => at(machine, array, arguments),
        M::Slice => slice(machine, array, arguments),
        M::Concat => concat(machine, array, arguments),
        M::Join => join(machine, array, arguments),
        M::Flat => flat(machine, array, arguments),
        M::Reverse | M::ToReversed => {
            machine.budget.steps(array.values().len())?;
            machine.array(array.values().iter().rev().cloned().collect())
        }
        M::Sort | M::ToSorted => sort::sort(machine, array, argument(arguments, 0)),
        M::ToString => machine.text(&Value::Array(array.clone())).map(Value::String),
        _ => objects::call(machine, &Value::Array(array.clone()), method, arguments),
    }
}

/// The callback of a method, called for each element.
struct Callback<'a> {
    function: &'a Value,
    array: &'a Array,
}

impl<'a> Callback<'a> {
    fn new(array: &'a Array, arguments: &'a [Value]) -> Evaluated<Self> {
        match argument(arguments, 0) {
            function @ Value::Function(_) => Ok(Self { function, array }),
            _ => Err(Failure::Invalid("a function is needed".to_owned())),
        }
    }

    fn call(&self, machine: &mut Machine<'_>, position: usize) -> Evaluated {
        let element = self.array.values()[position].clone();
        let arguments = [element, Value::Number(position as f64), Value::Array(self.array.clone())];
        machine.call(self.function, &Value::Undefined, &arguments)
    }
}

fn visit(machine: &mut Machine<'_>, array: &Array, method: Method, arguments: &[Value]) -> Evaluated {
    let callback = Callback::new(array, arguments)?;
    let mut kept = Vec::new();
    for (position, element) in array.values().iter().enumerate() {
        let value = callback.call(machine, position)?;
        match method {
            Method::Some if value.is_truthy() => return Ok(true.into()),
            Method::Every if !value.is_truthy() => return Ok(false.into()),
            Method::Filter if value.is_truthy() => kept.push(element.clone()),
            Method::Map => kept.push(value),
            Method::FlatMap => flatten(machine, &mut kept, &value, 1.0)?,
            _ => {}
        }
    }
    match method {
        Method::Some => Ok(false.into()),
        Method::Every => Ok(true.into()),
        _ => machine.array(kept),
    }
}

fn find(machine: &mut Machine<'_>, array: &Array, method: Method, arguments: &[Value]) -> Evaluated {
    let callback = Callback::new(array, arguments)?;
    let length = array.values().len();
    let from_the_end = matches!(method, Method::FindLast | Method::FindLastIndex);
    let mut found = None;
    for count in 0..length {
        let position = if from_the_end { length - 1 - count } else { count };
        if callback.call(machine, position)?.is_truthy() {
            found = Some(position);
            break;
        }
    }
    Ok(match (method, found) {
        (Method::Find | Method::FindLast, Some(position)) => array.values()[position].clone(),
        (Method::Find | Method::FindLast, None) => Value::Undefined,
        (_, found) => place(found),
    })
}

fn place(found: Option<usize>) -> Value {
    Value::Number(found.map_or(-1.0, |position| position as f64))
}

fn reduce(machine: &mut Machine<'_>, array: &Array, arguments: &[Value]) -> Evaluated {
    let function = Callback::new(array, arguments)?.function;
    let mut elements = array.values().iter().enumerate();
    let first = arguments.get(1).or_else(|| elements.next().map(|(_, element)| element));
    let mut value =
        first.cloned().ok_or_else(|| Failure::Invalid("an empty array has no value to reduce".to_owned()))?;
    for (position, element) in elements {
        let arguments = [value, element.clone(), Value::Number(position as f64), Value::Array(array.clone())];
        value = machine.call(function, &Value::Undefined, &arguments)?;
    }
    Ok(value)
}

fn search(machine: &mut Machine<'_>, array: &Array, method: Method, arguments: &[Value]) -> Evaluated {
    let (values, sought) = (array.values(), argument(arguments, 0));
    let from = match arguments.get(1) {
        Some(from) => machine.whole(from)?,
        None if method == Method::LastIndexOf => f64::INFINITY,
        None => 0.0,
    };
    if method == Method::LastIndexOf {
        let from = if from < 0.0 { from + values.len() as f64 } else { from };
        let end = if from < 0.0 { 0 } else { (from as usize).saturating_add(1).min(values.len()) };
        return search_back(machine, &values[..end], sought);
    }
    for (position, value) in values.iter().enumerate().skip(from_end(from, values.len())) {
        machine.budget.step()?;
        match method {
            Method::Includes if machine.same_or_nan(value, sought)? => return Ok(true.into()),
            Method::IndexOf if machine.same(value, sought)? => return Ok(place(Some(position))),
            _ => {}
        }
    }
    Ok(if method == Method::Includes { false.into() } else { place(None) })
}

fn search_back(machine: &mut Machine<'_>, values: &[Value], sought: &Value) -> Evaluated {
    for (position, value) in values.iter().enumerate().rev() {
        machine.budget.step()?;
        if machine.same(value, sought)? {
            return Ok(place(Some(position)));
        }
    }
    Ok(place(None))
}

fn at(machine: &mut Machine<'_>, array: &Array, arguments: &[Value]) -> Evaluated {
    let position = machine.whole(argument(arguments, 0))?;
    let position = if position < 0.0 { position + array.values().len() as f64 } else { position };
    let found = if position < 0.0 { None } else { array.values().get(position as usize) };
    Ok(found.cloned().unwrap_or(Value::Undefined))
}

fn slice(machine: &mut Machine<'_>, array: &Array, arguments: &[Value]) -> Evaluated {
    let values = array.values();
    let start = from_end(machine.whole(argument(arguments, 0))?, values.len());
    let end = match argument(arguments, 1) {
        Value::Undefined => values.len(),
        end => from_end(machine.whole(end)?, values.len()),
    };
    let part = values.get(start..end).unwrap_or(&[]);
    machine.budget.steps(part.len())?;
    machine.array(part.to_vec())
}

fn concat(machine: &mut Machine<'_>, array: &Array, arguments: &[Value]) -> Evaluated {
    let mut values = Vec::new();
    for part in std::iter::once(&Value::Array(array.clone())).chain(arguments) {
        match part {
            Value::Array(part) => {
                machine.budget.steps(part.values().len())?;
                values.extend_from_slice(part.values());
            }
            other => values.push(other.clone()),
        }
    }
    machine.array(values)
}

fn join(machine: &mut Machine<'_>, array: &Array, arguments: &[Value]) -> Evaluated {
    let separator = match argument(arguments, 0) {
        Value::Undefined => ",".into(),
        separator => machine.text(separator)?,
    };
    machine.join(array.values(), separator.units()).map(Value::String)
}

fn flat(machine: &mut Machine<'_>, array: &Array, arguments: &[Value]) -> Evaluated {
    let levels = match argument(arguments, 0) {
        Value::Undefined => 1.0,
        levels => machine.whole(levels)?,
    };
    let mut values = Vec::new();
    flatten(machine, &mut values, &Value::Array(array.clone()), levels.max(0.0) + 1.0)?;
    machine.array(values)
}

/// Appends a value, or the elements of an array in its place, down to a number of levels.
fn flatten(machine: &mut Machine<'_>, values: &mut Vec<Value>, value: &Value, levels: f64) -> Evaluated<()> {
    machine.budget.step()?;
    match value {
        Value::Array(array) if levels >= 1.0 => {
            array.values().iter().try_for_each(|element| flatten(machine, values, element, levels - 1.0))
        }
        other => {
            values.push(other.clone());
            Ok(())
        }
    }
}
