//! The sources of pages: the link to edit them, and the time at which they were written.

use quire_testkit::{Files, dated_zip, on_each_database};
use serde_json::json;

use crate::world::World;

/// The address that a page is edited at.
fn edited(page: &str) -> Option<&str> {
    let before = page.split("Edit this page").next().filter(|before| before.len() < page.len())?;
    before.rsplit("href=\"").next()?.split('"').next()
}

#[test]
fn pages_link_to_their_source_where_the_site_says_so() {
    const FILES: &[(&str, &str)] =
        &[(".gitbook.yaml", "root: ./docs\n"), ("docs/README.md", "# Welcome\n"), ("docs/a b/c.md", "# Third\n")];
    on_each_database(|test| {
        let world = World::new(test, FILES);
        let source = |url: Option<&str>| {
            let set = json!({ "gitSync": url.map(|url| json!({ "url": url })) });
            test.admin().patch(&world.spaces[0], &set).ok();
        };
        let customize = |path: &str, shown: bool| {
            let set = json!({ "git": { "showEditLink": shown } });
            test.admin().patch(&format!("{}{path}/customization", world.site), &set).ok();
        };
        let welcome = || edited(&world.read("/")).map(str::to_owned);
        source(Some("https://github.com/o/r/tree/main"));
        assert_eq!(welcome(), None);
        customize("", true);
        assert_eq!(welcome().as_deref(), Some("https://github.com/o/r/edit/main/docs/README.md"));
        let third = world.read("/a-b/third");
        assert_eq!(edited(&third), Some("https://github.com/o/r/edit/main/docs/a%20b/c.md"));
        source(Some("https://gitlab.example/g/r/-/tree/main/x"));
        assert_eq!(welcome().as_deref(), Some("https://gitlab.example/g/r/-/edit/main/x/docs/README.md"));

        // A page that was made here has no file there; a single space may differ from the site.
        test.admin().patch(&world.spaces[0], &json!({ "editMode": "live" })).ok();
        let page = json!({ "operation": "insert_page", "title": "Mine", "document": { "markdown": "Text.\n" } });
        test.admin().post(&format!("{}/content", world.spaces[0]), &json!({ "changes": [page] })).ok();
        assert_eq!(edited(&world.read("/mine")), None);
        let spaces = test.admin().get(&format!("{}/site-spaces", world.site)).ok();
        customize(&format!("/site-spaces/{}", spaces["items"][0]["id"].as_str().unwrap()), false);
        assert_eq!(welcome(), None);
        customize(&format!("/site-spaces/{}", spaces["items"][0]["id"].as_str().unwrap()), true);
        assert!(welcome().is_some());
        // Without a repository, pages are edited in the app.
        source(None);
        let pages = test.admin().get(&format!("{}/content/pages", world.spaces[0])).ok();
        let id = pages["pages"][0]["id"].as_str().unwrap();
        let space = world.spaces[0].trim_start_matches("/v1/");
        let at_home = welcome().unwrap();
        assert!(at_home.ends_with(&format!("/app/{space}/page/{id}/edit")), "{at_home}");
    });
}

#[test]
fn pages_show_when_their_source_was_written() {
    const DAY: i64 = 24 * 3_600_000;
    on_each_database(|test| {
        let world = World::new(test, &[("README.md", "# Welcome\n")]);
        let import = |dated: bool| {
            let files = [("README.md", "# Welcome\n", Some(20_000 * DAY)), ("b.md", "# Second\n", None)];
            let url = test.upload("docs.zip", &dated_zip(&files));
            let import = json!({ "url": url, "source": "zip", "fileTimes": dated });
            test.admin().post(&format!("{}/content/import", world.spaces[0]), &import).ok()
        };
        import(false);
        assert!(!world.read("/").contains("Last updated"));
        assert_eq!(import(true)["changes"]["pages"]["updated"], 1);
        let page = world.read("/");
        assert!(page.contains("datetime=\"2024-10-04\"") && page.contains("Last updated"), "{page}");
        assert!(!world.read("/second").contains("Last updated"));
        assert_eq!(import(true)["changed"], false);
        // Another text, of which no time is told, has none.
        test.import(&world.spaces[0], &Files::of(&[("README.md", "# Welcome\n\nAgain.\n")]));
        assert!(!world.read("/").contains("Last updated"));
    });
}
