//! What an edit costs: counted in objects read, and in outlines loaded.

use std::cell::Cell;
use std::sync::Arc;

use quire_content::changes::changes;
use quire_content::edit::{self, Attributes, Body, EditEnvironment, Operation, Patch, UpdatePage};
use quire_content::id::Uid;
use quire_content::map::Map;
use quire_content::objects::Draft;
use quire_content::outline::Outline;

use crate::edit::{Space, below, id, insert, new_page, titled, update};
use crate::support::{Counting, Store};

fn space_of(pages: u128) -> (Store, Map, Arc<Outline>) {
    let mut space = Space::new();
    let roots = (1..=pages / 100).map(|n| insert(new_page(n, &format!("Part {n}"), "# Part\n\nText\n")));
    space.edit(&roots.collect::<Vec<_>>()).unwrap();
    let others = (pages / 100 + 1..=pages).map(|n| {
        let parent = n % (pages / 100) + 1;
        insert(below(parent, new_page(n, &format!("Page {n}"), "Text\n")))
    });
    space.edit(&others.collect::<Vec<_>>()).unwrap();
    let outline = Arc::new(space.outline());
    (space.store, space.map, outline)
}

/// What operations read, what comparing the outcome with the content before reads, and how often the outline is asked
/// for.
fn cost((store, map, outline): &(Store, Map, Arc<Outline>), operations: &[Operation<'_>]) -> (usize, usize, usize) {
    let counting = Counting::new(store);
    let mut draft = Draft::new(&counting);
    let loads = Cell::new(0);
    let mut load = |_: &Map, _: &dyn quire_content::objects::Objects| {
        loads.set(loads.get() + 1);
        Ok(outline.clone())
    };
    let surroundings = EditEnvironment { now: 99, ids: &mut || Uid([7; 16]), outline: &mut load };
    let edited = edit::apply(*map, &mut draft, operations, surroundings).unwrap();
    let read = *counting.reads.borrow();
    assert!(!changes(map, &edited.map, &draft).unwrap().is_empty());
    (read, *counting.reads.borrow() - read, loads.get())
}

#[test]
fn cost_follows_the_edit() {
    let (small, large) = (space_of(1_000), space_of(10_000));
    let of = |attributes| update(UpdatePage { attributes, ..UpdatePage::of(id(777)) });
    let body = Some(Body::Markdown("Other".to_owned()));
    let edits = [
        (update(UpdatePage { body, ..UpdatePage::of(id(777)) }), 0),
        (of(titled("Other")), 0),
        (of(Attributes { icon: Patch::Set("bolt".to_owned()), ..Attributes::default() }), 0),
        (of(Attributes { slug: Patch::Set("own".to_owned()), ..Attributes::default() }), 1),
        (update(UpdatePage { into: Patch::Set(id(2).into()), at: Some(1), ..UpdatePage::of(id(777)) }), 1),
        (insert(below(3, new_page(1 << 90, "New", "Text"))), 1),
        (Operation::DeletePage(id(777).into()), 1),
    ];
    for (edit, outlines) in &edits {
        let edit = std::slice::from_ref(edit);
        let ((read, compared, loads), (small_read, ..)) = (cost(&large, edit), cost(&small, edit));
        assert_eq!(loads, *outlines, "{edit:?}");
        assert!(read <= 20 && read <= 2 * small_read + 2, "{read} objects are read, {small_read} of few, for {edit:?}");
        assert!(compared <= 12, "{compared} objects are read to compare {edit:?}");
    }
}
