//! A private PostgreSQL server, on loopback and a free port.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::{Base, SUITABLE, TestDatabase};

/// A server that is stopped, and whose files are removed, on drop or at the end of the process.
pub struct PostgresServer {
    binaries: PathBuf,
    dir: PathBuf,
    port: u16,
    owner: Option<(u32, u32)>,
    tls: bool,
    /// Stops the server when its standard input, held by this process, closes.
    _watchdog: Child,
}

/// The user name. The server trusts every client on loopback, since it holds test data only.
const USER: &str = "quire";

impl PostgresServer {
    /// Starts a server from the installed binaries; returns `None` if they are not found.
    pub fn start() -> Option<Self> {
        Self::start_with(None)
    }

    /// Starts a server that accepts TLS, with this certificate and its key.
    pub fn start_tls(certificate: &str, key: &str) -> Option<Self> {
        Self::start_with(Some((certificate, key)))
    }

    fn start_with(tls: Option<(&str, &str)>) -> Option<Self> {
        let binaries = binaries()?;
        let dir = tempfile::Builder::new().prefix("quire-postgres").tempdir().unwrap().keep();
        let owner = owner();
        own(&dir, owner, 0o700);
        let watchdog = watchdog(&binaries, &dir, owner);
        let mut server = Self { binaries, dir, port: 0, owner, tls: tls.is_some(), _watchdog: watchdog };
        let data = server.data();
        let made = server.run(
            "initdb",
            &[
                "--pgdata",
                &data,
                "--username",
                USER,
                "--auth",
                "trust",
                "--no-locale",
                "--encoding",
                "UTF8",
                "--no-sync",
            ],
        );
        assert!(made, "initdb failed");
        if let Some((certificate, key)) = tls {
            server.place("server.crt", certificate);
            server.place("server.key", key);
        }
        // Another process may take the port between finding and using it.
        let started = (0..5).any(|_| {
            server.port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            server.try_start()
        });
        assert!(started, "the server does not start, see {}", server.dir.join("log").display());
        Some(server)
    }

    /// Returns the address of the server, without a database.
    pub fn url(&self) -> String {
        format!("postgres://{USER}@127.0.0.1:{}", self.port)
    }

    /// Returns a fresh database of this server.
    pub fn database(&self) -> TestDatabase {
        Base::new(&self.url()).create(SUITABLE)
    }

    /// Stops the server immediately, as a crash would.
    pub fn stop(&self) {
        let stopped = self.run("pg_ctl", &["stop", "--wait", "--mode", "immediate", "--pgdata", &self.data()]);
        assert!(stopped, "the server does not stop");
    }

    /// Starts the server again after it was stopped, at the same address.
    pub fn start_again(&self) {
        assert!(self.try_start(), "the server does not start, see {}", self.dir.join("log").display());
    }

    fn try_start(&self) -> bool {
        // What would bring data over a crash of the machine is left out; a crash of the server alone loses nothing.
        let settings = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=300 -c ssl={} \
             -c fsync=off -c full_page_writes=off -c max_wal_size=256MB",
            self.port, self.tls
        );
        let log = self.dir.join("log");
        let log = log.to_str().unwrap();
        self.run("pg_ctl", &["start", "--wait", "--pgdata", &self.data(), "--log", log, "--options", &settings])
    }

    /// Writes a file of mode 0600 into the server's data directory.
    fn place(&self, name: &str, text: &str) {
        let path = self.dir.join("data").join(name);
        fs::write(&path, text).unwrap();
        own(&path, self.owner, 0o600);
    }

    fn data(&self) -> String {
        self.dir.join("data").to_str().unwrap().to_owned()
    }

    fn run(&self, program: &str, arguments: &[&str]) -> bool {
        let mut command = Command::new(self.binaries.join(program));
        command.args(arguments).current_dir(&self.dir).stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(Stdio::null());
        become_owner(&mut command, self.owner);
        command.status().unwrap().success()
    }
}

/// Starts a shell that waits for the end of its input, which this process's end causes, then stops the server and
/// removes its files. It repeats this several times: a server that was just being started may still be about to write.
fn watchdog(binaries: &Path, dir: &Path, owner: Option<(u32, u32)>) -> Child {
    let script = r#"trap '' INT TERM HUP
        cat >/dev/null
        cd /
        for pause in 0 1 2 4; do
            sleep $pause
            "$1/pg_ctl" stop --wait --mode immediate --pgdata "$2/data" >/dev/null 2>&1
            rm -rf "$2"
        done"#;
    let mut command = Command::new("sh");
    command.arg("-c").arg(script).arg("watchdog").arg(binaries).arg(dir).current_dir(dir);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    become_owner(&mut command, owner);
    command.spawn().unwrap()
}

fn own(path: &Path, owner: Option<(u32, u32)>, mode: u32) {
    if let Some((user, group)) = owner {
        chown(path, Some(user), Some(group)).unwrap();
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn become_owner(command: &mut Command, owner: Option<(u32, u32)>) {
    if let Some((user, group)) = owner {
        command.uid(user).gid(group);
    }
}

/// Returns user and group for the server if this process is root, which PostgreSQL refuses: `postgres`, else `nobody`.
fn owner() -> Option<(u32, u32)> {
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let find = |name: &str| {
        let fields: Vec<&str> = users.lines().map(|line| line.split(':').collect::<Vec<_>>()).find(|f| f[0] == name)?;
        Some((fields[2].parse().ok()?, fields[3].parse().ok()?))
    };
    Some(find("postgres").or_else(|| find("nobody")).expect("there is a user nobody"))
}

/// Returns the directory of `initdb`, `postgres` and `pg_ctl` of the newest installed version, 15 or later.
fn binaries() -> Option<PathBuf> {
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = installed
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .filter(|(version, bin)| *version >= 15 && bin.join("initdb").exists())
        .collect();
    versions.sort();
    versions.pop().map(|(_, bin)| bin).or_else(on_path)
}

#[expect(clippy::disallowed_methods, reason = "tests are configured by their environment")]
fn on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path).find(|dir| dir.join("initdb").exists() && dir.join("pg_ctl").exists())?;
    let version = Command::new(found.join("postgres")).arg("--version").output().ok()?.stdout;
    let version = String::from_utf8(version).ok()?;
    let major: u32 = version.split_whitespace().nth(2)?.split('.').next()?.parse().ok()?;
    (major >= 15).then_some(found)
}
