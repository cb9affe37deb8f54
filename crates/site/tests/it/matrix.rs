//! Who comes in and what is there then: every visibility with every credential, for every kind of page.

use quire_testkit::on_each_database;
use serde_json::json;

use crate::world::{Tree, World};

const FILES: Tree<'_> = &[
    ("README.md", "# Start\n"),
    (
        "plain.md",
        "# Plain\n\n![](all.png)\n\n{% if visitor.claims.plan == 'pro' %}\n![](pros.png)\n{% endif %}\n\n\
         {% IF visitor.claims.plan == 'pro' %}\n![](nobody.png)\n{% endif %}\n",
    ),
    ("hidden.md", "---\nhidden: true\n---\n\n# Hidden\n"),
    ("pro.md", "---\nif: visitor.claims.plan == 'pro'\n---\n\n# Pro\n"),
    ("pro/below.md", "# Below\n"),
    ("vip.md", "---\nif: visitor.claims.unsigned.vip\n---\n\n# Vip\n\n![](vips.png)\n"),
    ("never.md", "---\nif: \"1 +\"\n---\n\n# Never\n"),
    ("all.png", "1"),
    ("pros.png", "2"),
    ("vips.png", "3"),
    ("nobody.png", "4"),
    (
        "SUMMARY.md",
        "* [Start](README.md)\n* [Plain](plain.md)\n* [Hidden](hidden.md)\n* [Pro](pro.md)\n  * [Below](pro/below.md)\n\
         * [Vip](vip.md)\n* [Never](never.md)\n",
    ),
];

const VISIBILITIES: [&str; 4] = ["public", "unlisted", "share-link", "visitor-auth"];

/// What a reader shows.
struct Credential {
    name: &'static str,
    /// The secret of a share link, in the path.
    secret: Option<String>,
    cookie: String,
    /// Whether a share link lets in who has it.
    link: bool,
    /// Whether the token is one of the site's.
    signed: bool,
    pro: bool,
    vip: bool,
}

impl Credential {
    fn token(name: &'static str, token: &str, signed: bool, pro: bool) -> Self {
        let cookie = format!("quire-visitor-token={token}");
        Self { name, secret: None, cookie, link: false, signed, pro, vip: false }
    }

    fn link(name: &'static str, secret: &str, link: bool) -> Self {
        Self {
            name,
            secret: Some(secret.to_owned()),
            cookie: String::new(),
            link,
            signed: false,
            pro: false,
            vip: false,
        }
    }
}

fn credentials(world: &World<'_>) -> Vec<Credential> {
    let (pro, free) = (world.token(json!({ "plan": "pro" })), world.token(json!({ "plan": "free" })));
    let (_, rest) = pro.split_once('.').unwrap();
    let (payload, _) = rest.split_once('.').unwrap();
    let sign = |key: &[u8], exp: i64| quire_app::visitors::tokens::sign(key, &json!({ "plan": "pro", "exp": exp }));
    let now = world.test.app.now().0 / 1000;
    let auth = world.test.admin().get(&format!("{}/publishing/auth", world.site)).ok();
    let expired = sign(auth["privateKey"].as_str().unwrap().as_bytes(), now - 1);
    let other = sign(b"another key that somebody made up", now + 3600);
    // The headers say that nobody signed, and that another algorithm did.
    let (unsigned, foreign) = (format!("eyJhbGciOiJub25lIn0.{payload}."), format!("eyJhbGciOiJIUzUxMiJ9.{rest}"));
    let (secret, _) = world.secret();
    let (revoked, link) = world.secret();
    world.test.admin().patch(&link, &json!({ "active": false })).ok();
    let vip = "quire-visitor-public=%7B%22vip%22%3Atrue%7D";
    let mut both = Credential::token("a token and a claim", &pro, true, true);
    both.cookie = format!("{}; {vip}", both.cookie);
    both.vip = true;
    let mut claim = Credential::token("a claim that nobody signed", "", false, false);
    vip.clone_into(&mut claim.cookie);
    claim.vip = true;
    vec![
        Credential::token("nothing", "", false, false),
        Credential::token("a token", &pro, true, true),
        Credential::token("a token with another claim", &free, true, false),
        Credential::token("an expired token", &expired, false, false),
        Credential::token("a token by another key", &other, false, false),
        Credential::token("a token that nobody signed", &unsigned, false, false),
        Credential::token("a token by another algorithm", &foreign, false, false),
        Credential::token("no token at all", "a.b", false, false),
        claim,
        both,
        Credential::link("a share link", &secret, true),
        Credential::link("a revoked share link", &revoked, false),
        Credential::link("a share link that somebody made up", "0123456789abcdef", false),
    ]
}

/// The page's path, and whether it is there for who shows this.
fn pages(shown: &Credential) -> [(&'static str, bool); 8] {
    [
        ("/", true),
        ("/plain", true),
        ("/hidden", true),
        ("/pro", shown.pro),
        ("/pro/below", shown.pro),
        ("/vip", shown.vip),
        ("/never", false),
        ("/nowhere", false),
    ]
}

/// The file's name, and whether it is there for who shows this.
fn files(shown: &Credential) -> [(&'static str, bool); 4] {
    [("all.png", true), ("pros.png", shown.pro), ("vips.png", shown.vip), ("nobody.png", false)]
}

fn check(world: &World<'_>, visibility: &str, live: bool, fallback: bool) {
    for shown in credentials(world) {
        let Credential { name, secret, link, signed, .. } = &shown;
        let closed = match visibility {
            _ if !live => Some(404),
            // A path with a wrong secret is made up, also where none is asked for.
            _ if secret.is_some() && !link => Some(404),
            "share-link" => (!link).then_some(404),
            "visitor-auth" => (!signed).then_some(if fallback { 303 } else { 403 }),
            _ => None,
        };
        let before = secret.as_ref().map_or_else(String::new, |secret| format!("/~s/{secret}"));
        for (name, there) in files(&shown) {
            let path = format!("{before}{}", crate::conditions::address(world, 0, name));
            let status = world.get_with(&path, &[("cookie", &shown.cookie)]).status;
            let case = format!("{name} of a {visibility} site (live: {live}) with {}", shown.name);
            match closed {
                Some(_) => assert!(!status.is_success(), "{case}"),
                None => assert_eq!(status, if there { 200 } else { 404 }, "{case}"),
            }
        }
        for (path, there) in pages(&shown) {
            for form in ["", ".md"] {
                if path == "/" && !form.is_empty() {
                    continue;
                }
                let answer = world.get_with(&format!("{before}{path}{form}"), &[("cookie", &shown.cookie)]);
                let status = closed.unwrap_or(if there { 200 } else { 404 });
                let case = format!("{path}{form} of a {visibility} site (live: {live}) with {name}");
                assert_eq!(answer.status, status, "{case} leads to {:?}", answer.header("location"));
                if visibility != "public" && visibility != "unlisted" || closed.is_some() {
                    assert!(!answer.header("cache-control").contains("public"), "{case}");
                }
            }
        }
    }
}

#[test]
fn every_visibility_with_every_credential() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES)], "public");
        world.adaptive();
        for visibility in VISIBILITIES {
            world.patch(&json!({ "visibility": visibility }));
            check(&world, visibility, true, false);
        }
        let auth = format!("{}/publishing/auth", world.site);
        test.admin().patch(&auth, &json!({ "backend": "custom", "fallbackURL": "https://example.com/login" })).ok();
        check(&world, "visitor-auth", true, true);
        test.admin().post(&format!("{}/unpublish", world.site), &json!({})).ok();
        for visibility in VISIBILITIES {
            world.patch(&json!({ "visibility": visibility }));
            check(&world, visibility, false, true);
        }
    });
}
