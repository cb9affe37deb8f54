//! Conditions, what expressions read, and values as texts.

use quire_content::expression::{Condition, Expression, Root, Scope, Value};

use super::node::scope;

fn refusal(text: &str) -> Option<String> {
    Condition::parse(text, &Root::OF_SITES).err().map(|error| error.to_string())
}

#[test]
fn what_may_be_a_boolean_may_decide() {
    let texts = [
        "true",
        "visitor.claims.unsigned.isBeta",
        "visitor.claims.groups.length",
        "visitor.claims[\"a\"]",
        "visitor.claims.plan === \"pro\"",
        "!visitor.claims.plan",
        "1 < 2",
        "\"plan\" in visitor.claims",
        "\"a\" && visitor.claims.admin",
        "visitor.claims.admin || \"x\"",
        "visitor.claims.admin ?? 0",
        "visitor.claims.admin ? true : null",
        "visitor.claims.groups.includes(\"docs\")",
        "visitor.claims.groups?.toString()",
        "visitor.claims.products.some(p => p.seats)",
        "visitor.claims.list.find(x => x)",
        "visitor.claims.list.reduce((a, b) => a || b, false)",
        "Boolean(visitor.claims.plan)",
        "Array.isArray(visitor.claims.plan)",
        "(x => x)(true)",
        "[true][0]",
        "({a: true}).a",
    ];
    for text in texts {
        assert_eq!(refusal(text), None, "{text}");
    }
}

#[test]
fn what_is_never_a_boolean_is_refused() {
    let cases = [
        ("\"true\"", "a text"),
        ("`a`", "a text"),
        ("1", "a number"),
        ("null", "null"),
        ("undefined", "undefined"),
        ("[true]", "an array"),
        ("({})", "an object"),
        ("() => true", "a function"),
        ("Boolean", "a function"),
        ("visitor", "an object"),
        ("visitor.claims", "an object"),
        ("visitor?.[\"claims\"]", "an object"),
        ("visitor.claims.unsigned", "an object"),
        ("page.vars", "an object"),
        ("visitor.claims.plan == \"pro\" && space.vars", "an object"),
        ("visitor.claims.age + 1", "a number or a text"),
        ("1 < 2 | 0", "a number"),
        ("-visitor.claims.age", "a number"),
        ("typeof visitor.claims.plan", "a text"),
        ("void 0", "undefined"),
        ("visitor.claims.admin && \"yes\"", "a text"),
        ("1 || \"x\"", "a text"),
        ("visitor.claims.a ? 1 : \"x\"", "a text"),
        ("Number(visitor.claims.a)", "what is no boolean"),
        ("Math.max(1, 2)", "what is no boolean"),
        ("visitor.claims.groups.indexOf(\"docs\")", "what is no boolean"),
        ("visitor.claims.groups.filter(x => x)", "what is no boolean"),
        ("visitor.claims.plan.toLowerCase()", "what is no boolean"),
    ];
    for (text, kind) in cases {
        let expected = format!("character 1: a condition has to be true or false, and this is {kind}");
        assert_eq!(refusal(text), Some(expected), "{text}");
    }
}

#[test]
fn conditions_read_what_is_there() {
    let unknown = "character 1: `actor` is not known here; there are visitor, space, page";
    assert_eq!(refusal("actor.id === \"a\""), Some(unknown.to_owned()));
    let merge = Condition::parse("reviews.every(r => r.status === \"approved\")", &Root::OF_MERGES).unwrap();
    assert!(!merge.expression().reads(Root::Visitor));
    assert!(Condition::parse("visitor.claims.admin", &Root::OF_MERGES).is_err());
    assert_eq!(refusal(""), Some("character 1: an expression is missing".to_owned()));
}

#[test]
fn a_failure_does_not_hold() {
    let decide = |text: &str| Condition::parse(text, &Root::OF_SITES).unwrap().decide(&scope());
    assert!(decide("visitor.claims.admin"));
    assert!(decide("visitor.claims.plan"));
    assert!(!decide("visitor.claims.missing"));
    assert!(!decide("visitor.claims.team.name !== \"x\""));
    assert!(!decide("!visitor.claims.plan.missing()"));
    assert!(!decide("[...\"a\".repeat(1e6)].length > 0"));
    assert!(!Condition::parse("visitor.claims.admin", &Root::ALL).unwrap().decide(&Scope::default()));
}

#[test]
fn an_expression_knows_what_it_reads() {
    let reads = |text: &str| -> Vec<String> {
        Expression::parse(text).unwrap().paths().iter().map(ToString::to_string).collect()
    };
    assert_eq!(reads("1 + 1"), [""; 0]);
    assert_eq!(reads("visitor.claims.plan === \"pro\""), ["visitor.claims.plan"]);
    assert_eq!(reads("visitor?.claims[\"plan\"].startsWith(\"p\")"), ["visitor.claims.plan"]);
    assert_eq!(reads("visitor.claims[space.vars.key].x"), ["visitor.claims", "space.vars.key"]);
    assert_eq!(reads("space.vars.a || space.vars.b || space.vars.a"), ["space.vars.a", "space.vars.b"]);
    assert_eq!(reads("(v => v.claims)(visitor)"), ["visitor"]);
    assert_eq!(reads("(visitor => visitor.claims)(1)"), [""; 0]);
    assert_eq!(reads("`${page.vars.a}` in {a: [...actor], [reviews]: x => changeRequest}").len(), 4);
    let expression = Expression::parse("false && visitor.claims.x").unwrap();
    assert!(expression.reads(Root::Visitor) && !expression.reads(Root::Space));
}

#[test]
fn values_are_written_as_javascript_writes_them() {
    let text = |text: &str| Expression::parse(text).unwrap().text(&scope()).unwrap();
    assert_eq!(text("visitor.claims.name"), "Zoë");
    assert_eq!(text("visitor.claims.missing"), "undefined");
    assert_eq!(text("page.vars.step / 2"), "3.5");
    assert_eq!(text("visitor.claims.groups"), "docs,beta,Staff");
    assert_eq!(text("visitor.claims.emoji[1]"), "\u{fffd}");
    let wide = Expression::parse("[...\"abcdefghijklmnopqrstuvwxyz\"].reduce(a => [a, a], 1)").unwrap();
    assert!(wide.evaluate(&Scope::default()).is_ok());
    assert!(wide.text(&Scope::default()).is_err());
}

#[test]
fn an_expression_is_shared_by_threads() {
    fn is_shared<T: Clone + Send + Sync + 'static>() {}
    is_shared::<Expression>();
    is_shared::<Condition>();
    is_shared::<Scope>();
    is_shared::<Value>();
}
