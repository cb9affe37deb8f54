//! The subset of JavaScript in which sidebars are written: one object of literals.

use serde_json::{Map, Value};

/// Returns the first object that is assigned or exported in a script.
pub(super) fn object(text: &str) -> Option<Value> {
    let text = without_comments(text);
    if let Ok(value) = serde_json::from_str(&text) {
        return Some(value);
    }
    // The largest object that can be read wins: others may be options of types.
    let starts = text.match_indices('{').filter(|(at, _)| {
        let before = text[..*at].trim_end();
        before.ends_with('=') || before.ends_with("default") || before.ends_with('(')
    });
    starts
        .filter_map(|(at, _)| {
            let mut parser = Parser { rest: &text[at..], depth: 0 };
            parser.value()
        })
        .max_by_key(|value| value.to_string().len())
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut quote = None;
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => {
                out.push(c);
                out.extend(chars.next());
            }
            (Some(open), c) => {
                if c == open {
                    quote = None;
                }
                out.push(c);
            }
            (None, '"' | '\'' | '`') => {
                quote = Some(c);
                out.push(c);
            }
            (None, '/') if chars.peek() == Some(&'/') => {
                for c in chars.by_ref() {
                    if c == '\n' {
                        out.push(c);
                        break;
                    }
                }
            }
            (None, '/') if chars.peek() == Some(&'*') => {
                let mut last = ' ';
                for c in chars.by_ref() {
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
            }
            (None, c) => out.push(c),
        }
    }
    out
}

struct Parser<'t> {
    rest: &'t str,
    depth: usize,
}

impl Parser<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches(|c: char| c.is_whitespace());
    }

    fn eat(&mut self, c: char) -> bool {
        self.skip();
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self) -> Option<Value> {
        self.depth += 1;
        if self.depth > 40 {
            return None;
        }
        self.skip();
        let value = match self.rest.chars().next()? {
            '{' => self.map(),
            '[' => self.list(),
            '"' | '\'' | '`' => self.text().map(Value::String),
            _ => {
                let end = self
                    .rest
                    .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$' | '-')))
                    .unwrap_or(self.rest.len());
                let (word, rest) = self.rest.split_at(end);
                let value = match word {
                    "true" => Value::Bool(true),
                    "false" => Value::Bool(false),
                    "null" | "undefined" => Value::Null,
                    word => word.parse::<f64>().ok().map(Value::from)?,
                };
                self.rest = rest;
                Some(value)
            }
        };
        self.depth -= 1;
        value
    }

    fn map(&mut self) -> Option<Value> {
        self.eat('{');
        let mut map = Map::new();
        loop {
            if self.eat('}') {
                return Some(Value::Object(map));
            }
            self.skip();
            let key = if self.rest.starts_with(['"', '\'', '`']) {
                self.text()?
            } else {
                let end = self
                    .rest
                    .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))
                    .unwrap_or(self.rest.len());
                let (key, rest) = self.rest.split_at(end);
                self.rest = rest;
                key.to_owned()
            };
            if key.is_empty() || !self.eat(':') {
                return None;
            }
            let value = self.value()?;
            map.insert(key, value);
            if !self.eat(',') {
                return self.eat('}').then_some(Value::Object(map));
            }
        }
    }

    fn list(&mut self) -> Option<Value> {
        self.eat('[');
        let mut list = Vec::new();
        loop {
            if self.eat(']') {
                return Some(Value::Array(list));
            }
            list.push(self.value()?);
            if !self.eat(',') {
                return self.eat(']').then_some(Value::Array(list));
            }
        }
    }

    fn text(&mut self) -> Option<String> {
        let quote = self.rest.chars().next()?;
        let mut out = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => out.push(chars.next()?.1),
                c if c == quote => {
                    self.rest = &self.rest[at + c.len_utf8()..];
                    return Some(out);
                }
                c => out.push(c),
            }
        }
        None
    }
}
