//! The short commands.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::binary::{Installation, error, on_each_database, output, quire};

#[test]
fn a_token_made_on_the_command_line_has_its_scopes() {
    on_each_database(|installation| {
        let server = installation.serve();
        let org = server.org();
        let spaces = format!("{org}/spaces");
        let mut command = installation.command("token");
        let made = output(command.args(["--name", "Reader", "--scopes", "read", "--expires-in-days", "1", "--json"]));
        let reader: Value = serde_json::from_str(&made).unwrap();
        let reader = reader["secret"].as_str().unwrap();
        server.get_as(reader, &spaces).json(200);
        server.post_as(reader, &spaces, &json!({ "title": "Refused" })).json(403);

        let writer = output(&mut installation.command("token"));
        server.post_as(writer.trim(), &spaces, &json!({ "title": "Made" })).json(201);
        let tokens = server.get("/v1/user/tokens").json(200);
        assert_eq!(tokens["items"].as_array().unwrap().len(), 3);
    });
}

#[test]
fn a_token_needs_a_user() {
    let installation = Installation::sqlite();
    assert!(error(&mut installation.command("token")).contains("quire serve"));
    installation.set_up();
    let mut command = installation.command("token");
    assert!(error(command.args(["--user", "nobody@example.org"])).contains("nobody@example.org"));
}

#[test]
fn the_document_is_printed_as_it_is_served() {
    let printed: Value = serde_json::from_str(&output(&mut quire("openapi"))).unwrap();
    let installation = Installation::sqlite();
    let server = installation.serve();
    let served = server.get("/openapi.json").json(200);
    assert_eq!(printed["paths"], served["paths"]);
    assert_eq!(printed["components"], served["components"]);
    assert!(output(quire("openapi").arg("--yaml")).contains("\npaths:"));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let mut command = quire("openapi");
    let mut printing = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(printing.stdout.take());
    let ended = printing.wait_with_output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
}

#[test]
fn completions_know_the_commands_and_their_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(quire("completions").arg(shell));
        for word in ["serve", "completions", "public-url", "expires-in-days"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    let unknown = quire("completions").arg("csh").output().unwrap();
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn a_manual_has_a_page_for_each_command_which_others_may_read() {
    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("share/man1");
    let mut command = Command::new("sh");
    command.args(["-c", "umask 022; exec \"$0\" man \"$1\"", env!("CARGO_BIN_EXE_quire")]);
    assert_eq!(output(command.arg(&pages)), "");
    let entries = || fs::read_dir(&pages).unwrap().map(|entry| entry.unwrap());
    let written: BTreeSet<String> = entries().map(|it| it.file_name().into_string().unwrap()).collect();
    let mut named = BTreeSet::from(["quire.1".to_owned()]);
    named.extend(commands_in(&output(&mut quire("help"))).map(|command| format!("quire-{command}.1")));
    for above in ["user", "org", "space", "site", "cr"] {
        let help = output(&mut quire(&format!("{above} help")));
        named.extend(commands_in(&help).map(|command| format!("quire-{above}-{command}.1")));
    }
    assert_eq!(written, named);
    for entry in entries() {
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o644, "{:?}", entry.path());
    }
    let page = fs::read_to_string(pages.join("quire-serve.1")).unwrap();
    assert!(page.contains("trusted\\-proxy") && page.contains("QUIRE_TRUSTED_PROXY"), "{page}");

    fs::write(dir.path().join("file"), "").unwrap();
    assert!(error(quire("man").arg(dir.path().join("file"))).contains("writing manual pages into"));
}

/// The commands that a help lists, but for itself.
fn commands_in(help: &str) -> impl Iterator<Item = &str> {
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.map(|line| line.split_whitespace().next().unwrap()).filter(|name| *name != "help")
}
