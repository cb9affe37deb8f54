//! The structure of a document: what keeps it from being used, and what is only listed.
//!
//! A document is used if everything that leads to an operation or a schema is an object. All else that is wrong with it
//! concerns one operation or schema, which readers get as far as it is understood.

mod operations;

use std::collections::HashSet;

use serde_json::Value;

use crate::contents::target;
use crate::place::{Form, Kind, Place};
use crate::pointer::Pointer;
use crate::{Issue, Severity, Version};

/// The maximum number of problems that are kept.
const MOST_KEPT: usize = 100;

/// The problems of a document.
#[derive(Debug, Default)]
pub struct Report {
    /// The first problems, those that keep the document from being used before all others.
    pub issues: Vec<Issue>,
    /// The number of all problems.
    pub total: usize,
}

impl Report {
    /// Adds a problem.
    pub fn add(&mut self, issue: Issue) {
        self.total += 1;
        let first = issue.severity == Severity::Fatal && !self.is_fatal();
        if first {
            self.issues.insert(0, issue);
        } else {
            self.issues.push(issue);
        }
        self.issues.truncate(MOST_KEPT);
    }

    /// Returns true if the document can't be used.
    pub fn is_fatal(&self) -> bool {
        self.issues.first().is_some_and(|issue| issue.severity == Severity::Fatal)
    }
}

/// Checks the structure of a document.
pub fn check(document: &Value) -> Report {
    let mut report = Report::default();
    match Version::of(document) {
        Err(issue) => report.add(issue),
        Ok(version) => {
            head(document, version, &mut report);
            let mut walk = Walk { document, report: &mut report, known: HashSet::new() };
            walk.go(document, &mut Pointer::default(), Kind::Root.one());
            operations::check(document, version, &mut report);
        }
    }
    report
}

/// Checks what every document has.
fn head(document: &Value, version: Version, report: &mut Report) {
    for name in ["title", "version"] {
        let found = document.pointer(&format!("/info/{name}"));
        if !found.is_some_and(|value| value.is_string() || value.is_number()) {
            report.add(Issue::listed("/info", format!("{name} is required, and must be a text")));
        }
    }
    let has = |name: &str| document.get(name).is_some();
    let has_more = version >= Version::V3_1 && (has("webhooks") || has("components"));
    if !has("paths") && !has_more {
        report.add(Issue::listed("", "paths is required"));
    }
}

/// A walk through all objects of the specification in a document.
struct Walk<'a, 'r> {
    document: &'a Value,
    report: &'r mut Report,
    /// References that lead to a value.
    known: HashSet<&'a str>,
}

impl<'a> Walk<'a, '_> {
    fn go(&mut self, value: &'a Value, at: &mut Pointer, place: Place) {
        match value {
            Value::Object(members) if place.form != Form::List => {
                self.reference(value, at, place);
                for (name, member) in members {
                    if let Some(below) = place.below(name) {
                        at.within(name, |at| self.go(member, at, below));
                    }
                }
            }
            Value::Array(items) if place.form == Form::List || place == Kind::Schema.one() => {
                let below = Place { form: Form::One, ..place };
                for (index, item) in items.iter().enumerate() {
                    at.within(&index.to_string(), |at| self.go(item, at, below));
                }
            }
            Value::Bool(_) if place == Kind::Schema.one() => {}
            _ => self.wrong_type(value, at, place),
        }
    }

    fn reference(&mut self, value: &'a Value, at: &Pointer, place: Place) {
        if place == Kind::Schema.one() {
            self.dynamic(value, at);
        }
        let Some(reference) = value.get("$ref").and_then(Value::as_str) else { return };
        if place.form != Form::One || !place.kind.is_referable() || self.known.contains(reference) {
            return;
        }
        if target(self.document, reference).is_some() {
            self.known.insert(reference);
            return;
        }
        let shown: String = reference.chars().take(200).collect();
        self.report.add(Issue::listed(format!("{}/$ref", at.as_str()), format!("{shown} leads to nothing")));
    }

    /// Lists references that depend on the way to them, which nothing here follows.
    fn dynamic(&mut self, schema: &Value, at: &Pointer) {
        for name in ["$dynamicRef", "$recursiveRef"].into_iter().filter(|name| schema.get(name).is_some()) {
            let message = format!("{name} is not followed: readers get nothing of what it leads to");
            self.report.add(Issue::listed(format!("{}/{name}", at.as_str()), message));
        }
    }

    fn wrong_type(&mut self, value: &Value, at: &Pointer, place: Place) {
        let leads_on = matches!(place.kind, Kind::PathItem | Kind::Operation | Kind::Components)
            || (place.form == Form::Map && at.as_str().matches('/').count() <= 2);
        // In YAML, null is what an entry without a value has.
        let needed = leads_on && !value.is_null();
        let expected = if place.form == Form::List { "a list" } else { "an object" };
        let issue = if needed { Issue::fatal } else { Issue::listed };
        self.report.add(issue(at.as_str().to_owned(), format!("must be {expected}")));
    }
}
