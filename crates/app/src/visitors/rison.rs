//! Rison: JSON values in characters that need no escaping in addresses, `(beta:!t,plan:pro)`.
//!
//! The syntax: `!t`, `!f` and `!n`; numbers; `!(…)` for arrays and `(…)` for objects; strings between `'`, with `!`
//! before `'` and `!`; and strings without quotes if they contain no special character. This module only parses.

use serde_json::{Map, Number, Value};

/// The maximum length of a text, in bytes.
pub const MOST_BYTES: usize = 8 * 1024;
/// The maximum nesting depth of arrays and objects.
pub const MOST_DEPTH: usize = 32;

/// The characters that end a string without quotes.
const SPECIAL: &str = " '!:(),*@$";

/// The position and the reason of a syntax error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("character {position}: {message}")]
pub struct InvalidRison {
    /// The position in characters, from 1.
    pub position: usize,
    message: &'static str,
}

type Parsed<T> = Result<T, InvalidRison>;

/// Parses a text as one value.
pub fn parse(text: &str) -> Parsed<Value> {
    let mut parser = Parser { text, rest: text };
    if text.len() > MOST_BYTES {
        return parser.wrong("the text is too long");
    }
    let value = parser.value(MOST_DEPTH)?;
    if parser.rest.is_empty() { Ok(value) } else { parser.wrong("the value has ended before this") }
}

struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn wrong<T>(&self, message: &'static str) -> Parsed<T> {
        let before = &self.text[..self.text.len() - self.rest.len()];
        Err(InvalidRison { position: before.chars().count() + 1, message })
    }

    fn take(&mut self, token: &str) -> bool {
        let after = self.rest.strip_prefix(token);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn value(&mut self, depth: usize) -> Parsed<Value> {
        if self.take("!t") {
            Ok(Value::Bool(true))
        } else if self.take("!f") {
            Ok(Value::Bool(false))
        } else if self.take("!n") {
            Ok(Value::Null)
        } else if self.rest.starts_with(['-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) {
            self.number()
        } else if depth == 0 && (self.rest.starts_with("!(") || self.rest.starts_with('(')) {
            self.wrong("values are nested too deeply")
        } else if self.take("!(") {
            self.array(depth - 1)
        } else if self.take("(") {
            self.object(depth - 1)
        } else {
            self.string().map(Value::from)
        }
    }

    fn array(&mut self, depth: usize) -> Parsed<Value> {
        let mut values = Vec::new();
        while !self.take(")") {
            self.separator(values.is_empty())?;
            values.push(self.value(depth)?);
        }
        Ok(Value::Array(values))
    }

    fn object(&mut self, depth: usize) -> Parsed<Value> {
        let mut members = Map::new();
        while !self.take(")") {
            self.separator(members.is_empty())?;
            let name = self.string()?;
            if members.contains_key(&name) {
                return self.wrong("this name was there before");
            }
            if !self.take(":") {
                return self.wrong("a colon and a value must follow a name");
            }
            members.insert(name, self.value(depth)?);
        }
        Ok(Value::Object(members))
    }

    fn separator(&mut self, first: bool) -> Parsed<()> {
        if first || self.take(",") { Ok(()) } else { self.wrong("a comma or the end must be here") }
    }

    /// Parses a string with quotes or without.
    fn string(&mut self) -> Parsed<String> {
        if self.take("'") {
            return self.quoted();
        }
        let end = self.rest.find(|c| SPECIAL.contains(c)).unwrap_or(self.rest.len());
        if end == 0 {
            return self.wrong("a value must be here");
        }
        Ok(self.advance(end).to_owned())
    }

    fn quoted(&mut self) -> Parsed<String> {
        let mut found = String::new();
        loop {
            let Some(end) = self.rest.find(['\'', '!']) else { return self.wrong("the text does not end") };
            found.push_str(self.advance(end));
            if self.take("'") {
                return Ok(found);
            }
            let Some(escaped) = ["!!", "!'"].into_iter().find(|it| self.take(it)) else {
                return self.wrong("! must be before ! or '");
            };
            found.push_str(&escaped[1..]);
        }
    }

    fn number(&mut self) -> Parsed<Value> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit() && !"-.eE".contains(c)).unwrap_or(self.rest.len());
        match serde_json::from_str::<Number>(&self.rest[..end]) {
            Ok(number) => {
                self.advance(end);
                Ok(Value::Number(number))
            }
            Err(_) => self.wrong("this is not a number"),
        }
    }

    fn advance(&mut self, end: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_read() {
        let cases = [
            ("!t", json!(true)),
            ("!n", json!(null)),
            ("-1.5e-2", json!(-0.015)),
            ("42", json!(42)),
            ("pro", json!("pro")),
            ("'it!'s 1!!'", json!("it's 1!")),
            ("''", json!("")),
            ("'0'", json!("0")),
            ("a-b", json!("a-b")),
            ("()", json!({})),
            ("!()", json!([])),
            (
                "(beta:!t,plan:pro,'a b':!(1,x,!n),team:(lead:!f))",
                json!({
                    "beta": true, "plan": "pro", "a b": [1, "x", null], "team": { "lead": false },
                }),
            ),
        ];
        for (text, value) in cases {
            assert_eq!(parse(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn mistakes_are_told_by_their_place() {
        let cases = [
            ("", "character 1: a value must be here"),
            ("(a:1", "character 5: a comma or the end must be here"),
            ("(a:1,)", "character 6: a value must be here"),
            ("(é 1)", "character 3: a colon and a value must follow a name"),
            ("(a:1,a:2)", "character 7: this name was there before"),
            ("!x", "character 1: a value must be here"),
            ("'a", "character 2: the text does not end"),
            ("'a!b'", "character 3: ! must be before ! or '"),
            ("1-2", "character 1: this is not a number"),
            ("01", "character 1: this is not a number"),
            ("!t!t", "character 3: the value has ended before this"),
        ];
        for (text, message) in cases {
            assert_eq!(parse(text).unwrap_err().to_string(), message, "{text}");
        }
        let deep = |depth: usize| parse(&format!("{}1{}", "!(".repeat(depth), ")".repeat(depth)));
        assert!(deep(MOST_DEPTH).is_ok() && deep(MOST_DEPTH + 1).is_err());
        assert!(parse(&"a".repeat(MOST_BYTES)).is_ok() && parse(&"a".repeat(MOST_BYTES + 1)).is_err());
    }

    fn write(value: &Value) -> String {
        let text = |text: &str| format!("'{}'", text.replace('!', "!!").replace('\'', "!'"));
        match value {
            Value::Null => "!n".to_owned(),
            Value::Bool(boolean) => format!("!{}", if *boolean { 't' } else { 'f' }),
            Value::Number(number) => number.to_string(),
            Value::String(string) => text(string),
            Value::Array(values) => format!("!({})", values.iter().map(write).collect::<Vec<_>>().join(",")),
            Value::Object(members) => {
                let members = members.iter().map(|(name, value)| format!("{}:{}", text(name), write(value)));
                format!("({})", members.collect::<Vec<_>>().join(","))
            }
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![any::<i32>().prop_map(Value::from), ".*".prop_map(Value::from), Just(Value::Null)];
        leaf.prop_recursive(3, 12, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                prop::collection::btree_map(".{0,4}", inner, 0..3).prop_map(|members| json!(members)),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(value in values()) {
            prop_assert_eq!(parse(&write(&value)), Ok(value));
        }

        #[test]
        fn any_text_is_read_without_harm(text in "[a!'():,0-9.é-]{0,30}") {
            let _ = parse(&text);
        }
    }
}
