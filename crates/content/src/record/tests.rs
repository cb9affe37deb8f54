//! Tests of records and keys: round trips through their encoding, and refusal of invalid bytes.

use proptest::prelude::*;

use super::*;
use crate::hash::Hash;
use crate::id::{ConflictId, FileId, PageId, ReusableId, Uid};
use crate::incoming::Variable;

fn text() -> impl Strategy<Value = Option<String>> {
    prop::option::of("\\PC{0,8}")
}

fn flag() -> impl Strategy<Value = Option<bool>> {
    any::<Option<bool>>()
}

fn finite() -> impl Strategy<Value = f64> {
    prop::num::f64::NORMAL | prop::num::f64::ZERO
}

fn hash() -> impl Strategy<Value = Hash> {
    any::<[u8; 32]>().prop_map(Hash)
}

fn git() -> impl Strategy<Value = Option<GitBlob>> {
    prop::option::of((any::<[u8; 20]>(), "\\PC{0,8}").prop_map(|(oid, path)| GitBlob { oid, path }))
}

fn variable() -> impl Strategy<Value = Variable> {
    prop_oneof![
        "\\PC{0,8}".prop_map(Variable::Text),
        finite().prop_map(Variable::Number),
        any::<bool>().prop_map(Variable::Bool),
    ]
}

fn kind() -> impl Strategy<Value = PageKind> {
    prop_oneof![
        (hash(), any::<u32>(), any::<u32>()).prop_map(|(source, size, body_at)| PageKind::Document {
            source,
            size,
            body_at
        }),
        Just(PageKind::Group),
        "\\PC{0,8}".prop_map(|href| PageKind::Link { href }),
        "\\PC{0,8}".prop_map(|yaml| PageKind::Computed { yaml }),
    ]
}

fn layout() -> impl Strategy<Value = Layout> {
    let flags = prop::array::uniform7(flag());
    (text(), text(), flags).prop_map(|(width, cover_size, [a, b, c, d, e, f, g])| Layout {
        width,
        cover: a,
        cover_size,
        title: b,
        description: c,
        table_of_contents: d,
        outline: e,
        pagination: f,
        metadata: g,
    })
}

fn cover() -> impl Strategy<Value = Cover> {
    ("\\PC{0,8}", text(), finite()).prop_map(|(r#ref, ref_dark, y_pos)| Cover { r#ref, ref_dark, y_pos })
}

prop_compose! {
    fn page()(
        (parent, order, kind) in (any::<Option<[u8; 16]>>(), "[a-z]{1,5}", kind()),
        (title, nav_title, slug) in ("\\PC{0,8}", text(), "[a-z]{1,8}"),
        (emoji, icon, description, condition) in (text(), text(), text(), text()),
        (layout, cover) in (prop::option::of(layout()), prop::option::of(cover())),
        variables in prop::collection::btree_map("[a-z]{1,5}", variable(), 0..4),
        flags: [bool; 4],
        (git, created_at, updated_at, imported_at) in (git(), any::<i64>(), any::<i64>(), any::<i64>()),
        source_written_at: Option<i64>,
    ) -> PageRecord {
        let [hidden, no_index, no_robots_index, imported] = flags;
        PageRecord {
            parent: parent.map(|bytes| PageId(Uid(bytes))),
            order, kind, title, nav_title, slug, emoji, icon, description, layout, cover, variables, hidden, no_index,
            no_robots_index, condition, git, created_at, updated_at, imported, imported_at, source_written_at,
        }
    }
}

prop_compose! {
    fn file()(
        (name, content_type) in ("\\PC{0,8}", "\\PC{0,8}"),
        (size, dimensions) in (any::<u64>(), any::<Option<(u32, u32)>>()),
        (blob, git, created_at, updated_at) in (hash(), git(), any::<i64>(), any::<i64>()),
    ) -> FileRecord {
        FileRecord { name, content_type, size, dimensions, blob, git, created_at, updated_at }
    }
}

prop_compose! {
    fn reusable()(
        (title, source, body_at) in ("\\PC{0,8}", hash(), any::<u32>()),
        (git, created_at, updated_at) in (git(), any::<i64>(), any::<i64>()),
    ) -> ReusableRecord {
        ReusableRecord { title, source, body_at, git, created_at, updated_at }
    }
}

fn place() -> impl Strategy<Value = ConflictPlace> {
    prop_oneof![
        (hash(), any::<u32>(), any::<u32>()).prop_map(|(source, start, end)| ConflictPlace::Text {
            source,
            start,
            end
        }),
        "\\PC{0,8}".prop_map(|name| ConflictPlace::Field { field: Field::Variable { name } }),
        Just(ConflictPlace::Field { field: Field::Value }),
        Just(ConflictPlace::Whole),
        Just(ConflictPlace::Tree),
    ]
}

prop_compose! {
    fn conflict()(
        (subject, place) in (any::<Vec<u8>>(), place()),
        (base, main, change) in (prop::option::of(hash()), prop::option::of(hash()), prop::option::of(hash())),
        (sources, blobs) in (prop::collection::vec(hash(), 0..3), prop::collection::vec(hash(), 0..3)),
        is_of_saves: bool,
    ) -> ConflictRecord {
        ConflictRecord { subject, place, base, main, change, sources, blobs, is_of_saves }
    }
}

fn placements() -> impl Strategy<Value = Placements> {
    let placement = (any::<[u8; 16]>(), any::<Option<[u8; 16]>>(), "[a-z]{1,5}").prop_map(|(page, parent, order)| {
        let id = |bytes| PageId(Uid(bytes));
        Placement { page: id(page), parent: parent.map(id), order }
    });
    prop::collection::vec(placement, 0..4).prop_map(|pages| Placements { pages })
}

fn key() -> impl Strategy<Value = EntryKey> {
    prop_oneof![
        any::<[u8; 16]>().prop_map(|id| EntryKey::Page(PageId(Uid(id)))),
        any::<[u8; 16]>().prop_map(|id| EntryKey::File(FileId(Uid(id)))),
        any::<[u8; 16]>().prop_map(|id| EntryKey::Reusable(ReusableId(Uid(id)))),
        "\\PC{0,8}".prop_map(EntryKey::Variable),
        "\\PC{0,8}".prop_map(EntryKey::Meta),
        "\\PC{0,8}".prop_map(EntryKey::Aside),
        any::<[u8; 16]>().prop_map(|id| EntryKey::Conflict(ConflictId(Uid(id)))),
    ]
}

proptest! {
    #[test]
    fn records_and_back(
        page in page(), file in file(), reusable in reusable(), variable in variable(), imported: bool, source in hash(),
    ) {
        let origin = if imported { Origin::Imported } else { Origin::Written };
        let variable = VariableRecord(variable, origin);
        let meta = MetaRecord { source, dead: None };
        prop_assert_eq!(&PageRecord::decode(&page.encode())?, &page);
        prop_assert_eq!(&FileRecord::decode(&file.encode())?, &file);
        prop_assert_eq!(&ReusableRecord::decode(&reusable.encode())?, &reusable);
        prop_assert_eq!(&VariableRecord::decode(&variable.encode())?, &variable);
        prop_assert_eq!(&MetaRecord::decode(&meta.encode())?, &meta);
    }

    #[test]
    fn conflicts_and_back(conflict in conflict(), placements in placements(), bytes: Vec<u8>) {
        prop_assert_eq!(&ConflictRecord::decode(&conflict.encode())?, &conflict);
        prop_assert_eq!(&Placements::decode(&placements.encode())?, &placements);
        let refers = References::of(&EntryKey::Conflict(conflict.id()).to_bytes(), &conflict.encode());
        let sides = [conflict.base, conflict.main, conflict.change].into_iter().flatten();
        prop_assert!(sides.chain(conflict.sources).all(|object| refers.objects.contains(&object)));
        prop_assert_eq!(refers.blobs, conflict.blobs);
        let _ = ConflictRecord::decode(&bytes);
    }

    #[test]
    fn keys_and_back(key in key()) {
        prop_assert_eq!(EntryKey::parse(&key.to_bytes()), Some(key));
    }

    #[test]
    fn nonsense_is_refused_without_a_panic(bytes: Vec<u8>, page in page(), at: prop::sample::Index, byte: u8) {
        let mut broken = page.encode();
        let at = at.index(broken.len());
        broken[at] = byte;
        for bytes in [&bytes, &broken] {
            let _ = PageRecord::decode(bytes);
            let _ = FileRecord::decode(bytes);
            let _ = ReusableRecord::decode(bytes);
            let _ = VariableRecord::decode(bytes);
            let _ = MetaRecord::decode(bytes);
            let _ = EntryKey::parse(bytes);
        }
    }
}

#[test]
fn what_has_its_default_takes_no_space() {
    let page = PageRecord {
        parent: None,
        order: "V".to_owned(),
        kind: PageKind::Group,
        title: "T".to_owned(),
        nav_title: None,
        slug: "t".to_owned(),
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
        created_at: 1,
        updated_at: 2,
        imported: false,
        imported_at: 0,
        source_written_at: None,
    };
    // Six fields: {1: "V", 2: [1, {}], 3: "T", 5: "t", 17: 1, 18: 2}.
    let bytes = [0xa6, 1, 0x61, b'V', 2, 0x82, 1, 0xa0, 3, 0x61, b'T', 5, 0x61, b't', 17, 1, 18, 2];
    assert_eq!(page.encode(), bytes);
    assert_eq!(PageRecord::decode(&bytes).unwrap(), page);
}

#[test]
fn fields_of_a_newer_version_are_skipped() {
    let record = MetaRecord { source: Hash([7; 32]), dead: None };
    let mut bytes = record.encode();
    assert_eq!(bytes[0], 0xa1);
    bytes[0] = 0xa2;
    // 200: {0: [1, "x"]}
    bytes.extend_from_slice(&[0x18, 200, 0xa1, 0, 0x82, 1, 0x61, b'x']);
    assert_eq!(MetaRecord::decode(&bytes).unwrap(), record);
    bytes.push(0);
    assert!(MetaRecord::decode(&bytes).is_err());
}

#[test]
fn unknown_keys_have_no_meaning() {
    for key in [&b"page/short"[..], b"pages", b"", b"other/x", b"var/\xff"] {
        assert_eq!(EntryKey::parse(key), None);
    }
}

#[test]
fn git_names_of_bytes() {
    let name = |bytes| GitBlob::of("a", bytes).oid.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert_eq!(name(b""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
    assert_eq!(name(b"hello\n"), "ce013625030ba8dba906f756967f9e9ca394464a");
}
