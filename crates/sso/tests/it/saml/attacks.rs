//! Attacks on the form of messages and of signatures.

use quire_sso::saml::{Expected, verify_response};

use super::messages::{Draft, ENVELOPED, EXCLUSIVE, Form, Key, base64, certificate, expected, transform};
use super::{code, refuses, verify};

/// The default draft with another form of signature.
fn signed(form: Form) -> String {
    Draft { form, ..Draft::default() }.xml()
}

#[test]
fn comments_are_refused() {
    let clean = Draft::default();
    let sent = clean.xml();
    // The comment does not change the canonical bytes, so the signature holds.
    refuses(&clean, &sent.replace("ada@example.com", "ada@example.com<!---->.evil.org"), "comment");
    refuses(&clean, &sent.replace("ada@example.com", "ada@<!-- -->example.com"), "comment");
    refuses(&clean, &sent.replace("<ds:DigestValue>", "<ds:DigestValue><!--x-->"), "comment");
    refuses(&clean, &sent.replace("<ds:SignatureValue>", "<ds:SignatureValue><!--x-->"), "comment");
    refuses(&clean, &sent.replace("<samlp:Status>", "<!-- status --><samlp:Status>"), "comment");
    // Around the document there is no value that a comment could split.
    assert_eq!(code(&format!("<!-- before -->{sent}<!-- after -->")), "accepted");
}

#[test]
fn instructions_types_and_entities_are_refused() {
    let clean = Draft::default();
    let sent = clean.xml();
    refuses(&clean, &sent.replace("ada@example.com", "ada@example.com<?x y?>.evil.org"), "xml");
    refuses(&clean, &format!("<?xml-stylesheet href=\"x\"?>{sent}"), "xml");
    let typed = |subset: &str, value: &str| {
        format!("<!DOCTYPE samlp:Response [{subset}]>{}", sent.replace("ada@example.com", value))
    };
    refuses(&clean, &typed("<!ENTITY who \"root@example.com\">", "&who;"), "xml-entities");
    refuses(&clean, &typed("<!ENTITY who SYSTEM \"file:///etc/passwd\">", "&who;"), "xml-entities");
    refuses(&clean, &typed("<!ATTLIST samlp:Response ID ID #IMPLIED>", "ada@example.com"), "xml-entities");
    refuses(&clean, &format!("<!DOCTYPE x>{sent}"), "xml-entities");
    refuses(&clean, &sent.replace("ada@example.com", "&who;"), "xml-entities");
    // References to characters are other spellings of the same canonical bytes.
    assert_eq!(verify(&sent.replace("ada@example.com", "&#97;da@example.com")).unwrap().name.value, "ada@example.com");
    assert_eq!(
        verify(&sent.replace("ada@example.com", "<![CDATA[ada]]>@example.com")).unwrap().name.value,
        "ada@example.com"
    );
}

#[test]
fn ids_are_unique() {
    let clean = Draft::default();
    let same = Draft { response_id: clean.assertion_id.clone(), ..clean.clone() };
    refuses(&clean, &same.xml(), "duplicate-id");
    for name in ["ID", "Id", "id", "xml:id", "AssertionID"] {
        let sent = clean.xml();
        let attacked = sent.replace("<samlp:Status>", &format!("<samlp:Status {name}=\"{}\">", clean.assertion_id));
        refuses(&clean, &attacked, "duplicate-id");
    }
}

#[test]
fn only_pinned_certificates_count() {
    let clean = Draft::default();
    refuses(&clean, &clean.xml_by(&Key::other()), "signature");
    // The certificate of the attacker stands in KeyInfo, with the attacker's signature.
    let body: String = include_str!("../fixtures/other.crt").lines().filter(|it| !it.starts_with("--")).collect();
    let tail =
        format!("<ds:KeyInfo><ds:X509Data><ds:X509Certificate>{body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>");
    let swapped = Draft { form: Form { tail: tail.clone(), ..Form::default() }, ..clean.clone() };
    refuses(&clean, &swapped.xml_by(&Key::other()), "signature");
    // The right signature holds whatever KeyInfo says.
    assert_eq!(code(&swapped.xml()), "accepted");
    let twice = Form { tail: tail.clone() + &tail, ..Form::default() };
    refuses(&clean, &signed(twice), "signature-form");
}

#[test]
fn during_a_rotation_both_certificates_count() {
    let both = ["rsa", "other"].map(|it| match it {
        "rsa" => certificate(include_str!("../fixtures/rsa.crt")),
        _ => certificate(include_str!("../fixtures/other.crt")),
    });
    let with =
        |xml: &str, some| verify_response(&base64(xml.as_bytes()), &Expected { certificates: some, ..expected() });
    let clean = Draft::default();
    assert!(with(&clean.xml(), &both).is_ok() && with(&clean.xml_by(&Key::other()), &both).is_ok());
    assert_eq!(with(&clean.xml(), &both[1..]).unwrap_err().code(), "signature");
    assert_eq!(with(&clean.xml(), &[]).unwrap_err().code(), "signature");
}

#[test]
fn algorithms_are_those_of_the_list() {
    let clean = Draft::default();
    let method = |it: &str| signed(Form { method: it.to_owned(), ..Form::default() });
    for refused in [
        "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
        "http://www.w3.org/2000/09/xmldsig#dsa-sha1",
        "http://www.w3.org/2001/04/xmldsig-more#rsa-md5",
        "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
        "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256",
        "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha1",
        "",
    ] {
        refuses(&clean, &method(refused), "algorithm");
    }
    // A scheme of another kind of key.
    refuses(&clean, &method("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"), "signature");
    refuses(
        &clean,
        &method("http://www.w3.org/2001/04/xmldsig-more#rsa-sha512").replace("rsa-sha512", "rsa-sha256"),
        "signature",
    );
    for accepted in ["rsa-sha384", "rsa-sha512"] {
        assert_eq!(code(&method(&format!("http://www.w3.org/2001/04/xmldsig-more#{accepted}"))), "accepted");
    }
    let digest = |it: &str| signed(Form { digest_method: it.to_owned(), ..Form::default() });
    refuses(&clean, &digest("http://www.w3.org/2000/09/xmldsig#sha1"), "algorithm");
    for accepted in ["http://www.w3.org/2001/04/xmldsig-more#sha384", "http://www.w3.org/2001/04/xmlenc#sha512"] {
        assert_eq!(code(&digest(accepted)), "accepted");
    }
}

#[test]
fn a_mac_with_the_certificate_as_key_is_no_signature() {
    let clean = Draft::default();
    let method = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256";
    let sent = signed(Form { method: method.to_owned(), ..Form::default() });
    let from = sent.find("<ds:SignedInfo>").unwrap();
    let to = sent.find("</ds:SignedInfo>").unwrap() + "</ds:SignedInfo>".len();
    let info =
        sent[from..to].replace("<ds:SignedInfo>", "<ds:SignedInfo xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">");
    let value = &sent[sent.find("<ds:SignatureValue>").unwrap() + 19..sent.find("</ds:SignatureValue>").unwrap()];
    let pem = include_str!("../fixtures/rsa.crt");
    let body: String = pem.lines().filter(|it| !it.starts_with("--")).collect();
    for secret in [pem.as_bytes(), body.as_bytes()] {
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
        let forged = sent.replace(value, &base64(ring::hmac::sign(&key, info.as_bytes()).as_ref()));
        refuses(&clean, &forged, "algorithm");
    }
}

#[test]
fn curves_are_accepted_with_their_hashes() {
    use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING as P256, ECDSA_P384_SHA384_FIXED_SIGNING as P384};
    let p256 = Key::ecdsa(include_str!("../fixtures/p256.key"), &P256);
    let p384 = Key::ecdsa(include_str!("../fixtures/p384.key"), &P384);
    let pinned = [certificate(include_str!("../fixtures/p256.crt")), certificate(include_str!("../fixtures/p384.crt"))];
    for (key, method) in [(p256, "ecdsa-sha256"), (p384, "ecdsa-sha384")] {
        let form = Form { method: format!("http://www.w3.org/2001/04/xmldsig-more#{method}"), ..Form::default() };
        let sent = Draft { form, ..Draft::default() }.xml_by(&key);
        let with =
            |xml: &str, some| verify_response(&base64(xml.as_bytes()), &Expected { certificates: some, ..expected() });
        assert!(with(&sent, &pinned).is_ok());
        assert_eq!(with(&sent.replace("ada@", "root@"), &pinned).unwrap_err().code(), "digest");
        assert_eq!(with(&sent.replace("writers", "x"), &[]).unwrap_err().code(), "signature");
        assert_eq!(code(&sent), "signature");
    }
}

#[test]
fn transforms_are_enveloped_signature_and_exclusive_canonicalization() {
    let clean = Draft::default();
    let with = |transforms: &str| signed(Form { transforms: transforms.to_owned(), ..Form::default() });
    let both = transform(ENVELOPED) + &transform(EXCLUSIVE);
    for unknown in [
        "http://www.w3.org/TR/1999/REC-xslt-19991116",
        "http://www.w3.org/TR/1999/REC-xpath-19991116",
        "http://www.w3.org/2002/06/xmldsig-filter2",
        "http://www.w3.org/2000/09/xmldsig#base64",
        "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
        "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
    ] {
        refuses(&clean, &with(&(both.clone() + &transform(unknown))), "algorithm");
        refuses(&clean, &with(&(transform(ENVELOPED) + &transform(unknown))), "algorithm");
    }
    for form in [
        String::new(),
        transform(ENVELOPED),
        transform(EXCLUSIVE),
        transform(EXCLUSIVE) + &transform(ENVELOPED),
        both.clone() + &transform(EXCLUSIVE),
        transform(ENVELOPED) + &both,
        both.replace(
            "<ds:Transform Algorithm=\"http://www.w3.org/2000",
            "<ds:Other Algorithm=\"http://www.w3.org/2000",
        )
        .replacen("</ds:Transform>", "</ds:Other>", 1),
        both.replacen("></ds:Transform>", "><ds:XPath>1</ds:XPath></ds:Transform>", 1),
    ] {
        refuses(&clean, &with(&form), "signature-form");
    }
    for canonicalization in
        ["http://www.w3.org/2001/10/xml-exc-c14n#WithComments", "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"]
    {
        refuses(
            &clean,
            &signed(Form { canonicalization: canonicalization.to_owned(), ..Form::default() }),
            "algorithm",
        );
    }
}

#[test]
fn prefixes_may_be_included() {
    // Each is of no use to these messages, so the canonical bytes are the same.
    let listed = |list: &str| {
        format!(
            "<ec:InclusiveNamespaces xmlns:ec=\"{EXCLUSIVE}\" PrefixList=\"{list}\"></ec:InclusiveNamespaces></ds:Transform>"
        )
    };
    let both = transform(ENVELOPED) + &transform(EXCLUSIVE).replace("</ds:Transform>", &listed("xs xsi"));
    assert_eq!(code(&signed(Form { transforms: both.clone(), ..Form::default() })), "accepted");
    let clean = Draft::default();
    let many = vec!["p"; 100].join(" ");
    refuses(&clean, &signed(Form { transforms: both.replace("xs xsi", &many), ..Form::default() }), "signature-form");
    let twice = both.replace("</ds:Transform>", &listed("xs")).replacen(&listed("xs"), "</ds:Transform>", 1);
    refuses(&clean, &signed(Form { transforms: twice, ..Form::default() }), "signature-form");
}

#[test]
fn there_is_one_reference_to_the_parent() {
    let clean = Draft::default();
    let uri = |it: &str| signed(Form { uri: Some(it.to_owned()), ..Form::default() });
    for refused in [
        "",
        "#",
        "#_response-1",
        "_assertion-1",
        "#xpointer(/)",
        "#xpointer(id('_assertion-1'))",
        "https://example.com/x",
        "#_none",
    ] {
        refuses(&clean, &uri(refused), "signature-form");
    }
    let other = format!(
        "<ds:Reference URI=\"#_response-1\"><ds:Transforms>{}</ds:Transforms>\
         <ds:DigestMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"></ds:DigestMethod>\
         <ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>",
        Form::default().transforms
    );
    refuses(&clean, &signed(Form { more: other, ..Form::default() }), "signature-form");
    refuses(&clean, &signed(Form { tail: "<ds:Object>x</ds:Object>".to_owned(), ..Form::default() }), "signature-form");
    let length = "></ds:SignatureMethod>";
    let sent = clean.xml().replace(length, "><ds:HMACOutputLength>0</ds:HMACOutputLength></ds:SignatureMethod>");
    refuses(&clean, &sent, "signature-form");
}

#[test]
fn unsigned_messages_are_refused() {
    let clean = Draft::default();
    refuses(&clean, &Draft { signs_assertion: false, ..clean.clone() }.xml(), "unsigned");
    let sent = clean.xml();
    let value = &sent[sent.find("<ds:SignatureValue>").unwrap()..sent.find("</ds:Signature>").unwrap()];
    refuses(&clean, &sent.replace(value, "<ds:SignatureValue></ds:SignatureValue>"), "signature");
    refuses(&clean, &sent.replace(value, "<ds:SignatureValue>!</ds:SignatureValue>"), "signature-form");
    refuses(&clean, &sent.replace(value, ""), "signature-form");
}

#[test]
fn huge_and_deep_messages_are_refused() {
    let clean = Draft::default();
    let within = |inner: &str| {
        clean.response(&format!("<samlp:Extensions>{inner}</samlp:Extensions>"), &clean.sent_assertion(&Key::idp()))
    };
    assert_eq!(code(&within("<a></a>")), "accepted");
    refuses(&clean, &within(&("<a>".repeat(40) + &"</a>".repeat(40))), "xml");
    refuses(&clean, &within(&("<a>".repeat(30_000) + &"</a>".repeat(30_000))), "xml");
    refuses(&clean, &within(&"<a/>".repeat(9_000)), "xml");
    refuses(&clean, &within(&"x".repeat(300 << 10)), "xml");
    let attributes: String = (0..40).map(|it| format!(" a{it}=\"\"")).collect();
    refuses(&clean, &within(&format!("<a{attributes}/>")), "xml");
    let namespaces = |it: usize| (0..30).map(|n| format!(" xmlns:n{it}-{n}=\"urn:{n}\"")).collect::<String>();
    let nested: String = (0..20).map(|it| format!("<a{}>", namespaces(it))).collect();
    refuses(&clean, &within(&(nested + &"</a>".repeat(20))), "xml");
    assert_eq!(verify_response("!", &expected()).unwrap_err().code(), "not-base64");
    assert_eq!(verify_response(&"A".repeat(1 << 20), &expected()).unwrap_err().code(), "xml");
    assert_eq!(verify_response("", &expected()).unwrap_err().code(), "xml");
}
