//! Who may read what: by the visibility of a site, by what readers show, by the conditions of pages.

use quire_model::roles::Role;
use quire_testkit::on_each_database;
use serde_json::json;

use crate::crawl::Crawl;
use crate::world::{Tree, World, fetch, text};

const FILES: Tree<'_> = &[
    (
        "README.md",
        "# Welcome\n\nPlan: <code class=\"expression\">visitor.claims.plan</code>.\n\n[Pro](pro.md) [Vip](vip.md)\n\n{% if visitor.claims.plan == \"pro\" %}\nA block for pros.\n{% endif %}\n",
    ),
    ("pro.md", "---\nif: visitor.claims.plan == 'pro'\n---\n\n# Propage\n\nText for pros.\n"),
    ("pro/below.md", "# Probelow\n\nBelow it.\n"),
    ("vip.md", "---\nif: visitor.claims.unsigned.vip\n---\n\n# Vippage\n\nText for vips.\n"),
    ("last.md", "# Last\n"),
    (
        "SUMMARY.md",
        "* [Welcome](README.md)\n* [Propage](pro.md)\n  * [Probelow](pro/below.md)\n* [Vippage](vip.md)\n* [Last](last.md)\n",
    ),
];

/// What must not be seen without the claim.
const PRO: [&str; 5] = ["Propage", "propage", "Probelow", "for pros", "Below it"];
const VIP: [&str; 3] = ["Vippage", "vippage", "for vips"];

fn cookie(token: &str) -> String {
    format!("quire-visitor-token={token}")
}

#[test]
fn what_is_not_for_a_reader_is_absent_everywhere() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES)], "public");
        world.adaptive();
        let pro = cookie(&world.token(json!({ "plan": "pro" })));
        let vip = "quire-visitor-public=%7B%22vip%22%3Atrue%7D".to_owned();
        let both = format!("{pro}; {vip}");
        for (shown, sees_pro, sees_vip) in
            [(String::new(), false, false), (pro, true, false), (vip, false, true), (both, true, true)]
        {
            let headers: &[(&str, &str)] = &[("cookie", &shown)];
            let crawl = Crawl::of(&world, headers);
            for (words, sees) in [(&PRO[..], sees_pro), (&VIP[..], sees_vip)] {
                for word in words {
                    assert_eq!(crawl.says(word), sees, "{word} for {shown:?}");
                }
            }
            let status = |sees: bool| if sees { 200 } else { 404 };
            for (path, sees) in [
                ("/propage", sees_pro),
                ("/propage/probelow.md", sees_pro),
                ("/vippage", sees_vip),
                ("/vippage.md", sees_vip),
            ] {
                assert_eq!(world.get_with(path, headers).status, status(sees), "{path} for {shown:?}");
            }
        }
    });
}

#[test]
fn caches_keep_audiences_apart() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES)], "public");
        world.adaptive();
        let pro = cookie(&world.token(json!({ "plan": "pro" })));
        let free = cookie(&world.token(json!({ "plan": "free" })));
        for _ in 0..2 {
            for (shown, plan, sees) in
                [(pro.as_str(), "Plan: pro", true), (&free, "Plan: free", false), ("", "Plan: .", false)]
            {
                let page = world.get_with("/", &[("cookie", shown)]);
                assert_eq!(page.header("cache-control"), "private, no-store");
                assert!(text(&page).contains(plan), "{}", text(&page));
                assert_eq!(text(&page).contains("A block for pros."), sees);
            }
        }
    });
}

#[test]
fn a_share_link_is_the_only_way_in() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES)], "share-link");
        let (secret, link) = world.secret();
        assert_eq!(world.get("/").status, 404);
        assert_eq!(world.get("/last").status, 404);
        assert_eq!(world.get("/~s/wrong/last").status, 404);
        let page = world.get(&format!("/~s/{secret}/last"));
        assert_eq!((page.status.as_u16(), page.header("referrer-policy")), (200, "no-referrer"));
        assert_eq!(page.header("cache-control"), "private, no-store");
        let shown = text(&page);
        assert!(shown.contains(&format!("href=\"{}/~s/{secret}/\"", world.base)));
        assert!(!shown.contains("rel=\"canonical\"") && !shown.contains("og:image"), "{shown}");
        let crawl = Crawl::from(&world, &format!("/~s/{secret}/"), &[]);
        assert!(crawl.says("Last"));
        test.admin().patch(&link, &json!({ "active": false })).ok();
        assert_eq!(world.get(&format!("/~s/{secret}/last")).status, 404);
    });
}

#[test]
fn visitors_sign_in_and_come_back() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES)], "visitor-auth");
        assert_eq!(world.get("/last").status, 403);
        let auth = format!("{}/publishing/auth", world.site);
        test.admin().patch(&auth, &json!({ "backend": "custom", "fallbackURL": "https://example.com/login" })).ok();
        let sent = world.get("/last");
        let location = "https://example.com/login?location=/last";
        assert_eq!((sent.status.as_u16(), sent.header("location")), (303, location));

        let token = world.token(json!({ "sub": "ada" }));
        let kept = world.get(&format!("/last?jwt_token={token}&x=1"));
        assert_eq!((kept.status.as_u16(), kept.header("location")), (303, &*format!("{}/last?x=1", world.base)));
        let set = kept.header("set-cookie").to_owned();
        assert_eq!(set, format!("quire-visitor-token={token}; Path={}; SameSite=Lax; HttpOnly", world.base));
        assert_eq!(world.get_with("/last", &[("cookie", &cookie(&token))]).status, 200);
        assert!(!text(&world.get_with("/last", &[("cookie", &cookie(&token))])).contains(&token));

        test.clock.pass(std::time::Duration::from_secs(3601));
        assert_eq!(world.get_with("/last", &[("cookie", &cookie(&token))]).status, 303);
        for wrong in ["a.b.c", &quire_app::visitors::tokens::sign(b"other", &json!({ "exp": 9_999_999_999i64 }))] {
            assert_eq!(world.get(&format!("/last?jwt_token={wrong}")).header("location"), location);
        }
    });
}

#[test]
fn a_site_that_is_not_live_can_be_looked_at() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES)], "visitor-auth");
        let preview = test.admin().get(&format!("{}/publishing/preview", world.site)).ok();
        test.admin().post(&format!("{}/unpublish", world.site), &json!({})).ok();
        let browser = test.browser();
        let first = browser.open(preview["url"].as_str().unwrap());
        assert_eq!(first.status, 303);
        let page = browser.open(first.header("location"));
        assert_eq!((page.status.as_u16(), page.header("x-robots-tag")), (200, "noindex"));
        assert_eq!(fetch(test, first.header("location"), &[]).status, 404);
    });
}

#[test]
fn a_bad_token_in_a_link_does_not_replace_a_good_one() {
    on_each_database(|test| {
        for visibility in ["public", "visitor-auth"] {
            let world = World::of(test, &[("Docs", FILES)], visibility);
            world.adaptive();
            let good = world.token(json!({ "plan": "pro" }));
            let expired = world.test.admin().get(&format!("{}/publishing/auth", world.site)).ok();
            let expired = quire_app::visitors::tokens::sign(
                expired["privateKey"].as_str().unwrap().as_bytes(),
                &json!({ "plan": "pro", "exp": 1 }),
            );
            let kept = cookie(&good);
            for bad in ["bad", "a.b.c", "", &expired] {
                let path = format!("/propage?jwt_token={bad}&x=1");
                let answer = world.get_with(&path, &[("cookie", &kept)]);
                assert_eq!(
                    (answer.status.as_u16(), answer.header("location"), answer.headers.get("set-cookie")),
                    (303, &*format!("{}/propage?x=1", world.base), None),
                    "{bad} on a {visibility} site"
                );
                // Without a good one nothing is kept either.
                assert_eq!(world.get(&path).headers.get("set-cookie"), None, "{bad} on a {visibility} site");
            }
            let other = world.token(json!({ "plan": "free" }));
            let answer = world.get_with(&format!("/?jwt_token={other}"), &[("cookie", &kept)]);
            assert!(answer.header("set-cookie").contains(&other), "a good one does");
        }
    });
}

#[test]
fn claims_of_a_member_end_with_their_membership() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES)], "visitor-auth");
        let (user, token) = test.new_member("ada@example.org", Some(Role::Read));
        let claims = test.caller(Some(&token)).post(&format!("{}/ping", test.org()), &json!({})).ok();
        let shown = cookie(claims["serviceVisitorClaims"].as_str().unwrap());
        let status = || world.get_with("/last", &[("cookie", &shown)]).status.as_u16();
        assert_eq!((status(), status()), (200, 200));
        let member = format!("{}/members/{user}", test.org());
        for (change, back) in [
            (json!({ "disabled": true }), json!({ "disabled": false })),
            (json!({ "role": null }), json!({ "role": "read" })),
        ] {
            test.admin().patch(&member, &change).ok();
            assert_eq!(status(), 403, "{change}");
            test.admin().patch(&member, &back).ok();
            assert_eq!(status(), 200, "{back}");
        }
        test.app.disable_user(user).unwrap();
        assert_eq!(status(), 403);
        test.app.enable_user(user).unwrap();
        assert_eq!(status(), 200);
        test.admin().delete(&member).expect(204);
        assert_eq!(status(), 403);
    });
}

#[test]
fn claims_end_no_later_than_the_token_that_asked_for_them() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES)], "visitor-auth");
        let soon = test.app.now().plus(std::time::Duration::from_secs(60)).to_string();
        let made = test.admin().post("/v1/user/tokens", &json!({ "name": "x", "expiresAt": soon })).created();
        let short = test.caller(made["secret"].as_str());
        let claims = short.post(&format!("{}/ping", test.org()), &json!({})).ok();
        let preview = short.get(&format!("{}/publishing/preview", world.site)).ok();
        let preview = preview["url"].as_str().unwrap().split("jwt_token=").nth(1).unwrap().to_owned();
        let shown = [cookie(claims["serviceVisitorClaims"].as_str().unwrap()), cookie(&preview)];
        let statuses = || shown.each_ref().map(|shown| world.get_with("/last", &[("cookie", shown)]).status.as_u16());
        assert_eq!(statuses(), [200, 200]);
        test.clock.pass(std::time::Duration::from_secs(61));
        assert_eq!(statuses(), [403, 403]);
    });
}

#[test]
fn claims_end_with_what_asked_for_them() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES)], "visitor-auth");
        let made = test.admin().post("/v1/user/tokens", &json!({ "name": "x" })).created();
        let token = test.caller(made["secret"].as_str());
        let claims = token.post(&format!("{}/ping", test.org()), &json!({})).ok();
        let preview = token.get(&format!("{}/publishing/preview", world.site)).ok();
        let preview = preview["url"].as_str().unwrap().split("jwt_token=").nth(1).unwrap().to_owned();
        let shown = [cookie(claims["serviceVisitorClaims"].as_str().unwrap()), cookie(&preview)];
        let statuses = || shown.each_ref().map(|shown| world.get_with("/last", &[("cookie", shown)]).status.as_u16());
        assert_eq!((statuses(), statuses()), ([200, 200], [200, 200]));
        test.admin().delete(&format!("/v1/user/tokens/{}", made["id"].as_str().unwrap())).expect(204);
        assert_eq!((statuses(), statuses()), ([403, 403], [403, 403]));
    });
}
