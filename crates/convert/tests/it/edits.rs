//! What is edited here is in the directory, and is read from it again.

use proptest::prelude::*;
use quire_content::edit::{
    self, Attributes, Body, EditEnvironment, InsertPage, NewPage, Operation, Patch, Target, UpdatePage,
};
use quire_content::id::{PageId, Uid};
use quire_content::objects::Draft;
use quire_content::outline::Outline;

use crate::exports::{Files, Space, check_difference, text};

pub(crate) fn operate(space: &mut Space, operations: &[Operation<'_>]) -> Vec<PageId> {
    let mut draft = Draft::new(&space.objects);
    let mut ids = || {
        space.ids += 1;
        Uid(space.ids.to_be_bytes())
    };
    let surroundings = EditEnvironment {
        now: 2,
        ids: &mut ids,
        outline: &mut |map, objects| Outline::load(map, objects).map(Into::into),
    };
    let edited = edit::apply(space.map, &mut draft, operations, surroundings).unwrap();
    space.map = edited.map;
    let new = draft.into_new();
    space.objects.extend(new);
    edited.pages.into_iter().map(|page| page.id).collect()
}

pub(crate) fn new_page(title: &str, body: &str, into: Option<PageId>) -> Operation<'static> {
    Operation::InsertPage(Box::new(InsertPage {
        id: None,
        name: None,
        kind: NewPage::Document(Body::Markdown(body.to_owned())),
        attributes: Attributes { title: Some(title.to_owned()), ..Attributes::default() },
        into: into.map(Target::Page),
        at: None,
    }))
}

#[test]
fn an_imported_page_that_says_something_else() {
    let before =
        text("== SUMMARY.md\n# Table of contents\n\n* [A](a.md)\n* [B](b.md)\n== a.md\n# A\n\n*a*\n== b.md\nb\n");
    let mut space = Space::of(&before);
    let (a, _) = space.find("A");
    let mut change = UpdatePage::of(a);
    change.attributes.title = Some("New".to_owned());
    change.attributes.icon = Patch::Set("bolt".to_owned());
    operate(&mut space, &[Operation::UpdatePage(Box::new(change))]);
    let expected = "\
== SUMMARY.md
# Table of contents

* [New](a.md)
* [B](b.md)
== a.md
---
icon: bolt
---
# New

*a*
";
    check_difference(&before, &space, expected);
}

#[test]
fn a_page_whose_title_stands_nowhere_else() {
    let mut space = Space::new();
    let pages = operate(&mut space, &[new_page("Start", "Text\n", None)]);
    operate(&mut space, &[new_page("Next", "", Some(pages[0]))]);
    let expected = "\
== README.md
Text
== SUMMARY.md
# Table of contents

* [Start](README.md)
  * [Next](start/next.md)
== start/next.md
";
    check_difference(&Files::new(), &space, expected);
}

proptest! {
    #[test]
    fn pages_that_were_written_here_are_read_again(
        pages in prop::collection::vec(
            ("[a-zA-Zé*_#.&]{1,8}( [a-z*_<>0-9]{1,4}){0,2}", "(# [a-z*]{1,5}\n)?\n?[a-z-]{0,8}\n", any::<[u8; 3]>()),
            1..8,
        ),
    ) {
        let mut space = Space::new();
        let mut made: Vec<PageId> = Vec::new();
        for (title, body, [parent, hidden, icon]) in &pages {
            let parent = made.get(usize::from(parent % 4)).copied();
            let mut page = new_page(title, body, parent);
            if let Operation::InsertPage(page) = &mut page {
                page.attributes.hidden = Some(hidden % 2 == 0);
                page.attributes.icon = if icon % 2 == 0 { Patch::Clear } else { Patch::Set(format!("i{icon}")) };
                page.attributes.description = Patch::Set(format!("- {title}: '"));
            }
            made.extend(operate(&mut space, &[page]));
        }
        let again = Space::of(&space.export());
        let said = |space: &Space| -> Vec<_> {
            let outline = space.whole().outline;
            let pages = outline.walk().map(|id| (outline.ancestors(id).count(), outline.page(id).unwrap().clone()));
            pages.map(|(depth, page)| (depth, page.title, page.description, page.icon, page.hidden, page.kind)).collect()
        };
        prop_assert_eq!(said(&again), said(&space));
        prop_assert_eq!(again.export(), space.export());
    }
}
