//! Single logout: by the word of a provider, and on to the provider.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use quire_testkit::{Answer, Browser, TestApp, on_each_database};
use serde_json::json;

use super::provider::{ENTITY, Provider, Response, message_in, sign, signature};
use crate::visitors::world::{Site, Visitor, text};

const SLO: &str = "https://idp.example.com/slo";
const RSA: &str = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

/// A request of the provider in the making.
#[derive(Clone, Copy)]
struct Request<'a> {
    id: &'a str,
    name: &'a str,
    sessions: &'a [&'a str],
    issued: &'a str,
}

const ADA: Request<'_> = Request { id: "_l1", name: "u-1", sessions: &[], issued: "2027-01-15T08:00:00Z" };

fn xml(provider: &Provider, request: &Request<'_>, signature: &str) -> String {
    let sessions = request.sessions.iter().map(|it| format!("<samlp:SessionIndex>{it}</samlp:SessionIndex>"));
    format!(
        "<samlp:LogoutRequest xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\" Destination=\"{}\" ID=\"{}\" \
         IssueInstant=\"{}\" Version=\"2.0\"><saml:Issuer xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\">{ENTITY}\
         </saml:Issuer>{signature}<saml:NameID xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" \
         Format=\"urn:oasis:names:tc:SAML:2.0:nameid-format:persistent\">{}</saml:NameID>{}</samlp:LogoutRequest>",
        provider.service("sloURL"),
        request.id,
        request.issued,
        request.name,
        sessions.collect::<String>(),
    )
}

/// Posts a request as a page of the provider does: from another site, without cookies.
fn post(test: &TestApp, provider: &Provider, request: &Request<'_>) -> Answer {
    let signature = signature(&xml(provider, request, ""), request.id);
    post_xml(test, provider, &xml(provider, request, &signature))
}

fn post_xml(test: &TestApp, provider: &Provider, xml: &str) -> Answer {
    let fields = [("SAMLRequest", &*STANDARD.encode(xml)), ("RelayState", "back to you")];
    test.browser().submit_with(provider.service("sloURL"), &fields, &[("origin", "https://idp.example.com")])
}

/// Returns the address to which the provider redirects a browser with a request.
fn address(provider: &Provider, request: &Request<'_>) -> String {
    use std::io::Write as _;
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(xml(provider, request, "").as_bytes()).unwrap();
    let pairs = [("SAMLRequest", STANDARD.encode(encoder.finish().unwrap())), ("SigAlg", RSA.to_owned())];
    let query = serde_urlencoded::to_string(pairs).unwrap();
    let signature = serde_urlencoded::to_string([("Signature", sign(query.as_bytes()))]).unwrap();
    format!("{}?{query}&{signature}", provider.service("sloURL"))
}

fn set_up(test: &TestApp) -> Provider {
    test.admin().patch(&test.org(), &json!({ "emailDomains": ["operated.example"] })).ok();
    let provider = Provider::of(test, &test.org(), None);
    test.admin().patch(&provider.path, &json!({ "sloURL": SLO })).ok();
    provider
}

fn signed_in<'a>(test: &'a TestApp, provider: &Provider, name: &str, session: &str, id: &str) -> Browser<'a> {
    let browser = test.browser();
    let email = format!("{name}@operated.example");
    let response = Response { name, session, id, email: &email, ..Response::default() };
    assert_eq!(provider.sign_in(test, &browser, &response).status, 303);
    assert_eq!(status(&browser), 200);
    browser
}

fn status(browser: &Browser<'_>) -> u16 {
    browser.open("/v1/user").status.as_u16()
}

fn visitor<'a>(test: &'a TestApp, provider: &Provider, site: &Site<'_>, session: &str, id: &str) -> Visitor<'a> {
    let visitor = Visitor::new(test);
    let (_, asked) = visitor.follow(&site.at("/"));
    let request = Provider::request_of(&asked);
    let response = Response { id, session, request: Some(&request), ..Response::default() };
    visitor.follow(&format!("http://quire.test{}", provider.post(test, &response).header("location")));
    assert_eq!(visitor.open(&site.at("/")).status, 200);
    visitor
}

fn refused(answer: &Answer) -> String {
    assert_eq!(answer.status, 403, "{}", text(answer));
    text(answer).split("<code>").nth(1).unwrap().split('<').next().unwrap().to_owned()
}

#[test]
fn the_word_of_a_provider_ends_what_began_there() {
    on_each_database(|test| {
        let provider = set_up(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let reads = |visitor: &Visitor<'_>| visitor.open(&site.at("/")).status.as_u16();
        let one = signed_in(test, &provider, "u-1", "_s1", "_a1");
        let two = signed_in(test, &provider, "u-1", "_s2", "_a2");
        let eve = signed_in(test, &provider, "u-2", "_s3", "_a3");
        let (first, second) =
            (visitor(test, &provider, &site, "_s1", "_v1"), visitor(test, &provider, &site, "_s2", "_v2"));
        // A session of somebody else is none of the person's.
        let answer = post(test, &provider, &Request { sessions: &["_s3"], id: "_l0", ..ADA });
        assert_eq!((answer.status.as_u16(), status(&eve), status(&one)), (303, 200, 200));
        // One session, and one that is not known.
        let request = Request { sessions: &["_s1", "_s9"], ..ADA };
        let answer = post(test, &provider, &request);
        let location = answer.header("location");
        assert!(location.starts_with(&format!("{SLO}?SAMLResponse=")), "{location}");
        assert!(location.contains("&RelayState=back"), "{location}");
        let message = message_in(location, "SAMLResponse");
        for part in ["InResponseTo=\"_l1\"", "status:Success", &format!("Destination=\"{SLO}\"")] {
            assert!(message.contains(part), "{part} in {message}");
        }
        assert_eq!([status(&one), status(&two), status(&eve)], [401, 200, 200]);
        assert_eq!([reads(&first), reads(&second)], [303, 200]);
        // All of the person, by the other binding.
        let everywhere = Request { id: "_l2", ..ADA };
        assert_eq!(test.browser().open(&address(&provider, &everywhere)).status, 303);
        assert_eq!([status(&two), status(&eve), reads(&second)], [401, 200, 303]);
        // Neither request ends what began after it.
        let again = signed_in(test, &provider, "u-1", "_s1", "_a4");
        assert_eq!(test.browser().open(&address(&provider, &everywhere)).status, 303);
        assert_eq!((post(test, &provider, &request).status.as_u16(), status(&again)), (303, 200));
        test.clock.pass(Duration::from_mins(7));
        assert_eq!(refused(&post(test, &provider, &request)), "expired");
        assert_eq!(status(&again), 200);
    });
}

#[test]
fn a_sign_in_that_is_not_finished_ends_too() {
    on_each_database(|test| {
        let provider = set_up(test);
        let open = |id: &str, name: &str| {
            let browser = test.browser();
            let request = provider.begin(&browser, "/account");
            let response =
                Response { id, name, email: "u@operated.example", request: Some(&request), ..Response::default() };
            let onward = provider.post(test, &response).header("location").to_owned();
            (browser, onward)
        };
        let (ada, eve) = (open("_a1", "u-1"), open("_a2", "u-2"));
        assert_eq!(post(test, &provider, &Request { sessions: &["_s1"], ..ADA }).status, 303);
        assert_eq!(ada.0.open(&ada.1).status, 401);
        assert_eq!(eve.0.open(&eve.1).status, 303, "that of somebody else in a session of the same name");
        assert_eq!((status(&ada.0), status(&eve.0)), (401, 200));
    });
}

#[test]
fn without_an_address_for_answers_people_are_told_here() {
    on_each_database(|test| {
        let provider = set_up(test);
        let ada = signed_in(test, &provider, "u-1", "_s1", "_a1");
        test.admin().patch(&provider.path, &json!({ "sloURL": null })).ok();
        let answer = post(test, &provider, &ADA);
        assert_eq!((answer.status.as_u16(), status(&ada)), (200, 401));
        assert!(text(&answer).contains("You are signed out"));
    });
}

#[test]
fn other_words_end_nothing() {
    on_each_database(|test| {
        let provider = set_up(test);
        let other = Provider::of(test, &test.org(), None);
        let ada = signed_in(test, &provider, "u-1", "_s1", "_a1");
        assert_eq!(refused(&post_xml(test, &provider, &xml(&provider, &ADA, ""))), "unsigned");
        // What is for another provider with the same key, and what nobody signed.
        let signature = signature(&xml(&other, &ADA, ""), "_l1");
        assert_eq!(refused(&post_xml(test, &provider, &xml(&other, &ADA, &signature))), "destination");
        let query = address(&provider, &ADA);
        assert_eq!(refused(&test.browser().open(query.split("&Signature").next().unwrap())), "unsigned");
        let theirs = address(&provider, &Request { name: "u-2", ..ADA });
        let (own, foreign) = (query.split_once("&Signature").unwrap().0, theirs.split_once("&Signature").unwrap().1);
        assert_eq!(refused(&test.browser().open(&format!("{own}&Signature{foreign}"))), "signature");
        assert_eq!(refused(&post(test, &provider, &Request { issued: "2027-01-15T07:00:00Z", ..ADA })), "expired");
        // A name at another provider is another person, and a provider that is gone says nothing.
        assert_eq!(post(test, &other, &ADA).status, 200);
        for body in ["", "a=b", "SAMLRequest=x&SAMLResponse=x", "SAMLRequest=x&SAMLRequest=x"] {
            let answer = test.browser().open(&format!("{}?{body}", provider.service("sloURL")));
            assert_eq!(answer.status, 400, "{body}");
        }
        assert_eq!(status(&ada), 200);
        test.admin().delete(&other.path).expect(204);
        assert_eq!(post(test, &other, &ADA).status, 404);
    });
}

#[test]
fn people_go_on_to_the_provider() {
    on_each_database(|test| {
        let provider = set_up(test);
        let ada = signed_in(test, &provider, "u-1", "_s1", "_a1");
        let out = ada.submit("/sign-out", &[]);
        assert_eq!((out.status.as_u16(), status(&ada)), (200, 401));
        let request = |page: &Answer| {
            let page = text(page).replace("&amp;", "&");
            let address = page.split("href=\"").find(|it| it.starts_with(SLO)).unwrap_or_else(|| panic!("{page}"));
            message_in(address.split('"').next().unwrap(), "SAMLRequest")
        };
        let asked = request(&out);
        for part in ["<samlp:LogoutRequest", ">u-1</saml:NameID>", "<samlp:SessionIndex>_s1<", "persistent"] {
            assert!(asked.contains(part), "{part} in {asked}");
        }
        // A visitor of a site does too, and another visitor's name is not given away.
        let site = Site::new(test, "Docs", &provider.shown);
        let visitor = visitor(test, &provider, &site, "_s2", "_v1");
        let asked = request(&visitor.submit(&site.at("/~sign-out"), ""));
        assert!(asked.contains(">u-1</saml:NameID>") && asked.contains(">_s2<"), "{asked}");
        let stranger = Visitor::new(test).submit(&site.at("/~sign-out"), "");
        assert!(!text(&stranger).contains(SLO), "{}", text(&stranger));
        // Where the provider has no address, the sign-out is one here.
        let eve = signed_in(test, &provider, "u-2", "_s3", "_a3");
        test.admin().patch(&provider.path, &json!({ "sloURL": null })).ok();
        assert_eq!(eve.submit("/sign-out", &[]).header("location"), "/sign-in");
    });
}

#[test]
fn an_answer_of_the_provider_changes_nothing_and_speaks_in_our_words() {
    on_each_database(|test| {
        let provider = set_up(test);
        let ada = signed_in(test, &provider, "u-1", "_s1", "_a1");
        let answer = |status: &str| {
            let xml = format!(
                "<p:LogoutResponse xmlns:p=\"urn:oasis:names:tc:SAML:2.0:protocol\" ID=\"_r\" Version=\"2.0\">\
                 <p:Status><p:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:{status}\"/>\
                 <p:StatusMessage>call 555-0100</p:StatusMessage></p:Status></p:LogoutResponse>"
            );
            ada.submit_with(
                provider.service("sloURL"),
                &[("SAMLResponse", &*STANDARD.encode(xml))],
                &[("origin", "null")],
            )
        };
        assert!(text(&answer("Success")).contains("signed you out"));
        let partly = text(&answer("Responder"));
        assert!(partly.contains("did not sign you out everywhere") && !partly.contains("555"), "{partly}");
        let garbage = ada.submit_with(provider.service("sloURL"), &[("SAMLResponse", "x")], &[("origin", "null")]);
        assert_eq!((garbage.status.as_u16(), status(&ada)), (400, 200));
    });
}
