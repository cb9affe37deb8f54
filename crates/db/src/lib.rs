//! Narrow, blocking access to SQLite and PostgreSQL: one SQL text for both, five kinds of values, transactions as
//! types.
//!
//! A closure that only reads gets a [`Read`], which can't write. Every statement is a constant that a test prepares on
//! both databases. No table of Quire is known here, and nothing is async.

mod database;
mod dialect;
mod error;
mod failing;
mod kept;
mod migrate;
mod postgres;
mod sqlite;
mod statement;
mod transaction;
mod value;
mod watch;

pub use database::{Config, Database, MESSAGE_BYTES};
pub use error::Error;
pub use migrate::Migration;
pub use statement::{Execute, FromRow, InsertMany, Query, Registered};
pub use transaction::{Read, Write};
pub use value::{Row, Value};
pub use watch::{Heard, OnHeard, Watch};
