//! Texts that are more than a page may be are read up to a bound, and no further.

use quire_content::budget::{Bound, Budget, Limits};
use quire_content::document::model::{Block, Kind};
use quire_content::document::{Evaluate, Unresolved, evaluate_within, parse, parse_within, retarget};
use quire_content::expression::Scope;
use quire_content::stop::Stop;
use quire_content::warnings::{Warning, of_body};

fn budget(nodes: usize, steps: usize) -> Budget {
    Budget::new(Limits { nodes, bytes: 1 << 20, values: 1 << 20, steps }, Stop::default())
}

#[track_caller]
fn blocks_within(text: &str, nodes: usize) -> (usize, Option<usize>) {
    let parsed = parse_within(text, &Unresolved, &budget(nodes, 0));
    assert_eq!(parsed.cut.is_some(), parsed.document.cut == Some(Bound::Nodes));
    (parsed.document.nodes.len(), parsed.cut)
}

#[test]
fn a_document_ends_behind_the_last_block_that_fits() {
    let text = "a\n\nb\n\nc\n\n";
    assert_eq!(blocks_within(text, 6), (3, None));
    assert_eq!(blocks_within(text, 4), (2, Some(6)));
}

#[test]
fn short_rows_of_wide_tables_are_counted_by_the_cells_that_they_get() {
    let text = format!("{}|\n{}|\n{}", "|a".repeat(100), "|-".repeat(100), "|b|\n".repeat(10_000));
    let parsed = parse(&text, &Unresolved);
    let Kind::Table(table) = &parsed.document.nodes[0].kind else { panic!("no table") };
    assert!(table.rows.len() * 100 <= Limits::PAGE.nodes, "{} rows", table.rows.len());
    assert_eq!(parsed.document.cut, Some(Bound::Nodes));
    let html = format!("<table><tr>{}</tr>{}</table>\n", "<td>a</td>".repeat(8_000), "<tr></tr>".repeat(8_000));
    assert!(matches!(parse(&html, &Unresolved).document.nodes[..], [Block { kind: Kind::Raw { .. }, .. }]));
}

#[test]
fn a_table_with_too_many_columns_is_kept_as_it_is() {
    let text = format!("{}|\n{}|\n{}", "|a".repeat(101), "|-".repeat(101), "|b|\n".repeat(3));
    let parsed = parse(&text, &Unresolved);
    let [Block { kind: Kind::Raw { source }, .. }] = &parsed.document.nodes[..] else { panic!("it is understood") };
    assert_eq!(source, text.trim_end());
    assert!(of_body(&text)[0].message.contains("at most 100 columns"));
}

#[test]
fn an_address_that_many_links_share_counts_for_each() {
    for used in ["[a] ", "![a] ", "[b][a] ", "*![b][a]* "] {
        let address = |length| format!("[a]: /{} \"title\"\n\n{}\n", "x".repeat(length), used.repeat(2_000));
        assert_eq!(parse(&address(100), &Unresolved).cut, None, "{used}");
        let parsed = parse(&address(500_000), &Unresolved);
        assert_eq!(parsed.document.cut, Some(Bound::Nodes), "{used}");
        let json = serde_json::to_string(&parsed.document).unwrap().len();
        assert!(json <= 256 * Limits::PAGE.nodes + 1_000_000, "{json} bytes for {used}");
    }
}

#[test]
fn expressions_of_a_page_share_its_steps() {
    let one = "<code class=\"expression\">[1,2,3,4,5,6,7,8].map(a => a + 1).length</code>\n\n";
    let text = one.repeat(1000);
    let budget = budget(100_000, 5_000);
    let mut document = parse_within(&text, &Unresolved, &budget).document;
    assert_eq!(document.nodes.len(), 1000);
    evaluate_within(&mut document, &Scope::default(), Evaluate::All, &Unresolved, &budget);
    assert_eq!(document.cut, Some(Bound::Steps));
    assert!((20..500).contains(&document.nodes.len()), "{}", document.nodes.len());
    assert!(budget.used().steps <= 5_000);
}

#[test]
fn values_of_expressions_share_the_bytes_of_a_page() {
    let text = "<code class=\"expression\">\"a\".repeat(10000)</code>\n\n".repeat(1000);
    let budget = budget(100_000, 1 << 30);
    let mut document = parse_within(&text, &Unresolved, &budget).document;
    evaluate_within(&mut document, &Scope::default(), Evaluate::All, &Unresolved, &budget);
    assert_eq!(document.cut, Some(Bound::Values));
    assert!(document.nodes.len() < 110, "{}", document.nodes.len());
}

#[test]
fn what_stands_under_conditions_beyond_the_budget_is_shown_to_nobody() {
    let text = "{% if [1,2,3,4,5,6,7,8].map(a => a + 1).length == 0 %}\nsecret\n{% endif %}\n\n".repeat(1000);
    for steps in [0, 1, 50, 1000] {
        let budget = budget(100_000, steps);
        let mut document = parse_within(&text, &Unresolved, &budget).document;
        evaluate_within(&mut document, &Scope::default(), Evaluate::All, &Unresolved, &budget);
        assert_eq!(document.nodes, []);
        assert_eq!(document.cut, Some(Bound::Steps));
    }
    for nodes in [0, 1, 10, 20, 50] {
        let text = format!("{{% if false %}}\n{}\n{{% endif %}}\n", "*secret* `a`\n\n".repeat(100));
        let budget = budget(nodes, 1000);
        let mut document = parse_within(&text, &Unresolved, &budget).document;
        evaluate_within(&mut document, &Scope::default(), Evaluate::All, &Unresolved, &budget);
        assert_eq!(document.nodes, [], "with {nodes} nodes");
        assert!(document.cut.is_some());
    }
}

#[test]
fn authors_are_told_where_a_page_ends() {
    assert_eq!(of_body("a\n"), []);
    let text = format!("a\n\n{}", "- b\n".repeat(400_000));
    let [Warning { line, message, .. }] = &of_body(&text)[..] else { panic!("no warning") };
    assert!(*line > 30_000, "{line}");
    assert!(message.contains("more than 120000 blocks"), "{message}");
}

#[test]
fn targets_are_changed_in_one_pass() {
    let text = "[a](b) `[c](d)` ".repeat(20_000);
    let changed = retarget(&text, &|target| Some(format!("{target}x"))).unwrap();
    assert_eq!(changed, "[a](bx) `[c](d)` ".repeat(20_000));
}
