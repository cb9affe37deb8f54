//! Sites that are not for a reader: nothing of an answer tells that they are there.

use quire_testkit::{Answer, on_each_database};
use serde_json::json;

use crate::world::{Tree, World, fetch};

const FILES: Tree<'_> = &[("README.md", "# Start\n\n![](all.png)\n"), ("a.md", "# First\n"), ("all.png", "1")];

/// Status, headers and body, but for what no two answers share. `name` is the site's in the path.
fn told(answer: &Answer, name: &str) -> String {
    let mut headers = answer.headers.clone();
    headers.remove("x-request-id");
    let mut headers: Vec<_> = headers.iter().map(|(name, value)| format!("{name}: {value:?}")).collect();
    headers.sort();
    let body = String::from_utf8_lossy(&answer.body);
    let told = format!("{}\n{}\n\n{body}", answer.status, headers.join("\n"));
    told.replace(name, "NAME").replace(&name.replace('-', "%2D"), "NAME")
}

fn paths(world: &World<'_>) -> Vec<String> {
    let before = world.test.admin().get(&world.spaces[0]).ok()["revision"].as_str().unwrap().to_owned();
    let page = String::from_utf8(world.get("/").body).unwrap();
    let named = |mark: &str| {
        let from = page.find(mark).unwrap_or_else(|| panic!("no {mark} in the page"));
        page[from..].split('"').next().unwrap().to_owned()
    };
    let plain = [
        "",
        "/",
        "/first",
        "/first.md",
        "/first/rss.xml",
        "/nowhere",
        "/~icon",
        "/favicon.ico",
        "/~search?q=a",
        "/robots.txt",
        "/sitemap.xml",
        "/sitemap-pages.xml",
        "/llms.txt",
        "/llms-full.txt",
        "/~print",
        "/~card/first.png",
        "/~files/x/all.png",
        "/~s/wrong/first",
        "/~s/wrong/~/changes/1/",
        "/~/changes/1/",
        "/~/changes/99/first",
        "/~theme/x.css",
        "/~assets/x.css",
        "/?jwt_token=a.b.c",
        "/first?visitor.vip=true",
    ];
    let mut all: Vec<_> = plain.map(str::to_owned).into();
    all.push(format!("/~/revisions/{before}/first"));
    all.push(crate::conditions::address(world, 0, "all.png"));
    all.extend([named("/~assets/"), named("/~theme/")]);
    all
}

#[test]
fn sites_that_are_not_for_a_stranger_look_like_none() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES)], "public");
        let paths = paths(&world);
        let (org, former) = world.base.rsplit_once('/').unwrap();
        world.patch(&json!({ "basename": "handbook" }));
        let (_, stranger) = test.new_user("stranger@example.org");
        let stranger = format!("Bearer {stranger}");
        let check = |state: &str| {
            for headers in [&[][..], &[("authorization", stranger.as_str())], &[("authorization", "Bearer nobody")]] {
                for path in &paths {
                    let none = told(&fetch(test, &format!("{org}/nosuchsite{path}"), headers), "nosuchsite");
                    for name in ["handbook", former] {
                        let answer = fetch(test, &format!("{org}/{name}{path}"), headers);
                        assert_eq!(told(&answer, name), none, "{name}{path} of a site that is {state}, {headers:?}");
                    }
                }
            }
        };
        world.patch(&json!({ "visibility": "share-link" }));
        check("for those with a link");
        world.patch(&json!({ "visibility": "public" }));
        test.admin().post(&format!("{}/unpublish", world.site), &json!({})).ok();
        check("not live");
    });
}
