//! Options: where they may be given, and that the manual knows them.

use std::collections::BTreeSet;
use std::fs;

use crate::binary::{Installation, Server, error, output, quire};

#[test]
fn options_come_from_flags_then_the_environment_then_the_file() {
    let installation = Installation::sqlite();
    let file = installation.data.path().join("quire.toml");
    fs::write(&file, "listen = '127.0.0.1:1'\npublic-url = 'http://from.the.file'\nlog = 'text'\n").unwrap();
    let mut command = quire("serve");
    command.arg("--config").arg(&file).args(["--listen", "127.0.0.1:0"]);
    command.env("QUIRE_DATA", installation.data.path()).env("QUIRE_LISTEN", "127.0.0.1:2");
    let mut server = Server::start(&mut command);
    let token = server.line();
    let user = server.get_as(token.strip_prefix("first token: ").unwrap(), "/v1/user").json(200);
    let location = user["urls"]["location"].as_str().unwrap();
    assert!(location.starts_with("http://from.the.file/v1/"), "{location}");
    assert!(installation.data.path().join("quire.db").exists());
}

#[test]
fn a_misspelt_key_is_named() {
    let installation = Installation::sqlite();
    let file = installation.data.path().join("quire.toml");
    fs::write(&file, "listne = '127.0.0.1:0'\n").unwrap();
    let said = error(installation.command("serve").arg("--config").arg(&file));
    assert!(said.contains("listne") && said.contains("quire.toml"), "{said}");
}

#[test]
fn the_manual_lists_every_option() {
    let help = output(quire("serve").arg("--help"));
    let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operating/configuration.md");
    let manual = fs::read_to_string(manual).unwrap();
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split(|at: char| !at.is_ascii_alphanumeric() && at != '-' && at != '_');
        words.filter(|word| word.starts_with("--") || word.starts_with("QUIRE_")).map(str::to_owned).collect()
    };
    let (mut options, listed) = (words(&help), words(&manual));
    for of_every_program in ["--help", "--version"] {
        options.remove(of_every_program);
    }
    assert!(options.len() > 20, "{help}");
    let missing: Vec<_> = options.difference(&listed).collect();
    assert!(missing.is_empty(), "docs/operating/configuration.md does not list {missing:?}");
}

#[test]
fn a_directory_without_a_database_is_named_and_stays_as_it_is() {
    let nowhere = tempfile::tempdir().unwrap();
    let data = nowhere.path().join("typo");
    for name in ["export", "import", "org list", "reindex", "token", "user list"] {
        let mut command = quire(name.split(' ').next().unwrap());
        command.args(name.split(' ').skip(1)).env("QUIRE_DATA", &data);
        match name {
            "export" => drop(command.args(["--space", "aaaaaaaaaaaaaaaaaaaaaa", "out"])),
            "import" => drop(command.args(["--new-space", "x"]).arg(nowhere.path())),
            _ => {}
        }
        let said = error(&mut command);
        assert!(said.contains("typo") && said.contains("no database"), "{name}: {said}");
        assert!(!data.exists(), "{name}");
    }
    let said = error(quire("serve").env("QUIRE_DATA", &data).args(["--database", "mysql://u:secret@h/x"]));
    assert!(said.contains("postgres://") && !said.contains("secret"), "{said}");
}
