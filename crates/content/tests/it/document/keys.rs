//! Blocks keep their keys while what is around them changes.

use std::collections::HashSet;

use proptest::prelude::*;
use quire_content::document::model::{Cell, Key, Kind, Row};
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
fn what_is_empty_has_a_key_of_its_kind() {
    let line = Block::paragraph(Vec::new());
    let mut old = Document::new(vec![line.clone()]);
    keys::fresh(&mut old);
    let row = Row { key: Key(None), cells: Vec::new() };
    let mut new = read("| a |\n|---|\n");
    if let Kind::Table(table) = &mut new.nodes[0].kind {
        table.rows.push(row);
    }
    new.nodes.push(line);
    keys::fresh(&mut new);
    assert_eq!(top(&new)[1], top(&old)[0]);
}

#[test]
fn keys_of_clients_stay_unless_they_are_taken() {
    let keyed = |text: &str| Block { key: Key(Some("own".into())), ..paragraph(text) };
    let mut document = Document::new(vec![keyed("one"), keyed("two")]);
    keys::fresh(&mut document);
    assert_eq!(top(&document)[0], "own");
    assert_ne!(top(&document)[1], "own");
}

#[test]
fn a_changed_block_and_those_around_it_have_new_keys() {
    let text = "One\n\n{% hint style=\"info\" %}\nA\n\nB\n{% endhint %}\n\n* Two\n* Three\n";
    let (old, new) = (read(text), read(&text.replace('A', "C").replace("One\n", "New\n\nOne\n")));
    let keys = |document: &Document| {
        let keys = everywhere(&document.nodes).into_iter().map(|it| it.key.as_str().unwrap().to_owned());
        keys.collect::<Vec<_>>()
    };
    let (was, is) = (keys(&old), keys(&new));
    // One, the hint, A, B, the list and what is in it; a block is new before them.
    let stays: Vec<bool> = was.iter().zip(&is[1..]).map(|(was, is)| was == is).collect();
    assert_eq!(stays, [true, false, false, true, true, true, true, true, true]);
    assert!(!was.contains(&is[2]) && !was.contains(&is[3]));
    assert_eq!(keys(&read(text)), was, "what is as it was has its keys again");
}

/// All blocks, from front to back.
fn everywhere(blocks: &[Block]) -> Vec<&Block> {
    let mut all = Vec::new();
    for block in blocks {
        all.push(block);
        match &block.kind {
            Kind::Expandable { body, .. } => all.extend(everywhere(body)),
            _ => all.extend(everywhere(block.children())),
        }
    }
    all
}

/// A document without blocks that have others in their lines or cells.
fn plain(mut document: Document) -> Document {
    document.nodes.retain(|block| {
        let json = serde_json::to_string(block).unwrap();
        !json.contains("\"annotation\"") && !json.contains("\"table\"")
    });
    document
}

/// The keys of blocks that are equal to one, in order.
fn keys_of_equal<'d>(blocks: &[&'d Block], block: &Block) -> Vec<&'d str> {
    let equal = blocks.iter().filter(|it| ***it == *block);
    equal.map(|it| it.key.as_str().unwrap()).collect()
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
    fn blocks_keep_their_keys_whatever_is_around_them(
        one in document(),
        other in document(),
        order in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        removed in any::<prop::sample::Index>(),
    ) {
        let (mut old, other) = (plain(one), plain(other));
        let mut new = old.clone();
        keys::fresh(&mut old);
        if !new.nodes.is_empty() {
            new.nodes.remove(removed.index(new.nodes.len()));
        }
        for (block, at) in other.nodes.into_iter().zip(order) {
            new.nodes.insert(at.index(new.nodes.len() + 1), block);
        }
        keys::fresh(&mut new);
        // Of equal blocks, the first has the key of the first, and so on.
        let (was, is) = (everywhere(&old.nodes), everywhere(&new.nodes));
        for block in &was {
            let (was, is) = (keys_of_equal(&was, block), keys_of_equal(&is, block));
            let both = was.len().min(is.len());
            prop_assert_eq!(&was[..both], &is[..both]);
        }
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

/// The keys of a text by those of an earlier one, each as the words that it stands for.
fn renamed(old: &str, new: &str) -> Vec<(String, String)> {
    let (old, new) = (read(old), read(new));
    let names = [&old, &new].map(|document| {
        let mut names = Vec::new();
        said(&serde_json::to_value(document).unwrap(), &mut names);
        names
    });
    let name = |side: usize, key: &str| {
        let found = names[side].iter().find(|(other, _)| other == key);
        found.map_or_else(|| panic!("{key} is not in {:?}", names[side]), |(_, name)| name.clone())
    };
    let rows = old.nodes.iter().flat_map(|block| match &block.kind {
        Kind::Table(table) => &table.rows[..],
        _ => &[],
    });
    let rows: HashSet<&str> = rows.filter_map(|row| row.key.as_str()).collect();
    let renamed = keys::renamed(&old, &new);
    assert_eq!(renamed.keys().filter(|key| rows.contains(&***key)).count(), rows.len());
    let others = renamed.iter().filter(|(before, _)| !rows.contains(&***before));
    others.map(|(before, now)| (name(0, before), name(1, now))).collect()
}

/// Adds the text of a value, and of all in it that has a key.
fn said(value: &Value, names: &mut Vec<(String, String)>) -> String {
    let text = match value {
        Value::Array(values) => values.iter().map(|value| said(value, names)).collect(),
        Value::Object(fields) => {
            let inner = ["text", "leaves", "nodes", "fragments"].into_iter().filter_map(|name| fields.get(name));
            inner.map(|value| value.as_str().map_or_else(|| said(value, names), str::to_owned)).collect()
        }
        _ => String::new(),
    };
    if let Some(key) = value.get("key").and_then(Value::as_str) {
        names.push((key.to_owned(), text.clone()));
    }
    text
}

#[test]
fn keys_lead_to_what_says_the_same() {
    let old = "- First item here.\n- Second item there.\n- Third item.\n\n  More of third.\n";
    let new = "- Third item.\n- Second item there.\n- First item here.\n\n  More of third.\n";
    let found = renamed(old, new);
    let leads = |before: &str, now: &str| found.contains(&(before.to_owned(), now.to_owned()));
    assert!(leads("First item here.", "First item here.") && leads("Third item.", "Third item."), "{found:?}");
    assert!(!leads("First item here.", "Third item."), "{found:?}");
}

#[test]
fn titles_captions_rows_and_lines_of_code_have_keys_too() {
    let page = |word: &str| {
        format!(
            "{word}<details>\n\n<summary>Sum</summary>\n\nInside {word}\n\n</details>\n\n\
             {{% embed url=\"https://a.example\" %}}\nCaption\n{{% endembed %}}\n\n```\none\ntwo {word}\nthree\n```\n\n\
             | Name | Port |\n|---|---|\n| web {word} | 80 |\n"
        )
    };
    let new = page("first").replace("one\n", "zero\none\n");
    let found = renamed(&page(""), &new.replacen("first", "", 1));
    for (before, now) in
        [("Sum", "Sum"), ("Caption", "Caption"), ("one", "one"), ("three", "three"), ("two ", "two first")]
    {
        assert!(found.contains(&(before.to_owned(), now.to_owned())), "{before}: {found:?}");
    }
}
