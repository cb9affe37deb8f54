//! Reading of JSON and YAML, and their bounds.

use quire_openapi::{Format, Issue, Limits, Version, ignored, locate, read};
use serde_json::json;

use crate::{refusal, value};

#[test]
fn json_and_yaml_are_one() {
    let yaml = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths:\n  /a:\n    get:\n      responses:\n        200: {description: ok}\n";
    let json = r#"{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{"description":"ok"}}}}}}"#;
    assert_eq!(value(yaml), value(json));
    let format = |text: &str| read(text.as_bytes(), &Limits::default()).unwrap().1;
    assert_eq!([format(yaml), format(json), format("{openapi: 3.1.0}")], [Format::Yaml, Format::Json, Format::Yaml]);
    assert_eq!(value("\u{feff}{\"a\": 1}"), json!({ "a": 1 }));
}

#[test]
fn what_reading_passes_over_is_named() {
    let named = |text: &str, format| {
        assert_eq!(read(text.as_bytes(), &Limits::default()).unwrap().1, format);
        ignored(text.as_bytes(), format).iter().map(Issue::to_string).collect::<Vec<_>>()
    };
    let twice = r#"{"a": [{"b/c": 1, "d": null, "b/c": {"e": -1.5, "e": true}}], "f": "", "a": 2}"#;
    let again = |pointer| format!("{pointer}: stands twice in one object; the last one is read");
    assert_eq!(named(twice, Format::Json), [again("/a/0/b~1c"), again("/a/0/b~1c/e"), again("/a")]);
    let second = "line 3: the text has another YAML document here; only the first one is read";
    assert_eq!(named("a: 1\nb: {}\n---\nc: 2\n---\nd: 3\n", Format::Yaml), [second]);
    assert_eq!(named("---\na: 1\n...\n", Format::Yaml), [""; 0]);
    assert_eq!(named(r#"{"a": {"b": 1}, "c": {"b": 1}}"#, Format::Json), [""; 0]);
    let many = format!("{{{}\"a\": 0}}", "\"a\": 0, ".repeat(1_000));
    assert_eq!(named(&many, Format::Json).len(), 100);
}

#[test]
fn members_keep_their_order() {
    for text in ["{\"z\":1,\"a\":2,\"m\":3}", "z: 1\na: 2\nm: 3\n"] {
        assert_eq!(value(text).to_string(), "{\"z\":1,\"a\":2,\"m\":3}");
    }
}

#[test]
fn scalars_are_as_json_has_them() {
    let yaml = "a: 1.10\nb: 'true'\nc: true\nd: ~\ne:\nf: 0x10\ng: .inf\nh: |\n  x\ni: !!str 5\nj: 2026-11-21\nk: no\nl: 18446744073709551615\n";
    let expected = json!({
        "a": 1.1, "b": "true", "c": true, "d": null, "e": null, "f": 16, "g": null, "h": "x\n", "i": "5",
        "j": "2026-11-21", "k": "no", "l": u64::MAX,
    });
    assert_eq!(value(yaml), expected);
}

#[test]
fn aliases_are_copies_and_merges_take_over() {
    let yaml = "base: &base {a: 1, b: {c: 2}}\nsame: *base\nlist: [*base, &x y, *x]\nown:\n  <<: [*base, {z: 1, a: 9}]\n  b: 0\n";
    let base = json!({ "a": 1, "b": { "c": 2 } });
    let own = json!({ "b": 0, "a": 1, "z": 1 });
    assert_eq!(value(yaml), json!({ "base": base, "same": base, "list": [base, "y", "y"], "own": own }));
}

#[test]
fn what_is_made_to_grow_is_refused() {
    let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for n in 1..12 {
        let row = vec![format!("*a{}", n - 1); 10].join(", ");
        laughs.push_str(&format!("a{n}: &a{n} [{row}]\n"));
    }
    assert!(refusal(&laughs).ends_with("aliases stand for too much"), "{}", refusal(&laughs));
    let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(1 << 20), ["*a"; 70].join(", "));
    assert_eq!(refusal(&long), "line 2: aliases stand for too much");
    for circle in ["a: &a [*a]\n", "a: &a\n  <<: *a\n", "a: *unknown\n"] {
        refusal(circle);
    }
    for deep in ["[".repeat(100_000), "{a: ".repeat(20_000), "- ".repeat(20_000), "{\"a\":".repeat(20_000)] {
        refusal(&deep);
    }
    let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert_eq!(refusal(&nested(121)), "the document is nested deeper than 120 levels");
    value(&nested(120));
    assert_eq!(refusal(&format!("a: {}", nested(120))), "line 1: the document is nested deeper than 120 levels");
}

#[test]
fn bounds_are_those_that_are_given() {
    let limits = Limits { bytes: 10, nodes: 3, ..Limits::default() };
    let message = |text: &str| read(text.as_bytes(), &limits).unwrap_err().to_string();
    assert_eq!(message("[1, 2, 3, 4]"), "the document is larger than 10 bytes");
    assert_eq!(message("[1, 2, 3]"), "the document has more than 3 values");
    assert_eq!(message("- 1\n- 2\n-"), "line 3: the document has more than 3 values");
}

#[test]
fn errors_have_lines() {
    assert_eq!(refusal("{\n\"a\": 1,\n\"b\" 2\n}"), "line 3: not JSON: expected `:`");
    assert!(refusal("a: 1\nb: [1, 2\nc: }\n").starts_with("line 3: not YAML: "));
    assert_eq!(refusal("a: 1\nb: 2\na: 3\n"), "line 3: the key a stands twice in one mapping");
    assert_eq!(refusal("? [a]\n: 1\n"), "line 1: a key must be a text");
    let error = read(b"a: 1\nb: \xff\n", &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "line 2: the text is not UTF-8");
}

#[test]
fn lines_of_values_are_found() {
    let yaml = "openapi: 3.1.0\npaths:\n  /a~b/{c}:\n    get:\n      tags:\n        - x\n        - y\n";
    let json = "{\n \"paths\": {\n  \"/a~b/{c}\": {\n   \"get\": {\n    \"tags\": [\n\"x\",\n\"y\"]}}}}";
    let pointer = "/paths/~1a~0b~1{c}/get";
    let mut issues = [pointer, &format!("{pointer}/tags/1"), "/nothing", ""].map(|at| Issue::listed(at, ""));
    locate(yaml, &mut issues);
    assert_eq!(issues.clone().map(|issue| issue.line), [Some(4), Some(7), None, Some(1)]);
    let mut issues = issues.map(|issue| Issue { line: None, ..issue });
    locate(json, &mut issues);
    assert_eq!(issues.map(|issue| issue.line), [Some(4), Some(7), None, Some(1)]);
}

#[test]
fn versions_are_recognized() {
    let of = |text: &str| Version::of(&value(text)).map_err(|issue| issue.to_string());
    let cases = [
        ("swagger: '2.0'", Version::Swagger2),
        ("swagger: 2.0", Version::Swagger2),
        ("openapi: 3.0", Version::V3_0),
        ("openapi: 3.0.4", Version::V3_0),
        ("openapi: '3.0.0-rc2'", Version::V3_0),
        ("openapi: 3.1.1", Version::V3_1),
        ("openapi: 3.2.0", Version::V3_2),
    ];
    for (text, version) in cases {
        assert_eq!(of(text), Ok(version), "{text}");
    }
    let neither = "the document must have the member openapi or swagger";
    let refused = [
        ("a: 1", neither),
        ("[]", "the document must be an object with the member openapi or swagger"),
        ("openapi: 3.10.0", "/openapi: the version \"3.10.0\" is not known: it must be 3.0, 3.1 or 3.2"),
        ("openapi: {}", "/openapi: the version {} is not known: it must be 3.0, 3.1 or 3.2"),
        ("swagger: '1.2'", "/swagger: the version \"1.2\" is not known: it must be 2.0"),
    ];
    for (text, message) in refused {
        assert_eq!(of(text), Err(message.to_owned()), "{text}");
    }
}
