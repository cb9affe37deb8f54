//! The page tree, from records in any state.

use proptest::prelude::*;
use quire_content::id::{PageId, Uid};
use quire_content::outline::Outline;
use quire_content::record::{EntryKey, PageKind, PageRecord};

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

/// A change of a page, by its number: of the time of its last change, its title, whether it is hidden, its parent, its
/// order, its slug or its condition, or that it is gone.
#[derive(Debug, Clone)]
enum Edit {
    Time(i64),
    Title(String),
    Hidden(bool),
    Parent(Option<u128>),
    Order(String),
    Slug(String),
    Condition,
    Gone,
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => (1..9_i64).prop_map(Edit::Time),
        4 => "[a-z]{1,2}".prop_map(Edit::Title),
        1 => any::<bool>().prop_map(Edit::Hidden),
        1 => prop::option::of(0..12_u128).prop_map(Edit::Parent),
        1 => "[a-c]{1,2}".prop_map(Edit::Order),
        1 => "[ab/]{0,2}".prop_map(Edit::Slug),
        1 => Just(Edit::Condition),
        1 => Just(Edit::Gone),
    ]
}

type Pages = std::collections::BTreeMap<u128, PageRecord>;

fn stored(pages: &Pages, store: &mut Store) -> quire_content::map::Map {
    let records = pages.iter().map(|(n, page)| (EntryKey::Page(id(*n)).to_bytes(), Some(page.encode())));
    let empty = empty(store);
    apply(store, empty, records.collect())
}

fn shown(outline: &Outline) -> Vec<(PageId, Option<String>, PageRecord)> {
    let page = |id| (id, outline.path(id), outline.page(id).unwrap().clone());
    outline.walk().map(page).collect()
}

/// What lists show of an outline.
fn listed(outline: &Outline) -> Vec<(PageId, Option<String>, PageRecord)> {
    let without_time = |(id, path, page)| (id, path, PageRecord { updated_at: 0, ..page });
    shown(outline).into_iter().map(without_time).collect()
}

proptest! {
    /// An outline that follows a change is the one that is loaded after it; and a change of texts alone is followed,
    /// however the parents and slugs are repaired. Outlines that are to be listed alike are, and those in which times
    /// alone differ are to be.
    #[test]
    fn an_outline_that_follows_is_the_one_that_would_be_loaded(
        pages in prop::collection::btree_map(0..12_u128, (prop::option::of(0..12_u128), "[a-c]", "[ab/]{0,2}"), 1..10),
        steps in prop::collection::vec(prop::collection::vec((0..12_u128, edit()), 0..3), 1..4),
    ) {
        let mut pages: Pages =
            pages.into_iter().map(|(n, (parent, order, slug))| (n, group(parent, &order, &slug))).collect();
        let mut store = Store::default();
        let mut map = stored(&pages, &mut store);
        let mut outline = Outline::load(&map, &store).unwrap();
        let mut lists = std::collections::HashMap::from([(outline.listing(), listed(&outline))]);
        for step in steps {
            let (mut keeps_places, mut keeps_lists) = (true, true);
            for (n, edit) in step {
                let Some(page) = pages.get_mut(&n) else { continue };
                keeps_places &= matches!(edit, Edit::Title(_) | Edit::Time(_) | Edit::Hidden(_));
                keeps_lists &= matches!(edit, Edit::Time(_));
                match edit {
                    Edit::Time(time) => page.updated_at = time,
                    Edit::Title(title) => page.title = title,
                    Edit::Hidden(hidden) => page.hidden = hidden,
                    Edit::Parent(parent) => page.parent = parent.map(id),
                    Edit::Order(order) => page.order = order,
                    Edit::Slug(slug) => page.slug = slug,
                    Edit::Condition => page.condition = Some("visitor.claims.a".to_owned()),
                    Edit::Gone => drop(pages.remove(&n)),
                }
            }
            let after = stored(&pages, &mut store);
            let loaded = Outline::load(&after, &store).unwrap();
            let followed = outline.follow(&map, &after, &store).unwrap();
            prop_assert!(followed.is_some() || !keeps_places);
            if let Some(followed) = &followed {
                prop_assert_eq!(shown(followed), shown(&loaded));
                prop_assert_eq!(followed.conditions().collect::<Vec<_>>(), loaded.conditions().collect::<Vec<_>>());
            }
            let before = outline.listing();
            outline = followed.unwrap_or(loaded);
            prop_assert!(before == outline.listing() || !keeps_lists);
            let list = listed(&outline);
            prop_assert_eq!(&list, lists.entry(outline.listing()).or_insert_with(|| list.clone()));
            map = after;
        }
    }
}
