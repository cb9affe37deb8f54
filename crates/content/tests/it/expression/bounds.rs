//! No expression takes long, takes much, or goes deep into the stack.

use proptest::prelude::*;

use quire_content::expression::{Expression, Failure, MOST_CHARACTERS, Root, Scope, Value};

use super::node::scope;

fn failure(text: &str) -> Failure {
    Expression::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).evaluate(&scope()).unwrap_err()
}

#[test]
fn memory_is_bounded() {
    let texts = [
        "\"a\".repeat(1e9)",
        "\"a\".repeat(2 ** 53)",
        "\"a\".padStart(1e8)",
        "\"a\".padEnd(Infinity, \"ab\")",
        "[...\"abcdefgh\".repeat(9)].reduce(s => s + s, \"ab\")",
        "[...\"abcdefgh\".repeat(9)].reduce(a => [...a, ...a], [1, 2])",
        "[...\"abcdefgh\".repeat(9)].reduce(a => a.concat(a), [1, 2])",
        "[...\"abcdefgh\".repeat(9)].reduce(s => `${s}${s}`, \"ab\")",
        "[...\"abcdefgh\".repeat(9)].reduce(s => s.replaceAll(\"a\", \"aa\"), \"a\")",
        "\"a\".repeat(1e5).split(\"\")",
        "(s => s.split(\"\").join(s))(\"a\".repeat(5000))",
        "(s => s.replaceAll(\"a\", s))(\"a\".repeat(5000))",
        "(s => s.replaceAll(\"\", \"$`\"))(\"a\".repeat(5000))",
        "(s => [s, s, s, s, s, s, s, s].join())(\"a\".repeat(1e5))",
        "(s => JSON.stringify([s, s, s, s, s]))(\"a\".repeat(1e5))",
        "(s => ({[s]: 1, [s + 1]: 2}))(\"a\".repeat(3e5))",
        "(s => [s.toUpperCase(), s.toUpperCase(), s.toUpperCase(), s.toUpperCase()])(\"ß\".repeat(1e5))",
        "(f => f(f, 1e9))((f, n) => [n, f(f, n - 1)])",
    ];
    assert_eq!(failure(texts[0]), Failure::Memory);
    for text in texts {
        let found = failure(text);
        assert!(matches!(found, Failure::Memory | Failure::Steps | Failure::Depth), "{text}: {found:?}");
    }
}

#[test]
fn steps_are_bounded() {
    let texts = [
        "(a => a.map(() => a.map(() => a.map(() => a.map(() => 1)))))([...\"a\".repeat(99)])",
        "(s => [...\"a\".repeat(99)].map(() => s.includes(\"b\")))(\"a\".repeat(3e5))",
        "(s => s.includes(\"a\".repeat(1e5) + \"b\"))(\"a\".repeat(2e5))",
        "(s => s.lastIndexOf(\"a\".repeat(1e5) + \"b\"))(\"a\".repeat(2e5))",
        "(s => [...\"a\".repeat(999)].map(() => +s))(\" \".repeat(2e5))",
        "((s, t) => [...\"a\".repeat(999)].map(() => s === t))(\"a\".repeat(2e5), \"a\".repeat(2e5))",
        "((s, t) => [...\"a\".repeat(999)].map(() => s < t))(\"a\".repeat(2e5), \"a\".repeat(2e5))",
        "(s => [...\"a\".repeat(9999)].map(() => s).sort())(\"a\".repeat(2e5))",
        "(s => [...\"a\".repeat(9999)].map(() => s).indexOf(s.slice(1) + \"b\"))(\"a\".repeat(2e5))",
        "(o => [...\"a\".repeat(9999)].map(() => o[\"a\".repeat(10)]))({})",
        "[...\"abcdefghijklmnopqrstuvwxyz\"].reduce(a => [a, a], 1).flat(Infinity)",
        "[...\"abcdefghijklmnopqrstuvwxyz\"].reduce(a => [a, a], []) + \"\"",
        "[...\"abcdefghijklmnopqrstuvwxyz\"].reduce(a => [a, a], []) == 1",
        "JSON.stringify([...\"abcdefghijklmnopqrstuvwxyz\"].reduce(a => [a, a], []))",
        "(a => a.map(() => a.sort((x, y) => y - x)))([...\"12\".repeat(99)])",
        "(a => a.map(() => a.toReversed()))([...\"a\".repeat(999)])",
        "(a => a.map(() => a.lastIndexOf(1)))([...\"a\".repeat(999)])",
        "(a => a.map(() => Math.max(...a)))([...\"1\".repeat(999)])",
    ];
    for text in texts {
        let found = failure(text);
        assert!(matches!(found, Failure::Steps | Failure::Memory), "{text}: {found:?}");
    }
    let fours = "(a => a.some(() => a.some(() => a.some(() => a.some(() => false)))))([...\"a\".repeat(30)])";
    assert_eq!(failure(fours), Failure::Steps);
}

#[test]
fn depth_is_bounded() {
    let texts = [
        "(f => f(f))(f => f(f))",
        "(f => f(f))(f => 1 + f(f))",
        "(f => f(f))(f => [1].map(() => f(f)))",
        "(f => f(f))(f => [2, 1].sort(() => f(f)))",
        "(f => f(f))(f => \"a\".replace(\"a\", () => f(f)))",
        "(f => f(f))(f => `${[f(f)]}`)",
        "(f => f(f))(f => ({a: f(f), ...f(f)}))",
        "(f => f(f))(f => true && (f(f) ? 1 : 2))",
        "(f => f(f))(f => f?.(...[f]))",
        "[...\"a\".repeat(999)].reduce(a => [a], 1)",
        "[...\"a\".repeat(999)].reduce(a => ({a}), 1)",
        "[...\"a\".repeat(999)].reduce(f => () => f, 1)",
        "[...\"a\".repeat(999)].reduce(f => x => f(x), x => x)(1)",
    ];
    for text in texts {
        assert_eq!(failure(text), Failure::Depth, "{text}");
    }
}

/// Threads that serve requests have 2 MiB; this is what may be left of them.
#[test]
fn little_of_the_stack_is_needed() {
    let nested = |open: &str, inside: &str, close: &str| format!("{}{inside}{}", open.repeat(60), close.repeat(60));
    let texts = vec![
        nested("(1+", "1", ")"),
        nested("[", "1", "]"),
        nested("!", "1", ""),
        nested("1 ? ", "1", " : 2"),
        nested("`${", "1", "}`"),
        nested("x => ", "1", ""),
        nested("(", "1", " || 1 && 1 | 1 ^ 1)"),
        nested("[1].map(x => ", "x", ")"),
        nested("[1].sort(x => ", "x", ")"),
        nested("String(", "1", ")"),
        nested("2 ** ", "1", ""),
        "(f => f(f))(f => 1 || 1 && 1 | 1 ^ 1 & 1 == 1 < 1 << 1 + 1 * [f(f)].length)".to_owned(),
        "(f => f(f))(f => [1].map(() => f(f)).length)".to_owned(),
        "(f => f(f))(f => [2, 1].toSorted(() => f(f)).length)".to_owned(),
        "(f => f(f))(f => \"a\".replaceAll(\"a\", () => f(f)).length)".to_owned(),
        "[...\"a\".repeat(99)].reduce(a => [a], 1).flat(Infinity).length".to_owned(),
        "`${[...\"a\".repeat(99)].reduce(a => [a], 1)}`".to_owned(),
        "JSON.stringify([...\"a\".repeat(99)].reduce(a => ({a}), 1))".to_owned(),
        "1".to_owned() + &"+1".repeat(500),
        "visitor".to_owned() + &".a?.b".repeat(200),
        "(".repeat(1000),
        "[".repeat(1000),
        "-~".repeat(500),
        "`${".repeat(300),
        "a=>".repeat(300),
    ];
    let scope = scope();
    let run = move || {
        for text in texts {
            if let Ok(expression) = Expression::parse(&text) {
                drop(expression.evaluate(&scope));
            }
        }
    };
    std::thread::Builder::new().stack_size(1024 * 1024).spawn(run).unwrap().join().unwrap();
}

#[test]
fn values_from_outside_are_not_too_deep() {
    let nest = |levels| (0..levels).try_fold(Value::Null, |inside, _| Value::array([inside]));
    assert!(nest(128).is_ok());
    assert!(nest(129).is_err());
    let scope = Scope::default().with(Root::Page, nest(128).unwrap());
    assert_eq!(Expression::parse("[page]").unwrap().evaluate(&scope).unwrap_err(), Failure::Depth);
    assert_eq!(Expression::parse("String(page)").unwrap().text(&scope).unwrap(), "");
}

#[test]
fn what_is_usual_is_far_from_the_bounds() {
    let words: Vec<Value> = (0..1000).map(|n| Value::from(format!("group-{n}").as_str())).collect();
    let scope = Scope::default().with(Root::Visitor, Value::array(words).unwrap());
    let text = "visitor.map(g => g.toUpperCase()).filter(g => g.endsWith(\"7\")).sort().join(\", \").length > 5";
    assert!(Expression::parse(text).unwrap().decide(&scope));
}

fn characters() -> impl Strategy<Value = String> {
    let any = proptest::collection::vec(any::<char>(), 0..40).prop_map(|characters| characters.into_iter().collect());
    prop_oneof![any, "[-+*/%<>=!?&|^~.,:;(){}\\[\\]`$'\"\\\\ \n0-9a-zé_#@]{0,60}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn any_text_is_evaluated_or_refused_at_a_place_in_it(text in characters()) {
        match Expression::parse(&text) {
            Ok(expression) => drop(expression.evaluate(&scope())),
            Err(error) => prop_assert!((1..=text.chars().count() + 1).contains(&error.position), "{}", error),
        }
    }

    #[test]
    fn any_text_is_a_literal_between_quotes(text in "[^\"\\\\\r\n]{0,40}") {
        let expression = Expression::parse(&format!("\"{text}\"")).unwrap();
        prop_assert_eq!(expression.text(&Scope::default()).unwrap(), text);
    }
}

#[test]
fn the_length_is_bounded() {
    let long = |characters: usize| format!("\"{}\"", "é".repeat(characters - 2));
    assert!(Expression::parse(&long(MOST_CHARACTERS)).is_ok());
    let error = Expression::parse(&long(MOST_CHARACTERS + 1)).unwrap_err();
    assert_eq!(error.to_string(), "character 1025: an expression has at most 1024 characters");
}
