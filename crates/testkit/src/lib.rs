//! The test application: everything but the sockets, on each database, with a clock that tests advance.
//!
//! Every response that a [`Caller`] gets is validated against the OpenAPI document: a response that the document does
//! not describe fails the test that caused it.

// A test whose setup fails is a failing test.
#![expect(clippy::unwrap_used, clippy::missing_panics_doc, reason = "panics are how tests fail")]

mod browser;
mod caller;
mod document;
mod fakes;
mod trees;

pub use browser::Browser;
pub use caller::{Answer, Caller};
pub use fakes::{FakeClock, FakeEntropy, FakeMailer, FakeNames};
pub use trees::{Files, dated_zip, unzip, zip};

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use quire_app::content::commit::Target;
use quire_app::core::ambient::Ambient;
use quire_app::openapi_specs::processing::{Documents, SourceKind};
use quire_app::operations::bootstrap::First;
use quire_app::{App, DatabaseConfig, Options};
use quire_jobs::web::Web;
use quire_model::claims::NamePattern;
use quire_model::ids::{SpaceId, UserId};
use quire_model::roles::Role;
use quire_model::scopes::Scopes;
use quire_model::text::TokenName;
use quire_store::{Database, migrations};

use crate::document::Document;

/// The secret of the first user's token.
pub const ADMIN: &str = "the-first-token-of-the-tests";

/// The public URL that the application is configured with.
pub const URL: &str = "http://quire.test";

/// The application on a fresh database.
pub struct TestApp {
    /// The application's use cases.
    pub app: App,
    /// The clock, which the test advances.
    pub clock: FakeClock,
    /// The mailer of [`TestApp::run_jobs`].
    pub mailer: FakeMailer,
    /// The publications under names that the application sees.
    pub names: FakeNames,
    /// The first user and organization.
    pub first: First,
    /// The HTTP service of published sites.
    pub sites: quire_site::Sites,
    router: Router,
    document: Arc<Document>,
    runtime: tokio::runtime::Runtime,
    data: tempfile::TempDir,
    /// The database; the last field, so that it outlives the connections.
    held: quire_testdb::TestDatabase,
}

/// Runs a test on SQLite, and on PostgreSQL if it is found.
pub fn on_each_database(test: impl Fn(&TestApp)) {
    for database in databases() {
        test(&TestApp::on(database, &|_| {}));
    }
}

/// Runs a test on each database, with an application that may fetch files from servers on this machine.
pub fn on_each_database_within_reach(test: impl Fn(&TestApp)) {
    for database in databases() {
        test(&TestApp::on(database, &|options| options.allow_private_addresses = true));
    }
}

/// Runs a test on each database, with an application that publishes sites under these host names.
pub fn on_each_database_with_hosts(hosts: &[&str], test: impl Fn(&TestApp)) {
    on_each_database_with(
        |options| options.site_hosts = hosts.iter().map(|host| host.parse().unwrap()).collect(),
        test,
    );
}

/// The same with other options.
pub fn on_each_database_with(adjust: impl Fn(&mut Options), test: impl Fn(&TestApp)) {
    for database in databases() {
        test(&TestApp::on(database, &adjust));
    }
}

impl TestApp {
    fn on(held: quire_testdb::TestDatabase, adjust: &dyn Fn(&mut Options)) -> Self {
        let data = tempfile::tempdir().unwrap();
        let (clock, names) = (FakeClock::default(), FakeNames::default());
        let mut options = Options {
            public_url: URL.to_owned(),
            cache_bytes: 16 << 20,
            max_upload_bytes: 16 << 20,
            allow_private_addresses: false,
            site_hosts: Vec::new(),
            allowed_hostnames: allowed(&["*.operated.example"]),
            allowed_email_domains: allowed(&["operated.example"]),
            sends_mail: true,
            font_folders: Vec::new(),
            oidc: None,
        };
        adjust(&mut options);
        let public_url = options.public_url.clone();
        let ambient = ambient(&clock, &names, FakeEntropy::default(), &options);
        let app = App::open(config_of(&held), data.path(), ambient, options).unwrap();
        let first = app.bootstrap(Some(ADMIN)).unwrap().unwrap();
        let seconds = clock.clone();
        let random = fakes::numbers();
        let mut layers = quire_api::layers::Options::new(Arc::new(move || seconds.seconds()), Arc::new(random));
        layers.requests_per_minute = 0;
        layers.bad_tokens_per_minute = 0;
        let sites = quire_site::Sites::new(app.clone());
        let router =
            Router::new().fallback_service(sites.in_front_of(quire_api::routes(app.clone(), layers, sites.routes())));
        let document = Document::of(&public_url);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Self { app, clock, mailer: FakeMailer::default(), names, first, sites, router, document, runtime, data, held }
    }

    /// Opens another application on the same database, as another process does.
    pub fn another_process(&self) -> App {
        let options = self.app.options().clone();
        let data = self.data.path();
        let ambient = ambient(&self.clock, &self.names, FakeEntropy::of_another_process(), &options);
        App::open(config_of(&self.held), data, ambient, options).unwrap()
    }

    /// Returns what answers requests.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Returns `sqlite` or `postgres`.
    pub fn database(&self) -> &'static str {
        self.held.name()
    }

    /// Returns a caller with the token of the first user, an administrator of the first organization.
    pub fn admin(&self) -> Caller<'_> {
        self.caller(Some(ADMIN))
    }

    /// Returns a caller with this token, or without one.
    pub fn caller(&self, token: Option<&str>) -> Caller<'_> {
        Caller::new(self, token.map(str::to_owned))
    }

    /// Returns a browser without a session.
    pub fn browser(&self) -> Browser<'_> {
        Browser::new(self, None)
    }

    /// Returns a browser with this session cookie.
    pub fn browser_with(&self, cookie: &str) -> Browser<'_> {
        Browser::new(self, Some(cookie.to_owned()))
    }

    /// Publishes the proof of a claim, given as the API shows the claim.
    pub fn publish_proof(&self, claim: &serde_json::Value) {
        let record = &claim["proof"]["record"];
        self.names.publish_text(record["name"].as_str().unwrap(), record["value"].as_str().unwrap());
    }

    /// Checks all claims that are due, at most 1000, and returns how many were checked.
    pub fn check_claims(&self) -> usize {
        (0..1000).take_while(|_| self.app.check_due_claim().unwrap()).count()
    }

    /// Runs an async closure, which gets the router, on the runtime that answers requests.
    pub fn on_runtime<T>(&self, work: impl AsyncFnOnce(Router) -> T) -> T {
        self.runtime.block_on(work(self.router.clone()))
    }

    /// Reads the sources of OpenAPI specifications that are due, and returns the number of them.
    pub fn process_openapi_specs(&self) -> usize {
        let documents = quire_jobs::openapi_specs::Network::new(self.app.options().allow_private_addresses);
        self.process_openapi_specs_with(&documents)
    }

    /// Does the same with these documents of other servers.
    pub fn process_openapi_specs_with(&self, documents: &dyn Documents) -> usize {
        let one = |kind| self.app.process_openapi_spec(kind, documents).unwrap();
        std::iter::from_fn(|| SourceKind::ALL.into_iter().any(one).then_some(())).count()
    }

    /// Carries out the imports that nobody waits for, and returns the number of them.
    pub fn run_imports(&self) -> usize {
        std::iter::from_fn(|| self.app.run_due_import().unwrap().then_some(())).count()
    }

    /// Runs the translations that are due with this translator, and returns the number of them.
    pub fn run_translations(&self, translators: &dyn quire_app::translations::Translators) -> usize {
        let one = || self.app.run_due_translation(translators).unwrap();
        std::iter::from_fn(|| one().then_some(())).count()
    }

    /// Runs the jobs that are due and returns the number of those that succeeded.
    pub fn run_jobs(&self) -> usize {
        quire_jobs::run_due(&self.app, &self.mailer).unwrap()
    }

    /// Creates a user with a token that has all scopes; returns the user's identifier and the token's secret.
    pub fn new_user(&self, email: &str) -> (UserId, String) {
        self.clock.pass(Duration::from_millis(1));
        let user = self.app.create_user(email, email.split('@').next().unwrap()).unwrap().id;
        let name = TokenName::try_from("test".to_owned()).unwrap();
        let new = quire_app::accounts::tokens::NewToken { name, scopes: Scopes::ALL, expires_at: None };
        (user, self.app.issue_token(user, &new).unwrap().secret)
    }

    /// Creates a user like [`Self::new_user`] and adds them to the first organization; without a role, as a guest.
    pub fn new_member(&self, email: &str, role: Option<Role>) -> (UserId, String) {
        let (user, secret) = self.new_user(email);
        self.app.add_member(self.first.organization, user, role).unwrap();
        (user, secret)
    }

    /// Returns the path of the first organization.
    pub fn org(&self) -> String {
        format!("/v1/orgs/{}", self.first.organization)
    }

    /// Creates a space in the first organization and returns its path.
    pub fn new_space(&self, title: &str) -> String {
        let made = self.admin().post(&format!("{}/spaces", self.org()), &serde_json::json!({ "title": title }));
        format!("/v1/spaces/{}", made.created()["id"].as_str().unwrap())
    }
}

impl TestApp {
    /// Imports a directory into the space or the change request with this path.
    pub fn import(&self, space: &str, files: &Files) -> quire_app::content::import::Report {
        let limits = quire_app::content::import::Limits::default();
        self.try_import(space, files, &limits).unwrap()
    }

    /// Imports a directory into the space or the change request with this path, within limits.
    pub fn try_import(
        &self,
        space: &str,
        files: &Files,
        limits: &quire_app::content::import::Limits,
    ) -> Result<quire_app::content::import::Report, quire_app::Error> {
        let operator = quire_app::Caller::operator();
        let (space, target) = content_of(space);
        self.app.import_tree(&operator, space, target, files, limits, &mut |_| {})
    }

    /// Uploads bytes to the first organization and returns the upload's address.
    pub fn upload(&self, name: &str, bytes: &[u8]) -> String {
        let file = serde_json::json!({ "name": name, "type": "application/octet-stream", "size": bytes.len() });
        let body = serde_json::json!({ "file": file, "kind": "import_file" });
        let place = self.admin().post(&format!("{}/storage/upload", self.org()), &body).created();
        let url = place["url"].as_str().unwrap().to_owned();
        self.caller(None).put_bytes(&url, bytes.to_vec()).expect(204);
        url
    }

    /// Returns the directory of the database file, on SQLite only.
    pub fn database_dir(&self) -> std::path::PathBuf {
        std::path::Path::new(&self.held.url()).parent().unwrap().to_owned()
    }

    /// Removes the files of all blobs, to simulate a failing disk.
    pub fn lose_blobs(&self) {
        std::fs::remove_dir_all(self.data.path().join("blobs")).unwrap();
    }

    /// Returns the number of layouts of pages that are kept for printing.
    pub fn count_print_layouts(&self) -> usize {
        let files = std::fs::read_dir(self.data.path().join("print-layouts"));
        files.map_or(0, Iterator::count)
    }

    /// Removes all printed documents and the layouts of their pages.
    pub fn lose_prints(&self) {
        for name in ["prints", "print-layouts"] {
            std::fs::remove_dir_all(self.data.path().join(name)).unwrap();
        }
    }

    /// Returns the directory of the search index.
    pub fn search_dir(&self) -> std::path::PathBuf {
        self.data.path().join("search")
    }

    /// Returns the number of files in the blob directory.
    pub fn count_blob_files(&self) -> usize {
        let shelves = std::fs::read_dir(self.data.path().join("blobs")).unwrap();
        shelves.map(|shelf| std::fs::read_dir(shelf.unwrap().path()).unwrap().count()).sum()
    }
}

/// Returns a fresh database of each kind that is available, with the tables of Quire.
fn databases() -> Vec<quire_testdb::TestDatabase> {
    quire_testdb::databases_from("quire", |held| {
        Database::open(config_of(held)).unwrap().migrate(migrations::ALL, 0).unwrap();
    })
}

fn config_of(held: &quire_testdb::TestDatabase) -> DatabaseConfig {
    match held.name() {
        "postgres" => DatabaseConfig::Postgres { url: held.url().to_owned(), connections: 8 },
        _ => DatabaseConfig::Sqlite { path: held.url().into(), readers: 4 },
    }
}

fn ambient(clock: &FakeClock, names: &FakeNames, entropy: FakeEntropy, options: &Options) -> Ambient {
    // The clock of tests stands still while somebody waits.
    let web = Web::new(options.allow_private_addresses, |_| {});
    Ambient {
        clock: Box::new(clock.clone()),
        entropy: Box::new(entropy),
        names: Box::new(names.clone()),
        web: Box::new(web),
    }
}

fn allowed(patterns: &[&str]) -> Vec<NamePattern> {
    patterns.iter().map(|pattern| pattern.parse().unwrap()).collect()
}

/// Returns the space and the content that the path of a space or of a change request refers to.
fn content_of(path: &str) -> (SpaceId, Target) {
    let (space, change_request) = match path.split_once("/change-requests/") {
        Some((space, name)) => (space, Target::ChangeRequest(name.parse().unwrap())),
        None => (path, Target::Main),
    };
    (space.trim_start_matches("/v1/spaces/").parse().unwrap(), change_request)
}
