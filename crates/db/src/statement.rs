//! Statements as registered constants, so that a test can prepare every one on both databases.

use std::marker::PhantomData;
use std::sync::OnceLock;

use crate::dialect;
use crate::error::Error;
use crate::value::Row;

/// A type that is read from a row.
pub trait FromRow: Sized {
    /// The names of the columns that it reads, in order.
    const COLUMNS: &'static [&'static str];
    /// The record in a row of such columns.
    fn from_row(row: Row) -> Result<Self, Error>;
}

/// The text of a statement in both dialects.
#[derive(Debug)]
pub(crate) struct Sql {
    text: &'static str,
    numbered: OnceLock<String>,
}

impl Sql {
    const fn new(text: &'static str) -> Self {
        Self { text, numbered: OnceLock::new() }
    }

    pub(crate) fn as_text(&self) -> Text<'_> {
        Text { plain: self.text, numbered: self.numbered.get_or_init(|| dialect::number(self.text)) }
    }
}

/// A statement as SQLite reads it, and as PostgreSQL does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<'a> {
    pub(crate) plain: &'a str,
    pub(crate) numbered: &'a str,
}

/// A statement that gives rows, each of them an `R`.
#[derive(Debug)]
pub struct Query<R> {
    pub(crate) sql: Sql,
    row: PhantomData<fn() -> R>,
}

/// A statement that gives no rows.
#[derive(Debug)]
pub struct Execute {
    pub(crate) sql: Sql,
}

/// An `insert` of many rows at once. Its text has one row of values without numbers: `values (?, ?)`.
#[derive(Debug)]
pub struct InsertMany {
    text: &'static str,
    one: OnceLock<String>,
    full: OnceLock<(String, String)>,
}

/// Rows in one statement: SQLite and PostgreSQL take thousands of parameters, and texts of this size are still cheap.
pub(crate) const CHUNK: usize = 100;

impl<R> Query<R> {
    /// The query of this text.
    pub const fn new(text: &'static str) -> Self {
        Self { sql: Sql::new(text), row: PhantomData }
    }
}

impl Execute {
    /// The statement of this text.
    pub const fn new(text: &'static str) -> Self {
        Self { sql: Sql::new(text) }
    }
}

impl InsertMany {
    /// The statement of this text.
    pub const fn new(text: &'static str) -> Self {
        Self { text, one: OnceLock::new(), full: OnceLock::new() }
    }

    /// The text for a full chunk, which is made once, in both dialects.
    pub(crate) fn full(&self) -> Text<'_> {
        let (plain, numbered) = self.full.get_or_init(|| {
            let plain = self.rows(CHUNK);
            let numbered = dialect::number(&plain);
            (plain, numbered)
        });
        Text { plain, numbered }
    }

    /// The text for this many rows.
    pub(crate) fn rows(&self, count: usize) -> String {
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
    /// The text, as SQLite reads it.
    fn text(&self) -> &str;
    /// The columns that its rows must have, if it gives rows.
    fn columns(&self) -> &'static [&'static str];
}

impl<R: FromRow> Registered for Query<R> {
    fn text(&self) -> &str {
        self.sql.text
    }

    fn columns(&self) -> &'static [&'static str] {
        R::COLUMNS
    }
}

impl Registered for Execute {
    fn text(&self) -> &str {
        self.sql.text
    }

    fn columns(&self) -> &'static [&'static str] {
        &[]
    }
}

impl Registered for InsertMany {
    fn text(&self) -> &str {
        self.one.get_or_init(|| self.rows(1))
    }

    fn columns(&self) -> &'static [&'static str] {
        &[]
    }
}

/// Declares statements, and `ALL` of them for the test that prepares each one.
#[macro_export]
macro_rules! statements {
    ($($(#[$doc:meta])* $name:ident: $kind:ident $(<$row:ty>)? = $text:literal;)+) => {
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
        assert_eq!(insert.rows(2), "insert into t (a, b) values (?1, ?2), (?3, ?4) on conflict do nothing");
    }
}
