//! How large a document may be.

/// The most blocks, inline nodes, leaves and cells of a document that comes as JSON: fewer than a page may have, so that
/// it can be read back.
pub const MOST_NODES: usize = 100_000;

/// How deep blocks nest in a document that comes as JSON, items and tabs counted too. Each level is up to four of JSON.
pub const MOST_DEPTH: usize = 24;

/// The most columns of a table.
pub const MOST_COLUMNS: usize = 100;
