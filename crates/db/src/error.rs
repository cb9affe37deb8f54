//! What can go wrong with a database, in the words of neither of the two.

use std::sync::Arc;

type Cause = Arc<dyn std::error::Error + Send + Sync>;

/// A statement or a transaction failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// The database can't be reached, or failed; another try may succeed.
    #[error("the database is not available: {context}")]
    Unavailable {
        /// What was being done.
        context: String,
        /// Why.
        #[source]
        source: Option<Cause>,
    },
    /// Others held the database for too long, or a statement took longer than it may.
    #[error("the database is busy")]
    Busy,
    /// A transaction conflicted with others again and again.
    #[error("too many transactions change the same things at once")]
    Contention,
    /// A value that must be unique is there already.
    #[error("a value is not unique: {constraint}")]
    Unique {
        /// The constraint, in the database's words.
        constraint: String,
    },
    /// What a row refers to is not there, or what is removed is referred to.
    #[error("a reference is broken: {constraint}")]
    ForeignKey {
        /// The constraint, in the database's words.
        constraint: String,
    },
    /// Another constraint of the schema was violated.
    #[error("a constraint is violated: {constraint}")]
    Constraint {
        /// The constraint, in the database's words.
        constraint: String,
    },
    /// The database is not one that Quire can use; the message says what to do.
    #[error("{0}")]
    Unsuitable(String),
    /// The database was written by a newer version.
    #[error("the database has schema version {found}, this version of quire knows {known}: use a newer quire")]
    Newer {
        /// The version that was found.
        found: i64,
        /// The newest known version.
        known: i64,
    },
    /// A column has a value of the wrong kind.
    #[error("column {column} is not {expected}")]
    Column {
        /// The column.
        column: &'static str,
        /// The type that was expected.
        expected: &'static str,
    },
    /// A statement failed for another reason.
    #[error("a statement failed: {sql}")]
    Statement {
        /// The statement.
        sql: String,
        /// Why.
        #[source]
        source: Cause,
    },
    /// A parameter or column of a statement has a type on PostgreSQL that no [`Value`](crate::Value) has.
    #[error("{sql}: there is no value of type {found}, a cast is missing")]
    Type {
        /// The statement.
        sql: String,
        /// The type's name.
        found: String,
    },
    /// A statement's columns are not those of its record.
    #[error("{sql}: the columns are {found:?}, the record has {expected:?}")]
    Mismatch {
        /// The statement.
        sql: String,
        /// The columns of the result.
        found: Vec<String>,
        /// The fields of the record.
        expected: Vec<String>,
    },
}

impl Error {
    pub(crate) fn unavailable(
        context: impl Into<String>,
        source: impl std::error::Error + Send + Sync + 'static,
    ) -> Self {
        Self::Unavailable { context: context.into(), source: Some(Arc::new(source)) }
    }

    pub(crate) fn statement(sql: &str, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Statement { sql: sql.to_owned(), source: Arc::new(source) }
    }
}
