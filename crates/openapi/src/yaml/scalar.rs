//! Scalars of YAML as JSON values, by the core schema (YAML 1.2.2, section 10.3).

use saphyr_parser::{ScalarStyle, Tag};
use serde_json::Value;

/// Returns the value of a scalar. Only what is neither quoted nor a block may be another type than a text.
pub(super) fn value(text: String, style: ScalarStyle, tag: Option<&Tag>) -> Value {
    let tag = tag.filter(|tag| tag.is_yaml_core_schema()).map(|tag| tag.suffix.as_str());
    if style != ScalarStyle::Plain || tag == Some("str") {
        return Value::String(text);
    }
    plain(&text).unwrap_or(Value::String(text))
}

fn plain(text: &str) -> Option<Value> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Some(Value::Null),
        "true" | "True" | "TRUE" => return Some(Value::Bool(true)),
        "false" | "False" | "FALSE" => return Some(Value::Bool(false)),
        ".inf" | ".Inf" | ".INF" | "-.inf" | "-.Inf" | "-.INF" | "+.inf" | ".nan" | ".NaN" | ".NAN" => {
            return Some(Value::Null);
        }
        _ => {}
    }
    integer(text).or_else(|| float(text))
}

fn integer(text: &str) -> Option<Value> {
    let digits = |prefix: &str, radix| {
        let digits = text.strip_prefix(prefix)?;
        let valid = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if valid { u64::from_str_radix(digits, radix).ok() } else { None }
    };
    if let Some(number) = digits("0x", 16).or_else(|| digits("0o", 8)) {
        return Some(Value::from(number));
    }
    text.parse::<i64>().map(Value::from).or_else(|_| text.parse::<u64>().map(Value::from)).ok()
}

/// Rust also parses `inf`, `nan` and the like as numbers.
fn float(text: &str) -> Option<Value> {
    let numeric = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    let number: f64 = if numeric { text.parse().ok()? } else { return None };
    Some(serde_json::Number::from_f64(number).map_or(Value::Null, Value::Number))
}
