//! The grammar of filters and of the paths of patches (RFC 7644, figures 1 and 7), read within bounds.

use serde_json::Value;

use super::attributes::{GROUP, USER};
use super::error::{Error, ErrorKind};
use super::filter::{Comparison, Filter, Path};

const MAX_BYTES: usize = 4096;
const MAX_DEPTH: usize = 16;
const MAX_COMPARISONS: usize = 100;

/// The place that an operation of a patch changes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Target {
    pub(super) name: String,
    /// The values that are meant, of an attribute with several.
    pub(super) filter: Option<Filter>,
    pub(super) part: Option<String>,
}

pub(super) struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    comparisons: usize,
    kind: ErrorKind,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self, Error> {
        let parser = Self { text, at: 0, depth: 0, comparisons: 0, kind: ErrorKind::InvalidFilter };
        if text.len() > MAX_BYTES { Err(parser.wrong("at most 4096 bytes")) } else { Ok(parser) }
    }

    /// Reads a text that is a filter as a whole.
    pub(super) fn whole_filter(mut self) -> Result<Filter, Error> {
        let filter = self.filter()?;
        self.end(filter)
    }

    /// Reads a text that is the path of a patch as a whole.
    pub(super) fn whole_target(mut self) -> Result<Target, Error> {
        self.kind = ErrorKind::InvalidPath;
        let path = self.path()?;
        if !self.takes("[") {
            return self.end(Target { name: path.name, filter: None, part: path.part });
        }
        if path.part.is_some() {
            return Err(self.wrong("an attribute before ["));
        }
        let filter = self.filter()?;
        self.spaces();
        self.expect("]")?;
        let part = if self.takes(".") { Some(self.name()?.to_owned()) } else { None };
        self.end(Target { name: path.name, filter: Some(filter), part })
    }

    fn end<T>(&mut self, value: T) -> Result<T, Error> {
        self.spaces();
        if self.rest().is_empty() { Ok(value) } else { Err(self.wrong("the end")) }
    }

    fn filter(&mut self) -> Result<Filter, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.wrong("at most 16 levels"));
        }
        let mut any = self.all()?;
        while self.takes_word("or") {
            any = Filter::Or(Box::new(any), Box::new(self.all()?));
        }
        self.depth -= 1;
        Ok(any)
    }

    /// Reads what `and` joins, which binds closer than `or`.
    fn all(&mut self) -> Result<Filter, Error> {
        let mut all = self.one()?;
        while self.takes_word("and") {
            all = Filter::And(Box::new(all), Box::new(self.one()?));
        }
        Ok(all)
    }

    fn one(&mut self) -> Result<Filter, Error> {
        self.spaces();
        let before = self.at;
        if self.takes_word("not") {
            self.spaces();
            if self.takes("(") {
                return Ok(Filter::Not(Box::new(self.closed(")")?)));
            }
            // An attribute of that name.
            self.at = before;
        }
        if self.takes("(") {
            return self.closed(")");
        }
        let path = self.path()?;
        if self.takes("[") {
            return Ok(Filter::Within(path, Box::new(self.closed("]")?)));
        }
        self.comparison(path)
    }

    fn closed(&mut self, end: &'static str) -> Result<Filter, Error> {
        let inner = self.filter()?;
        self.spaces();
        self.expect(end)?;
        Ok(inner)
    }

    fn comparison(&mut self, path: Path) -> Result<Filter, Error> {
        self.comparisons += 1;
        if self.comparisons > MAX_COMPARISONS {
            return Err(self.wrong("at most 100 comparisons"));
        }
        if self.takes_word("pr") {
            return Ok(Filter::Present(path));
        }
        let known = [
            ("eq", Comparison::Equal),
            ("ne", Comparison::NotEqual),
            ("co", Comparison::Contains),
            ("sw", Comparison::StartsWith),
            ("ew", Comparison::EndsWith),
            ("gt", Comparison::Greater),
            ("ge", Comparison::GreaterOrEqual),
            ("lt", Comparison::Less),
            ("le", Comparison::LessOrEqual),
        ];
        let found = known.into_iter().find(|(word, _)| self.takes_word(word));
        let (_, comparison) = found.ok_or_else(|| self.wrong("a way to compare, such as eq"))?;
        let value = self.value()?;
        let orders = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if orders && !(value.is_string() || value.is_number()) {
            return Err(self.wrong("a text or a number to compare with"));
        }
        Ok(Filter::Compare(path, comparison, value))
    }

    /// Reads a value of JSON that has no parts.
    fn value(&mut self) -> Result<Value, Error> {
        self.spaces();
        let rest = self.rest();
        let length = match rest.strip_prefix('"') {
            Some(text) => text_length(text).map(|it| it + 1),
            None => rest.find(|c: char| c.is_whitespace() || ")]".contains(c)).or(Some(rest.len())),
        };
        let written = length.and_then(|it| rest.get(..it)).filter(|it| !it.starts_with(['{', '[']));
        let value = written.and_then(|it| serde_json::from_str(it).ok().zip(Some(it.len())));
        let (value, length) = value.ok_or_else(|| self.wrong("a value, such as \"text\", true or 1"))?;
        self.at += length;
        Ok(value)
    }

    /// Reads the name of an attribute, with its schema before and a part behind it.
    fn path(&mut self) -> Result<Path, Error> {
        self.spaces();
        for schema in [USER, GROUP] {
            let rest = self.rest();
            let prefix = rest.get(..schema.len()).filter(|it| it.eq_ignore_ascii_case(schema));
            if prefix.is_some() && rest[schema.len()..].starts_with(':') {
                self.at += schema.len() + 1;
            }
        }
        let name = if self.rest().get(..4).is_some_and(|it| it.eq_ignore_ascii_case("urn:")) {
            self.extension()?
        } else {
            self.name()?
        };
        let part = if self.takes(".") { Some(self.name()?.to_owned()) } else { None };
        Ok(Path { name: name.to_owned(), part })
    }

    /// Reads the name of a schema that is not known here, with the attribute behind it.
    fn extension(&mut self) -> Result<&'a str, Error> {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || "[]()\"".contains(c)).unwrap_or(rest.len());
        self.at += end;
        Ok(&rest[..end])
    }

    fn name(&mut self) -> Result<&'a str, Error> {
        let rest = self.rest();
        let continues = |c: char| c.is_ascii_alphanumeric() || "-_$".contains(c);
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '$') {
            return Err(self.wrong("the name of an attribute"));
        }
        let name = &rest[..rest.find(|c| !continues(c)).unwrap_or(rest.len())];
        self.at += name.len();
        Ok(name)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn spaces(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn takes(&mut self, text: &str) -> bool {
        let takes = self.rest().starts_with(text);
        self.at += if takes { text.len() } else { 0 };
        takes
    }

    /// Skips a word in any case that is followed by no other letter.
    fn takes_word(&mut self, word: &str) -> bool {
        self.spaces();
        let rest = self.rest();
        let found = rest.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
        let ends = found && !rest[word.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c));
        self.at += if ends { word.len() } else { 0 };
        ends
    }

    fn expect(&mut self, text: &'static str) -> Result<(), Error> {
        if self.takes(text) { Ok(()) } else { Err(self.wrong(text)) }
    }

    fn wrong(&self, expected: &str) -> Error {
        Error::new(self.kind, format!("at byte {}: expected {expected}", self.at))
    }
}

/// Returns the length of a text up to the quote that ends it, that included.
fn text_length(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !is_escaped => return Some(at + 1),
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    None
}
