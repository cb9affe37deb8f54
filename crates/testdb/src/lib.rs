//! Databases for tests: a fresh SQLite file, and a fresh database of a real PostgreSQL server.
//!
//! The server is the one at `QUIRE_TEST_POSTGRES`, or a private one that is started from the installed binaries and
//! ends with the test process, even if that is killed. If there is neither, tests run on SQLite only and report it,
//! unless `QUIRE_REQUIRE_POSTGRES` is set. No schema is known here: the caller prepares a template.

// A test whose setup fails is a failing test.
#![expect(clippy::unwrap_used, clippy::missing_panics_doc, reason = "panics are how tests fail")]

mod server;
mod template;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use postgres::{Client, NoTls};

pub use server::PostgresServer;
pub use template::databases_from;

/// The options of `create database` for one that Quire can use.
const SUITABLE: &str = "template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'";

/// A fresh database, which is removed on drop.
pub struct TestDatabase {
    name: &'static str,
    url: String,
    _dir: Option<tempfile::TempDir>,
    /// The server and the name of the database to remove there.
    created: Option<(Base, String)>,
}

impl TestDatabase {
    /// Returns `sqlite` or `postgres`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the path of the file, or the address of the database.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let Some((base, name)) = self.created.take() else { return };
        // The client must not be used on a thread of an async runtime, on which a test may end.
        let removed = std::thread::spawn(move || {
            let mut client = Client::connect(&base.address("postgres"), NoTls)?;
            client.batch_execute(&format!("drop database if exists {name} with (force)"))
        });
        // If the server is gone, its databases are as well.
        let _ = removed.join();
    }
}

/// Returns a fresh database of each kind that is available.
pub fn databases() -> Vec<TestDatabase> {
    let mut databases = vec![sqlite()];
    databases.extend(postgres());
    databases
}

/// Returns a fresh SQLite database in a temporary directory.
pub fn sqlite() -> TestDatabase {
    let dir = tempfile::tempdir().unwrap();
    let url = dir.path().join("quire.db").to_str().unwrap().to_owned();
    TestDatabase { name: "sqlite", url, _dir: Some(dir), created: None }
}

/// Returns a fresh database of a PostgreSQL server, if there is one.
pub fn postgres() -> Option<TestDatabase> {
    postgres_with(SUITABLE)
}

/// Returns a fresh database, with these options of `create database`, of a PostgreSQL server, if there is one.
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

/// The server that all tests of this process share.
pub(crate) struct Shared {
    base: Base,
    /// The server that this process started; none for one that existed before.
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
