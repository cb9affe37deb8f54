use std::time::Duration;

use SiteVisibility::{Public, ShareLink, Unlisted, VisitorAuth};
use proptest::prelude::*;
use serde_json::json;

use super::*;

const NOW: Timestamp = Timestamp(1_800_000_000_000);
const SECRET: &str = "s3cret";
/// The identifier of a user.
const ADA: &str = "aaaaaaaaaaaaaaaaaaaaab";
/// The proof of a token of that user.
const ASKED: &str = "token/aaaaaaaaaaaaaaaaaaaaab";

fn gate(visibility: SiteVisibility) -> Gate {
    let schema = json!({ "type": "object", "properties": {
        "unsigned": { "type": "object", "properties": { "beta": { "type": "boolean" } } },
    } });
    Gate {
        visibility,
        published: true,
        adaptive: Some(AdaptiveSchema::try_from(schema).unwrap()),
        keys: Keys { site: "the site's".to_owned(), members: [1; 32], previews: [2; 32] },
        secrets: vec![Secret("other".to_owned()), Secret(SECRET.to_owned())],
        provider: None,
        fallback: Some("https://example.com/login".to_owned().try_into().unwrap()),
    }
}

/// The credentials that a visitor may present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shows {
    Nothing,
    GoodSecret,
    WrongSecret,
    EmptySecret,
    Token,
    ExpiredToken,
    ForeignToken,
    MemberToken,
    GuestToken,
    PreviewToken,
    SecretAndToken,
    WrongSecretAndToken,
}

use Shows::*;

const ALL: [Shows; 12] = [
    Nothing,
    GoodSecret,
    WrongSecret,
    EmptySecret,
    Token,
    ExpiredToken,
    ForeignToken,
    MemberToken,
    GuestToken,
    PreviewToken,
    SecretAndToken,
    WrongSecretAndToken,
];

fn token(shows: Shows) -> Option<String> {
    let claims = |end: i64, role: Value| json!({ "exp": NOW.seconds() + end, "plan": "pro", "role": role, "sub": ADA, ASKED_WITH: ASKED });
    let site = b"the site's";
    Some(match shows {
        Token | SecretAndToken | WrongSecretAndToken => tokens::sign(site, &claims(60, Value::Null)),
        ExpiredToken => tokens::sign(site, &claims(0, Value::Null)),
        ForeignToken => tokens::sign(b"another site's", &claims(60, json!("admin"))),
        MemberToken => tokens::sign(&[1; 32], &claims(60, json!("read"))),
        GuestToken => tokens::sign(&[1; 32], &claims(60, Value::Null)),
        PreviewToken => preview(&json!({ "plan": "pro" })),
        _ => return None,
    })
}

fn preview(visitor: &Value) -> String {
    let (ada, end) = (ADA.parse().unwrap(), NOW.plus(Duration::from_secs(60)));
    let claims = preview_claims(ada, ASKED.parse().unwrap(), visitor.as_object().unwrap(), end);
    tokens::sign(&[2; 32], &claims)
}

fn secret(shows: Shows) -> Option<&'static str> {
    match shows {
        GoodSecret | SecretAndToken => Some(SECRET),
        WrongSecret | WrongSecretAndToken => Some("S3cret"),
        EmptySecret => Some(""),
        _ => None,
    }
}

/// Returns a letter for the outcome: `w`elcome without claims, `c`laims, `p`review, `u`nknown, `s`ign in, sign in at a
/// provider of `i`dentities, `r`efused.
fn outcome(gate: &Gate, shows: Shows) -> char {
    let token = token(shows);
    let shown = token.and_then(|token| gate.read(&token, NOW));
    let credential = Credential { secret: secret(shows), shown, unsigned: Map::new() };
    match gate.admit(&credential, "/a") {
        Admission::Welcome(Admitted(audience)) if audience.is_preview() => 'p',
        Admission::Welcome(Admitted(audience)) => {
            if audience.may_see(Some("visitor.claims.plan === 'pro'")) {
                'c'
            } else {
                'w'
            }
        }
        Admission::Unknown => 'u',
        Admission::SignIn { .. } => 's',
        Admission::Provider => 'i',
        Admission::Refused => 'r',
    }
}

fn outcomes(gate: &Gate) -> String {
    ALL.iter().map(|shows| outcome(gate, *shows)).collect()
}

/// The columns are those of [`ALL`].
#[test]
fn visibility_and_credential_decide() {
    let table = [
        (Public, "wwuucwwcwpcu"),
        (Unlisted, "wwuucwwcwpcu"),
        (ShareLink, "uwuuuuuuupcu"),
        (VisitorAuth, "ssuucsscspcu"),
    ];
    for (visibility, expected) in table {
        assert_eq!(outcomes(&gate(visibility)), expected, "{visibility:?}");
        let unpublished = Gate { published: false, ..gate(visibility) };
        assert_eq!(outcomes(&unpublished), "uuuuuuuuupuu", "{visibility:?}, not published");
        let plain = Gate { adaptive: None, ..gate(visibility) };
        assert_eq!(outcomes(&plain), expected.replace('c', "w"), "{visibility:?}, without adaptive content");
        let closed = Gate { fallback: None, ..gate(visibility) };
        assert_eq!(outcomes(&closed), expected.replace('s', "r"), "{visibility:?}, without a fallback");
    }
}

#[test]
fn revoked_links_open_nothing() {
    let revoked = Gate { secrets: Vec::new(), ..gate(ShareLink) };
    assert!(ALL.iter().all(|shows| matches!(outcome(&revoked, *shows), 'u' | 'p')));
}

#[test]
fn unsigned_claims_count_as_far_as_they_are_declared() {
    let said = json!({ "beta": "true", "plan": "pro" });
    let Value::Object(unsigned) = said else { unreachable!() };
    let credential = Credential { unsigned, ..Credential::default() };
    let sees = |gate: &Gate, condition: &str| match gate.admit(&credential, "/") {
        Admission::Welcome(Admitted(audience)) => audience.may_see(Some(condition)),
        _ => false,
    };
    let public = gate(Public);
    assert!(sees(&public, "visitor.claims.unsigned.beta"));
    assert!(!sees(&public, "visitor.claims.unsigned.plan") && !sees(&public, "visitor.claims.plan"));
    assert!(!sees(&Gate { adaptive: None, ..public }, "visitor.claims.unsigned.beta"));
}

#[test]
fn previews_bring_both_kinds_of_claims() {
    let token = preview(&json!({ "plan": "pro", "unsigned": { "beta": true, "other": 1 } }));
    let shown = gate(VisitorAuth).read(&token, NOW).unwrap();
    assert_eq!(shown.person(), Some(ADA.parse().unwrap()));
    let space: SpaceId = ADA.parse().unwrap();
    let admit = |shown: Shown| {
        let credential = Credential { shown: Some(shown), ..Credential::default() };
        match gate(VisitorAuth).admit(&credential, "/") {
            Admission::Welcome(Admitted(audience)) => audience,
            other => panic!("not let in: {other:?}"),
        }
    };
    assert!(!admit(shown.clone()).may_read(space), "nobody has looked yet what its maker may read");
    let audience = admit(shown.showing([space].into()));
    assert!(audience.may_read(space));
    assert_eq!(audience.claims(), &json!({ "plan": "pro", "unsigned": { "beta": true } }));
}

#[test]
fn tokens_of_members_say_what_they_were_asked_for_with() {
    let gate = gate(Public);
    let claims = json!({ "exp": NOW.seconds() + 60, "role": "read", "sub": ADA, ASKED_WITH: ASKED });
    let read = |claims: &Value| gate.read(&tokens::sign(&[1; 32], claims), NOW);
    let shown = read(&claims).unwrap();
    assert_eq!(shown.source(), Some((ADA.parse().unwrap(), ASKED.parse().unwrap())));
    assert!(!shown.claims.contains_key(ASKED_WITH), "conditions see it");
    for wrong in [Value::Null, json!(""), json!("token"), json!("token/x"), json!("other/aaaaaaaaaaaaaaaaaaaaab")] {
        let mut claims = claims.clone();
        claims[ASKED_WITH] = wrong;
        assert!(read(&claims).is_none(), "{claims}");
    }
}

#[test]
fn signing_in_leads_back() {
    let to = |fallback: &str, path: &str| {
        let gate = Gate { fallback: Some(fallback.to_owned().try_into().unwrap()), ..gate(VisitorAuth) };
        match gate.admit(&Credential::default(), path) {
            Admission::SignIn { location } => location,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        to("https://a.test/login", "/guides/é a?x=1"),
        "https://a.test/login?location=/guides/%25C3%25A9%2520a%3Fx%3D1"
    );
    assert_eq!(to("https://a.test/login?from=docs#top", ""), "https://a.test/login?from=docs&location=/#top");
    assert_eq!(to("https://a.test/?", "/a"), "https://a.test/?location=/a");
    for path in ["//evil.test/a", "/\\evil.test/a", "\\\\evil.test/a", "evil.test/a", "/x/..//evil.test/a"] {
        assert_eq!(to("https://a.test", path), "https://a.test?location=/evil.test/a");
    }
}

proptest! {
    #[test]
    fn nobody_guesses_a_secret(guess in "[a-zA-Z0-9]{0,8}") {
        prop_assume!(guess != SECRET && guess != "other");
        prop_assert!(!gate(ShareLink).knows(&guess));
    }

    #[test]
    fn signing_in_never_leads_elsewhere(path in ".{0,20}") {
        let Admission::SignIn { location } = gate(VisitorAuth).admit(&Credential::default(), &path) else {
            return Err(TestCaseError::fail("has to sign in"));
        };
        let back = location.strip_prefix("https://example.com/login?location=/");
        prop_assert!(back.is_some_and(|back| back.is_ascii() && !back.starts_with(['/', '\\']) && !back.contains('&')));
    }
}
