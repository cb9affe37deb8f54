//! The operations: what the specification lists, what the server's document has, and the record of the latter.
//!
//! `operations.txt` is the specification's list and does not change. `served.txt` is what the server serves and grows
//! with every change that adds an operation: nothing that was served once is lost without being noticed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

use serde_json::Value;

const SPECIFIED: &str = include_str!("../../operations.txt");
const RECORDED: &str = include_str!("../../served.txt");

/// Operations, without the names of path parameters, and as they were written.
type Operations = BTreeMap<String, String>;

fn listed(text: &str) -> Operations {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| (nameless(line), line.to_owned())).collect()
}

fn served(document: &Value) -> Operations {
    let mut found = Operations::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let methods = ["get", "post", "put", "patch", "delete"].into_iter().filter(|method| item.get(method).is_some());
        for method in methods {
            let operation = format!("{} {path}", method.to_uppercase());
            found.insert(nameless(&operation), operation);
        }
    }
    found
}

/// `GET /v1/orgs/{organizationId}` as `GET /v1/orgs/{}`.
fn nameless(operation: &str) -> String {
    let part = |part: &str| if part.starts_with('{') { "{}".to_owned() } else { part.to_owned() };
    operation.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// The operations of `some` that are not in `others`, a line each.
fn missing(some: &Operations, others: &Operations) -> String {
    let lines =
        some.iter().filter(|(key, _)| !others.contains_key(*key)).map(|(_, operation)| format!("\n{operation}"));
    lines.collect()
}

#[test]
fn what_is_served_is_recorded_and_nothing_is_lost() {
    let (recorded, served) = (listed(RECORDED), served(&quire_api::document("")));
    let lost = missing(&recorded, &served);
    assert!(lost.is_empty(), "in served.txt, but not served any more:{lost}");
    let new = missing(&served, &recorded);
    assert!(new.is_empty(), "served, but not in served.txt; add these lines:{new}");
}

#[test]
fn the_specification_is_served_step_by_step() {
    let (specified, recorded) = (listed(SPECIFIED), listed(RECORDED));
    let done = specified.keys().filter(|key| recorded.contains_key(*key)).count();
    let further = recorded.len() - done;
    // Straight to the standard error: this is for every reader of a test run, not only of one that fails.
    let mut out = std::io::stderr();
    let all = specified.len();
    writeln!(out, "{done} of {all} operations of the specification are served, and {further} further ones").unwrap();
    assert_eq!(all, 136, "the specification's list does not change");
}

#[test]
fn names_of_parameters_agree_with_the_specification() {
    let (specified, served) = (listed(SPECIFIED), served(&quire_api::document("")));
    let named = |operations: &Operations| operations.values().cloned().collect::<BTreeSet<_>>();
    let both: BTreeSet<_> = served.iter().filter(|(key, _)| specified.contains_key(*key)).map(|(_, it)| it).collect();
    let specified = named(&specified);
    let other: Vec<_> = both.into_iter().filter(|operation| !specified.contains(*operation)).collect();
    assert!(other.is_empty(), "parameters are named differently in the specification: {other:?}");
}
