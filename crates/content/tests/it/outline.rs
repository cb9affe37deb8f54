//! The page tree, from records in any state.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use quire_content::id::{PageId, Uid};
use quire_content::map::Map;
use quire_content::outline::Outline;
use quire_content::record::{Cover, EntryKey, PageKind, PageRecord};

use crate::support::{Store, apply, empty};

fn id(n: u128) -> PageId {
    PageId(Uid(n.to_be_bytes()))
}

fn group(parent: Option<u128>, order: &str, slug: &str) -> PageRecord {
    PageRecord {
        parent: parent.map(id),
        order: order.to_owned(),
        kind: PageKind::Group,
        title: slug.to_owned(),
        nav_title: None,
        slug: slug.to_owned(),
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
        created_at: 0,
        updated_at: 0,
        imported: false,
        imported_at: 0,
        source_written_at: None,
    }
}

/// The tree as paths.
fn check(pages: &[(u128, Option<u128>, &str, &str)], expected: &[&str]) -> Outline {
    let records = pages.iter().map(|&(n, parent, order, slug)| (id(n), group(parent, order, slug)));
    let outline = Outline::of(records);
    let paths: Vec<String> = outline.walk().map(|id| outline.path(id).unwrap()).collect();
    assert_eq!(paths, expected);
    for (id, path) in outline.walk().zip(paths) {
        assert_eq!(outline.find(&path), Some(id));
    }
    outline
}

#[test]
fn siblings_are_in_order_and_ties_go_by_identifier() {
    check(
        &[(1, None, "b", "second"), (2, None, "a", "first"), (4, Some(2), "x", "y"), (3, Some(2), "x", "x")],
        &["first", "first/x", "first/y", "second"],
    );
}

#[test]
fn orphans_stand_at_the_root() {
    let outline = check(&[(1, Some(9), "a", "orphan"), (2, Some(1), "a", "child")], &["orphan", "orphan/child"]);
    assert_eq!(outline.roots(), [id(1)]);
    assert_eq!(outline.ancestors(id(2)).collect::<Vec<_>>(), [id(1)]);
}

#[test]
fn of_a_circle_the_smallest_stands_at_the_root() {
    check(&[(5, Some(5), "a", "own-parent")], &["own-parent"]);
    check(
        &[(3, Some(2), "a", "c"), (1, Some(3), "a", "a"), (2, Some(1), "a", "b"), (4, Some(3), "b", "tail")],
        &["a", "a/b", "a/b/c", "a/b/c/tail"],
    );
}

#[test]
fn siblings_with_one_slug_get_numbers() {
    check(
        &[(1, None, "a", "x"), (2, None, "b", "x"), (3, None, "c", "x-1"), (4, None, "d", ""), (5, None, "e", "a/b")],
        &["x", "x-1", "x-1-1", "page", "a-b"],
    );
}

#[test]
fn what_is_not_there_is_not_found() {
    let outline = check(&[(1, None, "a", "x")], &["x"]);
    for path in ["", "/", "x/", "/x", "y", "x/x"] {
        assert_eq!(outline.find(path), None);
    }
    assert_eq!(outline.path(id(9)), None);
    assert!(outline.children(id(9)).is_empty());
    assert_eq!(outline.len(), 1);
    assert!(Outline::of([]).is_empty());
}

#[test]
fn ten_thousand_levels() {
    let pages = (1..=10_000).map(|n| (id(n), group(n.checked_sub(1).filter(|&up| up > 0), "V", "p")));
    let outline = Outline::of(pages.collect::<Vec<_>>().into_iter().rev());
    assert_eq!(outline.walk().count(), 10_000);
    assert_eq!(outline.ancestors(id(10_000)).count(), 9_999);
    let path = outline.path(id(10_000)).unwrap();
    assert_eq!(outline.find(&path), Some(id(10_000)));
}

#[test]
fn loaded_from_a_map() {
    let mut store = Store::new();
    let start = empty(&mut store);
    let pages = (1..=300).map(|n| (id(n), group((n > 10).then_some(n / 10), "V", "p")));
    let mut edits: std::collections::BTreeMap<_, _> =
        pages.clone().map(|(id, page)| (EntryKey::Page(id).to_bytes(), Some(page.encode()))).collect();
    edits.insert(b"page/odd".to_vec(), Some(b"not a page".to_vec()));
    edits.insert(EntryKey::Variable("v".to_owned()).to_bytes(), Some(vec![]));
    let map = apply(&mut store, start, edits);
    let outline = Outline::load(&map, &store).unwrap();
    let expected = Outline::of(pages);
    assert!(outline.walk().eq(expected.walk()));
    assert!(outline.weight() > 300 * 100);

    let broken = EntryKey::Page(id(7)).to_bytes();
    let map = apply(&mut store, map, [(broken, Some(vec![0xff]))].into());
    let error = Outline::load(&map, &store).unwrap_err().to_string();
    assert!(error.contains(&id(7).to_string()), "{error}");
}

proptest! {
    #[test]
    fn any_records_make_a_tree(
        pages in prop::collection::btree_map(0u128..40, (prop::option::of(0u128..50), "[a-c]", "[a-b/]{0,2}"), 0..40),
    ) {
        let records = || pages.iter().map(|(n, (parent, order, slug))| (id(*n), group(*parent, order, slug)));
        let outline = Outline::of(records());
        prop_assert_eq!(outline.walk().count(), pages.len());
        for page in outline.walk() {
            prop_assert!(outline.ancestors(page).count() < pages.len());
            prop_assert_eq!(outline.find(&outline.path(page).unwrap()), Some(page));
            let parent = outline.page(page).unwrap().parent;
            let siblings = parent.map_or(outline.roots(), |parent| outline.children(parent));
            prop_assert!(siblings.contains(&page));
        }
        let again = Outline::of(records().collect::<Vec<_>>().into_iter().rev());
        prop_assert!(outline.walk().eq(again.walk()));
    }
}

/// A change of a page, by its number: that it comes, in a place; of the time of its last change, its title, whether it is
/// hidden, whether searches find it, its parent, its order, its slug, its condition, its kind or its cover; or that it is gone.
#[derive(Debug, Clone)]
enum Edit {
    Come(Place),
    Time(i64),
    Title(String),
    Hidden(bool),
    NoIndex(bool),
    Parent(Option<u128>),
    Order(String),
    Slug(String),
    Condition(Option<String>),
    Computed(bool),
    Cover(bool),
    Gone,
}

/// A title that may contain a condition.
const DOUBTFUL: &str = "{% if a %}";

/// The parent, the order and the slug of a page.
type Place = (Option<u128>, String, String);

fn place(pages: u128) -> impl Strategy<Value = Place> {
    (prop::option::of(0..pages), "[a-c]{1,2}", "[ab/]{0,2}")
}

fn edit(pages: u128) -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => place(pages).prop_map(Edit::Come),
        4 => (1..9_i64).prop_map(Edit::Time),
        4 => "[a-z]{1,2}".prop_map(Edit::Title),
        1 => Just(Edit::Title(DOUBTFUL.to_owned())),
        1 => any::<bool>().prop_map(Edit::Hidden),
        1 => any::<bool>().prop_map(Edit::NoIndex),
        2 => prop::option::of(0..pages).prop_map(Edit::Parent),
        1 => "[a-c]{1,2}".prop_map(Edit::Order),
        1 => "[ab/]{0,2}".prop_map(Edit::Slug),
        1 => prop::option::of("[a-z]").prop_map(Edit::Condition),
        1 => any::<bool>().prop_map(Edit::Computed),
        1 => any::<bool>().prop_map(Edit::Cover),
        2 => Just(Edit::Gone),
    ]
}

type Records = std::collections::BTreeMap<u128, PageRecord>;

fn make(pages: &mut Records, n: u128, edit: Edit) {
    if let Edit::Come((parent, order, slug)) = edit {
        pages.entry(n).or_insert_with(|| group(parent, &order, &slug));
        return;
    }
    let Some(page) = pages.get_mut(&n) else { return };
    match edit {
        Edit::Come(_) => {}
        Edit::Time(time) => page.updated_at = time,
        Edit::Title(title) => page.title = title,
        Edit::Hidden(hidden) => page.hidden = hidden,
        Edit::NoIndex(no_index) => page.no_index = no_index,
        Edit::Parent(parent) => page.parent = parent.map(id),
        Edit::Order(order) => page.order = order,
        Edit::Slug(slug) => page.slug = slug,
        Edit::Condition(condition) => page.condition = condition,
        Edit::Computed(true) => page.kind = PageKind::Computed { yaml: "type: x".to_owned() },
        Edit::Computed(false) => page.kind = PageKind::Group,
        Edit::Cover(has) => {
            page.cover = has.then(|| Cover { r#ref: "c.png".to_owned(), ref_dark: None, y_pos: 0.0 });
        }
        Edit::Gone => drop(pages.remove(&n)),
    }
}

fn stored(pages: &Records, store: &mut Store) -> Map {
    let records = pages.iter().map(|(n, page)| (EntryKey::Page(id(*n)).to_bytes(), Some(page.encode())));
    let empty = empty(store);
    apply(store, empty, records.collect())
}

/// A page as an outline shows it: its path, its record, its ancestors, its children, and the page at its path.
type Shown = (PageId, Option<String>, PageRecord, Vec<PageId>, Vec<PageId>, Option<PageId>);

fn shown(outline: &Outline) -> Vec<Shown> {
    let page = |id| {
        let path = outline.path(id);
        let found = path.as_ref().and_then(|path| outline.find(path));
        let page = outline.page(id).unwrap().clone();
        (id, path, page, outline.ancestors(id).collect(), outline.children(id).to_vec(), found)
    };
    outline.walk().map(page).collect()
}

/// Fails unless two outlines show the same.
fn check_same(one: &Outline, other: &Outline) -> Result<(), TestCaseError> {
    prop_assert_eq!(shown(one), shown(other));
    prop_assert_eq!(one.roots(), other.roots());
    prop_assert_eq!(one.conditions().collect::<Vec<_>>(), other.conditions().collect::<Vec<_>>());
    prop_assert_eq!(one.computed(), other.computed());
    prop_assert_eq!(one.has_covers(), other.has_covers());
    prop_assert_eq!((one.len(), one.is_empty(), one.weight()), (other.len(), other.is_empty(), other.weight()));
    Ok(())
}

/// What lists show of an outline: neither times nor covers.
fn listed(outline: &Outline) -> Vec<Shown> {
    let listed = |(id, path, page, above, below, found)| {
        (id, path, PageRecord { updated_at: 0, cover: None, ..page }, above, below, found)
    };
    shown(outline).into_iter().map(listed).collect()
}

/// Returns the pages of an outline without all that its structure does not depend on: of titles, only those that may
/// contain a condition stay.
fn placed(outline: &Outline) -> Vec<Shown> {
    let placed = |(id, path, page, above, below, found): Shown| {
        let title = if page.title == DOUBTFUL { page.title } else { String::new() };
        (id, path, PageRecord { title, ..page }, above, below, found)
    };
    listed(outline).into_iter().map(placed).collect()
}

/// Follows a history of changes of a number of pages.
fn follow(pages: Vec<(u128, Place)>, steps: Vec<Vec<(u128, Edit)>>) -> Result<(), TestCaseError> {
    let mut pages: Records =
        pages.into_iter().map(|(n, (parent, order, slug))| (n, group(parent, &order, &slug))).collect();
    let mut store = Store::default();
    let mut map = stored(&pages, &mut store);
    let mut outline = Outline::load(&map, &store).unwrap();
    let mut lists = std::collections::HashMap::from([(outline.listing(), listed(&outline))]);
    let mut structures = std::collections::HashMap::from([(outline.structure(), placed(&outline))]);
    for step in steps {
        let before = (shown(&outline), outline.listing());
        let keeps_structure = step.iter().all(|(n, edit)| match edit {
            Edit::Time(_) => true,
            Edit::Title(title) => title != DOUBTFUL && pages.get(n).is_none_or(|page| page.title != DOUBTFUL),
            Edit::Come(_) => false,
            _ => !pages.contains_key(n),
        });
        let structure = outline.structure();
        let keeps_lists = step.iter().all(|(n, edit)| matches!(edit, Edit::Time(_)) || !pages.contains_key(n));
        let keeps_lists = keeps_lists && !step.iter().any(|(_, edit)| matches!(edit, Edit::Come(_)));
        step.into_iter().for_each(|(n, edit)| make(&mut pages, n, edit));
        let after = stored(&pages, &mut store);
        let loaded = Outline::load(&after, &store).unwrap();
        let changes: Vec<_> = map.diff(&after, &store).map(Result::unwrap).collect();
        let followed = outline.follow(&changes, &after).unwrap().unwrap();
        check_same(&followed, &loaded)?;
        prop_assert_eq!(shown(&outline), before.0, "the outline before stays as it is");
        prop_assert!(before.1 == followed.listing() || !keeps_lists);
        let list = listed(&followed);
        prop_assert_eq!(&list, lists.entry(followed.listing()).or_insert_with(|| list.clone()));
        prop_assert!(structure == followed.structure() || !keeps_structure);
        let places = placed(&followed);
        prop_assert_eq!(&places, structures.entry(followed.structure()).or_insert_with(|| places.clone()));
        (outline, map) = (followed, after);
    }
    Ok(())
}

fn history(pages: u128, most: usize) -> impl Strategy<Value = Vec<Vec<(u128, Edit)>>> {
    prop::collection::vec(prop::collection::vec((0..pages, edit(pages)), 0..most), 1..6)
}

proptest! {
    /// An outline that follows changes is the one that is loaded after them, however the parents and slugs are repaired.
    /// Outlines that are to be listed alike are, and those in which times alone differ are to be.
    #[test]
    fn an_outline_that_follows_is_the_one_that_would_be_loaded(
        pages in prop::collection::vec((0..12_u128, place(12)), 1..10),
        steps in history(12, 4),
    ) {
        follow(pages, steps)?;
    }

    /// The same of more pages, with one change at a time or many.
    #[test]
    fn an_outline_of_many_pages_follows(
        pages in prop::collection::vec((0..80_u128, place(80)), 40..120),
        steps in prop_oneof![history(80, 2), history(80, 60)],
    ) {
        follow(pages, steps)?;
    }

    /// The same of pages in a tree as editors make it: no place is repaired.
    #[test]
    fn an_outline_without_repairs_follows(
        pages in 1..60_u128,
        steps in prop::collection::vec(prop::collection::vec((0..90_u128, any::<u32>()), 1..4), 1..8),
    ) {
        let tidy = |n: u128, way: u32| {
            let parent = (n > 0 && !way.is_multiple_of(5)).then(|| u128::from(way) % n);
            (parent, "V".to_owned(), format!("p{n}"))
        };
        let first = (0..pages).map(|n| (n, tidy(n, u32::try_from(n * 7919).unwrap()))).collect();
        let edit = |(n, way): (u128, u32)| match way % 4 {
            0 => (n, Edit::Time(i64::from(way))),
            1 => (n, Edit::Parent(tidy(n, way / 4).0)),
            2 if n + 1 == pages => (n, Edit::Gone),
            _ => (n, Edit::Come(tidy(n, way / 4))),
        };
        follow(first, steps.into_iter().map(|step| step.into_iter().map(edit).collect()).collect())?;
    }
}

#[test]
fn a_tree_of_which_most_pages_differ_is_not_followed() {
    let pages = |time: i64| -> Records {
        let page = |n: u128| (n, PageRecord { updated_at: time, ..group(None, "V", &format!("p{n}")) });
        (0..2_000).map(page).collect()
    };
    let mut store = Store::default();
    let (before, after) = (stored(&pages(1), &mut store), stored(&pages(2), &mut store));
    let outline = Outline::load(&before, &store).unwrap();
    let changes: Vec<_> = before.diff(&after, &store).map(Result::unwrap).collect();
    assert!(outline.follow(&changes, &after).unwrap().is_none());
    assert!(outline.follow(&changes[..400], &after).unwrap().is_some());
}
