//! The measured programs, as processes that end with their handle.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;

use super::connection::{Connection, get};
use super::content::Content;
use super::{Bed, progress};

/// The token of the first user of every measured installation.
pub(crate) const TOKEN: &str = "the-token-of-the-benchmarks";

/// A running server process.
pub(crate) struct Server {
    child: Child,
    /// The open output, so that a server that prints another line is not ended by a closed pipe.
    _stdout: BufReader<ChildStdout>,
    pub(crate) address: SocketAddr,
}

/// Resident memory in MiB.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resident {
    /// What the process has for itself.
    pub(crate) own: f64,
    /// Mapped files, the program among them: the system can drop these parts at any time, as it can read them again.
    pub(crate) of_files: f64,
}

impl Server {
    /// Starts the product on a data directory.
    pub(crate) fn quire(bed: &Bed, data: &Path) -> anyhow::Result<Self> {
        Self::quire_with(bed, data, &[])
    }

    /// Starts the product on a data directory with further options.
    pub(crate) fn quire_with(bed: &Bed, data: &Path, options: &[&str]) -> anyhow::Result<Self> {
        let mut command = Command::new(&bed.quire);
        command.args(["serve", "--listen", "127.0.0.1:0", "--requests-per-minute", "0", "--log-level", "warn"]);
        command.args(options).arg("--data").arg(data).env("QUIRE_BOOTSTRAP_TOKEN", TOKEN);
        Self::start(&mut command)
    }

    /// Starts a server that answers `/0`, `/1`, … with the bytes of these files.
    pub(crate) fn bare<'a>(bed: &Bed, files: impl IntoIterator<Item = &'a Path>) -> anyhow::Result<Self> {
        Self::start(Command::new(&bed.bare).args(files))
    }

    /// Starts a server that prints its address in its first line.
    pub(crate) fn start(command: &mut Command) -> anyhow::Result<Self> {
        let name = command.get_program().to_string_lossy().into_owned();
        let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = started.with_context(|| format!("starting {name}"))?;
        let mut stdout = BufReader::new(child.stdout.take().context("the output is piped")?);
        let mut line = String::new();
        stdout.read_line(&mut line).context("reading the first line of a server")?;
        match line.trim().strip_prefix("listening on http://").map(str::parse) {
            Some(Ok(address)) => Ok(Self { child, _stdout: stdout, address }),
            _ => {
                child.kill().context("ending a server")?;
                child.wait().context("ending a server")?;
                bail!("{name} printed {line:?} instead of its address")
            }
        }
    }

    /// Waits until the server is ready for requests.
    pub(crate) fn ready(&self) -> anyhow::Result<()> {
        let mut connection = Connection::open(self.address)?;
        let request = get("/readyz", TOKEN);
        while connection.exchange(&request)?.0 != 200 {}
        Ok(())
    }

    /// Stops the server, and waits until it has ended.
    pub(crate) fn stop(mut self) -> anyhow::Result<()> {
        let pid = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &pid]).status().context("asking a server to end")?;
        ensure!(asked.success(), "a server could not be asked to end");
        self.child.wait().context("waiting for a server's end")?;
        Ok(())
    }

    /// Returns true if the process still runs.
    pub(crate) fn is_alive(&mut self) -> anyhow::Result<bool> {
        Ok(self.child.try_wait().context("asking for a server's state")?.is_none())
    }

    /// Returns the resident memory in MiB.
    pub(crate) fn resident(&self) -> anyhow::Result<f64> {
        self.memory("VmRSS:")
    }

    /// Returns the resident memory by what it is.
    pub(crate) fn parts(&self) -> anyhow::Result<Resident> {
        let (own, shared) = (self.memory("RssAnon:")?, self.memory("RssShmem:")?);
        Ok(Resident { own: own + shared, of_files: self.memory("RssFile:")? })
    }

    /// Returns the peak of resident memory since the start of the process, in MiB.
    pub(crate) fn peak(&self) -> anyhow::Result<f64> {
        self.memory("VmHWM:")
    }

    /// Returns the time on processors since the start of the process, in milliseconds.
    pub(crate) fn spent(&self) -> anyhow::Result<f64> {
        let path = format!("/proc/{}/stat", self.child.id());
        let stat = std::fs::read_to_string(&path).with_context(|| format!("reading {path}"))?;
        let fields = stat.rsplit(')').next().context("a process has a name")?;
        // The times in user and in kernel mode, in hundredths of a second (proc(5)).
        let ticks: Vec<u64> = fields.split_whitespace().skip(11).take(2).map(str::parse).collect::<Result<_, _>>()?;
        Ok(ticks.iter().sum::<u64>() as f64 * 10.0)
    }

    /// Returns the identifier, the name and the milliseconds on processors of each thread that runs now.
    pub(crate) fn threads(&self) -> anyhow::Result<Vec<(String, String, f64)>> {
        let mut threads = Vec::new();
        for entry in std::fs::read_dir(format!("/proc/{}/task", self.child.id())).context("listing threads")? {
            let path = entry?.path();
            let read = |name: &str| std::fs::read_to_string(path.join(name));
            // A thread may have ended meanwhile.
            let (Ok(name), Ok(spent)) = (read("comm"), read("schedstat")) else { continue };
            let spent: f64 = spent.split(' ').next().unwrap_or_default().parse().unwrap_or_default();
            threads.push((path.to_string_lossy().into_owned(), name.trim().to_owned(), spent / 1e6));
        }
        Ok(threads)
    }

    fn memory(&self, field: &str) -> anyhow::Result<f64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(&path).with_context(|| format!("reading {path}"))?;
        let line = status.lines().find_map(|line| line.strip_prefix(field));
        let line = line.with_context(|| format!("there is no {field}"))?;
        let kib: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
        Ok(kib / 1024.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Killing a process that has ended is no error here.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Creates a data directory with a first user and a first organization.
pub(crate) fn set_up(bed: &Bed, data: &Path) -> anyhow::Result<()> {
    let server = Server::quire(bed, data)?;
    server.ready()?;
    server.stop()
}

/// Imports generated pages into a new space and returns its identifier. `topic` is
/// the benchmark, for progress messages.
pub(crate) fn fill(bed: &Bed, data: &Path, topic: &str, content: Content) -> anyhow::Result<String> {
    let Content { pages, bytes, .. } = content;
    progress(format_args!("{topic}: importing {pages} pages of {} KB", bytes / 1_000));
    let source = bed.path(&format!("{topic}-{pages}"));
    std::fs::create_dir(&source)?;
    content.write(&source)?;
    let report = import(bed, data, &source, ["--new-space", &format!("{pages} pages")])?;
    Ok(report["space"].as_str().context("the report names the space")?.to_owned())
}

/// Runs an import and returns its report.
pub(crate) fn import(bed: &Bed, data: &Path, source: &Path, target: [&str; 2]) -> anyhow::Result<Value> {
    let mut command = Command::new(&bed.quire);
    command.args(["import", "--json", "--log-level", "warn", "--data"]).arg(data).args(target).arg(source);
    let output = command.stderr(Stdio::inherit()).output().context("starting an import")?;
    ensure!(output.status.success(), "an import failed");
    serde_json::from_slice(&output.stdout).context("reading the report of an import")
}
