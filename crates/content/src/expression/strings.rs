//! Methods of texts. Positions are counted in UTF-16 code units; searches are for a text, never for a pattern.

use super::budget::Failure;
use super::machine::{Evaluated, Machine, argument};
use super::natives::Method;
use super::units::{change_case, trim, trim_end, trim_start};
use super::value::{Text, Value};
use super::{number, objects};

pub(super) fn call(machine: &mut Machine<'_>, text: &Text, method: Method, arguments: &[Value]) -> Evaluated {
    use Method as M;
    match method {
        M::At | M::CharAt | M::CharCodeAt => unit(machine, text, method, arguments),
        M::Includes | M::IndexOf | M::LastIndexOf | M::StartsWith | M::EndsWith => {
            search(machine, text, method, arguments)
        }
        M::Slice | M::Substring | M::Substr => part(machine, text, method, arguments),
        M::Split => split(machine, text, arguments),
        M::Replace | M::ReplaceAll => replace(machine, text, method, arguments),
        M::Concat | M::Repeat | M::PadStart | M::PadEnd => longer(machine, text, method, arguments),
        M::ToLowerCase => cased(machine, text, str::to_lowercase),
        M::ToUpperCase => cased(machine, text, str::to_uppercase),
        M::Trim => machine.string(trim(text.units())),
        M::TrimStart => machine.string(trim_start(text.units())),
        M::TrimEnd => machine.string(trim_end(text.units())),
        M::ToString => Ok(text.clone().into()),
        _ => objects::call(machine, &text.clone().into(), method, arguments),
    }
}

fn unit(machine: &mut Machine<'_>, text: &Text, method: Method, arguments: &[Value]) -> Evaluated {
    let units = text.units();
    let mut position = machine.whole(argument(arguments, 0))?;
    if method == Method::At && position < 0.0 {
        position += units.len() as f64;
    }
    let found = if position >= 0.0 { units.get(position as usize).copied() } else { None };
    match (method, found) {
        (Method::CharCodeAt, unit) => Ok(Value::Number(unit.map_or(f64::NAN, f64::from))),
        (_, Some(unit)) => machine.string(&[unit]),
        (Method::At, None) => Ok(Value::Undefined),
        (_, None) => machine.string(&[]),
    }
}

fn search(machine: &mut Machine<'_>, text: &Text, method: Method, arguments: &[Value]) -> Evaluated {
    let units = text.units();
    let sought = machine.text(argument(arguments, 0))?;
    let sought = sought.units();
    let from = argument(arguments, 1);
    let position = |found: Option<usize>| Value::Number(found.map_or(-1.0, |found| found as f64));
    Ok(match method {
        Method::StartsWith => {
            let start = limited(machine.whole(from)?, units.len());
            machine.budget.scan(sought.len())?;
            units[start..].starts_with(sought).into()
        }
        Method::EndsWith => {
            let end =
                if let Value::Undefined = from { units.len() } else { limited(machine.whole(from)?, units.len()) };
            machine.budget.scan(sought.len())?;
            units[..end].ends_with(sought).into()
        }
        Method::LastIndexOf => {
            let from = machine.number(from)?;
            let from = if from.is_nan() { units.len() } else { limited(number::whole(from), units.len()) };
            position(find_last(machine, units, sought, from)?)
        }
        _ => {
            let start = limited(machine.whole(from)?, units.len());
            let found = find(machine, units, sought, start)?;
            if method == Method::Includes { found.is_some().into() } else { position(found) }
        }
    })
}

/// Returns the first occurrence from `start` on. Every comparison is charged.
fn find(machine: &mut Machine<'_>, units: &[u16], sought: &[u16], start: usize) -> Evaluated<Option<usize>> {
    let Some(last) = units.len().checked_sub(sought.len()) else { return Ok(None) };
    for position in start..=last {
        machine.budget.scan(1)?;
        if is_at(machine, units, sought, position)? {
            return Ok(Some(position));
        }
    }
    Ok(None)
}

/// Returns the last occurrence up to `from`.
fn find_last(machine: &mut Machine<'_>, units: &[u16], sought: &[u16], from: usize) -> Evaluated<Option<usize>> {
    let Some(last) = units.len().checked_sub(sought.len()) else { return Ok(None) };
    for position in (0..=from.min(last)).rev() {
        machine.budget.scan(1)?;
        if is_at(machine, units, sought, position)? {
            return Ok(Some(position));
        }
    }
    Ok(None)
}

fn is_at(machine: &mut Machine<'_>, units: &[u16], sought: &[u16], position: usize) -> Evaluated<bool> {
    let equal = units[position..].iter().zip(sought).take_while(|(one, other)| one == other).count();
    machine.budget.scan(equal)?;
    Ok(equal == sought.len())
}

fn part(machine: &mut Machine<'_>, text: &Text, method: Method, arguments: &[Value]) -> Evaluated {
    let units = text.units();
    let length = units.len();
    let first = machine.whole(argument(arguments, 0))?;
    let second = match argument(arguments, 1) {
        Value::Undefined => f64::INFINITY,
        second => machine.whole(second)?,
    };
    let (start, end) = match method {
        Method::Slice => (from_end(first, length), from_end(second, length)),
        Method::Substring => {
            let (one, other) = (limited(first, length), limited(second, length));
            (one.min(other), one.max(other))
        }
        _ => {
            let start = from_end(first, length);
            (start, limited(start as f64 + second, length))
        }
    };
    machine.string(units.get(start..end).unwrap_or(&[]))
}

/// Clamps a position to a length; negative ones become 0.
fn limited(position: f64, length: usize) -> usize {
    position.clamp(0.0, length as f64) as usize
}

/// Clamps a position to a length; negative ones count from the end.
pub(super) fn from_end(position: f64, length: usize) -> usize {
    limited(if position < 0.0 { position + length as f64 } else { position }, length)
}

fn split(machine: &mut Machine<'_>, text: &Text, arguments: &[Value]) -> Evaluated {
    let units = text.units();
    let most = match argument(arguments, 1) {
        Value::Undefined => u32::MAX,
        most => number::uint32(machine.number(most)?),
    };
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let Value::Undefined = argument(arguments, 0) else {
        let separator = machine.text(argument(arguments, 0))?;
        let parts = parts(machine, units, separator.units(), most)?;
        return machine.array(parts);
    };
    machine.array(if most == 0 { Vec::new() } else { vec![text.clone().into()] })
}

fn parts(machine: &mut Machine<'_>, units: &[u16], separator: &[u16], most: usize) -> Evaluated<Vec<Value>> {
    let mut parts = Vec::new();
    if separator.is_empty() {
        for unit in units.chunks(1).take(most) {
            parts.push(machine.string(unit)?);
        }
        return Ok(parts);
    }
    let mut start = 0;
    while parts.len() < most {
        let Some(end) = find(machine, units, separator, start)? else {
            parts.push(machine.string(&units[start..])?);
            break;
        };
        parts.push(machine.string(&units[start..end])?);
        start = end + separator.len();
    }
    Ok(parts)
}

fn replace(machine: &mut Machine<'_>, text: &Text, method: Method, arguments: &[Value]) -> Evaluated {
    let units = text.units();
    let sought = machine.text(argument(arguments, 0))?;
    let replacement = match argument(arguments, 1) {
        function @ Value::Function(_) => function.clone(),
        other => machine.text(other)?.into(),
    };
    let mut written = Vec::new();
    let (mut copied, mut from) = (0, 0);
    while let Some(start) = find(machine, units, sought.units(), from)? {
        machine.budget.step()?;
        machine.write(&mut written, &units[copied..start])?;
        copied = start + sought.units().len();
        match &replacement {
            Value::String(pattern) => substitute(machine, &mut written, pattern.units(), units, start..copied)?,
            function => {
                let found = [sought.clone().into(), Value::Number(start as f64), text.clone().into()];
                let value = machine.call(function, &Value::Undefined, &found)?;
                let value = machine.text(&value)?;
                machine.write(&mut written, value.units())?;
            }
        }
        // An empty text is found once at each position, the end included.
        from = copied.max(start + 1);
        if method == Method::Replace || from > units.len() {
            break;
        }
    }
    machine.write(&mut written, &units[copied..])?;
    Ok(Text::from(written).into())
}

/// Writes a replacement, in which `$$`, `$&`, `` $` `` and `$'` mean a dollar, the match, and the text before and after
/// it.
fn substitute(
    machine: &mut Machine<'_>,
    written: &mut Vec<u16>,
    pattern: &[u16],
    units: &[u16],
    place: std::ops::Range<usize>,
) -> Evaluated<()> {
    const DOLLAR: u16 = b'$' as u16;
    let mut rest = pattern;
    while let Some(dollar) = rest.iter().position(|&unit| unit == DOLLAR) {
        machine.write(written, &rest[..dollar])?;
        let sign = rest.get(dollar + 1).and_then(|&unit| u8::try_from(unit).ok());
        let meant = match sign {
            Some(b'$') => &[DOLLAR],
            Some(b'&') => &units[place.clone()],
            Some(b'`') => &units[..place.start],
            Some(b'\'') => &units[place.end..],
            _ => {
                machine.write(written, &[DOLLAR])?;
                rest = &rest[dollar + 1..];
                continue;
            }
        };
        machine.write(written, meant)?;
        rest = &rest[dollar + 2..];
    }
    machine.write(written, rest)
}

fn longer(machine: &mut Machine<'_>, text: &Text, method: Method, arguments: &[Value]) -> Evaluated {
    let mut written = Vec::new();
    match method {
        Method::Concat => {
            machine.write(&mut written, text.units())?;
            for argument in arguments {
                let more = machine.text(argument)?;
                machine.write(&mut written, more.units())?;
            }
        }
        Method::Repeat => {
            let times = machine.whole(argument(arguments, 0))?;
            if times < 0.0 || times.is_infinite() {
                return Err(Failure::Invalid("a text cannot be repeated so many times".to_owned()));
            }
            fill(machine, &mut written, text.units(), times * text.units().len() as f64)?;
        }
        _ => return pad(machine, text, method, arguments),
    }
    Ok(Text::from(written).into())
}

fn pad(machine: &mut Machine<'_>, text: &Text, method: Method, arguments: &[Value]) -> Evaluated {
    let missing = machine.whole(argument(arguments, 0))? - text.units().len() as f64;
    let padding = match argument(arguments, 1) {
        Value::Undefined => " ".into(),
        padding => machine.text(padding)?,
    };
    let mut written = Vec::new();
    if method == Method::PadEnd {
        machine.write(&mut written, text.units())?;
    }
    if missing > 0.0 && !padding.units().is_empty() {
        fill(machine, &mut written, padding.units(), missing)?;
    }
    if method == Method::PadStart {
        machine.write(&mut written, text.units())?;
    }
    Ok(Text::from(written).into())
}

/// Writes a number of units of a repeated text; they are charged in advance.
fn fill(machine: &mut Machine<'_>, written: &mut Vec<u16>, units: &[u16], length: f64) -> Evaluated<()> {
    let length = length as usize;
    machine.budget.bytes(length.saturating_mul(size_of::<u16>()))?;
    machine.budget.scan(length)?;
    written.extend(units.iter().cycle().take(length));
    Ok(())
}

fn cased(machine: &mut Machine<'_>, text: &Text, change: fn(&str) -> String) -> Evaluated {
    machine.budget.bytes(size_of_val(text.units()))?;
    machine.string(&change_case(text.units(), change))
}
