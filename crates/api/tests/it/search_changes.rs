//! Search finds what is there, however it came to be there, and nothing that is not.

use std::time::Duration;

use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::change_requests::propose;
use crate::edits::{live, send};
use crate::search::{address, find, spaces};

const NONE: [&str; 0] = [];

fn page(test: &TestApp, space: &str, path: &str) -> Value {
    test.admin().get(&format!("{space}/content/path/{path}")).ok()["id"].clone()
}

fn change(test: &TestApp, space: &str, change: Value) {
    send(test, space, &Value::Array(vec![change])).ok();
}

fn insert(title: &str, text: &str) -> Value {
    json!({ "operation": "insert_page", "title": title, "document": { "markdown": text } })
}

#[test]
fn edits_of_pages_are_followed() {
    on_each_database(|test| {
        let space = live(test, &[]);
        assert_eq!(find(test, &space, "anchor"), NONE);
        change(test, &space, insert("Page", "An anchor."));
        assert_eq!(find(test, &space, "anchor"), ["page"]);
        let id = page(test, &space, "page");
        let update = |body: Value| {
            let mut update = json!({ "operation": "update_page", "page": id });
            update.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
            change(test, &space, update);
        };
        update(json!({ "document": { "markdown": "A rudder." } }));
        assert_eq!((find(test, &space, "anchor"), find(test, &space, "rudder")), (vec![], vec!["page".to_owned()]));
        update(json!({ "title": "Steering" }));
        assert_eq!(find(test, &space, "steering"), ["page"]);
        update(json!({ "description": "For helmsmen" }));
        assert_eq!(find(test, &space, "helmsmen"), ["page"]);
        update(json!({ "noIndex": true }));
        assert_eq!(find(test, &space, "rudder"), NONE);
        update(json!({ "noIndex": false }));
        assert_eq!(find(test, &space, "rudder"), ["page"]);
        change(test, &space, json!({ "operation": "delete_page", "page": id }));
        assert_eq!(find(test, &space, "rudder"), NONE);
    });
}

#[test]
fn what_is_hidden_takes_what_is_below_along() {
    on_each_database(|test| {
        let space = live(test, &[]);
        for title in ["Top", "Middle", "Bottom", "Beside"] {
            change(test, &space, insert(title, "An anchor."));
        }
        let ids = ["top", "middle", "bottom", "beside"].map(|path| page(test, &space, path));
        let [top, middle, bottom, beside] = &ids;
        for (below, above) in [(middle, top), (bottom, middle)] {
            change(test, &space, json!({ "operation": "update_page", "page": below, "into": above }));
        }
        let found = || {
            let mut found = find(test, &space, "anchor");
            found.sort();
            found
        };
        let all = ["beside", "top", "top/middle", "top/middle/bottom"];
        assert_eq!(found(), all);
        let hide = |page: &Value, hidden: bool| {
            change(test, &space, json!({ "operation": "update_page", "page": page, "hidden": hidden }));
        };
        hide(top, true);
        assert_eq!(found(), ["beside"]);
        change(test, &space, json!({ "operation": "update_page", "page": middle, "into": beside }));
        assert_eq!(found(), ["beside", "beside/middle", "beside/middle/bottom"]);
        change(test, &space, json!({ "operation": "update_page", "page": middle, "into": top }));
        assert_eq!(found(), ["beside"]);
        hide(top, false);
        assert_eq!(found(), all);
        hide(middle, true);
        assert_eq!(found(), ["beside", "top"]);
    });
}

#[test]
fn the_same_question_has_the_same_answer_until_something_changes_and_only_for_readers() {
    on_each_database(|test| {
        let space = live(test, &[]);
        change(test, &space, insert("Page", "An anchor."));
        change(test, &space, insert("Other", "Another anchor."));
        let asked = address(&space, "anchor");
        let first = test.admin().get(&asked);
        let tag = first.headers["etag"].to_str().unwrap().to_owned();
        let again = test.admin().get_with(&asked, &[("if-none-match", &tag)]);
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
        assert_eq!(test.admin().get(&asked).body, first.body);
        // Parts of the list are other answers.
        let part = test.admin().get(&format!("{asked}&limit=1")).ok();
        let rest = test.admin().get(&format!("{asked}&limit=1&page={}", part["next"]["page"].as_str().unwrap())).ok();
        let all = first.ok();
        assert_eq!(all["items"], json!([part["items"][0], rest["items"][0]]));
        let (_, stranger) = test.new_user("stranger@quire.test");
        assert_eq!(test.caller(Some(&stranger)).get(&asked).status, 404);

        let id = page(test, &space, "page");
        change(test, &space, json!({ "operation": "update_page", "page": id, "title": "Ground" }));
        let renamed = test.admin().get_with(&asked, &[("if-none-match", &tag)]).ok();
        let titles: Vec<_> = renamed["items"].as_array().unwrap().iter().map(|page| &page["title"]).collect();
        assert!(titles.contains(&&json!("Ground")) && !titles.contains(&&json!("Page")), "{titles:?}");
        let other = live(test, &[]);
        assert_eq!(find(test, &other, "anchor"), NONE);
    });
}

#[test]
fn titles_and_paths_are_right_at_once() {
    on_each_database(|test| {
        let space = live(test, &[]);
        change(test, &space, insert("Old", "An anchor."));
        change(test, &space, insert("Home", "Nothing."));
        assert_eq!(find(test, &space, "anchor"), ["old"]);
        // From here on nothing is followed, as if the index was late.
        let told = || {
            let operator = quire_app::Caller::operator();
            let id = space.trim_start_matches("/v1/spaces/").parse().unwrap();
            let view = test.app.view(&operator, id, quire_app::content::Version::Main).unwrap();
            let paging = quire_model::paging::Paging { from: None, limit: 10 };
            let found = test
                .app
                .search_space(view.space.id, &test.app.expanded_outline(&view).unwrap(), "anchor", &paging)
                .unwrap();
            let in_org = test.app.search_org(&operator, test.first.organization, "anchor", &paging).unwrap();
            let pages = in_org.items.into_iter().flat_map(|space| space.pages);
            assert!(pages.map(|page| page.path).eq(found.items.iter().map(|page| page.path.clone())));
            assert_eq!(found.count, Some(found.items.len() as u64));
            found.items.into_iter().map(|page| (page.title, page.path)).collect::<Vec<_>>()
        };
        let id = page(test, &space, "old");
        let home = page(test, &space, "home");
        change(
            test,
            &space,
            json!({ "operation": "update_page", "page": id, "title": "New", "slug": "new", "into": home }),
        );
        assert_eq!(told(), [("New".to_owned(), "home/new".to_owned())]);
        change(test, &space, json!({ "operation": "update_page", "page": home, "hidden": true }));
        assert_eq!(told(), []);
        change(test, &space, json!({ "operation": "update_page", "page": home, "hidden": false }));
        assert_eq!(told().len(), 1);
        change(test, &space, json!({ "operation": "delete_page", "page": id }));
        assert_eq!(told(), []);
    });
}

#[test]
fn only_main_content_is_searched() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        test.import(&space, &Files::of(&[("home.md", "# Home\n\nAn anchor.\n")]));
        let proposal = propose(test, &space, "Better");
        test.import(&proposal, &Files::of(&[("home.md", "# Home\n\nA rudder.\n"), ("new.md", "# New\n\nA rudder.\n")]));
        assert_eq!((find(test, &space, "anchor"), find(test, &space, "rudder")), (vec!["home".to_owned()], vec![]));
        let admin = test.admin();
        let before = admin.get(&space).ok()["revision"].clone();
        admin.post(&format!("{proposal}/merge"), &json!({})).ok();
        let mut found = find(test, &space, "rudder");
        found.sort();
        assert_eq!((find(test, &space, "anchor"), found), (vec![], vec!["home".to_owned(), "new".to_owned()]));
        admin.post(&format!("{space}/revisions/{}/rollback", before.as_str().unwrap()), &json!({})).ok();
        assert_eq!((find(test, &space, "anchor"), find(test, &space, "rudder")), (vec!["home".to_owned()], vec![]));
    });
}

#[test]
fn spaces_come_and_go() {
    on_each_database(|test| {
        let (admin, org) = (test.admin(), test.org());
        let titles = || spaces(&admin, &org, "anchor").into_iter().collect::<Vec<_>>();
        let space = test.new_space("First");
        test.import(&space, &Files::of(&[("home.md", "# Home\n\nAn anchor.\n")]));
        assert_eq!(titles(), ["First"]);
        let copy = admin.post(&format!("{space}/duplicate"), &json!({})).created();
        let copy = format!("/v1/spaces/{}", copy["id"].as_str().unwrap());
        admin.patch(&copy, &json!({ "title": "Copy", "isTemplate": true })).ok();
        assert_eq!(titles(), ["Copy", "First"]);
        test.import(&copy, &Files::of(&[("home.md", "# Home\n\nA rudder.\n")]));
        assert_eq!(titles(), ["First"], "what is done to a copy is not done to its original");
        let template = json!({ "title": "Made", "template": { "id": copy.trim_start_matches("/v1/spaces/") } });
        admin.post(&format!("{org}/spaces"), &template).created();
        assert_eq!(spaces(&admin, &org, "rudder").into_iter().collect::<Vec<_>>(), ["Copy", "Made"]);

        admin.delete(&space).expect(204);
        assert_eq!(titles(), NONE);
        assert_eq!(admin.get(&format!("{space}/search?query=anchor")).status, 404);
        admin.post(&format!("{space}/restore"), &json!({})).ok();
        assert_eq!(titles(), ["First"]);
        admin.delete(&space).expect(204);
        test.clock.pass(Duration::from_hours(8 * 24));
        test.run_jobs();
        assert_eq!(titles(), NONE);
        assert_eq!(spaces(&admin, &org, "rudder").len(), 2);
    });
}

#[test]
fn what_is_handed_over_is_found_where_it_is() {
    on_each_database(|test| {
        let (admin, org) = (test.admin(), test.org());
        let other = admin.post("/v1/orgs", &json!({ "title": "Other" })).created()["id"].clone();
        let other_org = format!("/v1/orgs/{}", other.as_str().unwrap());
        let space = test.new_space("Space");
        test.import(&space, &Files::of(&[("home.md", "# Home\n\nAn anchor.\n")]));
        let collection = admin.post(&format!("{org}/collections"), &json!({})).created()["id"].clone();
        let inside =
            admin.post(&format!("{org}/spaces"), &json!({ "title": "Inside", "parent": collection })).created();
        let inside = format!("/v1/spaces/{}", inside["id"].as_str().unwrap());
        test.import(&inside, &Files::of(&[("home.md", "# Home\n\nAn anchor.\n")]));
        assert_eq!(spaces(&admin, &org, "anchor").len(), 2);
        let to = json!({ "organization": other });
        admin.post(&format!("{space}/transfer"), &to).ok();
        admin.post(&format!("/v1/collections/{}/transfer", collection.as_str().unwrap()), &to).ok();
        test.run_jobs();
        assert_eq!(spaces(&admin, &org, "anchor").len(), 0);
        assert_eq!(spaces(&admin, &other_org, "anchor").len(), 2);
        test.import(&inside, &Files::of(&[("home.md", "# Home\n\nA rudder.\n")]));
        assert_eq!(find(test, &inside, "rudder"), ["home"]);
        assert_eq!(find(test, &inside, "anchor"), NONE);
        admin.delete(&other_org).expect(204);
        assert_eq!(admin.get(&format!("{other_org}/search?query=anchor")).status, 404);
        assert_eq!(admin.get(&format!("{inside}/search?query=rudder")).status, 404);
        test.clock.pass(Duration::from_hours(8 * 24));
        test.run_jobs();
        test.app.catch_up_search().unwrap();
    });
}

#[test]
fn a_language_has_its_own_forms_of_words() {
    on_each_database(|test| {
        let space = test.new_space("Sprache");
        test.import(&space, &Files::of(&[("home.md", "# Start\n\nDie Häuser am Hafen.\n")]));
        let admin = test.admin();
        admin.patch(&space, &json!({ "language": "de" })).ok();
        assert_eq!(find(test, &space, "Haus"), ["start"]);
        admin.patch(&space, &json!({ "language": "fr" })).ok();
        assert_eq!(find(test, &space, "\"häuser\""), ["start"]);
    });
}

#[test]
fn a_deleted_collection_takes_its_spaces_out_of_search() {
    on_each_database(|test| {
        let (admin, org) = (test.admin(), test.org());
        let collection = admin.post(&format!("{org}/collections"), &json!({})).created()["id"].clone();
        let inside =
            admin.post(&format!("{org}/spaces"), &json!({ "title": "Inside", "parent": collection })).created();
        let inside = format!("/v1/spaces/{}", inside["id"].as_str().unwrap());
        test.import(&inside, &Files::of(&[("home.md", "# Home\n\nAn anchor.\n")]));
        assert_eq!(spaces(&admin, &org, "anchor").len(), 1);
        admin.delete(&format!("/v1/collections/{}", collection.as_str().unwrap())).expect(204);
        assert_eq!(spaces(&admin, &org, "anchor").len(), 0);
        admin.post(&format!("{inside}/restore"), &json!({})).ok();
        assert_eq!(spaces(&admin, &org, "anchor").len(), 1);
    });
}
