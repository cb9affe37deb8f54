//! The file `.gitbook/vars.yaml` of an export: unchanged if it still matches the variables, else rewritten.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use quire_content::incoming::Variable;
use quire_content::objects::{ObjectError, Objects};
use quire_content::snapshot::ContentSnapshot;

use super::Source;
use crate::variables;
use crate::warning::Warnings;

pub(super) use crate::directory::VARIABLES as PATH;

/// Returns the source of the file, or `None` if there is no stored file and no variable.
pub(super) fn write(whole: &ContentSnapshot, objects: &dyn Objects) -> Result<Option<Source>, ObjectError> {
    let variables: BTreeMap<&str, &Variable> =
        whole.variables.iter().map(|(name, record)| (name.as_str(), &record.0)).collect();
    let said = match whole.meta.get(PATH) {
        Some(meta) => {
            let bytes = objects.get(&meta.source)?;
            let said = variables::parse(PATH, &bytes, &mut Warnings::default()).ok();
            said.map(|said| (said, Source::Object(meta.source)))
        }
        None => None,
    };
    match said {
        Some((said, stored)) if said.iter().map(|(name, value)| (name.as_str(), value)).eq(variables.clone()) => {
            Ok(Some(stored))
        }
        None if variables.is_empty() => Ok(None),
        _ => Ok(Some(Source::Text(print(&variables).into_bytes().into()))),
    }
}

fn print(variables: &BTreeMap<&str, &Variable>) -> String {
    let mut out = String::new();
    for (name, value) in variables {
        let value = match value {
            Variable::Text(text) => quoted(text),
            // Written as in JavaScript and YAML: an exponent has digits before it.
            Variable::Number(number) => format!("{number:?}").trim_end_matches(".0").to_owned(),
            Variable::Bool(value) => value.to_string(),
        };
        let _ = writeln!(out, "{}: {value}", quoted_name(name));
    }
    out
}

/// Quotes a name unless it is read as a text without quotes.
fn quoted_name(name: &str) -> String {
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let is_plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !words.iter().any(|word| name.eq_ignore_ascii_case(word));
    if is_plain { name.to_owned() } else { quoted(name) }
}

/// Quotes a text with double quotes (YAML 1.2, section 7.3.1).
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn variable() -> impl Strategy<Value = Variable> {
        prop_oneof![
            any::<String>().prop_map(|text| Variable::Text(text.chars().take(256).collect())),
            (prop::num::f64::NORMAL | prop::num::f64::ZERO | prop::num::f64::SUBNORMAL).prop_map(Variable::Number),
            any::<i32>().prop_map(|number| Variable::Number(number.into())),
            any::<bool>().prop_map(Variable::Bool),
        ]
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read(variables in prop::collection::btree_map("[a-zA-Z][a-zA-Z0-9_]{0,8}|true|no|null", variable(), 0..8)) {
            let text = print(&variables.iter().map(|(name, value)| (name.as_str(), value)).collect());
            let mut warnings = Warnings::default();
            let read = variables::parse(PATH, text.as_bytes(), &mut warnings).unwrap();
            prop_assert_eq!(read, variables, "{}", text);
            prop_assert!(warnings.list.is_empty());
        }
    }
}
