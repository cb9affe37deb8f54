//! Search of a site: only what its reader would see.

use quire_testkit::on_each_database;
use serde_json::Value;

use crate::world::{Tree, World, text};

const FILES: Tree<'_> = &[
    ("README.md", "# Welcome\n\nA zebra in the open.\n"),
    ("a.md", "---\nif: visitor.claims.unsigned.vip\n---\n\n# Lounge\n\nA zebra for few.\n"),
    ("b.md", "# Mixed\n\nPlain.\n\n{% if visitor.claims.unsigned.vip %}\nA zebra under a condition.\n{% endif %}\n"),
    ("c.md", "---\nhidden: true\n---\n\n# Corner\n\nA hidden zebra.\n"),
];

fn found(world: &World<'_>, query: &str) -> Vec<String> {
    let answer = world.get_with(&format!("/~search?q={query}"), &[("accept", "application/json")]);
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let found: Value = serde_json::from_slice(&answer.body).unwrap();
    found["items"].as_array().unwrap().iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn only_what_is_seen_is_found() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        world.adaptive();
        test.app.catch_up_search().unwrap();
        assert_eq!(found(&world, "zebra"), ["Welcome"]);
        let mut all = found(&world, "zebra&visitor.vip=true");
        all.sort();
        assert_eq!(all, ["Lounge", "Mixed", "Welcome"]);
        assert_eq!(found(&world, ""), [""; 0]);
        let page = world.read("/~search?q=zebra");
        assert!(page.contains("in the open") && !page.contains("condition"), "{page}");
        let hostile = text(&world.get("/~search?q=%3Cscript%3Ealert(1)%3C/script%3E"));
        assert!(!hostile.contains("<script>alert"));
    });
}

#[test]
fn snippets_run_over_descriptions_and_lines() {
    on_each_database(|test| {
        let page = "---\ndescription: All about it.\n---\n\n# Welcome\n\nA zebra.\n\nTwo lines\nof a zebra.\n\n## Part\n\nA quagga.\n\n* More of it\n";
        let world = World::new(test, &[("README.md", page)]);
        test.app.catch_up_search().unwrap();
        let zebras = world.read("/~search?q=zebra");
        assert!(zebras.contains("All about it.") && zebras.contains("Two lines of a"), "{zebras}");
        assert!(world.read("/~search?q=quagga").contains("More of it"));
    });
}
