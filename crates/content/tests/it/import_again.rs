//! Imports into content that people changed since the last one: laws about what is kept.

use proptest::prelude::*;
use quire_content::hash::Hash;
use quire_content::id::PageId;
use quire_content::import::{Absent, Differing, Imported, Options, import_again};
use quire_content::incoming::{File, Incoming, Node, NodeKind, Reusable};
use quire_content::map::Map;
use quire_content::merge::count_conflicts;
use quire_content::objects::Draft;
use quire_content::origin::Origin;
use quire_content::outline::Outline;
use quire_content::record::{EntryKey, FileRecord, GitBlob, PageKind, PageRecord, ReusableRecord};
use quire_content::snapshot::ContentSnapshot;

use crate::support::{Counting, Store, commit, empty, fresh};

/// A space with the state of its last import.
struct Space {
    store: Store,
    map: Map,
    known: Option<Map>,
    next_id: u64,
    now: i64,
    /// The number of objects that imports have read.
    reads: usize,
}

impl Space {
    fn new() -> Self {
        let mut store = Store::new();
        let map = empty(&mut store);
        Self { store, map, known: None, next_id: 0, now: 1000, reads: 0 }
    }

    /// Imports pages, named by numbers, with their lines.
    fn import(&mut self, pages: &[(u8, String)], differing: Differing) -> Imported {
        let node = |(name, text): &(u8, String)| Node {
            title: name.to_string(),
            kind: NodeKind::Page { path: format!("{name}.md"), source: text.as_bytes().to_vec() },
            children: Vec::new(),
        };
        self.import_all(&Incoming { outline: pages.iter().map(node).collect(), ..Incoming::default() }, differing)
    }

    fn import_all(&mut self, incoming: &Incoming, differing: Differing) -> Imported {
        self.now += 1;
        let options = Options { absent: Absent::Delete, now: self.now };
        let Self { store, map, known, next_id, .. } = self;
        let mut ids = || fresh(next_id);
        let counting = Counting::new(store);
        let mut draft = Draft::new(&counting);
        let imported = import_again(*known, *map, differing, &mut draft, incoming, options, &mut ids).unwrap();
        let new = draft.into_new();
        self.reads += counting.reads.into_inner();
        store.extend(new);
        (self.map, self.known) = (imported.map, Some(imported.source));
        imported
    }

    /// Gives a page another text, or deletes it, as a person does. Returns false if there is no such page.
    fn write(&mut self, name: u8, text: Option<&str>) -> bool {
        self.now += 1;
        let outline = Outline::load(&self.map, &self.store).unwrap();
        let path = format!("{name}.md");
        let found =
            outline.walk().find(|id| outline.page(*id).unwrap().git.as_ref().is_some_and(|git| git.path == path));
        let Some(id) = found else { return false };
        let (now, map) = (self.now, self.map);
        let page = outline.page(id).unwrap().clone();
        self.map = commit(&mut self.store, |draft| {
            let record = text.map(|text| {
                let source = draft.put(text.as_bytes());
                let kind = PageKind::Document { source, size: u32::try_from(text.len()).unwrap(), body_at: 0 };
                let git = Some(GitBlob::of(&path, text.as_bytes()));
                PageRecord { kind, git, updated_at: now, ..page }.encode()
            });
            map.apply(draft, [(EntryKey::Page(id).to_bytes(), record)].into())
        })
        .unwrap();
        true
    }

    fn texts(&self) -> Vec<String> {
        let outline = Outline::load(&self.map, &self.store).unwrap();
        let text = |id| match outline.page(id).unwrap().kind {
            PageKind::Document { source, .. } => String::from_utf8(self.store[&source].to_vec()).unwrap(),
            _ => String::new(),
        };
        outline.walk().map(text).collect()
    }

    fn has(&self, text: &str) -> bool {
        self.texts().iter().any(|it| it.contains(text))
    }
}

fn text(name: u8, lines: &[String]) -> String {
    format!("# {name}\n\n{}\n", lines.join("\n\n"))
}

#[test]
fn without_a_known_state_what_was_changed_since_stays() {
    let mut space = Space::new();
    space.import(&[(1, "# 1\n\nOld.\n".into()), (2, "# 2\n\nOld.\n".into()), (3, "# 3\n".into())], Differing::Keep);
    space.known = None;
    assert!(space.write(1, Some("# 1\n\nBy hand.\n")) && space.write(3, Some("# 3\n\nBy hand, too.\n")));
    let done = space.import(&[(1, "# 1\n\nNew.\n".into()), (2, "# 2\n\nNew.\n".into())], Differing::Keep);
    assert!(space.has("By hand.") && space.has("By hand, too.") && !space.has("Old."), "{:?}", space.texts());
    assert_eq!(space.texts().iter().filter(|text| text.contains("New.")).count(), 1);
    assert_eq!(done.pages.deleted, 0, "what is kept was not deleted");
    let paths: Vec<&str> = done.notes.iter().map(|note| note.path.as_str()).collect();
    assert!(paths.contains(&"1.md") && paths.contains(&"3.md") && !paths.contains(&"2.md"), "{:?}", done.notes);
}

#[test]
fn a_page_that_people_and_the_source_changed_stays_when_the_source_loses_it_and_has_it_again() {
    for (person, differing) in [("# 1\n\nBy hand.\n", Differing::Keep), ("# 1\n\nOld.\n\nBy hand.\n", Differing::Keep)]
    {
        let mut space = Space::new();
        space.import(&[(1, "# 1\n\nOld.\n".into())], differing);
        assert!(space.write(1, Some(person)));
        space.import(&[(1, "# 1\n\nNew.\n".into())], differing);
        space.import(&[], differing);
        assert!(space.has("By hand."), "{:?}", space.texts());
        space.import(&[(1, "# 1\n\nNewest.\n".into())], differing);
        assert!(space.has("By hand."), "{:?}", space.texts());
    }
}

/// Something with bytes that is no page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Reusable,
}

impl Kind {
    /// Returns an import of this alone.
    fn incoming(self, text: Option<&str>) -> Incoming {
        let Some(text) = text else { return Incoming::default() };
        let source = text.as_bytes().to_vec();
        match self {
            Self::File => {
                let oid = GitBlob::of("a.txt", &source).oid;
                let (name, path, content_type) = ("a.txt".into(), "a.txt".into(), "text/plain".into());
                let (size, blob) = (source.len() as u64, Hash::of(&source));
                let file = File { path, name, content_type, size, dimensions: None, blob, oid };
                Incoming { files: vec![file], ..Incoming::default() }
            }
            Self::Reusable => {
                let content = Reusable { path: "a.md".into(), title: "A".into(), source };
                Incoming { reusable: vec![content], ..Incoming::default() }
            }
        }
    }

    /// Returns all of this kind in a map, with the hashes of their bytes.
    fn all(self, map: &Map, store: &Store) -> Vec<(EntryKey, Hash)> {
        let content = ContentSnapshot::load(map, store).unwrap();
        match self {
            Self::File => content.files.into_iter().map(|(id, file)| (EntryKey::File(id), file.blob)).collect(),
            Self::Reusable => {
                content.reusable.into_iter().map(|(id, it)| (EntryKey::Reusable(id), it.source)).collect()
            }
        }
    }
}

impl Space {
    /// Gives the file or reusable content other bytes, as a person does.
    fn replace(&mut self, kind: Kind, text: &str) {
        self.now += 1;
        let (key, _) = kind.all(&self.map, &self.store)[0].clone();
        let (map, now) = (self.map, self.now);
        self.map = commit(&mut self.store, |draft| {
            let value = map.get(draft, &key.to_bytes()).unwrap().unwrap();
            let hash = draft.put(text.as_bytes());
            let record = match kind {
                Kind::File => {
                    let git = Some(GitBlob::of("a.txt", text.as_bytes()));
                    let before = FileRecord::decode(&value).unwrap();
                    FileRecord { blob: hash, size: text.len() as u64, git, updated_at: now, ..before }.encode()
                }
                Kind::Reusable => {
                    let git = Some(GitBlob::of("a.md", text.as_bytes()));
                    let before = ReusableRecord::decode(&value).unwrap();
                    ReusableRecord { source: hash, git, updated_at: now, ..before }.encode()
                }
            };
            map.apply(draft, [(key.to_bytes(), Some(record))].into())
        })
        .unwrap();
    }
}

#[test]
fn what_people_and_the_source_changed_stands_once_when_the_source_loses_it_and_has_it_again() {
    for kind in [Kind::File, Kind::Reusable] {
        for again in ["old\n", "new\n", "newest\n"] {
            let mut space = Space::new();
            let import = |space: &mut Space, text| space.import_all(&kind.incoming(text), Differing::Keep);
            import(&mut space, Some("old\n"));
            space.replace(kind, "by hand\n");
            import(&mut space, Some("new\n"));
            import(&mut space, None);
            import(&mut space, Some(again));
            let all: Vec<Hash> = kind.all(&space.map, &space.store).into_iter().map(|(_, hash)| hash).collect();
            assert_eq!(all, [Hash::of(b"by hand\n")], "{kind:?} {again:?}");
            let landed = space.map;
            // What stands is said again, and changes nothing.
            for _ in 0..2 {
                let done = import(&mut space, Some(again));
                assert_eq!((space.map, done.notes.len()), (landed, 1), "{kind:?} {again:?}");
            }
            // People take the version of the source, so that nothing stands any more.
            space.replace(kind, again);
            let done = import(&mut space, Some(again));
            assert_eq!(done.notes.len(), 0, "{kind:?} {again:?}: {:?}", done.notes);
        }
    }
}

#[test]
fn what_only_the_source_changed_follows_it_when_it_came_by_another_way() {
    for kind in [Kind::File, Kind::Reusable] {
        let mut space = Space::new();
        space.import_all(&Incoming::default(), Differing::Keep);
        let known = space.known;
        space.import_all(&kind.incoming(Some("old\n")), Differing::Keep);
        space.known = known;
        let done = space.import_all(&kind.incoming(Some("new\n")), Differing::Keep);
        let all: Vec<Hash> = kind.all(&space.map, &space.store).into_iter().map(|(_, hash)| hash).collect();
        assert_eq!((all, done.notes.len()), (vec![Hash::of(b"new\n")], 0), "{kind:?}");
    }
}

#[test]
fn a_page_that_is_kept_does_not_have_imports_read_everything_twice() {
    let pages = |last| (0..last).map(|name| (name, format!("# {name}\n\nText.\n"))).collect::<Vec<_>>();
    let reads = |is_kept: bool| {
        let mut space = Space::new();
        space.import(&pages(250), Differing::Keep);
        if is_kept {
            assert!(space.write(249, Some("# 249\n\nBy hand.\n")));
        }
        space.import(&pages(249), Differing::Keep);
        assert_eq!(space.has("By hand."), is_kept);
        let before = space.reads;
        space.import(&pages(249), Differing::Keep);
        space.reads - before
    };
    let (without, with) = (reads(false), reads(true));
    assert!(with * 5 < without * 6, "{with} reads against {without}");
}

/// What happens between two imports: pages of the source get a line, go or come; people do the same to what is there.
#[derive(Debug, Clone)]
enum Step {
    Source { page: u8, line: usize },
    SourceGone { page: u8 },
    Person { page: u8, line: usize },
    PersonDeletes { page: u8 },
    Import,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        3 => (0_u8..4, 0_usize..4).prop_map(|(page, line)| Step::Source { page, line }),
        1 => (0_u8..4).prop_map(|page| Step::SourceGone { page }),
        3 => (0_u8..4, 0_usize..4).prop_map(|(page, line)| Step::Person { page, line }),
        1 => (0_u8..4).prop_map(|page| Step::PersonDeletes { page }),
        3 => Just(Step::Import),
    ];
    prop::collection::vec(step, 1..24)
}

proptest! {
    /// Whatever people wrote is there after any import into main content, and nothing that they did not see the source do
    /// is in doubt: importing the same once more changes nothing and says no more, and main content has no conflicts.
    #[test]
    fn nothing_that_people_wrote_is_lost(steps in steps()) {
        let mut space = Space::new();
        let mut source: Vec<Option<Vec<String>>> = vec![None; 4];
        let mut count = 0;
        // The words of people by page that have to be there.
        let mut written: Vec<Vec<String>> = vec![Vec::new(); 4];
        for step in steps.into_iter().chain([Step::Import]) {
            count += 1;
            match step {
                Step::Source { page, line } => {
                    let lines = source[usize::from(page)].get_or_insert_with(|| vec!["a".into(), "b".into(), "c".into(), "d".into()]);
                    lines[line] = format!("source {count} of {page}");
                }
                Step::SourceGone { page } => source[usize::from(page)] = None,
                Step::Person { page, line } => {
                    let now = space.texts().into_iter().find(|text| text.starts_with(&format!("# {page}\n")));
                    let Some(now) = now else { continue };
                    let word = format!("person {count} of {page}");
                    let mut lines: Vec<String> = now.trim_end().split("\n\n").skip(1).map(str::to_owned).collect();
                    if lines.is_empty() {
                        continue;
                    }
                    let at = line.min(lines.len() - 1);
                    // A person knows what they replace.
                    written[usize::from(page)].retain(|word| !lines[at].contains(word.as_str()));
                    lines[at].clone_from(&word);
                    prop_assert!(space.write(page, Some(&text(page, &lines))));
                    written[usize::from(page)].push(word);
                }
                Step::PersonDeletes { page } => {
                    if space.write(page, None) {
                        written[usize::from(page)].clear();
                    }
                }
                Step::Import => {
                    let pages: Vec<(u8, String)> = (0_u8..4)
                        .zip(&source)
                        .filter_map(|(page, lines)| Some((page, text(page, lines.as_ref()?))))
                        .collect();
                    let said = space.import(&pages, Differing::Keep);
                    for word in written.iter().flatten() {
                        prop_assert!(space.has(word), "{word} is lost: {:?}", space.texts());
                    }
                    let landed = space.map;
                    let again = space.import(&pages, Differing::Keep);
                    prop_assert_eq!(space.map, landed);
                    let is_said = |note| said.notes.contains(note);
                    prop_assert!(again.notes.iter().all(is_said), "{:?} after {:?}", again.notes, said.notes);
                    let state = space.known;
                    let once_more = space.import(&pages, Differing::Keep);
                    prop_assert_eq!((space.map, space.known), (landed, state));
                    prop_assert_eq!(once_more.notes, again.notes);
                    prop_assert_eq!(count_conflicts(&space.map, &space.store).unwrap(), 0);
                }
            }
        }
    }
}

/// Returns pages with texts and with names in the source, by the paths of their files.
fn named(pages: &[(&str, &str, Option<Origin>)]) -> Incoming {
    let node = |(path, text, _): &(&str, &str, Option<Origin>)| Node {
        title: String::new(),
        kind: NodeKind::Page { path: (*path).to_owned(), source: text.as_bytes().to_vec() },
        children: Vec::new(),
    };
    let origins = pages.iter().filter_map(|(path, _, origin)| Some(((*path).to_owned(), origin.clone()?)));
    Incoming { outline: pages.iter().map(node).collect(), origins: origins.collect(), ..Incoming::default() }
}

impl Space {
    /// Returns the text of each page with its identifier.
    fn pages(&self) -> Vec<(PageId, String)> {
        let outline = Outline::load(&self.map, &self.store).unwrap();
        let text = |id: PageId| match &outline.page(id).unwrap().kind {
            PageKind::Document { source, .. } => String::from_utf8(self.store[source].to_vec()).unwrap(),
            other => panic!("{other:?}"),
        };
        outline.walk().map(|id| (id, text(id))).collect()
    }

    fn page_with(&self, word: &str) -> PageId {
        let found: Vec<_> = self.pages().into_iter().filter(|(_, text)| text.contains(word)).collect();
        assert_eq!(found.len(), 1, "{word}: {found:?}");
        found[0].0
    }
}

#[test]
fn a_page_is_what_its_source_calls_it() {
    let identifier = |name: &str| Some(Origin::Identifier(name.to_owned()));
    let file = |name: &str| Some(Origin::Name(name.to_owned()));
    let (old, new) = ("# Notes\n\nold text\n", "# Notes\n\nnew text\n");
    for (first, second) in
        [(identifier("99"), identifier("11")), (file("2-notes.md"), file("1-notes.md")), (file("b.md"), file("a.md"))]
    {
        let mut space = Space::new();
        space.import_all(&named(&[("notes.md", old, first.clone())]), Differing::Keep);
        let page = space.page_with("old text");
        let both = named(&[("notes.md", new, second), ("notes-1.md", old, first.clone())]);
        let imported = space.import_all(&both, Differing::Keep);
        assert_eq!((imported.pages.created, imported.pages.deleted), (1, 0));
        assert_eq!(space.page_with("old text"), page);
        assert_ne!(space.page_with("new text"), page);
        let imported = space.import_all(&both, Differing::Keep);
        assert_eq!((imported.pages.unchanged, imported.pages.created), (2, 0));
        // The new one is gone again.
        space.import_all(&named(&[("notes.md", old, first)]), Differing::Keep);
        assert_eq!(space.page_with("old text"), page);
        assert_eq!(space.pages().len(), 1);
    }
}

#[test]
fn a_page_never_takes_the_text_of_a_page_with_another_identifier() {
    let identifier = |name: &str| Some(Origin::Identifier(name.to_owned()));
    let mut space = Space::new();
    space.import_all(&named(&[("notes.md", "# Notes\n\none\n", identifier("1"))]), Differing::Keep);
    let page = space.page_with("one");
    let imported = space.import_all(&named(&[("notes.md", "# Notes\n\ntwo\n", identifier("2"))]), Differing::Keep);
    assert_eq!((imported.pages.created, imported.pages.deleted), (1, 1));
    assert_ne!(space.page_with("two"), page);
}

#[test]
fn a_renamed_file_is_the_same_page() {
    let file = |name: &str| Some(Origin::Name(name.to_owned()));
    let mut space = Space::new();
    space.import_all(&named(&[("notes.md", "# Notes\n\none\n", file("1-notes.md"))]), Differing::Keep);
    let page = space.page_with("one");
    space.import_all(&named(&[("notes.md", "# Notes\n\none two\n", file("3-notes.md"))]), Differing::Keep);
    assert_eq!(space.page_with("one two"), page);
    let moved = named(&[("old/notes.md", "# Notes\n\none two\n", file("old/notes.md"))]);
    space.import_all(&moved, Differing::Keep);
    assert_eq!(space.page_with("one two"), page);
}

#[test]
fn a_page_moves_when_another_one_takes_its_place() {
    let alpha = "# Alpha\n\none two three\n\nmore\n";
    let mut space = Space::new();
    space.import_all(&named(&[("a.md", alpha, None)]), Differing::Keep);
    let page = space.page_with("Alpha");
    let other = [("a.md", "# New page\n\nanother text\n", None), ("old/a.md", alpha, None)];
    space.import_all(&named(&other), Differing::Keep);
    assert_eq!(space.page_with("Alpha"), page);
    assert_ne!(space.page_with("New page"), page);
    // A copy of which the first one is a later version stays a copy.
    let mut space = Space::new();
    space.import_all(&named(&[("a.md", alpha, None)]), Differing::Keep);
    let page = space.page_with("Alpha");
    let copied = [("a.md", "# Alpha\n\none two three\n\nless\n", None), ("v1/a.md", alpha, None)];
    space.import_all(&named(&copied), Differing::Keep);
    assert_eq!(space.page_with("less"), page);
}
