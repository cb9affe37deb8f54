//! Where expressions are less than JavaScript, or other, on purpose. The reason is over each group of the list.

use super::node::{attempt, outcomes, scope, shown};

const DIFFERENCES: &str = include_str!("differences.txt");

/// Expression, outcome in JavaScript, outcome here.
fn rows() -> impl Iterator<Item = [&'static str; 3]> {
    let rows = DIFFERENCES.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    rows.map(|row| {
        let columns: Vec<&str> = row.split(" ⇒ ").collect();
        columns.try_into().expect("a row is an expression and two outcomes")
    })
}

#[test]
fn differences_are_as_listed() {
    let scope = scope();
    for [expression, theirs, ours] in rows() {
        let found = match attempt(expression, &scope) {
            None => "refused".to_owned(),
            Some(Err(_)) => "fails".to_owned(),
            Some(Ok(value)) => shown(&value),
        };
        assert_eq!(found, ours, "{expression}");
        assert_ne!(theirs, ours, "{expression}");
        assert_ne!(theirs, "error", "{expression}");
    }
}

#[test]
fn javascript_differs_as_listed() {
    let Some(outcomes) = outcomes(rows().map(|[expression, ..]| expression)) else { return };
    for ([expression, theirs, _], found) in rows().zip(outcomes) {
        assert_eq!(found, theirs, "{expression}");
    }
}
