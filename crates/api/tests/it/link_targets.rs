//! Link targets in Markdown as clients of other services write them.

use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

use crate::edits::{live, send};

fn insert(reference: &str, title: &str, into: Option<&str>, text: &str) -> Value {
    json!({ "operation": "insert_page", "ref": reference, "title": title, "into": into,
        "document": { "markdown": text } })
}

fn stored(test: &TestApp, line: &str, id: &str) -> String {
    let page = test.admin().get(&format!("{line}/content/page/{id}?format=markdown")).ok();
    page["markdown"].as_str().unwrap().to_owned()
}

#[test]
fn targets_are_resolved_in_the_content_after_the_call() {
    on_each_database(|test| {
        let space = live(test, &[("README.md", "# Home\n"), ("old.md", "# Old\n")]);
        let id_at = |path: &str| test.admin().get(&format!("{space}/content/path/{path}")).ok()["id"].clone();
        let text = "# Start\n\n[a](./city) [b](./city.md#x) [c](/pages/guides/rivers) [d](/pages/guides/rivers.md?q=1#y) \
            [e](rivers.md) [f](/pages/README.md) [g](old.md) [h](./nothing.md) ![i](./map) [j](../guides/rivers.md)\n\n\
            `[a](./city)`\n\n```\n[a](./city)\n```\n\n[k]\n\n[k]: <./city.md> 'A city'\n\n\
            <a href=\"./city\">l</a>\n\n{% include \"./part\" %}\n";
        let answer = send(test, &space, &json!([
            { "operation": "insert_files", "files": [{ "name": "map.png", "ref": "map", "base64": "eA==" }] },
            { "operation": "insert_reusable_content", "title": "Part", "ref": "part", "document": { "markdown": "x\n" } },
            insert("guides", "Guides", None, "# Guides\n"),
            insert("start", "Start", Some("guides"), text),
            insert("city", "City", None, "# City\n\n## X\n"),
            insert("rivers", "Rivers", Some("guides"), "# Rivers\n\n[s](start.md) [c](../city.md) [o](../old.md)\n\n## Y\n"),
        ]))
        .ok();
        let page = |n: usize| answer["insertedPages"][n]["id"].as_str().unwrap().to_owned();
        let file = answer["insertedFiles"][0]["id"].as_str().unwrap();
        let part = answer["insertedReusableContents"][0]["id"].as_str().unwrap();
        let (start, city, rivers, home) = (page(1), page(2), page(3), id_at("home"));
        let home = home.as_str().unwrap();
        let expected = text
            .replace("[a](./city) [b]", &format!("[a](/pages/{city}) [b]"))
            .replace("./city.md#x", &format!("/pages/{city}#x"))
            .replace("/pages/guides/rivers)", &format!("/pages/{rivers})"))
            .replace("/pages/guides/rivers.md?q=1#y", &format!("/pages/{rivers}?q=1#y"))
            .replace("[e](rivers.md)", &format!("[e](/pages/{rivers})"))
            .replace("/pages/README.md", &format!("/pages/{home}"))
            .replace("(./map)", &format!("(/files/{file})"))
            .replace("../guides/rivers.md", &format!("/pages/{rivers}"))
            .replace("<./city.md>", &format!("</pages/{city}>"))
            .replace("href=\"./city\"", &format!("href=\"/pages/{city}\""))
            .replace("./part", &format!("/reusable-contents/{part}"));
        assert_eq!(stored(test, &space, &start), expected);
        let of_rivers = stored(test, &space, &rivers);
        assert!(of_rivers.contains(&format!("[s](/pages/{start}) [c](/pages/{city})")), "{of_rivers}");
        let warnings: Vec<_> = answer["warnings"].as_array().unwrap().iter().collect();
        assert_eq!(warnings.len(), 1, "{answer}");
        assert_eq!((&warnings[0]["path"], &warnings[0]["line"]), (&json!("guides/start"), &json!(3)));
        assert!(warnings[0]["message"].as_str().unwrap().contains("./nothing.md"));
        // What is stored is as it is when it is sent again.
        let again = json!([{ "operation": "update_page", "page": start, "document": { "markdown": expected } }]);
        assert_eq!(send(test, &space, &again).ok()["changed"], false);
        let links = test.admin().get(&format!("{space}/content/page/{start}/links")).ok();
        assert_eq!(
            links["items"].as_array().unwrap().iter().filter(|it| it["status"] == "broken").count(),
            1,
            "{links}"
        );
    });
}

#[test]
fn what_leads_somewhere_by_its_path_keeps_every_byte() {
    on_each_database(|test| {
        let text =
            "# A\n\n[b](b.md) [c](guides/c.md#x) [d](guides/) ![e](e.png) [f](https://example.org/x.md) [g](#g)\n";
        let space = live(
            test,
            &[
                ("README.md", "# Home\n"),
                ("a.md", text),
                ("b.md", "# B\n"),
                ("e.png", "x"),
                ("guides/README.md", "# Guides\n"),
                ("guides/c.md", "# C\n\n## X\n"),
            ],
        );
        let page = test.admin().get(&format!("{space}/content/path/a")).ok()["id"].as_str().unwrap().to_owned();
        let edited = text.replace("# A", "# A page");
        let answer = send(
            test,
            &space,
            &json!([{ "operation": "update_page", "page": page,
            "document": { "markdown": edited } }]),
        )
        .ok();
        assert_eq!(answer["warnings"], json!([]));
        assert_eq!(stored(test, &space, &page), edited);
    });
}
