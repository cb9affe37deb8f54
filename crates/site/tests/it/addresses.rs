//! Addresses: which page stands where, and where what has moved leads.

use quire_testkit::{Files, on_each_database, on_each_database_with_hosts};
use serde_json::json;

use crate::world::{Tree, World, fetch, text};

const FILES: Tree<'_> = &[
    (".gitbook.yaml", "redirects:\n  help: guides/install.md\n  old/place: README.md\n"),
    ("README.md", "# Welcome\n\nSee [how to install](guides/install.md#steps) and [nothing](gone.md).\n"),
    ("guides/README.md", "# Guides\n"),
    ("guides/install.md", "# Install\n\n## Steps\n\nOne, two.\n"),
    ("later/more.md", "# More\n"),
    (
        "SUMMARY.md",
        "# Summary\n\n* [Welcome](README.md)\n* [Guides](guides/README.md)\n  * [Install](guides/install.md)\n\n\
         ## Later\n\n* [More](later/more.md)\n* [Elsewhere](https://example.org/)\n",
    ),
];

#[test]
fn pages_have_one_address() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        assert!(world.read("/").contains("<h1"));
        assert!(world.read("/guides/install").contains("One, two."));
        for (path, to) in [
            ("", "/"),
            ("/welcome", "/"),
            ("/guides/", "/guides"),
            ("/guides//install", "/guides/install"),
            ("/guides/install.html", "/guides/install"),
            ("/guides/install?a=b", "/guides/install?a=b"),
            ("/help", "/guides/install"),
            ("/old/place", "/"),
            ("/later", "/later/more"),
        ] {
            if path.contains('?') {
                assert_eq!(world.get(path).status, 200);
            } else {
                assert_eq!(world.led(path), to, "{path}");
            }
        }
        assert_eq!(world.led("/guides/install/?a=b"), "/guides/install?a=b");
    });
}

#[test]
fn links_lead_to_addresses_of_the_site() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        let page = world.read("/");
        assert!(page.contains(&format!("href=\"{}/guides/install#steps\"", world.base)), "{page}");
        assert!(!page.contains("gone.md"), "a broken link leads nowhere");
        assert!(page.contains("href=\"https://example.org/\""));
    });
}

/// Imported content names spaces by the identifiers that they had before; readers get the pages of this site.
#[test]
fn links_by_former_identifiers_lead_to_pages_of_the_site() {
    on_each_database(|test| {
        let files: Tree<'_> = &[(
            "README.md",
            "# Welcome\n\n[space](https://app.gitbook.com/s/FORMER/) \
             [page](https://app.gitbook.com/s/FORMER/guides/install#steps) \
             [old](https://app.gitbook.com/o/org/s/FORMER/guides/setup) \
             [gone](https://app.gitbook.com/s/FORMER/no/such) [other](https://app.gitbook.com/s/UNKNOWN/a)\n\n\
             {% content-ref url=\"https://app.gitbook.com/s/FORMER/guides/install\" %}\nx\n{% endcontent-ref %}\n",
        )];
        let there: Tree<'_> = &[("README.md", "# There\n"), ("guides/install.md", "# Install\n\n## Steps\n\nOne.\n")];
        let world = World::of(test, &[("Here", files), ("There", there)], "public");
        let outward = world.read("/");
        assert!(outward.contains("href=\"https://app.gitbook.com/s/FORMER/guides/install#steps\""), "{outward}");

        test.admin().patch(&world.spaces[1], &json!({ "formerIds": ["FORMER"] })).ok();
        let page = world.read("/");
        let install = format!("{}/there/guides/install", world.base);
        for expected in [
            format!("href=\"{}/there\"", world.base),
            format!("href=\"{install}#steps\""),
            format!("href=\"{install}\""),
            "href=\"https://app.gitbook.com/s/FORMER/no/such\"".to_owned(),
            "href=\"https://app.gitbook.com/s/UNKNOWN/a\"".to_owned(),
        ] {
            assert!(page.contains(&expected), "{expected} in {page}");
        }
        let markdown = world.read("/welcome.md");
        assert!(markdown.contains(&format!("{install}#steps")), "{markdown}");
        assert!(!markdown.contains("FORMER/guides/install"), "{markdown}");

        test.admin().patch(&world.spaces[1], &json!({ "formerIds": [] })).ok();
        assert_eq!(world.read("/"), outward);
    });
}

/// Whoever reads the Markdown of a page, or all of it, has no files beside it.
#[test]
fn links_in_markdown_lead_to_the_site() {
    const LINKS: &str = "# Area\n\nSee [how](guides/install.md#steps), [**it**][up] and ![a picture](../pic%20one.png).\n\n\
        <a href=\"./guides/README.md\">Guides</a>, [nothing](gone.md), [here](#there), [out](https://example.org/a.md).\n\n\
        ```\n[code](guides/install.md)\n```\n\n[up]: guides/README.md\n";
    let files: Tree<'_> = &[
        ("README.md", "# Start\n"),
        (
            "SUMMARY.md",
            "* [Start](README.md)\n* [Area](area/README.md)\n  * [Guides](area/guides/README.md)\n    * [Install](area/guides/install.md)\n",
        ),
        ("area/README.md", LINKS),
        ("area/guides/README.md", "# Guides\n"),
        ("area/guides/install.md", "# Install\n\n## Steps\n\nOne.\n"),
        ("pic one.png", "1"),
    ];
    on_each_database(|test| {
        let world = World::new(test, files);
        let markdown = world.read("/area.md");
        let origin = test.app.options().public_url.clone();
        let at = |path: &str| format!("{origin}{}{path}", world.base);
        for written in [
            format!("[how]({}#steps)", at("/area/guides/install")),
            format!("[up]: {}\n", at("/area/guides")),
            format!("<a href=\"{}\">", at("/area/guides")),
            "[nothing](gone.md), [here](#there), [out](https://example.org/a.md)".to_owned(),
            "```\n[code](guides/install.md)\n```".to_owned(),
        ] {
            assert!(markdown.contains(&written), "{written} is not in\n{markdown}");
        }
        let picture = markdown.split("![a picture](").nth(1).unwrap().split(')').next().unwrap();
        let path = picture.strip_prefix(&at("")).unwrap();
        assert_eq!(world.get(path).status, 200, "{picture}");
        assert!(world.read("/llms-full.txt").contains(&at("/area/guides/install#steps")));
    });
}

#[test]
fn what_is_not_there_is_told_with_suggestions() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        let missing = world.get("/guides/instal");
        assert_eq!(missing.status, 404);
        assert!(text(&missing).contains(&format!("href=\"{}/guides/install\"", world.base)));
        assert_eq!(missing.header("cache-control"), "public, max-age=30");
        for path in ["/~unknown", "/~files/x/y.png", "/~assets/none.css", "/guides/%FF", "/guides/rss.xml"] {
            assert_eq!(world.get(path).status, 404, "{path}");
        }
        for path in ["/sites/nobody/docs/", "/sites/a%2Fb/docs", &format!("{}x/", world.base)] {
            assert_eq!(fetch(test, path, &[]).status, 404, "{path}");
        }
        // Above the sites of an organization, whether there is such a one or not, is the list of all.
        for path in ["/sites/x", "/sites/x/"] {
            let list = fetch(test, path, &[]);
            assert_eq!((list.status.as_u16(), list.header("location")), (307, "/"), "{path}");
        }
    });
}

#[test]
fn a_page_named_like_the_only_space_of_its_site_is_read() {
    on_each_database(|test| {
        let files: Tree<'_> = &[("README.md", "# Welcome\n"), ("guide.md", "# Guide\n\nRead me.\n")];
        let world = World::of(test, &[("Guide", files)], "public");
        assert!(world.read("/guide").contains("Read me."));
        assert!(world.read("/").contains("Welcome"));
        assert_eq!(world.led("/guide/guide"), "/guide");
    });
}

#[test]
fn a_basename_that_a_site_had_leads_to_it() {
    on_each_database(|test| {
        let mut world = World::new(test, FILES);
        world.patch(&json!({ "basename": "handbook" }));
        let answer = world.get("/guides/install?x=1");
        let today = world.base.replace("/the-docs", "/handbook");
        assert_eq!((answer.status.as_u16(), answer.header("location")), (308, &*format!("{today}/guides/install?x=1")));
        world.base = today;
        assert!(world.read("/guides/install").contains("One, two."));
    });
}

#[test]
fn a_site_that_is_taken_off_is_gone() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        assert_eq!(world.get("/").status, 200);
        test.admin().post(&format!("{}/unpublish", world.site), &json!({})).ok();
        assert_eq!(world.get("/").status, 404);
    });
}

#[test]
fn host_names_lead_to_sites() {
    on_each_database_with_hosts(&["*.docs.test", "pages.test"], |test| {
        let world = World::new(test, FILES);
        let organization = world.base.split('/').nth(2).unwrap();
        let named = format!("{organization}.docs.test");
        for (host, base) in [(named.as_str(), "/the-docs"), ("pages.test:8080", &*format!("/{organization}/the-docs"))]
        {
            let page = fetch(test, &format!("{base}/"), &[("host", host)]);
            assert_eq!(page.status, 200, "{host}");
            assert!(text(&page).contains(&format!("href=\"{base}/guides/install#steps\"")));
            assert!(text(&page).contains(&format!("rel=\"canonical\" href=\"http://{named}/the-docs/\"")));
            assert_eq!(fetch(test, "/v1", &[("host", host)]).status, 404, "the API is at its own address");
        }
        assert_eq!(fetch(test, "/v1", &[("host", "quire.test")]).status, 200);
        for path in ["/v1", &*format!("{}/", world.base)] {
            assert_eq!(fetch(test, path, &[("host", "quire.test"), ("host", "unknown.example.com")]).status, 400);
        }
        assert_eq!(fetch(test, "/v1", &[("host", "unknown.example.com")]).status, 200);
    });
}

#[test]
fn a_proxy_is_believed_at_its_own_place_only() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        world.patch(&json!({ "proxy": "example.com/help" }));
        let through = |host| text(&world.get_with("/", &[("x-forwarded-host", host)]));
        assert!(through("example.com").contains("href=\"/help/guides/install#steps\""));
        let other = through("evil.example");
        assert!(other.contains(&format!("href=\"{}/guides/install#steps\"", world.base)) && !other.contains("evil"));
        let answer = world.get("/");
        assert!(answer.headers.get_all("vary").iter().any(|it| it == "x-forwarded-host"), "{:?}", answer.headers);
    });
}

#[test]
fn spaces_that_move_and_sections_with_other_names_are_one_redirect_away() {
    on_each_database(|test| {
        let other: Tree<'_> = &[("README.md", "# Start\n"), ("page.md", "# Page\n\nOf the space that moves.\n")];
        let world = World::new(test, FILES);
        let admin = test.admin();
        let new = |title: &str| {
            let space = test.new_space(title);
            test.import(&space, &Files::of(other));
            space.trim_start_matches("/v1/spaces/").to_owned()
        };
        let section = |title: &str| {
            let made = admin.post(&format!("{}/sections", world.site), &json!({ "spaceId": new(title) })).created();
            made["id"].as_str().unwrap().to_owned()
        };
        let (from, to) = (section("From"), section("To"));
        let spaces = format!("{}/site-spaces", world.site);
        let it = admin.post(&spaces, &json!({ "spaceId": new("It"), "sectionId": from })).created()["id"].clone();
        let first_of = |section: &str| {
            let all = admin.get(&spaces).ok()["items"].as_array().unwrap().clone();
            all.into_iter().find(|it| it["section"] == section).unwrap()["id"].clone()
        };
        assert!(world.read("/from/it/page").contains("Of the space that moves."));
        let at = format!("{spaces}/{}", it.as_str().unwrap());
        let beside = json!({ "position": { "after": { "type": "site-space", "siteSpace": first_of(&to) } } });
        admin.post(&format!("{at}/move"), &beside).ok();
        assert_eq!(world.led("/from/it/page"), "/to/it/page");
        assert_eq!(world.led("/from/it"), "/to/it");
        admin.patch(&format!("{}/sections/{to}", world.site), &json!({ "path": "there" })).ok();
        admin.patch(&at, &json!({ "path": "that" })).ok();
        for former in ["/from/it/page", "/to/it/page", "/there/it/page"] {
            assert_eq!(world.led(former), "/there/that/page", "{former}");
        }
        admin.delete(&format!("{}/sections/{from}", world.site)).expect(204);
        assert_eq!(world.led("/from/it/page"), "/there/that/page");
    });
}
