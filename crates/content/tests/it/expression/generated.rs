//! Expressions that nobody thought of, compared with JavaScript. What is not available here is not compared.

use proptest::prelude::*;

use quire_content::expression::{Expression, Failure};

use super::node::{attempt, outcomes, scope, shown};

const LITERALS: [&str; 24] = [
    "0",
    "1",
    "2",
    "-1",
    "0.5",
    "1e21",
    "-0",
    "NaN",
    "\"\"",
    "\"a\"",
    "\"docs\"",
    "\"12\"",
    "\" 7 \"",
    "\"éß😀\"",
    "true",
    "false",
    "null",
    "undefined",
    "[]",
    "[1, \"a\", null]",
    "({})",
    "({a: 1, 2: \"b\"})",
    "[3, [1, [2]]]",
    "Infinity",
];

const PATHS: [&str; 16] = [
    "x",
    "i",
    "visitor.claims.plan",
    "visitor.claims.name",
    "visitor.claims.age",
    "visitor.claims.score",
    "visitor.claims.admin",
    "visitor.claims.team",
    "visitor.claims.groups",
    "visitor.claims.limits",
    "visitor.claims.address",
    "visitor.claims.products",
    "visitor.claims.unsigned.visits",
    "visitor.claims.missing",
    "space.vars.list",
    "page.vars.ratio",
];

const OPERATORS: [&str; 24] = [
    "+", "-", "*", "/", "%", "==", "!=", "===", "!==", "<", "<=", ">", ">=", "&", "|", "^", "<<", ">>", ">>>", "&&",
    "||", "??", "in", "+",
];

const CALLS: [&str; 14] = [
    "Number",
    "String",
    "Boolean",
    "parseInt",
    "parseFloat",
    "isNaN",
    "Math.abs",
    "Math.round",
    "Math.trunc",
    "Math.sign",
    "JSON.stringify",
    "Array.isArray",
    "Object.keys",
    "Number.isInteger",
];

const OF_TEXTS: [&str; 22] = [
    "includes",
    "startsWith",
    "endsWith",
    "indexOf",
    "lastIndexOf",
    "slice",
    "substring",
    "substr",
    "charAt",
    "charCodeAt",
    "at",
    "toLowerCase",
    "toUpperCase",
    "trim",
    "trimStart",
    "trimEnd",
    "split",
    "concat",
    "padStart",
    "padEnd",
    "replace",
    "replaceAll",
];

const OF_ARRAYS: [&str; 11] = [
    "includes",
    "indexOf",
    "lastIndexOf",
    "join",
    "slice",
    "concat",
    "at",
    "flat",
    "toReversed",
    "toSorted",
    "toString",
];

const WITH_CALLBACKS: [&str; 9] =
    ["some", "every", "filter", "map", "find", "findIndex", "findLast", "flatMap", "findLastIndex"];

fn one_of<const N: usize>(texts: [&'static str; N]) -> impl Strategy<Value = &'static str> + Clone {
    prop::sample::select(texts.to_vec())
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![one_of(LITERALS), one_of(PATHS)].prop_map(str::to_owned);
    leaf.prop_recursive(5, 48, 3, |inner| {
        prop_oneof![operations(inner.clone()), structures(inner.clone()), calls(inner)]
    })
    .prop_map(|body| format!("((x, i) => {body})(7, [1, \"b\"])"))
}

type Inner = BoxedStrategy<String>;

fn operations(inner: Inner) -> impl Strategy<Value = String> {
    let pair = (inner.clone(), one_of(OPERATORS), inner.clone());
    let prefix = one_of(["!", "-", "+", "~", "typeof ", "void "]);
    prop_oneof![
        pair.clone().prop_map(|(left, operator, right)| format!("{left} {operator} {right}")),
        pair.prop_map(|(left, operator, right)| format!("({left} {operator} {right})")),
        (prefix, inner.clone()).prop_map(|(prefix, operand)| format!("{prefix}({operand})")),
        (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
        (0..9, 0..4).prop_map(|(base, exponent)| format!("{base} ** {exponent}")),
        (inner, 0..9).prop_map(|(number, digits)| format!("Number({number}).toFixed({digits})")),
    ]
}

fn structures(inner: Inner) -> impl Strategy<Value = String> {
    prop_oneof![
        prop::collection::vec(inner.clone(), 0..3).prop_map(|items| format!("[{}]", items.join(", "))),
        (inner.clone(), inner.clone()).prop_map(|(first, rest)| format!("[{first}, ...{rest}]")),
        (inner.clone(), inner.clone()).prop_map(|(key, value)| format!("({{[{key}]: {value}, b: 1, x}})")),
        (inner.clone(), inner.clone()).prop_map(|(value, spread)| format!("({{a: {value}, ...{spread}}})")),
        (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("`<${{{a}}}, ${{{b}}}>`")),
        (inner.clone(), inner.clone()).prop_map(|(value, key)| format!("({value})[{key}]")),
        (inner.clone(), inner.clone()).prop_map(|(value, key)| format!("({value})?.[{key}]?.length")),
        inner.clone().prop_map(|value| format!("({value})?.length")),
        inner.prop_map(|value| format!("(x => {value})({value})")),
    ]
}

fn calls(inner: Inner) -> impl Strategy<Value = String> {
    let arguments = prop::collection::vec(inner.clone(), 0..3).prop_map(|arguments| arguments.join(", "));
    let on_text = (inner.clone(), one_of(OF_TEXTS), arguments.clone());
    let on_array = (inner.clone(), one_of(OF_ARRAYS), arguments.clone());
    let visit = (inner.clone(), one_of(WITH_CALLBACKS), inner.clone());
    prop_oneof![
        (one_of(CALLS), arguments).prop_map(|(function, arguments)| format!("{function}({arguments})")),
        on_text.prop_map(|(text, method, arguments)| format!("String({text}).{method}({arguments})")),
        on_array.clone().prop_map(|(array, method, arguments)| format!("[{array}].{method}({arguments})")),
        on_array.prop_map(|(array, method, arguments)| format!("({array})?.{method}?.({arguments})")),
        visit.prop_map(|(array, method, body)| format!("[].concat({array}).{method}((x, i) => {body})")),
        (inner.clone(), inner.clone())
            .prop_map(|(array, body)| format!("[1].concat({array}).reduce((i, x) => {body})")),
        prop::collection::vec(inner, 0..3).prop_map(|numbers| format!("Math.max({})", numbers.join(", "))),
    ]
}

/// Operators in a row, for how tightly they bind. Powers are such as are exact.
fn row() -> impl Strategy<Value = String> {
    let operator = prop_oneof![3 => one_of(OPERATORS), 1 => one_of(["&&", "||", "??", "? 2 :", "=="])];
    let prefix = prop_oneof![6 => Just(""), 1 => one_of(["-", "!", "~", "typeof ", "+", "void "])];
    let operand = (prefix, one_of(["0", "1", "2", "4", "(0.5)", "({})", "null", "[1]"]));
    let operand = operand.prop_map(|(prefix, operand)| format!("{prefix}{operand}"));
    let more = prop_oneof![
        6 => (operator, operand.clone()).prop_map(|(operator, operand)| format!(" {operator} {operand}")),
        1 => (0..3).prop_map(|exponent| format!(" ** {exponent}")),
    ];
    (operand, prop::collection::vec(more, 1..6)).prop_map(|(first, more)| first + &more.concat())
}

/// An expression with one character too many, too few, or other than it was.
fn misprint() -> impl Strategy<Value = String> {
    let signs = prop::sample::select("()[]{}.,?:+-*/%!&|^<>=`'\"$\\ \n0123xie".chars().collect::<Vec<char>>());
    let text = prop_oneof![3 => expression(), 1 => row()];
    (text, any::<prop::sample::Index>(), signs, 0..3).prop_map(|(text, place, sign, kind)| {
        let mut characters: Vec<char> = text.chars().collect();
        let place = place.index(characters.len());
        match kind {
            0 => characters.insert(place, sign),
            1 => characters[place] = sign,
            _ => drop(characters.remove(place)),
        }
        characters.into_iter().collect()
    })
}

/// What is done with numbers, on numbers of all sizes.
fn arithmetic() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO,
        -1e4..1e4_f64,
        (-100_000..100_000).prop_map(|thousandths| f64::from(thousandths) / 1000.0),
        any::<i64>().prop_map(|number| number as f64),
        any::<i32>().prop_map(|number| f64::from(number) + 0.5),
    ];
    (number.clone(), number, 0..30).prop_map(|(a, b, digits)| {
        format!(
            "((a, b) => [a, b, a + b, a - b, a * b, a / b, a % b, a | 0, a >>> 0, a << b, a >> b, ~a, Math.round(a), \
             Math.trunc(b), Math.sqrt(a), Math.max(a, b), `${{a}}`, a.toFixed({digits}), +String(b), parseInt(a), \
             parseFloat(`${{b}}x`), Number(\"{b:?}\"), a < b, a == b])({a:e}, {b:e})"
        )
    })
}

/// A message for each expression whose outcome is another than that in JavaScript.
fn differences(expressions: &[String]) -> Vec<String> {
    let scope = scope();
    let Some(outcomes) = outcomes(expressions.iter().map(String::as_str)) else { return Vec::new() };
    let compared = expressions.iter().zip(outcomes).filter_map(|(expression, theirs)| {
        let ours = match attempt(expression, &scope) {
            Some(Err(Failure::Unavailable(_) | Failure::Steps | Failure::Memory | Failure::Depth)) => return None,
            Some(Ok(value)) => shown(&value),
            Some(Err(_)) | None => "error".to_owned(),
        };
        (ours != theirs).then(|| format!("{expression} ⇒ {theirs}, not {ours}"))
    });
    compared.collect()
}

/// Names, assignments, sequences and regular expressions are fine in JavaScript, and the last digit of a power is not
/// the same everywhere: the others are compared.
fn comparable(expressions: Vec<String>) -> Vec<String> {
    let is_comparable = |text: &String| Expression::parse(text).is_ok() && !text.contains("**");
    expressions.into_iter().filter(is_comparable).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, max_shrink_iters: 300, ..ProptestConfig::default() })]
    #[test]
    fn generated_expressions_mean_what_they_mean_in_javascript(
        expressions in prop::collection::vec(expression(), 300)
    ) {
        let differences = differences(&expressions);
        prop_assert!(differences.is_empty(), "{}", differences.join("\n"));
    }

    #[test]
    fn numbers_are_those_of_javascript(expressions in prop::collection::vec(arithmetic(), 100)) {
        let differences = differences(&expressions);
        prop_assert!(differences.is_empty(), "{}", differences.join("\n"));
    }

    #[test]
    fn operators_bind_as_in_javascript(expressions in prop::collection::vec(row(), 500)) {
        let differences = differences(&expressions);
        prop_assert!(differences.is_empty(), "{}", differences.join("\n"));
    }

    #[test]
    fn misprints_are_refused_or_mean_what_they_mean_in_javascript(
        expressions in prop::collection::vec(misprint(), 600)
    ) {
        let differences = differences(&comparable(expressions));
        prop_assert!(differences.is_empty(), "{}", differences.join("\n"));
    }
}
