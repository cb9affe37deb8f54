//! Searching: what is found and told of it, who finds it, pages of results, and queries that make no sense.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quire_model::roles::Role;
use quire_testkit::{Caller, Files, TestApp, on_each_database};
use serde_json::{Value, json};

/// The address of a search.
pub(crate) fn address(of: &str, query: &str) -> String {
    let query: String = query.bytes().map(|byte| format!("%{byte:02x}")).collect();
    format!("{of}/search?query={query}")
}

/// The paths of the pages that somebody finds in a space.
pub(crate) fn find_as(caller: &Caller<'_>, space: &str, query: &str) -> Vec<String> {
    let found = caller.get(&address(space, query)).ok();
    let items = found["items"].as_array().unwrap();
    assert_eq!(found["count"], items.len());
    items.iter().map(|page| page["path"].as_str().unwrap().to_owned()).collect()
}

/// The paths of the pages that the admin finds in a space.
pub(crate) fn find(test: &TestApp, space: &str, query: &str) -> Vec<String> {
    find_as(&test.admin(), space, query)
}

/// The titles of the spaces in which somebody finds something.
pub(crate) fn spaces(caller: &Caller<'_>, org: &str, query: &str) -> BTreeSet<String> {
    let found = caller.get(&address(org, query)).ok();
    let items = found["items"].as_array().unwrap();
    assert_eq!(found["count"], items.len());
    items.iter().map(|space| space["title"].as_str().unwrap().to_owned()).collect()
}

const GUIDE: &[(&str, &str)] = &[
    ("README.md", "# Welcome\n\nStart here, or at the *harbour*.\n"),
    (
        "guide/README.md",
        "---\ndescription: How ships are moored\n---\n\n# Mooring\n\nRopes first.\n\n## At the harbour\n\nThe harbour \
         master shows the **berth**.\n\n### Fees\n\nA night costs a lot.\n",
    ),
    ("guide/knots.md", "# Knots\n\nThe bowline holds & never slips.\n\n```sh\ntie --knot bowline\n```\n"),
    ("SUMMARY.md", "# Contents\n\n* [Welcome](README.md)\n* [Mooring](guide/README.md)\n  * [Knots](guide/knots.md)\n"),
];

#[test]
fn what_is_found_is_told_with_its_sections() {
    on_each_database(|test| {
        let space = test.new_space("Ships");
        test.import(&space, &Files::of(GUIDE));
        let found = test.admin().get(&address(&space, "harbour")).ok();
        let [mooring, welcome] = found["items"].as_array().unwrap().as_slice() else { panic!("{found}") };
        assert_eq!((&mooring["title"], &mooring["path"]), (&json!("Mooring"), &json!("mooring")));
        assert_eq!(welcome["title"], "Welcome");
        let section = &mooring["sections"][0];
        assert_eq!(section["id"], "at-the-harbour");
        assert_eq!(section["title"], "At the harbour");
        assert_eq!(section["path"], "mooring#at-the-harbour");
        assert_eq!(section["body"], "The harbour master shows the berth.");
        let pieces = json!([
            { "text": "The ", "match": false },
            { "text": "harbour", "match": true },
            { "text": " master shows the berth.", "match": false },
        ]);
        assert_eq!(section["highlights"]["body"], pieces);
        let url = section["urls"]["app"].as_str().unwrap();
        let page = url.strip_suffix("#at-the-harbour").unwrap();
        assert_eq!(mooring["urls"]["app"], page);
        assert_eq!(
            test.admin().get(&page.replace("/app/spaces/", "/v1/spaces/").replace("/page/", "/content/page/")).ok()["id"],
            mooring["id"]
        );
        // Before the first heading, a section is called by its page.
        let first = &welcome["sections"][0];
        assert_eq!(
            (&first["id"], &first["title"], &first["path"]),
            (&welcome["id"], &json!("Welcome"), &welcome["path"])
        );
        assert_eq!(find(test, &space, "moored"), ["mooring"], "a description is searched");
        let found = test.admin().get(&address(&space, "slips")).ok();
        assert_eq!(found["items"][0]["sections"][0]["body"], "The bowline holds & never slips.", "plain text");
        assert_eq!(find(test, &space, "--knot"), ["mooring/knots"]);
    });
}

#[test]
fn an_organization_is_searched_by_spaces() {
    on_each_database(|test| {
        for (title, pages) in [("Few", 1), ("Many", 14), ("None", 0)] {
            let space = test.new_space(title);
            let texts: Vec<_> =
                (0..pages).map(|n| (format!("p{n:02}.md"), format!("# Page {n}\n\nAn anchor.\n"))).collect();
            let texts: Vec<_> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
            if pages > 0 {
                test.import(&space, &Files::of(&texts));
            }
        }
        let admin = test.admin();
        let found = admin.get(&address(&test.org(), "anchor")).ok();
        assert_eq!(found["count"], 2);
        let pages = |title: &str| {
            let space = found["items"].as_array().unwrap().iter().find(|space| space["title"] == title);
            space.unwrap()["pages"].as_array().unwrap().len()
        };
        assert_eq!((pages("Few"), pages("Many")), (1, 10), "the rest is found in the space itself");
        let first = admin.get(&format!("{}&limit=1", address(&test.org(), "anchor"))).ok();
        let cursor = first["next"]["page"].as_str().unwrap();
        let second = admin.get(&format!("{}&limit=1&page={cursor}", address(&test.org(), "anchor"))).ok();
        let ids = [&first, &second].map(|page| page["items"][0]["id"].as_str().unwrap().to_owned());
        assert_ne!(ids[0], ids[1]);
        assert!(second.get("next").is_none() && second.get("previous").is_some());
        admin.get(&format!("{}&page={cursor}", address(&test.org(), "other"))).refused(400);
    });
}

#[test]
fn results_are_paged() {
    on_each_database(|test| {
        let space = test.new_space("Long");
        let texts: Vec<_> = (0..25).map(|n| (format!("p{n:02}.md"), format!("# Page {n}\n\nOne anchor.\n"))).collect();
        let texts: Vec<_> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        test.import(&space, &Files::of(&texts));
        let admin = test.admin();
        let of = address(&space, "anchor");
        let (mut seen, mut at, mut before) = (Vec::new(), format!("{of}&limit=10"), None);
        loop {
            let page = admin.get(&at).ok();
            assert_eq!(page["count"], 25);
            let items: Vec<Value> = page["items"].as_array().unwrap().clone();
            if let (Some(before), Some(previous)) = (before.replace(items.clone()), page["previous"]["page"].as_str()) {
                assert_eq!(admin.get(&format!("{of}&limit=10&page={previous}")).ok()["items"], json!(before));
            }
            seen.extend(items.iter().map(|item| item["path"].as_str().unwrap().to_owned()));
            let Some(next) = page["next"]["page"].as_str() else { break };
            at = format!("{of}&limit=10&page={next}");
        }
        assert_eq!(seen.len(), 25);
        assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), 25);
        let none = admin.get(&format!("{of}&limit=0")).ok();
        assert_eq!((&none["count"], &none["items"]), (&json!(25), &json!([])));
    });
}

#[test]
fn hidden_pages_are_not_found() {
    on_each_database(|test| {
        let space = test.new_space("Secrets");
        test.import(
            &space,
            &Files::of(&[
                ("open.md", "# Open\n\nAn anchor.\n"),
                ("hidden/README.md", "---\nhidden: true\n---\n\n# Hidden\n\nAn anchor.\n"),
                ("hidden/below.md", "# Below\n\nAn anchor.\n"),
                ("left-out.md", "---\nnoIndex: true\n---\n\n# Left out\n\nAn anchor.\n"),
                (
                    "SUMMARY.md",
                    "# Contents\n\n* [Open](open.md)\n* [Hidden](hidden/README.md)\n  * [Below](hidden/below.md)\n* [Left \
                     out](left-out.md)\n",
                ),
            ]),
        );
        assert_eq!(find(test, &space, "anchor"), ["open"]);
        assert_eq!(find(test, &space, "hidden"), Vec::<String>::new());
    });
}

#[test]
fn a_query_has_at_most_512_characters_of_any_kind() {
    on_each_database(|test| {
        let space = test.new_space("Empty");
        test.import(&space, &Files::of(&[("a.md", "# The end\n\nA \"quoted\" word, or * ? : ( ) [ ] ^ ~ ! 👩‍🚀.\n")]));
        let admin = test.admin();
        let long = |text: &str| text.chars().cycle().take(512).collect::<String>();
        for query in [
            "",
            " ",
            "\"",
            "\"\"",
            "\0",
            "👩‍🚀",
            "the",
            "NOT",
            "title:x",
            "a~9^4",
            "*",
            "-",
            "\u{202e}",
            "\u{1f}\u{0}\u{7f}",
            &long("\""),
            &long("(a OR "),
            &long("*"),
            &long("👩‍🚀"),
            &long("\0\u{1}\t\n"),
            &long("the and of "),
            &long("é"),
            &long("x"),
            &long("日本"),
            &long("a.b-c_d"),
            &long("\\"),
            &long("\u{301}"),
        ] {
            for of in [&space, &test.org()] {
                admin.get(&address(of, query)).ok();
            }
        }
        for of in [&space, &test.org()] {
            let refused = admin.get(&address(of, &"é".repeat(513))).refused(400);
            assert!(refused.contains("\"query\"") && refused.contains("512"), "{refused}");
            let missing = admin.get(&format!("{of}/search")).refused(400);
            assert!(missing.contains("query"), "{missing}");
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Whatever people type is a query.
    #[test]
    fn any_text_is_a_query(texts in proptest::collection::vec("\\PC{0,512}|[\"*?~^:()\\\\ a-c\u{0}-\u{1f}]{0,512}", 1..20)) {
        on_each_database(|test| {
            let space = test.new_space("Any");
            test.import(&space, &Files::of(&[("a.md", "# A b c\n\na b c\n")]));
            for text in &texts {
                test.admin().get(&address(&space, text)).ok();
            }
        });
    }
}

/// What stands in the way of members: levels of collections and spaces, and grants.
#[derive(Debug, Clone)]
struct Fences {
    collections: Vec<Option<Option<Role>>>,
    /// The collection that each space is in, and its level.
    spaces: Vec<(Option<usize>, Option<Option<Role>>)>,
    members: Vec<Option<Role>>,
    grants: BTreeSet<(usize, usize)>,
    deleted: BTreeSet<usize>,
}

fn fences() -> impl Strategy<Value = Fences> {
    let role = || proptest::option::of(proptest::sample::select(vec![Role::Read, Role::Edit, Role::Admin]));
    let (collections, spaces, members) = (2usize, 6usize, 3usize);
    (
        proptest::collection::vec(proptest::option::of(role()), collections),
        proptest::collection::vec((proptest::option::of(0..collections), proptest::option::of(role())), spaces),
        proptest::collection::vec(role(), members),
        proptest::collection::btree_set((0..members, 0..spaces), 0..6),
        proptest::collection::btree_set(0..spaces, 0..3),
    )
        .prop_map(|(collections, spaces, members, grants, deleted)| Fences {
            collections,
            spaces,
            members,
            grants,
            deleted,
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Members find what they can read space by space, and nothing else.
    #[test]
    fn nobody_finds_what_they_may_not_read(fences in fences()) {
        on_each_database(|test| {
            let admin = test.admin();
            let org = test.org();
            let id = |made: Value| made["id"].as_str().unwrap().to_owned();
            let collections: Vec<String> = fences.collections.iter().map(|level| {
                let made = id(admin.post(&format!("{org}/collections"), &json!({})).created());
                if let Some(level) = level {
                    admin.patch(&format!("/v1/collections/{made}"), &json!({ "defaultLevel": level })).ok();
                }
                made
            }).collect();
            let members: Vec<_> = fences.members.iter().enumerate().map(|(n, role)| {
                test.new_member(&format!("m{n}@example.com"), *role)
            }).collect();
            let mut paths = Vec::new();
            for (n, (parent, level)) in fences.spaces.iter().enumerate() {
                let parent = parent.map(|parent| collections[parent].clone());
                let body = json!({ "title": format!("s{n}"), "parent": parent });
                let path = format!("/v1/spaces/{}", id(admin.post(&format!("{org}/spaces"), &body).created()));
                test.import(&path, &Files::of(&[("a.md", "# Page\n\nAn anchor.\n")]));
                if let Some(level) = level {
                    admin.patch(&path, &json!({ "defaultLevel": level })).ok();
                }
                for (member, _) in fences.grants.iter().filter(|(_, space)| *space == n) {
                    let body = json!({ "users": [members[*member].0.to_string()], "role": "read" });
                    admin.post(&format!("{path}/permissions"), &body).expect(204);
                }
                if fences.deleted.contains(&n) {
                    admin.delete(&path).expect(204);
                }
                paths.push(path);
            }
            for (_, token) in &members {
                let member = test.caller(Some(token));
                let mut readable = BTreeSet::new();
                for (n, path) in paths.iter().enumerate() {
                    let status = member.get(&format!("{path}/content")).status;
                    assert_eq!(member.get(&address(path, "anchor")).status, status);
                    if status == 200 {
                        readable.insert(format!("s{n}"));
                    }
                }
                assert_eq!(spaces(&member, &org, "anchor"), readable);
            }
        });
    }
}
