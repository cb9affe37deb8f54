//! What is told of the difference of two contents.

use quire_content::changes::{Change, PageAttribute, changes};
use quire_content::document::{Unresolved, parse};
use quire_content::edit::{
    Attributes, Body, FileBytes, InsertFile, InsertPage, InsertReusable, NewPage, Operation, Patch, UpdateFile,
    UpdatePage, UpdateReusable,
};
use quire_content::hash::Hash;
use quire_content::id::{FileId, ReusableId};
use quire_content::incoming::Variable;
use quire_content::record::Layout;

use crate::edit::{Space, below, id, insert, new_page, titled, update};

/// What operations change of a page with a heading, a page below it and a link; each change in a few words.
fn check(operations: &[Operation<'_>], expected: &[&str]) {
    let mut space = Space::new();
    let link = NewPage::Link { href: "a".to_owned() };
    let pages = [
        insert(new_page(1, "", "---\ntitle: T\n---\n# Old\n\nText\n")),
        insert(below(1, new_page(2, "", "# Old\n\nText\n"))),
        insert(InsertPage { kind: link, ..new_page(3, "Link", "") }),
    ];
    space.edit(&pages).unwrap();
    let bytes = FileBytes {
        blob: Hash::of(b"a"),
        size: 1,
        content_type: "text/plain".to_owned(),
        dimensions: None,
        oid: [0; 20],
    };
    let body = Body::Markdown("Text".to_owned());
    let others = [
        Operation::InsertFile(InsertFile { id: Some(FileId(id(1).0)), name: "a".to_owned(), bytes }),
        Operation::InsertReusable(InsertReusable { id: Some(ReusableId(id(1).0)), title: "R".to_owned(), body }),
        Operation::SetVariable("v".to_owned(), Variable::Bool(true)),
    ];
    space.edit(&others).unwrap();
    let before = space.map;
    space.edit(operations).unwrap();
    let told = |from, to| -> Vec<String> { changes(&from, &to, &space.store).unwrap().iter().map(words).collect() };
    assert_eq!(told(before, space.map), expected);
    assert_eq!(told(space.map, before).len(), expected.len());
    assert!(told(before, before).is_empty());
}

fn words(change: &Change) -> String {
    match change {
        Change::PageCreated { page, .. } => format!("page {} created", page.title),
        Change::PageDeleted { page, .. } => format!("page {} deleted", page.title),
        Change::PageEdited { id, before, after, attributes } => {
            assert_ne!(before, after);
            format!("page {:?} edited: {attributes:?}", u128::from_be_bytes(id.bytes()))
        }
        Change::PageMoved { page, from, to, .. } => {
            let number = |id: quire_content::id::PageId| u128::from_be_bytes(id.bytes());
            format!("page {} moved: {:?} {:?}", page.title, from.parent.map(number), to.parent.map(number))
        }
        Change::FileCreated { file, .. } => format!("file {} created", file.name),
        Change::FileEdited { before, after, .. } => format!("file {} edited: {}", before.name, after.name),
        Change::FileDeleted { file, .. } => format!("file {} deleted", file.name),
        Change::ReusableCreated { content, .. } => format!("reusable {} created", content.title),
        Change::ReusableEdited { before, after, text_changed, .. } => {
            format!("reusable {} edited: {} {text_changed}", before.title, after.title)
        }
        Change::ReusableDeleted { content, .. } => format!("reusable {} deleted", content.title),
        Change::VariablesEdited(variables) => format!("variables {variables:?}"),
    }
}

fn page(n: u128, attributes: Attributes) -> Operation<'static> {
    update(UpdatePage { attributes, ..UpdatePage::of(id(n)) })
}

#[test]
fn pages_come_go_and_move() {
    check(&[insert(new_page(4, "New", ""))], &["page New created"]);
    check(&[Operation::DeletePage(id(1).into())], &["page T deleted", "page Old deleted"]);
    let to_root = || UpdatePage { into: Patch::Clear, at: Some(0), ..UpdatePage::of(id(2)) };
    check(&[update(to_root())], &["page Old moved: Some(1) None"]);
    let both = UpdatePage { attributes: titled("New"), ..to_root() };
    check(&[update(both)], &["page 2 edited: [Title]", "page New moved: Some(1) None"]);
    check(&[insert(new_page(4, "New", "")), Operation::DeletePage(id(4).into())], &[]);
}

#[test]
fn what_a_page_says_is_told_apart() {
    check(&[page(1, titled("New"))], &["page 1 edited: [Title]"]);
    check(&[page(2, titled("New"))], &["page 2 edited: [Title]"]);
    let body = Some(Body::Markdown("# Old\n\nOther\n".to_owned()));
    check(&[update(UpdatePage { body, ..UpdatePage::of(id(2)) })], &["page 2 edited: [Document]"]);
    let document = parse("Other", &Unresolved).document;
    let body = Some(Body::Document { document, resolve: &Unresolved });
    let both = UpdatePage { body, attributes: titled("New"), ..UpdatePage::of(id(2)) };
    check(&[update(both)], &["page 2 edited: [Title, Document]"]);
    let many = Attributes {
        icon: Patch::Set("bolt".to_owned()),
        hidden: Some(true),
        layout: Patch::Set(Layout { title: Some(false), ..Layout::default() }),
        slug: Patch::Set("own".to_owned()),
        variables: Some([("a".to_owned(), Variable::Bool(true))].into()),
        ..Attributes::default()
    };
    check(&[page(1, many)], &["page 1 edited: [Slug, Icon, Layout, Variables, Hidden]"]);
    let href = Some("b".to_owned());
    check(&[update(UpdatePage { href, ..UpdatePage::of(id(3)) })], &["page 3 edited: [Target]"]);
    assert!(PageAttribute::Title < PageAttribute::Document);
}

#[test]
fn everything_else() {
    let file = FileId(id(1).0);
    let content = ReusableId(id(1).0);
    let name = Some("b".to_owned());
    check(&[Operation::UpdateFile(UpdateFile { file, name, bytes: None })], &["file a edited: b"]);
    check(&[Operation::DeleteFile(file)], &["file a deleted"]);
    let change = |title: Option<&str>, body: Option<&str>| {
        let body = body.map(|body| Body::Markdown(body.to_owned()));
        Operation::UpdateReusable(UpdateReusable { content, title: title.map(str::to_owned), body })
    };
    check(&[change(Some("S"), None)], &["reusable R edited: S false"]);
    check(&[change(None, Some("Other"))], &["reusable R edited: R true"]);
    check(&[Operation::DeleteReusable(content)], &["reusable R deleted"]);
    let set = |name: &str| Operation::SetVariable(name.to_owned(), Variable::Number(1.0));
    check(
        &[set("v"), set("w")],
        &["variables {\"v\": (Some(Bool(true)), Some(Number(1.0))), \"w\": (None, Some(Number(1.0)))}"],
    );
    check(&[Operation::DeleteVariable("v".to_owned())], &["variables {\"v\": (Some(Bool(true)), None)}"]);
}
