//! Parser from text to tree: operators, conditionals and functions. Operands and their links are in `operand`.
//!
//! Syntax of JavaScript that expressions lack is refused by name. Names are resolved here: to a parameter, a
//! root, or a built-in item; there are no others.

mod operand;

use std::sync::Arc;

use super::lexer::{Lexer, Placed, Token};
use super::syntax::{Arrow, Binary, Logical, Node, Unary};
use super::{InvalidExpression, MOST_CHARACTERS, Path, Root};

/// The maximum nesting of brackets, functions, conditionals and prefixes.
const MOST_NESTED: usize = 64;

type Parsed<T> = Result<T, InvalidExpression>;

/// Parses a text over these roots; returns the tree and the paths that it reads.
pub(super) fn parse(text: &str, roots: &[Root]) -> Parsed<(Node, Vec<Path>)> {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() > MOST_CHARACTERS {
        let message = format!("an expression has at most {MOST_CHARACTERS} characters");
        return Err(InvalidExpression::at(MOST_CHARACTERS, message));
    }
    let mut lexer = Lexer::new(&characters);
    let current = lexer.next()?;
    let mut parser = Parser { lexer, current, roots, parameters: Vec::new(), paths: Vec::new(), nested: 0 };
    if parser.current.token == Token::End {
        return Err(parser.error("an expression is missing"));
    }
    let node = parser.expression()?;
    parser.finish()?;
    parser.paths.sort_unstable();
    parser.paths.dedup();
    Ok((node, parser.paths))
}

struct Parser<'a> {
    /// The position after the current token.
    lexer: Lexer<'a>,
    current: Placed,
    roots: &'a [Root],
    /// The parameters of the enclosing functions, the outermost first.
    parameters: Vec<Vec<String>>,
    paths: Vec<Path>,
    nested: usize,
}

impl Parser<'_> {
    fn expression(&mut self) -> Parsed<Node> {
        self.nested(Self::assignment)
    }

    fn assignment(&mut self) -> Parsed<Node> {
        if let Some(parameters) = self.arrow_ahead()? {
            return self.arrow(parameters);
        }
        let condition = self.short_circuit()?;
        if !self.eat("?")? {
            return Ok(condition);
        }
        let then = self.expression()?;
        self.expect(":")?;
        let other = self.expression()?;
        Ok(Node::Conditional(Box::new([condition, then, other])))
    }

    /// Parses `&&` and `||`, or `??`, which can't be mixed without parentheses.
    fn short_circuit(&mut self) -> Parsed<Node> {
        let first = self.binary(1)?;
        if !self.at("??") {
            let node = self.or(first)?;
            return if self.at("??") { Err(self.mixed()) } else { Ok(node) };
        }
        let node = self.logical(Logical::Coalesce, "??", first, |parser| parser.binary(1))?;
        if self.at("&&") || self.at("||") { Err(self.mixed()) } else { Ok(node) }
    }

    fn or(&mut self, first: Node) -> Parsed<Node> {
        let first = self.and(first)?;
        self.logical(Logical::Or, "||", first, |parser| {
            let first = parser.binary(1)?;
            parser.and(first)
        })
    }

    fn and(&mut self, first: Node) -> Parsed<Node> {
        self.logical(Logical::And, "&&", first, |parser| parser.binary(1))
    }

    fn logical(
        &mut self,
        logical: Logical,
        sign: &str,
        first: Node,
        next: fn(&mut Self) -> Parsed<Node>,
    ) -> Parsed<Node> {
        if !self.at(sign) {
            return Ok(first);
        }
        let mut operands = vec![first];
        while self.eat(sign)? {
            operands.push(next(self)?);
        }
        Ok(Node::Logical(logical, operands))
    }

    fn mixed(&self) -> InvalidExpression {
        self.error("`??` beside `&&` or `||` needs parentheses")
    }

    fn binary(&mut self, least: u8) -> Parsed<Node> {
        let mut left = self.power()?;
        let mut row: Option<(u8, Vec<(Binary, Node)>)> = None;
        while let Some(operator) = self.operator()?.filter(|operator| operator.level() >= least) {
            self.advance()?;
            let right = self.binary(operator.level() + 1)?;
            match &mut row {
                Some((level, rights)) if *level == operator.level() => rights.push((operator, right)),
                _ => {
                    left = in_row(left, row);
                    row = Some((operator.level(), vec![(operator, right)]));
                }
            }
        }
        Ok(in_row(left, row))
    }

    /// Returns the current token as a left-associative operator, if it is one.
    fn operator(&self) -> Parsed<Option<Binary>> {
        let sign = match &self.current.token {
            Token::Punctuator(sign) => sign,
            Token::Name(name) if name == "in" => return Ok(Some(Binary::In)),
            Token::Name(name) if name == "instanceof" => return Err(self.error("`instanceof` is not available")),
            _ => return Ok(None),
        };
        Ok(Some(match *sign {
            "|" => Binary::BitOr,
            "^" => Binary::BitXor,
            "&" => Binary::BitAnd,
            "==" => Binary::Equal,
            "!=" => Binary::NotEqual,
            "===" => Binary::Same,
            "!==" => Binary::NotSame,
            "<" => Binary::Less,
            "<=" => Binary::LessOrEqual,
            ">" => Binary::Greater,
            ">=" => Binary::GreaterOrEqual,
            "<<" => Binary::ShiftLeft,
            ">>" => Binary::ShiftRight,
            ">>>" => Binary::ShiftRightUnsigned,
            "+" => Binary::Add,
            "-" => Binary::Subtract,
            "*" => Binary::Multiply,
            "/" => Binary::Divide,
            "%" => Binary::Remainder,
            _ => return Ok(None),
        }))
    }

    /// Parses `**`, which is right-associative and whose left side has no prefix.
    fn power(&mut self) -> Parsed<Node> {
        let has_prefix = self.prefix_operator().is_some();
        let base = self.prefix()?;
        if !self.at("**") {
            return Ok(base);
        }
        if has_prefix {
            return Err(self.error("the left side of `**` needs parentheses"));
        }
        self.advance()?;
        let exponent = self.nested(Self::power)?;
        Ok(Node::Binary(Box::new(base), vec![(Binary::Power, exponent)]))
    }

    fn prefix(&mut self) -> Parsed<Node> {
        let Some(operator) = self.prefix_operator() else { return self.operand() };
        self.advance()?;
        let operand = self.nested(Self::prefix)?;
        Ok(Node::Unary(operator, Box::new(operand)))
    }

    fn prefix_operator(&self) -> Option<Unary> {
        match &self.current.token {
            Token::Punctuator("!") => Some(Unary::Not),
            Token::Punctuator("-") => Some(Unary::Minus),
            Token::Punctuator("+") => Some(Unary::Plus),
            Token::Punctuator("~") => Some(Unary::Complement),
            Token::Name(name) if name == "typeof" => Some(Unary::Typeof),
            Token::Name(name) if name == "void" => Some(Unary::Void),
            _ => None,
        }
    }

    /// Returns the parameters of an arrow function that starts here, if one does. Consumes nothing.
    fn arrow_ahead(&self) -> Parsed<Option<Vec<String>>> {
        let mut ahead = self.lexer;
        let parameters = match &self.current.token {
            Token::Name(name) => Some(vec![name.clone()]),
            Token::Punctuator("(") => parameters(&mut ahead)?,
            _ => None,
        };
        let Some(parameters) = parameters else { return Ok(None) };
        let next = ahead.next()?;
        Ok(if next.token == Token::Punctuator("=>") && !next.on_new_line { Some(parameters) } else { None })
    }

    fn arrow(&mut self, parameters: Vec<String>) -> Parsed<Node> {
        for (position, name) in parameters.iter().enumerate() {
            if operand::is_reserved(name) || parameters[..position].contains(name) {
                return Err(self.error(format!("`{name}` cannot be the name of a parameter here")));
            }
        }
        while !self.eat("=>")? {
            self.advance()?;
        }
        if self.at("{") {
            return Err(self.error("the body of a function has to be an expression; put an object into parentheses"));
        }
        let count = parameters.len();
        self.parameters.push(parameters);
        let body = self.expression()?;
        self.parameters.pop();
        Ok(Node::Arrow(Arc::new(Arrow { parameters: count, body })))
    }

    fn nested<T>(&mut self, parse: fn(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nested == MOST_NESTED {
            return Err(self.error(format!("nested deeper than {MOST_NESTED} levels")));
        }
        self.nested += 1;
        let parsed = parse(self);
        self.nested -= 1;
        parsed
    }

    fn finish(&self) -> Parsed<()> {
        match &self.current.token {
            Token::End => Ok(()),
            _ => Err(self.unexpected()),
        }
    }

    /// Returns the error for a token that cannot stand here.
    fn unexpected(&self) -> InvalidExpression {
        const ASSIGNMENTS: [&str; 16] =
            ["=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=", "??="];
        match &self.current.token {
            Token::End => self.error("the expression ends too early"),
            Token::Punctuator("=") => self.error("assignment is not available; `===` compares"),
            Token::Punctuator(sign) if ASSIGNMENTS.contains(sign) => self.error("assignment is not available"),
            Token::Punctuator("++" | "--") => self.error("assignment is not available"),
            Token::Punctuator(";") => self.error("statements are not available"),
            Token::Punctuator(",") => self.error("a sequence of expressions is not available"),
            Token::Punctuator("=>") => self.error("the parameters of a function have to be plain names"),
            Token::Punctuator("`") => self.error("templates with a function before them are not available"),
            Token::Punctuator(sign) => self.error(format!("`{sign}` is unexpected")),
            Token::Name(name) => self.error(format!("`{name}` is unexpected")),
            Token::Number(_) | Token::String(_) => self.error("an operator is missing before this"),
        }
    }

    fn at(&self, sign: &str) -> bool {
        matches!(&self.current.token, Token::Punctuator(found) if *found == sign)
    }

    fn eat(&mut self, sign: &str) -> Parsed<bool> {
        let found = self.at(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.eat(sign)? {
            return Ok(());
        }
        Err(match self.current.token {
            Token::Name(_) | Token::Number(_) | Token::String(_) | Token::End => {
                self.error(format!("`{sign}` is missing"))
            }
            Token::Punctuator(_) => self.unexpected(),
        })
    }

    fn advance(&mut self) -> Parsed<Token> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.current, next).token)
    }

    /// Creates an error at the current token.
    fn error(&self, message: impl Into<String>) -> InvalidExpression {
        InvalidExpression::at(self.current.start, message)
    }
}

fn in_row(left: Node, row: Option<(u8, Vec<(Binary, Node)>)>) -> Node {
    match row {
        Some((_, rights)) => Node::Binary(Box::new(left), rights),
        None => left,
    }
}

/// Reads the names up to the closing parenthesis; `None` if there is anything else.
fn parameters(lexer: &mut Lexer<'_>) -> Parsed<Option<Vec<String>>> {
    let mut names = Vec::new();
    loop {
        match lexer.next()?.token {
            Token::Punctuator(")") => return Ok(Some(names)),
            Token::Name(name) => names.push(name),
            _ => return Ok(None),
        }
        match lexer.next()?.token {
            Token::Punctuator(")") => return Ok(Some(names)),
            Token::Punctuator(",") => {}
            _ => return Ok(None),
        }
    }
}
