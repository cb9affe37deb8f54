//! A merge costs what differs, not what is there: counted in objects read and made.

use quire_content::id::{PageId, Uid};
use quire_content::map::Map;
use quire_content::merge::merge;
use quire_content::objects::Draft;
use quire_content::record::{EntryKey, PageKind, PageRecord};

use crate::support::{Counting, Edits, Store, apply, commit, empty};

fn key(n: u128) -> Vec<u8> {
    EntryKey::Page(PageId(Uid(n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835).to_be_bytes()))).to_bytes()
}

fn page(store: &mut Store, n: u128, text: &str) -> Vec<u8> {
    let source = commit(store, |draft| draft.put(text.as_bytes()));
    let record = PageRecord {
        parent: None,
        order: "V".to_owned(),
        kind: PageKind::Document { source, size: text.len() as u32, body_at: 0 },
        title: "A page".to_owned(),
        nav_title: None,
        slug: format!("page-{n}"),
        emoji: None,
        icon: None,
        description: None,
        layout: None,
        cover: None,
        variables: Default::default(),
        hidden: false,
        no_index: false,
        no_robots_index: false,
        condition: None,
        git: None,
        created_at: 1,
        updated_at: 1,
        imported: false,
        imported_at: 0,
        source_written_at: None,
    };
    record.encode()
}

fn space(pages: u128) -> (Store, Map) {
    let mut store = Store::new();
    let start = empty(&mut store);
    let edits: Edits = (0..pages).map(|n| (key(n), Some(page(&mut store, n, "# A page\n\nText\n\nMore\n")))).collect();
    let map = apply(&mut store, start, edits);
    (store, map)
}

/// Objects read and made, when main writes one page and a change request another.
fn cost(pages: u128, main: u128, change: u128) -> (usize, usize) {
    let (mut store, base) = space(pages);
    let mut edited = |n, text| {
        let value = page(&mut store, n, text);
        apply(&mut store, base, [(key(n), Some(value))].into())
    };
    let main = edited(main, "# A page\n\nMain\n\nMore\n");
    let change = edited(change, "# A page\n\nText\n\nChange\n");
    let counting = Counting::new(&store);
    let mut draft = Draft::new(&counting);
    let merged = merge(base, main, change, &mut draft, 9).unwrap();
    assert_eq!(merged.conflicts, 0);
    let made = draft.into_new().len();
    (counting.reads.into_inner(), made)
}

#[test]
fn one_page_on_each_side() {
    for (main, change) in [(7, 900), (7, 7)] {
        let (read, made) = cost(10_000, main, change);
        assert!(read <= 60 && made <= 12, "read {read}, made {made}");
        let small = cost(1_000, main, change);
        assert!(read <= small.0 + 30, "{read} reads instead of {}", small.0);
    }
}
