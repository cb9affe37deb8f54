//! Tokens of an expression, read one at a time. String and number literals are in `literals`.

use super::InvalidExpression;
use super::value::Text;

/// Operators and brackets, longer ones before their prefixes.
const PUNCTUATORS: [&str; 60] = [
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&",
    "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**", "{", "}", "(", ")",
    "[", "]", ";", ",", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", ":", "=", ".", "#", "@", "`",
];

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Number(f64),
    String(Text),
    Name(String),
    /// An operator or bracket. For a backtick, the parser reads the template itself.
    Punctuator(&'static str),
    End,
}

/// A position in the text. Copies look ahead.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lexer<'a> {
    pub(super) characters: &'a [char],
    pub(super) position: usize,
}

/// A token, its start in characters, and whether a line ends before it.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub(super) token: Token,
    pub(super) start: usize,
    pub(super) on_new_line: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(characters: &'a [char]) -> Self {
        Self { characters, position: 0 }
    }

    pub(super) fn next(&mut self) -> Result<Placed, InvalidExpression> {
        let on_new_line = self.skip()?;
        let start = self.position;
        let token = match self.peek() {
            None => Token::End,
            Some(c) if starts_name(c) => self.name(),
            Some(c) if c.is_ascii_digit() => Token::Number(self.number()?),
            Some('.') if self.at(1).is_some_and(|c| c.is_ascii_digit()) => Token::Number(self.number()?),
            Some(quote @ ('"' | '\'')) => Token::String(self.string(quote)?),
            Some(c) => self.punctuator().ok_or_else(|| self.error(format!("`{c}` has no meaning here")))?,
        };
        Ok(Placed { token, start, on_new_line })
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.at(0)
    }

    pub(super) fn at(&self, offset: usize) -> Option<char> {
        self.characters.get(self.position + offset).copied()
    }

    pub(super) fn starts_with(&self, text: &str) -> bool {
        let rest = &self.characters[self.position..];
        text.chars().count() <= rest.len() && text.chars().zip(rest).all(|(one, other)| one == *other)
    }

    /// Creates an error at the next character.
    pub(super) fn error(&self, message: impl Into<String>) -> InvalidExpression {
        InvalidExpression::at(self.position, message)
    }

    /// Skips white space and comments; returns true if a line ends in them.
    fn skip(&mut self) -> Result<bool, InvalidExpression> {
        let mut lines = false;
        while let Some(c) = self.peek() {
            if is_space(c) {
                lines |= is_line_end(c);
                self.position += 1;
            } else if self.starts_with("//") {
                self.position += self.characters[self.position..].iter().take_while(|c| !is_line_end(**c)).count();
            } else if self.starts_with("/*") {
                lines |= self.comment()?;
            } else {
                break;
            }
        }
        Ok(lines)
    }

    fn comment(&mut self) -> Result<bool, InvalidExpression> {
        let inside = &self.characters[self.position + 2..];
        let end = inside.windows(2).position(|pair| pair == ['*', '/']);
        let end = end.ok_or_else(|| self.error("this comment does not end"))?;
        self.position += end + 4;
        Ok(inside[..end].iter().any(|c| is_line_end(*c)))
    }

    fn name(&mut self) -> Token {
        let rest = &self.characters[self.position..];
        let name: String = rest.iter().take_while(|c| continues_name(**c)).collect();
        self.position += name.chars().count();
        Token::Name(name)
    }

    fn punctuator(&mut self) -> Option<Token> {
        let found = PUNCTUATORS.into_iter().find(|text| self.starts_with(text))?;
        // `a?.5:b` is a conditional.
        let digit = self.at(2).is_some_and(|c| c.is_ascii_digit());
        let found = if found == "?." && digit { "?" } else { found };
        self.position += found.len();
        Some(Token::Punctuator(found))
    }
}

pub(super) fn is_space(c: char) -> bool {
    u16::try_from(u32::from(c)).is_ok_and(super::units::is_space)
}

pub(super) fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Returns true for letters of all scripts, `$` and `_`.
pub(super) fn starts_name(c: char) -> bool {
    /// Returns true for letters in circles and squares, which are symbols though they count as alphabetic.
    fn is_enclosed(c: char) -> bool {
        matches!(c, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}')
    }
    let is_mark = unicode_normalization::char::is_combining_mark;
    matches!(c, '$' | '_') || c.is_ascii_alphabetic() || (c.is_alphabetic() && !is_mark(c) && !is_enclosed(c))
}

/// Returns true for characters that start a name, and for digits, marks and joiners.
fn continues_name(c: char) -> bool {
    let is_joiner = matches!(c, '\u{200c}' | '\u{200d}');
    starts_name(c) || c.is_ascii_digit() || is_joiner || unicode_normalization::char::is_combining_mark(c)
}
