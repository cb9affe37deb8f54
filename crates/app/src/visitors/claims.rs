//! Unsigned claims of visitors: in the query of an address, or in a cookie.
//!
//! The result is untrusted: the adaptive schema decides which of the claims are used.

use serde_json::{Map, Value};

/// The query parameter for a token.
pub const TOKEN_PARAMETER: &str = "jwt_token";
/// The cookie for a token.
pub const TOKEN_COOKIE: &str = "quire-visitor-token";
/// The cookie for the secret of a visitor's session.
pub const SESSION_COOKIE: &str = "quire-visitor-session";
/// The cookie for the secret of a visitor's sign-in by an identity provider.
pub const ATTEMPT_COOKIE: &str = "quire-visitor-attempt";
/// The cookie for unsigned claims: a JSON object, which scripts of the site's owner may set.
pub const CLAIMS_COOKIE: &str = "quire-visitor-public";
/// The prefix of query parameters with unsigned claims.
pub const CLAIM_PREFIX: &str = "visitor.";

/// The maximum number of query parameters that are used.
const MOST_CLAIMS: usize = 50;
/// The maximum length of the cookie's value in bytes: more than a browser keeps.
const MOST_BYTES: usize = 8 * 1024;
/// The maximum depth of a claim inside other claims.
const MOST_NAMES: usize = 5;

/// Returns the claims of `visitor.<name>=` parameters, with names and values already decoded, and of the cookie's
/// value. The query overrides the cookie. A dot separates the names of nested claims; repeated parameters form a list.
pub fn unsigned<'a>(query: impl IntoIterator<Item = (&'a str, &'a str)>, cookie: Option<&str>) -> Map<String, Value> {
    let mut claims = cookie.map(of_cookie).unwrap_or_default();
    let mut asked = Map::new();
    let named = query.into_iter().filter_map(|(name, value)| Some((name.strip_prefix(CLAIM_PREFIX)?, value)));
    for (name, value) in named.take(MOST_CLAIMS) {
        let names: Vec<&str> = name.split('.').collect();
        if names.len() <= MOST_NAMES && names.iter().all(|name| !name.is_empty()) {
            put(&mut asked, &names, value);
        }
    }
    claims.extend(asked);
    claims
}

fn of_cookie(text: &str) -> Map<String, Value> {
    match serde_json::from_str(text) {
        Ok(Value::Object(claims)) if text.len() <= MOST_BYTES => claims,
        _ => Map::new(),
    }
}

fn put(claims: &mut Map<String, Value>, names: &[&str], value: &str) {
    let Some((name, rest)) = names.split_first() else { return };
    if rest.is_empty() {
        return add(claims.entry(*name).or_insert(Value::Null), value);
    }
    let inside = claims.entry(*name).or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(members) = inside {
        put(members, rest, value);
    }
}

fn add(place: &mut Value, value: &str) {
    match place {
        Value::Null => *place = value.into(),
        Value::Array(values) => values.push(value.into()),
        first => *first = Value::Array(vec![first.take(), value.into()]),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn claims(query: &[(&str, &str)], cookie: Option<&str>) -> Value {
        Value::Object(unsigned(query.iter().copied(), cookie))
    }

    #[test]
    fn the_query_counts_before_the_cookie() {
        let query = [
            ("visitor.beta", "true"),
            ("page", "2"),
            ("visitor.team.lead", "x"),
            ("visitor.tag", "a"),
            ("visitor.tag", "b"),
        ];
        let cookie = r#"{"beta":false,"plan":"pro"}"#;
        let both = json!({ "beta": "true", "plan": "pro", "team": { "lead": "x" }, "tag": ["a", "b"] });
        assert_eq!(claims(&query, Some(cookie)), both);
    }

    #[test]
    fn what_makes_no_sense_is_left_out() {
        for cookie in ["", "x", "[]", "{", "null", &format!("{{\"a\":\"{}\"}}", "x".repeat(MOST_BYTES))] {
            assert_eq!(claims(&[], Some(cookie)), json!({}));
        }
        let query = [
            ("visitor.", "1"),
            ("visitor..a", "1"),
            ("visitor.a.", "1"),
            ("visitor", "1"),
            ("visitor.a.b.c.d.e.f", "1"),
        ];
        assert_eq!(claims(&query, None), json!({}));
        assert_eq!(claims(&[("visitor.a", "1"), ("visitor.a.b", "2")], None), json!({ "a": "1" }));
    }

    proptest! {
        #[test]
        fn any_query_is_read_without_harm(query in prop::collection::vec(("(visitor\\.)?[ab.]{0,6}", ".{0,3}"), 0..60)) {
            let query: Vec<_> = query.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            prop_assert!(claims(&query, None).as_object().unwrap().len() <= MOST_CLAIMS);
        }
    }
}
