//! Previews of change requests and revisions, for members.

use axum::http::StatusCode;
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

#[test]
fn a_preview_of_any_space_is_whole() {
    on_each_database(|test| {
        let vault: Tree<'_> = &[("README.md", "# Vaultpage\n\nA zebra as it was.\n"), ("quays.md", "# Quays\n")];
        let open: Tree<'_> = &[("README.md", "# Openpage\n\nA zebra in the open.\n")];
        let world = World::of(test, &[("Open", open), ("Vault", vault)], "visitor-auth");
        let admin = test.admin();
        let revision = admin.get(&world.spaces[1]).ok()["revision"].as_str().unwrap().to_owned();
        let propose = |space: usize| {
            let made = admin.post(&format!("{}/change-requests", world.spaces[space]), &json!({ "subject": "New" }));
            let made = made.created();
            (made["id"].as_str().unwrap().to_owned(), made["number"].as_i64().unwrap())
        };
        let ((_, other), (request, number)) = (propose(0), propose(1));
        assert_eq!(other, number, "the number alone does not say which space is meant");
        test.app.catch_up_search().unwrap();
        // Who may read one space sees that one, whatever the site is.
        let (guest, token) = test.new_member("guest@example.org", None);
        let grant = json!({ "users": [guest.to_string()], "role": "read" });
        admin.post(&format!("{}/permissions", world.spaces[1]), &grant).expect(204);
        let (_, stranger) = test.new_user("stranger@example.org");
        let get_as = |token: &str, path: &str| world.get_with(path, &[("authorization", &format!("Bearer {token}"))]);
        let get = |path: &str| get_as(&token, path);

        let (by_id, by_number) = (format!("/~/changes/{request}"), format!("/~/changes/{number}"));
        let by_revision = format!("/~/revisions/{revision}");
        for (prefix, of_all) in [(&by_revision, &by_revision), (&by_id, &by_id), (&by_number, &by_id)] {
            let shown = get(&format!("{prefix}/vault"));
            let page = text(&shown);
            assert!(page.contains("A zebra as it was."), "{prefix}: {} {page}", shown.status);
            let (start, search) = (format!("{}{of_all}", world.base), format!("{of_all}/~search"));
            assert!(page.contains(&format!("action=\"{start}/~search\"")), "{page}");
            let found = text(&get(&format!("{search}?q=zebra")));
            assert!(found.contains(&format!("href=\"{start}/vault\"")) && !found.contains("Openpage"), "{found}");
            let listed = get(&format!("{of_all}/llms.txt"));
            assert_eq!(listed.status, 200);
            let listed = text(&listed);
            assert!(listed.contains(&format!("{start}/vault/quays.md")) && !listed.contains("Open"), "{listed}");
            assert!(text(&get(&format!("{of_all}/llms-full.txt"))).contains("A zebra as it was."));
            // What the page loads is there, too.
            for begin in [format!("href=\"{start}/~theme/"), format!("href=\"{start}/~icon")] {
                let at = page.find(&begin).unwrap_or_else(|| panic!("{begin}: {page}")) + "href=\"".len();
                let href = page[at..].split('"').next().unwrap().strip_prefix(&world.base).unwrap();
                assert_eq!(get(href).status, 200, "{href}");
                assert_eq!(get_as(&stranger, href).status, 404, "{href}");
            }
            assert_eq!(get_as(&stranger, &format!("{search}?q=zebra")).status, 404);
        }
        assert_eq!(get(&format!("{by_number}/~search?q=zebra")).status, 404, "the first space is not theirs to read");
        // What names the space leads to it from the start of the site, which is of another one.
        for prefix in [&by_revision, &by_id] {
            let start = get(&format!("{prefix}/"));
            assert_eq!(
                (start.status, start.header("location")),
                (StatusCode::SEE_OTHER, format!("{}{prefix}/vault", world.base).as_str())
            );
            assert_eq!(get_as(&stranger, &format!("{prefix}/")).status, 404);
            let page = text(&get(&format!("{prefix}/vault")));
            assert!(page.contains(&format!("href=\"{}{prefix}/vault\"", world.base)), "{page}");
            let out = format!("href=\"{}/\"", world.base);
            assert_eq!(page.matches(&out).count(), 1, "only what leaves the preview leads out: {page}");
        }
        assert_eq!(get(&format!("{by_revision}/elsewhere")).status, 404, "the revision is of another space");
    });
}
