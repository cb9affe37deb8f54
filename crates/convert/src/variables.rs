//! The space's variables in `.gitbook/vars.yaml`. An invalid variable is left out with a warning.

use std::collections::BTreeMap;

use quire_content::incoming::Variable;

use crate::error::Error;
use crate::warning::Warnings;
use crate::yaml::{self, Kind};

const MOST_CHARS: usize = 256;

pub(crate) fn parse(file: &str, bytes: &[u8], warnings: &mut Warnings) -> Result<BTreeMap<String, Variable>, Error> {
    let top = yaml::parse(file, bytes)?;
    let pairs = match top.kind {
        Kind::Map(pairs) => pairs,
        Kind::Null => Vec::new(),
        _ => {
            let message = "expected names and values".to_owned();
            return Err(Error::Yaml { path: file.to_owned(), line: top.line, message });
        }
    };
    let mut variables = BTreeMap::new();
    for (name, value) in pairs {
        let line = value.line;
        match variable(&name, value.kind) {
            Ok(value) => {
                if variables.insert(name.clone(), value).is_some() {
                    warnings.add(file, line, format!("variable `{name}` is there twice: the last one counts"));
                }
            }
            Err(reason) => warnings.add(file, line, format!("variable `{name}` left out: {reason}")),
        }
    }
    Ok(variables)
}

fn variable(name: &str, kind: Kind) -> Result<Variable, &'static str> {
    let mut bytes = name.bytes();
    let starts = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic());
    if !starts || !bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return Err("a name is a letter, then letters, digits and underscores");
    }
    match kind {
        Kind::Text(text) if text.chars().count() > MOST_CHARS => Err("a text may have 256 characters"),
        Kind::Text(text) => Ok(Variable::Text(text)),
        Kind::Integer(number) => Ok(Variable::Number(number as f64)),
        Kind::Number(number) if number.is_finite() => Ok(Variable::Number(number)),
        Kind::Bool(value) => Ok(Variable::Bool(value)),
        _ => Err("a value is a text, a finite number or a truth value"),
    }
}
