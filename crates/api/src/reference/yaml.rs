//! Serialization of JSON values as YAML 1.2 in block style.
//!
//! A string is plain only if it consists of ASCII letters, digits and a few safe characters and no YAML version reads
//! it as another type; every other string is double-quoted with JSON-like escapes.

use std::fmt::Write as _;

use serde_json::Value;

/// Serializes a value as a YAML document.
pub fn to_yaml(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Object(fields) if !fields.is_empty() => block(&mut out, value, 0),
        Value::Array(items) if !items.is_empty() => block(&mut out, value, 0),
        _ => {
            scalar(&mut out, value);
            out.push('\n');
        }
    }
    out
}

/// Writes the lines of a non-empty collection. The indentation of the first line is already written.
fn block(out: &mut String, value: &Value, indent: usize) {
    match value {
        Value::Object(fields) => {
            for (place, (name, field)) in fields.iter().enumerate() {
                pad(out, place, indent);
                text(out, name);
                out.push(':');
                nested(out, field, indent + 2);
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                pad(out, place, indent);
                out.push('-');
                if is_block(item) {
                    out.push(' ');
                    block(out, item, indent + 2);
                } else {
                    nested(out, item, indent + 2);
                }
            }
        }
        other => scalar(out, other),
    }
}

/// Writes the value after a key or a dash.
fn nested(out: &mut String, value: &Value, indent: usize) {
    if is_block(value) {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent));
        block(out, value, indent);
    } else {
        out.push(' ');
        scalar(out, value);
        out.push('\n');
    }
}

fn is_block(value: &Value) -> bool {
    match value {
        Value::Object(fields) => !fields.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => false,
    }
}

fn pad(out: &mut String, place: usize, indent: usize) {
    if place > 0 {
        out.extend(std::iter::repeat_n(' ', indent));
    }
}

fn scalar(out: &mut String, value: &Value) {
    match value {
        Value::String(string) => text(out, string),
        other => out.push_str(&other.to_string()),
    }
}

fn text(out: &mut String, text: &str) {
    if is_plain(text) {
        out.push_str(text);
        return;
    }
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            char if is_unprintable(char) => {
                write!(out, "\\U{:08x}", u32::from(char)).expect("a string takes all that is written");
            }
            char => out.push(char),
        }
    }
    out.push('"');
}

/// Returns true for characters that YAML does not allow literally or that parsers treat as line breaks.
fn is_unprintable(char: char) -> bool {
    char.is_control() || matches!(char, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

fn is_plain(text: &str) -> bool {
    let reserved = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/')
        && text.ends_with(|last: char| last.is_ascii_alphanumeric() || last == '}')
        && text.chars().all(|char| char.is_ascii_alphanumeric() || "/{}_-. ".contains(char))
        && !reserved.contains(&text.to_ascii_lowercase().as_str())
}
