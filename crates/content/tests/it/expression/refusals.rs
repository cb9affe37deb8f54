//! What is refused, where, and in which words.

use quire_content::expression::Expression;

#[test]
fn refusals_name_the_place_and_the_reason() {
    let cases = [
        ("", "character 1: an expression is missing"),
        ("1 +", "character 4: the expression ends too early"),
        ("(1", "character 3: `)` is missing"),
        ("[1", "character 3: `,` is missing"),
        ("1 2", "character 3: an operator is missing before this"),
        ("a.b", "character 1: `a` is not known here; there are visitor, space, page, changeRequest, reviews, actor"),
        ("x => y", "character 6: `y` is not known here; there are visitor, space, page, changeRequest, reviews, actor"),
        ("visitor = 1", "character 9: assignment is not available; `===` compares"),
        ("visitor.a += 1", "character 11: assignment is not available"),
        ("visitor.a++", "character 10: assignment is not available"),
        ("1; 2", "character 2: statements are not available"),
        ("1, 2", "character 2: a sequence of expressions is not available"),
        ("\"é\" && /x/", "character 8: regular expressions are not available"),
        ("new Date()", "character 1: `new` is not available"),
        ("this", "character 1: `this` is not available"),
        ("function () {}", "character 1: `function` is not available"),
        ("await 1", "character 1: `await` is not available"),
        ("import(\"x\")", "character 1: `import` is not available"),
        ("visitor instanceof String", "character 9: `instanceof` is not available"),
        (
            "Date.now()",
            "character 1: `Date` is not known here; there are visitor, space, page, changeRequest, reviews, actor",
        ),
        ("Math.random()", "character 6: `Math.random` is not available"),
        ("Math", "character 5: `Math` needs `.` and a name behind it"),
        ("String.raw`x`", "character 8: `String.raw` is not available"),
        ("(x => x)`a`", "character 9: templates with a function before them are not available"),
        ("() => {}", "character 7: the body of a function has to be an expression; put an object into parentheses"),
        ("(1 + 1) => 1", "character 9: the parameters of a function have to be plain names"),
        (
            "({a}) => 1",
            "character 3: `a` is not known here; there are visitor, space, page, changeRequest, reviews, actor",
        ),
        ("(x, x) => 1", "character 1: `x` cannot be the name of a parameter here"),
        ("[1,,2]", "character 4: a value is missing before this"),
        ("({f() {}})", "character 4: a member of an object is `name: value`"),
        ("({__proto__: 1})", "character 3: `__proto__` is not available"),
        ("1 ?? 2 || 3", "character 8: `??` beside `&&` or `||` needs parentheses"),
        ("1 || 2 ?? 3", "character 8: `??` beside `&&` or `||` needs parentheses"),
        ("-1 ** 2", "character 4: the left side of `**` needs parentheses"),
        ("\"abc", "character 1: this text does not end"),
        ("1 + `abc", "character 9: this template does not end"),
        ("1 /* abc", "character 3: this comment does not end"),
        ("\"\\u{zz}\"", "character 2: `\\u{` needs hexadecimal digits of a character and `}`"),
        ("\"\\x4\"", "character 2: `\\x` needs two hexadecimal digits"),
        ("\"\\1\"", "character 2: escapes by octal numbers are not available"),
        ("012", "character 1: a number does not begin with a zero; octal numbers are written `0o7`"),
        ("1n", "character 2: large integers (`1n`) are not available"),
        ("1__0", "character 2: `_` stands between two digits only"),
        ("3px", "character 2: a number ends before this"),
        ("0x", "character 3: a digit is missing"),
        ("#a", "character 1: `#` is unexpected"),
        ("visitor.\\u0061", "character 9: `\\` has no meaning here"),
        ("visitor.claims.", "character 16: the expression ends too early"),
        ("visitor ? 1", "character 12: `:` is missing"),
    ];
    for (text, expected) in cases {
        let error = Expression::parse(text).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn nesting_is_bounded() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("!", ""), ("`${", "}`"), ("1 ? 1 : ", ""), ("x => ", ""), ("2 ** ", "")]
    {
        let nested = |levels: usize| Expression::parse(&format!("{}1{}", open.repeat(levels), close.repeat(levels)));
        assert!(nested(63).is_ok(), "{open}");
        let error = nested(64).map(|_| ()).unwrap_err();
        assert_eq!(error.message, "nested deeper than 64 levels", "{open}");
    }
}

#[test]
fn failures_say_what_is_wrong() {
    let cases = [
        ("visitor.claims.team.name", "`name` is read from null"),
        ("visitor.claims.a.b", "`b` is read from undefined"),
        ("visitor.claims.plan.match(\"x\")", "`match` is not a function"),
        ("1()", "what is called is not a function"),
        ("changeRequest.subject", "there is no `changeRequest` here"),
        ("[1].map(1)", "a function is needed"),
        ("[...1]", "only arrays and texts can be spread here"),
        ("\"a\" in \"abc\"", "`in` needs an object on its right"),
        ("\"a\".repeat(-1)", "a text cannot be repeated so many times"),
        ("[].reduce(x => x)", "an empty array has no value to reduce"),
        ("Object.keys(null)", "null and undefined have no members"),
        ("String(x => x)", "the text of a function is not available"),
        ("\"a\".repeat(1e9)", "the expression needs more than 1048576 bytes"),
        ("(f => f(f))(f => f(f))", "the expression goes too deep into itself"),
    ];
    for (text, expected) in cases {
        let failure = Expression::parse(text).unwrap().evaluate(&super::node::scope()).unwrap_err();
        assert_eq!(failure.to_string(), expected, "{text}");
    }
}
