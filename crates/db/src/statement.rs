//! Statements as registered constants, so that a test can prepare every one on both databases.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::OnceLock;

use crate::dialect;
use crate::error::Error;
use crate::value::Row;

/// A record that is read from a row.
pub trait FromRow: Sized {
    /// The names of the columns that it reads, in order.
    const COLUMNS: &'static [&'static str];
    /// Reads the record from a row with these columns.
    fn from_row(row: Row) -> Result<Self, Error>;
}

/// The text of a statement in both dialects.
#[derive(Debug)]
pub(crate) struct Sql {
    text: Cow<'static, str>,
    numbered: OnceLock<String>,
}

impl Sql {
    const fn new(text: Cow<'static, str>) -> Self {
        Self { text, numbered: OnceLock::new() }
    }

    pub(crate) fn as_text(&self) -> Text<'_> {
        Text { plain: &self.text, numbered: self.numbered.get_or_init(|| dialect::number(&self.text)) }
    }
}

/// A borrowed text of a statement: `plain` for SQLite and `numbered` for PostgreSQL.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<'a> {
    pub(crate) plain: &'a str,
    pub(crate) numbered: &'a str,
}

/// A statement that returns rows, each of them an `R`.
#[derive(Debug)]
pub struct Query<R> {
    pub(crate) sql: Sql,
    row: PhantomData<fn() -> R>,
}

/// A statement that returns no rows.
#[derive(Debug)]
pub struct Execute {
    pub(crate) sql: Sql,
}

/// A statement that inserts many rows at once. Its text has one row of parameters without numbers: `values (?, ?)`.
#[derive(Debug)]
pub struct InsertMany {
    text: &'static str,
    /// The text for the largest chunk.
    most: OnceLock<Sql>,
    /// The texts for 1 row up to the smallest chunk, by index from 0.
    few: [OnceLock<Sql>; CHUNKS[1]],
}

/// The numbers of rows in one statement. A remainder smaller than the smallest goes into one statement of its own: more
/// sizes would be more texts to prepare, and to keep in memory, on every connection.
pub(crate) const CHUNKS: [usize; 2] = [128, 16];

/// The number of bytes at which pending rows are inserted without waiting for a full chunk.
pub(crate) const CHUNK_BYTES: usize = 4 << 20;

impl<R> Query<R> {
    /// Creates a query from its text.
    pub const fn new(text: &'static str) -> Self {
        Self { sql: Sql::new(Cow::Borrowed(text)), row: PhantomData }
    }
}

impl Execute {
    /// Creates a statement from its text.
    pub const fn new(text: &'static str) -> Self {
        Self { sql: Sql::new(Cow::Borrowed(text)) }
    }
}

impl InsertMany {
    /// Creates a statement from its text.
    pub const fn new(text: &'static str) -> Self {
        Self { text, most: OnceLock::new(), few: [const { OnceLock::new() }; CHUNKS[1]] }
    }

    /// Returns the text for `count` rows: the size of a chunk, or fewer than the smallest.
    pub(crate) fn rows(&self, count: usize) -> Text<'_> {
        let text = if count == CHUNKS[0] { &self.most } else { &self.few[count - 1] };
        text.get_or_init(|| Sql::new(Cow::Owned(self.spell(count)))).as_text()
    }

    fn spell(&self, count: usize) -> String {
        let (head, tail) = self.text.split_once("values (").unwrap_or((self.text, ")"));
        let (row, tail) = tail.split_once(')').unwrap_or((tail, ""));
        let width = row.matches('?').count();
        let mut text = format!("{head}values ");
        for n in 0..count {
            text.push_str(if n == 0 { "(" } else { ", (" });
            for column in 1..=width {
                text.push_str(if column == 1 { "?" } else { ", ?" });
                text.push_str(&(n * width + column).to_string());
            }
            text.push(')');
        }
        text.push_str(tail);
        text
    }
}

/// A statement that a test can prepare.
pub trait Registered: Sync {
    /// Returns the text for SQLite.
    fn text(&self) -> &str;
    /// Returns the columns of its record; empty if it returns no rows.
    fn columns(&self) -> &'static [&'static str];
}

impl<R: FromRow> Registered for Query<R> {
    fn text(&self) -> &str {
        &self.sql.text
    }

    fn columns(&self) -> &'static [&'static str] {
        R::COLUMNS
    }
}

impl Registered for Execute {
    fn text(&self) -> &str {
        &self.sql.text
    }

    fn columns(&self) -> &'static [&'static str] {
        &[]
    }
}

impl Registered for InsertMany {
    fn text(&self) -> &str {
        self.rows(1).plain
    }

    fn columns(&self) -> &'static [&'static str] {
        &[]
    }
}

/// Declares statements with constant texts, and `ALL` of them for the test that prepares each one.
#[macro_export]
macro_rules! statements {
    ($($(#[$doc:meta])* $name:ident: $kind:ident $(<$row:ty>)? = $text:expr;)+) => {
        $($(#[$doc])* static $name: $crate::$kind $(<$row>)? = $crate::$kind::new($text);)+

        /// Every statement of this module.
        pub static ALL: &[&dyn $crate::Registered] = &[$(&$name),+];
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_through() {
        let insert = InsertMany::new("insert into t (a, b) values (?, ?) on conflict do nothing");
        assert_eq!(insert.rows(2).plain, "insert into t (a, b) values (?1, ?2), (?3, ?4) on conflict do nothing");
    }
}
