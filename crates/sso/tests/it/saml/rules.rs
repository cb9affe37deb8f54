//! The rules of the profile, each with a message that fits and one that does not.

use quire_sso::saml::{Expected, InResponseTo, NameIdFormat, Refusal, claimed, verify_response};

use super::messages::{
    ACS, AUDIENCE, Draft, EMAIL_FORMAT, ISSUER, NOW, REQUEST, SESSION, attribute, audience, base64, conditions,
    confirmation, expected, name_id,
};
use super::{code, refuses, verify};

fn with(xml: &str, expected: &Expected<'_>) -> &'static str {
    verify_response(&base64(xml.as_bytes()), expected).map_or_else(|refusal| refusal.code(), |_| "accepted")
}

#[test]
fn an_identity_has_what_the_assertion_says() {
    for draft in [Draft::default(), Draft::signed_response(), Draft { signs_response: true, ..Draft::default() }] {
        let identity = verify(&draft.xml()).unwrap();
        assert_eq!(identity.name.value, "ada@example.com");
        assert_eq!(identity.name.format, NameIdFormat::EmailAddress);
        assert_eq!(identity.session_index.as_deref(), Some("_session-1"));
        assert_eq!(identity.email.as_deref(), Some("ada@example.com"));
        assert_eq!(identity.display_name.as_deref(), Some("Ada Lovelace"));
        assert_eq!(identity.groups, ["writers", "admins"]);
        assert_eq!(identity.attributes.len(), 2);
        // To be remembered against replay: which assertion, and for how long.
        assert_eq!((identity.assertion_id.as_str(), identity.expires), ("_assertion-1", NOW + 360));
    }
}

#[test]
fn times_are_kept_with_a_minute_of_difference() {
    let clean = Draft::default();
    let at = |now: i64| with(&clean.xml(), &Expected { now, ..expected() });
    assert_eq!(at(NOW + 359), "accepted");
    assert_eq!(at(NOW + 360), "expired");
    assert_eq!(at(NOW - 65), "accepted");
    assert_eq!(at(NOW - 66), "not-yet-valid");
    let fits = |from: &str, until: &str| {
        code(&Draft { conditions: conditions(from, until, &audience(AUDIENCE)), ..Draft::default() }.xml())
    };
    assert_eq!(fits("2026-01-15T12:01:00Z", "2026-01-15T12:05:00Z"), "accepted");
    assert_eq!(fits("2026-01-15T12:01:01Z", "2026-01-15T12:05:00Z"), "not-yet-valid");
    assert_eq!(fits("2026-01-15T11:00:00Z", "2026-01-15T11:59:01Z"), "accepted");
    assert_eq!(fits("2026-01-15T11:00:00Z", "2026-01-15T11:59:00Z"), "expired");
    for no_time in [
        "",
        "2026-01-15T12:05:00",
        "2026-01-15T12:05:00+01:00",
        "2026-13-15T12:05:00Z",
        "tomorrow",
        "2026-01-15 12:05:00Z",
    ] {
        assert_eq!(fits("2026-01-15T11:00:00Z", no_time), "time", "{no_time}");
    }
    let ends = |until: &str| code(&Draft { confirmation: confirmation(REQUEST, until, ACS), ..Draft::default() }.xml());
    assert_eq!(ends("2026-01-15T11:59:01Z"), "accepted");
    assert_eq!(ends("2026-01-15T11:59:00Z"), "expired");
    let endless = Draft::default().confirmation.replace(" NotOnOrAfter=\"2026-01-15T12:05:00Z\"", "");
    refuses(&clean, &Draft { confirmation: endless, ..Draft::default() }.xml(), "time");
    let session = |until: &str| {
        let statements = SESSION.replace("SessionIndex", &format!("SessionNotOnOrAfter=\"{until}\" SessionIndex"));
        // The attributes in canonical order.
        let statements = statements.replace(
            &format!("SessionNotOnOrAfter=\"{until}\" SessionIndex=\"_session-1\""),
            &format!("SessionIndex=\"_session-1\" SessionNotOnOrAfter=\"{until}\""),
        );
        verify(&Draft { statements, ..Draft::default() }.xml()).map(|it| it.session_ends)
    };
    assert_eq!(session("2026-01-15T20:00:00Z"), Ok(Some(NOW + 8 * 3600)));
    assert_eq!(session("2026-01-15T11:00:00Z"), Err(Refusal::Expired(3600)));
}

#[test]
fn audience_recipient_and_destination_are_ours() {
    let clean = Draft::default();
    let audiences = |content: &str| {
        Draft { conditions: conditions("2026-01-15T11:59:00Z", "2026-01-15T12:05:00Z", content), ..Draft::default() }
            .xml()
    };
    refuses(&clean, &audiences(&audience("https://other.example.com")), "audience");
    refuses(&clean, &audiences(""), "audience");
    refuses(&clean, &audiences(&(audience(AUDIENCE) + &audience("https://other.example.com"))), "audience");
    refuses(&clean, &audiences(&audience(&format!("{AUDIENCE}/"))), "audience");
    let either = audience(AUDIENCE).replace("<saml:Audience>", "<saml:Audience>urn:x</saml:Audience><saml:Audience>");
    assert_eq!(code(&audiences(&either)), "accepted");
    assert_eq!(code(&audiences(&(audience(AUDIENCE) + "<saml:OneTimeUse></saml:OneTimeUse>"))), "accepted");
    refuses(&clean, &audiences(&(audience(AUDIENCE) + "<saml:Other></saml:Other>")), "condition");
    let elsewhere = confirmation(REQUEST, "2026-01-15T12:05:00Z", "https://other.example.com/acs");
    refuses(&clean, &Draft { confirmation: elsewhere.clone(), ..Draft::default() }.xml(), "recipient");
    // One of several confirmations is enough.
    assert_eq!(code(&Draft { confirmation: elsewhere + &clean.confirmation, ..Draft::default() }.xml()), "accepted");
    let holder = clean.confirmation.replace(":bearer", ":holder-of-key");
    refuses(&clean, &Draft { confirmation: holder, ..Draft::default() }.xml(), "no-bearer");
    let missing = Draft { destination: None, ..Draft::default() };
    assert_eq!(code(&missing.xml()), "accepted");
    let signed = Draft::signed_response();
    refuses(&signed, &Draft { destination: None, ..signed.clone() }.xml(), "destination");
    for draft in [clean, signed] {
        let elsewhere = Some("https://other.example.com/acs".to_owned());
        refuses(&draft, &Draft { destination: elsewhere, ..draft.clone() }.xml(), "destination");
    }
}

#[test]
fn a_response_answers_the_request() {
    let clean = Draft::default();
    let other = confirmation("_request-2", "2026-01-15T12:05:00Z", ACS);
    let bare = clean
        .confirmation
        .replace(" NotOnOrAfter", "\u{0}")
        .replace(&format!(" InResponseTo=\"{REQUEST}\"\u{0}"), " NotOnOrAfter");
    let bare = bare.replace(&format!("InResponseTo=\"{REQUEST}\"\u{0}"), "NotOnOrAfter");
    assert!(!bare.contains("InResponseTo") && !bare.contains('\u{0}'), "{bare}");
    refuses(&clean, &Draft { in_response_to: Some("_request-2".to_owned()), ..clean.clone() }.xml(), "in-response-to");
    refuses(&clean, &Draft { confirmation: other, ..clean.clone() }.xml(), "in-response-to");
    refuses(&clean, &Draft { in_response_to: None, ..clean.clone() }.xml(), "unsolicited");
    refuses(&clean, &Draft { confirmation: bare.clone(), ..clean.clone() }.xml(), "unsolicited");
    // Begun at the provider: accepted where that is allowed, and then no request may be named.
    let unsolicited = Draft { in_response_to: None, confirmation: bare, ..clean.clone() };
    let allowed = Expected { in_response_to: InResponseTo::Nothing, ..expected() };
    assert_eq!(with(&unsolicited.xml(), &allowed), "accepted");
    assert_eq!(with(&clean.xml(), &allowed), "in-response-to");
    assert_eq!(with(&Draft { in_response_to: None, ..clean.clone() }.xml(), &allowed), "in-response-to");
    assert_eq!(code(&unsolicited.xml()), "unsolicited");
    let empty = Expected { in_response_to: InResponseTo::Request(""), ..expected() };
    let nameless = Draft {
        in_response_to: Some(String::new()),
        confirmation: confirmation("", "2026-01-15T12:05:00Z", ACS),
        ..clean
    };
    assert_eq!(with(&nameless.xml(), &empty), "in-response-to");
}

#[test]
fn the_claimed_request_is_found_before_anything_is_verified() {
    let sent = Draft::default().xml();
    let read = claimed(&base64(sent.replace("ada@", "eve@").as_bytes())).unwrap();
    assert_eq!((read.issuer.as_deref(), read.in_response_to.as_deref()), (Some(ISSUER), Some(REQUEST)));
}

#[test]
fn the_issuer_is_the_provider() {
    let clean = Draft::default();
    refuses(&clean, &Draft { issuer: "https://evil.example.com".to_owned(), ..clean.clone() }.xml(), "issuer");
    // Each of both places counts: that in the assertion too, where the response has the right one or none.
    let foreign = Draft { issuer: "https://evil.example.com".to_owned(), ..clean.clone() }.xml();
    refuses(&clean, &foreign.replacen("https://evil.example.com", ISSUER, 1), "issuer");
    let sent = clean.xml();
    refuses(&clean, &sent.replacen(ISSUER, "https://evil.example.com", 1), "issuer");
    let issuer = format!("<saml:Issuer xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\">{ISSUER}</saml:Issuer>");
    assert_eq!(code(&sent.replacen(&issuer, "", 1)), "accepted");
}

#[test]
fn a_status_that_is_no_success_is_told() {
    let code_of = |it: &str, inner: &str| {
        format!("<samlp:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:{it}\">{inner}</samlp:StatusCode>")
    };
    let clean = Draft::signed_response();
    let status =
        code_of("Responder", &code_of("AuthnFailed", "")) + "<samlp:StatusMessage>no\nway</samlp:StatusMessage>";
    let refusal = verify(&Draft { status, ..clean.clone() }.xml()).unwrap_err();
    let Refusal::Status { status, message } = &refusal else { panic!("{refusal}") };
    assert!(status.ends_with(":Responder urn:oasis:names:tc:SAML:2.0:status:AuthnFailed") && message == "no way");
    assert!(!refusal.advice().is_empty());
    for status in [String::new(), code_of("success", ""), code_of("Success", "") + &code_of("Success", "")] {
        assert_ne!(code(&Draft { status, ..clean.clone() }.xml()), "accepted");
    }
}

#[test]
fn name_ids_name_somebody_for_longer_than_a_session() {
    let clean = Draft::default();
    let named = |format: &str, value: &str| Draft { name_id: name_id(format, value), ..Draft::default() }.xml();
    for format in
        [NameIdFormat::Unspecified, NameIdFormat::Persistent, NameIdFormat::Kerberos, NameIdFormat::X509SubjectName]
    {
        let identity = verify(&named(format.uri(), "CN=Ada")).unwrap();
        assert_eq!((identity.name.value.as_str(), identity.name.format), ("CN=Ada", format));
        assert_eq!(identity.email, None);
    }
    for format in [
        "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
        "urn:oasis:names:tc:SAML:2.0:nameid-format:entity",
        "urn:x",
        "",
    ] {
        refuses(&clean, &named(format, "ada@example.com"), "name-id-format");
    }
    for value in ["", " ", "<saml:x></saml:x>", "ada<saml:x></saml:x>", "a\tb", "a\nb", &"x".repeat(1025)] {
        refuses(&clean, &named(EMAIL_FORMAT, value), "name-id");
    }
    let missing = Draft { name_id: String::new(), ..Draft::default() };
    refuses(&clean, &missing.xml(), "name-id");
    refuses(&clean, &Draft { name_id: clean.name_id.repeat(2), ..Draft::default() }.xml(), "name-id");
    let encrypted = "<saml:EncryptedID></saml:EncryptedID>".to_owned() + &clean.name_id;
    refuses(&clean, &Draft { name_id: encrypted, ..Draft::default() }.xml(), "form");
    let qualified = |qualifiers: &str| {
        Draft { name_id: clean.name_id.replace("\">ada", &format!("\" {qualifiers}>ada")), ..Draft::default() }.xml()
    };
    assert_eq!(code(&qualified(&format!("NameQualifier=\"{ISSUER}\" SPNameQualifier=\"{AUDIENCE}\""))), "accepted");
    refuses(&clean, &qualified("NameQualifier=\"https://other.example.com\""), "name-qualifier");
    refuses(&clean, &qualified("SPNameQualifier=\"https://other.example.com\""), "name-qualifier");
}

#[test]
fn assertions_have_the_parts_of_their_kind() {
    let clean = Draft::default();
    let nothing = Draft { statements: String::new(), ..Draft::default() };
    refuses(&clean, &nothing.xml(), "form");
    refuses(&clean, &Draft { conditions: String::new(), ..Draft::default() }.xml(), "form");
    refuses(&clean, &Draft { conditions: clean.conditions.repeat(2), ..Draft::default() }.xml(), "form");
    refuses(&clean, &clean.response("", ""), "no-assertion");
    let encrypted =
        "<saml:EncryptedAssertion xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\"></saml:EncryptedAssertion>";
    refuses(&clean, &clean.response("", encrypted), "encrypted-assertion");
    let sent = clean.xml();
    refuses(&clean, &sent.replacen("Version=\"2.0\"", "Version=\"1.1\"", 1), "form");
    refuses(&clean, &sent.replace("samlp:Response", "samlp:ArtifactResponse"), "form");
    refuses(&clean, &sent.replace("SAML:2.0:protocol", "SAML:1.0:protocol"), "form");
    refuses(&clean, &sent.replace("<samlp:Status>", "text<samlp:Status>"), "form");
    refuses(&clean, &sent.replacen("<samlp:Status>", "<samlp:Status></samlp:Status><samlp:Status>", 1), "form");
}

#[test]
fn attributes_are_found_by_the_names_of_common_providers() {
    let of = |attributes: &str| {
        let statements = format!("{SESSION}<saml:AttributeStatement>{attributes}</saml:AttributeStatement>");
        let name_id = name_id(NameIdFormat::Persistent.uri(), "42");
        verify(&Draft { statements, name_id, ..Draft::default() }.xml()).unwrap()
    };
    let claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
    let entra = of(&[
        attribute("http://schemas.microsoft.com/identity/claims/displayname", &["Ada L."]),
        attribute("http://schemas.microsoft.com/ws/2008/06/identity/claims/groups", &["g-1", "g-2", "g-1"]),
        attribute(&format!("{claims}/emailaddress"), &["ada@example.com"]),
        attribute(&format!("{claims}/name"), &["ada@tenant.example.com"]),
    ]
    .concat());
    assert_eq!(entra.email.as_deref(), Some("ada@example.com"));
    assert_eq!(
        (entra.display_name.as_deref(), entra.groups),
        (Some("Ada L."), vec!["g-1".to_owned(), "g-2".to_owned()])
    );
    let okta = of(&[
        attribute("firstName", &["Ada"]),
        attribute("lastName", &["Lovelace"]),
        attribute("email", &["ada@example.com"]),
    ]
    .concat());
    assert_eq!((okta.display_name.as_deref(), okta.email.as_deref()), (Some("Ada Lovelace"), Some("ada@example.com")));
    let keycloak = of(&[
        attribute("memberOf", &["/a"]),
        attribute("memberOf", &["/b"]),
        attribute("urn:oid:1.2.840.113549.1.9.1", &["ada@example.com"]),
    ]
    .concat());
    assert_eq!(
        (keycloak.groups.len(), keycloak.email.as_deref(), keycloak.attributes.len()),
        (2, Some("ada@example.com"), 2)
    );
    let edu = of(&[
        attribute("urn:oid:0.9.2342.19200300.100.1.3", &["no address", "ada@example.com"]),
        attribute("urn:oid:2.16.840.1.113730.3.1.241", &["Ada"]),
    ]
    .concat());
    assert_eq!((edu.email.as_deref(), edu.display_name.as_deref()), (Some("ada@example.com"), Some("Ada")));
    // Values that are elements, and empty ones, are no texts.
    let odd = of(&attribute("groups", &["<saml:NameID>x</saml:NameID>", "", "a&amp;b", " c "]));
    assert_eq!(odd.groups, ["a&b", "c"]);
}
