//! Exports after pages were deleted.

use quire_content::objects::Draft;
use quire_content::outline::Outline;
use quire_content::record::EntryKey;

use crate::exports::{Space, files};

#[test]
fn a_table_of_contents_does_not_name_a_page_that_was_deleted() {
    let summary = "# Contents\n\n* [Start](README.md)\n* [Never there](never.md)\n* [Secret](b.md)\n";
    let before = files([("SUMMARY.md", summary.as_bytes()), ("README.md", b"# Start"), ("b.md", b"# Secret")]);
    let mut space = Space::of(&before);
    assert_eq!(space.export(), before);
    let outline = Outline::load(&space.map, &space.objects).unwrap();
    let page = outline.walk().find(|id| outline.page(*id).unwrap().title == "Secret").unwrap();
    let mut draft = Draft::new(&space.objects);
    space.map = space.map.apply(&mut draft, [(EntryKey::Page(page).to_bytes(), None)].into()).unwrap();
    space.objects.extend(draft.into_new());
    let contents = String::from_utf8(space.export()["SUMMARY.md"].clone()).unwrap();
    assert!(contents.contains("[Start](README.md)") && !contents.contains("b.md"), "{contents}");
}
