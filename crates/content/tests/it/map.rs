//! The content map against a model, and against hostile nodes.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use quire_content::hash::Hash;
use quire_content::map::{Change, Key, Map, Value, Visit};
use quire_content::objects::{Draft, ObjectError, Objects};

use crate::support::{Edits, Store, apply, commit, empty};

fn small_key() -> impl Strategy<Value = Key> {
    (0u16..600).prop_map(|n| format!("page/{n}").into_bytes())
}

fn batch() -> impl Strategy<Value = Edits> {
    let value = prop::option::weighted(0.6, prop::collection::vec(any::<u8>(), 0..4));
    prop::collection::btree_map(small_key(), value, 0..120)
}

fn entries(store: &Store, map: Map) -> BTreeMap<Key, Value> {
    map.scan(store, b"").collect::<Result<_, _>>().unwrap()
}

fn built(store: &mut Store, model: &BTreeMap<Key, Value>) -> Map {
    let start = empty(store);
    apply(store, start, model.iter().map(|(k, v)| (k.clone(), Some(v.clone()))).collect())
}

fn change(model: &mut BTreeMap<Key, Value>, edits: &Edits) {
    for (key, value) in edits {
        match value {
            Some(value) => model.insert(key.clone(), value.clone()),
            None => model.remove(key),
        };
    }
}

fn naive_diff(a: &BTreeMap<Key, Value>, b: &BTreeMap<Key, Value>) -> Vec<Change> {
    let mut keys: Vec<_> = a.keys().chain(b.keys()).cloned().collect();
    keys.sort();
    keys.dedup();
    keys.into_iter()
        .map(|key| Change { before: a.get(&key).cloned(), after: b.get(&key).cloned(), key })
        .filter(|change| change.before != change.after)
        .collect()
}

proptest! {
    #[test]
    fn like_a_map_in_memory_whatever_the_history(batches in prop::collection::vec(batch(), 0..8)) {
        let mut store = Store::new();
        let mut map = empty(&mut store);
        let mut model = BTreeMap::new();
        for edits in batches {
            let before = (map, model.clone());
            change(&mut model, &edits);
            map = apply(&mut store, map, edits.clone());
            prop_assert_eq!(entries(&store, map), model.clone());
            prop_assert_eq!(map.len(&store).unwrap(), model.len() as u64);
            for key in edits.keys() {
                prop_assert_eq!(map.get(&store, key).unwrap(), model.get(key).cloned());
                for prefix in [&key[..], &key[..key.len() - 1], b"page/", b"q", b""] {
                    let first = map.scan(&store, prefix).next().transpose().unwrap();
                    prop_assert_eq!(map.first(&store, prefix).unwrap(), first);
                }
            }
            let diff: Vec<_> = before.0.diff(&map, &store).collect::<Result<_, _>>().unwrap();
            prop_assert_eq!(diff, naive_diff(&before.1, &model));
            prop_assert_eq!(built(&mut store, &model), map);
        }
    }

    #[test]
    fn an_edit_that_changes_nothing_makes_nothing(model in prop::collection::btree_map(small_key(), any::<[u8; 2]>(), 0..400), picks in prop::collection::vec(small_key(), 0..20)) {
        let model: BTreeMap<Key, Value> = model.into_iter().map(|(k, v)| (k, v.to_vec())).collect();
        let mut store = Store::new();
        let map = built(&mut store, &model);
        let edits: Edits = picks.into_iter().map(|key| { let value = model.get(&key).cloned(); (key, value) }).collect();
        let mut draft = Draft::new(&store);
        prop_assert_eq!(map.apply(&mut draft, edits).unwrap(), map);
        prop_assert!(draft.into_new().is_empty());
    }

    #[test]
    fn a_scan_finds_what_starts_with_the_prefix(
        keys in prop::collection::btree_set("[ab/]{0,6}", 0..300),
        prefix in "[ab/]{0,3}",
    ) {
        let model: BTreeMap<Key, Value> = keys.iter().map(|k| (k.clone().into_bytes(), vec![1])).collect();
        let mut store = Store::new();
        let map = built(&mut store, &model);
        let found: Vec<Key> = map.scan(&store, prefix.as_bytes()).map(|e| e.unwrap().0).collect();
        let expected: Vec<Key> = keys.iter().filter(|k| k.starts_with(&prefix)).map(|k| k.clone().into_bytes()).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn damage_is_an_error_or_another_map_and_never_a_panic(
        victim: prop::sample::Index,
        bytes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut store = Store::new();
        let model = (0..500u16).map(|n| (format!("page/{n}").into_bytes(), vec![7])).collect();
        let map = built(&mut store, &model);
        let mut names = Vec::new();
        map.walk(&store, &mut |visit| { if let Visit::Node(hash) = visit { names.push(hash); } true }).unwrap();
        let name = names[victim.index(names.len())];
        let mut node = store[&name].to_vec();
        for (at, byte) in bytes {
            let at = at.index(node.len());
            node[at] = byte;
        }
        if let Some(cut) = cut {
            let length = cut.index(node.len());
            node.truncate(length);
        }
        store.insert(name, Arc::from(node));
        exercise(&store, map);
    }
}

fn exercise(store: &Store, map: Map) {
    let key = b"page/250".to_vec();
    let _ = map.get(store, &key);
    let _ = map.len(store);
    let _ = map.scan(store, b"page/1").count();
    let _ = map.walk(store, &mut |_| true);
    let mut draft = Draft::new(store);
    let emptied = Map::empty(&mut draft);
    let _ = map.apply(&mut draft, Edits::from([(key, Some(vec![9]))]));
    let _ = map.diff(&emptied, &draft).count();
}

#[test]
fn a_node_that_is_its_own_child_is_damage() {
    let root = Hash([3; 32]);
    let mut node = vec![1, 1, 1, 1, b'k', 0];
    node.extend_from_slice(&root.0);
    node.push(1);
    let store = Store::from([(root, Arc::from(node))]);
    let map = Map::at(root);
    assert!(matches!(map.get(&store, b"k"), Err(ObjectError::Damaged { .. })));
    assert!(matches!(map.walk(&store, &mut |_| true), Err(ObjectError::Damaged { .. })));
    exercise(&store, map);
}

#[test]
fn the_walk_shows_everything_and_can_be_cut_short() {
    let mut store = Store::new();
    let model: BTreeMap<Key, Value> = (0..2000u16).map(|n| (n.to_be_bytes().to_vec(), vec![1])).collect();
    let map = built(&mut store, &model);
    let (mut nodes, mut found) = (Vec::new(), BTreeMap::new());
    map.walk(&store, &mut |visit| {
        match visit {
            Visit::Node(hash) => nodes.push(hash),
            Visit::Entry(key, value) => {
                found.insert(key.to_vec(), value.to_vec());
            }
        }
        true
    })
    .unwrap();
    assert_eq!(found, model);
    assert_eq!(nodes[0], map.root());
    assert!(nodes.iter().all(|hash| Objects::get(&store, hash).is_ok()));

    let mut visits = 0;
    map.walk(&store, &mut |_| {
        visits += 1;
        false
    })
    .unwrap();
    assert_eq!(visits, 1);
}

#[test]
fn the_empty_map_is_one_object() {
    let mut store = Store::new();
    let map = empty(&mut store);
    assert!(map.is_empty(&store).unwrap());
    assert_eq!(store.len(), 1);
    let one = apply(&mut store, map, Edits::from([(b"k".to_vec(), Some(b"v".to_vec()))]));
    assert_ne!(one, map);
    assert_eq!(apply(&mut store, one, Edits::from([(b"k".to_vec(), None)])), map);
}

#[test]
fn a_missing_node_is_an_error_once() {
    let store = Store::new();
    let map = Map::at(Hash([1; 32]));
    assert!(matches!(map.scan(&store, b"").next(), Some(Err(ObjectError::Missing(_)))));
    assert_eq!(map.scan(&store, b"").count(), 1);
    let mut other = Store::new();
    let empty = commit(&mut other, Map::empty);
    assert_eq!(map.diff(&empty, &other).count(), 1);
}
