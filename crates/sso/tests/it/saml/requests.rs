//! Requests and metadata, ours and theirs.

use base64::Engine as _;
use quire_sso::certificate::CertificateError;
use quire_sso::saml::{Binding, MetadataError, NameIdFormat, Request, ServiceProvider, read_metadata};
use quire_sso::xml::{Limits, read};

use super::messages::{ACS, AUDIENCE, NOW, SLO, inflate};

fn service() -> ServiceProvider {
    ServiceProvider { entity_id: AUDIENCE.to_owned(), acs_url: ACS.to_owned(), slo_url: SLO.to_owned() }
}

#[test]
fn a_request_goes_by_address_and_by_form() {
    let service = service();
    let id = Request::id_of([7; 16]);
    let request = Request {
        service: &service,
        id: &id,
        now: NOW,
        sso_url: "https://idp.example.com/sso?tenant=a&b=\"c\"",
        name_id_format: Some(NameIdFormat::Persistent),
        relay_state: Some("/o/acme?a=b&c"),
    };
    let address = url::Url::parse(&request.redirect()).unwrap();
    let query: Vec<(String, String)> = address.query_pairs().into_owned().collect();
    assert_eq!(
        query.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        ["tenant", "b", "SAMLRequest", "RelayState"]
    );
    assert_eq!(query[3].1, "/o/acme?a=b&c");
    let message = read(inflate(&query[2].1).as_bytes(), &Limits::MESSAGE).unwrap();
    assert!(message.name.is("urn:oasis:names:tc:SAML:2.0:protocol", "AuthnRequest"));
    assert_eq!(message.attribute("ID"), Some("_07070707070707070707070707070707"));
    assert_eq!(message.attribute("IssueInstant"), Some("2026-01-15T12:00:00Z"));
    assert_eq!(message.attribute("Destination"), Some(request.sso_url));
    assert_eq!(message.attribute("AssertionConsumerServiceURL"), Some(ACS));
    let texts: Vec<_> = message.elements().map(|it| (it.name.local.as_str(), it.text().unwrap())).collect();
    assert_eq!(texts, [("Issuer", AUDIENCE.to_owned()), ("NameIDPolicy", String::new())]);
    let policy = message.elements().nth(1).unwrap();
    assert_eq!(policy.attribute("Format"), Some(NameIdFormat::Persistent.uri()));

    let form = request.form();
    assert_eq!(
        (form.action.as_str(), form.fields[0].0, form.fields[1].1.as_str()),
        (request.sso_url, "SAMLRequest", "/o/acme?a=b&c")
    );
    let posted = base64::engine::general_purpose::STANDARD.decode(&form.fields[0].1).unwrap();
    assert_eq!(String::from_utf8(posted).unwrap(), inflate(&query[2].1));
    let plain = Request { sso_url: "https://idp.example.com/sso", relay_state: None, name_id_format: None, ..request };
    assert!(plain.redirect().starts_with("https://idp.example.com/sso?SAMLRequest=") && plain.form().fields.len() == 1);
}

#[test]
fn our_metadata_says_where_responses_go() {
    let service = ServiceProvider { entity_id: "https://docs.example.com/saml?a=1&b=\"2\"".to_owned(), ..service() };
    let root = read(service.metadata().as_bytes(), &Limits::METADATA).unwrap();
    assert_eq!(root.attribute("entityID"), Some(service.entity_id.as_str()));
    let consumer = root.descendants().find(|it| it.name.local == "AssertionConsumerService").unwrap();
    assert_eq!(consumer.attribute("Location"), Some(ACS));
    let logout = root.descendants().filter(|it| it.name.local == "SingleLogoutService");
    let logout: Vec<_> =
        logout.map(|it| (it.attribute("Binding").unwrap(), it.attribute("Location").unwrap())).collect();
    let binding = |name: &str| format!("urn:oasis:names:tc:SAML:2.0:bindings:HTTP-{name}");
    assert_eq!(logout, [(&*binding("Redirect"), SLO), (&*binding("POST"), SLO)]);
    // It describes no identity provider.
    assert_eq!(read_metadata(&service.metadata()), Err(MetadataError::NoProvider));
}

fn theirs(services: &str, keys: &str) -> String {
    format!(
        "<md:EntityDescriptor xmlns:md=\"urn:oasis:names:tc:SAML:2.0:metadata\" xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\" \
         entityID=\"https://idp.example.com/metadata\" validUntil=\"2026-01-15T12:00:00Z\"><!-- made by hand -->\
         <md:IDPSSODescriptor WantAuthnRequestsSigned=\"false\" protocolSupportEnumeration=\"urn:oasis:names:tc:SAML:2.0:protocol\">\
         {keys}<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>{services}\
         </md:IDPSSODescriptor></md:EntityDescriptor>"
    )
}

fn sso(binding: &str, location: &str) -> String {
    format!(
        "<md:SingleSignOnService Binding=\"urn:oasis:names:tc:SAML:2.0:bindings:{binding}\" Location=\"{location}\"/>"
    )
}

fn key(attributes: &str, pem: &str) -> String {
    let body: String = pem.lines().filter(|it| !it.starts_with("--")).map(|it| format!("    {it}\n")).collect();
    format!(
        "<md:KeyDescriptor{attributes}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n{body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>"
    )
}

#[test]
fn their_metadata_is_read() {
    let [rsa, other] = [include_str!("../fixtures/rsa.crt"), include_str!("../fixtures/other.crt")];
    let keys = key(" use=\"signing\"", rsa)
        + &key("", other)
        + &key(" use=\"signing\"", rsa)
        + &key(" use=\"encryption\"", include_str!("../fixtures/p256.crt"));
    let services = sso("SOAP", "https://idp/soap")
        + &sso("HTTP-POST", "https://idp.example.com/post")
        + &sso("HTTP-Redirect", "https://idp.example.com/redirect");
    let read = read_metadata(&theirs(&services, &keys)).unwrap();
    assert_eq!(
        (read.entity_id.as_str(), read.sso_url.as_str()),
        ("https://idp.example.com/metadata", "https://idp.example.com/redirect")
    );
    assert_eq!((read.binding, read.wants_signed_requests, read.valid_until), (Binding::Redirect, false, Some(NOW)));
    assert_eq!(
        read.certificates.iter().map(|it| it.subject.as_str()).collect::<Vec<_>>(),
        ["CN=idp.example.com,O=Example", "CN=other.example.com"]
    );
    assert_eq!(read.name_id_formats, [NameIdFormat::Persistent.uri()]);
    let posted = read_metadata(&theirs(&sso("HTTP-POST", "https://idp.example.com/post"), &keys)).unwrap();
    assert_eq!((posted.binding, posted.sso_url.as_str()), (Binding::Post, "https://idp.example.com/post"));
    // Single logout is asked for where it can be, and sign-in does not fail without.
    let slo = |binding: &str, rest: &str| {
        let binding = format!("urn:oasis:names:tc:SAML:2.0:bindings:{binding}");
        let service = format!("<md:SingleLogoutService Binding=\"{binding}\" {rest}/>");
        read_metadata(&theirs(&format!("{service}{services}"), &keys))
            .unwrap()
            .logout
            .map(|it| (it.requests, it.answers))
    };
    let pair = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
    assert_eq!(slo("HTTP-Redirect", "Location=\"https://idp/slo\""), pair("https://idp/slo", "https://idp/slo"));
    let both = "Location=\"https://idp/slo\" ResponseLocation=\"https://idp/answer\"";
    assert_eq!(slo("HTTP-Redirect", both), pair("https://idp/slo", "https://idp/answer"));
    assert_eq!(slo("HTTP-POST", both), None);
    assert_eq!(slo("HTTP-Redirect", "Location=\"javascript:alert(1)\""), None);
    // An aggregate of one provider and one service.
    let one = theirs(&services, &keys);
    let aggregate = |content: &str| {
        format!(
            "<md:EntitiesDescriptor xmlns:md=\"urn:oasis:names:tc:SAML:2.0:metadata\">{content}</md:EntitiesDescriptor>"
        )
    };
    let ours = service().metadata().replace("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "");
    assert_eq!(read_metadata(&aggregate(&format!("{ours}{one}"))).unwrap().entity_id, read.entity_id);
    assert_eq!(read_metadata(&aggregate(&format!("{one}{one}"))), Err(MetadataError::Several(2)));
}

#[test]
fn missing_parts_of_metadata_are_named() {
    let keys = key("", include_str!("../fixtures/rsa.crt"));
    let services = sso("HTTP-Redirect", "https://idp.example.com/redirect");
    let good = theirs(&services, &keys);
    assert!(read_metadata(&good).is_ok());
    let cases = [
        (theirs("", &keys), MetadataError::NoAddress),
        (theirs(&sso("SOAP", "https://x"), &keys), MetadataError::NoAddress),
        (
            theirs(&sso("HTTP-POST", "javascript:alert(1)"), &keys),
            MetadataError::Address("javascript:alert(1)".to_owned()),
        ),
        (theirs(&services, ""), MetadataError::NoCertificate),
        (
            theirs(&services, &key(" use=\"encryption\"", include_str!("../fixtures/rsa.crt"))),
            MetadataError::NoCertificate,
        ),
        (
            theirs(&services, &key("", include_str!("../fixtures/weak.crt"))),
            MetadataError::Certificate(CertificateError::Weak(1024)),
        ),
        (good.replace(" entityID=\"https://idp.example.com/metadata\"", ""), MetadataError::NoEntityId),
        (good.replace("SAML:2.0:protocol\">", "SAML:1.1:protocol\">"), MetadataError::NoProvider),
        ("<html></html>".to_owned(), MetadataError::Other("html".to_owned())),
        (format!("<!DOCTYPE x>{good}"), MetadataError::Xml(quire_sso::xml::Error::Doctype)),
    ];
    for (text, error) in cases {
        assert_eq!(read_metadata(&text), Err(error));
    }
}
