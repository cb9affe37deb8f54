//! Errors of databases, independent of the kind of database.

use std::sync::Arc;

type Cause = Arc<dyn std::error::Error + Send + Sync>;

/// An error of a statement or a transaction.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// The database can't be reached, or failed; a retry may succeed.
    #[error("the database is not available: {context}")]
    Unavailable {
        /// The operation that failed.
        context: String,
        /// The cause, if one is known.
        #[source]
        source: Option<Cause>,
    },
    /// Other transactions held the database for too long, or a statement exceeded its time limit.
    #[error("the database is busy")]
    Busy,
    /// A transaction conflicted with others in every attempt.
    #[error("too many transactions change the same things at once")]
    Contention,
    /// A value that must be unique exists already.
    #[error("a value is not unique: {constraint}")]
    Unique {
        /// The violated constraint, as the database reports it.
        constraint: String,
    },
    /// A row refers to one that does not exist, or a row that is referred to was to be deleted.
    #[error("a reference is broken: {constraint}")]
    ForeignKey {
        /// The violated constraint, as the database reports it.
        constraint: String,
    },
    /// Another constraint of the schema was violated.
    #[error("a constraint is violated: {constraint}")]
    Constraint {
        /// The violated constraint, as the database reports it.
        constraint: String,
    },
    /// Quire can't use the database; the message says what to do.
    #[error("{0}")]
    Unsuitable(String),
    /// A newer version of Quire has migrated the database.
    #[error("the database has schema version {found}, this version of quire knows {known}: use a newer quire")]
    Newer {
        /// The schema version of the database.
        found: i64,
        /// The newest schema version that is known.
        known: i64,
    },
    /// A column has a value of the wrong kind.
    #[error("column {column} is not {expected}")]
    Column {
        /// The name of the column.
        column: &'static str,
        /// The name of the expected type.
        expected: &'static str,
    },
    /// A statement failed for another reason.
    #[error("a statement failed: {sql}")]
    Statement {
        /// The text of the statement.
        sql: String,
        /// The cause that the driver reports.
        #[source]
        source: Cause,
    },
    /// A parameter or column of a statement has a type on PostgreSQL that no [`Value`](crate::Value) has.
    #[error("{sql}: there is no value of type {found}, a cast is missing")]
    Type {
        /// The text of the statement.
        sql: String,
        /// The name of the type on PostgreSQL.
        found: String,
    },
    /// A statement's columns differ from those of its record.
    #[error("{sql}: the columns are {found:?}, the record has {expected:?}")]
    Mismatch {
        /// The text of the statement.
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
