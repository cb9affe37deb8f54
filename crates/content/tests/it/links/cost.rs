//! What it costs to keep links up with content, in objects that are read and made.

use quire_content::id::{PageId, Uid};
use quire_content::links::{Entity, build, follow};
use quire_content::map::Map;
use quire_content::objects::Draft;
use quire_content::page_file;
use quire_content::record::{GitBlob, PageKind, PageRecord};

use super::Space;
use crate::support::{Counting, Store, apply, commit};

fn page(n: u128) -> Entity {
    Entity::Page(PageId(Uid((n * 7919).to_be_bytes())))
}

fn record(store: &mut Store, n: u128, text: &str) -> Vec<u8> {
    let mut record = PageRecord::new(PageKind::Group, "Page", 1);
    record.git = Some(GitBlob::of(&format!("p{n}.md"), text.as_bytes()));
    page_file::derive(&mut record, text.as_bytes());
    commit(store, |draft| draft.put(text.as_bytes()));
    record.encode()
}

/// Pages that each link to three others.
fn space_of(pages: u128) -> (Store, Map, Map) {
    let Space { mut store, map } = Space::new();
    let edits = (0..pages).map(|n| {
        let link = |step| format!("[x](p{}.md)\n", (n + step) % pages);
        let record = record(&mut store, n, &[link(1), link(2), link(5)].concat());
        (page(n).key().to_bytes(), Some(record))
    });
    let edits = edits.collect();
    let map = apply(&mut store, map, edits);
    let links = commit(&mut store, |draft| build(&map, draft)).unwrap();
    (store, map, links)
}

/// What is read and made where one page gets another text.
fn cost((store, map, links): &mut (Store, Map, Map), text: &str) -> (usize, usize) {
    let record = record(store, 7, text);
    let after = apply(store, *map, [(page(7).key().to_bytes(), Some(record))].into());
    let counting = Counting::new(store);
    let mut draft = Draft::new(&counting);
    let changes: Vec<_> = map.diff(&after, &draft).map(Result::unwrap).collect();
    follow(&changes, *links, &after, &mut draft).unwrap();
    let made = draft.into_new().len();
    (*counting.reads.borrow(), made)
}

#[test]
fn cost_follows_the_change() {
    let (mut small, mut large) = (space_of(10), space_of(10_000));
    for text in ["[x](p8.md)\n[x](p9.md)\n[x](p2.md)\nmore", "[x](p3.md)\n[x](p4.md)\n[x](p5.md)", ""] {
        let ((few, _), (read, made)) = (cost(&mut small, text), cost(&mut large, text));
        assert!(read <= 120 && made <= 70, "{read} objects are read, {few} of few, {made} are made for {text:?}");
    }
    let (_, made) = cost(&mut large, "[x](p8.md)\n[x](p9.md)\n[x](p12.md)\nmore");
    assert_eq!(made, 0, "the links are the same");
}
