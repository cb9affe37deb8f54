//! Number and string literals as in JavaScript's strict mode: no octal numbers or escapes with a leading zero.

use super::InvalidExpression;
use super::lexer::{Lexer, is_line_end, starts_name};
use super::number;
use super::value::Text;

/// The end of a piece of a template.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PieceEnd {
    /// The closing backtick.
    Template,
    /// The `${` of a substitution.
    Substitution,
}

impl Lexer<'_> {
    pub(super) fn number(&mut self) -> Result<f64, InvalidExpression> {
        let radix = match (self.peek(), self.at(1)) {
            (Some('0'), Some('x' | 'X')) => 16,
            (Some('0'), Some('o' | 'O')) => 8,
            (Some('0'), Some('b' | 'B')) => 2,
            _ => 10,
        };
        let number = if radix == 10 { self.decimal()? } else { self.prefixed(radix)? };
        match self.peek() {
            Some('n') => Err(self.error("large integers (`1n`) are not available")),
            Some(c) if starts_name(c) || c.is_ascii_digit() => Err(self.error("a number ends before this")),
            _ => Ok(number),
        }
    }

    fn prefixed(&mut self, radix: u32) -> Result<f64, InvalidExpression> {
        self.position += 2;
        let digits = self.digits(radix)?;
        number::digits(&digits, radix).ok_or_else(|| self.error("a digit is missing"))
    }

    fn decimal(&mut self) -> Result<f64, InvalidExpression> {
        if self.peek() == Some('0') && self.at(1).is_some_and(|c| c.is_ascii_digit() || c == '_') {
            return Err(self.error("a number does not begin with a zero; octal numbers are written `0o7`"));
        }
        let mut text = self.digits(10)?;
        if self.peek() == Some('.') {
            self.position += 1;
            text.push('.');
            text += &self.digits(10)?;
        }
        if let Some('e' | 'E') = self.peek() {
            self.position += 1;
            text.push('e');
            if let Some(sign @ ('+' | '-')) = self.peek() {
                self.position += 1;
                text.push(sign);
            }
            let exponent = self.digits(10)?;
            if exponent.is_empty() {
                return Err(self.error("a digit is missing"));
            }
            text += &exponent;
        }
        text.parse().map_err(|_| self.error("this is not a number"))
    }

    /// Reads digits and drops single underscores between them.
    fn digits(&mut self, radix: u32) -> Result<String, InvalidExpression> {
        let mut digits = String::new();
        while let Some(c) = self.peek() {
            if c == '_' {
                let between = !digits.is_empty() && self.at(1).is_some_and(|c| c.is_digit(radix));
                if !between {
                    return Err(self.error("`_` stands between two digits only"));
                }
            } else if c.is_digit(radix) {
                digits.push(c);
            } else {
                break;
            }
            self.position += 1;
        }
        Ok(digits)
    }

    pub(super) fn string(&mut self, quote: char) -> Result<Text, InvalidExpression> {
        let start = *self;
        self.position += 1;
        let mut units = Vec::new();
        loop {
            match self.peek() {
                None | Some('\n' | '\r') => return Err(start.error("this text does not end")),
                Some('\\') => self.escape(&mut units)?,
                Some(c) => {
                    self.position += 1;
                    if c == quote {
                        return Ok(units.into());
                    }
                    push(&mut units, c);
                }
            }
        }
    }

    /// Reads a piece of a template, after the backtick or after a substitution.
    pub(super) fn piece(&mut self) -> Result<(Text, PieceEnd), InvalidExpression> {
        let mut units = Vec::new();
        loop {
            match self.peek() {
                None => return Err(self.error("this template does not end")),
                Some('\\') => self.escape(&mut units)?,
                Some('`') => {
                    self.position += 1;
                    return Ok((units.into(), PieceEnd::Template));
                }
                Some('$') if self.at(1) == Some('{') => {
                    self.position += 2;
                    return Ok((units.into(), PieceEnd::Substitution));
                }
                Some('\r') => self.line_end(&mut units),
                Some(c) => {
                    self.position += 1;
                    push(&mut units, c);
                }
            }
        }
    }

    /// Reads a line end in a template as one line feed.
    fn line_end(&mut self, units: &mut Vec<u16>) {
        self.position += if self.at(1) == Some('\n') { 2 } else { 1 };
        push(units, '\n');
    }

    fn escape(&mut self, units: &mut Vec<u16>) -> Result<(), InvalidExpression> {
        let start = *self;
        let c = self.at(1).ok_or_else(|| start.error("this text does not end"))?;
        self.position += 2;
        let digit_follows = self.peek().is_some_and(|c| c.is_ascii_digit());
        match c {
            'n' => push(units, '\n'),
            't' => push(units, '\t'),
            'r' => push(units, '\r'),
            'b' => push(units, '\u{8}'),
            'v' => push(units, '\u{b}'),
            'f' => push(units, '\u{c}'),
            '0' if !digit_follows => push(units, '\0'),
            '0'..='9' => return Err(start.error("escapes by octal numbers are not available")),
            'x' => units.push(self.code(2).ok_or_else(|| start.error("`\\x` needs two hexadecimal digits"))?),
            'u' if self.peek() == Some('{') => self.code_point(start, units)?,
            'u' => units.push(self.code(4).ok_or_else(|| start.error("`\\u` needs four hexadecimal digits"))?),
            // The text continues on the next line.
            '\r' if self.peek() == Some('\n') => self.position += 1,
            c if is_line_end(c) => {}
            c => push(units, c),
        }
        Ok(())
    }

    fn code(&mut self, digits: usize) -> Option<u16> {
        let text: String = self.characters.get(self.position..self.position + digits)?.iter().collect();
        self.position += digits;
        let is_hex = text.chars().all(|c| c.is_ascii_hexdigit());
        if is_hex { u16::from_str_radix(&text, 16).ok() } else { None }
    }

    /// Reads `{1f600}` after `\u`. A single surrogate can be written like this too.
    fn code_point(&mut self, start: Self, units: &mut Vec<u16>) -> Result<(), InvalidExpression> {
        let rest = &self.characters[self.position + 1..];
        let digits: String = rest.iter().take_while(|c| c.is_ascii_hexdigit()).collect();
        let closed = rest.get(digits.len()) == Some(&'}');
        let code = digits.trim_start_matches('0');
        let code = if digits.is_empty() { None } else { u32::from_str_radix(&format!("0{code}"), 16).ok() };
        let code = code.filter(|&code| closed && code <= 0x10_ffff);
        let code = code.ok_or_else(|| start.error("`\\u{` needs hexadecimal digits of a character and `}`"))?;
        self.position += digits.len() + 2;
        match (char::from_u32(code), u16::try_from(code)) {
            (Some(c), _) => push(units, c),
            (None, Ok(surrogate)) => units.push(surrogate),
            (None, Err(_)) => {}
        }
        Ok(())
    }
}

fn push(units: &mut Vec<u16>, c: char) {
    units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
}
