//! The laws of editing, over random operations on random trees, against a tree that is nothing but lists.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use proptest::prelude::*;
use quire_content::changes::{Change, PageAttribute, changes};
use quire_content::edit::{Attributes, Body, InsertPage, NewPage, Operation, Patch, RevertPage, UpdatePage};
use quire_content::id::PageId;
use quire_content::outline::Outline;
use quire_content::record::PageRecord;

use crate::edit::{Space, id, insert, new_page, titled, update};

/// One random operation.
#[derive(Debug, Clone)]
enum Act {
    Insert { page: u128, into: Option<u128>, at: Option<usize>, title: &'static str, group: bool },
    Move { page: u128, into: Patch<u128>, at: Option<usize> },
    Write { page: u128, title: Option<&'static str>, body: Option<&'static str>, hidden: Option<bool> },
    Slug { page: u128, slug: Patch<&'static str> },
    Delete { page: u128 },
}

const TITLES: [&str; 4] = ["A", "A 1", "B", "Title: *x*"];
const BODIES: [&str; 4] = ["", "Text\n", "# Heading\n\nText\n", "---\nicon: bolt\n---\nText\n"];

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let page = || 1..10u128;
    let at = || prop::option::of(0..4usize);
    let title = || prop::sample::select(&TITLES[..]);
    let insert = (page(), prop::option::of(page()), at(), title(), prop::bool::weighted(0.3))
        .prop_map(|(page, into, at, title, group)| Act::Insert { page, into, at, title, group });
    let into = prop_oneof![Just(Patch::Keep), Just(Patch::Clear), page().prop_map(Patch::Set)];
    let moves = (page(), into, at()).prop_map(|(page, into, at)| Act::Move { page, into, at });
    let body = prop::option::of(prop::sample::select(&BODIES[..]));
    let write = (page(), prop::option::of(title()), body, any::<Option<bool>>())
        .prop_map(|(page, title, body, hidden)| Act::Write { page, title, body, hidden });
    let slug = prop_oneof![Just(Patch::Clear), prop::sample::select(&["a", "b", "own"][..]).prop_map(Patch::Set)];
    let slug = (page(), slug).prop_map(|(page, slug)| Act::Slug { page, slug });
    let delete = page().prop_map(|page| Act::Delete { page });
    prop::collection::vec(prop_oneof![6 => insert, 4 => moves, 2 => write, 1 => slug, 1 => delete], 1..6)
}

/// A space with some pages, and the same as lists.
fn some_pages(parents: &[Option<u128>]) -> (Space, Model) {
    let (mut space, mut model) = (Space::new(), Model::default());
    for (page, parent) in (1..).zip(parents) {
        let parent = parent.filter(|parent| *parent < page);
        let act = Act::Insert { page, into: parent, at: None, title: TITLES[page as usize % 3], group: page % 4 == 0 };
        assert!(model.act(&act));
        space.edit(&[operation(&act)]).unwrap();
    }
    (space, model)
}

fn parents() -> impl Strategy<Value = Vec<Option<u128>>> {
    prop::collection::vec(prop::option::of(1..7u128), 0..7)
}

/// Most calls have only operations that can be done.
fn calls(most: usize) -> impl Strategy<Value = Vec<(Vec<Act>, bool)>> {
    prop::collection::vec((acts(), prop::bool::weighted(0.8)), 1..most)
}

fn chosen(acts: Vec<Act>, only_fitting: bool, model: &Model) -> Vec<Act> {
    let mut model = model.clone();
    acts.into_iter().filter(|act| model.act(act) || !only_fitting).collect()
}

fn operation(act: &Act) -> Operation<'static> {
    match act.clone() {
        Act::Insert { page, into, at, title, group } => {
            let new = new_page(page, title, "Text\n");
            let kind = if group { NewPage::Group } else { new.kind };
            insert(InsertPage { kind, into: into.map(|into| id(into).into()), at, ..new })
        }
        Act::Move { page, into, at } => {
            let into = match into {
                Patch::Keep => Patch::Keep,
                Patch::Clear => Patch::Clear,
                Patch::Set(into) => Patch::Set(id(into).into()),
            };
            update(UpdatePage { into, at, ..UpdatePage::of(id(page)) })
        }
        Act::Write { page, title, body, hidden } => {
            let attributes = Attributes { hidden, ..title.map(titled).unwrap_or_default() };
            let body = body.map(|body| Body::Markdown(body.to_owned()));
            update(UpdatePage { attributes, body, ..UpdatePage::of(id(page)) })
        }
        Act::Slug { page, slug } => {
            let slug = match slug {
                Patch::Set(slug) => Patch::Set(slug.to_owned()),
                _ => Patch::Clear,
            };
            update(UpdatePage { attributes: Attributes { slug, ..Attributes::default() }, ..UpdatePage::of(id(page)) })
        }
        Act::Delete { page } => Operation::DeletePage(id(page).into()),
    }
}

/// A tree that is nothing but lists.
#[derive(Debug, Clone, Default, PartialEq)]
struct Model {
    children: BTreeMap<Option<u128>, Vec<u128>>,
}

impl Model {
    fn has(&self, page: u128) -> bool {
        self.children.values().flatten().any(|other| *other == page)
    }

    fn parent(&self, page: u128) -> Option<u128> {
        self.children.iter().find(|(_, pages)| pages.contains(&page)).and_then(|(parent, _)| *parent)
    }

    fn remove(&mut self, page: u128) {
        self.children.values_mut().for_each(|pages| pages.retain(|other| *other != page));
    }

    fn put(&mut self, page: u128, parent: Option<u128>, at: Option<usize>) {
        let family = self.children.entry(parent).or_default();
        family.insert(at.unwrap_or(usize::MAX).min(family.len()), page);
    }

    fn is_below(&self, page: u128, above: u128) -> bool {
        let mut next = Some(page);
        while let Some(here) = next {
            if here == above {
                return true;
            }
            next = self.parent(here);
        }
        false
    }

    /// Does it, if it can be done as far as the tree is concerned.
    fn act(&mut self, act: &Act) -> bool {
        match act {
            Act::Insert { page, into, at, .. } => {
                let fits = !self.has(*page) && into.is_none_or(|into| self.has(into));
                if fits {
                    self.put(*page, *into, *at);
                }
                fits
            }
            Act::Move { page, into, at } => {
                let parent = match into {
                    Patch::Keep => self.parent(*page),
                    Patch::Clear => None,
                    Patch::Set(into) => Some(*into),
                };
                let fits =
                    self.has(*page) && parent.is_none_or(|parent| self.has(parent) && !self.is_below(parent, *page));
                if fits && (parent != self.parent(*page) || at.is_some()) {
                    self.remove(*page);
                    self.put(*page, parent, *at);
                }
                fits
            }
            Act::Write { page, .. } | Act::Slug { page, .. } => self.has(*page),
            Act::Delete { page } => {
                let fits = self.has(*page);
                let mut open = vec![*page];
                while let Some(page) = open.pop() {
                    open.extend(self.children.remove(&Some(page)).unwrap_or_default());
                    self.remove(page);
                }
                fits
            }
        }
    }

    fn check(&self, outline: &Outline) {
        let families: BTreeMap<Option<u128>, Vec<u128>> = self
            .children
            .iter()
            .filter(|(_, pages)| !pages.is_empty())
            .map(|(at, pages)| (*at, pages.clone()))
            .collect();
        let number = |id: &PageId| u128::from_be_bytes(id.bytes());
        let mut found: BTreeMap<Option<u128>, Vec<u128>> = BTreeMap::new();
        for parent in std::iter::once(None).chain(outline.walk().map(Some)) {
            let ids = parent.map_or(outline.roots(), |parent| outline.children(parent));
            if !ids.is_empty() {
                found.insert(parent.as_ref().map(number), ids.iter().map(number).collect());
            }
        }
        assert_eq!(found, families);
    }
}

/// The pages as they are stored, not as an outline repairs them.
fn records(space: &Space) -> BTreeMap<PageId, PageRecord> {
    use quire_content::record::EntryKey;
    let entries = space.map.scan(&space.store, EntryKey::PAGES).map(Result::unwrap);
    let page = |(key, value): (Vec<u8>, Vec<u8>)| match EntryKey::parse(&key) {
        Some(EntryKey::Page(id)) => (id, PageRecord::decode(&value).unwrap()),
        other => panic!("{other:?}"),
    };
    entries.map(page).collect()
}

/// What holds of a tree: parents are there, no siblings have one slug or one place.
fn check_records(records: &BTreeMap<PageId, PageRecord>) {
    let mut slugs = HashSet::new();
    let mut places = HashSet::new();
    for page in records.values() {
        assert!(page.parent.is_none_or(|parent| records.contains_key(&parent)));
        assert!(slugs.insert((page.parent, &page.slug)), "{:?} is there twice", page.slug);
        assert!(places.insert((page.parent, &page.order)));
        assert!(quire_content::order::is_key(&page.order));
    }
}

/// That what differs is told, and nothing else.
fn check_story(space: &Space, before: &BTreeMap<PageId, PageRecord>, from: quire_content::map::Map) {
    let after = records(space);
    let told = changes(&from, &space.map, &space.store).unwrap();
    let mut now: BTreeMap<PageId, PageRecord> = before.clone();
    let mut seen = BTreeSet::new();
    for change in told {
        match change {
            Change::PageCreated { id, page } => assert!(now.insert(id, *page).is_none()),
            Change::PageDeleted { id, page } => assert_eq!(now.remove(&id), Some(*page)),
            Change::PageEdited { id, before, after, attributes } => {
                assert!(!attributes.is_empty() && now[&id] == *before);
                let place = (now[&id].parent, now[&id].order.clone());
                let titled = before.title != after.title;
                assert_eq!(attributes.contains(&PageAttribute::Title), titled);
                now.insert(id, PageRecord { parent: place.0, order: place.1, ..*after });
                seen.insert(id);
            }
            Change::PageMoved { id, from, to, .. } => {
                assert_ne!(from, to);
                let there = now.get_mut(&id).unwrap();
                assert_eq!((there.parent, &there.order), (from.parent, &from.order));
                (there.parent, there.order) = (to.parent, to.order);
            }
            other => panic!("{other:?}"),
        }
    }
    for (id, page) in &mut now {
        // Times are no change.
        (page.created_at, page.updated_at) = (after[id].created_at, after[id].updated_at);
    }
    assert_eq!(now, after);
    for (id, page) in before {
        if after.get(id) == Some(page) {
            assert!(!seen.contains(id));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn operations_keep_the_tree(parents in parents(), calls in calls(8)) {
        let (mut space, mut model) = some_pages(&parents);
        for (acts, only_fitting) in calls {
            let acts = chosen(acts, only_fitting, &model);
            let (map, before, mut next) = (space.map, records(&space), model.clone());
            let fits = acts.iter().all(|act| next.act(act));
            let operations: Vec<_> = acts.iter().map(operation).collect();
            match space.edit(&operations) {
                Ok(_) => {
                    prop_assert!(fits, "{acts:?}");
                    model = next;
                }
                // Groups have no text, and slugs may be taken.
                Err(error) => {
                    let other = error.to_string().contains("has a document") || error.to_string().contains("is taken");
                    prop_assert!(!fits || other, "{error}: {acts:?}");
                    prop_assert_eq!(space.map, map);
                }
            }
            model.check(&space.outline());
            let after = records(&space);
            check_records(&after);
            check_story(&space, &before, map);
            untouched(&acts, &before, &after);
        }
    }

    #[test]
    fn what_is_said_again_changes_nothing(parents in parents(), acts in acts()) {
        let (mut space, model) = some_pages(&parents);
        let _ = space.edit(&chosen(acts, true, &model).iter().map(operation).collect::<Vec<_>>());
        let (map, outline) = (space.map, space.outline());
        for page in outline.walk() {
            let record = outline.page(page).unwrap();
            let siblings = record.parent.map_or(outline.roots(), |parent| outline.children(parent));
            let text = |space: &Space| Body::Markdown(space.text(page)[body_at(record)..].to_owned());
            let is_text = body_at(record) < usize::MAX;
            let again = UpdatePage {
                attributes: said(record),
                body: is_text.then(|| text(&space)),
                into: record.parent.map_or(Patch::Clear, |parent| Patch::Set(parent.into())),
                at: siblings.iter().position(|other| *other == page),
                ..UpdatePage::of(page)
            };
            space.edit(&[update(again)]).unwrap();
            prop_assert_eq!(space.map, map);
        }
    }

    #[test]
    fn everything_reverted_is_as_it_was(parents in parents(), acts in acts()) {
        let (mut space, model) = some_pages(&parents);
        let (map, before) = (space.map, records(&space));
        if space.edit(&chosen(acts, true, &model).iter().map(operation).collect::<Vec<_>>()).is_err() {
            return Ok(());
        }
        let mut pages: BTreeSet<PageId> = records(&space).into_keys().collect();
        pages.extend(before.keys());
        // What comes back before its parent, or while another has its slug, finds its place in a later round.
        for _ in 0..=pages.len() {
            for page in &pages {
                let _ = space.edit(&[Operation::RevertPage(RevertPage { page: (*page).into(), to: map })]);
            }
            check_records(&records(&space));
        }
        let after = records(&space);
        let timeless = |records: BTreeMap<PageId, PageRecord>| -> Vec<_> {
            records.into_iter().map(|(id, page)| (id, PageRecord { updated_at: 0, ..page })).collect()
        };
        prop_assert_eq!(timeless(after), timeless(before));
    }
}

fn body_at(page: &PageRecord) -> usize {
    match page.kind {
        quire_content::record::PageKind::Document { body_at, .. } => body_at as usize,
        _ => usize::MAX,
    }
}

/// All that a record says.
fn said(page: &PageRecord) -> Attributes {
    fn patch<T: Clone>(value: &Option<T>) -> Patch<T> {
        value.clone().map_or(Patch::Clear, Patch::Set)
    }
    Attributes {
        title: Some(page.title.clone()),
        slug: Patch::Set(page.slug.clone()),
        emoji: patch(&page.emoji),
        icon: patch(&page.icon),
        description: patch(&page.description),
        hidden: Some(page.hidden),
        no_index: Some(page.no_index),
        no_robots_index: Some(page.no_robots_index),
        condition: patch(&page.condition),
        variables: Some(page.variables.clone()),
        layout: patch(&page.layout),
        cover: patch(&page.cover),
    }
}

/// Pages that no operation names keep their records, but for their places and parents that go.
fn untouched(acts: &[Act], before: &BTreeMap<PageId, PageRecord>, after: &BTreeMap<PageId, PageRecord>) {
    let named: HashSet<PageId> = acts
        .iter()
        .map(|act| match act {
            Act::Insert { page, .. } | Act::Move { page, .. } | Act::Write { page, .. } => id(*page),
            Act::Slug { page, .. } | Act::Delete { page } => id(*page),
        })
        .collect();
    for (page, record) in before.iter().filter(|(page, _)| !named.contains(page)) {
        if let Some(now) = after.get(page) {
            assert_eq!(now, record);
        }
    }
}
