//! Repeats the merges of a Git repository: every Markdown file that both sides of a merge commit changed is merged
//! again by `git merge-file` and by Quire.
//!
//! `cargo run -p xtask --example merge_replay -- REPOSITORY [--show N]` prints how often they agree, and the first `N`
//! conflicts that only one of them has. A text that both merge cleanly has to be the same. `--random N` merges so many random texts instead of a repository's.
#![expect(clippy::print_stdout, reason = "figures go to whoever started it")]

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::Parser;
use quire_content::merge::text::{Hunk, Side, TextMerge, merge};
use serde_json::json;

#[derive(Parser)]
struct Options {
    /// The repository.
    repository: Option<PathBuf>,
    /// How many conflicts that only one of both has are printed.
    #[arg(long, default_value_t = 0)]
    show: usize,
    /// How many random texts are merged instead.
    #[arg(long, default_value_t = 0)]
    random: u64,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let mut tally = Tally::default();
    for seed in 0..options.random {
        tally.case(&format!("random {seed}"), &Random(seed * 2 + 1).case(), 0)?;
    }
    if let Some(repository) = &options.repository {
        for case in Cases::of(repository)? {
            tally.case(&case.name, &case.texts, options.show)?;
        }
    }
    println!("{}", tally.summary());
    if tally.different > 0 {
        bail!("{} clean merges of Git's came out differently", tally.different);
    }
    Ok(())
}

/// Base, main and change.
type Texts = [String; 3];

#[derive(Default)]
struct Tally {
    files: usize,
    clean: usize,
    /// The files that Git merges cleanly and Quire leaves in conflict.
    listed: usize,
    /// The files that both merge cleanly, with different texts.
    different: usize,
    conflicts: usize,
    resolved_files: usize,
    left: usize,
    shown: usize,
    took: Duration,
}

impl Tally {
    fn case(&mut self, name: &str, texts: &Texts, show: usize) -> anyhow::Result<()> {
        let [base, main, change] = texts;
        let began = Instant::now();
        let ours = merge(base, main, change);
        self.took += began.elapsed();
        let theirs = git_merge(texts)?;
        self.files += 1;
        if theirs.conflicts == 0 {
            self.clean += 1;
            if ours.conflicts() > 0 {
                self.listed += 1;
                if self.shown < show {
                    self.shown += 1;
                    println!("=== {name}: Git has it clean, Quire in conflict\n{}", shown(&ours));
                }
            } else if ours.with(Side::Change) != theirs.text {
                self.different += 1;
                println!("--- {name}: Git has it clean, and otherwise\n{}\n--- Quire:\n{}", theirs.text, shown(&ours));
            }
            return Ok(());
        }
        self.conflicts += theirs.conflicts;
        self.left += ours.conflicts();
        if ours.conflicts() == 0 {
            self.resolved_files += 1;
        }
        if ours.conflicts() < theirs.conflicts && self.shown < show {
            self.shown += 1;
            println!(
                "=== {name}: Git\n{}\n=== {name}: Quire\n{}",
                excerpt(&theirs.text),
                matching(&ours, &theirs.text)
            );
        }
        Ok(())
    }

    fn summary(&self) -> serde_json::Value {
        json!({
            "files": self.files,
            "git": { "clean": self.clean, "withConflicts": self.files - self.clean, "conflicts": self.conflicts },
            "quire": {
                "otherThanCleanGit": self.different,
                "conflictsWhereGitIsClean": self.listed,
                "filesResolved": self.resolved_files,
                "conflicts": self.left,
                "millisecondsInAll": self.took.as_millis(),
            },
        })
    }
}

/// A merge by Git.
struct GitMerge {
    text: String,
    conflicts: usize,
}

fn git_merge([base, main, change]: &Texts) -> anyhow::Result<GitMerge> {
    let folder = tempfile::tempdir()?;
    let names = ["main", "base", "change"];
    for (name, text) in names.iter().zip([main, base, change]) {
        std::fs::write(folder.path().join(name), text)?;
    }
    let output = Command::new("git")
        .current_dir(folder.path())
        .args(["merge-file", "-p", "--diff3", "main", "base", "change"])
        .output()
        .context("git merge-file")?;
    let text = String::from_utf8(output.stdout)?;
    let conflicts = match output.status.code() {
        Some(0) => 0,
        Some(1..=127) => text.lines().filter(|line| line.starts_with("<<<<<<< ")).count(),
        _ => bail!("git merge-file: {}", String::from_utf8_lossy(&output.stderr)),
    };
    Ok(GitMerge { text, conflicts })
}

fn shown(merge: &TextMerge) -> String {
    let hunk = |hunk: &Hunk| match hunk {
        Hunk::Clean(text) => text.clone(),
        Hunk::Conflict { base, main, change } => {
            format!("<<<<<<< main\n{main}||||||| base\n{base}=======\n{change}>>>>>>> change\n")
        }
    };
    merge.hunks.iter().map(hunk).collect()
}

/// The conflicts of a text with some lines around them.
fn excerpt(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut near = BTreeSet::new();
    let mut inside = false;
    for (at, line) in lines.iter().enumerate() {
        inside |= line.starts_with("<<<<<<< ");
        if inside {
            near.extend(at.saturating_sub(2)..lines.len().min(at + 3));
        }
        inside &= !line.starts_with(">>>>>>> ");
    }
    near.into_iter().map(|at| [lines[at], "\n"].concat()).collect()
}

/// The lines of the merge that Git does not have outside of its conflicts, with some around them.
fn matching(merge: &TextMerge, git: &str) -> String {
    let mut outside = BTreeSet::new();
    let mut inside = false;
    for line in git.lines() {
        inside |= line.starts_with("<<<<<<< ");
        if !inside {
            outside.insert(line);
        }
        inside &= !line.starts_with(">>>>>>> ");
    }
    let text = shown(merge);
    let lines: Vec<&str> = text.lines().collect();
    let mut near = BTreeSet::new();
    for at in (0..lines.len()).filter(|&at| !outside.contains(lines[at])) {
        near.extend(at.saturating_sub(2)..lines.len().min(at + 3));
    }
    near.into_iter().map(|at| [lines[at], "\n"].concat()).collect()
}

struct Case {
    name: String,
    texts: Texts,
}

/// The files that both sides of merge commits changed.
struct Cases;

impl Cases {
    fn of(repository: &Path) -> anyhow::Result<Vec<Case>> {
        let mut cases = Vec::new();
        for commit in git(repository, &["rev-list", "--merges", "--all"])?.lines() {
            let parents = git(repository, &["rev-parse", &format!("{commit}^1"), &format!("{commit}^2")])?;
            let Some((main, change)) = parents.trim().split_once('\n') else { continue };
            // Several bases, or none, are what no file is merged by.
            let Ok(base) = git(repository, &["merge-base", main, change]) else { continue };
            let base = base.trim();
            let changed = |to: &str| -> anyhow::Result<BTreeSet<String>> {
                let files = git(repository, &["diff", "--name-only", "-z", "--diff-filter=M", base, to])?;
                Ok(files.split('\0').filter(|path| path.ends_with(".md")).map(str::to_owned).collect())
            };
            for path in changed(main)?.intersection(&changed(change)?) {
                let text = |commit: &str| git(repository, &["show", &format!("{commit}:{path}")]);
                if let (Ok(base), Ok(main), Ok(change)) = (text(base), text(main), text(change)) {
                    cases.push(Case { name: format!("{commit} {path}"), texts: [base, main, change] });
                }
            }
        }
        Ok(cases)
    }
}

fn git(repository: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    let mut child = Command::new("git");
    child.arg("-C").arg(repository).args(arguments).stdin(Stdio::null());
    let output = child.output().context("git")?;
    if !output.status.success() {
        let _ = std::io::stderr().write_all(&output.stderr);
        bail!("git {} failed", arguments.join(" "));
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Numbers that look random (xorshift), the same for the same start.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    /// A text of few different lines, and two that came from it by edits.
    fn case(&mut self) -> Texts {
        let (lines, kinds) = (self.below(60), 2 + self.below(12));
        let long = self.below(40) == 0;
        let lines = if long { 2_000 } else { lines };
        let base: Vec<String> = (0..lines).map(|_| self.line(kinds)).collect();
        let (main, change) = (self.edited(&base, kinds), self.edited(&base, kinds));
        [base, main, change].map(|lines| self.ended(&lines))
    }

    fn line(&mut self, kinds: u64) -> String {
        match self.below(kinds) {
            0 => String::new(),
            n => format!("line {n}"),
        }
    }

    fn edited(&mut self, base: &[String], kinds: u64) -> Vec<String> {
        let mut lines = base.to_vec();
        for _ in 0..self.below(if base.len() > 1_000 { 700 } else { 5 }) {
            let at = self.below(lines.len() as u64 + 1) as usize;
            let end = lines.len().min(at + self.below(4) as usize);
            let new: Vec<String> = (0..self.below(4)).map(|_| self.line(kinds + 2)).collect();
            lines.splice(at..end, new);
        }
        lines
    }

    fn ended(&mut self, lines: &[String]) -> String {
        let end = if self.below(4) == 0 { "" } else { "\n" };
        if lines.is_empty() { String::new() } else { lines.join("\n") + end }
    }
}
