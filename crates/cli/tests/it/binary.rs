//! The binary on an installation of its own.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use quire_testdb::TestDatabase;
use serde_json::Value;
use tempfile::TempDir;

use crate::http::{self, Answer};

/// The secret of the first user's token.
pub(crate) const TOKEN: &str = "the-first-token-of-the-tests";

/// Longer than anything should take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A data directory with its database.
pub(crate) struct Installation {
    pub(crate) data: TempDir,
    url: Option<String>,
    _database: Option<TestDatabase>,
}

/// Runs a test on SQLite, and on PostgreSQL where it is found.
pub(crate) fn on_each_database(test: impl Fn(&Installation)) {
    for database in quire_testdb::databases() {
        test(&Installation::on(database));
    }
}

impl Installation {
    pub(crate) fn sqlite() -> Self {
        Self { data: tempfile::tempdir().unwrap(), url: None, _database: None }
    }

    pub(crate) fn on(database: TestDatabase) -> Self {
        let url = (database.name() == "postgres").then(|| database.url().to_owned());
        Self { data: tempfile::tempdir().unwrap(), url, _database: Some(database) }
    }

    /// On a PostgreSQL database that the test looks after.
    pub(crate) fn at(url: &str) -> Self {
        Self { data: tempfile::tempdir().unwrap(), url: Some(url.to_owned()), _database: None }
    }

    /// `sqlite` or `postgres`.
    pub(crate) fn database(&self) -> &'static str {
        if self.url.is_some() { "postgres" } else { "sqlite" }
    }

    /// A command on this installation.
    pub(crate) fn command(&self, name: &str) -> Command {
        let mut command = quire(name);
        command.arg("--data").arg(self.data.path()).args(["--log", "text"]);
        if let Some(url) = &self.url {
            command.args(["--database", url]);
        }
        command
    }

    /// As many servers as may work on the database at once: two on PostgreSQL, one on SQLite.
    pub(crate) fn serve_by_all(&self) -> Vec<Server> {
        let count = if self.url.is_some() { 2 } else { 1 };
        (0..count).map(|_| self.serve()).collect()
    }

    /// `quire serve`, without a token of the test's choice.
    pub(crate) fn serve_command(&self) -> Command {
        let mut command = self.command("serve");
        command.args(["--listen", "127.0.0.1:0", "--requests-per-minute", "0"]);
        command
    }

    /// A server whose first token is [`TOKEN`].
    pub(crate) fn serve(&self) -> Server {
        Server::start(self.serve_command().env("QUIRE_BOOTSTRAP_TOKEN", TOKEN))
    }

    /// Makes the first user and the first organization.
    pub(crate) fn set_up(&self) {
        let server = self.serve();
        server.get("/readyz").json(200);
        assert!(server.stop().success());
    }

    /// `quire import --json`, ready to run.
    pub(crate) fn import_command(&self, source: &Path, target: [&str; 2]) -> Command {
        let mut command = self.command("import");
        command.arg("--json").args(target).arg(source);
        command
    }

    /// The report of an import that succeeds.
    #[track_caller]
    pub(crate) fn import(&self, source: &Path, target: [&str; 2]) -> Value {
        serde_json::from_str(&output(&mut self.import_command(source, target))).unwrap()
    }
}

/// A command of the binary, such as `token` or `user list`.
pub(crate) fn quire(name: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quire"));
    command.args(name.split(' ')).stdin(Stdio::null());
    command
}

/// What a command that succeeds prints when it reads this.
#[track_caller]
pub(crate) fn output_of(command: &mut Command, input: &str) -> String {
    let mut running = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    running.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = running.wait_with_output().unwrap();
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What a command that succeeds prints.
#[track_caller]
pub(crate) fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{command:?}\n{printed}{errors}");
    printed
}

/// What a command that fails says last, with nothing on its standard output.
#[track_caller]
pub(crate) fn error(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(!output.status.success(), "{command:?} should fail");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    let errors = format!("\n{}", String::from_utf8(output.stderr).unwrap());
    let start = errors.rfind("\nerror: ").unwrap_or_else(|| panic!("{command:?} gives no reason: {errors}"));
    errors[start + 1..].to_owned()
}

/// A server that runs.
pub(crate) struct Server {
    child: Child,
    stdout: BufReader<ChildStdout>,
    logs: Receiver<String>,
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) fn start(command: &mut Command) -> Self {
        Self::spawn(command.stderr(Stdio::piped()))
    }

    /// Starts a server none of whose log lines can be written.
    pub(crate) fn unheard(command: &mut Command) -> Self {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        Self::spawn(command.stderr(full))
    }

    fn spawn(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (log, logs) = channel();
        if let Some(errors) = child.stderr.take() {
            thread::spawn(move || {
                for line in BufReader::new(errors).lines().map_while(Result::ok) {
                    // Who has no interest in the logs has dropped the other end.
                    let _ = log.send(line);
                }
            });
        }
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on http://").and_then(|address| address.parse().ok());
        let Some(address) = address else {
            child.wait().unwrap();
            panic!("a server printed {line:?} and said {:#?}", logs.iter().collect::<Vec<_>>());
        };
        Self { child, stdout, logs, address }
    }

    /// The next line of the standard output.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Waits until a line with these words is logged.
    pub(crate) fn logged(&self, words: &str) {
        while !self.logs.recv_timeout(PATIENCE).unwrap().contains(words) {}
    }

    /// What was logged that nobody waited for.
    pub(crate) fn said(&self) -> Vec<String> {
        self.logs.try_iter().collect()
    }

    /// Ends the server; everything that it logged and nobody waited for.
    pub(crate) fn logs_until_its_end(&self) -> Vec<String> {
        self.terminate();
        self.logs.iter().collect()
    }

    /// The identifier of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// An address of this server.
    pub(crate) fn url(&self, target: &str) -> String {
        format!("http://{}{target}", self.address)
    }

    pub(crate) fn get(&self, target: &str) -> Answer {
        self.get_as(TOKEN, target)
    }

    pub(crate) fn get_as(&self, token: &str, target: &str) -> Answer {
        http::request(self.address, "GET", target, Some(token), None)
    }

    pub(crate) fn post(&self, target: &str, body: &Value) -> Answer {
        self.post_as(TOKEN, target, body)
    }

    pub(crate) fn post_as(&self, token: &str, target: &str, body: &Value) -> Answer {
        http::request(self.address, "POST", target, Some(token), Some(body))
    }

    /// The path of the first organization.
    pub(crate) fn org(&self) -> String {
        let orgs = self.get("/v1/orgs").json(200);
        format!("/v1/orgs/{}", orgs["items"][0]["id"].as_str().unwrap())
    }

    /// Asks the server to end.
    pub(crate) fn terminate(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }

    /// Waits for the server's end; gives what it printed until then, too.
    pub(crate) fn ended(mut self) -> (ExitStatus, String) {
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap(), rest)
    }

    pub(crate) fn stop(self) -> ExitStatus {
        self.terminate();
        self.ended().0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Where it has ended already there is nothing to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
