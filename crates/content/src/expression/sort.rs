//! Sorting of arrays: stable, and with a comparison that may fail, cost steps, or contradict itself.

use super::budget::Failure;
use super::machine::{Evaluated, Machine};
use super::value::{Array, Text, Value};

/// Returns a sorted array: by a comparison function, or by the texts of the elements. Undefined comes last.
pub(super) fn sort(machine: &mut Machine<'_>, array: &Array, function: &Value) -> Evaluated {
    let by_text = match function {
        Value::Undefined => true,
        Value::Function(_) => false,
        _ => return Err(Failure::Invalid("a function is needed".to_owned())),
    };
    let mut keyed = Vec::with_capacity(array.values().len());
    let mut rest = Vec::new();
    for value in array.values() {
        machine.budget.step()?;
        match value {
            Value::Undefined => rest.push(Value::Undefined),
            value if by_text => keyed.push((Some(machine.text(value)?), value.clone())),
            value => keyed.push((None, value.clone())),
        }
    }
    let mut sorted: Vec<Value> = merged(machine, &keyed, function)?.into_iter().map(|(_, value)| value).collect();
    sorted.append(&mut rest);
    machine.array(sorted)
}

type Keyed = (Option<Text>, Value);

/// Merges runs of one element, then of two, of four, …
fn merged(machine: &mut Machine<'_>, values: &[Keyed], function: &Value) -> Evaluated<Vec<Keyed>> {
    let mut values = values.to_vec();
    let mut width = 1;
    while width < values.len() {
        let mut next = Vec::with_capacity(values.len());
        for pair in values.chunks(2 * width) {
            let (left, right) = pair.split_at(width.min(pair.len()));
            merge(machine, &mut next, left, right, function)?;
        }
        values = next;
        width *= 2;
    }
    Ok(values)
}

fn merge(
    machine: &mut Machine<'_>,
    out: &mut Vec<Keyed>,
    mut left: &[Keyed],
    mut right: &[Keyed],
    function: &Value,
) -> Evaluated<()> {
    while let ([first, left_rest @ ..], [second, right_rest @ ..]) = (left, right) {
        if comes_later(machine, first, second, function)? {
            out.push(second.clone());
            right = right_rest;
        } else {
            out.push(first.clone());
            left = left_rest;
        }
    }
    out.extend_from_slice(left);
    out.extend_from_slice(right);
    Ok(())
}

fn comes_later(machine: &mut Machine<'_>, first: &Keyed, second: &Keyed, function: &Value) -> Evaluated<bool> {
    machine.budget.step()?;
    if let (Some(first), Some(second)) = (&first.0, &second.0) {
        machine.budget.scan(first.units().len().min(second.units().len()))?;
        return Ok(first > second);
    }
    let order = machine.call(function, &Value::Undefined, &[first.1.clone(), second.1.clone()])?;
    Ok(machine.number(&order)? > 0.0)
}
