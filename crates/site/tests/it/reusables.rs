//! Reusable content of other spaces: drawn as what it is there, and for whom it is there.

use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::world::World;

const NOTE: &str = "The fee is <code class=\"expression\">space.vars.fee</code>.\n\n[The tariff](../../tariff.md) ![A chart](../assets/chart.png)\n\n\
                    {% include \"inner.md\" %}\n\n{% if visitor.claims.unsigned.vip %}\nFree for captains.\n{% endif %}\n";

/// The files of a space with content that others include.
fn shared(fee: &str) -> [(&'static str, Vec<u8>); 6] {
    [
        ("README.md", b"# Shared\n".to_vec()),
        ("tariff.md", b"# Tariff\n".to_vec()),
        (".gitbook/vars.yaml", format!("fee: {fee}\n").into_bytes()),
        (".gitbook/assets/chart.png", b"\x89PNG\r\n\x1a\n".to_vec()),
        (".gitbook/includes/note.md", NOTE.as_bytes().to_vec()),
        (".gitbook/includes/inner.md", b"An inner part.\n".to_vec()),
    ]
}

fn files(list: &[(&'static str, Vec<u8>)]) -> Files {
    let list: Vec<(&str, &[u8])> = list.iter().map(|(path, bytes)| (*path, bytes.as_slice())).collect();
    Files::of(&list)
}

/// A site of a space that includes what the other one has.
fn harbour(test: &TestApp) -> World<'_> {
    let world = World::of(
        test,
        &[("Harbour", &[("README.md", "# Harbour\n")]), ("Shared", &[("README.md", "# Shared\n")])],
        "public",
    );
    test.import(&world.spaces[1], &files(&shared("12 coins")));
    let content = test.admin().get(&format!("{}/content", world.spaces[1])).ok();
    let note = content["reusableContents"]
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["title"].as_str().unwrap().eq_ignore_ascii_case("note"))
        .unwrap();
    let (space, id) = (world.spaces[1].trim_start_matches("/v1/spaces/"), note["id"].as_str().unwrap());
    let page = format!("# Harbour\n\n{{% include \"https://app.gitbook.com/s/{space}/~/reusable/{id}/\" %}}\n");
    let own = [
        ("README.md", page.into_bytes()),
        (".gitbook/vars.yaml", b"fee: nothing\n".to_vec()),
        (".gitbook/assets/chart.png", b"another".to_vec()),
    ];
    test.import(&world.spaces[0], &files(&own));
    world
}

fn site_space(world: &World<'_>, at: usize) -> String {
    let found = world.test.admin().get(&format!("{}/site-spaces", world.site)).ok();
    let items: &Vec<Value> = found["items"].as_array().unwrap();
    format!("{}/site-spaces/{}", world.site, items[at]["id"].as_str().unwrap())
}

#[test]
fn content_of_another_space_is_drawn_with_what_it_has_there() {
    on_each_database(|test| {
        let world = harbour(test);
        let page = world.read("/");
        for text in ["12 coins", "An inner part.", "/shared/tariff\"", "/chart.png"] {
            assert!(page.contains(text), "{text} in {page}");
        }
        let image = page.split("/~files/").nth(1).unwrap().split('"').next().unwrap().to_owned();
        assert_eq!(world.get(&format!("/~files/{image}")).body, b"\x89PNG\r\n\x1a\n");
        let looks = json!({ "pdf": { "enabled": true } });
        test.admin().put(&format!("{}/customization", world.site), &looks).ok();
        let printed = world.read("/~print");
        assert!(printed.contains("12 coins") && printed.contains("An inner part."), "{printed}");
        let absolute = format!("href=\"{}{}/shared/tariff\"", quire_testkit::URL, world.base);
        assert!(printed.contains(&absolute), "{absolute} in {printed}");
        test.import(&world.spaces[1], &files(&shared("20 coins")));
        assert!(world.read("/").contains("20 coins"), "a change there is seen here");
    });
}

#[test]
fn what_is_not_there_for_a_reader_is_not_included() {
    on_each_database(|test| {
        let world = harbour(test);
        world.adaptive();
        let vip: &[(&str, &str)] = &[("cookie", "quire-visitor-public=%7B%22vip%22%3Atrue%7D")];
        let read = |headers| String::from_utf8(world.get_with("/", headers).body).unwrap();
        for _ in 0..2 {
            assert!(read(vip).contains("captains") && !read(&[]).contains("captains"));
        }
        let shared = site_space(&world, 1);
        test.admin().patch(&shared, &json!({ "condition": "visitor.claims.unsigned.vip" })).ok();
        for _ in 0..2 {
            assert!(read(vip).contains("12 coins") && !read(&[]).contains("12 coins"));
        }
        test.admin().delete(&shared).expect(204);
        assert!(!read(vip).contains("12 coins"), "it is not on the site any more");
    });
}
