//! Cost follows the change, not the map: counted in objects read and made.

use quire_content::map::Map;
use quire_content::objects::Draft;

use crate::support::{Counting, Edits, Store, apply, empty};

/// Objects that one edit, and the diff with the map before it, cost: the averages over many edits, times ten.
#[derive(Debug)]
struct Cost {
    read: usize,
    made: usize,
    compared: usize,
}

fn key(n: u32) -> Vec<u8> {
    let mut key = b"page/".to_vec();
    key.extend_from_slice(&u128::from(n).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes());
    key
}

fn store_of(entries: u32) -> (Store, Map) {
    let mut store = Store::new();
    let start = empty(&mut store);
    let map = apply(&mut store, start, (0..entries).map(|n| (key(n), Some(vec![0; 100]))).collect());
    (store, map)
}

fn cost(entries: u32, edit: impl Fn(u32) -> (Vec<u8>, Option<Vec<u8>>)) -> Cost {
    let (store, map) = store_of(entries);
    let mut cost = Cost { read: 0, made: 0, compared: 0 };
    let edits = 100;
    for n in 0..edits {
        let counting = Counting::new(&store);
        let mut draft = Draft::new(&counting);
        let (key, value) = edit(n * (entries / edits));
        let changed = map.apply(&mut draft, Edits::from([(key, value)])).unwrap();
        let read = *counting.reads.borrow();
        assert_eq!(map.diff(&changed, &draft).count(), 1);
        // The diff reads the new nodes from the draft, as many as the edit made at most.
        let compared = *counting.reads.borrow() - read;
        let made = draft.into_new().len();
        assert!(read < 20 && made < 20 && compared < 40, "read {read}, made {made}, compared {compared}");
        cost.read += read;
        cost.made += made;
        cost.compared += compared + made;
    }
    Cost { read: cost.read / 10, made: cost.made / 10, compared: cost.compared / 10 }
}

fn check(edit: impl Fn(u32) -> (Vec<u8>, Option<Vec<u8>>)) {
    let small = cost(1_000, &edit);
    let large = cost(100_000, &edit);
    let pairs = [(small.read, large.read), (small.made, large.made), (small.compared, large.compared)];
    for (small, large) in pairs {
        assert!(large <= 2 * small && large <= 100, "a hundred times as many entries cost {large} instead of {small}");
    }
}

#[test]
fn changing_one_entry() {
    check(|n| (key(n), Some(vec![1; 100])));
}

#[test]
fn adding_one_entry() {
    check(|n| ([&key(n)[..], b"+"].concat(), Some(vec![1; 100])));
}

#[test]
fn deleting_one_entry() {
    check(|n| (key(n), None));
}

#[test]
fn reading_one_entry() {
    for (entries, bound) in [(1_000, 4), (100_000, 6)] {
        let (store, map) = store_of(entries);
        let counting = Counting::new(&store);
        assert!(map.get(&counting, &key(7)).unwrap().is_some());
        assert!(*counting.reads.borrow() <= bound);
    }
}
