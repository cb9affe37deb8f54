//! What comes in goes out: content that was imported, as a directory again.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};
use std::sync::Arc;

use proptest::prelude::*;
use quire_content::hash::Hash;
use quire_content::id::{FileId, PageId, ReusableId, Uid};
use quire_content::import::{Absent, Options, import};
use quire_content::incoming::{Aside, File, Incoming, Node, NodeKind, Variable};
use quire_content::map::{Key, Map, Value};
use quire_content::objects::Draft;
use quire_content::record::{
    EntryKey, FileRecord, GitBlob, Origin, PageKind, PageRecord, ReusableRecord, VariableRecord,
};
use quire_content::snapshot::ContentSnapshot;
use quire_convert::{Archive, Counts, Existing, Folder, FolderError, Limits, Source, Tree, Zip, export, page};

use crate::support::{Memory, directory, line, print};

pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// A space without a database.
pub(crate) struct Space {
    pub(crate) map: Map,
    pub(crate) objects: BTreeMap<Hash, Arc<[u8]>>,
    blobs: BTreeMap<Hash, Vec<u8>>,
    pub(crate) ids: u128,
}

impl Space {
    pub(crate) fn new() -> Self {
        let nothing = BTreeMap::new();
        let mut draft = Draft::new(&nothing);
        let map = Map::empty(&mut draft);
        Self { map, objects: draft.into_new(), blobs: BTreeMap::new(), ids: 0 }
    }

    pub(crate) fn of(files: &Files) -> Self {
        let mut space = Self::new();
        space.import(files);
        space
    }

    fn import(&mut self, files: &Files) {
        let tree = Memory::new(files.clone());
        let directory = directory(&tree).unwrap();
        let mut stored = |path: &str| {
            let mut bytes = Vec::new();
            tree.open(path).unwrap().read_to_end(&mut bytes).unwrap();
            let (blob, size) = (Hash::of(&bytes), bytes.len() as u64);
            self.blobs.insert(blob, bytes);
            (blob, size)
        };
        let file = |file: &quire_convert::File| {
            let (blob, size) = stored(&file.tree_path);
            let (name, content_type) = (file.path.clone(), "x/y".to_owned());
            File { path: file.path.clone(), name, content_type, size, dimensions: None, blob, oid: [0; 20] }
        };
        let files = directory.files.iter().map(file).collect();
        let asides = directory.asides.iter().map(|aside| {
            let (blob, size) = stored(&aside.tree_path);
            (aside.path.clone(), Aside { blob, size })
        });
        let asides = asides.collect();
        let incoming = Incoming {
            outline: directory.outline,
            files,
            reusable: directory.reusable,
            variables: directory.variables,
            meta: directory.meta,
            asides,
            written: directory.written,
            origins: directory.origins,
            dead: directory.dead,
        };
        self.take_in(&incoming, Absent::Delete);
    }

    fn take_in(&mut self, incoming: &Incoming, absent: Absent) {
        let mut draft = Draft::new(&self.objects);
        let mut ids = || {
            self.ids += 1;
            Uid(self.ids.to_be_bytes())
        };
        let imported = import(self.map, &mut draft, incoming, Options { absent, now: 1 }, &mut ids).unwrap();
        self.map = imported.map;
        let new = draft.into_new();
        self.objects.extend(new);
    }

    fn edit(&mut self, edits: BTreeMap<Key, Option<Value>>) {
        let mut draft = Draft::new(&self.objects);
        self.map = self.map.apply(&mut draft, edits).unwrap();
        let new = draft.into_new();
        self.objects.extend(new);
    }

    fn set(&mut self, key: &EntryKey, record: Value) {
        self.edit([(key.to_bytes(), Some(record))].into());
    }

    pub(crate) fn whole(&self) -> ContentSnapshot {
        ContentSnapshot::load(&self.map, &self.objects).unwrap()
    }

    /// The page of this title.
    pub(crate) fn find(&self, title: &str) -> (PageId, PageRecord) {
        let outline = self.whole().outline;
        let titled = |id: &PageId| outline.page(*id).unwrap().title == title;
        let id = outline.walk().find(titled).unwrap();
        (id, outline.page(id).unwrap().clone())
    }

    fn change(&mut self, title: &str, change: impl FnOnce(&mut PageRecord)) {
        let (id, mut page) = self.find(title);
        change(&mut page);
        self.set(&EntryKey::Page(id), page.encode());
    }

    /// A page that somebody wrote here.
    fn write_page(&mut self, parent: Option<PageId>, title: &str, kind: PageKind) -> PageId {
        self.ids += 1;
        let id = PageId(Uid(self.ids.to_be_bytes()));
        let page = PageRecord {
            parent,
            order: format!("zz{:08}", self.ids),
            kind,
            title: title.to_owned(),
            nav_title: None,
            slug: quire_content::slug::slug(title),
            emoji: None,
            icon: None,
            description: None,
            layout: None,
            cover: None,
            variables: BTreeMap::new(),
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
        self.set(&EntryKey::Page(id), page.encode());
        id
    }

    fn write_document(&mut self, parent: Option<PageId>, title: &str) -> PageId {
        let source = format!("# {title}\n").into_bytes();
        let kind = PageKind::Document { source: Hash::of(&source), size: 0, body_at: 0 };
        self.objects.insert(Hash::of(&source), source.into());
        self.write_page(parent, title, kind)
    }

    pub(crate) fn export(&self) -> Files {
        let export = export(&self.whole(), &self.objects).unwrap();
        assert_eq!(export.warnings, []);
        export.files.into_iter().map(|file| (file.path, self.bytes(&file.source))).collect()
    }

    fn bytes(&self, source: &Source) -> Vec<u8> {
        match source {
            Source::Text(bytes) => bytes.to_vec(),
            Source::Object(hash) => self.objects[hash].to_vec(),
            Source::Page(hash, placed) => {
                placed.relinked(&self.objects[hash]).unwrap_or_else(|| self.objects[hash].to_vec())
            }
            Source::Blob(hash) => self.blobs[hash].clone(),
        }
    }

    /// The archive, taken out of its writer in pieces.
    fn zip(&self) -> Vec<u8> {
        let mut zip = Zip::new().unwrap();
        let mut out = Vec::new();
        for (path, bytes) in self.export() {
            zip.start(&path, bytes.len() as u64).unwrap();
            for piece in bytes.chunks(1000) {
                zip.write(piece).unwrap();
                out.extend(zip.take());
            }
        }
        out.extend(zip.finish().unwrap());
        out
    }
}

pub(crate) fn files<B: AsRef<[u8]>>(files: impl IntoIterator<Item = (&'static str, B)>) -> Files {
    files.into_iter().map(|(path, bytes)| (path.to_owned(), bytes.as_ref().to_vec())).collect()
}

/// Files given as text, each below a line `== path`.
pub(crate) fn text(text: &str) -> Files {
    let tree = Memory::text(text);
    read_all(&tree)
}

fn read_all(tree: &dyn Tree) -> Files {
    let read = |path: &str| {
        let mut bytes = Vec::new();
        tree.open(path).unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    };
    tree.entries().iter().map(|entry| (entry.path.clone(), read(&entry.path))).collect()
}

#[track_caller]
fn check_untouched(files: &Files) {
    let mut space = Space::of(files);
    assert_eq!(space.export(), *files);
    let root = space.map;
    space.import(files);
    assert_eq!(space.map, root, "importing again changes something");
}

/// What an export has that the import had not, or has otherwise: as text, or as a remark.
fn difference(before: &Files, after: &Files) -> String {
    let mut out = String::new();
    for (path, bytes) in after.iter().filter(|(path, bytes)| before.get(*path) != Some(bytes)) {
        out.push_str(&format!("== {path}\n{}", String::from_utf8_lossy(bytes)));
    }
    for path in before.keys().filter(|path| !after.contains_key(*path)) {
        out.push_str(&format!("-- {path}\n"));
    }
    out
}

#[track_caller]
pub(crate) fn check_difference(before: &Files, space: &Space, expected: &str) {
    assert_eq!(difference(before, &space.export()), expected.trim_start());
}

#[test]
fn all_that_a_directory_can_hold() {
    let summary = "\u{feff}# Contents\r\n\r\nSome words.\r\n\r\n* [Start](README.md)\r\n* [Start again](README.md)\r\n\
                   \t* [Space](a%20b.md \"tip\")\r\n* [Percent](100%2525.md)\r\n* [Gone](gone.md)\r\n\
                   * [Out](https://a.b)\r\n* ```yaml\r\n  type: x\r\n  ```\r\n* Group\r\n  * [Hidden](hidden.md)\r\n\
                   ## Part\r\n* [Café](cafe\u{301}.md)\r\n* [Café](caf\u{e9}.md)";
    check_untouched(&files([
        ("SUMMARY.md", summary.as_bytes()),
        ("README.md", b"\xef\xbb\xbf# Start\r\n\r\ntext without an end"),
        ("a b.md", b"\xff\xfe not UTF-8"),
        ("100%25.md", b""),
        ("100%.md", b"literal"),
        ("hidden.md", b"---\nhidden: true\n---\n"),
        ("cafe\u{301}.md", b"decomposed"),
        ("caf\u{e9}.md", b"composed"),
        ("not-named.md", b"# Draft"),
        ("summary.md", b"another"),
        (".gitbook.yaml", b"# nothing\n"),
        (".gitbook.yml", b"structure: x"),
        (".gitbook/vars.yaml", b"# mine\na:   1\nb: [left, out]\n"),
        (".gitbook/tags.yaml", b"- a"),
        (".gitbook/includes/note.md", b"---\ntitle: Note\n---\nx"),
        (".gitbook/includes/deep/note.md", b"y"),
        (".gitbook/assets/p.png", b"\x89PNG"),
        (".gitbook/assets/same.png", b"\x89PNG"),
        (".github/workflows/x.yml", b"on: push"),
        ("Makefile", b"all:\n\ttrue\n"),
        ("empty", b""),
    ]));
}

#[test]
fn a_root_below_the_top() {
    check_untouched(&files([
        (".gitbook.yaml", b"root: ./docs/\nstructure:\n  summary: in/TOC.md\n  readme: x.md\n".as_slice()),
        ("docs/in/TOC.md", b"* [A](../a.md)\n"),
        ("docs/a.md", b"# A"),
        ("docs/SUMMARY.md", b"no contents"),
        ("docs/.gitbook.yaml", b"root: x"),
        ("docs/.gitbook.yml", b"root: y"),
        ("docs/.gitbook/vars.yaml", b"a: 1"),
        ("docs/.gitbook/includes/i.md", b"i"),
        ("README.md", b"# Not the docs"),
        (".gitbook/vars.yaml", b"not: here"),
        ("src/main.rs", b"fn main() {}"),
    ]));
}

#[test]
fn folders_without_a_table_of_contents() {
    check_untouched(&text("== b/c/d.md\n# D\n== b/README.md\n== a.md\n---\ntitle: Other\n---\n== b/c/p.png\nx\n"));
    check_untouched(&text("== .gitbook.yml\nroot: d\n== d/readme.md\n== d/e/f.md\n"));
    check_untouched(&Files::new());
}

#[test]
fn a_table_of_contents_among_the_includes() {
    let yaml = "structure:\n  summary: .gitbook/includes/toc.md\n";
    check_untouched(&files([(".gitbook.yaml", yaml), (".gitbook/includes/toc.md", "* [A](/a.md)\n"), ("a.md", "")]));
}

fn small() -> Files {
    text(
        "
== .gitbook.yaml
root: docs
== docs/SUMMARY.md
* [A](a.md) <!-- first -->
* [B](b/README.md)
== docs/a.md
# A
== docs/b/README.md
# B
== docs/.gitbook/vars.yaml
x: 1 # one
== docs/.gitbook/assets/p.png
png
== LICENSE
free
",
    )
}

#[test]
fn what_is_edited_is_all_that_changes() {
    let before = small();
    let mut space = Space::of(&before);
    let source = b"# A\n\nmore\n".to_vec();
    let kind = PageKind::Document { source: Hash::of(&source), size: 0, body_at: 0 };
    space.objects.insert(Hash::of(&source), source.into());
    space.change("A", |page| page.kind = kind);
    check_difference(&before, &space, "== docs/a.md\n# A\n\nmore\n");
}

#[test]
fn what_is_moved_or_renamed_is_in_the_table_of_contents() {
    let before = small();
    let mut space = Space::of(&before);
    let (b, _) = space.find("B");
    space.change("A", |page| page.parent = Some(b));
    space.change("B", |page| page.title = "The *B*".to_owned());
    let expected = "== docs/SUMMARY.md\n# Table of contents\n\n* [The \\*B\\*](b/README.md)\n  * [A](a.md)\n";
    check_difference(&before, &space, expected);
}

#[test]
fn what_is_written_here_gets_paths() {
    let before = small();
    let mut space = Space::of(&before);
    let (b, _) = space.find("B");
    space.write_document(Some(b), "Über uns");
    space.write_document(None, "A");
    let group = space.write_page(None, "Group", PageKind::Group);
    let parent = space.write_document(Some(group), "Parent");
    space.write_document(Some(parent), "README");
    space.write_page(Some(parent), "Out", PageKind::Link { href: "https://a.b".to_owned() });
    space.set(&EntryKey::Variable("z".to_owned()), VariableRecord(Variable::Bool(true), Origin::Written).encode());
    for name in ["p.png", "P.PNG", "a/../b"] {
        space.ids += 1;
        let blob = Hash::of(name.as_bytes());
        space.blobs.insert(blob, b"x\n".to_vec());
        let file = FileRecord {
            name: name.to_owned(),
            content_type: String::new(),
            size: 1,
            dimensions: None,
            blob,
            git: None,
            created_at: 1,
            updated_at: 1,
        };
        space.set(&EntryKey::File(FileId(Uid(space.ids.to_be_bytes()))), file.encode());
    }
    let note = ReusableRecord {
        title: "A Note".to_owned(),
        source: Hash::of(b"# A\n"),
        body_at: 0,
        git: None,
        created_at: 1,
        updated_at: 1,
    };
    space.set(&EntryKey::Reusable(ReusableId(Uid([1; 16]))), note.encode());
    check_difference(
        &before,
        &space,
        "
== docs/.gitbook/assets/P-2.PNG
x
== docs/.gitbook/assets/a-..-b
x
== docs/.gitbook/assets/p-1.png
x
== docs/.gitbook/includes/a-note.md
# A
== docs/.gitbook/vars.yaml
x: 1
z: true
== docs/SUMMARY.md
# Table of contents

* [A](a.md)
* [B](b/README.md)
  * [Über uns](b/über-uns.md)
* [A](a-1.md)

## Group

* [Parent](group/parent/README.md)
  * [README](group/parent/readme-1.md)
  * [Out](https://a.b)
== docs/a-1.md
# A
== docs/b/über-uns.md
# Über uns
== docs/group/parent/README.md
# Parent
== docs/group/parent/readme-1.md
# README
",
    );
}

#[test]
fn a_space_that_was_written_here() {
    let mut space = Space::new();
    let start = space.write_document(None, "Welcome");
    space.write_document(Some(start), "Next");
    check_difference(
        &Files::new(),
        &space,
        "
== README.md
# Welcome
== SUMMARY.md
# Table of contents

* [Welcome](README.md)
  * [Next](welcome/next.md)
== welcome/next.md
# Next
",
    );
}

#[test]
fn entries_that_share_a_page_part_when_one_is_edited() {
    let before = text("== SUMMARY.md\n* [A](a.md)\n* [Again](a.md)\n== a.md\n# A\n");
    let mut space = Space::of(&before);
    let whole = space.whole();
    let second = whole.outline.roots()[1];
    let source = b"# B\n".to_vec();
    let kind = PageKind::Document { source: Hash::of(&source), size: 0, body_at: 0 };
    space.objects.insert(Hash::of(&source), source.into());
    let record = PageRecord { kind, ..whole.outline.page(second).unwrap().clone() };
    space.set(&EntryKey::Page(second), record.encode());
    let expected = "== SUMMARY.md\n# Table of contents\n\n* [A](a.md)\n* [Again](a-1.md)\n== a-1.md\n# B\n";
    check_difference(&before, &space, expected);
}

#[test]
fn a_page_that_was_added_to_an_import() {
    let before = text("== SUMMARY.md\n* [A](a.md)\n== a.md\n# A\n");
    let mut space = Space::of(&before);
    for name in ["summary.md", "notes.txt"] {
        let added = page(name, b"# Added\n".to_vec(), &Limits::default()).unwrap();
        space.take_in(&Incoming { outline: added.outline, ..Incoming::default() }, Absent::Keep);
    }
    let expected = "== SUMMARY.md\n# Table of contents\n\n* [A](a.md)\n* [Added](summary.md)\n* [Added](added-1.md)\n\
                    == added-1.md\n# Added\n== summary.md\n# Added\n";
    check_difference(
        &before,
        &space,
        &expected.replace("[Added](summary.md)", "[Summary](summary.md)").replace("[Added](added", "[Notes](added"),
    );
}

#[test]
fn paths_that_lead_elsewhere_are_not_written() {
    let mut space = Space::of(&text("== SUMMARY.md\n* [A](a.md)\n== a.md\n# A\n"));
    for path in ["../a.md", "/a.md", ".Git/hooks/x.md", "a\\b.md", "C:a.md"] {
        space.change("A", |page| page.git = Some(GitBlob { oid: [0; 20], path: path.to_owned() }));
        let paths: Vec<String> = space.export().into_keys().collect();
        assert_eq!(paths, ["README.md", "SUMMARY.md"], "{path}");
    }
}

#[test]
fn what_is_counted() {
    let export = |space: &Space| export(&space.whole(), &space.objects).unwrap().counts;
    assert_eq!(export(&Space::of(&small())), Counts { pages: 2, files: 1, reusable: 0, others: 4 });
}

#[test]
fn an_archive_has_the_same_bytes_each_time_and_is_imported_as_it_is() {
    let mut before = small();
    before.insert("docs/ü.png".to_owned(), b"\x89PNG".repeat(1000));
    before.insert("docs/zeros".to_owned(), vec![0; 3 << 20]);
    let space = Space::of(&before);
    assert_eq!(space.zip(), space.zip());
    let archive = Archive::open(Cursor::new(space.zip()), &Limits::default()).unwrap();
    assert_eq!(read_all(&archive), before);
    assert!(archive.warnings().list.is_empty());

    let below_one_folder = text("== guide/a.md\n== guide/b.md\n");
    let archive = Archive::open(Cursor::new(Space::of(&below_one_folder).zip()), &Limits::default()).unwrap();
    assert_eq!(read_all(&archive), below_one_folder);
}

#[test]
fn a_folder_is_filled_or_refused() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("new/folder");
    let space = Space::of(&small());
    let folder = Folder::open(&target, Existing::Refuse).unwrap();
    for (path, bytes) in space.export() {
        assert_eq!(folder.write(&path, &mut bytes.as_slice()).unwrap(), bytes.len() as u64);
    }
    let disk = quire_convert::Disk::open(&target, &Limits::default()).unwrap();
    assert_eq!(read_all(&disk), small());

    let twice = folder.write("docs/a.md", &mut b"".as_slice()).unwrap_err();
    assert!(matches!(twice, FolderError::Twice { .. }), "{twice}");
    assert!(matches!(Folder::open(&target, Existing::Refuse), Err(FolderError::NotEmpty(_))));
    let again = Folder::open(&target, Existing::Replace).unwrap();
    again.write("docs/a.md", &mut b"new".as_slice()).unwrap();
    assert_eq!(std::fs::read(target.join("docs/a.md")).unwrap(), b"new");
    for path in ["../x", "/x", "a/../../x", ".git/config"] {
        assert!(matches!(again.write(path, &mut b"".as_slice()), Err(FolderError::Unsafe { .. })), "{path}");
    }
    assert!(matches!(again.write("docs/a.md/x", &mut b"".as_slice()), Err(FolderError::NotAFolder { .. })));
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("a.md"), "before").unwrap();
    let folder = Folder::open(dir.path(), Existing::Replace).unwrap();
    let error = folder.write("a.md", &mut b"after".chain(Broken)).unwrap_err();
    assert!(matches!(error, FolderError::Source { .. }), "{error}");
    let disk = quire_convert::Disk::open(dir.path(), &Limits::default()).unwrap();
    assert_eq!(read_all(&disk), files([("a.md", "before")]));
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let (outside, dir) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(outside.path().join("a.md"), "before").unwrap();
    std::os::unix::fs::symlink(outside.path(), dir.path().join("docs")).unwrap();
    std::os::unix::fs::symlink(outside.path().join("a.md"), dir.path().join("a.md")).unwrap();
    let folder = Folder::open(dir.path(), Existing::Replace).unwrap();
    let error = folder.write("docs/a.md", &mut b"after".as_slice()).unwrap_err();
    assert!(matches!(error, FolderError::NotAFolder { .. }), "{error}");
    folder.write("a.md", &mut b"after".as_slice()).unwrap();
    assert_eq!(std::fs::read(outside.path().join("a.md")).unwrap(), b"before");
}

fn path() -> impl Strategy<Value = String> {
    let folder = prop::sample::select(vec![
        "",
        "",
        "docs/",
        "docs/",
        "docs/b/",
        "x/",
        ".gitbook/",
        ".gitbook/includes/",
        "docs/.gitbook/includes/",
        "docs/.gitbook/",
        "B/",
    ]);
    let name = prop::sample::select(vec![
        "a.md",
        "A.md",
        "README.md",
        "readme.md",
        "b.md",
        "b",
        "a b.md",
        "a%20b.md",
        "100%.md",
        "C#.md",
        "q?.md",
        "(x).md",
        "e\u{301}.md",
        "\u{e9}.md",
        "x.png",
        "SUMMARY.md",
        "summary.md",
        "vars.yaml",
        "tags.yaml",
        ".gitbook.yaml",
        ".gitbook.yml",
        ".hidden.md",
        "x.markdown",
        "[1].md",
        "\u{a0}.md",
    ]);
    (folder, name).prop_map(|(folder, name)| format!("{folder}{name}"))
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let some: [&[u8]; 9] = [
        b"",
        b"# A\n",
        b"# A",
        b"\xef\xbb\xbf# B\r\n\r\nx",
        b"\xff\xfe",
        b"---\ntitle: T\nhidden: true\n---\n\nx\n",
        b"---\r\nbroken: [\r\n---\r\n",
        b"# A\n",
        b"  \n",
    ];
    prop::sample::select(some.to_vec()).prop_map(<[u8]>::to_vec)
}

fn entry() -> impl Strategy<Value = String> {
    let page = (0..4usize, path()).prop_map(|(depth, path)| format!("{}* [T]({path})", "  ".repeat(depth)));
    let encoded = path().prop_map(|path| format!("- [ T  t ](<{path}>)"));
    let computed = Just("* ```yaml\n  a: 1\n\n   b\n  ```".to_owned());
    prop_oneof![4 => page, 2 => encoded, 2 => line(), 1 => computed, 1 => Just("## G".to_owned())]
}

fn directories() -> impl Strategy<Value = Files> {
    let configuration = prop::sample::select(vec![
        None,
        None,
        Some(".gitbook.yaml: root: docs"),
        Some(".gitbook.yml: root: ./docs/"),
        Some(".gitbook.yaml: structure: {summary: b.md, readme: a.md}"),
        Some(".gitbook.yaml: {root: docs, structure: {summary: b/SUMMARY.md}}"),
        Some(".gitbook.yaml: structure: {summary: .gitbook.yml}"),
    ]);
    let summary = prop::option::of((prop::collection::vec(entry(), 0..12), prop::sample::select(vec!["\n", "\r\n"])));
    let files = prop::collection::btree_map(path(), bytes(), 0..14);
    let vars = prop::sample::select(vec!["", "a: 1\n", "a: x # y\r\nb: true", "a: [1]\n1: 2\n"]);
    (configuration, summary, files, vars).prop_map(|(configuration, summary, mut files, vars)| {
        for (path, bytes) in &mut files {
            if path.ends_with(".yaml") || path.ends_with(".yml") {
                *bytes = if path.ends_with("vars.yaml") { vars.into() } else { Vec::new() };
            }
        }
        let mut root = "";
        if let Some((path, text)) = configuration.and_then(|all| all.split_once(": ")) {
            files.remove(".gitbook.yaml");
            files.insert(path.to_owned(), text.as_bytes().to_vec());
            if text.contains("docs") {
                root = "docs/";
                files.insert("docs/one.png".to_owned(), Vec::new());
            }
        }
        if let Some((lines, end)) = summary {
            files.insert(format!("{root}SUMMARY.md"), lines.join(end).into_bytes());
        }
        without_files_as_folders(files)
    })
}

fn without_files_as_folders(files: Files) -> Files {
    let paths: Vec<String> = files.keys().cloned().collect();
    let is_folder = |path: &str| paths.iter().any(|other| other.starts_with(&format!("{path}/")));
    files.into_iter().filter(|(path, _)| !is_folder(path)).collect()
}

/// A title as it is shown: blanks in a row are one.
fn title() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "a",
        "B c",
        "[",
        "](",
        ")",
        "<",
        ">",
        "<!--",
        "-->",
        "\\",
        "`",
        "```",
        "~~~",
        "*",
        "_",
        "#",
        "&amp;",
        "&",
        "!",
        ":",
        "https://x.y",
        "http",
        "---",
        "1. ",
        "- ",
        "\"",
        "<a id=\"x\">",
        "é",
        "🚀",
        "\u{a0}",
        "|",
        "{% x %}",
        "=",
    ]);
    prop::collection::vec(part, 1..5).prop_map(|parts| {
        let title = parts.concat().split_whitespace().collect::<Vec<_>>().join(" ");
        if title.is_empty() { "x".to_owned() } else { title }
    })
}

fn kind() -> impl Strategy<Value = NodeKind> {
    let href = prop::sample::select(vec![
        "https://a.b",
        "http://a.b/(c)?d=[e]&f=g#h",
        "https://a.b/ c",
        "mailto:a@b.c",
        "https://)<>\\&amp;\"'",
        "https://x\ny",
    ]);
    let yaml = prop::sample::select(vec![
        "",
        "a: 1\n",
        "a:\n  - b\n\n  - c\n",
        "```\n",
        "  ````x\n~~~\n",
        "* x\n# y\n",
        "\n\n",
    ]);
    prop_oneof![
        Just(NodeKind::Group),
        href.prop_map(|href| NodeKind::Link { href: href.to_owned() }),
        yaml.prop_map(|yaml| NodeKind::Computed { yaml: yaml.to_owned() }),
        path().prop_map(|path| NodeKind::Page { path: path + ".md", source: Vec::new() }),
        path().prop_map(|path| NodeKind::Page { path: path + ".md", source: Vec::new() }),
    ]
}

proptest! {
    #[test]
    fn untouched_directories_come_out_as_they_went_in(files in directories()) {
        check_untouched(&files);
    }

    #[test]
    fn a_changed_outline_is_read_as_it_is(entries in prop::collection::vec((0..4usize, title(), kind()), 1..20), config in any::<bool>()) {
        let mut space = if config {
            Space::of(&files([(".gitbook.yaml", "root: d\nstructure: {summary: e/f.md}"), ("d/x.png", "")]))
        } else {
            Space::new()
        };
        let mut open: Vec<PageId> = Vec::new();
        let mut expected = String::new();
        for (depth, title, kind) in entries {
            open.truncate(depth);
            let (kind, git) = match kind {
                NodeKind::Group => (PageKind::Group, None),
                NodeKind::Link { href } => (PageKind::Link { href }, None),
                NodeKind::Computed { yaml } => (PageKind::Computed { yaml }, None),
                NodeKind::Page { path, .. } => (PageKind::Document { source: Hash::of(b""), size: 0, body_at: 0 }, Some(path)),
            };
            space.objects.insert(Hash::of(b""), [].into());
            expected.push_str(&format!("{}{title} {kind:?}\n", " ".repeat(open.len())));
            let id = space.write_page(open.last().copied(), &title, kind);
            if let Some(path) = git {
                let whole = space.whole();
                let record = PageRecord { git: Some(GitBlob { oid: [0; 20], path }), ..whole.outline.page(id).unwrap().clone() };
                space.set(&EntryKey::Page(id), record.encode());
            }
            open.push(id);
        }
        let exported = Memory::new(space.export());
        let read = directory(&exported).unwrap();
        let mut found = String::new();
        show(&read.outline, 0, &mut found);
        prop_assert_eq!(found, expected, "{}", print(&read));
    }
}

fn show(nodes: &[Node], depth: usize, out: &mut String) {
    for node in nodes {
        let kind = match &node.kind {
            NodeKind::Group => PageKind::Group,
            NodeKind::Link { href } => PageKind::Link { href: href.clone() },
            NodeKind::Computed { yaml } => PageKind::Computed { yaml: yaml.clone() },
            NodeKind::Page { source, .. } => PageKind::Document { source: Hash::of(source), size: 0, body_at: 0 },
        };
        out.push_str(&format!("{}{} {kind:?}\n", " ".repeat(depth), node.title));
        show(&node.children, depth + 1, out);
    }
}
