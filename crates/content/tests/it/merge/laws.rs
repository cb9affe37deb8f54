//! What holds of every merge, over random spaces and random edits on both sides. Every edit writes a word of its own,
//! so that it can be found again.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;

mod decided_twice;

/// A page of the model.
#[derive(Debug, Clone, PartialEq)]
struct Page {
    parent: Option<u128>,
    order: String,
    slug: String,
    paragraphs: Vec<String>,
}

/// A space as both sides edit it.
#[derive(Debug, Clone, Default, PartialEq)]
struct Model {
    pages: BTreeMap<u128, Page>,
    variables: BTreeMap<String, f64>,
}

#[derive(Debug, Clone)]
enum Step {
    Replace(Index, Index),
    Insert(Index, Index),
    Remove(Index, Index),
    Word(Index, Index, Index),
    Move(Index, Option<Index>),
    Rename(Index, u8),
    Delete(Index),
    Add(Option<Index>, u8),
    Variable(u8, Option<u8>),
}

fn edits(most: usize) -> impl Strategy<Value = Vec<Step>> {
    let place = || any::<Index>();
    let edit = prop_oneof![
        2 => (place(), place()).prop_map(|(page, at)| Step::Replace(page, at)),
        2 => (place(), place()).prop_map(|(page, at)| Step::Insert(page, at)),
        1 => (place(), place()).prop_map(|(page, at)| Step::Remove(page, at)),
        3 => (place(), place(), place()).prop_map(|(page, at, word)| Step::Word(page, at, word)),
        3 => (place(), prop::option::of(place())).prop_map(|(page, parent)| Step::Move(page, parent)),
        1 => (place(), 0u8..3).prop_map(|(page, slug)| Step::Rename(page, slug)),
        2 => place().prop_map(Step::Delete),
        2 => (prop::option::of(place()), 0u8..3).prop_map(|(parent, slug)| Step::Add(parent, slug)),
        1 => (0u8..3, prop::option::of(0u8..3)).prop_map(|(name, value)| Step::Variable(name, value)),
    ];
    prop::collection::vec(edit, 0..most)
}

impl Model {
    /// Pages with some paragraphs, in a random tree.
    fn new(parents: &[Option<Index>]) -> Self {
        let mut model = Self::default();
        for (n, parent) in (1u128..).zip(parents) {
            let parent = parent.as_ref().filter(|_| n > 1).map(|parent| parent.index(n as usize - 1) as u128 + 1);
            let paragraph = |at: u128| (0..6).map(|word| format!("b{n}x{at}x{word}")).collect::<Vec<_>>().join(" ");
            let page = Page {
                parent,
                order: quire_content::order::spread(parents.len())[n as usize - 1].clone(),
                slug: format!("p{n}"),
                paragraphs: (0..4).map(paragraph).collect(),
            };
            model.pages.insert(n, page);
        }
        model.variables.insert("v0".to_owned(), 0.0);
        model
    }

    fn pick(&self, index: &Index) -> Option<u128> {
        let pages: Vec<u128> = self.pages.keys().copied().collect();
        (!pages.is_empty()).then(|| pages[index.index(pages.len())])
    }

    fn is_below(&self, page: u128, above: u128) -> bool {
        let parent = |id: &u128| self.pages.get(id).and_then(|page| page.parent);
        std::iter::successors(Some(page), parent).any(|id| id == above)
    }

    fn is_free(&self, parent: Option<u128>, slug: &str) -> bool {
        !self.pages.values().any(|page| page.parent == parent && page.slug == slug)
    }

    /// Makes an edit; `word` is new, and `id` is that of a page that is added.
    fn edit(&mut self, edit: &Step, word: &str, id: u128) {
        match edit {
            Step::Variable(name, value) => {
                let name = format!("v{name}");
                match value {
                    Some(value) => self.variables.insert(name, f64::from(*value)),
                    None => self.variables.remove(&name),
                };
            }
            Step::Add(parent, slug) => {
                let parent = parent.as_ref().and_then(|parent| self.pick(parent));
                let slug = format!("s{slug}");
                if self.is_free(parent, &slug) {
                    let paragraphs = vec![word.to_owned()];
                    self.pages.insert(id, Page { parent, order: "x".to_owned(), slug, paragraphs });
                }
            }
            Step::Delete(page) => {
                if let Some(page) = self.pick(page) {
                    let gone: Vec<u128> = self.pages.keys().copied().filter(|id| self.is_below(*id, page)).collect();
                    self.pages.retain(|id, _| !gone.contains(id));
                }
            }
            Step::Move(page, parent) => {
                let parent = parent.as_ref().and_then(|parent| self.pick(parent));
                let Some(id) = self.pick(page) else { return };
                let free = self.is_free(parent, &self.pages[&id].slug);
                if free && parent.is_none_or(|parent| !self.is_below(parent, id)) {
                    self.pages.get_mut(&id).unwrap().parent = parent;
                }
            }
            Step::Rename(page, slug) => {
                let (Some(id), slug) = (self.pick(page), format!("s{slug}")) else { return };
                if self.is_free(self.pages[&id].parent, &slug) {
                    self.pages.get_mut(&id).unwrap().slug = slug;
                }
            }
            Step::Replace(page, at) | Step::Insert(page, at) | Step::Remove(page, at) | Step::Word(page, at, _) => {
                let Some(id) = self.pick(page) else { return };
                let paragraphs = &mut self.pages.get_mut(&id).unwrap().paragraphs;
                if paragraphs.is_empty() || matches!(edit, Step::Insert(..)) {
                    paragraphs.insert(at.index(paragraphs.len() + 1), format!("{word} {word}"));
                    return;
                }
                let at = at.index(paragraphs.len());
                match edit {
                    Step::Replace(..) => paragraphs[at] = format!("{word} {word} {word}"),
                    Step::Word(_, _, which) => {
                        let mut words: Vec<&str> = paragraphs[at].split(' ').collect();
                        let which = which.index(words.len());
                        words[which] = word;
                        paragraphs[at] = words.join(" ");
                    }
                    _ => {
                        paragraphs.remove(at);
                    }
                }
            }
        }
    }

    fn edited(&self, edits: &[Step], side: &str, ids: u128) -> Self {
        let mut model = self.clone();
        for (n, edit) in edits.iter().enumerate() {
            model.edit(edit, &format!("{side}{n}"), ids + n as u128);
        }
        model
    }

    fn build(&self, store: &mut Store) -> Map {
        let mut map = empty(store);
        let mut edit = Edit { store, map: &mut map };
        for (n, page) in &self.pages {
            let text: String = page.paragraphs.iter().flat_map(|text| [text.as_str(), "\n\n"]).collect();
            let mut record = document(edit.store, page.parent, &page.order, text.strip_suffix('\n').unwrap_or(&text));
            record.slug.clone_from(&page.slug);
            edit.put_page(*n, &record);
        }
        for (name, value) in &self.variables {
            edit.variable(name, Some(*value));
        }
        map
    }

    /// All words of all texts.
    fn words(&self) -> BTreeSet<&str> {
        let paragraphs = self.pages.values().flat_map(|page| &page.paragraphs);
        paragraphs.flat_map(|paragraph| paragraph.split(' ')).collect()
    }
}

/// A random space with two sets of edits, merged.
struct Case {
    models: [Model; 3],
    fork: Fork,
}

impl Case {
    fn new(parents: &[Option<Index>], main: &[Step], change: &[Step]) -> Self {
        let base = Model::new(parents);
        let (main, change) = (base.edited(main, "m", 100), base.edited(change, "c", 200));
        let mut store = Store::new();
        let [in_base, in_main, in_change] = [&base, &main, &change].map(|model| model.build(&mut store));
        let fork = Fork { store, base: in_base, main: in_main, change: in_change };
        Self { models: [base, main, change], fork }
    }

    fn merged(self) -> ([Model; 3], Outcome, usize) {
        let Fork { mut store, base, main, change } = self.fork;
        let Merged { map, conflicts } = commit(&mut store, |draft| merge(base, main, change, draft, 9)).unwrap();
        (self.models, Outcome { store, main, map }, conflicts)
    }
}

impl Outcome {
    fn pages(&self) -> BTreeMap<PageId, PageRecord> {
        let entries = self.map.scan(&self.store, EntryKey::PAGES).map(Result::unwrap);
        let page = |(key, value): (Vec<u8>, Vec<u8>)| match EntryKey::parse(&key) {
            Some(EntryKey::Page(id)) => (id, PageRecord::decode(&value).unwrap()),
            other => panic!("{other:?}"),
        };
        entries.map(page).collect()
    }

    fn check_tree(&self) {
        let pages = self.pages();
        let outline = Outline::of(pages.clone());
        for (id, page) in &pages {
            assert_eq!(outline.page(*id), Some(page), "the outline had to repair something");
        }
    }

    /// All words of all texts.
    fn words(&self) -> BTreeSet<String> {
        let pages = self.pages();
        let texts = pages.keys().map(|id| self.text(u128::from_be_bytes(id.bytes())));
        texts.flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
    }

    /// All words of all sides of conflicts, and the texts of pages among them.
    fn words_in_conflict(&self) -> BTreeSet<String> {
        let mut words = BTreeSet::new();
        let mut add = |text: &str| words.extend(text.split_whitespace().map(str::to_owned));
        for (_, conflict) in self.conflicts() {
            for side in [&conflict.base, &conflict.main, &conflict.change] {
                match side {
                    ConflictSide::Text(text) => add(text),
                    ConflictSide::Record(record) => {
                        let source = record.source().map(|source| self.store[&source].to_vec());
                        add(&String::from_utf8(source.unwrap_or_default()).unwrap());
                    }
                    ConflictSide::Absent | ConflictSide::Places(_) => {}
                }
            }
        }
        words
    }

    /// The pages that conflicts are about.
    fn disputed(&self) -> BTreeSet<u128> {
        let mut pages = BTreeSet::new();
        for (_, conflict) in self.conflicts() {
            if let Some(EntryKey::Page(id)) = conflict.subject {
                pages.insert(u128::from_be_bytes(id.bytes()));
            }
            for side in [&conflict.base, &conflict.main, &conflict.change] {
                if let ConflictSide::Places(places) = side {
                    pages.extend(places.iter().map(|place| u128::from_be_bytes(place.page.bytes())));
                }
            }
        }
        pages
    }
}

fn tree() -> impl Strategy<Value = Vec<Option<Index>>> {
    prop::collection::vec(prop::option::of(any::<Index>()), 1..7)
}

/// Edits of one of three kinds of pages: what the others do is somewhere else.
fn apart(base: &Model, edits: &[Step], part: u128) -> Model {
    let mut model = base.clone();
    for (n, edit) in edits.iter().enumerate() {
        let mine = Model {
            pages: model.pages.iter().filter(|(id, _)| *id % 3 == part).map(|(id, page)| (*id, page.clone())).collect(),
            variables: BTreeMap::new(),
        };
        let mut edited = mine.clone();
        if !matches!(edit, Step::Delete(_) | Step::Move(..) | Step::Rename(..) | Step::Variable(..) | Step::Add(..)) {
            edited.edit(edit, &format!("w{part}x{n}"), 0);
        }
        if let Step::Move(page, _) = edit
            && let Some(id) = mine.pick(page)
        {
            let page = edited.pages.get_mut(&id).unwrap();
            (page.parent, page.order, page.slug) = (None, format!("y{part}{n}1"), format!("moved{part}x{n}"));
        }
        model.pages.extend(edited.pages);
    }
    model
}

proptest! {
    #[test]
    fn no_edit_is_lost(parents in tree(), main in edits(8), change in edits(8)) {
        let ([base, main, change], merged, conflicts) = Case::new(&parents, &main, &change).merged();
        prop_assert_eq!(conflicts, merged.conflicts().len());
        merged.check_tree();
        let (words, disputed) = (merged.words(), merged.words_in_conflict());
        let base_words = base.words();
        for side in [&main, &change] {
            let side_words = side.words();
            for word in side_words.difference(&base_words) {
                prop_assert!(words.contains(*word) || disputed.contains(*word), "{} was written", word);
            }
            for word in base_words.difference(&side_words) {
                prop_assert!(!words.contains(*word) || disputed.contains(*word), "{} was deleted", word);
            }
        }
        let (pages, disputed) = (merged.pages(), merged.disputed());
        for (id, before) in &base.pages {
            let after = pages.get(&page_id(*id));
            for side in [&main, &change] {
                let Some(page) = side.pages.get(id) else {
                    prop_assert!(after.is_none() || disputed.contains(id), "{} was deleted", id);
                    continue;
                };
                if page.parent != before.parent {
                    let moved = after.is_some_and(|after| after.parent == page.parent.map(page_id));
                    prop_assert!(moved || disputed.contains(id), "{} was moved", id);
                }
                if page.slug != before.slug {
                    let renamed = after.is_some_and(|after| after.slug.starts_with(&page.slug));
                    prop_assert!(renamed || disputed.contains(id), "{} was renamed", id);
                }
            }
        }
        for id in main.pages.keys().chain(change.pages.keys()) {
            prop_assert!(base.pages.contains_key(id) || pages.contains_key(&page_id(*id)), "{} was added", id);
        }
    }

    #[test]
    fn a_side_without_edits_is_the_other(parents in tree(), edits in edits(8)) {
        for (main, change) in [(&edits[..], &[][..]), (&[], &edits)] {
            let case = Case::new(&parents, main, change);
            let expected = if main.is_empty() { case.fork.change } else { case.fork.main };
            let (_, merged, conflicts) = case.merged();
            prop_assert_eq!((merged.map, conflicts), (expected, 0));
        }
    }

    #[test]
    fn what_both_did_is_done_once(parents in tree(), same in edits(6), more in edits(3)) {
        let base = Model::new(&parents);
        let main = base.edited(&same, "m", 100);
        // Other edits could be of the same thing again, which main has not.
        let more: Vec<Step> = more.into_iter().filter(|edit| matches!(edit, Step::Add(..))).collect();
        let change = main.edited(&more, "c", 200);
        let mut store = Store::new();
        let [base, main, change] = [&base, &main, &change].map(|model| model.build(&mut store));
        let merged = commit(&mut store, |draft| merge(base, main, change, draft, 9)).unwrap();
        // The records are built anew, so that no time tells who was last.
        prop_assert_eq!((merged.map, merged.conflicts), (change, 0));
    }

    #[test]
    fn edits_apart_never_conflict_in_any_order(parents in tree(), edits in prop::array::uniform3(edits(6))) {
        let base = Model::new(&parents);
        let models = [0, 1, 2].map(|part| apart(&base, &edits[part as usize], part));
        let mut store = Store::new();
        let start = base.build(&mut store);
        let requests = models.map(|model| model.build(&mut store));
        let outcomes = [[0, 1, 2], [1, 2, 0], [2, 1, 0]].map(|order| {
            order.into_iter().fold(start, |main, n| {
                let merged = commit(&mut store, |draft| merge(start, main, requests[n], draft, 9)).unwrap();
                assert_eq!(merged.conflicts, 0);
                merged.map
            })
        });
        prop_assert_eq!(outcomes[0], outcomes[1]);
        prop_assert_eq!(outcomes[0], outcomes[2]);
        Outcome { store, main: start, map: outcomes[0] }.check_tree();
    }

    #[test]
    fn all_conflicts_can_be_decided(parents in tree(), main in edits(8), change in edits(8), ours: bool) {
        let (_, mut merged, conflicts) = Case::new(&parents, &main, &change).merged();
        let how = if ours { Resolution::Ours } else { Resolution::Theirs };
        for _ in 0..conflicts {
            // Places that depend on each other may have to be decided in another order.
            let left = merged.conflicts();
            let decided = left.iter().any(|(id, _)| merged.try_resolve(*id, &how).is_ok());
            prop_assert!(decided || left.is_empty(), "{:#?}", left);
        }
        prop_assert!(merged.conflicts().is_empty());
        merged.check_tree();
    }

    #[test]
    fn deciding_texts_gives_the_side(parents in tree(), main in edits(8), change in edits(8), ours: bool) {
        let texts = |edits: &[Step]| -> Vec<Step> {
            let text = |edit: &&Step| {
                matches!(edit, Step::Replace(..) | Step::Insert(..) | Step::Remove(..) | Step::Word(..))
            };
            edits.iter().filter(text).cloned().collect()
        };
        let ([base, main, change], mut merged, _) = Case::new(&parents, &texts(&main), &texts(&change)).merged();
        let how = if ours { Resolution::Ours } else { Resolution::Theirs };
        for (id, _) in merged.conflicts() {
            merged.try_resolve(id, &how).unwrap();
        }
        let side = if ours { text::Side::Change } else { text::Side::Main };
        for id in base.pages.keys() {
            let text = |model: &Model| {
                let joined = model.pages[id].paragraphs.join("\n\n");
                if joined.is_empty() { joined } else { joined + "\n" }
            };
            let expected = text::merge(&text(&base), &text(&main), &text(&change)).with(side);
            prop_assert_eq!(merged.text(*id), expected);
        }
    }
}
