//! Conversion of API descriptions, in JSON or YAML, into JSON.
//!
//! An alias is replaced by a copy of the value with its anchor, and `<<` by the members of a mapping that the mapping
//! itself does not have. The number and the depth of copies are bounded, so an alias within its own anchor is rejected.
//! Dates stay texts, and numbers that JSON does not have become null.

use std::collections::HashMap;

use quire_content::yaml::{Node, Scalar, Typed, Value};
use serde_json::{Map, Value as Json};

use super::parse;

/// The greatest nesting depth, the same as for JSON.
const MOST_DEPTH: usize = 128;
/// The most values that aliases may expand to.
const MOST_COPIED: usize = 200_000;
/// The most bytes of texts and keys that aliases may expand to.
const MOST_COPIED_BYTES: usize = 8 << 20;
/// The key of mappings to be merged into a mapping.
const MERGE: &str = "<<";

/// Parses a file as JSON, else as YAML converted into JSON; `None` if it is neither, or exceeds the bounds.
pub fn specification(bytes: &[u8]) -> Option<Json> {
    serde_json::from_slice(bytes).ok().or_else(|| {
        let root = parse("", bytes).ok()?;
        let mut anchors = HashMap::new();
        collect(&root, &mut anchors);
        let mut writer = Writer { anchors, within: 0, copied: 0, copied_bytes: 0 };
        writer.json(&root, 0)
    })
}

fn collect<'a>(node: &'a Node, anchors: &mut HashMap<usize, &'a Node>) {
    if node.anchor > 0 {
        anchors.insert(node.anchor, node);
    }
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| collect(item, anchors)),
        Value::Map(pairs) => pairs.iter().for_each(|(_, node)| collect(node, anchors)),
        Value::Scalar(_) | Value::Alias(_) => {}
    }
}

struct Writer<'a> {
    anchors: HashMap<usize, &'a Node>,
    /// The number of aliases around the current value.
    within: usize,
    copied: usize,
    copied_bytes: usize,
}

impl<'a> Writer<'a> {
    /// Converts a value; `None` if a bound is exceeded.
    fn json(&mut self, node: &'a Node, depth: usize) -> Option<Json> {
        if depth > MOST_DEPTH || !self.pays(&node.value) {
            return None;
        }
        Some(match &node.value {
            Value::Scalar(scalar) => of_scalar(scalar),
            Value::List(items) => {
                Json::Array(items.iter().map(|item| self.json(item, depth + 1)).collect::<Option<_>>()?)
            }
            Value::Map(pairs) => Json::Object(self.object(pairs, depth)?),
            Value::Alias(id) => {
                let named = *self.anchors.get(id)?;
                self.within += 1;
                let copy = self.json(named, depth + 1);
                self.within -= 1;
                copy?
            }
        })
    }

    fn object(&mut self, pairs: &'a [(String, Node)], depth: usize) -> Option<Map<String, Json>> {
        let mut object = Map::new();
        for (key, value) in pairs.iter().filter(|(key, _)| key != MERGE) {
            object.insert(key.clone(), self.json(value, depth + 1)?);
        }
        for (_, value) in pairs.iter().filter(|(key, _)| key == MERGE) {
            match self.json(value, depth + 1)? {
                Json::Object(more) => take_over(&mut object, more),
                Json::Array(all) => {
                    let all =
                        all.into_iter().filter_map(|it| if let Json::Object(more) = it { Some(more) } else { None });
                    all.for_each(|more| take_over(&mut object, more));
                }
                _ => {}
            }
        }
        Some(object)
    }

    /// Counts a value if it is within an alias. Returns false if a bound on copies is exceeded.
    fn pays(&mut self, value: &Value) -> bool {
        if self.within > 0 {
            self.copied += 1;
            self.copied_bytes += match value {
                Value::Scalar(scalar) => match scalar.typed() {
                    Typed::Text(text) => text.len(),
                    _ => 0,
                },
                Value::Map(pairs) => pairs.iter().map(|(key, _)| key.len()).sum(),
                _ => 0,
            };
        }
        self.copied <= MOST_COPIED && self.copied_bytes <= MOST_COPIED_BYTES
    }
}

fn of_scalar(scalar: &Scalar) -> Json {
    match scalar.typed() {
        Typed::Null => Json::Null,
        Typed::Bool(truth) => Json::Bool(truth),
        Typed::Integer(number) => Json::from(number),
        Typed::Number(number) => Json::from(number),
        Typed::Text(text) => Json::String(text.to_owned()),
    }
}

/// Inserts the members that an object does not have yet.
fn take_over(object: &mut Map<String, Json>, more: Map<String, Json>) {
    for (key, value) in more {
        object.entry(key).or_insert(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn of(text: &str) -> Option<Json> {
        specification(text.as_bytes())
    }

    #[test]
    fn values_are_as_json_has_them() {
        let yaml = "a: 1\nb: -2.5\nc: true\nd: ~\ne: 2026-11-21\nf: 'no'\ng: no\nh: .inf\ni: 9007199254740993\n200: |\n  x\nj: !!str 5\n";
        let expected = json!({
            "a": 1, "b": -2.5, "c": true, "d": null, "e": "2026-11-21", "f": "no", "g": "no", "h": null,
            "i": 9_007_199_254_740_993_i64, "200": "x\n", "j": "5",
        });
        assert_eq!(of(yaml), Some(expected));
        assert_eq!(of("{\"a\": [1, 2.5e3, \"\\u00e9\"]}"), Some(json!({ "a": [1, 2500.0, "é"] })));
        assert_eq!(of("\u{feff}a: 1\n"), Some(json!({ "a": 1 })));
    }

    #[test]
    fn aliases_are_copies() {
        let yaml = "base: &base {a: 1, b: {c: 2}}\nsame: *base\nlist: [*base, &x y, *x]\n";
        let base = json!({ "a": 1, "b": { "c": 2 } });
        assert_eq!(of(yaml), Some(json!({ "base": base, "same": base, "list": [base, "y", "y"] })));
        let yaml = "one: &one {a: 1, b: 1}\ntwo: &two {b: 2, c: 2}\nown:\n  <<: [*one, *two]\n  a: 0\n";
        assert_eq!(of(yaml).unwrap()["own"], json!({ "a": 0, "b": 1, "c": 2 }));
        assert_eq!(of("a: *unknown\n"), None);
    }

    #[test]
    fn what_is_made_to_grow_is_refused() {
        let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for n in 1..12 {
            let row = vec![format!("*a{}", n - 1); 10].join(", ");
            laughs.push_str(&format!("a{n}: &a{n} [{row}]\n"));
        }
        assert_eq!(of(&laughs), None);
        let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(1 << 20), ["*a"; 9].join(", "));
        assert_eq!(of(&long), None);
        assert_eq!(of("a: &a [*a]\n"), None, "within itself");
        assert_eq!(of("a: &a\n  <<: *a\n"), None);
        for deep in ["[".repeat(100_000), "{a: ".repeat(20_000), "- ".repeat(20_000)] {
            assert_eq!(of(&deep), None);
        }
        let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(of(&format!("a: &a {}\nb: &b {}\n", nested(60), nested(60).replacen("[]", "[*a]", 1))).is_some());
        for tagged in ["a: !!python/object/apply:os.system [ls]\n", "!<x> a: !y b\n"] {
            let _ = of(tagged);
        }
    }

    #[test]
    fn what_is_no_yaml_is_none() {
        for text in ["a: [1\n", "a: }\n"] {
            assert_eq!(of(text), None, "{text}");
        }
        assert_eq!(specification(b"a: \xff\n"), None);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[-a:, \\n'\"\\[\\]{}#&*!|>?%@<.0é]{0,60}") {
            let _ = of(&text);
        }

        /// A value that is written as JSON is read as YAML to the same value.
        #[test]
        fn json_is_yaml(keys in prop::collection::btree_map("[a-z]{1,4}", prop::collection::vec(any::<i32>(), 0..4), 0..5)) {
            let value = json!({ "root": keys, "text": "a: b # c" });
            let yaml = format!("# a comment makes it YAML\n{value}\n");
            prop_assert_eq!(of(&yaml), Some(value));
        }
    }
}
