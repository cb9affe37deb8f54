//! Changing files, variables and reusable contents, and putting pages back.

use quire_content::document::{Unresolved, parse};
use quire_content::edit::{
    Body, FileBytes, InsertFile, InsertReusable, Operation, Patch, RevertPage, UpdateFile, UpdatePage, UpdateReusable,
};
use quire_content::hash::Hash;
use quire_content::id::{FileId, PageId, ReusableId};
use quire_content::incoming::Variable;
use quire_content::map::Map;
use quire_content::record::{EntryKey, FileRecord, GitBlob, Origin, ReusableRecord, VariableRecord};
use quire_content::snapshot::ContentSnapshot;

use crate::edit::{Space, below, id, insert, new_page, titled, update};
use crate::support::apply;

fn bytes(text: &str) -> FileBytes {
    FileBytes {
        blob: Hash::of(text.as_bytes()),
        size: text.len() as u64,
        content_type: "image/png".to_owned(),
        dimensions: Some((3, 4)),
        oid: GitBlob::of("", text.as_bytes()).oid,
    }
}

fn whole(space: &Space) -> ContentSnapshot {
    ContentSnapshot::load(&space.map, &space.store).unwrap()
}

fn refused(space: &mut Space, operation: Operation<'_>) -> String {
    space.edit(&[operation]).unwrap_err().to_string()
}

#[test]
fn files() {
    let mut space = Space::new();
    let file = InsertFile { id: None, name: "a.png".to_owned(), bytes: bytes("a") };
    let edited = space.edit(&[Operation::InsertFile(file.clone())]).unwrap();
    let (file_id, record) = whole(&space).files[0].clone();
    assert_eq!(edited.files, [file_id]);
    assert_eq!((record.name.as_str(), record.dimensions, record.size), ("a.png", Some((3, 4)), 1));

    let git = Some(GitBlob { path: "x/a.png".to_owned(), ..GitBlob::of("", b"a") });
    let imported = FileRecord { git, ..record };
    let edits = [(EntryKey::File(file_id).to_bytes(), Some(imported.encode()))].into();
    space.map = apply(&mut space.store, space.map, edits);
    let change = |name: &str, text: &str| {
        Operation::UpdateFile(UpdateFile { file: file_id, name: Some(name.to_owned()), bytes: Some(bytes(text)) })
    };
    let before = space.map;
    space.edit(&[change("a.png", "a")]).unwrap();
    assert_eq!(space.map, before);
    space.edit(&[change("b.png", "bb")]).unwrap();
    let record = &whole(&space).files[0].1;
    assert_eq!((record.name.as_str(), record.size), ("b.png", 2));
    assert_eq!(record.git, Some(GitBlob::of("x/a.png", b"bb")));

    let taken = InsertFile { id: Some(file_id), ..file.clone() };
    assert_eq!(refused(&mut space, Operation::InsertFile(taken)), "changes[0].id: the identifier is taken");
    let nameless = InsertFile { name: String::new(), ..file };
    let message = refused(&mut space, Operation::InsertFile(nameless));
    assert_eq!(message, "changes[0].name: must be 1 to 256 characters long, not 0");
    space.edit(&[Operation::DeleteFile(file_id), Operation::DeleteFile(FileId(id(9).0))]).unwrap();
    assert!(whole(&space).files.is_empty());
    let gone = Operation::UpdateFile(UpdateFile { file: file_id, name: None, bytes: None });
    assert_eq!(refused(&mut space, gone), "changes[0].file: there is no such file");
}

#[test]
fn variables() {
    let mut space = Space::new();
    let set = |name: &str, value| Operation::SetVariable(name.to_owned(), value);
    let text = |text: &str| Variable::Text(text.to_owned());
    space.edit(&[set("a", text("x")), set("b_2", Variable::Number(1.0))]).unwrap();
    assert_eq!(whole(&space).variables["a"], VariableRecord(text("x"), Origin::Written));
    let imported = VariableRecord(text("y"), Origin::Imported).encode();
    let edits = [(EntryKey::Variable("a".to_owned()).to_bytes(), Some(imported))].into();
    space.map = apply(&mut space.store, space.map, edits);
    let before = space.map;
    space.edit(&[set("a", text("y"))]).unwrap();
    assert_eq!(space.map, before);
    space.edit(&[Operation::DeleteVariable("a".to_owned()), Operation::DeleteVariable("none".to_owned())]).unwrap();
    assert_eq!(whole(&space).variables.len(), 1);
    assert!(refused(&mut space, set("1", text(""))).starts_with("changes[0].variables: must have names"));
    assert_eq!(
        refused(&mut space, set("a", Variable::Number(f64::NAN))),
        "changes[0].variables: must be a finite number"
    );
    assert_eq!(
        refused(&mut space, set("a", text(&"x".repeat(257)))),
        "changes[0].variables: must be 0 to 256 characters long, not 257"
    );
    let many: Vec<_> = (0..500).map(|n| set(&format!("v{n}"), Variable::Bool(true))).collect();
    assert_eq!(space.edit(&many).unwrap_err().to_string(), "changes[499].variables: must be at most 500");
}

#[test]
fn reusable_contents() {
    let mut space = Space::new();
    let markdown = |text: &str| Body::Markdown(text.to_owned());
    let new = InsertReusable { id: None, title: "Part".to_owned(), body: markdown("One\n\nTwo\n") };
    let edited = space.edit(&[Operation::InsertReusable(new)]).unwrap();
    let content = edited.reusable[0];
    let record = |space: &Space| whole(space).reusable[0].1.clone();
    let text =
        |space: &Space, record: &ReusableRecord| String::from_utf8(space.store[&record.source].to_vec()).unwrap();
    assert_eq!(text(&space, &record(&space)), "One\n\nTwo\n");
    let change = |title: Option<&str>, body| {
        Operation::UpdateReusable(UpdateReusable { content, title: title.map(str::to_owned), body })
    };
    let before = space.map;
    space.edit(&[change(Some("Part"), Some(markdown("One\n\nTwo\n")))]).unwrap();
    assert_eq!(space.map, before);
    let document = parse("One\n\nThree\n", &Unresolved).document;
    space.edit(&[change(Some(" Other\n"), Some(Body::Document { document, resolve: &Unresolved }))]).unwrap();
    let now = record(&space);
    assert_eq!((now.title.as_str(), text(&space, &now).as_str()), ("Other", "One\n\nThree\n"));
    assert_eq!(now.updated_at, space.clock);
    space.edit(&[Operation::DeleteReusable(content)]).unwrap();
    let gone = Operation::UpdateReusable(UpdateReusable { content: ReusableId(id(9).0), title: None, body: None });
    assert_eq!(refused(&mut space, gone), "changes[0].reusableContent: there is no such reusable content");
}

fn revert(page: PageId, to: Map) -> Operation<'static> {
    Operation::RevertPage(RevertPage { page: page.into(), to })
}

/// `a` with `b` and `c` below it, `d`; and what comes of them by operations.
fn changed(operations: &[Operation<'_>]) -> (Space, Map) {
    let mut space = Space::new();
    let pages = [new_page(1, "A", "Text"), below(1, new_page(2, "B", "")), below(1, new_page(3, "C", ""))];
    space.edit(&pages.map(insert)).unwrap();
    space.edit(&[insert(new_page(4, "D", ""))]).unwrap();
    let before = space.map;
    space.edit(operations).unwrap();
    (space, before)
}

fn to(page: u128, into: Patch<u128>, at: usize) -> Operation<'static> {
    let into = match into {
        Patch::Set(n) => Patch::Set(id(n).into()),
        Patch::Clear => Patch::Clear,
        Patch::Keep => Patch::Keep,
    };
    update(UpdatePage { into, at: Some(at), ..UpdatePage::of(id(page)) })
}

#[test]
fn a_page_says_what_it_said() {
    let body = Some(Body::Markdown("# Other".to_owned()));
    let (mut space, before) = changed(&[update(UpdatePage { body, ..UpdatePage::of(id(1)) })]);
    space.edit(&[revert(id(1), before)]).unwrap();
    assert_eq!((space.page(id(1)).title.as_str(), space.text(id(1)).as_str()), ("A", "Text"));
    let now = space.map;
    space.edit(&[revert(id(1), before)]).unwrap();
    assert_eq!(space.map, now);
}

#[test]
fn a_page_stands_where_it_stood() {
    let (mut space, before) = changed(&[to(2, Patch::Clear, 0), to(3, Patch::Set(2), 0)]);
    assert_eq!(space.paths(), ["b", "b/c", "a", "d"]);
    space.edit(&[revert(id(2), before)]).unwrap();
    assert_eq!(space.paths(), ["a", "a/b", "a/b/c", "d"]);
    space.edit(&[revert(id(3), before)]).unwrap();
    assert_eq!(space.paths(), ["a", "a/b", "a/c", "d"]);
}

#[test]
fn deleted_pages_come_back_and_new_ones_go() {
    let (mut space, before) =
        changed(&[Operation::DeletePage(id(1).into()), insert(new_page(5, "A", "")), insert(new_page(6, "E", ""))]);
    space.edit(&[revert(id(1), before), revert(id(3), before), revert(id(6), before)]).unwrap();
    assert_eq!(space.paths(), ["a-1", "a-1/c", "d", "a"]);
    assert_eq!(space.text(id(1)), "Text");
    let edited = space.edit(&[revert(id(5), before), revert(id(2), before)]).unwrap();
    assert_eq!(space.paths(), ["a-1", "a-1/b", "a-1/c", "d"]);
    assert_eq!(edited.pages.len(), 2);
    assert_eq!(refused(&mut space, revert(id(5), before)), "changes[0].page: there is no such page");
}

#[test]
fn pages_below_one_that_goes_take_its_place() {
    let (mut space, before) = changed(&[
        insert(new_page(5, "E", "")),
        to(5, Patch::Clear, 1),
        insert(below(5, new_page(6, "D", "Kept"))),
        to(4, Patch::Set(5), 0),
    ]);
    assert_eq!(space.paths(), ["a", "a/b", "a/c", "e", "e/d-1", "e/d"]);
    let edited = space.edit(&[revert(id(5), before)]).unwrap();
    assert_eq!(space.paths(), ["a", "a/b", "a/c", "d-1", "d"]);
    assert_eq!(space.text(id(6)), "Kept");
    assert_eq!(edited.pages.len(), 3);
}

#[test]
fn a_page_whose_parent_is_gone_or_below_it_comes_to_the_root() {
    let (mut space, before) = changed(&[to(2, Patch::Clear, 0), to(1, Patch::Set(2), 0)]);
    space.edit(&[revert(id(2), before)]).unwrap();
    assert_eq!(space.paths(), ["b", "b/a", "b/a/c", "d"]);
    let (mut space, before) = changed(&[Operation::DeletePage(id(1).into())]);
    space.edit(&[revert(id(2), before)]).unwrap();
    assert_eq!(space.paths(), ["b", "d"]);
}

#[test]
fn places_that_are_one_get_apart() {
    let (mut space, _) = changed(&[]);
    for n in [1, 4] {
        space.patch(id(n), |page| page.order = "V".to_owned());
    }
    let between = [to(2, Patch::Clear, 1), insert(new_page(5, "E", ""))];
    space.edit(&between).unwrap();
    assert_eq!(space.paths(), ["a", "a/c", "b", "d", "e"]);
    space.patch(id(5), |page| page.order = "!".to_owned());
    let titled = update(UpdatePage { attributes: titled("F"), ..UpdatePage::of(id(5)) });
    space.edit(&[titled, to(4, Patch::Keep, 0)]).unwrap();
    assert_eq!(space.paths(), ["d", "e", "a", "a/c", "b"]);
}
