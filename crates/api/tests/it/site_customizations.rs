//! How sites look: settings, what spaces say differently, icons.

use quire_app::published::Name;
use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

use crate::sites::{id_of, new_site, new_space};

/// The settings in an answer, without what it says of the request.
fn settings_of(mut answer: Value) -> Value {
    answer.as_object_mut().unwrap().remove("warnings");
    answer
}

/// A new site with two spaces; where it is, and the spaces on it.
pub(crate) fn site_with_spaces(test: &TestApp) -> (String, [String; 2]) {
    let spaces = ["One", "Two"].map(|title| {
        id_of(&test.admin().post(&format!("{}/spaces", test.org()), &json!({ "title": title })).created())
    });
    let (path, _) = new_site(test, &json!({ "title": "Docs", "spaces": spaces }));
    let found = test.admin().get(&format!("{path}/site-spaces")).ok();
    let on_site = |at: usize| id_of(&found["items"][at]);
    (path, [on_site(0), on_site(1)])
}

#[test]
fn a_site_looks_as_it_is_told_to() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({ "title": "Docs" }));
        let path = format!("{site}/customization");
        let plain = admin.get(&path).ok();
        assert_eq!(plain["styling"]["theme"], "clean");
        let settings = json!({
            "title": "Handbook",
            "styling": { "theme": "bold", "primaryColor": { "light": "#123456", "dark": "#abcdef" }, "font": "Lato" },
            "favicon": { "emoji": "1f680" },
            "header": {
                "preset": "default",
                "links": [{ "title": "Start", "to": { "kind": "url", "url": "https://example.org" }, "links": [] }],
            },
            "somethingNew": { "on": true },
        });
        let set = admin.put(&path, &settings).ok();
        assert_eq!(set["styling"]["primaryColor"], settings["styling"]["primaryColor"]);
        assert_eq!(set["styling"]["corners"], "rounded");
        assert_eq!(set["somethingNew"], settings["somethingNew"]);
        assert_eq!(set["header"]["links"][0]["title"], "Start");
        assert_eq!(admin.get(&path).ok(), settings_of(set));
        assert_eq!(admin.get(&site).ok()["icon"], json!({ "emoji": "1f680" }));

        let images = json!({ "light": "https://example.org/a.png", "dark": "https://example.org/b.png" });
        let other = admin.put(&path, &json!({ "favicon": { "icon": images } })).ok();
        assert_eq!((other.get("title"), &other["styling"]), (None, &plain["styling"]), "it is set as a whole");
        assert_eq!(admin.get(&site).ok()["icon"], json!({ "icon": images }));
        assert_eq!(admin.put(&path, &json!({})).ok(), plain);
        assert!(admin.get(&site).ok().get("icon").is_none());
    });
}

#[test]
fn what_is_wrong_is_told_by_its_name() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, [first, _]) = site_with_spaces(test);
        let whole = |body: &Value| admin.put(&format!("{site}/customization"), body).refused(400);
        let space = format!("{site}/site-spaces/{first}/customization");
        for (body, field) in [
            (json!({ "styling": { "theme": "loud" } }), "styling.theme"),
            (json!({ "styling": { "infoColor": { "light": "red", "dark": "#fff" } } }), "styling.infoColor.light"),
            (json!({ "footer": { "groups": [{ "title": "", "links": [] }] } }), "footer.groups[0].title"),
            (json!({ "themes": { "toggeable": "yes" } }), "themes.toggeable"),
            (json!({ "pdf": 1 }), "pdf"),
        ] {
            let message = whole(&body);
            assert!(message.starts_with(&format!("body field \"{field}\": ")), "{message}");
            assert_eq!(admin.patch(&space, &body).refused(400), message);
        }
        let script = json!([{ "title": "x", "to": { "kind": "url", "url": "javascript:alert(1)" } }]);
        let message = whole(&json!({ "header": { "links": script } }));
        assert!(message.contains("header.links[0].to"), "{message}");
        let large = json!({ "later": "x".repeat(70_000) });
        assert!(whole(&large).contains("65536 bytes"));
        admin.patch(&space, &large).refused(400);
        assert_eq!(admin.get(&space).ok(), admin.get(&format!("{site}/customization")).ok());
    });
}

#[test]
fn a_space_looks_different_until_it_does_not() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, [first, second]) = site_with_spaces(test);
        let whole = format!("{site}/customization");
        let of = |space: &str| format!("{site}/site-spaces/{space}/customization");
        admin.put(&whole, &json!({ "title": "Docs", "styling": { "corners": "circular" } })).ok();
        let changed = admin.patch(&of(&first), &json!({ "title": "Guide", "styling": { "theme": "muted" } })).ok();
        assert_eq!(
            (&changed["title"], &changed["styling"]["theme"], &changed["styling"]["corners"]),
            (&"Guide".into(), &"muted".into(), &"circular".into())
        );
        assert_eq!(admin.get(&of(&first)).ok(), settings_of(changed));
        assert_eq!(admin.get(&of(&second)).ok(), admin.get(&whole).ok());
        // What the site says later holds where the space says nothing.
        admin.put(&whole, &json!({ "title": "Books", "styling": { "depth": "flat" } })).ok();
        let later = admin.get(&of(&first)).ok();
        assert_eq!((&later["title"], &later["styling"]["depth"]), (&"Guide".into(), &"flat".into()));
        admin.post(&format!("{site}/publish"), &json!({})).ok();
        let published = admin.get(&format!("{site}/published")).ok()["customizations"].clone();
        assert_eq!(published["site"], admin.get(&whole).ok());
        assert_eq!((&published["siteSpaces"][&first], &published["siteSpaces"][&second]), (&later, &published["site"]));
        let back = admin.patch(&of(&first), &json!({ "title": null })).ok();
        assert_eq!((&back["title"], &back["styling"]["theme"]), (&"Books".into(), &"muted".into()));
        for _ in 0..2 {
            admin.delete(&of(&first)).expect(204);
        }
        assert_eq!(admin.get(&of(&first)).ok(), admin.get(&whole).ok());
        admin.get(&of("nonsense")).refused(404);
        let (other, [elsewhere, _]) = site_with_spaces(test);
        admin.patch(&of(&elsewhere), &json!({})).refused(404);
        assert!(admin.get(&format!("{other}/customization")).ok().get("title").is_none());
    });
}

#[test]
fn what_was_set_for_a_space_goes_with_it() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, [first, second]) = site_with_spaces(test);
        admin.post(&format!("{site}/publish"), &json!({})).ok();
        let organization = admin.get(&test.org()).ok()["hostname"].as_str().unwrap().to_owned();
        let basename = admin.get(&site).ok()["basename"].as_str().unwrap().to_owned();
        let at = |it: &str| format!("{site}/site-spaces/{it}");
        for it in [&first, &second] {
            admin.patch(&format!("{}/customization", at(it)), &json!({ "title": "Guide" })).ok();
        }
        let title = |it: &str| {
            let name = Name::Titled { organization: organization.clone(), basename: basename.clone() };
            let published = test.app.published_site(&name).unwrap().unwrap();
            let title = published.customizations.of_space(it.parse().unwrap()).customization().title.clone();
            title.map(|title| title.as_str().to_owned())
        };
        assert_eq!([title(&first).as_deref(), title(&second).as_deref()], [Some("Guide"); 2]);
        admin.delete(&at(&second)).expect(204);
        assert_eq!([title(&first).as_deref(), title(&second).as_deref()], [Some("Guide"), None]);
        admin.post(&format!("{site}/sections"), &json!({ "spaceId": new_space(test, "More") })).created();
        let section = id_of(&admin.get(&format!("{site}/sections")).ok()["items"][0]);
        admin.delete(&format!("{site}/sections/{section}")).expect(204);
        assert_eq!(title(&first), None);
    });
}

#[test]
fn a_setting_is_changed_and_the_others_stay() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({ "title": "Docs" }));
        let path = format!("{site}/customization");
        admin.put(&path, &json!({ "title": "Handbook", "styling": { "theme": "bold", "corners": "circular" } })).ok();
        let changed =
            admin.patch(&path, &json!({ "styling": { "theme": null }, "favicon": { "emoji": "1f680" } })).ok();
        assert_eq!(
            (&changed["title"], &changed["styling"]["theme"], &changed["styling"]["corners"]),
            (&"Handbook".into(), &"clean".into(), &"circular".into())
        );
        assert!(changed.get("warnings").is_none());
        assert_eq!(admin.get(&path).ok(), changed);
        assert_eq!(admin.get(&site).ok()["icon"], json!({ "emoji": "1f680" }));
        assert_eq!(admin.patch(&path, &json!({})).ok(), changed);
        let message = admin.patch(&path, &json!({ "styling": { "theme": "loud" } })).refused(400);
        assert!(message.starts_with("body field \"styling.theme\": "), "{message}");
        admin.patch(&path, &json!({ "later": "x".repeat(70_000) })).refused(400);
        assert_eq!(admin.get(&path).ok(), changed);
    });
}

#[test]
fn fields_without_effect_are_named_or_refused() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, [space, _]) = site_with_spaces(test);
        let whole = format!("{site}/customization");
        let of_space = format!("{site}/site-spaces/{space}/customization");
        let sent = json!({ "stylng": { "theme": "bold" }, "insights": { "trackingCookie": true } });
        let answers = [admin.put(&whole, &sent), admin.patch(&whole, &sent), admin.patch(&of_space, &sent)];
        for answer in answers {
            let warning = answer.header("warning").to_owned();
            assert_eq!(warning, "299 quire \"fields without effect: stylng, insights.trackingCookie\"");
            let body = answer.ok();
            let paths: Vec<_> = body["warnings"].as_array().unwrap().iter().map(|it| it["path"].clone()).collect();
            assert_eq!(paths, ["stylng", "insights.trackingCookie"]);
        }
        let before = admin.get(&whole).ok();
        assert_eq!((&before["stylng"], before.get("warnings")), (&sent["stylng"], None));
        for (body, field) in [(json!({ "pfd": {} }), "pfd"), (json!({ "ai": { "mode": "search" } }), "ai.mode")] {
            for message in [
                admin.put(&format!("{whole}?strict=true"), &body).refused(400),
                admin.patch(&format!("{whole}?strict=true"), &body).refused(400),
                admin.patch(&format!("{of_space}?strict=true"), &body).refused(400),
            ] {
                assert!(message.starts_with(&format!("body field \"{field}\": ")), "{message}");
            }
        }
        assert_eq!(admin.get(&whole).ok(), before);
        let title = admin.patch(&of_space, &json!({ "title": "Guide" }));
        assert!(title.header("warning").contains("title"));
        // An answer that is sent back is a customization.
        let again = admin.put(&whole, &admin.put(&whole, &sent).ok()).ok();
        assert!(again["warnings"].is_array());
        assert_eq!(admin.get(&whole).ok(), before);
        let plain = admin.put(&format!("{whole}?strict=true"), &json!({ "pdf": { "enabled": true } }));
        assert_eq!(plain.header("warning"), "");
        plain.ok();
    });
}
