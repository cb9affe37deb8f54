//! Databases for tests: a fresh SQLite file, and a fresh database of a real PostgreSQL server.
//!
//! The server is one that `QUIRE_TEST_POSTGRES` points to, or a private one that is started from the installed
//! binaries and ends with the test process, however that ends. Where there is neither, tests run on SQLite alone and
//! say so, unless `QUIRE_REQUIRE_POSTGRES` is set. No schema is known here: a template is prepared by the caller.

// A test that can't be set up is a test that fails.
#![expect(clippy::unwrap_used, clippy::missing_panics_doc, reason = "panics are how tests fail")]

mod server;
mod template;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use postgres::{Client, NoTls};

pub use server::PostgresServer;
pub use template::databases_from;

/// Options of `create database` for one that Quire can use.
const SUITABLE: &str = "template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'";

/// A fresh database, which is gone when this is dropped.
pub struct TestDatabase {
    name: &'static str,
    url: String,
    _dir: Option<tempfile::TempDir>,
    /// Where to remove it, and its name there.
    created: Option<(Base, String)>,
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

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let Some((base, name)) = self.created.take() else { return };
        // The client can't be used on a thread of an async runtime, where a test may end.
        let removed = std::thread::spawn(move || {
            let mut client = Client::connect(&base.address("postgres"), NoTls)?;
            client.batch_execute(&format!("drop database if exists {name} with (force)"))
        });
        // A server that is gone took its databases along.
        let _ = removed.join();
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
    TestDatabase { name: "sqlite", url, _dir: Some(dir), created: None }
}

/// A fresh database of a PostgreSQL server, if there is one.
pub fn postgres() -> Option<TestDatabase> {
    postgres_with(SUITABLE)
}

/// A fresh database of a PostgreSQL server, if there is one, with these options of `create database`.
pub fn postgres_with(options: &str) -> Option<TestDatabase> {
    Some(server()?.base.create(options))
}

/// The address of a server, without a database.
#[derive(Debug, Clone)]
pub(crate) struct Base {
    server: String,
    query: String,
}

impl Base {
    pub(crate) fn new(url: &str) -> Self {
        let (server, query) =
            url.split_once('?').map_or((url, String::new()), |(url, query)| (url, format!("?{query}")));
        Self { server: server.trim_end_matches('/').to_owned(), query }
    }

    fn address(&self, database: &str) -> String {
        format!("{}/{database}{}", self.server, self.query)
    }

    pub(crate) fn create(&self, options: &str) -> TestDatabase {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("quire_test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::SeqCst));
        let mut client = Client::connect(&self.address("postgres"), NoTls).unwrap();
        client.batch_execute(&format!("drop database if exists {name}")).unwrap();
        client.batch_execute(&format!("create database {name} {options}")).unwrap();
        let url = self.address(&name);
        TestDatabase { name: "postgres", url, _dir: None, created: Some((self.clone(), name)) }
    }
}

/// The server of all tests of this process.
pub(crate) struct Shared {
    base: Base,
    /// It ends with this process; one that was there before does not.
    private: Option<PostgresServer>,
}

#[expect(clippy::disallowed_methods, reason = "tests are configured by their environment")]
#[expect(clippy::print_stderr, reason = "whoever runs the tests should know what was left out")]
pub(crate) fn server() -> Option<&'static Shared> {
    static SERVER: OnceLock<Option<Shared>> = OnceLock::new();
    let found = SERVER.get_or_init(|| {
        if let Ok(url) = std::env::var("QUIRE_TEST_POSTGRES") {
            return Some(Shared { base: Base::new(&url), private: None });
        }
        let started = PostgresServer::start();
        if started.is_none() {
            let required = std::env::var("QUIRE_REQUIRE_POSTGRES").is_ok_and(|set| !set.is_empty() && set != "0");
            assert!(!required, "PostgreSQL 15 or newer is required and not installed");
            eprintln!("PostgreSQL 15 or newer is not found: these tests run on SQLite alone");
        }
        started.map(|server| Shared { base: Base::new(&server.url()), private: Some(server) })
    });
    found.as_ref()
}
