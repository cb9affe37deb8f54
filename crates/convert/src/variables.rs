//! The space's variables in `.gitbook/vars.yaml`. An invalid variable is left out with a warning.

use std::collections::BTreeMap;

use quire_content::incoming::Variable;
use quire_content::yaml::{Node, Typed, Value};

use crate::error::Error;
use crate::warning::{Code, Warnings};
use crate::yaml;

const MOST_CHARS: usize = 256;

pub(crate) fn parse(file: &str, bytes: &[u8], warnings: &mut Warnings) -> Result<BTreeMap<String, Variable>, Error> {
    let top = yaml::parse(file, bytes)?;
    let pairs = match top.value {
        Value::Map(pairs) => pairs,
        _ if top.is_null() => Vec::new(),
        _ => {
            let message = "expected names and values".to_owned();
            return Err(Error::Yaml { path: file.to_owned(), line: yaml::number(top.line), message });
        }
    };
    let mut variables = BTreeMap::new();
    for (name, value) in pairs {
        let line = yaml::number(value.line);
        match variable(&name, &value) {
            Ok(value) => {
                if variables.insert(name.clone(), value).is_some() {
                    warnings.add(
                        file,
                        line,
                        Code::LeftOut,
                        format!("variable `{name}` is there twice: the last one counts"),
                    );
                }
            }
            Err(reason) => warnings.add(file, line, Code::LeftOut, format!("variable `{name}` left out: {reason}")),
        }
    }
    Ok(variables)
}

fn variable(name: &str, value: &Node) -> Result<Variable, &'static str> {
    let mut bytes = name.bytes();
    let starts = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic());
    if !starts || !bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return Err("a name is a letter, then letters, digits and underscores");
    }
    match value.typed() {
        Some(Typed::Text(text)) if text.chars().count() > MOST_CHARS => Err("a text may have 256 characters"),
        Some(Typed::Text(text)) => Ok(Variable::Text(text.to_owned())),
        Some(Typed::Integer(number)) => Ok(Variable::Number(number as f64)),
        Some(Typed::Number(number)) if number.is_finite() => Ok(Variable::Number(number)),
        Some(Typed::Bool(value)) => Ok(Variable::Bool(value)),
        _ => Err("a value is a text, a finite number or a truth value"),
    }
}
