//! What a preview shows beside the space that is previewed: every kind of caller, on sites of every visibility, with a
//! revision, a change request and an address of `publishing/preview`.

use quire_model::roles::Role;
use quire_testkit::{Answer, Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::world::{Tree, World, text};

const SECRET: Tree<'_> = &[
    ("README.md", "# Vaultpage\n\nVaulttext with a zebra.\n"),
    ("quays.md", "# Quays\n\nVaultquays.\n"),
    ("vault.png", "\u{89}PNG"),
    (".gitbook/includes/note.md", "Vaultnote.\n"),
];

const HIDDEN: Tree<'_> = &[("README.md", "# Cellarpage\n\nCellartext with a zebra.\n")];

/// Everything that is asked for below what a preview's paths begin with.
const THINGS: [&str; 19] = [
    "/",
    "/.md",
    "/quays",
    "/quays.md",
    "/llms.txt",
    "/llms-full.txt",
    "/sitemap-pages.xml",
    "/robots.txt",
    "/~search?q=zebra",
    "/~search?q=Vaulttext",
    "/~icon",
    "/~print",
    "/~pdf",
    "/vaultpage",
    "/former",
    "/vault",
    "/vault/quays",
    "/vault/llms-full.txt",
    "/~card/vault/quays.png",
];

/// A site of three spaces: one that many may read, one that few may, and one under a condition.
struct Site<'a> {
    world: World<'a>,
    /// What paths of previews of the first space begin with.
    previews: Vec<String>,
    /// A file of the second space.
    file: String,
}

fn id(value: &Value) -> &str {
    value["id"].as_str().unwrap()
}

fn site<'a>(test: &'a TestApp, visibility: &str) -> Site<'a> {
    let empty: Tree<'_> = &[("README.md", "# Open\n")];
    let world = World::of(test, &[("Open", empty), ("Vault", SECRET), ("Cellar", HIDDEN)], "public");
    let admin = test.admin();
    let [open, vault, cellar] = [0, 1, 2].map(|at| world.spaces[at].clone());
    let content = admin.get(&format!("{vault}/content")).ok();
    let vault = vault.trim_start_matches("/v1/spaces/");
    let (page, note) = (id(&content["pages"][1]), id(&content["reusableContents"][0]));
    let home = format!(
        "# Open\n\nA zebra in the open. [there](https://app.gitbook.com/s/{vault}/quays) \
         [page](https://app.gitbook.com/s/{vault}/~/pages/{page})\n\n\
         {{% include \"https://app.gitbook.com/s/{vault}/~/reusable/{note}/\" %}}\n"
    );
    test.import(&open, &Files::of(&[("README.md", home.as_str()), ("quays.md", "# Quays\n")]));
    let revision = admin.get(&open).ok()["revision"].as_str().unwrap().to_owned();
    let request = admin.post(&format!("{open}/change-requests"), &json!({ "subject": "Proposal" })).created();
    let spaces = admin.get(&format!("{}/site-spaces", world.site)).ok();
    let at = |space: &str| {
        let found = spaces["items"].as_array().unwrap().iter();
        let found = found.map(|it| (it, it["space"]["id"].as_str().unwrap())).find(|(_, it)| space.ends_with(it));
        format!("{}/site-spaces/{}", world.site, id(found.unwrap().0))
    };
    admin.patch(&at(&cellar), &json!({ "condition": "visitor.claims.plan == 'pro'" })).ok();
    let lead = |source: &str, destination: Value| {
        let body = json!({ "source": source, "destination": destination });
        admin.post(&format!("{}/redirects", world.site), &body).created();
    };
    let there = at(&world.spaces[1]);
    lead("/former", json!({ "kind": "site-space", "siteSpaceId": there.rsplit('/').next().unwrap() }));
    let link = json!({ "title": "Seevault", "to": { "kind": "space", "space": vault } });
    let looks = json!({ "pdf": { "enabled": true }, "header": { "preset": "default", "links": [link] } });
    admin.put(&format!("{}/customization", world.site), &looks).ok();
    world.patch(&json!({ "visibility": visibility }));
    let file = format!("{vault}-{}-x/vault.png", id(&content["files"][0]));
    let previews = vec![format!("/~/revisions/{revision}"), format!("/~/changes/{}", request["number"])];
    test.app.catch_up_search().unwrap();
    Site { world, previews, file }
}

/// Everything that an answer says, with its headers.
fn said(answer: &Answer) -> String {
    format!("{:?} {}", answer.headers, text(answer))
}

/// Whether an answer names the space that few may read, a page of it or what is in it, apart from what was asked for.
fn tells_of_the_vault(answer: &Answer, thing: &str) -> bool {
    let (path, query) = thing.split_once("?q=").unwrap_or((thing, ""));
    let mut said = said(answer).replace(path, "");
    if !query.is_empty() && query != "zebra" {
        // The page for a search says what was searched for.
        said = said.replace(query, "");
    }
    names_the_vault(&said)
}

fn names_the_vault(text: &str) -> bool {
    text.contains("Vault") || text.contains("vault")
}

#[test]
fn a_preview_shows_other_spaces_as_far_as_their_member_may_read_them() {
    on_each_database(|test| {
        let callers = [("guest", None), ("insider", None), ("reader", Some(Role::Read)), ("nothing", None)];
        let callers = callers.map(|(name, role)| (name, test.new_member(&format!("{name}@example.org"), role)));
        for (visibility, live) in [("public", true), ("visitor-auth", true), ("share-link", true), ("public", false)] {
            let Site { world, previews, file } = site(test, visibility);
            if !live {
                test.admin().post(&format!("{}/unpublish", world.site), &json!({})).ok();
            }
            let grant = |space: usize, name: &str| {
                let (_, (user, _)) = callers.iter().find(|(it, _)| *it == name).unwrap();
                let body = json!({ "users": [user.to_string()], "role": "read" });
                test.admin().post(&format!("{}/permissions", world.spaces[space]), &body).expect(204);
            };
            grant(0, "guest");
            grant(0, "insider");
            grant(1, "insider");
            // Those who see more come first: what is kept for them is not for those who come after them.
            for preview in &previews {
                for (name, sees) in [("reader", true), ("insider", true), ("guest", false), ("nothing", false)] {
                    let (_, (_, token)) = callers.iter().find(|(it, _)| *it == name).unwrap();
                    let bearer = format!("Bearer {token}");
                    let get = |path: &str| world.get_with(&format!("{preview}{path}"), &[("authorization", &bearer)]);
                    let mut told = false;
                    for thing in THINGS {
                        let answer = get(thing);
                        let case = format!("{preview}{thing} for {name} of a {visibility} site (live: {live})");
                        if name == "nothing" {
                            assert_eq!(answer.status, 404, "{case}");
                        }
                        let shown = said(&answer);
                        assert!(!shown.contains("Cellar") && !shown.contains("cellar"), "{case}: {shown}");
                        assert!(sees || !tells_of_the_vault(&answer, thing), "{case}: {shown}");
                        told |= tells_of_the_vault(&answer, thing);
                    }
                    assert_eq!(told, sees, "{preview} for {name} of a {visibility} site");
                    let first = get("/");
                    assert_eq!(first.status, if name == "nothing" { 404 } else { 200 }, "{name}");
                    assert_eq!(text(&first).contains("Vaultnote"), sees, "{name}");
                    // A file is of the space whose revision this is, or it is not there.
                    assert_eq!(get(&format!("/~files/{file}")).status, 404, "{name}");
                }
                let stranger = world.get(&format!("{preview}/llms-full.txt"));
                assert_eq!(stranger.status, 303, "who is not known is asked to sign in");
            }
        }
    });
}

#[test]
fn what_is_previewed_is_shown_whatever_its_conditions_are() {
    on_each_database(|test| {
        let Site { world, .. } = site(test, "visitor-auth");
        let (user, token) = test.new_member("cellarer@example.org", None);
        let grant = json!({ "users": [user.to_string()], "role": "read" });
        test.admin().post(&format!("{}/permissions", world.spaces[2]), &grant).expect(204);
        let revision = test.admin().get(&world.spaces[2]).ok()["revision"].as_str().unwrap().to_owned();
        let bearer = format!("Bearer {token}");
        let page = world.get_with(&format!("/~/revisions/{revision}/cellar"), &[("authorization", &bearer)]);
        assert!(text(&page).contains("Cellartext") && !names_the_vault(&said(&page)), "{}", said(&page));
    });
}

#[test]
fn a_role_that_is_taken_away_ends_what_a_preview_shows() {
    on_each_database(|test| {
        let Site { world, previews, .. } = site(test, "public");
        let (user, token) = test.new_member("insider@example.org", None);
        for space in [0, 1] {
            let grant = json!({ "users": [user.to_string()], "role": "read" });
            test.admin().post(&format!("{}/permissions", world.spaces[space]), &grant).expect(204);
        }
        let bearer = format!("Bearer {token}");
        let full = || {
            let path = format!("{}/llms-full.txt", previews[1]);
            text(&world.get_with(&path, &[("authorization", &bearer)]))
        };
        assert!(full().contains("Vaulttext"));
        test.admin().delete(&format!("{}/permissions/users/{user}", world.spaces[1])).expect(204);
        assert!(full().contains("in the open") && !names_the_vault(&full()), "{}", full());
    });
}

#[test]
fn an_address_of_a_preview_shows_what_its_maker_may_read() {
    on_each_database(|test| {
        let Site { world, .. } = site(test, "visitor-auth");
        let (maker, token) = test.new_member("maker@example.org", Some(Role::Create));
        let made = test.caller(Some(&token)).get(&format!("{}/publishing/preview", world.site)).ok();
        let token = made["url"].as_str().unwrap().split("jwt_token=").nth(1).unwrap().to_owned();
        let cookie = format!("quire-visitor-token={token}");
        let full = || world.get_with("/llms-full.txt", &[("cookie", &cookie)]);
        assert!(text(&full()).contains("Vaulttext"));
        // It is no longer theirs to read.
        test.admin().patch(&world.spaces[1], &json!({ "defaultLevel": null })).ok();
        let shown = text(&full());
        assert!(shown.contains("in the open") && !names_the_vault(&shown), "{shown}");
        // They manage nothing any more, or are gone.
        let member = format!("{}/members/{maker}", test.org());
        test.admin().patch(&member, &json!({ "role": "read" })).ok();
        assert_eq!(full().status, 403);
        test.admin().patch(&member, &json!({ "role": "create" })).ok();
        assert_eq!(full().status, 200);
        test.admin().delete(&member).expect(204);
        assert_eq!(full().status, 403);
    });
}
