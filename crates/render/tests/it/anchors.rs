//! Names of headings: one of its own, and others by which links may look for it.

use crate::world::World;

fn ids(text: &str) -> Vec<String> {
    let html = World::new().draw(text).html;
    html.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn headings_are_found_by_other_names() {
    assert_eq!(ids("# A\n\n## Release 4.9\n"), ["release-4.9", "release-4-9", "release-49"]);
    assert_eq!(ids("# A\n\n## One...last...refactor?\n"), ["one-last-refactor", "onelastrefactor"]);
    assert_eq!(ids("# A\n\n## Plain words\n"), ["plain-words"]);
    assert_eq!(ids("# A\n\n## Snake_case <a href=\"#own\" id=\"own\"></a>\n"), ["own", "snake-case", "snake_case"]);
}

#[test]
fn other_names_leave_those_of_blocks_alone() {
    let found = ids("# A\n\n## Release 4.9\n\n## Release 49\n\n## Release 4-9\n\n## Release 4.9\n");
    let own = ["release-4.9", "release-49", "release-4-9", "release-4.9-1"];
    assert_eq!(found.iter().filter(|id| own.contains(&id.as_str())).count(), own.len());
    let mut sorted = found.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), found.len(), "{found:?}");
}
