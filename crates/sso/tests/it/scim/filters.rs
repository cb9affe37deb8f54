//! Filters: the grammar, its bounds, and resources that fit.

use proptest::prelude::*;
use quire_sso::scim::{ErrorKind, Filter};
use serde_json::{Value, json};

fn user() -> Value {
    json!({
        "id": "2819c223", "userName": "Ada@example.com", "externalId": "E1", "active": true, "title": "",
        "name": {"familyName": "Lovelace", "givenName": "Ada"},
        "emails": [
            {"type": "work", "value": "ada@example.com", "primary": true},
            {"type": "home", "value": "ada@home.example.org"},
        ],
        "meta": {"lastModified": "2026-01-15T12:00:00Z"},
        "logins": 7,
    })
}

fn matches(filter: &str) -> bool {
    Filter::parse(filter).unwrap().matches(&user())
}

#[test]
fn resources_fit_filters() {
    for (filter, expected) in [
        ("userName eq \"ada@EXAMPLE.com\"", true),
        ("USERNAME EQ \"ada@example.com\"", true),
        ("urn:ietf:params:scim:schemas:core:2.0:User:userName sw \"ada\"", true),
        ("userName eq \"bob\"", false),
        ("externalId eq \"E1\"", true),
        ("externalId eq \"e1\"", false),
        ("name.familyName co \"LOVE\"", true),
        ("name.familyName ew \"lace\"", true),
        ("userName sw \"b\"", false),
        ("title pr", false),
        ("nickName pr", false),
        ("name pr", true),
        ("emails pr", true),
        ("active eq true", true),
        ("active eq \"True\"", true),
        ("active eq false", false),
        ("active ne false", true),
        ("nickName eq null", true),
        ("userName eq null", false),
        ("userName ne null", true),
        ("nickName ne \"x\"", true),
        ("emails eq \"ada@home.example.org\"", true),
        ("emails.value co \"home\"", true),
        ("emails.type ne \"work\"", false),
        ("emails[type eq \"work\" and value co \"@home\"]", false),
        ("emails.type eq \"work\" and emails.value co \"@home\"", true),
        ("emails[type eq \"work\" and value co \"@example.com\"] or active eq false", true),
        ("meta.lastModified gt \"2026-01-15T11:59:59.5Z\"", true),
        ("meta.lastModified ge \"2026-01-15T13:00:00+01:00\"", true),
        ("meta.lastModified lt \"2026-01-15T12:00:00Z\"", false),
        ("logins gt 6.5", true),
        ("logins le 7", true),
        ("logins gt \"6\"", false),
        // And binds closer than or, and not takes what is in brackets.
        ("active eq true or active eq false and userName eq \"x\"", true),
        ("(active eq true or active eq false) and userName eq \"x\"", false),
        ("not (userName eq \"x\") and active eq true", true),
        ("not(active eq true)", false),
        ("not (not (active eq true))", true),
        ("userName eq \"\\u0061da@example.com\"", true),
        ("  ( userName   pr )  ", true),
        ("notes pr or not (notes pr)", true),
    ] {
        assert_eq!(matches(filter), expected, "{filter}");
    }
}

#[test]
fn what_providers_look_up_is_found_by_an_index() {
    let of = |filter: &str| Filter::parse(filter).unwrap().lookup().map(|(name, value)| (name, value.to_owned()));
    assert_eq!(of("userName eq \"ada\""), Some(("userName".to_owned(), "ada".to_owned())));
    assert_eq!(of("emails.value Eq \"ada\""), Some(("emails.value".to_owned(), "ada".to_owned())));
    for other in
        ["userName sw \"ada\"", "active eq true", "userName eq \"a\" or userName eq \"b\"", "not (userName eq \"a\")"]
    {
        assert_eq!(of(other), None);
    }
}

#[test]
fn a_filter_says_what_it_reads() {
    let reads = |text: &str| Filter::parse(text).unwrap().reads("members");
    assert!(reads("members pr") && reads("MEMBERS.value eq \"a\"") && reads("not (members[value eq \"a\"])"));
    assert!(reads("displayName eq \"a\" and (id pr or members pr)"));
    assert!(!reads("displayName eq \"members\"") && !reads("groups.members pr"));
}

#[test]
fn texts_that_are_no_filters_are_refused() {
    let deep = format!("{}a pr{}", "(".repeat(20), ")".repeat(20));
    let wide = vec!["a pr"; 101].join(" or ");
    let long = format!("a eq \"{}\"", "x".repeat(5000));
    for text in [
        "",
        " ",
        "userName",
        "userName eq",
        "userName is \"x\"",
        "userName eq x",
        "userName eq \"x",
        "userName eq \"x\" and",
        "userName eq \"x\" userName pr",
        "and",
        "(userName pr",
        "userName pr)",
        "emails[type eq \"x\"",
        "emails[]",
        "not userName pr",
        "userName eq {}",
        "userName eq [1]",
        "active gt true",
        "userName co null",
        "1a pr",
        "a..b pr",
        "a. pr",
        ".a pr",
        "é pr",
        "userName eq \"x\"; drop",
        &deep,
        &wide,
        &long,
    ] {
        assert_eq!(Filter::parse(text).map_err(|error| error.kind), Err(ErrorKind::InvalidFilter), "{text:.80}");
    }
    assert!(Filter::parse(&vec!["a pr"; 100].join(" and ")).is_ok());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,80}", parts in prop::collection::vec(prop::sample::select(vec![
        "userName", "emails", ".", "[", "]", "(", ")", " ", "eq", "pr", "not", "and", "or", "\"x\"", "1", "true", "urn:x", "\\",
    ]), 0..20)) {
        for text in [text, parts.join(" "), parts.concat()] {
            if let Ok(filter) = Filter::parse(&text) {
                let negated = Filter::Not(Box::new(filter.clone()));
                prop_assert_ne!(filter.matches(&user()), negated.matches(&user()));
            }
        }
    }
}
