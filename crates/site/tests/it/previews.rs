//! Previews of change requests and revisions, for members.

use quire_model::roles::Role;
use quire_testkit::{Files, on_each_database};
use serde_json::json;

use crate::world::{Tree, World, text};

const FILES: Tree<'_> = &[("README.md", "# Welcome\n\nAs it was.\n"), ("a.md", "# First\n")];

#[test]
fn members_see_a_change_request_in_the_site() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        let requests = format!("{}/change-requests", world.spaces[0]);
        let made = test.admin().post(&requests, &json!({ "subject": "Rewrite <b>" })).created();
        let number = made["number"].as_i64().unwrap();
        let content = format!("{requests}/{}", made["id"].as_str().unwrap());
        test.import(&content, &Files::of(&[("README.md", "# Welcome\n\nAs it will be.\n"), ("a.md", "# First\n")]));

        let (_, reader) = test.new_member("reader@example.org", Some(Role::Read));
        let (_, guest) = test.new_member("guest@example.org", None);
        let (_, stranger) = test.new_user("stranger@example.org");
        let bearer = |token: &str| format!("Bearer {token}");
        let path = format!("/~/changes/{number}/");
        let shown = world.get_with(&path, &[("authorization", &bearer(&reader))]);
        assert_eq!((shown.status.as_u16(), shown.header("cache-control")), (200, "private, no-store"));
        assert_eq!(shown.header("x-robots-tag"), "noindex");
        let page = text(&shown);
        assert!(page.contains("As it will be.") && page.contains("Rewrite &lt;b&gt;"), "{page}");
        assert!(page.contains(&format!("href=\"{}/~/changes/{number}/first\"", world.base)));
        world.test.admin().put(&format!("{}/customization", world.site), &json!({ "pdf": { "enabled": true } })).ok();
        let printed = text(&world.get_with(&format!("{path}~print"), &[("authorization", &bearer(&reader))]));
        assert!(printed.contains("As it will be.") && printed.contains("Pages: 2"), "{printed}");
        assert!(world.read("/~print").contains("As it was."));
        for token in [&guest, &stranger] {
            assert_eq!(world.get_with(&path, &[("authorization", &bearer(token))]).status, 404);
        }
        assert_eq!(world.get_with("/~/changes/99/", &[("authorization", &bearer(&reader))]).status, 404);
        let sent = world.get(&path);
        assert_eq!(sent.status, 303);
        assert!(sent.header("location").starts_with("http://quire.test/sign-in?next=%2Fsites%2F"));
        assert!(world.read("/").contains("As it was."));
    });
}

#[test]
fn members_see_a_revision_in_the_site() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        let before = test.admin().get(&world.spaces[0]).ok()["revision"].as_str().unwrap().to_owned();
        test.import(&world.spaces[0], &Files::of(&[("README.md", "# Welcome\n\nAs it is.\n")]));
        let bearer = format!("Bearer {}", quire_testkit::ADMIN);
        let page = world.get_with(&format!("/~/revisions/{before}/"), &[("authorization", &bearer)]);
        assert!(text(&page).contains("As it was."), "{}", page.status);
        assert!(world.read("/").contains("As it is."));
    });
}
