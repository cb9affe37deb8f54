//! Changing what a page says: its file keeps every byte that is not concerned.

use proptest::prelude::*;
use quire_content::document::{Unresolved, parse};
use quire_content::edit::{Attributes, Body, InsertPage, NewPage, Patch, UpdatePage};
use quire_content::page_file;
use quire_content::record::{Cover, GitBlob, Layout, PageKind};

use crate::edit::{Space, id, insert, new_page, titled, update};

/// A space with a page of this text.
fn page(text: &str) -> Space {
    let mut space = Space::new();
    space.edit(&[insert(new_page(1, "Given", text))]).unwrap();
    space
}

fn describe(text: &str, attributes: Attributes) -> Space {
    let mut space = page(text);
    space.edit(&[update(UpdatePage { attributes, ..UpdatePage::of(id(1)) })]).unwrap();
    space
}

fn check_title(text: &str, before: &str, after: &str) {
    assert_eq!(page(text).page(id(1)).title, before);
    let space = describe(text, titled(" New \n title "));
    assert_eq!((space.page(id(1)).title.as_str(), space.text(id(1)).as_str()), ("New title", after));
    assert_eq!(space.page(id(1)).slug, page(text).page(id(1)).slug);
}

#[test]
fn a_title_is_written_where_it_stands() {
    check_title("Text", "Given", "Text");
    check_title("# Old\n\nText", "Old", "# New title\n\nText");
    check_title("---\nicon: x\ntitle: Old # c\n---\n# H\n", "Old", "---\nicon: x\ntitle: New title # c\n---\n# H\n");
    check_title("Old\r\n===\r\n", "Old", "New title\r\n===\r\n");
}

#[test]
fn a_title_no_heading_can_say_goes_to_front_matter() {
    let long = "*a*".repeat(220);
    let space = describe("# Old\n", titled(&long));
    assert_eq!(space.page(id(1)).title, long);
    assert_eq!(space.text(id(1)), format!("---\ntitle: \"{long}\"\n---\n# Old\n"));
}

#[test]
fn what_a_sent_text_says_outranks_the_call() {
    let mut space = Space::new();
    let mut sent = new_page(1, "Given", "---\ndescription: D\nhidden: false\nodd: 1\n---\n# Heading\n");
    sent.attributes.description = Patch::Set("Lost".to_owned());
    sent.attributes.hidden = Some(true);
    sent.attributes.icon = Patch::Set("bolt".to_owned());
    space.edit(&[insert(sent)]).unwrap();
    let record = space.page(id(1));
    assert_eq!((record.title.as_str(), record.slug.as_str()), ("Heading", "heading"));
    assert_eq!((record.description.as_deref(), record.hidden), (Some("D"), false));
    assert_eq!(space.text(id(1)), "---\ndescription: D\nhidden: false\nodd: 1\nicon: bolt\n---\n# Heading\n");
}

#[test]
fn a_body_comes_below_the_front_matter_that_is_there() {
    let mut space = page("---\n# c\ndescription: D\n---\n# Old\n\nText");
    let body = |text: &str| UpdatePage { body: Some(Body::Markdown(text.to_owned())), ..UpdatePage::of(id(1)) };
    space.edit(&[update(body("Other  \n"))]).unwrap();
    assert_eq!(space.text(id(1)), "---\n# c\ndescription: D\n---\nOther  \n");
    assert_eq!(space.page(id(1)).title, "Old");
    space.edit(&[update(body("---\nicon: x\n---\nWhole\n"))]).unwrap();
    assert_eq!(space.text(id(1)), "---\nicon: x\ndescription: D\n---\nWhole\n");
    let both = UpdatePage { attributes: titled("T"), ..body("# Sent\n") };
    space.edit(&[update(both)]).unwrap();
    assert_eq!(space.page(id(1)).title, "Sent");
    space.edit(&[update(body("\u{feff}---\nProse\n---\n"))]).unwrap();
    assert_eq!(space.text(id(1)), "---\nicon: x\ndescription: D\n---\n---\nProse\n---\n");
}

#[test]
fn a_document_changes_its_blocks_alone() {
    let text = "---\nicon: x\n---\n# Title #\n\n* one\n* two\n\n***\n\nThis *is*   old.\n\n[a]: b\n";
    let mut space = page(text);
    let mut document = parse("* one\n* two\n\n***\n\nThis is new.\n", &Unresolved).document;
    let change = |document: &_| {
        let body = Body::Document { document: Clone::clone(document), resolve: &Unresolved };
        update(UpdatePage { body: Some(body), ..UpdatePage::of(id(1)) })
    };
    space.edit(&[change(&document)]).unwrap();
    assert_eq!(space.text(id(1)), text.replace("This *is*   old.", "This is new."));
    let before = space.map;
    space.edit(&[change(&document)]).unwrap();
    assert_eq!(space.map, before);
    document.nodes.clear();
    space.edit(&[change(&document)]).unwrap();
    assert!(space.text(id(1)).starts_with("---\nicon: x\n---\n# Title #\n"));
}

#[test]
fn a_document_never_becomes_front_matter() {
    let mut space = page("Text\n\n---\n\na: b\n\n---\n");
    let mut document = parse("Text\n\n---\n\na: b\n\n---\n", &Unresolved).document;
    document.nodes.remove(0);
    let body = Body::Document { document: document.clone(), resolve: &Unresolved };
    space.edit(&[update(UpdatePage { body: Some(body), ..UpdatePage::of(id(1)) })]).unwrap();
    let PageKind::Document { body_at, .. } = space.page(id(1)).kind else { panic!() };
    assert_eq!(parse(&space.text(id(1))[body_at as usize..], &Unresolved).document, document);
}

#[test]
fn everything_that_is_said_stands_in_the_file() {
    let set = |text: &str| Patch::Set(text.to_owned());
    let all = Attributes {
        emoji: set("🚀"),
        icon: set("bolt"),
        description: set("Two\nlines"),
        hidden: Some(true),
        no_index: Some(true),
        no_robots_index: Some(true),
        condition: set("visitor.claims.a == \"b\""),
        variables: Some([("a".to_owned(), quire_content::incoming::Variable::Text("1".to_owned()))].into()),
        layout: Patch::Set(Layout { width: Some("wide".to_owned()), title: Some(false), ..Layout::default() }),
        cover: Patch::Set(Cover { r#ref: "/files/x".to_owned(), ref_dark: None, y_pos: 0.0 }),
        ..Attributes::default()
    };
    let space = describe("Text", all.clone());
    let expected = "---\ndescription: \"Two\\nlines\"\nicon: bolt\nemoji: \"🚀\"\nif: visitor.claims.a == \"b\"\nhidden: true\nnoIndex: true\nnoRobotsIndex: true\ncover: /files/x\nlayout:\n  width: wide\n  title:\n    visible: false\nvars:\n  a: \"1\"\n---\nText";
    assert_eq!(space.text(id(1)), expected);
    let record = space.page(id(1));
    assert_eq!(record.cover.unwrap().r#ref, "/files/x");
    let mut space = space;
    let before = space.map;
    space.edit(&[update(UpdatePage { attributes: all, ..UpdatePage::of(id(1)) })]).unwrap();
    assert_eq!(space.map, before);
    let none = Attributes {
        emoji: Patch::Clear,
        icon: Patch::Clear,
        description: Patch::Clear,
        hidden: Some(false),
        no_index: Some(false),
        no_robots_index: Some(false),
        condition: Patch::Clear,
        variables: Some(Default::default()),
        layout: Patch::Clear,
        cover: Patch::Clear,
        ..Attributes::default()
    };
    space.edit(&[update(UpdatePage { attributes: none, ..UpdatePage::of(id(1)) })]).unwrap();
    assert_eq!(space.text(id(1)), "Text");
}

#[test]
fn front_matter_that_cannot_be_read_stays() {
    let icon = Attributes { icon: Patch::Set("bolt".to_owned()), ..Attributes::default() };
    let space = describe("---\nicon: [\n---\nText", icon);
    assert_eq!(space.text(id(1)), "---\nicon: [\n---\nText");
    assert_eq!(space.page(id(1)).icon.as_deref(), Some("bolt"));
}

#[test]
fn an_imported_page_keeps_its_path() {
    let mut space = page("# Old\n");
    let git = GitBlob::of("a/b.md", b"# Old\n");
    space.patch(id(1), |page| page.git = Some(git.clone()));
    space.edit(&[update(UpdatePage { attributes: titled("New"), ..UpdatePage::of(id(1)) })]).unwrap();
    assert_eq!(space.page(id(1)).git, Some(GitBlob::of("a/b.md", b"# New\n")));
    space.patch(id(1), |page| page.nav_title = Some("Short".to_owned()));
    space.edit(&[update(UpdatePage { attributes: titled("Short"), ..UpdatePage::of(id(1)) })]).unwrap();
    assert_eq!(space.page(id(1)).nav_title, None);
}

#[test]
fn groups_and_links_have_no_file() {
    let mut space = Space::new();
    let link = NewPage::Link { href: "https://example.org".to_owned() };
    let group = InsertPage { kind: NewPage::Group, ..new_page(1, "Group", "") };
    space.edit(&[insert(group), insert(InsertPage { kind: link, ..new_page(2, "Link", "") })]).unwrap();
    let mut change = UpdatePage { href: Some("mailto:a@b".to_owned()), ..UpdatePage::of(id(2)) };
    change.attributes.emoji = Patch::Set("🚀".to_owned());
    space.edit(&[update(change.clone())]).unwrap();
    assert_eq!(space.page(id(2)).kind, PageKind::Link { href: "mailto:a@b".to_owned() });
    assert_eq!(space.page(id(2)).emoji.as_deref(), Some("🚀"));
    change.page = id(1).into();
    let refused = |space: &mut Space, change| space.edit(&[update(change)]).unwrap_err().to_string();
    assert_eq!(refused(&mut space, change), "changes[0].href: only a page that is a link has an address");
    let body = UpdatePage { body: Some(Body::Markdown(String::new())), ..UpdatePage::of(id(1)) };
    assert_eq!(refused(&mut space, body), "changes[0].document: only a page of text has a document");
}

#[test]
fn bounds_name_the_field() {
    let refused = |attributes| {
        let mut space = page("Text");
        let fine = update(UpdatePage { attributes: titled("Fine"), ..UpdatePage::of(id(1)) });
        let bad = update(UpdatePage { attributes, ..UpdatePage::of(id(1)) });
        let before = space.map;
        let message = space.edit(&[fine, bad]).unwrap_err().to_string();
        assert_eq!(space.map, before);
        message
    };
    let set = |text: &str| Patch::Set(text.to_owned());
    let none = Attributes::default;
    assert_eq!(refused(titled(" ")), "changes[1].title: must be 1 to 1000 characters long, not 0");
    let condition = refused(Attributes { condition: set("1 + 1"), ..none() });
    assert!(condition.starts_with("changes[1].condition: must be a condition: "), "{condition}");
    assert_eq!(
        refused(Attributes { slug: set("a/b"), ..none() }),
        "changes[1].slug: must be letters, digits and `-`, `_`, `.` or `~`"
    );
    assert_eq!(
        refused(Attributes { icon: set(&"x".repeat(51)), ..none() }),
        "changes[1].icon: must be 1 to 50 characters long, not 51"
    );
    let value = quire_content::incoming::Variable::Bool(true);
    let variables = Some([("2a".to_owned(), value)].into());
    assert!(refused(Attributes { variables, ..none() }).starts_with("changes[1].variables: must have names that "));
    let long = Attributes { description: set(&"x".repeat(4097)), ..none() };
    assert_eq!(refused(long), "changes[1].description: must be 1 to 4096 characters long, not 4097");
}

#[test]
fn slugs_are_chosen_or_follow_the_title() {
    let mut space = page("Text");
    let slug = |n: u128, slug: Patch<String>| {
        update(UpdatePage { attributes: Attributes { slug, ..Attributes::default() }, ..UpdatePage::of(id(n)) })
    };
    space.edit(&[insert(new_page(2, "Given", ""))]).unwrap();
    assert_eq!(space.paths(), ["given", "given-1"]);
    let taken = space.edit(&[slug(2, Patch::Set("given".to_owned()))]).unwrap_err().to_string();
    assert_eq!(taken, "changes[0].slug: \"given\" is taken");
    space.edit(&[slug(2, Patch::Set("Own_1.x".to_owned()))]).unwrap();
    assert_eq!(space.paths(), ["given", "Own_1.x"]);
    space.edit(&[slug(1, Patch::Set("z".to_owned())), slug(2, Patch::Clear)]).unwrap();
    assert_eq!(space.paths(), ["z", "given"]);
    let before = space.map;
    space.edit(&[slug(2, Patch::Clear), slug(1, Patch::Set("z".to_owned()))]).unwrap();
    assert_eq!(space.map, before);
}

/// Files as they come, some of them odd.
fn file() -> impl Strategy<Value = String> {
    let front = prop::sample::select(
        &[
            "",
            "---\n---\n",
            "---\ntitle: T # c\n---\n",
            "---\n# c\ndescription: >-\n  Long\n  text\nhidden: true\nodd: [1]\n---\n",
            "---\n{icon: a, odd: {b: c}}\n---\n",
            "---\nlayout:\n  width: wide\n  odd: 1\ncover: a.png\ncoverY: 3\n---\n",
            "---\nicon: [\n---\n",
            "---\ntitle: ''\nif: a b\n---\n",
        ][..],
    );
    let body = prop::sample::select(
        &["", "Text", "# H\n\nText\n", "\n H *x*\n===\n---\n", "---\na: b\n---\n", "<!-- c -->\n# H #\n", "---\n"][..],
    );
    (prop::bool::weighted(0.2), front, body, prop::bool::weighted(0.3)).prop_map(|(mark, front, body, crlf)| {
        let text = format!("{front}{body}");
        let text = if crlf { text.replace('\n', "\r\n") } else { text };
        if mark { format!("\u{feff}{text}") } else { text }
    })
}

fn attributes() -> impl Strategy<Value = Attributes> {
    let word = || "[-a-c:#'\" *&\n]{0,6}[a-c]|true|1";
    let patch = |word: &'static str| prop_oneof![Just(Patch::Keep), Just(Patch::Clear), word.prop_map(Patch::Set)];
    let cover = (word(), prop::option::of(word()), -3.0..3.0f64)
        .prop_map(|(r#ref, ref_dark, y_pos)| Patch::Set(Cover { r#ref, ref_dark, y_pos }));
    let cover = prop_oneof![2 => Just(Patch::Keep), 1 => Just(Patch::Clear), 1 => cover];
    let layout = any::<[Option<bool>; 2]>()
        .prop_map(|[title, outline]| Patch::Set(Layout { title, outline, ..Layout::default() }));
    let layout = prop_oneof![2 => Just(Patch::Keep), 1 => Just(Patch::Clear), 1 => layout];
    (prop::option::of(word()), patch(word()), patch(word()), cover, layout, any::<Option<bool>>()).prop_map(
        |(title, icon, description, cover, layout, hidden)| Attributes {
            title,
            icon,
            description,
            cover,
            layout,
            hidden,
            ..Attributes::default()
        },
    )
}

proptest! {
    #[test]
    fn records_say_what_files_say(file in file(), all in attributes()) {
        let mut space = Space::new();
        let mut new = new_page(1, "Given", "");
        new.kind = NewPage::Document(Body::Document { document: Default::default(), resolve: &Unresolved });
        space.edit(&[insert(new)]).unwrap();
        let hash = quire_content::hash::Hash::of(file.as_bytes());
        space.store.insert(hash, file.as_bytes().into());
        space.patch(id(1), |page| page_file::derive(page, file.as_bytes()));

        let change = || update(UpdatePage { attributes: all.clone(), ..UpdatePage::of(id(1)) });
        let before = space.page(id(1));
        space.edit(&[change()]).unwrap();
        let (record, text) = (space.page(id(1)), space.text(id(1)));
        let mut derived = record.clone();
        page_file::derive(&mut derived, text.as_bytes());
        prop_assert_eq!(&derived, &record);
        if let Some(title) = &all.title {
            prop_assert_eq!(&record.title, &title.split_whitespace().collect::<Vec<_>>().join(" "));
        } else {
            prop_assert_eq!(&record.title, &before.title);
            prop_assert_eq!(body(&record, &text), body(&before, &file));
        }
        if let Patch::Set(icon) = &all.icon {
            prop_assert_eq!(record.icon.as_ref(), Some(icon));
        }
        prop_assert_eq!(record.hidden, all.hidden.unwrap_or(before.hidden));
        let map = space.map;
        space.edit(&[change()]).unwrap();
        prop_assert_eq!(space.map, map);
    }
}

fn body<'t>(record: &quire_content::record::PageRecord, text: &'t str) -> &'t str {
    let PageKind::Document { body_at, .. } = record.kind else { panic!("no file") };
    &text[body_at as usize..]
}
