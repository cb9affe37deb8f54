//! Any text is an expression or is refused; what is one ends within its bounds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quire_content::expression::{Condition, Expression, Root, Scope, Value};

fuzz_target!(|text: &str| {
    let _ = Condition::parse(text, &Root::OF_SITES);
    let Ok(expression) = Expression::parse(text) else { return };
    let claims = Value::array(["pro".into(), 3.0.into(), true.into()]).and_then(|all| Value::object([("claims", all)]));
    let scope = Scope::default().with(Root::Visitor, claims.expect("two levels are not too deep"));
    let _ = expression.decide(&scope);
    let _ = expression.text(&scope);
});
