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

/// Runs tests with Node.js, and returns their report. Panics with the reports of those that fail, unless all pass and none
/// is skipped.
#[track_caller]
pub(crate) fn passes(tests: &mut Command) -> String {
    let output = tests.output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let passed = output.status.success() && printed.contains("\n# fail 0\n") && printed.contains("\n# skipped 0\n");
    assert!(passed, "{tests:?}\n{}\n{}", failures(&printed), String::from_utf8_lossy(&output.stderr));
    printed
}

/// Returns the reports of the tests that fail, or everything that was printed if there is no such report.
fn failures(printed: &str) -> String {
    let mut is_of_failure = false;
    let lines = printed.lines().filter(|line| {
        let line = line.trim_start();
        is_of_failure = line.starts_with("not ok ") || is_of_failure && !line.starts_with("ok ") && line != "...";
        is_of_failure
    });
    let found = lines.collect::<Vec<_>>().join("\n");
    if found.is_empty() { printed.to_owned() } else { found }
}

#[expect(clippy::disallowed_methods, reason = "where tests run, it says what must not be skipped")]
fn is_required(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| value == "1")
}
