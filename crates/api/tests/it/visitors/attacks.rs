//! Attacks on the sign-in of visitors.

use axum::http::Method;
use quire_testkit::{Answer, TestApp, on_each_database_within_reach};
use serde_json::json;

use super::world::{Site, Visitor, split, text};
use crate::oidc::provider::Provider;
use crate::saml::provider::{Provider as SamlProvider, Response};

/// Goes to the provider and back to this server, and returns the address of the site with the code.
fn up_to_the_code(visitor: &Visitor<'_>, provider: &Provider, address: &str) -> String {
    let (_, asked) = visitor.follow(address);
    let called = visitor.open(&provider.idp.agree(&asked, &json!({})));
    let finished = visitor.open(&format!("http://quire.test{}", called.header("location")));
    assert_eq!(finished.status, 303, "{}", text(&finished));
    let onward = finished.header("location").to_owned();
    assert!(onward.contains("/~sign-in?code="), "{onward}");
    onward
}

fn query(address: &str) -> String {
    address.split_once('?').unwrap().1.to_owned()
}

fn is_refused(answer: &Answer) -> bool {
    answer.status == 403 && text(answer).contains("This sign-in has ended")
}

#[test]
fn a_code_is_for_one_site_one_browser_and_one_time() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let (site, other) = (Site::new(test, "Docs", &provider.shown), Site::new(test, "Other", &provider.shown));
        let visitor = Visitor::new(test);
        let onward = up_to_the_code(&visitor, &provider, &site.at("/guide"));
        // Another browser, with a sign-in of its own under way or without one.
        let thief = Visitor::new(test);
        assert!(is_refused(&thief.open(&onward)));
        thief.follow(&site.at("/"));
        assert!(is_refused(&thief.open(&onward)));
        // The other site, by the same browser, even with the cookie of the first one.
        visitor.follow(&other.at("/"));
        assert!(is_refused(&visitor.open(&other.at(&format!("/~sign-in?{}", query(&onward))))));
        let secret = visitor.cookie("quire-visitor-attempt").unwrap();
        let confused = Visitor::new(test);
        confused.plant("http://quire.test", &other.base, "quire-visitor-attempt", &secret);
        assert!(is_refused(&confused.open(&other.at(&format!("/~sign-in?{}", query(&onward))))));
        // None of that used it up.
        assert_eq!(visitor.open(&onward).status, 303);
        let session = visitor.cookie("quire-visitor-session").unwrap();
        assert_eq!(visitor.open(&site.at("/guide")).status, 200);
        // A second time it gives no session, even to the same browser.
        let again = Visitor::new(test);
        again.plant("http://quire.test", &site.base, "quire-visitor-attempt", &secret);
        assert!(is_refused(&again.open(&onward)));
        // The session is one of this site alone.
        assert!(!visitor.sent("http://quire.test", &other.base).contains("session"));
        let with = |base: &str| {
            let planted = Visitor::new(test);
            planted.plant("http://quire.test", base, "quire-visitor-session", &session);
            planted.open(&format!("http://quire.test{base}/guide")).status.as_u16()
        };
        assert_eq!((with(&site.base), with(&other.base)), (200, 303));
        // Nor is it a token, a session of a user or the secret of an API.
        assert_eq!(Visitor::new(test).open(&site.at(&format!("/guide?jwt_token={session}"))).status, 303);
        let user = Visitor::new(test);
        user.plant("http://quire.test", "/", "quire_session", &session);
        assert_eq!(user.open("http://quire.test/v1/user").status, 401);
        test.caller(Some(&session)).get("/v1/user").refused(401);
    });
}

#[test]
fn a_code_ends_after_a_minute() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let visitor = Visitor::new(test);
        let onward = up_to_the_code(&visitor, &provider, &site.at("/guide"));
        test.clock.pass(std::time::Duration::from_mins(1));
        assert!(is_refused(&visitor.open(&onward)));
    });
}

#[test]
fn a_sign_in_that_somebody_else_began_ends_nowhere() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let (mallory, victim) = (Visitor::new(test), Visitor::new(test));
        // The victim opens the address of Mallory's sign-in, here or at the provider.
        let left = mallory.open(&site.at("/"));
        let ticket = left.header("location").to_owned();
        let (_, asked) = victim.follow(&ticket);
        let called = victim.open(&provider.idp.agree(&asked, &json!({})));
        let finished = victim.open(&format!("http://quire.test{}", called.header("location")));
        let onward = finished.header("location").to_owned();
        assert!(is_refused(&victim.open(&onward)), "the victim is not signed in");
        let (_, asked) = mallory.follow(&ticket);
        let stolen = victim.open(&provider.idp.agree(&asked, &json!({})));
        assert_eq!(stolen.status, 401, "the attempt is of another browser");
        // Mallory, who has the cookie, signs in only with the code, which the victim's browser alone has seen.
        assert!(is_refused(&mallory.open(&site.at("/~sign-in?code=guess"))));
    });
}

#[test]
fn a_sign_in_of_a_visitor_signs_no_user_in_and_the_other_way_round() {
    on_each_database_within_reach(|test| {
        crate::oidc::provider::own_domain(test);
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let visitor = Visitor::new(test);
        let onward = up_to_the_code(&visitor, &provider, &site.at("/guide"));
        assert!(visitor.cookie("quire_session").is_none());
        // The site's code is none for users.
        let code = query(&onward);
        let finish = visitor.open(&format!("http://quire.test/sign-in/finish?{code}&attempt=x"));
        assert_eq!(finish.status, 401);
        let agreed = visitor.submit("http://quire.test/sign-in/finish", &code);
        assert_eq!(agreed.status, 401);
        // A user's code is none for a site.
        let user = Visitor::new(test);
        let start = provider.shown["service"]["startURL"].as_str().unwrap();
        let (_, asked) = user.follow(&format!("{start}?next=/account"));
        let claims = json!({ "email": "ada@operated.example", "email_verified": true });
        let called = user.open(&provider.idp.agree(&asked, &claims));
        user.follow(&site.at("/"));
        let code = query(called.header("location"));
        assert!(is_refused(&user.open(&site.at(&format!("/~sign-in?{code}")))));
        assert_eq!(user.open(&format!("http://quire.test{}", called.header("location"))).status, 303);
        assert_eq!(user.open("http://quire.test/v1/user").status, 200);
    });
}

#[test]
fn tickets_are_written_by_sites_alone() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let auth = test.admin().get(&format!("{}/publishing/auth", site.path)).ok();
        let exp = test.app.now().0 / 1000 + 600;
        let visit = json!({
            "organization": test.org().trim_start_matches("/v1/orgs/"),
            "site": site.path.rsplit('/').next().unwrap(),
            "browser": "0".repeat(64), "origin": "https://evil.example", "base": "", "next": "/",
        });
        let key = auth["privateKey"].as_str().unwrap().as_bytes();
        let forged = quire_app::visitors::tokens::sign(key, &json!({ "visit": visit, "exp": exp }));
        let left = Visitor::new(test).open(&site.at("/"));
        let genuine = left.header("location").split_once("ticket=").unwrap().1.to_owned();
        let start =
            |ticket: &str| Visitor::new(test).open(&format!("http://quire.test/sign-in/visitor?ticket={ticket}"));
        for ticket in ["", "x", "a.b.c", &*forged, &genuine[..genuine.len() - 2], &format!("{genuine}x")] {
            assert_eq!(start(ticket).status, 401, "{ticket}");
        }
        // A ticket is no token of the site, and a token no ticket.
        let as_token = Visitor::new(test).open(&site.at(&format!("/guide?jwt_token={genuine}")));
        assert!(as_token.header("location").contains("/sign-in/visitor?"), "{}", as_token.header("location"));
        assert_eq!(start(&genuine).status, 303);
        test.clock.pass(std::time::Duration::from_mins(15));
        assert_eq!(start(&genuine).status, 401);
    });
}

/// The three moments at which something can change: before this server is asked, while the provider is, and before the
/// site is reached again. Returns the statuses of the requests that follow.
fn through_a_change(test: &TestApp, provider: &Provider, site: &Site<'_>, change: &dyn Fn()) -> Vec<u16> {
    let mut seen = Vec::new();
    let open_all = || (0..3).map(|_| Visitor::new(test)).collect::<Vec<_>>();
    let visitors = open_all();
    let ticket = visitors[0].open(&site.at("/guide")).header("location").to_owned();
    let (_, asked) = visitors[1].follow(&site.at("/guide"));
    let back = provider.idp.agree(&asked, &json!({}));
    let onward = up_to_the_code(&visitors[2], provider, &site.at("/guide"));
    change();
    seen.push(visitors[0].open(&ticket).status.as_u16());
    let called = visitors[1].open(&back);
    seen.push(match called.header("location") {
        "" => called.status.as_u16(),
        location => visitors[1].open(&format!("http://quire.test{location}")).status.as_u16(),
    });
    seen.push(visitors[2].open(&onward).status.as_u16());
    assert!(visitors.iter().all(|it| it.cookie("quire-visitor-session").is_none()));
    seen
}

#[test]
fn nothing_is_left_of_a_provider_that_is_deleted_meanwhile() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let signed_in = Visitor::new(test);
        let (_, asked) = signed_in.follow(&site.at("/guide"));
        signed_in.follow(&provider.idp.agree(&asked, &json!({})));
        assert_eq!(signed_in.open(&site.at("/guide")).status, 200);
        let delete = || drop(test.admin().delete(&provider.path).expect(204));
        assert_eq!(through_a_change(test, &provider, &site, &delete), [404, 404, 404]);
        assert_eq!(signed_in.open(&site.at("/guide")).status, 403, "its sessions have ended");
        let auth = test.admin().get(&format!("{}/publishing/auth", site.path)).ok();
        assert_eq!((&auth["backend"], auth.get("provider")), (&"custom".into(), None));
    });
}

#[test]
fn nobody_enters_a_site_that_is_unpublished_meanwhile() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let unpublish = || drop(test.admin().post(&format!("{}/unpublish", site.path), &json!({})).ok());
        assert_eq!(through_a_change(test, &provider, &site, &unpublish), [404, 403, 404]);
    });
}

#[test]
fn another_provider_of_the_site_ends_what_the_first_one_began() {
    on_each_database_within_reach(|test| {
        let (provider, other) = (Provider::of(test), SamlProvider::of(test, &test.org(), None));
        let site = Site::new(test, "Docs", &provider.shown);
        let signed_in = Visitor::new(test);
        let (_, asked) = signed_in.follow(&site.at("/guide"));
        signed_in.follow(&provider.idp.agree(&asked, &json!({})));
        let id = other.shown["id"].clone();
        let change = || drop(site.auth(&json!({ "backend": "provider", "provider": id })));
        // The ticket names the site, so it leads to the provider of today.
        assert_eq!(through_a_change(test, &provider, &site, &change), [303, 403, 403]);
        assert_eq!(signed_in.open(&site.at("/guide")).status, 303, "its sessions have ended");
        // And so does the former one, even if it comes back.
        site.auth(&json!({ "backend": "provider", "provider": provider.shown["id"] }));
        assert_eq!(signed_in.open(&site.at("/guide")).status, 303);
    });
}

#[test]
fn sessions_end_with_the_key_of_the_site_and_with_another_issuer() {
    on_each_database_within_reach(|test| {
        let provider = SamlProvider::of(test, &test.org(), None);
        let site = Site::new(test, "Docs", &provider.shown);
        let enter = |id| {
            let visitor = Visitor::new(test);
            let (_, asked) = visitor.follow(&site.at("/"));
            let request = SamlProvider::request_of(&asked);
            let answered = provider.post(test, &Response { id, request: Some(&request), ..Response::default() });
            visitor.follow(&format!("http://quire.test{}", answered.header("location")));
            assert_eq!(visitor.open(&site.at("/")).status, 200);
            visitor
        };
        let one = enter("_1");
        test.admin().post(&format!("{}/publishing/auth/regenerate", site.path), &json!({})).ok();
        assert_eq!(one.open(&site.at("/")).status, 303);
        let other = enter("_2");
        test.admin().patch(&provider.path, &json!({ "entityID": "https://other.example.com" })).ok();
        assert_eq!(other.open(&site.at("/")).status, 303);
    });
}

#[test]
fn an_answer_for_one_provider_is_none_for_another() {
    on_each_database_within_reach(|test| {
        // Both are the same party with the same certificate, as two applications at one provider are.
        let [one, other] = [(); 2].map(|()| SamlProvider::of(test, &test.org(), None));
        let (site, _) = (Site::new(test, "Docs", &one.shown), Site::new(test, "Other", &other.shown));
        let visitor = Visitor::new(test);
        let (_, asked) = visitor.follow(&site.at("/"));
        let request = SamlProvider::request_of(&asked);
        assert_eq!(other.post(test, &Response { request: Some(&request), ..Response::default() }).status, 403);
        // Visitors never come without having been sent, even where users may.
        test.admin().patch(&one.path, &json!({ "idpInitiated": true })).ok();
        let unasked = one.post(test, &Response { id: "_u", ..Response::default() });
        assert!(text(&unasked).contains("/sign-in/finish"), "{}", text(&unasked));
        assert_eq!(one.post(test, &Response { request: Some(&request), ..Response::default() }).status, 303);
    });
}

#[test]
fn a_sign_out_is_asked_for_by_the_site_itself() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let visitor = Visitor::new(test);
        let (_, asked) = visitor.follow(&site.at("/"));
        visitor.follow(&provider.idp.agree(&asked, &json!({})));
        let out = site.at("/~sign-out");
        for origin in ["https://evil.example", "null", "http://quire.test.evil.example"] {
            let headers = [("content-type", "application/x-www-form-urlencoded"), ("origin", origin)];
            assert_eq!(visitor.send(&Method::POST, &out, &headers, "").status, 404, "{origin}");
        }
        assert_eq!(visitor.open(&out).status, 200, "it only asks");
        assert_eq!(visitor.open(&site.at("/")).status, 200);
        let (origin, path) = split(&site.at("/"));
        assert!(visitor.sent(&origin, &path).contains("quire-visitor-session="));
    });
}
