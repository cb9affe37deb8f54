//! Changing content: each operation on its own.

use quire_content::edit::{
    self, Attributes, Body, EditEnvironment, EditError, Edited, Fate, InsertPage, NewPage, Operation, Patch, Target,
    UpdatePage,
};
use quire_content::id::{PageId, Uid};
use quire_content::map::Map;
use quire_content::outline::Outline;
use quire_content::record::{EntryKey, PageKind, PageRecord};

use crate::support::{Store, apply, commit, empty};

pub(crate) fn id(n: u128) -> PageId {
    PageId(Uid(n.to_be_bytes()))
}

/// Content that is edited, with its objects.
pub(crate) struct Space {
    pub(crate) store: Store,
    pub(crate) map: Map,
    pub(crate) clock: i64,
    fresh: u128,
}

impl Space {
    pub(crate) fn new() -> Self {
        let mut store = Store::new();
        let map = empty(&mut store);
        Self { store, map, clock: 0, fresh: 1 << 64 }
    }

    pub(crate) fn edit(&mut self, operations: &[Operation<'_>]) -> Result<Edited, EditError> {
        self.clock += 1;
        let (map, now, fresh) = (self.map, self.clock, &mut self.fresh);
        let mut ids = || {
            *fresh += 1;
            Uid(fresh.to_be_bytes())
        };
        let edited = commit(&mut self.store, |draft| {
            let surroundings = EditEnvironment {
                now,
                ids: &mut ids,
                outline: &mut |map, objects| Outline::load(map, objects).map(Into::into),
            };
            edit::apply(map, draft, operations, surroundings)
        })?;
        self.map = edited.map;
        Ok(edited)
    }

    pub(crate) fn outline(&self) -> Outline {
        Outline::load(&self.map, &self.store).unwrap()
    }

    pub(crate) fn page(&self, id: PageId) -> PageRecord {
        self.outline().page(id).cloned().unwrap()
    }

    /// The file of a page.
    pub(crate) fn text(&self, id: PageId) -> String {
        let PageKind::Document { source, .. } = self.page(id).kind else { panic!("{id} has no file") };
        String::from_utf8(self.store[&source].to_vec()).unwrap()
    }

    /// Changes a page behind the back of operations.
    pub(crate) fn patch(&mut self, id: PageId, change: impl FnOnce(&mut PageRecord)) {
        let mut page = self.page(id);
        change(&mut page);
        let edits = [(EntryKey::Page(id).to_bytes(), Some(page.encode()))].into();
        self.map = apply(&mut self.store, self.map, edits);
    }

    /// Every page as its path.
    pub(crate) fn paths(&self) -> Vec<String> {
        let outline = self.outline();
        outline.walk().map(|id| outline.path(id).unwrap()).collect()
    }
}

pub(crate) fn titled(title: &str) -> Attributes {
    Attributes { title: Some(title.to_owned()), ..Attributes::default() }
}

pub(crate) fn new_page(n: u128, title: &str, body: &str) -> InsertPage<'static> {
    InsertPage {
        id: Some(id(n)),
        name: None,
        kind: NewPage::Document(Body::Markdown(body.to_owned())),
        attributes: titled(title),
        into: None,
        at: None,
    }
}

pub(crate) fn insert(page: InsertPage<'_>) -> Operation<'_> {
    Operation::InsertPage(Box::new(page))
}

pub(crate) fn update(change: UpdatePage<'_>) -> Operation<'_> {
    Operation::UpdatePage(Box::new(change))
}

pub(crate) fn below(parent: u128, page: InsertPage<'_>) -> InsertPage<'_> {
    InsertPage { into: Some(id(parent).into()), ..page }
}

/// Two pages at the root, `a` with two below it.
fn family() -> Space {
    let mut space = Space::new();
    let pages = [
        insert(new_page(1, "A", "Text\n")),
        insert(below(1, new_page(2, "B", ""))),
        insert(below(1, new_page(3, "C", "# See\n"))),
        insert(new_page(4, "D", "")),
    ];
    space.edit(&pages).unwrap();
    space
}

fn refusal(space: &mut Space, operations: &[Operation<'_>]) -> String {
    let before = space.map;
    let message = space.edit(operations).unwrap_err().to_string();
    assert_eq!(space.map, before);
    message
}

#[test]
fn pages_are_inserted_in_order() {
    let space = family();
    assert_eq!(space.paths(), ["a", "a/b", "a/see", "d"]);
    assert_eq!(space.page(id(3)).title, "See");
    assert_eq!(space.text(id(1)), "Text\n");
    assert_eq!(space.page(id(1)).created_at, 1);
}

#[test]
fn names_stand_for_pages_of_the_same_call() {
    let mut space = Space::new();
    let named = InsertPage { id: None, name: Some("x".to_owned()), ..new_page(0, "Parent", "") };
    let child = InsertPage { id: None, into: Some(Target::Name("x".to_owned())), ..new_page(0, "Child", "") };
    let edited = space.edit(&[insert(named), insert(child.clone())]).unwrap();
    assert_eq!(space.paths(), ["parent", "parent/child"]);
    assert_eq!(edited.pages[0].name.as_deref(), Some("x"));
    assert_eq!(edited.pages[1].fate, Fate::Created);
    assert_eq!(refusal(&mut space, &[insert(child)]), "changes[0].into: there is no such page");
}

#[test]
fn at_is_the_index_among_siblings() {
    let mut space = family();
    let first = InsertPage { at: Some(0), ..new_page(5, "First", "") };
    let second = InsertPage { at: Some(1), ..new_page(6, "Second", "") };
    let last = InsertPage { at: Some(99), ..new_page(7, "Last", "") };
    space.edit(&[insert(first), insert(second), insert(last)]).unwrap();
    assert_eq!(space.outline().roots(), [5, 6, 1, 4, 7].map(id));
}

#[test]
fn pages_move() {
    let mut space = family();
    let to = |page: u128, into: Patch<Target>, at| update(UpdatePage { into, at, ..UpdatePage::of(id(page)) });
    space.edit(&[to(2, Patch::Clear, Some(0)), to(4, Patch::Set(id(3).into()), None)]).unwrap();
    assert_eq!(space.paths(), ["b", "a", "a/see", "a/see/d"]);
    space.edit(&[to(2, Patch::Keep, Some(1))]).unwrap();
    assert_eq!(space.paths(), ["a", "a/see", "a/see/d", "b"]);
    let before = space.map;
    space.edit(&[to(2, Patch::Keep, Some(7)), to(3, Patch::Set(id(1).into()), None)]).unwrap();
    assert_eq!(space.map, before);
    let circle = "changes[0].into: a page can't be below itself";
    assert_eq!(refusal(&mut space, &[to(1, Patch::Set(id(4).into()), None)]), circle);
    assert_eq!(refusal(&mut space, &[to(1, Patch::Set(id(1).into()), None)]), circle);
}

#[test]
fn deleting_takes_what_is_below() {
    let mut space = family();
    let edited = space.edit(&[Operation::DeletePage(id(1).into())]).unwrap();
    assert_eq!(space.paths(), ["d"]);
    assert!(edited.pages.iter().all(|page| page.fate == Fate::Deleted));
    assert_eq!(edited.pages.len(), 3);
    let gone = [Operation::DeletePage(id(1).into())];
    assert_eq!(refusal(&mut space, &gone), "changes[0].page: there is no such page");
}

#[test]
fn pages_have_a_deepest_place() {
    let mut space = Space::new();
    let chain = (1..=100).map(|n| match n {
        1 => insert(new_page(1, "Page", "")),
        n => insert(below(n - 1, new_page(n, "Page", ""))),
    });
    space.edit(&chain.collect::<Vec<_>>()).unwrap();
    let message = "changes[0].into: pages are at most 100 levels deep, not 101";
    assert_eq!(refusal(&mut space, &[insert(below(100, new_page(101, "Page", "")))]), message);
    space.edit(&[insert(new_page(101, "Other", ""))]).unwrap();
    let down = update(UpdatePage { into: Patch::Set(id(101).into()), ..UpdatePage::of(id(1)) });
    assert_eq!(refusal(&mut space, &[down]), message);
}

#[test]
fn a_refusal_undoes_what_came_before() {
    let mut space = family();
    let gone = Operation::DeletePage(id(9).into());
    let operations = [insert(new_page(5, "E", "")), Operation::DeletePage(id(1).into()), gone];
    assert_eq!(refusal(&mut space, &operations), "changes[2].page: there is no such page");
    assert_eq!(space.paths(), ["a", "a/b", "a/see", "d"]);
}

#[test]
fn pages_that_came_loose_are_edited_as_they_are_shown() {
    let mut space = family();
    space.patch(id(2), |page| page.parent = Some(id(9)));
    space.patch(id(4), |page| page.slug = "a".to_owned());
    assert_eq!(space.paths(), ["a", "a/see", "b", "a-1"]);
    let title = |n: u128| update(UpdatePage { attributes: titled("T"), ..UpdatePage::of(id(n)) });
    let first = update(UpdatePage { at: Some(9), ..UpdatePage::of(id(1)) });
    space.edit(&[title(2), title(4), first]).unwrap();
    assert_eq!(space.paths(), ["b", "a-1", "a", "a/see"]);
    assert_eq!((space.page(id(2)).title, space.page(id(4)).title), ("T".to_owned(), "T".to_owned()));
}
