use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::*;

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => panic!("{other} is no object"),
    }
}

fn settings(value: Value) -> Settings {
    Settings::try_from(object(value)).unwrap()
}

fn refused(value: Value) -> String {
    Settings::try_from(object(value)).unwrap_err().to_string()
}

#[test]
fn nothing_has_to_be_said() {
    let found = json!(settings(json!({})));
    assert_eq!(found["styling"]["theme"], "clean");
    assert_eq!(found["styling"]["font"], "Inter");
    assert_eq!(found["styling"]["sidebar"], json!({ "background": "default", "list": "default" }));
    assert_eq!(found["themes"], json!({ "default": "system", "toggeable": true }));
    assert_eq!(found["pageActions"], json!({ "externalAI": false, "markdown": true, "mcp": true }));
    assert_eq!(found["header"], json!({ "preset": "default", "links": [] }));
    assert_eq!(found["favicon"], json!({}));
    assert_eq!(found["internationalization"], json!({}));
    for absent in ["title", "announcement"] {
        assert_eq!(found.get(absent), None);
    }
    assert_eq!(found, json!(Customization::default()));
}

#[test]
fn what_is_not_known_is_kept() {
    let sent =
        json!({ "later": [1, null], "header": { "primaryLink": { "title": "Try" } }, "pdf": { "enabled": true } });
    let found = settings(sent);
    let shown = json!(found);
    assert_eq!(shown["later"], json!([1, null]));
    assert_eq!(shown["header"], json!({ "preset": "default", "links": [], "primaryLink": { "title": "Try" } }));
    let link = json!({ "title": "x", "to": { "kind": "url", "url": "/a" }, "rel": "me" });
    let links = json!(settings(json!({ "header": { "links": [link] } })))["header"]["links"].clone();
    assert_eq!(links, json!([{ "title": "x", "to": link["to"], "rel": "me", "style": "link", "links": [] }]));
    assert_eq!(Settings::from_stored(&found.to_stored()), Some(found.clone()));
    assert!(found.customization().pdf.enabled);
}

#[test]
fn what_is_shown_can_be_sent() {
    let first =
        settings(json!({ "title": "Docs", "favicon": { "emoji": "1f680" }, "footer": { "copyright": "© me" } }));
    let second = settings(json!(first));
    assert_eq!(json!(first), json!(second));
}

#[test]
fn values_are_within_their_bounds() {
    let item = |to: &str| json!({ "header": { "links": [{ "title": "x", "to": { "kind": "url", "url": to } }] } });
    for good in ["https://example.org/a", "/guides", "mailto:me@example.org"] {
        settings(item(good));
    }
    for bad in ["javascript:alert(1)", "//example.org", "/\\example.org", "data:text/html,x", "x", "mailto:a b"] {
        refused(item(bad));
    }
    let color = |text: &str| json!({ "styling": { "primaryColor": { "light": text, "dark": "#FFF" } } });
    let found = settings(color("#12aBef"));
    let primary = &found.customization().styling.primary_color;
    assert_eq!((primary.light.rgb(), primary.dark.rgb()), ([0x12, 0xab, 0xef], [255; 3]));
    for bad in ["red", "#12345", "#12345g", "123456", "#123456;}"] {
        assert_eq!(refused(color(bad)), "must be a colour such as #3366cc");
    }
    let family = |name: &str| json!({ "styling": { "font": { "id": "f", "custom": true, "fontFamily": name, "fontFaces": [] } } });
    settings(family("My Font 2"));
    for bad in ["'x'", "a;b", "x</style>", " ", ""] {
        refused(family(bad));
    }
    for bad in [
        json!({ "title": "x" }),
        json!({ "styling": { "font": "Comic" } }),
        json!({ "styling": { "theme": "loud" } }),
        json!({ "styling": 1 }),
        json!({ "announcement": { "enabled": true } }),
        json!({ "announcement": { "enabled": true, "message": "x".repeat(129) } }),
        json!({ "footer": { "copyright": "x".repeat(301) } }),
        json!({ "footer": { "groups": vec![json!({ "title": "x", "links": [] }); 21] } }),
        json!({ "header": { "links": [{ "title": "x", "to": null, "condition": "visitor." }] } }),
        json!({ "header": { "logo": { "light": "https://example.org/a.svg" } } }),
        json!({ "favicon": { "emoji": "no" } }),
        json!({ "socialPreview": { "url": "javascript:x" } }),
        json!({ "later": "x".repeat(70_000) }),
    ] {
        refused(bad);
    }
}

#[test]
fn a_space_says_some_things_differently() {
    let site = settings(json!({
        "title": "Docs",
        "styling": { "theme": "bold", "sidebar": { "list": "pill" } },
        "favicon": { "emoji": "1f680" },
    }));
    let first = json!({ "styling": { "sidebar": { "background": "filled" }, "corners": "straight" }, "favicon": {} });
    let overrides = Overrides::default().changed(&object(first)).unwrap();
    let found = json!(site.with(&overrides));
    assert_eq!(found["styling"]["theme"], "bold");
    assert_eq!(found["styling"]["corners"], "straight");
    assert_eq!(found["styling"]["sidebar"], json!({ "background": "filled", "list": "pill" }));
    assert_eq!(found["favicon"], json!({}));
    let back =
        json!({ "styling": { "corners": null, "sidebar": null }, "favicon": null, "title": "Else", "pdf": null });
    let overrides = overrides.changed(&object(back)).unwrap();
    assert_eq!(overrides.to_stored(), r#"{"title":"Else"}"#);
    assert_eq!(json!(site.with(&overrides))["favicon"], json!({ "emoji": "1f680" }));
    let none = overrides.changed(&object(json!({ "title": null }))).unwrap();
    assert!(none.is_empty());
    assert_eq!(site.with(&none), site);
    assert!(none.changed(&object(json!({ "styling": { "theme": "loud" } }))).is_err());
}

fn changes() -> impl Strategy<Value = Value> {
    let word = |words: Vec<Value>| prop::option::of(prop::sample::select(words));
    let theme = word(vec![json!("bold"), json!("muted"), Value::Null]);
    let list = word(vec![json!("pill"), json!("line"), Value::Null]);
    let title = word(vec![json!("One"), json!("Two"), Value::Null]);
    let enabled = word(vec![json!(true), json!(false), Value::Null]);
    (theme, list, title, enabled).prop_map(|(theme, list, title, enabled)| {
        let mut all = json!({ "styling": { "sidebar": {} }, "pdf": {} });
        let at = [
            ("/styling", "theme", theme),
            ("/styling/sidebar", "list", list),
            ("", "title", title),
            ("/pdf", "enabled", enabled),
        ];
        for (group, name, value) in at {
            if let (Some(Value::Object(group)), Some(value)) = (all.pointer_mut(group), value) {
                group.insert(name.to_owned(), value);
            }
        }
        all
    })
}

proptest! {
    /// Applying two changes in turn equals applying their merge, and the overrides show in the result.
    #[test]
    fn changes_add_up(first in changes(), second in changes()) {
        let site = settings(json!({ "title": "Docs", "styling": { "theme": "gradient" } }));
        let one = Overrides::default().changed(&object(first.clone())).unwrap();
        let both = one.changed(&object(second.clone())).unwrap();
        let (before, seen) = (json!(site), json!(site.with(&both)));
        for path in ["/title", "/styling/theme", "/styling/sidebar/list", "/pdf/enabled"] {
            let said = second.pointer(path).or(first.pointer(path)).filter(|said| !said.is_null());
            prop_assert_eq!(seen.pointer(path), said.or(before.pointer(path)));
        }
    }
}
