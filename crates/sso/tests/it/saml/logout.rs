//! Single logout: which requests of a provider count, and what ours look like.

use std::io::Write as _;

use quire_sso::saml::{
    Brought, ExpectedLogout, Logout, LogoutRequest, LogoutResponse, NameId, NameIdFormat, Refusal, ServiceProvider,
    claims_success, verify_logout,
};
use quire_sso::xml::{Limits, read};

use super::messages::{ACS, AUDIENCE, Form, ISSUER, Key, NOW, SLO, base64, expected, inflate};

/// A request in the making, in canonical form.
#[derive(Clone)]
struct Draft {
    destination: String,
    issuer: String,
    issued: String,
    until: String,
    name: String,
    sessions: String,
    /// The elements behind the sessions.
    tail: String,
    form: Form,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            destination: format!(" Destination=\"{SLO}\""),
            issuer: ISSUER.to_owned(),
            issued: "2026-01-15T11:59:55Z".to_owned(),
            until: String::new(),
            name: "<saml:NameID xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" \
                   Format=\"urn:oasis:names:tc:SAML:2.0:nameid-format:persistent\">u-1</saml:NameID>"
                .to_owned(),
            sessions: "<samlp:SessionIndex>_s1</samlp:SessionIndex>".to_owned(),
            tail: String::new(),
            form: Form::default(),
        }
    }
}

impl Draft {
    fn xml(&self, signature: &str) -> String {
        let until = if self.until.is_empty() { String::new() } else { format!(" NotOnOrAfter=\"{}\"", self.until) };
        format!(
            "<samlp:LogoutRequest xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"{} ID=\"_l1\" IssueInstant=\"{}\"\
             {until} Version=\"2.0\"><saml:Issuer xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\">{}</saml:Issuer>\
             {signature}{}{}{}</samlp:LogoutRequest>",
            self.destination, self.issued, self.issuer, self.name, self.sessions, self.tail
        )
    }

    fn signed_by(&self, key: &Key) -> String {
        self.xml(&self.form.signature(key, &self.xml(""), "_l1"))
    }

    fn signed(&self) -> String {
        self.signed_by(&Key::idp())
    }
}

fn check(brought: Brought<'_>) -> Result<Logout, Refusal> {
    let expected = ExpectedLogout {
        issuer: ISSUER,
        certificates: expected().certificates,
        audience: AUDIENCE,
        slo_url: SLO,
        now: NOW,
    };
    verify_logout(brought, &expected)
}

fn posted(xml: &str) -> Result<Logout, Refusal> {
    check(Brought::Form(&base64(xml.as_bytes()), Some("back")))
}

fn code<T: std::fmt::Debug>(result: Result<T, Refusal>) -> &'static str {
    result.map_or_else(|refusal| refusal.code(), |_| "accepted")
}

const RSA: &str = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

fn escaped(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn compressed(bytes: &[u8]) -> String {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    escaped(&base64(&encoder.finish().unwrap()))
}

/// Returns a query without its signature.
fn unsigned(xml: &str) -> String {
    format!("SAMLRequest={}&RelayState=back%2Fto+you&SigAlg={}", compressed(xml.as_bytes()), escaped(RSA))
}

fn sign(query: &str, key: &Key) -> String {
    format!("{query}&Signature={}", escaped(&base64(&key.sign(query.as_bytes(), RSA))))
}

fn by_address(query: &str) -> Result<Logout, Refusal> {
    check(Brought::Query(query))
}

#[test]
fn a_signed_request_says_who_and_which_sessions() {
    let two = "<samlp:SessionIndex>_s1</samlp:SessionIndex><samlp:SessionIndex>_s2</samlp:SessionIndex>";
    let draft = Draft { sessions: two.to_owned(), ..Draft::default() };
    let logout = posted(&draft.signed()).unwrap();
    assert_eq!((logout.id.as_str(), logout.sessions.as_slice()), ("_l1", &["_s1".to_owned(), "_s2".to_owned()][..]));
    assert_eq!((logout.name.value.as_str(), logout.name.format), ("u-1", NameIdFormat::Persistent));
    assert_eq!(logout.relay_state.as_deref(), Some("back"));
    let everywhere = Draft { sessions: String::new(), ..Draft::default() };
    let logout = by_address(&sign(&unsigned(&everywhere.xml("")), &Key::idp())).unwrap();
    assert_eq!((logout.sessions.len(), logout.relay_state.as_deref()), (0, Some("back/to you")));
    // Other parameters are none of the standard's, and other orders are allowed.
    let signed = sign(&unsigned(&Draft::default().xml("")), &Key::idp());
    assert_eq!(code(by_address(&format!("lang=de&{signed}"))), "accepted");
    let turned: Vec<&str> = signed.rsplit('&').collect();
    assert_eq!(code(by_address(&turned.join("&"))), "accepted");
}

#[test]
fn a_request_needs_a_signature_of_its_provider() {
    let draft = Draft::default();
    assert_eq!(code(posted(&draft.signed())), "accepted");
    assert_eq!(code(posted(&draft.xml(""))), "unsigned");
    assert_eq!(code(posted(&draft.signed_by(&Key::other()))), "signature");
    assert_eq!(code(posted(&draft.signed().replace(">u-1<", ">u-2<"))), "digest");
    // A signature elsewhere is none of the whole.
    let signature = draft.form.signature(&Key::idp(), &draft.xml(""), "_l1");
    let within = format!("<samlp:Extensions>{signature}</samlp:Extensions>");
    assert_eq!(code(posted(&draft.xml(&within))), "misplaced-signature");
    assert_eq!(code(posted(&draft.xml(&format!("{signature}{within}")))), "misplaced-signature");
    assert_eq!(code(posted(&draft.xml(&format!("{signature}{signature}")))), "form");
    let old = Form { method: "http://www.w3.org/2000/09/xmldsig#rsa-sha1".to_owned(), ..Form::default() };
    assert_eq!(code(posted(&Draft { form: old, ..draft }.signed())), "algorithm");
}

#[test]
fn the_signature_of_an_address_is_over_what_is_read() {
    let draft = Draft::default();
    let query = unsigned(&draft.xml(""));
    let good = sign(&query, &Key::idp());
    assert_eq!(code(by_address(&good)), "accepted");
    assert_eq!(code(by_address(&query)), "unsigned");
    assert_eq!(code(by_address(&sign(&query, &Key::other()))), "signature");
    // A signature in the XML does not stand for one of the query.
    let inside = unsigned(&draft.signed());
    assert_eq!(code(by_address(&inside)), "unsigned");
    assert_eq!(code(by_address(&sign(&inside, &Key::idp()))), "misplaced-signature");
    // Nothing is said twice, in whatever spelling.
    let other = Draft { name: draft.name.replace("u-1", "u-2"), ..draft.clone() };
    let theirs = compressed(other.xml("").as_bytes());
    for attacked in [format!("{good}&SAMLRequest={theirs}"), format!("SAMLRequest={theirs}&{good}")] {
        assert_eq!(code(by_address(&attacked)), "form");
    }
    assert_eq!(by_address(&format!("SAML%52equest={theirs}&{good}")).unwrap().name.value, "u-1");
    assert_eq!(code(by_address(&good.replace("SAMLRequest=", "SAML%52equest="))), "signature");
    assert_eq!(code(by_address(&format!("{good}&RelayState=elsewhere"))), "form");
    assert_eq!(code(by_address(&good.replace("back%2Fto+you", "elsewhere"))), "signature");
    assert_eq!(code(by_address(&good.replace("&RelayState=back%2Fto+you", ""))), "signature");
    assert_eq!(code(by_address(&format!("{good}&SAMLEncoding=plain"))), "form");
    // Weak and unknown algorithms, whoever signed.
    for name in
        ["http://www.w3.org/2000/09/xmldsig#rsa-sha1", "http://www.w3.org/2000/09/xmldsig#hmac-sha1", "none", ""]
    {
        let query = query.replace(&escaped(RSA), &escaped(name));
        assert_eq!(code(by_address(&sign(&query, &Key::idp()))), "algorithm", "{name}");
    }
}

#[test]
fn a_compressed_message_is_bounded() {
    let signed = |value: &str| sign(&format!("SAMLRequest={value}&SigAlg={}", escaped(RSA)), &Key::idp());
    let bomb = compressed(&vec![b' '; 64 << 20]);
    assert!(bomb.len() < 256 << 10, "it fits into an address");
    assert_eq!(code(by_address(&signed(&bomb))), "xml");
    assert_eq!(code(by_address(&signed(&escaped(&base64(b"\xff\xff\xff"))))), "not-deflated");
    assert_eq!(code(by_address(&signed("%%%"))), "not-base64");
    assert_eq!(code(by_address(&"x".repeat(300 << 10))), "xml");
    assert_eq!(code(by_address("")), "unsigned");
}

#[test]
fn a_request_is_from_its_provider_for_this_address_and_new() {
    let draft = Draft::default();
    let with = |change: &dyn Fn(&mut Draft)| {
        let mut changed = draft.clone();
        change(&mut changed);
        code(posted(&changed.signed()))
    };
    assert_eq!(with(&|_| {}), "accepted");
    assert_eq!(with(&|it| it.issuer = "https://other.example".to_owned()), "issuer");
    assert_eq!(with(&|it| it.destination = String::new()), "destination");
    assert_eq!(with(&|it| it.destination = format!(" Destination=\"{ACS}\"")), "destination");
    assert_eq!(with(&|it| it.issued = "2026-01-15T12:01:01Z".to_owned()), "not-yet-valid");
    assert_eq!(with(&|it| it.issued = "2026-01-15T11:54:01Z".to_owned()), "accepted");
    assert_eq!(with(&|it| it.issued = "2026-01-15T11:54:00Z".to_owned()), "expired");
    assert_eq!(with(&|it| it.issued = "yesterday".to_owned()), "time");
    assert_eq!(with(&|it| it.until = "2026-01-15T11:59:00Z".to_owned()), "expired");
    assert_eq!(with(&|it| it.until = "2026-01-15T11:59:30Z".to_owned()), "accepted");
    // An end that is far away does not make a request live longer.
    let mut long = draft.clone();
    long.until = "2036-01-15T12:00:00Z".to_owned();
    assert_eq!(posted(&long.signed()).unwrap().expires, NOW - 5 + 300 + 60);
    assert_eq!(with(&|it| it.name = String::new()), "form");
    assert_eq!(with(&|it| it.name = it.name.repeat(2)), "form");
    assert_eq!(with(&|it| it.name = it.name.replace("persistent", "transient")), "name-id-format");
    assert_eq!(with(&|it| it.name = it.name.replace("\">u", "\" SPNameQualifier=\"x\">u")), "name-qualifier");
    assert_eq!(with(&|it| it.sessions = "<samlp:SessionIndex></samlp:SessionIndex>".to_owned()), "form");
    assert_eq!(with(&|it| it.sessions = it.sessions.repeat(100)), "accepted");
    assert_eq!(with(&|it| it.sessions = it.sessions.repeat(101)), "form");
    assert_eq!(with(&|it| it.tail = "<samlp:Other></samlp:Other>".to_owned()), "form");
    assert_eq!(code(posted(&draft.signed().replace(">u-1<", ">u-<!---->1<"))), "comment");
    assert_eq!(code(posted(&format!("<!DOCTYPE x>{}", draft.signed()))), "xml-entities");
    let long = "x".repeat(1025);
    assert_eq!(code(check(Brought::Form(&base64(draft.signed().as_bytes()), Some(&long)))), "form");
}

#[test]
fn a_message_of_another_kind_signs_nobody_out() {
    let response = super::messages::Draft::signed_response().xml();
    assert_eq!(code(posted(&response)), "form");
    // An assertion in a request, or a request in a response, is not looked for.
    let wrapped = format!(
        "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\">{}</samlp:Response>",
        Draft::default().signed()
    );
    assert_eq!(code(posted(&wrapped)), "form");
    let signed = Draft::default().signed();
    let outer = Draft { tail: format!("<samlp:Extensions>{signed}</samlp:Extensions>"), ..Draft::default() };
    assert_eq!(code(posted(&outer.xml(""))), "duplicate-id");
}

fn service() -> ServiceProvider {
    ServiceProvider { entity_id: AUDIENCE.to_owned(), acs_url: ACS.to_owned(), slo_url: SLO.to_owned() }
}

fn pairs(address: &str) -> Vec<(String, String)> {
    url::Url::parse(address).unwrap().query_pairs().into_owned().collect()
}

#[test]
fn our_request_names_the_person_and_the_session() {
    let name = NameId {
        value: "a<b>&\"c\"".to_owned(),
        format: NameIdFormat::Persistent,
        qualifier: Some(ISSUER.to_owned()),
        sp_qualifier: None,
    };
    let (kept, session) = NameId::from_hint(&name.to_hint(Some("_s1"))).unwrap();
    assert_eq!((&kept, session.as_deref()), (&name, Some("_s1")));
    assert_eq!(NameId::from_hint("eyJh.bGci.OiJS"), None, "a token of OpenID Connect");
    let request = LogoutRequest {
        service: &service(),
        id: "_1",
        now: NOW,
        slo_url: "https://idp.example.com/slo?tenant=a",
        name: &kept,
        session_index: session.as_deref(),
    };
    let query = pairs(&request.redirect());
    assert_eq!(query.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["tenant", "SAMLRequest"]);
    let root = read(inflate(&query[1].1).as_bytes(), &Limits::MESSAGE).unwrap();
    assert!(root.name.is("urn:oasis:names:tc:SAML:2.0:protocol", "LogoutRequest"));
    assert_eq!(root.attribute("Destination"), Some(request.slo_url));
    let parts: Vec<_> = root.elements().map(|it| (it.name.local.as_str(), it.text().unwrap())).collect();
    assert_eq!(
        parts,
        [("Issuer", AUDIENCE.to_owned()), ("NameID", "a<b>&\"c\"".to_owned()), ("SessionIndex", "_s1".to_owned())]
    );
    assert_eq!(root.elements().nth(1).unwrap().attribute("NameQualifier"), Some(ISSUER));
}

#[test]
fn our_answer_names_the_request() {
    let answer = LogoutResponse {
        service: &service(),
        id: "_2",
        now: NOW,
        destination: "https://idp.example.com/slo",
        in_response_to: "_l\"1",
        relay_state: Some("a&b"),
    };
    let address = answer.redirect();
    let query = pairs(&address);
    assert_eq!((query[0].0.as_str(), &query[1]), ("SAMLResponse", &("RelayState".to_owned(), "a&b".to_owned())));
    let root = read(inflate(&query[0].1).as_bytes(), &Limits::MESSAGE).unwrap();
    assert_eq!(root.attribute("InResponseTo"), Some("_l\"1"));
    let sent = address.split_once('?').unwrap().1;
    assert_eq!(claims_success(Brought::Query(sent)), Ok(true));
    let xml = inflate(&query[0].1);
    let partly = xml.replace("Success\"/>", "Success\"><samlp:StatusCode Value=\"urn:partial\"/></samlp:StatusCode>");
    assert_eq!(claims_success(Brought::Form(&base64(partly.as_bytes()), None)), Ok(false));
    let failed = xml.replace("Success", "Responder");
    assert_eq!(claims_success(Brought::Form(&base64(failed.as_bytes()), None)), Ok(false));
    assert_eq!(code(claims_success(Brought::Form("x", None))), "not-base64");
    assert_eq!(code(claims_success(Brought::Query("SAMLResponse=x"))), "not-base64");
}

#[test]
fn the_seeds_of_fuzzing_are_accepted_requests() {
    let seed = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/logout");
        std::fs::read_to_string(format!("{folder}/{name}")).unwrap()
    };
    assert_eq!(posted(&seed("form.xml")).unwrap().sessions, ["_s1"]);
    assert_eq!(by_address(&seed("query")).unwrap().relay_state.as_deref(), Some("back"));
}
