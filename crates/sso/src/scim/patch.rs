//! Patches of users (RFC 7644, section 3.5.2), in the shapes that providers send.

use serde_json::{Map, Value};

use super::attributes::{get, has_several, own_name, truth};
use super::error::{Error, ErrorKind};
use super::filter::Filter;
use super::parse::{Parser, Target};
use super::user::User;

/// The maximum number of operations, and of attributes in the value of one.
const MAX_OPERATIONS: usize = 1000;
/// The maximum number of values of an attribute while a patch is applied.
const MAX_VALUES: usize = 1000;

/// A change of one place.
pub(super) struct Operation<'a> {
    pub(super) verb: Verb,
    pub(super) target: Target,
    pub(super) value: &'a Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Add,
    Replace,
    Remove,
}

/// Returns a user after a patch. Attributes without meaning here are ignored, and so are those that only this side sets.
///
/// # Errors
/// The first operation that is none, or the value that a user can't have.
pub fn patch_user(user: &User, patch: &Value) -> Result<User, Error> {
    let mut attributes = user.attributes();
    for operation in operations(patch)? {
        let names_active = operation.target.name.eq_ignore_ascii_case("active");
        if names_active && (operation.verb == Verb::Remove || operation.value.is_null()) {
            // Without it, a user whose access was taken away would have it again.
            return Err(Error::new(ErrorKind::InvalidValue, "active is true or false, and can't be removed"));
        }
        apply(&mut attributes, &operation)?;
    }
    User::from_json(&Value::Object(attributes))
}

/// Reads the operations of a patch. One without path is an operation for each attribute of its value.
pub(super) fn operations(patch: &Value) -> Result<Vec<Operation<'_>>, Error> {
    let syntax = |detail: &str| Error::new(ErrorKind::InvalidSyntax, detail);
    let all = patch.as_object().and_then(|it| get(it, "Operations")).and_then(Value::as_array);
    let all = all.ok_or_else(|| syntax("a patch has a list Operations"))?;
    let mut found = Vec::new();
    for operation in all {
        let operation = operation.as_object().ok_or_else(|| syntax("an operation is an object"))?;
        let verb = match get(operation, "op").and_then(Value::as_str).map(str::to_ascii_lowercase).as_deref() {
            Some("add") => Verb::Add,
            Some("replace") => Verb::Replace,
            Some("remove") => Verb::Remove,
            _ => return Err(syntax("op is add, replace or remove")),
        };
        let value = get(operation, "value").unwrap_or(&Value::Null);
        match get(operation, "path").and_then(Value::as_str) {
            Some(path) => found.push(Operation { verb, target: Parser::new(path)?.whole_target()?, value }),
            None => each(verb, value, &mut found)?,
        }
        if found.len() > MAX_OPERATIONS {
            return Err(Error::new(ErrorKind::TooMany, format!("more than {MAX_OPERATIONS} operations")));
        }
    }
    Ok(found)
}

/// Adds an operation for each attribute of a value without path.
fn each<'a>(verb: Verb, value: &'a Value, found: &mut Vec<Operation<'a>>) -> Result<(), Error> {
    if verb == Verb::Remove {
        return Err(Error::new(ErrorKind::NoTarget, "remove without path"));
    }
    let object =
        value.as_object().ok_or_else(|| Error::new(ErrorKind::InvalidValue, "without path, value is an object"))?;
    for (name, value) in object.iter().take(MAX_OPERATIONS + 1) {
        found.push(Operation { verb, target: Parser::new(name)?.whole_target()?, value });
    }
    Ok(())
}

fn apply(attributes: &mut Map<String, Value>, operation: &Operation<'_>) -> Result<(), Error> {
    let Operation { verb, target, value } = operation;
    let name = own_name(attributes, &target.name);
    if ["id", "meta", "schemas", "groups"].iter().any(|it| it.eq_ignore_ascii_case(&name)) {
        return Ok(());
    }
    match (&target.filter, &target.part) {
        (Some(filter), part) => change_matching(attributes, &name, filter, part.as_deref(), *verb, value)?,
        (None, Some(part)) => change_part(attributes, &name, part, *verb, value),
        (None, None) => change(attributes, &name, *verb, value),
    }
    if attributes.get(&name).and_then(Value::as_array).is_some_and(|it| it.len() > MAX_VALUES) {
        return Err(Error::new(ErrorKind::TooMany, format!("more than {MAX_VALUES} values")));
    }
    Ok(())
}

/// Changes an attribute as a whole.
fn change(object: &mut Map<String, Value>, name: &str, verb: Verb, value: &Value) {
    let several = has_several(name);
    match (verb, value) {
        (Verb::Remove, _) | (Verb::Replace, Value::Null) => drop(object.shift_remove(name)),
        (Verb::Add, Value::Null) => {}
        (_, Value::Object(parts)) if !several => {
            let entry = object.entry(name).or_insert_with(|| Value::Object(Map::new()));
            if !entry.is_object() {
                *entry = Value::Object(Map::new());
            }
            for (part, value) in parts {
                if let Value::Object(whole) = entry {
                    let part = own_name(whole, part);
                    change(whole, &part, verb, value);
                }
            }
        }
        (Verb::Add, value) if several => {
            let known = object.entry(name).or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(known) = known {
                for value in list(value) {
                    add(known, value);
                }
            }
        }
        (Verb::Replace, value) if several => drop(object.insert(name.to_owned(), Value::Array(list(value)))),
        (_, value) => drop(object.insert(name.to_owned(), value.clone())),
    }
}

fn list(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values.clone(),
        one => vec![one.clone()],
    }
}

/// Adds a value that is not there yet. Only one value is the primary one.
fn add(known: &mut Vec<Value>, value: Value) {
    if known.contains(&value) {
        return;
    }
    if is_primary(&value) {
        known.iter_mut().for_each(unset_primary);
    }
    known.push(value);
}

fn is_primary(value: &Value) -> bool {
    value.as_object().and_then(|it| get(it, "primary")).and_then(truth) == Some(true)
}

fn unset_primary(value: &mut Value) {
    if let Value::Object(parts) = value {
        let name = own_name(parts, "primary");
        parts.insert(name, Value::Bool(false));
    }
}

/// Changes a part of an attribute; of one with several values, of each of them.
fn change_part(object: &mut Map<String, Value>, name: &str, part: &str, verb: Verb, value: &Value) {
    if verb != Verb::Remove && !object.contains_key(name) {
        let empty = Value::Object(Map::new());
        object.insert(name.to_owned(), if has_several(name) { Value::Array(vec![empty]) } else { empty });
    }
    let wholes = match object.get_mut(name) {
        Some(Value::Array(wholes)) => wholes.as_mut_slice(),
        Some(whole) => std::slice::from_mut(whole),
        None => &mut [],
    };
    for whole in wholes.iter_mut().filter_map(Value::as_object_mut) {
        let part = own_name(whole, part);
        change(whole, &part, verb, value);
    }
}

/// Changes the values that fit a filter. Where none does, adding and replacing make one that does: providers count on it.
fn change_matching(
    object: &mut Map<String, Value>,
    name: &str,
    filter: &Filter,
    part: Option<&str>,
    verb: Verb,
    value: &Value,
) -> Result<(), Error> {
    let known = object.entry(name).or_insert_with(|| Value::Array(Vec::new()));
    let Value::Array(known) = known else {
        return Err(Error::new(ErrorKind::InvalidPath, format!("{name} has no several values")));
    };
    let fits = |it: &Value| it.as_object().is_some_and(|it| filter.fits(it));
    if verb == Verb::Remove && part.is_none() {
        known.retain(|it| !fits(it));
        return Ok(());
    }
    if verb != Verb::Remove && !known.iter().any(fits) {
        let parts = filter.equalities().ok_or_else(|| Error::new(ErrorKind::NoTarget, "no value fits the filter"))?;
        let made = parts.into_iter().map(|(name, value)| (name.to_owned(), value.clone())).collect();
        known.push(Value::Object(made));
    }
    let mut changed = None;
    for (at, whole) in known.iter_mut().enumerate() {
        if let Value::Object(whole) = whole
            && filter.fits(whole)
        {
            change_value(whole, part, verb, value);
            changed = Some(at);
        }
    }
    let primary = changed.filter(|at| is_primary(&known[*at]));
    if let Some(primary) = primary {
        let others = known.iter_mut().enumerate().filter(|(at, _)| *at != primary);
        others.for_each(|(_, it)| unset_primary(it));
    }
    Ok(())
}

/// Changes a part of one value, or the parts that an object has.
fn change_value(whole: &mut Map<String, Value>, part: Option<&str>, verb: Verb, value: &Value) {
    match (part, value) {
        (Some(part), value) => {
            let part = own_name(whole, part);
            change(whole, &part, verb, value);
        }
        (None, Value::Object(parts)) => {
            for (part, value) in parts {
                let part = own_name(whole, part);
                change(whole, &part, verb, value);
            }
        }
        (None, value) => drop(whole.insert("value".to_owned(), value.clone())),
    }
}
