//! Printing of YAML trees: block style for mappings, one line for everything else.
//!
//! The output parses to the same tree. A text is quoted if this version or an older one of YAML could
//! parse it as another type.

use std::fmt::Write as _;

use super::{Node, Scalar, Typed, Value};

/// Creates a text scalar.
pub(crate) fn text(text: &str) -> Node {
    node(Value::Scalar(Scalar { text: text.to_owned(), plain: false, tag: None }))
}

/// Creates a scalar that is not text: a number, `true`.
pub(crate) fn plain(value: &impl ToString) -> Node {
    node(Value::Scalar(Scalar { text: value.to_string(), plain: true, tag: None }))
}

/// Creates a mapping from its entries.
pub(crate) fn mapping(pairs: Vec<(String, Node)>) -> Node {
    node(Value::Map(pairs))
}

fn node(value: Value) -> Node {
    Node { line: 0, anchor: 0, value }
}

/// Returns true if two trees have the same values, regardless of their positions.
pub(crate) fn same(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Scalar(_), Value::Scalar(_)) => {
            let read = |node: &Node| (node.is_null(), node.boolean(), node.number().map(f64::to_bits));
            a.text() == b.text() && read(a) == read(b)
        }
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((x, a), (y, b))| x == y && same(a, b))
        }
        _ => false,
    }
}

/// Prints an entry of a mapping, indented by a number of spaces; each line ends with `\n`.
pub(crate) fn entry(key: &str, node: &Node, indent: usize) -> String {
    let mut out = format!("{:indent$}{}:", "", quoted(key, false));
    match &node.value {
        Value::Map(pairs) if !pairs.is_empty() => {
            out.push('\n');
            for (key, node) in pairs {
                out.push_str(&entry(key, node, indent + 2));
            }
        }
        _ => {
            out.push(' ');
            flow(node, false, &mut out);
            out.push('\n');
        }
    }
    out
}

/// Prints a value on one line; inside of brackets, more texts have to be quoted.
fn flow(node: &Node, inside: bool, out: &mut String) {
    match &node.value {
        Value::Scalar(scalar) if is_bare(scalar) => out.push_str(&scalar.text),
        Value::Scalar(_) if node.is_null() => out.push_str("null"),
        Value::Scalar(scalar) => out.push_str(&quoted(&scalar.text, inside)),
        Value::List(items) => {
            out.push('[');
            for (n, item) in items.iter().enumerate() {
                out.push_str(if n == 0 { "" } else { ", " });
                flow(item, true, out);
            }
            out.push(']');
        }
        Value::Map(pairs) => {
            out.push('{');
            for (n, (key, value)) in pairs.iter().enumerate() {
                out.push_str(if n == 0 { "" } else { ", " });
                out.push_str(&quoted(key, true));
                out.push_str(": ");
                flow(value, true, out);
            }
            out.push('}');
        }
        // What is read in order to be written has no aliases.
        Value::Alias(_) => {}
    }
}

/// Returns true if a scalar means the same without quotation marks and tag.
fn is_bare(scalar: &Scalar) -> bool {
    let is_text = matches!(scalar.typed(), Typed::Text(_));
    scalar.plain && is_word(&scalar.text) && !(is_text && scalar.tag.is_some())
}

/// Returns true if a text has only characters of numbers and truth values.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-'))
}

fn quoted(text: &str, inside: bool) -> String {
    if is_safe(text) && !(inside && text.contains([',', '[', ']', '{', '}', ':', '?'])) {
        return text.to_owned();
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ if is_unprintable(c) => {
                // Writing to a `String` does not fail.
                let _ = write!(out, "\\U{:08x}", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns true if a text needs no quotes outside of brackets.
fn is_safe(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let starts = first.is_alphanumeric() || matches!(first, '.' | '/' | '(' | '_');
    let trimmed = text.trim() == text;
    let syntax = text.contains(": ") || text.contains(" #") || text.ends_with(':');
    starts && trimmed && !syntax && !text.chars().any(is_unprintable) && !is_another_type(text)
}

/// Returns true if some version of YAML parses the unquoted text as another type.
fn is_another_type(text: &str) -> bool {
    let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    if words.iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return true;
    }
    let numeric = |byte: u8| byte.is_ascii_hexdigit() || matches!(byte, b'.' | b'+' | b'-' | b':' | b'_' | b'x' | b'o');
    text.starts_with(|c: char| c.is_ascii_digit() || c == '.') && text.bytes().all(numeric)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::parse;
    use proptest::prelude::*;

    #[test]
    fn quoted_where_it_has_to_be() {
        let cases = [
            ("plain text, here [x]", "plain text, here [x]"),
            ("1.10", "\"1.10\""),
            ("No", "\"No\""),
            ("a: b", "\"a: b\""),
            ("- a", "\"- a\""),
            ("Two\nlines \"x\"", "\"Two\\nlines \\\"x\\\"\""),
            (".gitbook/assets/a b.png", ".gitbook/assets/a b.png"),
            ("visitor.claims.a == \"b\"", "visitor.claims.a == \"b\""),
            ("", "\"\""),
        ];
        for (value, expected) in cases {
            assert_eq!(entry("key", &text(value), 0), format!("key: {expected}\n"));
        }
    }

    fn tree() -> impl Strategy<Value = Node> {
        let leaf = prop_oneof![
            "[-a-z0-9:,.#'\"\\[\\]{}&*!|>%@~ \\n\\t\u{e9}\u{2028}\u{85}]{0,12}".prop_map(|value| text(&value)),
            any::<String>().prop_map(|value| text(&value)),
            any::<bool>().prop_map(|value| plain(&value)),
            any::<f64>().prop_filter("finite", |value| value.is_finite()).prop_map(|value| plain(&value)),
            Just(plain(&"")),
        ];
        leaf.prop_recursive(3, 20, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(|items| node(Value::List(items))),
                prop::collection::vec(("[a-z: -]{0,8}", inner), 0..4).prop_map(mapping),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn what_is_written_is_read_again(tree in tree()) {
            let text = entry("key", &tree, 0);
            let read = parse(&text).unwrap().unwrap();
            prop_assert!(same(read.get("key").unwrap(), &tree), "{text}");
        }
    }
}
