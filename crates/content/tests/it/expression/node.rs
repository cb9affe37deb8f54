//! JavaScript itself, to compare with: one process evaluates many expressions.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use quire_content::expression::{Expression, Failure, Root, Scope, Value};

/// What both sides read. The values are expressions too.
const ROOTS: [(Root, &str); 3] = [
    (
        Root::Visitor,
        r#"{claims: {plan: "pro", name: "Zoë", email: "zoe@example.com", age: 42, score: -0.5, big: 1e21, admin: true,
            banned: false, team: null, groups: ["docs", "beta", "Staff"], limits: [3, 1, 2], empty: "", none: [],
            emoji: "a😀b", address: {city: "Zürich", zip: "8001", "1": "one"}, products: [
                {id: "api", seats: 5, tags: ["a", "b"]}, {id: "web", seats: 12, tags: []}, {id: "cli", seats: 0}],
            unsigned: {isBeta: true, language: "de", visits: "17"}}}"#,
    ),
    (
        Root::Space,
        r#"{vars: {version: "v2.10.3", count: 3, title: "  Guide ", list: [1, [2, [3, [4]]]], flag: "false"}}"#,
    ),
    (Root::Page, r#"{vars: {step: 7, ratio: 0.1, "two words": 1, nan: NaN, missing: undefined, minus: -0}}"#),
];

static HAS_NODE: LazyLock<bool> = LazyLock::new(|| {
    let has_node = Command::new("node").arg("--version").stdout(Stdio::null()).status().is_ok_and(|it| it.success());
    if !has_node {
        assert!(!is_required(), "node is not here");
        // Straight to the standard error: a test that passes shows nothing that it prints otherwise.
        let mut errors = std::io::stderr();
        writeln!(errors, "skipped: node is not here; expressions are not compared with it").unwrap();
    }
    has_node
});

/// What is read in comparisons.
pub(crate) fn scope() -> Scope {
    let value = |text| Expression::parse(text).unwrap().evaluate(&Scope::default()).unwrap();
    ROOTS.into_iter().fold(Scope::default(), |scope, (root, text)| scope.with(root, value(text)))
}

/// What JavaScript makes of expressions, as [`shown`] writes values; none where it is not installed.
pub(crate) fn outcomes<'a>(expressions: impl IntoIterator<Item = &'a str>) -> Option<Vec<String>> {
    if !*HAS_NODE {
        return None;
    }
    let mut input = String::new();
    for (root, value) in ROOTS {
        line(&mut input, &format!("{} = {value}", root.name()));
    }
    line(&mut input, "");
    let expressions: Vec<&str> = expressions.into_iter().collect();
    expressions.iter().for_each(|expression| line(&mut input, expression));
    let output = run(input);
    let outcomes: Vec<String> = output.lines().map(str::to_owned).collect();
    assert_eq!(outcomes.len(), expressions.len());
    Some(outcomes)
}

fn run(input: String) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/expression/evaluate.js");
    let mut node = Command::new("node").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = node.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = node.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[expect(clippy::disallowed_methods, reason = "where tests run, it says what must not be skipped")]
fn is_required() -> bool {
    std::env::var_os("QUIRE_REQUIRE_NODE").is_some_and(|value| value == "1")
}

fn line(input: &mut String, text: &str) {
    text.bytes().for_each(|byte| write!(input, "{byte:02x}").unwrap());
    input.push('\n');
}

/// What comes out here, written alike.
pub(crate) fn outcome(expression: &str, scope: &Scope) -> String {
    match attempt(expression, scope) {
        Some(Ok(value)) => shown(&value),
        _ => "error".to_owned(),
    }
}

/// None if the expression is refused.
pub(crate) fn attempt(expression: &str, scope: &Scope) -> Option<Result<Value, Failure>> {
    Expression::parse(expression).ok().map(|expression| expression.evaluate(scope))
}

/// A value such that different values are written differently.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::Undefined => "undefined".to_owned(),
        Value::Null => "null".to_owned(),
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Number(number) if *number == 0.0 && number.is_sign_negative() => "-0".to_owned(),
        Value::Number(number) => {
            let written = Expression::parse("page.vars.number").unwrap();
            let vars = Value::object([("number", Value::Number(*number))]).unwrap();
            written.text(&Scope::default().with(Root::Page, Value::object([("vars", vars)]).unwrap())).unwrap()
        }
        Value::String(text) => quoted(text.units()),
        Value::Array(array) => {
            let values: Vec<String> = array.values().iter().map(shown).collect();
            format!("[{}]", values.join(", "))
        }
        Value::Object(object) => {
            let member = |(key, value): &(_, Value)| -> String {
                let key: &quire_content::expression::Text = key;
                format!("{}: {}", quoted(key.units()), shown(value))
            };
            let members: Vec<String> = object.entries().iter().map(member).collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Function(_) => "function".to_owned(),
    }
}

fn quoted(units: &[u16]) -> String {
    let mut text = String::from("\"");
    for &unit in units {
        match u8::try_from(unit) {
            Ok(byte @ 0x20..0x7f) if !matches!(byte, b'"' | b'\\') => text.push(char::from(byte)),
            _ => write!(text, "\\u{unit:04x}").unwrap(),
        }
    }
    text + "\""
}
