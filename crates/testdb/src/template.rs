//! Copies of prepared databases: preparing one, by migrations for example, takes longer than copying it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use crate::{TestDatabase, postgres, server, sqlite};

/// Prepared databases by name, for the lifetime of the process.
static TEMPLATES: LazyLock<Mutex<Templates>> = LazyLock::new(Mutex::default);

#[derive(Default)]
struct Templates {
    /// The contents of the database files.
    sqlite: HashMap<String, Vec<u8>>,
    postgres: HashMap<String, TestDatabase>,
}

/// Returns a fresh database of each kind that is available, as a copy of the one that `prepare` set up first under this
/// name. `prepare` must have closed its connections when it returns.
pub fn databases_from(name: &str, prepare: impl Fn(&TestDatabase)) -> Vec<TestDatabase> {
    let mut databases = vec![sqlite_from(name, &prepare)];
    databases.extend(postgres_from(name, &prepare));
    databases
}

fn sqlite_from(name: &str, prepare: &impl Fn(&TestDatabase)) -> TestDatabase {
    let copy = sqlite();
    let mut templates = templates();
    let bytes = templates.sqlite.entry(name.to_owned()).or_insert_with(|| {
        let template = sqlite();
        prepare(&template);
        let log = format!("{}-wal", template.url());
        assert!(!Path::new(&log).exists(), "the template {name} is still in use");
        std::fs::read(template.url()).unwrap()
    });
    std::fs::write(copy.url(), bytes).unwrap();
    copy
}

fn postgres_from(name: &str, prepare: &impl Fn(&TestDatabase)) -> Option<TestDatabase> {
    let server = server()?;
    if server.private.is_none() {
        // A template would be left behind: statics are not dropped at the end of a process.
        let fresh = postgres()?;
        prepare(&fresh);
        return Some(fresh);
    }
    Some(server.base.create(&format!("template {}", postgres_template(name, prepare))))
}

/// Returns the name of the database that `prepare` set up, which any number of callers may copy at once.
fn postgres_template(name: &str, prepare: &impl Fn(&TestDatabase)) -> String {
    let mut templates = templates();
    let template = templates.postgres.entry(name.to_owned()).or_insert_with(|| {
        let template = postgres().unwrap();
        prepare(&template);
        template
    });
    let (_, created) = template.created.as_ref().unwrap();
    created.clone()
}

fn templates() -> MutexGuard<'static, Templates> {
    TEMPLATES.lock().unwrap_or_else(PoisonError::into_inner)
}
