//! What some tests need of the machine, such as Node.js, and what becomes of them where it is not here.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Whether Node.js is here.
pub(crate) fn is_installed() -> bool {
    Command::new("node").arg("--version").stdout(Stdio::null()).status().is_ok_and(|it| it.success())
}

/// Whether all of this is here. Where it is not, the test is left out, and says so; with `1` in the variable it fails.
pub(crate) fn are_here(needs: &[(&str, bool)], variable: &str) -> bool {
    let missing: Vec<&str> = needs.iter().filter(|(_, is_here)| !is_here).map(|(name, _)| *name).collect();
    if missing.is_empty() {
        return true;
    }
    let missing = missing.join(", ");
    assert!(!is_required(variable), "not here: {missing}");
    // Straight to the standard error: a test that passes shows nothing that it prints otherwise.
    let mut stderr = std::io::stderr();
    writeln!(stderr, "skipped, since these are not here: {missing}").unwrap();
    false
}

#[expect(clippy::disallowed_methods, reason = "where tests run, it says what must not be skipped")]
fn is_required(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| value == "1")
}
