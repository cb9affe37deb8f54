//! Imports: what they keep, and what they change.

use std::collections::BTreeMap;

use proptest::prelude::*;
use quire_content::hash::Hash;
use quire_content::id::{PageId, Uid};
use quire_content::import::{Absent, Counts, Imported, Note, Options, import};
use quire_content::incoming::{Aside, File, Incoming, Node, NodeKind, Reusable, Variable};
use quire_content::map::Map;
use quire_content::objects::Draft;
use quire_content::outline::Outline;
use quire_content::record::{EntryKey, FileRecord, Origin, PageKind, PageRecord, VariableRecord};
use quire_content::warnings::Code;

use crate::support::{Store, apply, commit, empty, fresh};

/// A space that is imported into.
struct Space {
    store: Store,
    map: Map,
    next_id: u64,
    now: i64,
}

impl Space {
    fn new() -> Self {
        let mut store = Store::new();
        let map = empty(&mut store);
        Self { store, map, next_id: 0, now: 1000 }
    }

    fn import(&mut self, incoming: &Incoming, absent: Absent) -> Imported {
        self.now += 1;
        let Self { store, map, next_id, now } = self;
        let mut ids = || fresh(next_id);
        let options = Options { absent, now: *now };
        let imported = commit(store, |draft| import(*map, draft, incoming, options, &mut ids)).unwrap();
        *map = imported.map;
        imported
    }

    fn replace(&mut self, outline: &[Node]) -> Counts {
        self.import(&pages(outline), Absent::Delete).pages
    }

    fn add(&mut self, outline: &[Node]) -> Counts {
        self.import(&pages(outline), Absent::Keep).pages
    }

    fn outline(&self) -> Outline {
        Outline::load(&self.map, &self.store).unwrap()
    }

    fn page(&self, path: &str) -> (PageId, PageRecord) {
        let outline = self.outline();
        let id = outline.find(path).unwrap_or_else(|| panic!("no {path} in {:?}", self.paths()));
        (id, outline.page(id).unwrap().clone())
    }

    fn put(&mut self, id: PageId, record: &PageRecord) {
        let edits = [(EntryKey::Page(id).to_bytes(), Some(record.encode()))].into();
        self.map = apply(&mut self.store, self.map, edits);
    }

    /// Makes a page by hand, in the manner of another.
    fn write_below(&mut self, parent: Option<PageId>, n: u8, like: &str) {
        let (_, page) = self.page(like);
        let record = PageRecord {
            parent,
            order: "V5".to_owned(),
            title: format!("Mine {n}"),
            slug: format!("mine-{n}"),
            kind: PageKind::Group,
            git: None,
            imported: false,
            ..page
        };
        self.put(PageId(Uid([n; 16])), &record);
    }

    fn paths(&self) -> Vec<String> {
        let outline = self.outline();
        outline.walk().map(|id| outline.path(id).unwrap()).collect()
    }

    /// Titles, structure and sources.
    fn shape(&self) -> Vec<(usize, String, Option<String>, PageKind)> {
        let outline = self.outline();
        let show = |id| {
            let page: &PageRecord = outline.page(id).unwrap();
            (outline.ancestors(id).count(), page.title.clone(), page.nav_title.clone(), page.kind.clone())
        };
        outline.walk().map(show).collect()
    }
}

fn pages(outline: &[Node]) -> Incoming {
    Incoming { outline: outline.to_vec(), ..Incoming::default() }
}

fn page(path: &str, source: impl AsRef<[u8]>) -> Node {
    let kind = NodeKind::Page { path: path.to_owned(), source: source.as_ref().to_vec() };
    Node { title: path.trim_end_matches(".md").to_owned(), kind, children: Vec::new() }
}

fn group(title: &str, children: Vec<Node>) -> Node {
    Node { title: title.to_owned(), kind: NodeKind::Group, children }
}

fn link(title: &str, href: &str) -> Node {
    Node { title: title.to_owned(), kind: NodeKind::Link { href: href.to_owned() }, children: Vec::new() }
}

fn counts(created: u64, updated: u64, moved: u64, deleted: u64, unchanged: u64) -> Counts {
    Counts { created, updated, moved, deleted, unchanged }
}

#[test]
fn a_first_import() {
    let mut space = Space::new();
    let source = "---\ndescription: About a\nicon: bolt\ncover: x.png\ncoverY: 3\n---\n\n# The *A*\n\nText";
    let nested = Node { children: vec![page("b.md", "Text")], ..page("a.md", source) };
    let found = space.replace(&[group("Guides", vec![nested]), link("Site", "https://x.org")]);
    assert_eq!(found, counts(4, 0, 0, 0, 0));
    assert_eq!(space.paths(), ["guides", "guides/the-a", "guides/the-a/b", "site"]);
    let (_, a) = space.page("guides/the-a");
    assert_eq!((a.title.as_str(), a.nav_title.as_deref()), ("The A", Some("a")));
    assert_eq!((a.description.as_deref(), a.icon.as_deref()), (Some("About a"), Some("bolt")));
    assert_eq!(a.cover.map(|cover| (cover.r#ref, cover.y_pos)), Some(("x.png".to_owned(), 3.0)));
    assert_eq!(a.git.map(|git| git.path), Some("a.md".to_owned()));
    let PageKind::Document { source: object, size, body_at } = a.kind else { panic!("not a document") };
    let stored = &space.store[&object];
    assert_eq!(&stored[..], source.as_bytes());
    assert_eq!(size as usize, source.len());
    assert_eq!(&stored[body_at as usize..], b"\n# The *A*\n\nText");
    let (_, b) = space.page("guides/the-a/b");
    assert_eq!((b.title.as_str(), b.nav_title), ("b", None));
    assert_eq!((b.created_at, b.updated_at, b.imported), (1001, 1001, true));
}

#[test]
fn only_what_changed_is_touched() {
    let mut space = Space::new();
    space.replace(&[page("a.md", "# A"), page("b.md", "# B"), group("G", vec![page("c.md", "# C")])]);
    let before = space.page("a");
    let found =
        space.replace(&[page("a.md", "# A\n\nmore"), page("b.md", "# B"), group("G", vec![page("c.md", "# C")])]);
    assert_eq!(found, counts(0, 1, 0, 0, 3));
    let (id, a) = space.page("a");
    assert_eq!(id, before.0);
    assert_eq!((a.created_at, a.updated_at), (1001, 1002));
    assert_eq!(space.page("b").1.updated_at, 1001);
}

#[test]
fn a_reordered_page_is_the_only_one_that_moves() {
    let mut space = Space::new();
    let all: Vec<_> = ["a", "b", "c", "d"].iter().map(|name| page(&format!("{name}.md"), name)).collect();
    space.replace(&all);
    let [a, b, c, d] = all.try_into().unwrap();
    assert_eq!(space.replace(&[d.clone(), a.clone(), b.clone(), c.clone()]), counts(0, 0, 1, 0, 3));
    assert_eq!(space.paths(), ["d", "a", "b", "c"]);
    let below = Node { children: vec![b], ..a };
    assert_eq!(space.replace(&[d, below, c]), counts(0, 0, 1, 0, 3));
    assert_eq!(space.paths(), ["d", "a", "a/b", "c"]);
}

#[test]
fn a_renamed_file_is_the_same_page() {
    let mut space = Space::new();
    space.replace(&[page("a.md", "# A"), page("b.md", "# B")]);
    let (id, _) = space.page("a");
    let renamed = Node { title: "a".to_owned(), ..page("new.md", "# A") };
    assert_eq!(space.replace(&[renamed, page("b.md", "# B")]), counts(0, 0, 1, 0, 1));
    let (found, record) = space.page("a");
    assert_eq!(found, id);
    assert_eq!(record.git.unwrap().path, "new.md");
}

#[test]
fn a_slug_follows_the_title() {
    let mut space = Space::new();
    space.replace(&[page("a.md", "# Old"), page("b.md", "# Same"), page("c.md", "# Same")]);
    assert_eq!(space.paths(), ["old", "same", "same-1"]);
    let (id, record) = space.page("same-1");
    space.put(id, &PageRecord { slug: "chosen".to_owned(), ..record });
    space.replace(&[page("a.md", "# Same"), page("b.md", "# Same"), page("c.md", "# Same")]);
    assert_eq!(space.paths(), ["same-1", "same", "chosen"]);
}

#[test]
fn what_was_made_by_hand_is_kept() {
    let mut space = Space::new();
    space.replace(&[group("G", vec![page("a.md", "A"), page("b.md", "B")]), page("z.md", "Z")]);
    let (a, _) = space.page("g/a");
    let (g, _) = space.page("g");
    space.write_below(Some(a), 1, "z");
    space.write_below(Some(PageId(Uid([1; 16]))), 2, "z");
    space.write_below(Some(g), 3, "z");
    assert_eq!(space.replace(&[group("G", vec![page("b.md", "B")]), page("z.md", "Z")]), counts(0, 0, 1, 1, 3));
    assert_eq!(space.paths(), ["g", "g/b", "g/mine-3", "g/mine-1", "g/mine-1/mine-2", "z"]);
    assert_eq!(space.replace(&[]), counts(0, 0, 2, 3, 0));
    assert_eq!(space.paths(), ["mine-3", "mine-1", "mine-1/mine-2"]);
    let hand = [1, 3].map(|n| PageId(Uid([n; 16])));
    assert_eq!(space.outline().roots(), [hand[1], hand[0]]);
}

#[test]
fn an_addition_is_appended_and_deletes_nothing() {
    let mut space = Space::new();
    space.replace(&[page("a.md", "A"), group("G", vec![page("b.md", "B")])]);
    space.write_below(None, 1, "a");
    assert_eq!(space.add(&[page("c.md", "C"), page("b.md", "# New\n")]), counts(1, 1, 0, 0, 0));
    let paths = space.paths();
    assert!(paths.contains(&"g/new".to_owned()));
    assert_eq!(paths.last().map(String::as_str), Some("c"));
    // A copy of a file is another page.
    assert_eq!(space.add(&[page("copy.md", "A")]), counts(1, 0, 0, 0, 0));
    assert_eq!(space.outline().len(), 6);
}

#[test]
fn an_addition_moves_nothing() {
    let mut space = Space::new();
    let tree = |top: &str, below: &str| {
        let new = page(&format!("{below}-new.md"), "");
        vec![Node { children: vec![new, page(below, below)], ..page(top, top) }]
    };
    space.replace(&tree("a.md", "b.md"));
    assert_eq!(space.add(&tree("b.md", "a.md")), counts(1, 0, 0, 0, 2));
    assert_eq!(space.paths(), ["a", "a/b-md-new", "a/b", "a/b/a-md-new"]);
}

#[test]
fn what_is_not_understood_is_noted() {
    let mut space = Space::new();
    let mut incoming =
        pages(&[page("a.md", b"ab\xff"), page("b.md", "---\nhidden: 3\n---\n# B"), page("a.md", b"ab\xff")]);
    incoming.files = vec![file("x", 1), file("x", 2)];
    incoming.variables.insert("v".to_owned(), Variable::Number(f64::NAN));
    let imported = space.import(&incoming, Absent::Delete);
    let note = |path: &str, code, message: &str| Note { path: path.to_owned(), code, message: message.to_owned() };
    let expected = [
        note("a.md", Code::Other, "not UTF-8 at byte 2: shown with replacement characters"),
        note("b.md", Code::FrontMatter, "front matter, line 2: `hidden` has to be true or false"),
        note("x", Code::LeftOut, "found twice: only the first is kept"),
        note("v", Code::LeftOut, "the variable is not a finite number: left out"),
    ];
    assert_eq!(imported.notes, expected);
    assert_eq!(imported.pages, counts(3, 0, 0, 0, 0));
    assert_eq!(imported.files, counts(1, 0, 0, 0, 0));
    assert_eq!(space.paths(), ["a", "b", "a-1"]);
}

fn file(path: &str, content: u8) -> File {
    File {
        path: path.to_owned(),
        name: path.to_owned(),
        content_type: "image/png".to_owned(),
        size: 10,
        dimensions: Some((1, 2)),
        blob: Hash([content; 32]),
        oid: [content; 20],
    }
}

fn reusable(path: &str, source: &str) -> Reusable {
    Reusable { path: path.to_owned(), title: "T".to_owned(), source: source.as_bytes().to_vec() }
}

#[test]
fn pages_are_dated_by_their_source() {
    let mut space = Space::new();
    let mut bring = |text: &str, at: Option<i64>| {
        let written = at.map(|at| ("a.md".to_owned(), at)).into_iter().collect();
        let incoming = Incoming { outline: vec![page("a.md", text)], written, ..Incoming::default() };
        let counts = space.import(&incoming, Absent::Delete).pages;
        (space.page("a").1.written_at(), counts.unchanged)
    };
    assert_eq!(bring("Text", None), (None, 0));
    assert_eq!(bring("Text", Some(5)), (Some(5), 0));
    // An import that does not tell leaves what is known of the same text.
    assert_eq!(bring("Text", None), (Some(5), 1));
    assert_eq!(bring("Text", Some(5)), (Some(5), 1));
    assert_eq!(bring("Another", None), (None, 0));
    assert_eq!(bring("Another", Some(9)), (Some(9), 0));
    let (id, before) = space.page("a");
    space.put(id, &PageRecord { updated_at: before.updated_at + 1, ..before.clone() });
    assert_eq!(space.page("a").1.written_at(), Some(before.updated_at + 1), "written here since");
}

#[test]
fn files_and_reusable_contents() {
    let mut space = Space::new();
    let incoming = |files: &[(&str, u8)], contents: &[(&str, &str)]| Incoming {
        files: files.iter().map(|&(path, content)| file(path, content)).collect(),
        reusable: contents.iter().map(|&(path, source)| reusable(path, source)).collect(),
        ..Incoming::default()
    };
    space.import(
        &incoming(&[("a", 1), ("b", 2), ("c", 3)], &[("x", "---\ntitle: X\n---\n1"), ("y", "2")]),
        Absent::Delete,
    );
    let ids = |space: &Space| -> BTreeMap<String, Vec<u8>> {
        let entries = space.map.scan(&space.store, EntryKey::FILES).map(Result::unwrap);
        entries.map(|(key, value)| (FileRecord::decode(&value).unwrap().name, key)).collect()
    };
    let before = ids(&space);
    let next = incoming(&[("a", 1), ("b", 9), ("d", 3)], &[("x", "1"), ("z", "2"), ("new", "3")]);
    let imported = space.import(&next, Absent::Delete);
    assert_eq!(imported.files, counts(0, 1, 1, 0, 1));
    assert_eq!(imported.reusable, counts(1, 1, 1, 0, 0));
    let after = ids(&space);
    assert_eq!((&after["a"], &after["b"], &after["d"]), (&before["a"], &before["b"], &before["c"]));
    let imported = space.import(&Incoming::default(), Absent::Keep);
    assert_eq!((imported.files, imported.reusable), Default::default());
    let imported = space.import(&Incoming::default(), Absent::Delete);
    assert_eq!((imported.files.deleted, imported.reusable.deleted), (3, 3));
    assert!(space.map.is_empty(&space.store).unwrap());
}

#[test]
fn variables_and_meta_and_what_lies_beside() {
    let mut space = Space::new();
    let mine = VariableRecord(Variable::Bool(true), Origin::Written);
    let edits = [(EntryKey::Variable("mine".to_owned()).to_bytes(), Some(mine.encode()))].into();
    space.map = apply(&mut space.store, space.map, edits);
    let alone = space.map;
    let incoming = Incoming {
        variables: BTreeMap::from([("v".to_owned(), Variable::Text("x".to_owned()))]),
        meta: BTreeMap::from([("SUMMARY.md".to_owned(), b"# Table of contents\n".to_vec())]),
        asides: BTreeMap::from([("src/main.rs".to_owned(), Aside { blob: Hash([7; 32]), size: 3 })]),
        ..Incoming::default()
    };
    space.import(&incoming, Absent::Delete);
    assert_eq!(space.map.len(&space.store).unwrap(), 4);
    assert!(space.store.contains_key(&Hash::of(b"# Table of contents\n")));
    space.import(&Incoming::default(), Absent::Keep);
    assert_eq!(space.map.len(&space.store).unwrap(), 4);
    let before = space.map;
    space.import(&incoming, Absent::Delete);
    assert_eq!(space.map, before);
    space.import(&Incoming::default(), Absent::Delete);
    assert_eq!(space.map, alone);
}

#[test]
fn a_file_that_did_not_change_is_not_written_again() {
    let mut space = Space::new();
    let all: Vec<_> = (0..500).map(|n| page(&format!("{n}.md"), format!("# Page {n}"))).collect();
    space.replace(&all);
    let mut next = all;
    next[250] = page("250.md", "# Page 250\n\nchanged");
    let mut draft = Draft::new(&space.store);
    let options = Options { absent: Absent::Delete, now: 5000 };
    let imported =
        import(space.map, &mut draft, &pages(&next), options, &mut || unreachable!("nothing is new")).unwrap();
    assert_eq!(imported.pages, counts(0, 1, 0, 0, 499));
    assert!(draft.into_new().len() <= 6);
}

/// Trees over a few paths, so that imports overlap; a path always has one content in an import.
fn outline() -> impl Strategy<Value = Vec<Node>> {
    let sources =
        ["", "# T0", "# T1\n\ntext", "---\ntitle: T2\nhidden: true\n---\n", "T3\n===", "\u{feff}plain", "--- x"];
    let contents = prop::collection::vec(prop::sample::select(sources.to_vec()), 8);
    let entry = (0usize..4, 0u8..12, 0usize..8, "[ab]");
    (contents, prop::collection::vec(entry, 0..16)).prop_map(|(contents, entries)| {
        let mut open: Vec<Vec<Node>> = vec![Vec::new()];
        for (depth, kind, n, title) in entries {
            close(&mut open, depth + 1);
            let node = match kind {
                0 | 1 => group(&title, Vec::new()),
                2 => link(&title, &format!("https://{n}.org")),
                3 => Node { kind: NodeKind::Computed { yaml: n.to_string() }, ..group(&title, Vec::new()) },
                _ => Node { title, ..page(&format!("p{n}.md"), contents[n]) },
            };
            open.last_mut().unwrap().push(node);
            open.push(Vec::new());
        }
        close(&mut open, 1);
        open.pop().unwrap()
    })
}

/// Puts lists of children under the last entry of the list before, down to a depth.
fn close(open: &mut Vec<Vec<Node>>, depth: usize) {
    while open.len() > depth {
        let children = open.pop().unwrap();
        if let Some(parent) = open.last_mut().unwrap().last_mut() {
            parent.children = children;
        }
    }
}

/// What can be added: a path stands once in it.
fn without_repetition(nodes: &[Node]) -> Vec<Node> {
    fn once(nodes: &[Node], seen: &mut Vec<String>) -> Vec<Node> {
        let mut kept = Vec::new();
        for node in nodes {
            let path = paths_of(&[Node { children: Vec::new(), ..node.clone() }]);
            if path.iter().any(|path| seen.contains(path)) {
                continue;
            }
            seen.extend(path);
            kept.push(Node { children: once(&node.children, seen), ..node.clone() });
        }
        kept
    }
    once(nodes, &mut Vec::new())
}

fn paths_of(nodes: &[Node]) -> Vec<String> {
    let mut paths = Vec::new();
    for node in nodes {
        if let NodeKind::Page { path, .. } = &node.kind {
            paths.push(path.clone());
        }
        paths.extend(paths_of(&node.children));
    }
    paths
}

/// The identifiers of pages by path, in the order of the tree.
fn ids_of(space: &Space) -> BTreeMap<String, Vec<PageId>> {
    let outline = space.outline();
    let mut ids: BTreeMap<String, Vec<PageId>> = BTreeMap::new();
    for id in outline.walk() {
        if let Some(git) = &outline.page(id).unwrap().git {
            ids.entry(git.path.clone()).or_default().push(id);
        }
    }
    ids
}

proptest! {
    #[test]
    fn importing_twice_changes_nothing(first in outline(), second in outline(), keep: bool) {
        let mut space = Space::new();
        space.replace(&first);
        let second = if keep { without_repetition(&second) } else { second };
        let absent = if keep { Absent::Keep } else { Absent::Delete };
        space.import(&pages(&second), absent);
        let root = space.map;
        let objects = space.store.len();
        let again = space.import(&pages(&second), absent);
        prop_assert_eq!(space.map, root, "{:#?}", space.shape());
        prop_assert_eq!(space.store.len(), objects);
        prop_assert_eq!(again.pages, Counts { unchanged: again.pages.unchanged, ..Counts::default() });
    }

    #[test]
    fn what_was_there_before_does_not_show(first in outline(), second in outline()) {
        let (mut space, mut fresh) = (Space::new(), Space::new());
        space.replace(&first);
        space.replace(&second);
        fresh.replace(&second);
        prop_assert_eq!(space.shape(), fresh.shape());
    }

    #[test]
    fn a_path_keeps_its_pages(first in outline(), second in outline()) {
        let mut space = Space::new();
        space.replace(&first);
        let before = ids_of(&space);
        space.replace(&second);
        let after = ids_of(&space);
        for path in paths_of(&second) {
            let kept = before.get(&path).map_or(0, Vec::len).min(after[&path].len());
            prop_assert_eq!(&after[&path][..kept], before.get(&path).map_or(&[][..], |ids| &ids[..kept]));
        }
    }

    #[test]
    fn pages_made_by_hand_survive(first in outline(), second in outline(), below in prop::collection::vec(any::<prop::sample::Index>(), 1..5)) {
        let mut space = Space::new();
        space.replace(&[vec![page("p0.md", "")], first].concat());
        let like = space.paths()[0].clone();
        for (n, below) in (1..).zip(&below) {
            let all: Vec<_> = space.outline().walk().collect();
            space.write_below(Some(*below.get(&all)), n, &like);
        }
        space.replace(&second);
        let outline = space.outline();
        for n in 1..=below.len() {
            prop_assert!(outline.page(PageId(Uid([n as u8; 16]))).is_some());
        }
        let root = space.map;
        space.replace(&second);
        prop_assert_eq!(space.map, root);
    }
}
