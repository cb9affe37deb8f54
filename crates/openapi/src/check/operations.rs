//! The rules about single paths and operations.

use std::collections::HashMap;

use serde_json::Value;

use super::Report;
use crate::contents::{members, operations_of, target};
use crate::pointer::Pointer;
use crate::{Issue, Version};

/// Checks the paths and the operations of a document.
pub(super) fn check(document: &Value, version: Version, report: &mut Report) {
    let mut names: HashMap<&str, String> = HashMap::new();
    for group in ["paths", "webhooks"] {
        for (path, item) in members(document, group).filter(|(path, _)| !path.starts_with("x-")) {
            let at = pointer(&[group, path]);
            if group == "paths" && !path.starts_with('/') {
                report.add(Issue::listed(at, "a path must begin with /"));
            }
            for (method, operation) in operations_of(document, item) {
                let at = pointer(&[group, path, method]);
                name(operation, &at, &mut names, report);
                required(operation, version, &at, report);
                if group == "paths" {
                    parameters(document, item, operation, path, &at, report);
                }
            }
        }
    }
}

/// Checks that an operation's name is a text, and that no other operation has it.
fn name<'a>(operation: &'a Value, at: &str, names: &mut HashMap<&'a str, String>, report: &mut Report) {
    let Some(name) = operation.get("operationId") else { return };
    let place = format!("{at}/operationId");
    let Some(name) = name.as_str() else { return report.add(Issue::listed(place, "must be a text")) };
    match names.get(name) {
        Some(first) => {
            let shown: String = name.chars().take(100).collect();
            report.add(Issue::listed(place, format!("{shown} is the operationId of {first} already")));
        }
        None => {
            names.insert(name, at.to_owned());
        }
    }
}

fn required(operation: &Value, version: Version, at: &str, report: &mut Report) {
    if version < Version::V3_1 && operation.get("responses").is_none() {
        report.add(Issue::listed(at, "responses is required"));
    }
}

/// Checks that each name in braces has a parameter.
fn parameters(document: &Value, item: &Value, operation: &Value, path: &str, at: &str, report: &mut Report) {
    let lists = [operation.get("parameters"), item.get("parameters")];
    let given = lists.into_iter().flatten().filter_map(Value::as_array).flatten();
    let given =
        given.map(|it| it.get("$ref").and_then(Value::as_str).and_then(|it| target(document, it)).unwrap_or(it));
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let given: Vec<String> =
        given.filter(|it| text(it, "in").as_deref() == Some("path")).filter_map(|it| text(it, "name")).collect();
    for name in in_braces(path).filter(|name| !given.iter().any(|given| given == name)) {
        let name: String = name.chars().take(100).collect();
        report.add(Issue::listed(at, format!("the path has {{{name}}}, but there is no such path parameter")));
    }
}

fn in_braces(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
}

fn pointer(parts: &[&str]) -> String {
    fn extend(at: &mut Pointer, parts: &[&str]) -> String {
        match parts {
            [] => at.as_str().to_owned(),
            [first, rest @ ..] => at.within(first, |at| extend(at, rest)),
        }
    }
    extend(&mut Pointer::default(), parts)
}
