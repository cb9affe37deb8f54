//! Conditions on published sites: what is under one that does not hold, or that is not understood, is nowhere.

use quire_testkit::{Files, on_each_database};
use serde_json::{Value, json};

use crate::crawl::Crawl;
use crate::placements::{NOT_UNDERSTOOD, UNDERSTOOD};
use crate::world::{Tree, World, text};

const PRO: &str = "visitor.claims.plan == 'pro'";

/// A page for each place, each with a word of its own.
fn pages() -> Vec<(String, String, bool)> {
    let understood = UNDERSTOOD.iter().map(|it| (it, true));
    let all = understood.chain(NOT_UNDERSTOOD.iter().map(|it| (it, false)));
    let page = |(n, ((place, text), is_understood)): (usize, (&(&str, &str), bool))| {
        let word = format!("quokka{n}q");
        let text = text.replace("SECRET", &word).replace("x.y", PRO).replace("x.z", PRO).replace("x.", "visitor.");
        (word, format!("# Place {n}\n\nBefore {place}.\n\n{text}\n"), is_understood)
    };
    all.enumerate().map(page).collect()
}

fn finds(world: &World<'_>, word: &str, headers: &[(&str, &str)]) -> String {
    let headers: Vec<_> = headers.iter().copied().chain([("accept", "application/json")]).collect();
    let answer = world.get_with(&format!("/~search?q={word}"), &headers);
    let found: Value = serde_json::from_slice(&answer.body).unwrap();
    found["items"].to_string()
}

#[test]
fn what_is_hidden_is_nowhere() {
    on_each_database(|test| {
        let pages = pages();
        let files: Vec<_> =
            pages.iter().enumerate().map(|(n, (_, text, _))| (format!("p{n}.md"), text.clone())).collect();
        let mut list: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        list.push(("README.md", "# Start\n"));
        let world = World::new(test, &list);
        world.adaptive();
        test.app.catch_up_search().unwrap();
        let cookie = format!("quire-visitor-token={}", world.token(json!({ "plan": "pro" })));
        let readers: [(&[(&str, &str)], bool); 2] = [(&[], false), (&[("cookie", cookie.as_str())], true)];
        for (headers, is_friend) in readers {
            let mut crawl = Crawl::of(&world, headers);
            for (n, _) in pages.iter().enumerate() {
                for form in ["/rss.xml", ".md"] {
                    let answer = world.get_with(&format!("/place-{n}{form}"), headers);
                    crawl.found.insert(format!("place-{n}{form}"), text(&answer));
                }
            }
            crawl.found.insert("print".to_owned(), text(&world.get_with("/~print", headers)));
            for (n, (word, source, is_understood)) in pages.iter().enumerate() {
                let shown = *is_understood && is_friend;
                let places: Vec<_> =
                    crawl.found.iter().filter(|(_, text)| text.contains(word)).map(|(at, _)| at).collect();
                assert_eq!(!places.is_empty(), shown, "{n} (friend: {is_friend}) is at {places:?}:\n{source}");
                let found = finds(&world, word, headers);
                // A word that is alike may be found.
                assert!(shown || !found.contains(word), "{n} (friend: {is_friend}) is found: {found}");
                if shown {
                    for form in [format!("/place-{n}"), format!("/place-{n}.md")] {
                        // A target of a link is no text.
                        let said = text(&world.get_with(&form, headers));
                        assert!(said.contains(word), "{form}:\n{said}");
                    }
                }
            }
        }
    });
}

#[test]
fn conditions_of_pages_that_are_not_understood_hide_them() {
    on_each_database(|test| {
        let unknown = [
            "---\nIF: visitor.claims.plan\n---\n# Hush\n\nquokka\n",
            "---\nif: [a]\n---\n# Hush\n\nquokka\n",
            "---\nif:\n---\n# Hush\n\nquokka\n",
            "---\nif: visitor.claims.plan\ntitle: \"\n---\n# Hush\n\nquokka\n",
            "---\nif: visitor.claims.plan\n\n# Hush\n\nquokka\n",
            "# {% if visitor.claims.plan %}Hush{% endif %}\n\nquokka\n",
            "---\ntitle: '{% if visitor.claims.plan %}Hush{% endif %}'\n---\n\nquokka\n",
            "---\ndescription: '{% if visitor.claims.plan %}Hush quokka{% endif %}'\n---\n\n# Shown\n",
        ];
        let files: Vec<_> = unknown.iter().enumerate().map(|(n, text)| (format!("p{n}.md"), *text)).collect();
        let mut list: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        list.push(("README.md", "# Start\n"));
        let world = World::new(test, &list);
        world.adaptive();
        test.app.catch_up_search().unwrap();
        let cookie = format!("quire-visitor-token={}", world.token(json!({ "plan": "pro" })));
        for headers in [&[][..], &[("cookie", cookie.as_str())]] {
            let crawl = Crawl::of(&world, headers);
            assert!(!crawl.says("quokka") && !crawl.says("Hush"));
            assert_eq!(finds(&world, "quokka", headers), "[]");
        }
    });
}

const SHARED: &str = "# Shared\n";
const BOTH: Tree<'_> = &[
    ("README.md", "# Start\n\n![](open.png)\n"),
    (
        "a.md",
        "# A\n\n{% if visitor.claims.plan == 'pro' %}\n![](under.png)\n\n{% include \".gitbook/includes/pro.md\" %}\n{% endif %}\n\n![](both.png)\n",
    ),
    ("b.md", "# B\n\n{% IF visitor.claims.plan == 'pro' %}\n![](unknown.png)\n{% endif %}\n"),
    ("c.md", "---\nif: visitor.claims.plan == 'pro'\ncover: cover.png\n---\n\n# C\n\n![](page.png)\n\n![](both.png)\n"),
    ("d.md", "---\nhidden: true\n---\n\n# D\n\n{% file src=\"aside.pdf\" %}\n"),
    (
        "e.md",
        "# E\n\n{% include \".gitbook/includes/open.md\" %}\n\n{% include \".gitbook/includes/gated.md\" %}\n\n{% include \".gitbook/includes/shut.md\" %}\n",
    ),
    (
        "f.md",
        "# F\n\n{% tabs %}\n{% tab title=\"a\" %}\n![](tab.png)\n{% endtab %}\n{% if visitor.claims.plan == 'pro' %}\n{% tab title=\"b\" %}\n![](protab.png)\n{% endtab %}\n{% endif %}\n{% endtabs %}\n",
    ),
    (".gitbook/includes/pro.md", "![](../../included.png)\n"),
    (
        ".gitbook/includes/open.md",
        "![](../../opened.png)\n\n{% if visitor.claims.plan == 'pro' %}\n![](../../inner.png)\n{% endif %}\n",
    ),
    (".gitbook/includes/gated.md", "---\nif: visitor.claims.plan == 'pro'\n---\n\nquokkagate ![](../../gated.png)\n"),
    (".gitbook/includes/shut.md", "---\nIF: visitor.claims.plan == 'pro'\n---\n\nquokkashut ![](../../shut.png)\n"),
    ("open.png", "1"),
    ("gated.png", "14"),
    ("shut.png", "15"),
    ("under.png", "2"),
    ("both.png", "3"),
    ("unknown.png", "4"),
    ("cover.png", "5"),
    ("page.png", "6"),
    ("aside.pdf", "7"),
    ("opened.png", "8"),
    ("inner.png", "9"),
    ("tab.png", "10"),
    ("protab.png", "11"),
    ("included.png", "12"),
    ("unused.png", "13"),
];

/// The files of a space by name, as addresses of the site.
fn addresses(world: &World<'_>, at: usize) -> Vec<(String, String)> {
    let listed = world.test.admin().get(&format!("{}/content/files?limit=100", world.spaces[at])).ok();
    let space = world.spaces[at].trim_start_matches("/v1/spaces/");
    let address = |file: &Value| {
        let (id, name) = (file["id"].as_str().unwrap(), file["name"].as_str().unwrap());
        (name.to_owned(), format!("/~files/{space}-{id}-0000000000000000/{name}"))
    };
    listed["items"].as_array().unwrap().iter().map(address).collect()
}

/// The address of one of them.
pub(crate) fn address(world: &World<'_>, at: usize, name: &str) -> String {
    addresses(world, at).into_iter().find(|(known, _)| known == name).unwrap().1
}

#[test]
fn files_are_served_to_those_who_see_a_use_of_them() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", BOTH), ("Shared", &[("README.md", SHARED)])], "public");
        world.adaptive();
        let part = [
            ("README.md", SHARED),
            (
                ".gitbook/includes/x.md",
                "{% if visitor.claims.plan == 'pro' %}\n![](../../far.png)\n{% endif %}\n\n![](../../near.png)\n",
            ),
            ("far.png", "a"),
            ("near.png", "b"),
        ];
        test.import(&world.spaces[1], &Files::of(&part));
        let cookie = format!("quire-visitor-token={}", world.token(json!({ "plan": "pro" })));
        let check = |at: usize, open: &[&str], pro: &[&str]| {
            for (name, address) in addresses(&world, at) {
                let is_open = open.contains(&name.as_str());
                for (headers, there) in
                    [(&[][..], is_open), (&[("cookie", cookie.as_str())], is_open || pro.contains(&name.as_str()))]
                {
                    let status = world.get_with(&address, headers).status;
                    assert_eq!(status, if there { 200 } else { 404 }, "{name} with {headers:?}");
                }
            }
        };
        let open = ["open.png", "both.png", "aside.pdf", "opened.png", "tab.png"];
        check(
            0,
            &open,
            &["under.png", "cover.png", "page.png", "inner.png", "protab.png", "included.png", "gated.png"],
        );
        for (headers, is_friend) in [(&[][..], false), (&[("cookie", cookie.as_str())], true)] {
            let crawl = Crawl::of(&world, headers);
            assert!(!crawl.says("quokkashut"));
            assert_eq!(crawl.says("quokkagate"), is_friend);
        }
        check(1, &[], &[]);
        // A page of another space includes what has them.
        let content = test.admin().get(&format!("{}/content", world.spaces[1])).ok();
        let content = content["reusableContents"][0]["id"].as_str().unwrap().to_owned();
        let space = world.spaces[1].trim_start_matches("/v1/spaces/").to_owned();
        let page = format!("# G\n\n{{% include \"https://app.gitbook.com/s/{space}/~/reusable/{content}/\" %}}\n");
        let more: Vec<(&str, &str)> = BOTH.iter().copied().chain([("g.md", page.as_str())]).collect();
        test.import(&world.spaces[0], &Files::of(&more));
        check(1, &["near.png"], &["far.png"]);
    });
}
