//! Blocks keep their keys while what is around them changes.

use std::collections::HashSet;

use proptest::prelude::*;
use quire_content::document::model::{Cell, Key, Kind};
use quire_content::document::{Block, Document, Unresolved, keys, parse};
use serde_json::Value;

use super::generate::{document, paragraph};

fn read(text: &str) -> Document {
    let mut document = parse(text, &Unresolved).document;
    keys::fresh(&mut document);
    document
}

/// The document that a text says, with the keys of the one before.
fn next(old: &Document, text: &str) -> Document {
    let mut new = parse(text, &Unresolved).document;
    keys::carry(old, &mut new);
    new
}

fn top(document: &Document) -> Vec<&str> {
    document.nodes.iter().map(|block| block.key.as_str().unwrap()).collect()
}

#[test]
fn neighbours_change() {
    let old = read("One\n\nTwo\n\nTwo\n\n***\n\nThree\n");
    let new = next(&old, "Zero\n\nOne\n\nTwo\n\nNew\n\nTwo\n\nThree\n");
    let (old, new) = (top(&old), top(&new));
    assert_eq!([new[1], new[2], new[4], new[5]], [old[0], old[1], old[2], old[4]]);
    assert!(!old.contains(&new[0]) && !old.contains(&new[3]));
}

#[test]
fn an_edited_block_keeps_its_key() {
    let old = read("## Title\n\nA paragraph of some words.\n\n* item one\n* item two\n");
    let new = next(&old, "## Title\n\nNew\n\nA paragraph of some other words.\n\n* item one\n* new\n* item two\n");
    let (was, is) = (top(&old), top(&new));
    assert_eq!([is[0], is[2], is[3]], [was[0], was[1], was[2]]);
    let items = |document: &Document| {
        let list = document.nodes.last().unwrap();
        list.children().iter().map(|item| item.key.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (was, is) = (items(&old), items(&new));
    assert_eq!([&is[0], &is[2]], [&was[0], &was[1]]);
}

#[test]
fn a_moved_block_keeps_its_key() {
    let old = read("One\n\nTwo\n\nThree\n");
    let new = next(&old, "Three\n\nOne\n\nTwo\n");
    assert_eq!(top(&new), [top(&old)[2], top(&old)[0], top(&old)[1]]);
}

#[test]
fn rows_keep_their_keys() {
    let old = read("| a |\n|---|\n| x |\n| y |\n");
    let new = next(&old, "| a |\n|---|\n| new |\n| x |\n| y |\n");
    let rows = |document: &Document| match &document.nodes[0].kind {
        Kind::Table(table) => table.rows.iter().map(|row| row.key.as_str().unwrap().to_owned()).collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    assert_eq!(rows(&new)[1..], rows(&old));
}

#[test]
fn keys_of_clients_stay_unless_they_are_taken() {
    let keyed = |text: &str| Block { key: Key(Some("own".into())), ..paragraph(text) };
    let mut document = Document { nodes: vec![keyed("one"), keyed("two")] };
    keys::fresh(&mut document);
    assert_eq!(top(&document)[0], "own");
    assert_ne!(top(&document)[1], "own");
}

/// All keys in the JSON of a document.
fn gather(value: &Value, keys: &mut Vec<String>, missing: &mut usize) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| gather(item, keys, missing)),
        Value::Object(fields) => {
            if matches!(fields.get("object").and_then(Value::as_str), Some("block" | "inline")) {
                match fields.get("key").and_then(Value::as_str) {
                    Some(key) => keys.push(key.to_owned()),
                    None => *missing += 1,
                }
            }
            fields.values().for_each(|field| gather(field, keys, missing));
        }
        _ => {}
    }
}

fn cells(document: &Document) -> usize {
    let rows = |block: &Block| match &block.kind {
        Kind::Table(table) => table.rows.iter().flat_map(|row| &row.cells).filter(|it| **it != Cell::Empty).count(),
        _ => 0,
    };
    document.nodes.iter().map(rows).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_node_has_a_key_of_its_own(one in document(), other in document()) {
        let mut document = one;
        keys::fresh(&mut document);
        let mut changed = other;
        changed.nodes.splice(0..0, document.nodes.iter().take(2).cloned());
        keys::carry(&document, &mut changed);
        for document in [document, changed] {
            let (mut keys, mut missing) = (Vec::new(), 0);
            gather(&serde_json::to_value(&document).unwrap(), &mut keys, &mut missing);
            prop_assert_eq!(missing, 0);
            let count = keys.len();
            prop_assert_eq!(keys.into_iter().collect::<HashSet<_>>().len(), count);
        }
    }

    #[test]
    fn keys_follow_from_the_documents(one in document(), other in document()) {
        let named = |document: &Document| serde_json::to_string(document).unwrap();
        let make = || {
            let (mut old, mut new) = (one.clone(), other.clone());
            keys::fresh(&mut old);
            keys::carry(&old, &mut new);
            (named(&old), named(&new), cells(&new))
        };
        prop_assert_eq!(make(), make());
    }

    #[test]
    fn the_same_document_keeps_all_keys(document in document()) {
        let mut old = document.clone();
        keys::fresh(&mut old);
        let mut new = document;
        keys::carry(&old, &mut new);
        prop_assert_eq!(serde_json::to_string(&new).unwrap(), serde_json::to_string(&old).unwrap());
    }
}
