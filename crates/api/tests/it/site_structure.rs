//! What sites are made of: spaces, sections and groups, their order, defaults, paths and addresses.

use std::thread;

use quire_model::roles::Role;
use quire_testkit::{Caller, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::sites::{id_of, new_site, new_space};

/// The spaces on a site, in order: their titles, a default with a star.
fn spaces_of(caller: &Caller<'_>, site: &str) -> Vec<String> {
    starred(&caller.get(&format!("{site}/site-spaces")).ok()["items"])
}

fn starred(items: &Value) -> Vec<String> {
    let star = |item: &Value| if item["default"] == true { "*" } else { "" };
    items.as_array().unwrap().iter().map(|it| format!("{}{}", it["title"].as_str().unwrap(), star(it))).collect()
}

/// The structure in one line: groups in brackets, the default section with a star.
fn outline(caller: &Caller<'_>, site: &str) -> String {
    let structure = caller.get(&format!("{site}/structure")).ok();
    let items = structure["structure"].as_array().unwrap().iter().map(|item| match item["object"].as_str().unwrap() {
        "site-section-group" => {
            format!("{}[{}]", item["title"].as_str().unwrap(), starred(&item["sections"]).join(" "))
        }
        _ => starred(&json!([item])).remove(0),
    });
    items.collect::<Vec<_>>().join(" ")
}

fn add_space(test: &TestApp, site: &str, title: &str) -> Value {
    test.admin().post(&format!("{site}/site-spaces"), &json!({ "spaceId": new_space(test, title) })).created()
}

fn add_section(test: &TestApp, site: &str, title: &str) -> Value {
    test.admin().post(&format!("{site}/sections"), &json!({ "spaceId": new_space(test, title) })).created()
}

/// The part of a published address after the site's base.
fn below(site: &Value, thing: &Value) -> String {
    let base = site["urls"]["published"].as_str().unwrap();
    thing["urls"]["published"].as_str().unwrap().strip_prefix(base).unwrap().to_owned()
}

#[test]
fn spaces_come_go_and_move() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({}));
        let [a, b, c] = ["Guides", "API", "guides"].map(|title| add_space(test, &site, title));
        assert_eq!(spaces_of(&admin, &site), ["Guides*", "API", "guides"]);
        assert_eq!((&a["path"], &c["path"]), (&"guides".into(), &"guides-1".into()));
        assert_eq!(a["space"]["title"], "Guides");
        assert!(a.get("section").is_none());
        let only = |default: bool| starred(&admin.get(&format!("{site}/site-spaces?default={default}")).ok()["items"]);
        assert_eq!(
            (only(true), only(false)),
            (vec!["Guides*".to_owned()], vec!["API".to_owned(), "guides".to_owned()])
        );
        let at = |it: &Value| format!("{site}/site-spaces/{}", id_of(it));
        let before = json!({ "position": { "before": { "type": "site-space", "siteSpace": id_of(&a) } } });
        admin.post(&format!("{}/move", at(&c)), &before).ok();
        assert_eq!(spaces_of(&admin, &site), ["guides", "Guides*", "API"]);
        admin.post(&format!("{}/move", at(&c)), &json!({})).ok();
        assert_eq!(spaces_of(&admin, &site), ["Guides*", "API", "guides"]);
        admin.patch(&site, &json!({ "defaultSiteSpace": id_of(&b) })).ok();
        assert_eq!(spaces_of(&admin, &site), ["Guides", "API*", "guides"]);
        for _ in 0..2 {
            admin.delete(&at(&b)).expect(204);
        }
        assert_eq!(spaces_of(&admin, &site), ["Guides", "guides*"], "the next one took its place");
        let again = json!({ "spaceId": id_of(&a["space"]) });
        let message = admin.post(&format!("{site}/site-spaces"), &again).refused(409);
        assert!(message.contains("spaceId"), "{message}");
    });
}

#[test]
fn a_path_that_was_left_is_kept_until_it_is_taken() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({}));
        let [a, b] = ["A", "B"].map(|title| add_space(test, &site, title));
        let at = |it: &Value| format!("{site}/site-spaces/{}", id_of(it));
        assert_eq!(admin.patch(&at(&a), &json!({ "path": "first" })).ok()["path"], "first");
        let message = admin.patch(&at(&b), &json!({ "path": "first" })).refused(409);
        assert!(message.contains("path") && message.contains("first"), "{message}");
        for path in ["", "a/b", "x y", "llms.txt", "~s"] {
            let message = admin.patch(&at(&b), &json!({ "path": path })).refused(400);
            assert!(message.contains("path"), "{message}");
        }
        assert_eq!(add_space(test, &site, "A")["path"], "a-1", "the former path is not given away");
        assert_eq!(admin.patch(&at(&b), &json!({ "path": "a" })).ok()["path"], "a");
    });
}

#[test]
fn conditions_are_checked_when_they_are_set() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({}));
        let section = add_section(test, &site, "A");
        let parts = [
            format!("{site}/sections/{}", id_of(&section)),
            format!("{site}/site-spaces/{}", id_of(&section["siteSpaces"][0])),
        ];
        for path in parts {
            let condition = "visitor.claims.plan == 'pro'";
            assert_eq!(admin.patch(&path, &json!({ "condition": condition })).ok()["condition"], condition);
            for wrong in ["", "visitor.", "'yes'", "process.exit()", &"x".repeat(1025)] {
                let message = admin.patch(&path, &json!({ "condition": wrong })).refused(400);
                assert!(message.contains("condition"), "{message}");
            }
            assert_eq!(admin.patch(&path, &json!({})).ok()["condition"], condition, "it is unchanged when omitted");
            assert!(admin.patch(&path, &json!({ "condition": null })).ok().get("condition").is_none());
        }
    });
}

#[test]
fn the_first_section_takes_up_what_was_on_the_site() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({}));
        let shown = admin.post(&format!("{site}/publish"), &json!({})).ok();
        let [_, b] = ["Guides", "French"].map(|title| add_space(test, &site, title));
        assert_eq!(below(&shown, &b), "french");
        assert_eq!(admin.get(&format!("{site}/structure")).ok()["type"], "siteSpaces");
        let section = add_section(test, &site, "Reference");
        assert_eq!(admin.get(&format!("{site}/structure")).ok()["type"], "sections");
        assert_eq!(outline(&admin, &site), "Guides* Reference");
        assert_eq!(spaces_of(&admin, &site), ["Guides*", "French", "Reference*"]);
        let b = admin.get(&format!("{site}/site-spaces?default=false")).ok()["items"][0].clone();
        assert_eq!(below(&shown, &b), "french", "addresses stay");
        assert_eq!(below(&shown, &section), "reference");
        assert_eq!(below(&shown, &section["siteSpaces"][0]), "reference");
        assert_eq!(add_space(test, &site, "More")["section"], b["section"], "new spaces go to the default section");
    });
}

#[test]
fn a_site_has_one_default_section_while_it_has_sections() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({}));
        let [a, b, c] = ["Aa", "Bb", "Cc"].map(|title| add_section(test, &site, title));
        let at = |it: &Value| format!("{site}/sections/{}", id_of(it));
        assert_eq!(outline(&admin, &site), "Aa* Bb Cc");
        admin.patch(&site, &json!({ "defaultSiteSection": id_of(&b) })).ok();
        assert_eq!(outline(&admin, &site), "Aa Bb* Cc");
        admin.delete(&at(&b)).expect(204);
        assert_eq!(outline(&admin, &site), "Aa Cc*");
        // An empty section is not what a site with content begins with.
        admin.delete(&format!("{site}/site-spaces/{}", id_of(&c["siteSpaces"][0]))).expect(204);
        assert_eq!(outline(&admin, &site), "Aa* Cc");
        admin.patch(&site, &json!({ "defaultSiteSection": id_of(&c) })).refused(409);
        let message = admin.patch(&site, &json!({ "defaultSiteSection": id_of(&b) })).refused(404);
        assert!(message.contains("section"), "{message}");
        for gone in [&a, &c] {
            admin.delete(&at(gone)).expect(204);
        }
        assert_eq!(admin.get(&format!("{site}/structure")).ok(), json!({ "type": "siteSpaces", "structure": [] }));
    });
}

#[test]
fn a_section_is_changed_field_by_field() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({}));
        let section = add_section(test, &site, "Guides");
        let other = add_section(test, &site, "Other");
        let path = format!("{site}/sections/{}", id_of(&section));
        let variant = json!({ "spaceId": new_space(test, "French"), "sectionId": id_of(&section) });
        let variant = admin.post(&format!("{site}/site-spaces"), &variant).created();
        let body = json!({
            "title": "Handbook", "path": "book", "description": "All of it", "icon": "book",
            "defaultSiteSpace": id_of(&variant),
        });
        let changed = admin.patch(&path, &body).ok();
        for field in ["title", "path", "description", "icon"] {
            assert_eq!(changed[field], body[field], "{field}");
        }
        assert_eq!(starred(&changed["siteSpaces"]), ["Guides", "French*"]);
        let cleared = admin.patch(&path, &json!({ "description": null, "icon": null })).ok();
        assert!(cleared.get("description").is_none() && cleared.get("icon").is_none());
        let wrong = [
            (json!({ "title": "x" }), "title"),
            (json!({ "title": null }), "title"),
            (json!({ "path": "" }), "path"),
            (json!({ "description": "x".repeat(257) }), "description"),
            (json!({ "icon": "No Icon" }), "icon"),
            (json!({ "defaultSiteSpace": id_of(&other["siteSpaces"][0]) }), "defaultSiteSpace"),
        ];
        for (body, field) in wrong {
            let message = admin.patch(&path, &body).refused(400);
            assert!(message.contains(field), "{message}");
        }
        admin.patch(&path, &json!({ "path": "other" })).refused(409);
        let elsewhere = json!({ "defaultSiteSpace": id_of(&other["siteSpaces"][0]) });
        admin.patch(&site, &elsewhere).refused(400);
    });
}

#[test]
fn groups_hold_sections_and_let_them_go() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({}));
        let [a, b, c, d] = ["Aa", "Bb", "Cc", "Dd"].map(|title| add_section(test, &site, title));
        let groups = format!("{site}/section-groups");
        let group = admin.post(&groups, &json!({ "title": "G", "sections": [id_of(&c), id_of(&a)] })).created();
        assert_eq!(outline(&admin, &site), "Bb Dd G[Cc Aa*]");
        assert_eq!(group["children"], group["sections"]);
        assert_eq!(group["sections"][0]["sectionGroup"], id_of(&group));
        let path = format!("{groups}/{}", id_of(&group));
        let changed = admin.patch(&path, &json!({ "title": "More", "icon": "book" })).ok();
        assert_eq!((&changed["title"], &changed["icon"]), (&"More".into(), &"book".into()));
        admin.post(&format!("{path}/sections"), &json!({ "sectionId": id_of(&b) })).ok();
        assert_eq!(outline(&admin, &site), "Dd More[Cc Aa* Bb]");
        let position = json!({ "position": { "before": { "type": "site-section", "id": id_of(&d) } } });
        admin.post(&format!("{path}/move"), &position).ok();
        assert_eq!(outline(&admin, &site), "More[Cc Aa* Bb] Dd");
        let inside = json!({ "position": { "before": { "type": "site-section", "id": id_of(&a) } } });
        admin.post(&format!("{path}/move"), &inside).refused(400);
        for _ in 0..2 {
            admin.delete(&format!("{path}/sections/{}", id_of(&c))).expect(204);
        }
        assert_eq!(outline(&admin, &site), "More[Aa* Bb] Cc Dd");
        assert_eq!(admin.get(&groups).ok()["items"].as_array().unwrap().len(), 1);
        for _ in 0..2 {
            admin.delete(&path).expect(204);
        }
        assert_eq!(outline(&admin, &site), "Aa* Bb Cc Dd");
        admin.post(&groups, &json!({ "title": "x", "parent": id_of(&group) })).refused(400);
        admin.post(&groups, &json!({ "title": "x", "sections": [id_of(&group)] })).refused(404);
    });
}

#[test]
fn everything_is_sorted_by_one_operation() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({}));
        let [a, b, c] = ["Aa", "Bb", "Cc"].map(|title| add_section(test, &site, title));
        let group = admin.post(&format!("{site}/section-groups"), &json!({ "title": "G" })).created();
        let sort = |item: Value, position: Value| {
            admin.patch(&format!("{site}/structure/sort"), &json!({ "item": item, "position": position }))
        };
        let section = |it: &Value| json!({ "type": "site-section", "id": id_of(it) });
        let space = |it: &Value| json!({ "type": "site-space", "id": id_of(&it["siteSpaces"][0]) });
        let grouped = json!({ "type": "site-section-group", "id": id_of(&group) });
        assert_eq!(outline(&admin, &site), "Aa* Bb Cc G[]");
        let moved = sort(section(&c), json!({ "before": section(&a) })).ok();
        assert_eq!((&moved["object"], &moved["title"]), (&"site-section".into(), &"Cc".into()));
        assert_eq!(outline(&admin, &site), "Cc Aa* Bb G[]");
        assert_eq!(sort(grouped.clone(), json!({ "after": section(&c) })).ok()["object"], "site-section-group");
        assert_eq!(outline(&admin, &site), "Cc G[] Aa* Bb");
        sort(section(&c), json!({})).ok();
        sort(section(&b), json!({ "before": grouped })).ok();
        assert_eq!(outline(&admin, &site), "Bb G[] Aa* Cc");
        let moved = sort(space(&b), json!({ "after": space(&a) })).ok();
        assert_eq!((&moved["object"], &moved["section"]), (&"site-space".into(), &a["id"]));
        assert_eq!(spaces_of(&admin, &site), ["Aa*", "Bb", "Cc*"]);
        for (item, position) in [
            (section(&a), json!({ "before": section(&a) })),
            (section(&a), json!({ "before": section(&b), "after": section(&c) })),
            (section(&a), json!({ "before": space(&c) })),
            (space(&a), json!({ "after": section(&b) })),
            (section(&a), json!({ "before": { "type": "site-section", "id": "nonsense" } })),
        ] {
            let message = sort(item, position).refused(400);
            assert!(message.contains("position"), "{message}");
        }
        sort(json!({ "type": "site-section", "id": id_of(&group) }), json!({})).refused(404);
        sort(json!({ "type": "page", "id": id_of(&group) }), json!({})).refused(400);
    });
}

#[test]
fn a_deleted_space_is_not_on_the_site_until_it_is_back() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({}));
        let [a, b] = ["Aa", "Bb"].map(|title| add_section(test, &site, title));
        let space = format!("/v1/spaces/{}", id_of(&a["siteSpaces"][0]["space"]));
        admin.delete(&space).expect(204);
        assert_eq!(outline(&admin, &site), "Aa Bb*", "the site begins with what has content");
        assert_eq!(spaces_of(&admin, &site), ["Bb*"]);
        assert_eq!(admin.get(&site).ok()["siteSpaces"], 1);
        admin.patch(&format!("{site}/site-spaces/{}", id_of(&a["siteSpaces"][0])), &json!({})).refused(404);
        admin.post(&format!("{space}/restore"), &json!({})).ok();
        assert_eq!(outline(&admin, &site), "Aa* Bb");
        assert_eq!(spaces_of(&admin, &site), ["Aa*", "Bb*"]);
        // For good.
        admin.delete(&format!("/v1/spaces/{}", id_of(&b["siteSpaces"][0]["space"]))).expect(204);
        test.clock.pass(quire_model::spaces::RETENTION);
        test.run_jobs();
        assert_eq!(admin.get(&site).ok()["siteSpaces"], 1);
        assert_eq!(spaces_of(&admin, &site), ["Aa*"]);
    });
}

#[test]
fn a_space_that_another_organization_gets_is_off_the_site() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({}));
        let it = add_space(test, &site, "Given");
        add_space(test, &site, "Kept");
        let other = admin.post("/v1/orgs", &json!({ "title": "Other" })).created();
        let space = id_of(&it["space"]);
        admin.post(&format!("/v1/spaces/{space}/transfer"), &json!({ "organization": id_of(&other) })).ok();
        assert_eq!(spaces_of(&admin, &site), ["Kept*"]);
        admin.post(&format!("{site}/site-spaces"), &json!({ "spaceId": space })).refused(404);
    });
}

#[test]
fn only_who_manages_a_space_may_publish_it() {
    on_each_database(|test| {
        let (site, _) = new_site(test, &json!({}));
        let (_, token) = test.new_member("ada@example.com", Some(Role::Create));
        let creator = test.caller(Some(&token));
        let space = test.new_space("Hidden");
        let id = space.trim_start_matches("/v1/spaces/");
        let mine =
            creator.post(&format!("{site}/site-spaces"), &json!({ "spaceId": new_space(test, "Open") })).created();
        test.admin().patch(&space, &json!({ "defaultLevel": "read" })).ok();
        let body = json!({ "spaceId": id });
        creator.post(&format!("{site}/site-spaces"), &body).refused(403);
        creator.post(&format!("{site}/sections"), &body).refused(403);
        creator.patch(&format!("{site}/site-spaces/{}", id_of(&mine)), &body).refused(403);
        creator.post(&format!("{}/sites", test.org()), &json!({ "spaces": [id] })).refused(403);
        test.admin().patch(&space, &json!({ "defaultLevel": null })).ok();
        creator.post(&format!("{site}/site-spaces"), &body).refused(404);
        // What is on the site is shown by its title to those who see the site, and no more.
        test.admin().post(&format!("{site}/site-spaces"), &body).created();
        assert_eq!(spaces_of(&creator, &site), ["Open*", "Hidden"]);
        let list = creator.get(&format!("{site}/site-spaces")).ok();
        assert!(list["items"][0].get("space").is_some() && list["items"][1].get("space").is_none());
    });
}

#[test]
fn lists_go_on_where_they_were_while_things_come_and_go() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({}));
        let spaces: Vec<_> = ["A", "B", "C", "D", "E"].map(|title| add_space(test, &site, title)).into();
        let first = admin.get(&format!("{site}/site-spaces?limit=2")).ok();
        assert_eq!((starred(&first["items"]), &first["count"]), (vec!["A*".to_owned(), "B".to_owned()], &5.into()));
        for gone in &spaces[..2] {
            admin.delete(&format!("{site}/site-spaces/{}", id_of(gone))).expect(204);
        }
        let page = first["next"]["page"].as_str().unwrap();
        let rest = admin.get(&format!("{site}/site-spaces?limit=2&page={page}")).ok();
        assert_eq!(starred(&rest["items"]), ["C*", "D"]);
        for list in ["sections", "section-groups"] {
            assert_eq!(admin.get(&format!("{site}/{list}")).ok()["items"], json!([]));
        }
    });
}

#[test]
fn of_changes_at_once_none_is_lost() {
    on_each_database(|test| {
        let (site, _) = new_site(test, &json!({}));
        let spaces: Vec<_> = (0..4).map(|n| new_space(test, &format!("Section {n}"))).collect();
        let (site, sections) = (&site, &format!("{site}/sections"));
        let made: Vec<Value> = thread::scope(|scope| {
            let add = |space| scope.spawn(move || test.admin().post(sections, &json!({ "spaceId": space })).created());
            spaces.iter().map(add).collect::<Vec<_>>().into_iter().map(|it| it.join().unwrap()).collect()
        });
        let admin = test.admin();
        let defaults = || {
            let list = admin.get(sections).ok();
            list["items"].as_array().unwrap().iter().filter(|it| it["default"] == true).count()
        };
        assert_eq!((admin.get(sections).ok()["count"].clone(), defaults()), (4.into(), 1));
        thread::scope(|scope| {
            for section in &made {
                scope.spawn(move || test.admin().patch(site, &json!({ "defaultSiteSection": id_of(section) })).ok());
            }
        });
        assert_eq!(defaults(), 1);
        thread::scope(|scope| {
            for section in &made[1..] {
                scope.spawn(move || test.admin().delete(&format!("{sections}/{}", id_of(section))).expect(204));
            }
        });
        assert_eq!((admin.get(sections).ok()["count"].clone(), defaults()), (1.into(), 1));
    });
}
