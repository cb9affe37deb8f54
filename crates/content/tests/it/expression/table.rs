//! A table of expressions with what JavaScript makes of them.

use super::node::{outcome, outcomes, scope};

const TABLE: &str = include_str!("table.txt");

fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    rows.map(|row| row.rsplit_once(" ⇒ ").expect("a row is an expression and an outcome"))
}

#[test]
fn expressions_mean_what_the_table_says() {
    let scope = scope();
    let wrong = rows().filter_map(|(expression, expected)| {
        let found = outcome(expression, &scope);
        (found != expected).then(|| format!("{expression} ⇒ {expected}, not {found}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rows().count() > 1000);
}

#[test]
fn the_table_says_what_javascript_does() {
    let Some(outcomes) = outcomes(rows().map(|(expression, _)| expression)) else { return };
    for ((expression, expected), found) in rows().zip(outcomes) {
        assert_eq!(found, expected, "{expression}");
    }
}
