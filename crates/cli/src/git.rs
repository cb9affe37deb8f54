//! The Git work tree that a directory is in: where it was cloned from, and when its files were last committed.
//!
//! The `git` program answers. Nothing here fails: without the program, outside of work trees and beyond the bounds
//! nothing is known. Programs that the configuration of a repository names are not run, and nothing is fetched.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use quire_model::repositories::RepositoryDirectory;

/// The maximum length of an answer about the work tree, in bytes.
const MOST_ANSWER_BYTES: u64 = 64 << 10;
/// The maximum part of a history that is read, in bytes and in time.
const MOST_HISTORY_BYTES: u64 = 1 << 30;
const MOST_HISTORY_TIME: Duration = Duration::from_secs(60);
/// The character before the time of a commit; it is quoted in the name of a file.
const MARK: char = '\u{1}';

/// A directory whose files are committed.
#[derive(Debug)]
pub(crate) struct WorkTree<'p> {
    directory: &'p Path,
    /// The path from the top of the work tree, with a slash at its end; empty for the top.
    prefix: String,
}

impl<'p> WorkTree<'p> {
    /// Returns the work tree that a directory is in, if the last commit has the directory.
    pub(crate) fn of(directory: &'p Path) -> Option<Self> {
        let prefix = ask(directory, &["rev-parse", "--show-prefix"])?;
        ask(directory, &["rev-parse", "--verify", "--quiet", "HEAD:./"])?;
        Some(Self { directory, prefix })
    }

    /// Returns the address of the directory on the host that it was cloned from, if that is one that is known.
    pub(crate) fn repository(&self) -> Option<RepositoryDirectory> {
        let remote = ask(self.directory, &["remote", "get-url", "origin"])?;
        RepositoryDirectory::cloned_from(&remote, &self.branch()?, &self.prefix)
    }

    /// Returns the branch of the remote repository that the files are from: the one that is followed, else its default
    /// one, else the one of the same name.
    fn branch(&self) -> Option<String> {
        let of_origin = |reference| {
            let name = ask(self.directory, &["rev-parse", "--abbrev-ref", reference])?;
            name.strip_prefix("origin/").filter(|name| *name != "HEAD").map(str::to_owned)
        };
        let own = || ask(self.directory, &["symbolic-ref", "--short", "--quiet", "HEAD"]);
        of_origin("@{upstream}").or_else(|| of_origin("origin/HEAD")).or_else(own)
    }

    /// Returns the times at which files were last committed, in milliseconds since 1970, by their paths from the
    /// directory. Files without a commit are absent, and so is everything in a clone that lacks a part of the history.
    pub(crate) fn commits(&self, mut wanted: BTreeSet<String>) -> BTreeMap<String, i64> {
        let whole = ask(self.directory, &["rev-parse", "--is-shallow-repository"]).is_some_and(|it| it == "false");
        let mut log = command(self.directory);
        log.args(["log", "--format=%x01%ct", "--name-only", "--relative", "--no-renames", "--no-ext-diff"]);
        log.args(["--no-textconv", "--no-color", "HEAD", "--", "."]);
        match log.spawn().ok().filter(|_| whole) {
            Some(child) => Running(child).times(&mut wanted),
            None => BTreeMap::new(),
        }
    }
}

/// A program that ends with its value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Reads a history from its newest commit on, until nothing more is wanted.
    fn times(mut self, wanted: &mut BTreeSet<String>) -> BTreeMap<String, i64> {
        let mut times = BTreeMap::new();
        let Some(output) = self.0.stdout.take() else { return times };
        let end = Instant::now() + MOST_HISTORY_TIME;
        let mut at = None;
        for line in BufReader::new(output.take(MOST_HISTORY_BYTES)).split(b'\n') {
            let Ok(line) = line else { break };
            let Ok(line) = String::from_utf8(line) else { continue };
            match line.strip_prefix(MARK) {
                Some(seconds) => at = seconds.parse::<i64>().ok().and_then(|seconds| seconds.checked_mul(1_000)),
                None => times.extend(wanted.take(&line).zip(at)),
            }
            if wanted.is_empty() || Instant::now() > end {
                break;
            }
        }
        times
    }
}

/// Returns the answer of the program without the line's end; `None` if it refuses.
fn ask(directory: &Path, question: &[&str]) -> Option<String> {
    let mut running = Running(command(directory).args(question).spawn().ok()?);
    let mut answer = String::new();
    running.0.stdout.take()?.take(MOST_ANSWER_BYTES).read_to_string(&mut answer).ok()?;
    running.0.wait().ok()?.success().then(|| answer.trim_end_matches(['\n', '\r']).to_owned())
}

fn command(directory: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(directory).args(["--no-optional-locks", "--no-pager"]);
    for setting in ["core.quotePath=false", "core.fsmonitor=false", "core.hooksPath=", "log.showSignature=false"] {
        command.args(["-c", setting]);
    }
    // In a hook these name another repository than that of the directory.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_NAMESPACE"] {
        command.env_remove(name);
    }
    command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_TERMINAL_PROMPT", "0");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}
