//! Names of headings: one of its own, and others by which links may look for it.

use crate::world::World;

fn ids(text: &str) -> Vec<String> {
    let html = World::new().draw(text).html;
    html.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn headings_are_found_by_other_names() {
    assert_eq!(ids("# A\n\n## Release 4.9\n"), ["release-4.9", "release-4-9", "release-49"]);
    assert_eq!(
        ids("# A\n\n## One...last...refactor?\n"),
        ["one-last-refactor", "onelastrefactor", "one...last...refactor"]
    );
    assert_eq!(ids("# A\n\n## Plain words\n"), ["plain-words"]);
    assert_eq!(ids("# A\n\n## Snake_case <a href=\"#own\" id=\"own\"></a>\n"), ["own", "snake-case", "snake_case"]);
}

#[test]
fn headings_with_numbers_in_front_or_dots_between_are_found() {
    let found = ids("# A\n\n## 1. First steps\n");
    assert_eq!(found, ["1-first-steps", "1.-first-steps", "id-1-first-steps", "id-1.-first-steps"]);
    assert!(ids("# A\n\n## 2.0.3\n").contains(&"id-2.0.3".to_owned()));
    assert!(ids("# A\n\n## gmcast.listen_addr\n").contains(&"gmcast.listen_addr".to_owned()));
    assert!(ids("# A\n\n## `wsrep_on` (old.name)\n").contains(&"wsrep_on-old.name".to_owned()));
    let both = ids("# A\n\n## 1. One\n\n## id 1 one\n");
    assert_eq!(both.iter().filter(|id| *id == "id-1-one").count(), 1, "{both:?}");
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
