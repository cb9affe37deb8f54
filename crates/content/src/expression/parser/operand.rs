//! Parsing of literals, names and brackets, and the members and calls after them.

use super::{Parsed, Parser};
use crate::expression::lexer::Token;
use crate::expression::literals::PieceEnd;
use crate::expression::natives::{self, Global, NAMESPACES};
use crate::expression::number;
use crate::expression::syntax::{Item, Key, Link, Node, Property, Step};
use crate::expression::value::{Callable, Function, Text, Value};
use crate::expression::{Path, Root};

/// Reserved words of JavaScript, which no parameter can have as its name.
const RESERVED: [&str; 49] = [
    "arguments",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "eval",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "var",
    "void",
    "while",
    "with",
    "yield",
    "async",
];

pub(super) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

impl Parser<'_> {
    /// Parses a value with the members and calls after it.
    pub(super) fn operand(&mut self) -> Parsed<Node> {
        let base = self.primary()?;
        let links = self.links()?;
        if let Node::Root(root) = base {
            self.paths.push(path(root, &links));
        }
        if links.is_empty() {
            return Ok(base);
        }
        Ok(match base {
            // `(a.b)()` is called on `a`, as without the parentheses.
            Node::Chain(base, mut first) if first.iter().all(|link| !link.optional) => {
                first.extend(links);
                Node::Chain(base, first)
            }
            base => Node::Chain(Box::new(base), links),
        })
    }

    fn primary(&mut self) -> Parsed<Node> {
        match &self.current.token {
            Token::Number(_) | Token::String(_) => self.literal(),
            Token::Name(_) => self.name(),
            Token::Punctuator("`") => self.template(),
            Token::Punctuator("(") => self.parenthesised(),
            Token::Punctuator("[") => self.array(),
            Token::Punctuator("{") => self.object(),
            Token::Punctuator("/" | "/=") => Err(self.error("regular expressions are not available")),
            _ => Err(self.unexpected()),
        }
    }

    fn literal(&mut self) -> Parsed<Node> {
        Ok(Node::Constant(match self.advance()? {
            Token::Number(number) => Value::Number(number),
            Token::String(text) => Value::String(text),
            _ => Value::Undefined,
        }))
    }

    fn parenthesised(&mut self) -> Parsed<Node> {
        self.advance()?;
        let inside = self.expression()?;
        self.expect(")")?;
        if self.at("=>") { Err(self.unexpected()) } else { Ok(inside) }
    }

    fn template(&mut self) -> Parsed<Node> {
        let (first, mut end) = self.lexer.piece()?;
        let mut rest = Vec::new();
        while end == PieceEnd::Substitution {
            self.advance()?;
            let node = self.expression()?;
            if !self.at("}") {
                return Err(self.unexpected());
            }
            let text;
            (text, end) = self.lexer.piece()?;
            rest.push((node, text));
        }
        self.advance()?;
        Ok(Node::Template(first, rest))
    }

    fn array(&mut self) -> Parsed<Node> {
        self.advance()?;
        Ok(Node::Array(self.items("]")?))
    }

    /// Parses elements or arguments up to the closing bracket, with an optional trailing comma.
    fn items(&mut self, close: &'static str) -> Parsed<Vec<Item>> {
        let mut items = Vec::new();
        while !self.eat(close)? {
            if self.at(",") {
                return Err(self.error("a value is missing before this"));
            }
            let spread = self.eat("...")?;
            items.push(Item { node: self.expression()?, spread });
            if !self.at(close) {
                self.expect(",")?;
            }
        }
        Ok(items)
    }

    fn object(&mut self) -> Parsed<Node> {
        self.advance()?;
        let mut properties = Vec::new();
        while !self.eat("}")? {
            properties.push(self.property()?);
            if !self.at("}") {
                self.expect(",")?;
            }
        }
        Ok(Node::Object(properties))
    }

    fn property(&mut self) -> Parsed<Property> {
        if self.eat("...")? {
            return Ok(Property::Spread(self.expression()?));
        }
        if self.eat("[")? {
            let key = self.expression()?;
            self.expect("]")?;
            self.expect(":")?;
            return Ok(Property::Computed(key, self.expression()?));
        }
        let key = match &self.current.token {
            Token::Name(name) => {
                let key = Text::from(name.as_str());
                if self.stands_alone()? {
                    return if is_reserved(name) { Err(self.shape()) } else { Ok(Property::Named(key, self.name()?)) };
                }
                key
            }
            Token::String(text) => text.clone(),
            Token::Number(number) => number::format(*number).as_str().into(),
            _ => return Err(self.unexpected()),
        };
        if key.units() == Text::from("__proto__").units() {
            return Err(self.error("`__proto__` is not available"));
        }
        self.advance()?;
        if !self.eat(":")? {
            return Err(self.shape());
        }
        Ok(Property::Named(key, self.expression()?))
    }

    /// Returns true if the current name is both key and value.
    fn stands_alone(&self) -> Parsed<bool> {
        let mut ahead = self.lexer;
        Ok(matches!(ahead.next()?.token, Token::Punctuator("," | "}")))
    }

    fn shape(&self) -> super::InvalidExpression {
        self.error("a member of an object is `name: value`")
    }

    /// Parses a keyword, a parameter, a root, or a built-in name.
    fn name(&mut self) -> Parsed<Node> {
        let Token::Name(name) = &self.current.token else { return Err(self.unexpected()) };
        let name = name.clone();
        let node = match self.parameter(&name) {
            Some(parameter) => parameter,
            None => match name.as_str() {
                "true" => Node::Constant(Value::Boolean(true)),
                "false" => Node::Constant(Value::Boolean(false)),
                "null" => Node::Constant(Value::Null),
                "undefined" => Node::Constant(Value::Undefined),
                "NaN" => Node::Constant(Value::Number(f64::NAN)),
                "Infinity" => Node::Constant(Value::Number(f64::INFINITY)),
                _ if is_reserved(&name) => return Err(self.error(format!("`{name}` is not available"))),
                _ => match Root::named(&name) {
                    Some(root) if self.roots.contains(&root) => Node::Root(root),
                    Some(_) => return Err(self.unknown(&name)),
                    None => return self.built_in(&name),
                },
            },
        };
        self.advance()?;
        Ok(node)
    }

    fn parameter(&self, name: &str) -> Option<Node> {
        self.parameters.iter().rev().enumerate().find_map(|(up, names)| {
            let slot = names.iter().position(|parameter| parameter == name)?;
            Some(Node::Local { up, slot })
        })
    }

    /// Parses `Math.max`, `Number.EPSILON`, `String`.
    fn built_in(&mut self, name: &str) -> Parsed<Node> {
        let unknown = self.unknown(name);
        self.advance()?;
        let is_space = NAMESPACES.contains(&name);
        if is_space && self.eat(".")? {
            let Token::Name(member) = &self.current.token else { return Err(self.unexpected()) };
            let qualified = format!("{name}.{member}");
            let found = natives::constant(&qualified).map(Value::Number).or_else(|| function(&qualified));
            let found = found.ok_or_else(|| self.error(format!("`{qualified}` is not available")))?;
            self.advance()?;
            return Ok(Node::Constant(found));
        }
        match function(name) {
            Some(function) => Ok(Node::Constant(function)),
            None if is_space => Err(self.error(format!("`{name}` needs `.` and a name behind it"))),
            None => Err(unknown),
        }
    }

    fn unknown(&self, name: &str) -> super::InvalidExpression {
        let names: Vec<&str> = self.roots.iter().map(|root| root.name()).collect();
        self.error(format!("`{name}` is not known here; there are {}", names.join(", ")))
    }

    fn links(&mut self) -> Parsed<Vec<Link>> {
        let mut links = Vec::new();
        loop {
            let optional = self.eat("?.")?;
            let step = if self.eat("(")? {
                Step::Call(self.items(")")?)
            } else if self.eat("[")? {
                let index = self.expression()?;
                self.expect("]")?;
                Step::Index(index)
            } else if optional || self.eat(".")? {
                Step::Member(self.member()?)
            } else if self.at("`") {
                return Err(self.unexpected());
            } else {
                return Ok(links);
            };
            links.push(Link { optional, step });
        }
    }

    fn member(&mut self) -> Parsed<Key> {
        let Token::Name(name) = &self.current.token else { return Err(self.unexpected()) };
        let key = Key::new(name);
        self.advance()?;
        Ok(key)
    }
}

fn function(name: &str) -> Option<Value> {
    Global::find(name).map(|global| Value::Function(Function(Callable::Global(global))))
}

/// Returns the path of members after a root, without the method that is called on the last one.
fn path(root: Root, links: &[Link]) -> Path {
    let mut keys = Vec::new();
    for link in links {
        match &link.step {
            Step::Member(key) => keys.push(key.text.to_string()),
            Step::Index(Node::Constant(Value::String(text))) => keys.push(text.to_string()),
            Step::Index(_) => break,
            Step::Call(_) => {
                keys.pop();
                break;
            }
        }
    }
    Path { root, keys }
}
