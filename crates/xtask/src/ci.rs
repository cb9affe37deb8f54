//! `cargo xtask ci`: runs the steps that a change has to pass, up to the first failure.

use std::process::Command;

use anyhow::{Context as _, ensure};

use crate::say;

/// The name of each step, and the arguments of cargo.
const STEPS: &[(&str, &[&str])] = &[
    ("format", &["fmt", "--all", "--check"]),
    ("lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]),
    (
        "lints without PDF",
        &["clippy", "-p", "quire-pdf", "-p", "quire-app", "--no-default-features", "--locked", "--", "-D", "warnings"],
    ),
    ("tests", &["test", "--workspace", "--locked"]),
];

pub(crate) fn run() -> anyhow::Result<()> {
    for (name, arguments) in STEPS {
        say(format_args!("\n==> {name}: cargo {}", arguments.join(" ")));
        let status = Command::new("cargo").args(*arguments).status().context("starting cargo")?;
        ensure!(status.success(), "{name}: failed");
    }
    Ok(())
}
