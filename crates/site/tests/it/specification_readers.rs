//! Who reads private specifications by content: of what is merged whoever reads it, of all else members of the
//! organization alone; and who may bring parts of them into main content.

use quire_model::roles::Role;
use quire_testkit::{Answer, Caller, Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::specifications::publish;
use crate::world::{World, text};

const PRIVATE: &str = "openapi: 3.1.0
info: {title: Secrets, version: '1'}
paths:
  /secret:
    get: {operationId: read, summary: Zebrafinch, tags: [birds], responses: {200: {description: Kingfisher}}}
  /other:
    get: {operationId: other, summary: Nightjar, tags: [birds], responses: {200: {description: ok}}}
";

fn block(spec: &str, path: &str) -> String {
    format!(
        "{{% openapi-operation spec=\"{spec}\" path=\"{path}\" method=\"get\" %}}\n[x](https://x.example)\n{{% endopenapi-operation %}}\n"
    )
}

fn pages_of(spec: &str) -> String {
    format!(
        "* ```yaml\n  type: builtin:openapi\n  props:\n    models: true\n  dependencies:\n    spec:\n      ref:\n        kind: openapi\n        spec: {spec}\n  ```\n"
    )
}

/// A guest who may edit and merge the first space of a world, and one with the right to read the organization.
struct People {
    guest: String,
    reader: String,
}

fn people(world: &World<'_>) -> People {
    let test = world.test;
    let (guest, token) = test.new_member("guest@example.org", None);
    let grant = json!({ "users": [guest.to_string()], "role": "admin" });
    test.admin().post(&format!("{}/permissions", world.spaces[0]), &grant).expect(204);
    let (_, reader) = test.new_member("reader@example.org", Some(Role::Read));
    People { guest: token, reader }
}

fn insert(title: &str, markdown: &str) -> Value {
    json!({ "changes": [{ "operation": "insert_page", "title": title, "document": { "markdown": markdown } }] })
}

/// Opens a change request and returns its path and its number.
fn opened(caller: &Caller<'_>, space: &str) -> (String, i64) {
    let made = caller.post(&format!("{space}/change-requests"), &json!({ "subject": "x" })).created();
    (format!("{space}/change-requests/{}", made["id"].as_str().unwrap()), made["number"].as_i64().unwrap())
}

fn printed(test: &TestApp, token: &str, content: &str) -> Vec<u8> {
    let url = test.caller(Some(token)).get(&format!("{content}/pdf")).ok()["url"].as_str().unwrap().to_owned();
    let answer = test.caller(None).get(&url);
    assert_eq!(answer.status, 200);
    answer.body
}

/// Returns the titles of the outline of a PDF, which are not compressed.
fn titles(pdf: &[u8]) -> Vec<String> {
    let whole = String::from_utf8_lossy(pdf);
    let titles = whole.split("/Title(").skip(1).map(|rest| rest.split(')').next().unwrap().to_owned());
    titles.map(|title| title.replace("secrets", "nothing")).collect()
}

fn reads(world: &World<'_>, token: &str, path: &str) -> Answer {
    world.get_with(path, &[("authorization", &format!("Bearer {token}"))])
}

/// Returns all that a caller reads of a change request, as one text.
fn all_of(world: &World<'_>, token: &str, content: &str, number: i64) -> String {
    let caller = world.test.caller(Some(token));
    let mut all = String::new();
    let pages = caller.get(&format!("{content}/content/pages?computed=true")).ok();
    all.push_str(&pages.to_string());
    let mut left: Vec<Value> = pages["pages"].as_array().unwrap().clone();
    while let Some(page) = left.pop() {
        left.extend(page["pages"].as_array().cloned().unwrap_or_default());
        for format in ["markdown", "document"] {
            let path = format!("{content}/content/page/{}?format={format}&computed=true", page["id"].as_str().unwrap());
            all.push_str(&caller.get(&path).expect(200).to_string());
        }
    }
    for path in ["", "t", "t.md", "llms-full.txt", "llms.txt", "birds", "birds.md", "birds/zebrafinch", "~print"] {
        let answer = reads(world, token, &format!("/~/changes/{number}/{path}"));
        all.push_str(&format!("{} {}\n", answer.status, text(&answer)));
    }
    all
}

#[test]
fn guests_read_no_private_specification_in_a_change_request() {
    on_each_database(|test| {
        publish(test, "secrets", PRIVATE);
        let world = World::new(test, &[("README.md", "# Home\n")]);
        world.test.admin().put(&format!("{}/customization", world.site), &json!({ "pdf": { "enabled": true } })).ok();
        let People { guest, reader } = people(&world);
        let space = &world.spaces[0];
        let written = |spec: &str| {
            let (content, number) = opened(&test.caller(Some(&guest)), space);
            let summary = format!("# Table of contents\n\n* [Home](README.md)\n* [T](t.md)\n{}", pages_of(spec));
            let page = format!("# T\n\n{}", block(spec, "/secret"));
            let files: [(&str, &str); 3] = [("README.md", "# Home\n"), ("t.md", &page), ("SUMMARY.md", &summary)];
            test.import(&content, &Files::of(&files));
            (content, number)
        };
        let (content, number) = written("secrets");
        for token in [quire_testkit::ADMIN, &reader] {
            let all = all_of(&world, token, &content, number);
            assert!(all.contains("Zebrafinch") && all.contains("Kingfisher"), "{all}");
            assert!(titles(&printed(test, token, &content)).iter().any(|it| it.contains("birds")));
        }
        let all = all_of(&world, &guest, &content, number);
        for hidden in ["Zebrafinch", "Kingfisher", "birds\"", "Nightjar"] {
            assert!(!all.contains(hidden), "{hidden} is in {all}");
        }
        assert_eq!(titles(&printed(test, &guest, &content)), titles(&printed(test, &guest, &written("nothing").0)));
        // Nothing says if there is a specification.
        let (absent, other) = written("nothing");
        let plain = |text: String| {
            let ids = [(&content, number), (&absent, other)];
            let named = ids.iter().fold(text.replace("secrets", "nothing"), |text, (path, number)| {
                let id = path.rsplit('/').next().unwrap();
                text.replace(id, "ID").replace(&format!("changes/{number}/"), "changes/N/")
            });
            named.lines().filter(|line| line.contains("OpenAPI specification")).map(str::to_owned).collect::<Vec<_>>()
        };
        let shown = plain(all_of(&world, &guest, &absent, other));
        assert!(!shown.is_empty());
        assert_eq!(plain(all), shown);
        test.admin().patch(&format!("{}/openapi/secrets", test.org()), &json!({ "visibility": "public" })).ok();
        assert!(all_of(&world, &guest, &content, number).contains("Kingfisher"));
    });
}

#[test]
fn guests_are_warned_as_if_private_specifications_were_not_there() {
    on_each_database(|test| {
        publish(test, "secrets", PRIVATE);
        let world = World::new(test, &[("README.md", "# Home\n")]);
        let People { guest, .. } = people(&world);
        let guest = test.caller(Some(&guest));
        let (content, _) = opened(&guest, &world.spaces[0]);
        let warned = |slug: &str, path: &str| {
            let answer = guest.post(&format!("{content}/content"), &insert("T", &block(slug, path))).ok();
            let warning = &answer["warnings"][0];
            format!("{} {}", warning["code"], warning["message"]).replace(slug, "SLUG")
        };
        let unknown = warned("nothing", "/secret");
        assert!(unknown.contains("unknown-specification"), "{unknown}");
        assert_eq!(warned("secrets", "/secret"), unknown);
        assert_eq!(warned("secrets", "/nowhere"), unknown);
    });
}

#[test]
fn guests_bring_no_private_specification_into_main_content() {
    on_each_database(|test| {
        publish(test, "secrets", PRIVATE);
        publish(test, "open", PRIVATE);
        test.admin().patch(&format!("{}/openapi/open", test.org()), &json!({ "visibility": "public" })).ok();
        let before = format!("# Home\n\n{}", block("secrets", "/other"));
        let world = World::new(test, &[("README.md", &before)]);
        let (space, People { guest, .. }) = (&world.spaces[0], people(&world));
        test.admin().patch(space, &json!({ "editMode": "live" })).ok();
        let guest = test.caller(Some(&guest));
        assert!(world.read("/").contains("Nightjar"));
        let main = format!("{space}/content");
        let hidden = [
            block("secrets", "/secret"),
            block("nothing", "/secret"),
            "{% openapi-schemas spec=\"secrets\" schemas=\"A\" %}\nx\n{% endopenapi-schemas %}\n".to_owned(),
            format!("{{% hint style=\"info\" %}}\n{}{{% endhint %}}\n", block("secrets", "/secret")),
            format!("{{% if true %}}\n{}{{% endif %}}\n", block("secrets", "/secret")),
            format!(
                "{{% if true %}}\n<!--\n{{% endif %}}\n{}{{% if true %}}\n-->\n{{% endif %}}\n",
                block("secrets", "/secret")
            ),
        ];
        for text in &hidden {
            let told = guest.post(&main, &insert("T", text)).refused(403);
            assert!(told.starts_with("content: ") && told.contains("OpenAPI specification `"), "{told}");
            let (content, _) = opened(&guest, space);
            guest.post(&format!("{content}/content"), &insert("T", text)).ok();
            assert_eq!(guest.post(&format!("{content}/merge"), &json!({})).refused(403), told, "{text}");
        }
        let zip = |files: &[(&str, &str)]| json!({ "url": test.upload("a.zip", &quire_testkit::zip(files)), "source": "zip" });
        let summary = format!("# Table of contents\n\n* [Home](README.md)\n{}", pages_of("secrets"));
        let body = zip(&[("README.md", &before), ("SUMMARY.md", &summary)]);
        assert!(guest.post(&format!("{main}/import"), &body).refused(403).contains("`secrets`"));
        // What is there stays, and what everybody may read may be added.
        let other = format!("{before}\nMore.\n\n{}", block("open", "/secret"));
        guest.post(&format!("{main}/import"), &zip(&[("README.md", &other)])).ok();
        assert!(world.read("/").contains("Nightjar") && world.read("/").contains("Kingfisher"));
        // A member may merge what a guest wrote.
        let (content, _) = opened(&guest, space);
        guest.post(&format!("{content}/content"), &insert("T", &hidden[0])).ok();
        test.admin().post(&format!("{content}/merge"), &json!({})).ok();
        let revision = test.admin().get(space).ok()["revision"].as_str().unwrap().to_owned();
        assert!(world.read("/t").contains("Zebrafinch"));
        assert!(all_main(space, &guest).contains("/secret"));
        // What was taken out does not come back by a guest.
        test.admin().post(&format!("{main}/import"), &zip(&[("README.md", "# Home\n")])).ok();
        guest.post(&format!("{space}/revisions/{revision}/rollback"), &json!({})).refused(403);
        test.admin().post(&format!("{space}/revisions/{revision}/rollback"), &json!({})).ok();
    });
}

/// Returns what a guest reads of main content.
fn all_main(space: &str, guest: &Caller<'_>) -> String {
    let pages = guest.get(&format!("{space}/content/pages")).ok();
    let ids = pages["pages"].as_array().unwrap().iter().map(|page| page["id"].as_str().unwrap().to_owned());
    ids.map(|id| guest.get(&format!("{space}/content/page/{id}?format=markdown")).expect(200).to_string()).collect()
}
