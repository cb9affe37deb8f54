//! `JSON.stringify` of a value, on one line and with all members.

use super::budget::Failure;
use super::machine::{Evaluated, Machine, argument};
use super::number;
use super::value::{Text, Value};

pub(super) fn stringify(machine: &mut Machine<'_>, arguments: &[Value]) -> Evaluated {
    if arguments.iter().skip(1).any(|argument| !argument.is_nullish()) {
        return Err(Failure::Unavailable("JSON with a choice of members or with spaces"));
    }
    let value = argument(arguments, 0);
    if let Value::Undefined | Value::Function(_) = value {
        return Ok(Value::Undefined);
    }
    let mut written = Vec::new();
    write(machine, &mut written, value)?;
    Ok(Text::from(written).into())
}

/// Writes a value; undefined and functions are written as null, as in arrays.
fn write(machine: &mut Machine<'_>, written: &mut Vec<u16>, value: &Value) -> Evaluated<()> {
    machine.budget.step()?;
    match value {
        Value::Undefined | Value::Null | Value::Function(_) => ascii(machine, written, "null"),
        Value::Boolean(boolean) => ascii(machine, written, if *boolean { "true" } else { "false" }),
        Value::Number(number) if !number.is_finite() => ascii(machine, written, "null"),
        Value::Number(number) => ascii(machine, written, &number::format(*number)),
        Value::String(text) => quote(machine, written, text),
        Value::Array(array) => {
            ascii(machine, written, "[")?;
            for (position, element) in array.values().iter().enumerate() {
                if position > 0 {
                    ascii(machine, written, ",")?;
                }
                write(machine, written, element)?;
            }
            ascii(machine, written, "]")
        }
        Value::Object(object) => {
            ascii(machine, written, "{")?;
            members(machine, written, object.entries())?;
            ascii(machine, written, "}")
        }
    }
}

fn members(machine: &mut Machine<'_>, written: &mut Vec<u16>, entries: &[(Text, Value)]) -> Evaluated<()> {
    let converts = |(key, value): &(Text, Value)| *key == "toJSON".into() && matches!(value, Value::Function(_));
    if entries.iter().any(converts) {
        return Err(Failure::Unavailable("an object that says how it is converted"));
    }
    let mut separator = "";
    for (key, value) in entries {
        machine.budget.step()?;
        if let Value::Undefined | Value::Function(_) = value {
            continue;
        }
        ascii(machine, written, separator)?;
        quote(machine, written, key)?;
        ascii(machine, written, ":")?;
        write(machine, written, value)?;
        separator = ",";
    }
    Ok(())
}

fn quote(machine: &mut Machine<'_>, written: &mut Vec<u16>, text: &Text) -> Evaluated<()> {
    ascii(machine, written, "\"")?;
    for decoded in char::decode_utf16(text.units().iter().copied()) {
        match decoded {
            Ok('"') => ascii(machine, written, "\\\"")?,
            Ok('\\') => ascii(machine, written, "\\\\")?,
            Ok('\u{8}') => ascii(machine, written, "\\b")?,
            Ok('\u{c}') => ascii(machine, written, "\\f")?,
            Ok('\n') => ascii(machine, written, "\\n")?,
            Ok('\r') => ascii(machine, written, "\\r")?,
            Ok('\t') => ascii(machine, written, "\\t")?,
            Ok(control @ ..' ') => ascii(machine, written, &format!("\\u{:04x}", u32::from(control)))?,
            Ok(c) => machine.write(written, c.encode_utf16(&mut [0; 2]))?,
            Err(single) => ascii(machine, written, &format!("\\u{:04x}", single.unpaired_surrogate()))?,
        }
    }
    ascii(machine, written, "\"")
}

fn ascii(machine: &mut Machine<'_>, written: &mut Vec<u16>, text: &str) -> Evaluated<()> {
    text.bytes().try_for_each(|byte| machine.write(written, &[u16::from(byte)]))
}
