//! Signature wrapping: the eight attacks of Somorovsky et al. (On Breaking SAML, 2012), each on a message that is accepted
//! without it, and what was found since.

use super::messages::{ACS, Draft, Key, REQUEST, attribute, name_id};
use super::{code, refuses, verify};

/// The draft with the claims that an attacker wants.
fn evil(draft: &Draft) -> Draft {
    Draft {
        name_id: name_id(super::messages::EMAIL_FORMAT, "root@example.com"),
        assertion_id: "_evil".to_owned(),
        statements: draft.statements.replace("writers", "owners"),
        ..draft.clone()
    }
}

/// Returns the text between two marks, both included.
fn cut<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(from).unwrap();
    let end = text[start..].find(to).unwrap() + start + to.len();
    &text[start..end]
}

fn signature_of(xml: &str) -> &str {
    cut(xml, "<ds:Signature ", "</ds:Signature>")
}

#[test]
fn wrapping_1_and_2_of_responses() {
    let clean = Draft::signed_response();
    let sent = clean.xml();
    let signature = signature_of(&sent);
    let original = sent.replace(signature, "");
    let evil = Draft { response_id: "_evil-response".to_owned(), ..evil(&clean) };
    let content = evil.assertion("");
    let inside = signature.replace("</ds:Signature>", &format!("{original}</ds:Signature>"));
    refuses(&clean, &evil.response(&inside, &content), "assertions");
    refuses(&clean, &evil.response(signature, &format!("{original}{content}")), "form");
    refuses(&clean, &evil.response(&format!("{original}{signature}"), &content), "form");
    // With the ID of the original.
    let same = Draft { response_id: clean.response_id.clone(), ..evil };
    refuses(&clean, &same.response(&inside, &content), "duplicate-id");
}

#[test]
fn wrapping_3_to_8_of_assertions() {
    let clean = Draft::default();
    let sent = clean.sent_assertion(&Key::idp());
    let signature = signature_of(&sent);
    let bare = clean.assertion("");
    let evil = evil(&clean);
    let forged = evil.assertion("");
    let with_original = |original: &str| forged.replace("</saml:Assertion>", &format!("{original}</saml:Assertion>"));
    // 3: the forged assertion before the signed one. 4: around it.
    refuses(&clean, &clean.response("", &format!("{forged}{sent}")), "assertions");
    refuses(&clean, &clean.response("", &format!("{sent}{forged}")), "assertions");
    refuses(&clean, &clean.response("", &with_original(&sent)), "assertions");
    // 5: the forged assertion has the signature, the original stands behind it without one.
    let signed = evil.assertion(signature);
    refuses(&clean, &clean.response("", &format!("{signed}{bare}")), "assertions");
    // 6: the original stands in the signature.
    let inside = signature.replace("</ds:Signature>", &format!("{bare}</ds:Signature>"));
    refuses(&clean, &clean.response("", &evil.assertion(&inside)), "assertions");
    // 7: one of both stands in Extensions.
    for (in_extensions, content, reason) in [(&forged, &sent, "assertions"), (&sent, &forged, "assertions")] {
        let extensions = format!("<samlp:Extensions>{in_extensions}</samlp:Extensions>");
        refuses(&clean, &clean.response(&extensions, content), reason);
    }
    // 8: the original stands in an Object of the signature.
    let object = format!("<ds:Object>{bare}</ds:Object></ds:Signature>");
    refuses(&clean, &clean.response("", &evil.assertion(&signature.replace("</ds:Signature>", &object))), "assertions");
    // All the same where the forged assertion has the ID that the signature names.
    let same_id = |xml: &str| xml.replace("_evil", &clean.assertion_id);
    refuses(&clean, &same_id(&clean.response("", &format!("{forged}{sent}"))), "duplicate-id");
    refuses(&clean, &same_id(&clean.response("", &evil.assertion(&inside))), "duplicate-id");
}

#[test]
fn wrapping_under_other_names_of_assertions() {
    // The original hides as an element of another namespace, so that there is one assertion.
    let clean = Draft::default();
    let sent = clean.sent_assertion(&Key::idp());
    let forged = evil(&clean).assertion("");
    let hidden = format!("<x:Wrapper xmlns:x=\"urn:x\">{sent}</x:Wrapper>");
    refuses(&clean, &clean.response(&format!("<samlp:Extensions>{hidden}</samlp:Extensions>"), &forged), "assertions");
    // The signature alone elsewhere.
    let alone = format!("<samlp:Extensions>{}</samlp:Extensions>", signature_of(&sent));
    refuses(&clean, &clean.response(&alone, &forged), "misplaced-signature");
    refuses(&clean, &clean.response(&alone, &sent), "misplaced-signature");
    // The signature of the assertion as that of the response, and the reverse.
    refuses(&clean, &clean.response(signature_of(&sent), &forged), "signature-form");
    let response = Draft::signed_response();
    let of_response = response.xml();
    refuses(&response, &response.response("", &response.assertion(signature_of(&of_response))), "signature-form");
}

#[test]
fn a_forged_assertion_in_the_decoy_signature_of_a_signed_error_is_refused() {
    let failed = Draft {
        status: "<samlp:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:Responder\"></samlp:StatusCode>"
            .to_owned(),
        ..Draft::signed_response()
    };
    // The provider signs an error that has no assertion; whoever gets it adds one where the signature does not reach.
    let error = failed.sent(&Key::idp(), "");
    assert_eq!(code(&error), "status");
    let forged = evil(&failed).assertion("");
    let decoy = format!(
        "<ds:Signature xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\"><ds:Object>{forged}</ds:Object></ds:Signature>"
    );
    let clean = Draft::signed_response();
    for status in [failed.status.as_str(), clean.status.as_str()] {
        let with = |place: &str, added: &str| {
            error.replacen(place, &format!("{added}{place}"), 1).replace(&failed.status, status)
        };
        for attacked in [
            with("<ds:Signature ", &decoy),
            with("<samlp:Status>", &decoy),
            with("</ds:Signature>", &format!("<ds:Object>{forged}</ds:Object>")),
            with("</samlp:Response>", &forged),
            with("<samlp:Status>", &format!("<samlp:Extensions>{forged}</samlp:Extensions>")),
        ] {
            assert!(attacked.contains("root@example.com") && verify(&attacked).is_err(), "{attacked}");
        }
    }
    // The last but one with a status of success reaches the digest, which covers the status.
    let attacked = error
        .replace(&failed.status, &clean.status)
        .replace("</samlp:Response>", &format!("{forged}</samlp:Response>"));
    refuses(&clean, &attacked, "digest");
}

#[test]
fn changes_of_what_is_signed_are_seen() {
    for clean in [Draft::default(), Draft::signed_response(), Draft { signs_response: true, ..Draft::default() }] {
        let sent = clean.xml();
        refuses(&clean, &sent.replace("ada@", "root@"), "digest");
        refuses(&clean, &sent.replace(">writers<", ">owners<"), "digest");
        refuses(
            &clean,
            &sent.replace("</saml:AttributeStatement>", &(attribute("groups", &["x"]) + "</saml:AttributeStatement>")),
            "digest",
        );
    }
    // A response that is signed beside its assertion: each signature counts.
    let both = Draft { signs_response: true, ..Draft::default() };
    refuses(&both, &both.xml().replacen("11:59:55Z", "11:59:56Z", 1), "digest");
    // What only the response's own signature covers is free where the assertion alone is signed, within the rules.
    let loose = Draft::default();
    assert_eq!(code(&loose.xml().replacen("11:59:55Z", "11:59:56Z", 1)), "accepted");
}

#[test]
fn both_signatures_must_hold() {
    let both = Draft { signs_response: true, ..Draft::default() };
    let foreign = both.sent_assertion(&Key::other());
    refuses(&both, &both.sent(&Key::idp(), &foreign), "signature");
    refuses(&both, &both.sent(&Key::other(), &both.sent_assertion(&Key::idp())), "signature");
    assert_eq!(both.destination.as_deref(), Some(ACS));
    assert_eq!(both.in_response_to.as_deref(), Some(REQUEST));
}
