//! `cargo xtask ci`: runs the steps that a change has to pass, up to the first failure.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, ensure};

use crate::say;

/// A step: its name, the arguments of cargo, and whether Clippy compiles the members of the workspace in it. That is what
/// `cargo clippy` does, but here it makes programs of them: members are compiled once for their lints and their tests.
type Step = (&'static str, &'static [&'static str], bool);

const STEPS: &[Step] = &[
    ("format", &["fmt", "--all", "--check"], false),
    // What uses it compiles with either build, which have one interface.
    ("lints without PDF", &["clippy", "-p", "quire-pdf", "--all-targets", "--no-default-features", "--locked"], false),
    ("lints", &["test", "--workspace", "--locked", "--no-run"], true),
    ("tests", &["test", "--workspace", "--locked"], true),
];

pub(crate) fn run() -> anyhow::Result<()> {
    for (name, arguments, by_clippy) in STEPS {
        say(format_args!("\n==> {name}: cargo {}", arguments.join(" ")));
        let begun = Instant::now();
        let mut cargo = Command::new("cargo");
        // The same in all steps, as macros and build scripts would be compiled anew with other flags.
        cargo.args(*arguments).env("RUSTFLAGS", "-D warnings");
        if *by_clippy {
            cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
        }
        let status = cargo.status().context("starting cargo")?;
        ensure!(status.success(), "{name}: failed");
        say(format_args!("{name}: {} s", begun.elapsed().as_secs()));
    }
    Ok(())
}
