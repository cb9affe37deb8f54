//! Patches: what they name changes, and everything else keeps its bytes.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::Index;
use quire_content::budget::Budget;
use quire_content::document::model::Kind;
use quire_content::document::patch::{Action, Operation, PatchError, Patched, Text, patch, preview};
use quire_content::document::{Block, Document, Memo, Unresolved, keys, normalize, parse, print, shared_with_keys};

use super::generate::{document, paragraph};

fn keyed(source: &str) -> Document {
    let mut document = parse(source, &Unresolved).document;
    keys::fresh(&mut document);
    document
}

fn inside(block: &Block) -> &[Block] {
    match &block.kind {
        Kind::Expandable { body, .. } => body,
        _ => block.children(),
    }
}

/// Returns the key of the block at a path of indices.
fn key(source: &str, path: &[usize]) -> String {
    let document = keyed(source);
    let (first, rest) = path.split_first().unwrap();
    let block = rest.iter().fold(&document.nodes[*first], |block, at| &inside(block)[*at]);
    block.key.as_str().unwrap().to_owned()
}

fn markdown(text: &str) -> Text {
    Text::Markdown(text.to_owned())
}

fn text(text: &str) -> Text {
    let mut document = Document::new(vec![paragraph(text)]);
    normalize(&mut document, &Unresolved);
    Text::Document(document)
}

/// Applies operations on the blocks at paths.
fn patched(source: &str, operations: &[(&[usize], Action)]) -> Result<String, PatchError> {
    let operation = |(path, action): &(&[usize], Action)| Operation { key: key(source, path), action: action.clone() };
    patch(source, &operations.iter().map(operation).collect::<Vec<_>>(), &Unresolved)
}

fn check(source: &str, operations: &[(&[usize], Action)], expected: &str) {
    assert_eq!(patched(source, operations).as_deref(), Ok(expected));
}

#[test]
fn blocks_are_replaced_inserted_and_deleted() {
    let page = "# T\n\nOne  *a*\n\n\n- two\n- three\n\nFour\n";
    check(page, &[(&[0], Action::Replace(text("New")))], "# T\n\nNew\n\n\n- two\n- three\n\nFour\n");
    check(page, &[(&[0], Action::Replace(markdown("New  _a_\n")))], "# T\n\nNew  _a_\n\n\n- two\n- three\n\nFour\n");
    check(page, &[(&[1], Action::Delete)], "# T\n\nOne  *a*\n\nFour\n");
    check(page, &[(&[2], Action::Delete)], "# T\n\nOne  *a*\n\n\n- two\n- three\n");
    check(page, &[(&[0], Action::InsertBefore(text("New")))], "# T\n\nNew\n\nOne  *a*\n\n\n- two\n- three\n\nFour\n");
    let both = [
        (&[2][..], Action::InsertAfter(markdown("A\n\nB"))),
        (&[2], Action::InsertAfter(text("C"))),
        (&[0], Action::Delete),
    ];
    check(page, &both, "# T\n\n- two\n- three\n\nFour\n\nA\n\nB\n\nC\n");
    check("A\r\n\r\nB\r\n", &[(&[0], Action::Replace(markdown("x\ny")))], "x\r\ny\r\n\r\nB\r\n");
}

#[test]
fn blocks_move_with_their_bytes() {
    let page = "# T\n\nOne  *a*\n\n\n- two\n- three\n\nFour\n";
    let after = |at: usize| Action::MoveAfter(Some(key(page, &[at])));
    check(page, &[(&[0], after(2))], "# T\n\n- two\n- three\n\nFour\n\nOne  *a*\n");
    check(page, &[(&[1], Action::MoveAfter(None))], "# T\n\n- two\n- three\n\nOne  *a*\n\nFour\n");
    check(page, &[(&[2], Action::MoveAfter(None)), (&[0], after(1))], "# T\n\nFour\n\n\n- two\n- three\n\nOne  *a*\n");
}

#[test]
fn parts_are_named_by_their_keys() {
    let page = "One\n\n+  two\n+  three\n+  four\n\n{% hint style='info' %}\nBody\n{% endhint %}\n";
    check(
        page,
        &[(&[1, 1], Action::Replace(markdown("+ new"))), (&[1, 0], Action::MoveAfter(Some(key(page, &[1, 2]))))],
        "One\n\n+ new\n+  four\n+  two\n\n{% hint style='info' %}\nBody\n{% endhint %}\n",
    );
    check(
        page,
        &[(&[2, 0], Action::InsertAfter(text("More")))],
        "One\n\n+  two\n+  three\n+  four\n\n{% hint style='info' %}\nBody\n\nMore\n{% endhint %}\n",
    );
    check(page, &[(&[1, 1, 0], Action::Replace(text("new")))], &page.replace("three", "new"));
    let refused = patched(page, &[(&[1, 1], Action::Replace(text("new")))]).unwrap_err();
    assert!(refused.to_string().contains("must be of type list-unordered"), "{refused}");
}

#[test]
fn comments_stay_between_blocks_that_change_inside() {
    let page = "+  a\n+  b\n\n<!-- c -->\n\n-  d\n-  e\n";
    let changes = [(&[0, 1][..], Action::Delete), (&[1, 0], Action::Delete)];
    check(page, &changes, "+  a\n\n<!-- c -->\n\n-  e\n");
    check(page, &[(&[0], Action::Delete), (&[1, 0], Action::Delete)], "<!-- c -->\n\n-  e\n");
    check(
        page,
        &[(&[0], Action::InsertAfter(text("New"))), (&[1, 0], Action::Delete)],
        "+  a\n+  b\n\nNew\n\n<!-- c -->\n\n-  e\n",
    );
}

#[test]
fn rows_are_named_by_their_keys() {
    let page = "Text\n\n| a | b |\n| - | - |\n| c | d |\n| e | f |\n\nEnd\n";
    let document = keyed(page);
    let Kind::Table(table) = &document.nodes[1].kind else { panic!() };
    let row = |at: usize| table.rows[at].key.as_str().unwrap().to_owned();
    let on = |at: usize, action: Action| patch(page, &[Operation { key: row(at), action }], &Unresolved).unwrap();
    let rows = |text: &str| {
        let Kind::Table(table) = keyed(text).nodes.remove(1).kind else { panic!() };
        table.rows.len()
    };
    let deleted = on(0, Action::Delete);
    assert!(deleted.contains("| e") && !deleted.contains("| c"), "{deleted}");
    let moved = on(0, Action::MoveAfter(Some(row(1))));
    assert!(moved.find("| e") < moved.find("| c"), "{moved}");
    let added = on(1, Action::InsertAfter(markdown("| x | y |\n| - | - |\n| g | h |")));
    assert_eq!((rows(&added), rows(&deleted)), (3, 1), "{added}");
    assert!(added.starts_with("Text\n\n") && added.ends_with("\n\nEnd\n"));
}

#[test]
fn what_does_not_go_together_is_refused() {
    let page = "* a\n\n  b\n* c\n\nEnd\n";
    let fails = |operations: &[(&[usize], Action)], told: &str| {
        let error = patched(page, operations).unwrap_err();
        assert!(format!("{error:?}").contains(told), "{error:?}");
    };
    fails(&[(&[0], Action::Delete), (&[0], Action::Replace(text("x")))], "blocks[0] replaces, moves or deletes");
    fails(&[(&[0, 0, 1], Action::Delete), (&[0], Action::Delete)], "in the block that blocks[1]");
    fails(&[(&[0], Action::MoveAfter(Some(key(page, &[0, 0, 1]))))], "in the block that is moved");
    fails(&[(&[1], Action::MoveAfter(Some(key(page, &[0, 0]))))], "another kind");
    fails(&[(&[1], Action::Replace(markdown("<!-- nothing -->")))], "at least one block");
    fails(&[(&[0], Action::Replace(markdown("```\nno end")))], "Unstable");
    let unknown = patch(page, &[Operation { key: "x".to_owned(), action: Action::Delete }], &Unresolved);
    assert_eq!(unknown, Err(PatchError::Unknown { operation: 0, field: "key", key: "x".to_owned() }));
}

#[test]
fn the_outcome_tells_keys() {
    let page = "One\n\n* two\n\nEnd\n";
    let operations = [
        Operation { key: key(page, &[0]), action: Action::Replace(markdown("A\n\nB")) },
        Operation { key: key(page, &[1, 0, 0]), action: Action::Replace(text("new")) },
        Operation { key: key(page, &[2]), action: Action::MoveAfter(None) },
    ];
    let after = patch(page, &operations, &Unresolved).unwrap();
    assert_eq!(after, "End\n\nA\n\nB\n\n* new\n");
    let seen = preview(page, &operations, &Unresolved).unwrap();
    let (renamed, made) = seen.keys_in(&keyed(&after));
    assert_eq!(made, [vec![key(&after, &[1]), key(&after, &[2])], vec![key(&after, &[3, 0, 0])], vec![]]);
    // It is equal to the first block of the outcome, also in its key.
    assert_eq!(key(page, &[2]), key(&after, &[0]));
    assert!(!renamed.contains_key(&key(page, &[2])));
    assert_eq!(renamed[&key(page, &[1])], key(&after, &[3]));
}

/// Blocks that are equal at both ends need not be compared with all others.
#[test]
fn keys_of_equal_ends_are_not_told() {
    let page = "Same\n\nSame\n\n<details>\n\n<summary>A</summary>\n\nSame\n\n</details>\n\nMiddle\n\nSame\n\nEnd\n";
    let operations = [Operation { key: key(page, &[3]), action: Action::Replace(markdown("Same")) }];
    let after = patch(page, &operations, &Unresolved).unwrap();
    let (renamed, made) = preview(page, &operations, &Unresolved).unwrap().keys_in(&keyed(&after));
    assert_eq!(made, [vec![key(&after, &[3])]]);
    // The block behind the new one is the fifth of its kind now.
    assert_eq!(renamed[&key(page, &[4])], key(&after, &[4]));
    assert!(!renamed.contains_key(&key(page, &[0])) && !renamed.contains_key(&key(page, &[5])), "{renamed:?}");
}

/// The keys of all blocks that a patch can name.
fn all_keys(blocks: &[Block], keys: &mut Vec<String>) {
    for block in blocks {
        keys.extend(block.key.as_str().map(str::to_owned));
        all_keys(inside(block), keys);
    }
}

fn action(kind: u8, other: &str) -> Action {
    match kind % 6 {
        0 => Action::Delete,
        1 => Action::Replace(text("New text")),
        2 => Action::Replace(markdown("New  __text__\nof two lines.\n\n- and\n- items")),
        3 => Action::InsertAfter(text("Added")),
        4 => Action::InsertBefore(markdown("## Added\nbelow")),
        _ => Action::MoveAfter(Some(other.to_owned())),
    }
}

fn holds(source: &str, choices: &[(u8, Index, Index)]) -> Result<bool, TestCaseError> {
    let old = parse(source, &Unresolved);
    let document = keyed(source);
    let mut keys = Vec::new();
    all_keys(&document.nodes, &mut keys);
    if keys.is_empty() {
        return Ok(true);
    }
    let operations: Vec<_> = choices
        .iter()
        .map(|(kind, at, other)| {
            let (key, other): (&String, &String) = (at.get(&keys), other.get(&keys));
            Operation { key: key.clone(), action: action(*kind, other) }
        })
        .collect();
    let text = match patch(source, &operations, &Unresolved) {
        Ok(text) => text,
        Err(PatchError::Unstable) => return Ok(false),
        Err(_) => return Ok(true),
    };
    let seen = preview(source, &operations, &Unresolved).unwrap();
    in_parts(source, &operations, &text, &seen)?;
    prop_assert_eq!(&parse(&text, &Unresolved).document, &seen.document());
    // Top-level blocks that are not named, and that nothing in them is, keep their bytes in their order.
    let targets: Vec<&str> = operations
        .iter()
        .flat_map(|it| match &it.action {
            Action::MoveAfter(Some(after)) => vec![it.key.as_str(), after],
            _ => vec![it.key.as_str()],
        })
        .collect();
    let mut from = 0;
    for segment in old.segments.iter().filter(|segment| !segment.blocks.is_empty()) {
        let mut inner = Vec::new();
        all_keys(&document.nodes[segment.blocks.clone()], &mut inner);
        if inner.iter().any(|key| targets.contains(&key.as_str())) {
            continue;
        }
        let bytes = source[segment.span.clone()].trim_end();
        let found = text[from..].find(bytes);
        prop_assert!(found.is_some(), "{bytes:?} is not in {text:?}\nof {source:?} by {operations:?}");
        from += found.unwrap_or_default() + bytes.len();
    }
    Ok(true)
}

/// A patch of a text that is known, in which only the part around what it names is looked at, has the same outcome.
fn in_parts(source: &str, operations: &[Operation], text: &str, seen: &Patched) -> Result<(), TestCaseError> {
    Arc::new(Memo::new(4_000_000)).during(|| {
        shared_with_keys(source, &Unresolved, &Budget::page());
        prop_assert_eq!(&patch(source, operations, &Unresolved).unwrap(), text);
        let part = preview(source, operations, &Unresolved).unwrap();
        prop_assert_eq!(format!("{:?}", part.document()), format!("{:?}", seen.document()));
        let now = shared_with_keys(text, &Unresolved, &Budget::page());
        prop_assert!(part.is(&now.document));
        prop_assert_eq!(&now.document, &keyed(text));
        let changed = |keys: BTreeMap<String, String>| -> BTreeMap<String, String> {
            keys.into_iter().filter(|(before, now)| before != now).collect()
        };
        let ((part, made), (whole, of_whole)) = (part.keys_in(&now.document), seen.keys_in(&keyed(text)));
        prop_assert_eq!((changed(part), made), (changed(whole), of_whole));
        Ok(())
    })
}

const HABITS: [&str; 5] = [
    "# Title\n\nFirst   line\nsecond line\n- a\n- b\n\n\n\nLast *word*[^note].\n\n[^note]: A note.\n",
    "<!-- kept -->\nText\n\n---\n\n1) one\n2) two\n\n   more\n\nEnd",
    "# T\r\n\r\nOne\r\n\r\n* two\r\n* three\r\n",
    "{% hint style='info' %}\nBody\n\n> quoted\n> __text__\n{% endhint %}\n{% tabs %}\n{% tab title=\"A\" %}\na\n\nb\n{% endtab %}\n{% endtabs %}\n",
    "[link][ref] text\n\n[ref]: page.md\n\n| a | b |\n|--|--|\n| c | d |\n\n<details>\n<summary>S</summary>\nbody\n\nmore\n</details>\n",
];

proptest! {
    #[test]
    fn everything_else_keeps_its_bytes(
        document in document(),
        choices in prop::collection::vec(any::<(u8, Index, Index)>(), 1..4),
    ) {
        holds(&print(&document, &Unresolved), &choices)?;
    }

    #[test]
    fn a_long_text_is_patched_in_parts(
        documents in prop::collection::vec(document(), 3..8),
        choices in prop::collection::vec(any::<(u8, Index, Index)>(), 1..3),
    ) {
        let text: Vec<_> = documents.iter().map(|document| print(document, &Unresolved)).collect();
        holds(&text.join("\n\n"), &choices)?;
    }

    #[test]
    fn pages_with_habits_of_their_own_keep_them(
        page in prop::sample::select(HABITS.to_vec()),
        choices in prop::collection::vec(any::<(u8, Index, Index)>(), 1..4),
    ) {
        prop_assert!(holds(page, &choices)?, "refused: {page:?} {choices:?}");
    }
}
