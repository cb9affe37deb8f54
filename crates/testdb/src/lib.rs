//! Databases for tests: a fresh SQLite file, and a fresh database of a real PostgreSQL server.
//!
//! The server is one that `QUIRE_TEST_POSTGRES` points to, or a private one that is started from the installed
//! binaries and ends with the test process, however that ends. Where there is neither, tests run on SQLite alone and
//! say so, unless `QUIRE_REQUIRE_POSTGRES` is set.

// A test that can't be set up is a test that fails.
#![expect(clippy::unwrap_used, clippy::missing_panics_doc, reason = "panics are how tests fail")]

mod server;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use postgres::NoTls;

pub use server::PostgresServer;

/// A fresh database, which is gone when this is dropped.
pub struct TestDatabase {
    name: &'static str,
    url: String,
    _dir: Option<tempfile::TempDir>,
}

impl TestDatabase {
    /// `sqlite` or `postgres`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The path of the file, or the address of the database.
    pub fn url(&self) -> &str {
        &self.url
    }
}

/// A fresh database of each kind that is found here.
pub fn databases() -> Vec<TestDatabase> {
    let mut databases = vec![sqlite()];
    databases.extend(postgres());
    databases
}

/// A fresh SQLite file.
pub fn sqlite() -> TestDatabase {
    let dir = tempfile::tempdir().unwrap();
    let url = dir.path().join("quire.db").to_str().unwrap().to_owned();
    TestDatabase { name: "sqlite", url, _dir: Some(dir) }
}

/// A fresh database of a PostgreSQL server, if there is one.
pub fn postgres() -> Option<TestDatabase> {
    postgres_with("template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'")
}

/// A fresh database of a PostgreSQL server, if there is one, with these options of `create database`.
pub fn postgres_with(options: &str) -> Option<TestDatabase> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let base = server()?;
    let name = format!("quire_test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::SeqCst));
    let mut client = postgres::Client::connect(&format!("{base}/postgres"), NoTls).unwrap();
    client.batch_execute(&format!("drop database if exists {name}")).unwrap();
    client.batch_execute(&format!("create database {name} {options}")).unwrap();
    Some(TestDatabase { name: "postgres", url: format!("{base}/{name}"), _dir: None })
}

/// The address of the server without a database.
#[expect(clippy::disallowed_methods, reason = "tests are configured by their environment")]
#[expect(clippy::print_stderr, reason = "whoever runs the tests should know what was left out")]
fn server() -> Option<&'static str> {
    static SERVER: OnceLock<Option<(String, Option<PostgresServer>)>> = OnceLock::new();
    let found = SERVER.get_or_init(|| {
        if let Ok(url) = std::env::var("QUIRE_TEST_POSTGRES") {
            return Some((url.trim_end_matches('/').to_owned(), None));
        }
        let started = PostgresServer::start();
        if started.is_none() {
            let required = std::env::var("QUIRE_REQUIRE_POSTGRES").is_ok_and(|set| !set.is_empty() && set != "0");
            assert!(!required, "PostgreSQL 15 or newer is required and not installed");
            eprintln!("PostgreSQL 15 or newer is not found: these tests run on SQLite alone");
        }
        started.map(|server| (server.url(), Some(server)))
    });
    found.as_ref().map(|(url, _)| url.as_str())
}
