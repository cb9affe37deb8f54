//! Reading of a document's bytes, in JSON or YAML.

use serde_json::Value;

use crate::{Issue, Limits, yaml};

/// The notation of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON (RFC 8259).
    Json,
    /// YAML 1.2.
    Yaml,
}

/// Reads a document: as JSON if it begins as one, as YAML otherwise.
///
/// # Errors
/// The text is neither, or exceeds a bound. The message has the line.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<(Value, Format), Issue> {
    if bytes.len() > limits.bytes {
        return Err(Issue::fatal("", format!("the document is larger than {} bytes", limits.bytes)));
    }
    let text = text(bytes)?;
    if !text.trim_start().starts_with(['{', '[']) {
        return Ok((yaml::read(text, limits)?, Format::Yaml));
    }
    match serde_json::from_str(text) {
        Ok(value) => {
            bounded(&value, limits)?;
            Ok((value, Format::Json))
        }
        // A flow mapping of YAML begins like an object of JSON.
        Err(error) => match yaml::read(text, limits) {
            Ok(value) => Ok((value, Format::Yaml)),
            Err(_) => Err(Issue::fatal("", format!("not JSON: {}", without_place(&error))).at_line(error.line())),
        },
    }
}

pub(crate) fn text(bytes: &[u8]) -> Result<&str, Issue> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        Issue::fatal("", "the text is not UTF-8").at_line(line)
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Returns the message of an error without the line that it ends with.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split_once(" at line ").map_or(message.clone(), |(message, _)| message.to_owned())
}

/// Checks the depth and the number of values.
fn bounded(value: &Value, limits: &Limits) -> Result<(), Issue> {
    let mut left = limits.nodes;
    match fits(value, limits.depth, &mut left) {
        true => Ok(()),
        false if left == 0 => Err(Issue::fatal("", format!("the document has more than {} values", limits.nodes))),
        false => Err(Issue::fatal("", format!("the document is nested deeper than {} levels", limits.depth))),
    }
}

/// Returns true if a value is not nested deeper than `depth`, and takes its number of values from `left`.
pub(crate) fn fits(value: &Value, depth: usize, left: &mut usize) -> bool {
    let Some(rest) = left.checked_sub(1) else { return false };
    *left = rest;
    match (value, depth.checked_sub(1)) {
        (Value::Array(items), Some(depth)) => items.iter().all(|item| fits(item, depth, left)),
        (Value::Object(members), Some(depth)) => members.values().all(|member| fits(member, depth, left)),
        (Value::Array(_) | Value::Object(_), None) => false,
        _ => true,
    }
}
