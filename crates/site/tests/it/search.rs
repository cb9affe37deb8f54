//! Search of a site: only what its reader would see.

use quire_testkit::{Files, on_each_database};
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

/// A page of which everybody sees the first part, and nobody the second.
const HIDING: &str = "---\nvars:\n  closed: false\n---\n\n# Cabin\n\nA lantern for all.\n\n## Rules\n\nKeep the lantern dry.\n\n\
    {% if page.vars.closed %}\nThe kraken sleeps below the lantern.\n{% endif %}\n";

#[test]
fn a_word_of_a_hidden_block_finds_nothing() {
    on_each_database(|test| {
        let world = World::new(test, &[("README.md", "# Welcome\n\nHello.\n"), ("cabin.md", HIDING)]);
        test.app.catch_up_search().unwrap();
        assert_eq!(found(&world, "lantern"), ["Cabin"]);
        for query in ["kraken", "krak", "krakken", "%22below%20the%20lantern%22", "kraken%20sleeps"] {
            assert_eq!(found(&world, query), [""; 0], "{query}");
        }
        for other in ["kraken", "sleeps", "unicorn"] {
            assert_eq!(found(&world, &format!("lantern%20{other}")), ["Cabin"], "one of two words is enough");
        }
        let page = world.read("/~search?q=lantern");
        assert!(page.contains("for all") && page.contains("dry") && !page.contains("sleeps"), "{page}");
        assert_eq!(found(&world, "%22the%20lantern%20dry%22"), ["Cabin"]);
        assert_eq!(found(&world, "cabin"), ["Cabin"], "a title is seen by all");
    });
}

#[test]
fn what_the_index_does_not_know_yet_is_as_it_is() {
    on_each_database(|test| {
        let world = World::new(test, &[("README.md", "# Welcome\n\nA secret harbour.\n")]);
        test.app.catch_up_search().unwrap();
        assert_eq!(found(&world, "secret"), ["Welcome"]);
        test.import(&world.spaces[0], &Files::of(&[("README.md", "# Welcome\n\nA quiet harbour.\n")]));
        assert_eq!(found(&world, "secret"), [""; 0]);
        let page = world.read("/~search?q=harbour");
        assert!(page.contains("A quiet"), "{page}");
    });
}

#[test]
fn values_of_expressions_stand_in_snippets() {
    on_each_database(|test| {
        let text = "---\nvars:\n  depth: 12\n---\n\n# Harbour\n\nThe basin is <code class=\"expression\">page.vars.depth</code> \
                    metres deep.\n";
        let world = World::new(test, &[("README.md", text)]);
        test.app.catch_up_search().unwrap();
        assert!(world.read("/~search?q=basin").contains("is 12 metres"));
    });
}

/// Results of the page for a query: how many, and where the link to further ones leads.
fn listed(world: &World<'_>, path: &str) -> (usize, Option<String>, String) {
    let page = world.read(path);
    let more = page.split("rel=\"next nofollow\"").next().filter(|_| page.contains("rel=\"next nofollow\""));
    let more =
        more.map(|before| before.rsplit("href=\"").next().unwrap().trim_end_matches(['"', ' ']).replace("&amp;", "&"));
    (page.matches("<li><h2>").count(), more, page)
}

#[test]
fn pages_that_match_are_listed_once_and_answer_by_answer() {
    let text = |n: usize| (format!("page-{n}.md"), format!("# Page {n}\n\nA walrus.\n\n## Part\n\nThe same walrus.\n"));
    let files: Vec<_> = (0..45).map(text).collect();
    let tree: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    on_each_database(|test| {
        let world = World::new(test, &tree as Tree<'_>);
        test.app.catch_up_search().unwrap();
        let (mut titles, mut path) = (Vec::new(), "/~search?q=walrus".to_owned());
        for expected in [20, 20, 5] {
            let (count, more, page) = listed(&world, &path);
            assert_eq!(
                (count, more.is_some(), page.contains(">Pages found")),
                (expected, expected == 20, false),
                "{path}"
            );
            titles.extend(page.split("<li><h2>").skip(1).map(|it| it.split("</a>").next().unwrap().to_owned()));
            path = more.map_or(path, |more| more.strip_prefix(&world.base).unwrap().to_owned());
        }
        titles.sort();
        titles.dedup();
        assert_eq!(titles.len(), 45, "each page once");
        assert_eq!(found(&world, "walrus").len(), 20);
        assert!(world.read("/~search?q=44").contains("Pages found: 1"));
        for number in ["0", "-1", "99999999999999999999", "x", "11"] {
            assert!(
                listed(&world, &format!("/~search?q=walrus&page={number}")).1.is_none_or(|more| more.ends_with("=2"))
            );
        }
    });
}

#[test]
fn hidden_matches_make_no_further_answer() {
    let hidden =
        "---\nvars:\n  closed: false\n---\n\n# Cave\n\nQuiet.\n\n{% if page.vars.closed %}\nA basilisk.\n{% endif %}\n";
    let files: Vec<_> = (0..30).map(|n| format!("cave-{n}.md")).collect();
    let mut tree: Vec<_> = files.iter().map(|path| (path.as_str(), hidden)).collect();
    tree.push(("open.md", "# Open\n\nA basilisk for all.\n"));
    on_each_database(|test| {
        let world = World::new(test, &tree as Tree<'_>);
        test.app.catch_up_search().unwrap();
        let (count, more, page) = listed(&world, "/~search?q=basilisk");
        assert_eq!((count, more), (1, None), "what is hidden takes no place");
        assert!(page.contains("Pages found: 1"));
        let answer = world.get_with("/~search?q=basilisk", &[("accept", "application/json")]);
        let answer: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!((answer["items"].as_array().unwrap().len(), &answer["more"]), (1, &Value::Bool(false)));
    });
}
