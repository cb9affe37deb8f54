//! Merging content: what becomes of a page, a file or a variable that both sides changed.

use quire_content::document::{Document, Unresolved};
use quire_content::front_matter;
use quire_content::hash::Hash;
use quire_content::id::{ConflictId, FileId, PageId, ReusableId, Uid};
use quire_content::incoming::Variable;
use quire_content::map::Map;
use quire_content::merge::{Choice, Conflict, ConflictSide, Merged, Place, Record, Resolution, ResolveError};
use quire_content::merge::{conflicts, merge, merge_edit, parse_excerpt, print_excerpt, resolve, text};
use quire_content::outline::Outline;
use quire_content::record::{
    EntryKey, Field, FileRecord, MetaRecord, Origin, PageKind, PageRecord, ReusableRecord, VariableRecord,
};

use crate::support::{Store, apply, commit, empty};

mod cases;
mod compare;
mod constructs;
mod headings;
mod laws;
mod many;
mod others;
mod pages;
mod resolving;
mod tree;

/// A base, and what main and a change request make of it.
struct Fork {
    store: Store,
    base: Map,
    main: Map,
    change: Map,
}

/// One of the maps of a [`Fork`] while it is edited.
struct Edit<'f> {
    store: &'f mut Store,
    map: &'f mut Map,
}

fn page_id(n: u128) -> PageId {
    PageId(Uid(n.to_be_bytes()))
}

impl Fork {
    /// Begins with what `build` makes.
    fn new(build: impl FnOnce(&mut Edit<'_>)) -> Self {
        let mut store = Store::new();
        let mut map = empty(&mut store);
        build(&mut Edit { store: &mut store, map: &mut map });
        Self { store, base: map, main: map, change: map }
    }

    fn main(mut self, edit: impl FnOnce(&mut Edit<'_>)) -> Self {
        edit(&mut Edit { store: &mut self.store, map: &mut self.main });
        self
    }

    fn change(mut self, edit: impl FnOnce(&mut Edit<'_>)) -> Self {
        edit(&mut Edit { store: &mut self.store, map: &mut self.change });
        self
    }

    /// The outcome with so many conflicts.
    fn merged(mut self, expected: usize) -> Outcome {
        let Self { base, main, change, .. } = self;
        let merged = commit(&mut self.store, |draft| merge(base, main, change, draft, 9)).unwrap();
        let outcome = Outcome { store: self.store, main, map: merged.map };
        assert_eq!(merged.conflicts, expected, "{:#?}", outcome.conflicts());
        assert_eq!(outcome.conflicts().len(), expected);
        outcome
    }
}

impl Edit<'_> {
    fn set(&mut self, key: &EntryKey, value: Option<Vec<u8>>) {
        *self.map = apply(self.store, *self.map, [(key.to_bytes(), value)].into());
    }

    fn put_page(&mut self, n: u128, page: &PageRecord) {
        self.set(&EntryKey::Page(page_id(n)), Some(page.encode()));
    }

    /// A page with a file, below another one, at a place.
    fn page(&mut self, n: u128, parent: Option<u128>, order: &str, file: &str) {
        let record = document(self.store, parent, order, file);
        self.put_page(n, &record);
    }

    fn edit(&mut self, n: u128, edit: impl FnOnce(&mut PageRecord)) {
        let key = EntryKey::Page(page_id(n)).to_bytes();
        let mut page = PageRecord::decode(&self.map.get(&*self.store, &key).unwrap().unwrap()).unwrap();
        edit(&mut page);
        self.put_page(n, &page);
    }

    /// Another file for a page.
    fn write(&mut self, n: u128, file: &str) {
        let new = document(self.store, None, "V", file);
        self.edit(n, |page| {
            let place = (page.parent, page.order.clone(), page.slug.clone());
            *page = new;
            (page.parent, page.order, page.slug) = place;
        });
    }

    fn move_to(&mut self, n: u128, parent: Option<u128>, order: &str) {
        self.edit(n, |page| (page.parent, page.order) = (parent.map(page_id), order.to_owned()));
    }

    fn delete(&mut self, n: u128) {
        self.set(&EntryKey::Page(page_id(n)), None);
    }

    fn variable(&mut self, name: &str, value: Option<f64>) {
        let record = value.map(|value| VariableRecord(Variable::Number(value), Origin::Written).encode());
        self.set(&EntryKey::Variable(name.to_owned()), record);
    }
}

/// A page as an import makes it of a file.
fn document(store: &mut Store, parent: Option<u128>, order: &str, file: &str) -> PageRecord {
    let source = commit(store, |draft| draft.put(file.as_bytes()));
    let front = front_matter::parse(file.as_bytes());
    let heading = quire_content::title::title_of(&file[front.body_at..]);
    let title = front.fields.title.or(heading).unwrap_or_default();
    PageRecord {
        parent: parent.map(page_id),
        order: order.to_owned(),
        kind: PageKind::Document { source, size: file.len() as u32, body_at: front.body_at as u32 },
        slug: quire_content::slug::slug(&title),
        title,
        nav_title: None,
        emoji: front.fields.emoji,
        icon: front.fields.icon,
        description: front.fields.description,
        layout: front.fields.layout,
        cover: None,
        variables: front.fields.vars,
        hidden: front.fields.hidden,
        no_index: front.fields.no_index,
        no_robots_index: front.fields.no_robots_index,
        condition: front.fields.if_,
        git: None,
        created_at: 1,
        updated_at: 1,
        imported: false,
        imported_at: 0,
        source_written_at: None,
    }
}

/// The outcome of a merge.
#[derive(Clone)]
struct Outcome {
    store: Store,
    /// Main as it was merged.
    main: Map,
    map: Map,
}

impl Outcome {
    fn get(&self, key: &EntryKey) -> Option<Vec<u8>> {
        self.map.get(&self.store, &key.to_bytes()).unwrap()
    }

    fn page(&self, n: u128) -> PageRecord {
        PageRecord::decode(&self.get(&EntryKey::Page(page_id(n))).unwrap()).unwrap()
    }

    fn text(&self, n: u128) -> String {
        let PageKind::Document { source, size, body_at } = self.page(n).kind else { panic!("no text") };
        let file = String::from_utf8(self.store[&source].to_vec()).unwrap();
        assert_eq!(size as usize, file.len());
        assert_eq!(body_at as usize, front_matter::parse(file.as_bytes()).body_at);
        file
    }

    fn paths(&self) -> Vec<String> {
        let outline = Outline::load(&self.map, &self.store).unwrap();
        outline.walk().map(|id| outline.path(id).unwrap()).collect()
    }

    fn conflicts(&self) -> Vec<(ConflictId, Conflict)> {
        conflicts(&self.map, &self.store).unwrap()
    }

    /// The one conflict.
    fn conflict(&self) -> Conflict {
        let [(_, conflict)] = &self.conflicts()[..] else { panic!("not one conflict") };
        conflict.clone()
    }

    /// Checks base, main and change request of the one conflict, about the text of a page.
    fn check_text(&self, n: u128, sides: [&str; 3]) {
        let conflict = self.conflict();
        assert_eq!(conflict.subject, Some(EntryKey::Page(page_id(n))));
        let Place::Text(Some(range)) = conflict.place else { panic!("{:?}", conflict.place) };
        assert_eq!(&self.text(n)[range], sides[2]);
        let sides = sides.map(|side| ConflictSide::Text(side.to_owned()));
        assert_eq!([conflict.base, conflict.main, conflict.change], sides);
    }

    fn check_field(&self, key: &EntryKey, field: Field) {
        let conflict = self.conflict();
        assert_eq!((conflict.subject.as_ref(), conflict.place), (Some(key), Place::Field(field)));
    }

    /// Decides the first conflict.
    fn resolve(&mut self, how: &Resolution) {
        let (id, _) = self.conflicts().remove(0);
        self.try_resolve(id, how).unwrap();
    }

    fn try_resolve(&mut self, id: ConflictId, how: &Resolution) -> Result<(), ResolveError> {
        let (map, main) = (self.map, self.main);
        self.map = commit(&mut self.store, |draft| resolve(map, draft, id, how, main, 10))?;
        Ok(())
    }

    fn edit(&mut self, edit: impl FnOnce(&mut Edit<'_>)) {
        edit(&mut Edit { store: &mut self.store, map: &mut self.map });
    }
}

#[test]
fn a_side_without_changes_leaves_the_other() {
    let fork = || Fork::new(|it| it.page(1, None, "V", "# A\n"));
    let edit = |it: &mut Edit<'_>| it.write(1, "# B\n");
    let changed = fork().change(edit);
    let expected = changed.change;
    assert_eq!(changed.merged(0).map, expected);
    assert_eq!(fork().main(edit).merged(0).map, expected);
    assert_eq!(fork().main(edit).change(edit).merged(0).map, expected);
}

#[test]
fn different_pages_are_merged() {
    let fork = Fork::new(|it| {
        it.page(1, None, "B", "# A\n");
        it.page(2, None, "C", "# B\n");
    });
    let merged = fork.main(|it| it.write(1, "# A\n\nMain\n")).change(|it| it.delete(2)).merged(0);
    assert_eq!(merged.text(1), "# A\n\nMain\n");
    assert_eq!(merged.paths(), ["a"]);
}
