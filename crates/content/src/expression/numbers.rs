//! Methods of numbers, and global functions.

use super::budget::Failure;
use super::machine::{Evaluated, Machine, argument};
use super::natives::{Global, Method};
use super::number::{self, MOST_EXACT};
use super::value::{Text, Value};
use super::{json, objects};

pub(super) fn call(machine: &mut Machine<'_>, number: f64, method: Method, arguments: &[Value]) -> Evaluated {
    let first = argument(arguments, 0);
    match method {
        Method::ToFixed => {
            let digits = machine.whole(first)?;
            if !(0.0..=100.0).contains(&digits) {
                return Err(Failure::Invalid("`toFixed` gives 0 to 100 digits".to_owned()));
            }
            if number.is_nan() || number.abs() >= 1e21 {
                return Ok(number::format(number).as_str().into());
            }
            // All digits of a number are formatted in order to round it.
            machine.budget.scan(1400)?;
            Ok(number::fixed(number, digits as usize).as_str().into())
        }
        Method::ToString => {
            let radix = if let Value::Undefined = first { 10.0 } else { machine.whole(first)? };
            if !(2.0..=36.0).contains(&radix) {
                return Err(Failure::Invalid("the base of a number is from 2 to 36".to_owned()));
            }
            if radix == 10.0 || !number.is_finite() {
                return Ok(number::format(number).as_str().into());
            }
            let text = number::format_radix(number, radix as u32);
            text.map(|text| text.as_str().into()).ok_or(Failure::Unavailable("a fraction in another base than 10"))
        }
        _ => objects::call(machine, &Value::Number(number), method, arguments),
    }
}

pub(super) fn global(machine: &mut Machine<'_>, global: Global, arguments: &[Value]) -> Evaluated {
    use Global as G;
    let first = argument(arguments, 0);
    Ok(match global {
        G::Boolean => first.is_truthy().into(),
        G::Number if arguments.is_empty() => 0.0.into(),
        G::Number => machine.number(first)?.into(),
        G::String if arguments.is_empty() => "".into(),
        G::String => machine.text(first)?.into(),
        G::ParseFloat => number::parse_float(read(machine, first)?.units()).into(),
        G::ParseInt => {
            let text = read(machine, first)?;
            let radix = number::int32(machine.number(argument(arguments, 1))?);
            number::parse_int(text.units(), radix).into()
        }
        G::IsNaN => machine.number(first)?.is_nan().into(),
        G::IsFinite => machine.number(first)?.is_finite().into(),
        G::NumberIsFinite | G::NumberIsInteger | G::NumberIsNaN | G::NumberIsSafeInteger => {
            is_such(global, first).into()
        }
        G::ArrayIsArray => matches!(first, Value::Array(_)).into(),
        G::ObjectKeys | G::ObjectValues | G::ObjectEntries | G::ObjectHasOwn => {
            return objects::global(machine, global, arguments);
        }
        G::JsonStringify => return json::stringify(machine, arguments),
        G::MathMax | G::MathMin => extreme(machine, global, arguments)?.into(),
        G::MathPow => number::power(machine.number(first)?, machine.number(argument(arguments, 1))?).into(),
        G::MathAbs | G::MathCeil | G::MathFloor | G::MathRound | G::MathSign | G::MathSqrt | G::MathTrunc => {
            math(global, machine.number(first)?).into()
        }
    })
}

fn read(machine: &mut Machine<'_>, value: &Value) -> Evaluated<Text> {
    let text = machine.text(value)?;
    machine.budget.scan(text.units().len())?;
    Ok(text)
}

fn is_such(global: Global, value: &Value) -> bool {
    let Value::Number(number) = *value else { return false };
    let is_whole = number.is_finite() && number.trunc() == number;
    match global {
        Global::NumberIsFinite => number.is_finite(),
        Global::NumberIsInteger => is_whole,
        Global::NumberIsSafeInteger => is_whole && number.abs() <= MOST_EXACT,
        _ => number.is_nan(),
    }
}

fn math(global: Global, number: f64) -> f64 {
    match global {
        Global::MathAbs => number.abs(),
        Global::MathCeil => number.ceil(),
        Global::MathFloor => number.floor(),
        Global::MathRound => number::round(number),
        Global::MathSign if number == 0.0 || number.is_nan() => number,
        Global::MathSign => number.signum(),
        Global::MathSqrt => number.sqrt(),
        _ => number.trunc(),
    }
}

/// Returns the maximum or minimum; NaN if any argument is; 0 is greater than -0.
fn extreme(machine: &mut Machine<'_>, global: Global, arguments: &[Value]) -> Evaluated<f64> {
    let is_max = global == Global::MathMax;
    let mut found = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
    for argument in arguments {
        machine.budget.step()?;
        let number = machine.number(argument)?;
        let is_further = if is_max { number.total_cmp(&found).is_gt() } else { number.total_cmp(&found).is_lt() };
        if number.is_nan() || found.is_nan() {
            found = f64::NAN;
        } else if is_further {
            found = number;
        }
    }
    Ok(found)
}
