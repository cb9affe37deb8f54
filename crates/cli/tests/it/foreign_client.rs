//! The published client of the API's field, which others wrote, against this server.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::binary::{Server, TOKEN, on_each_database, output};
use crate::node;

#[test]
fn a_client_that_others_wrote_reads_what_was_imported() {
    // The client claims a domain that nobody can prove here.
    drive("client.test.mjs", ("QUIRE_ALLOW_EMAIL_DOMAIN", "example.org"));
}

#[test]
fn a_client_that_others_wrote_translates_a_space() {
    // The translator is a server of the test.
    drive("translations.test.mjs", ("QUIRE_ALLOW_PRIVATE_ADDRESSES", "true"));
}

/// Runs tests of the client against a server that has `content/` and an option.
#[track_caller]
fn drive(tests: &str, (option, value): (&str, &str)) {
    let client = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/client"));
    let packages = client.join("node_modules").exists();
    let needs = [("node", node::is_installed()), ("the client's packages (npm ci in tests/client)", packages)];
    if !node::are_here(&needs, "QUIRE_REQUIRE_NODE") {
        return;
    }
    on_each_database(|installation| {
        installation.set_up();
        let report = installation.import(&client.join("content"), ["--new-space", "Client"]);
        assert_eq!(report["warnings"].as_array().unwrap().len(), 0, "{report}");
        let mut command = installation.serve_command();
        command.env(option, value).env("QUIRE_BOOTSTRAP_TOKEN", TOKEN);
        let server = Server::start(&mut command);
        let mut node = Command::new("node");
        node.args(["--test", tests]).current_dir(client);
        node.env("QUIRE_URL", server.url("")).env("QUIRE_TOKEN", TOKEN);
        node::passes(&mut node);
    });
}

#[test]
fn a_program_that_others_wrote_publishes_specifications() {
    let program =
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/client/node_modules/@gitbook/cli/cli.js"));
    let needs = [("node", node::is_installed()), ("the client's packages (npm ci in tests/client)", program.exists())];
    if !node::are_here(&needs, "QUIRE_REQUIRE_NODE") {
        return;
    }
    on_each_database(|installation| {
        installation.set_up();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("openapi.yaml");
        let mut known = None;
        // The second time, another process has taken over.
        for path in ["/pets", "/shops"] {
            let text = format!(
                "openapi: 3.1.0\ninfo: {{title: A, version: '1'}}\npaths: {{{path}: {{get: {{responses: {{}}}}}}}}\n"
            );
            fs::write(&file, &text).unwrap();
            let server = installation.serve();
            let org = server.org();
            let mut publish = Command::new("node");
            publish.arg(program).args(["openapi", "publish"]).arg(&file).args(["--spec", "pets"]);
            publish.args(["--organization", org.rsplit('/').next().unwrap()]);
            publish.env("HOME", folder.path()).env("GITBOOK_ENDPOINT", server.url("")).env("GITBOOK_TOKEN", TOKEN);
            output(&mut publish);
            let spec = format!("{org}/openapi/pets");
            let read = || server.get(&spec).json(200);
            let done = std::iter::repeat_with(read).find(|spec| spec["processingState"] == "complete").unwrap();
            assert_eq!(done["lastProcessErrorCode"], Value::Null, "{done}");
            assert_ne!(done["lastVersion"], known.replace(done["lastVersion"].clone()).unwrap_or_default());
            let latest = server.get(&format!("{spec}/versions/latest")).json(200);
            assert_eq!((&latest["id"], &latest["operations"]), (&done["lastVersion"], &1.into()));
            let versions = server.get(&format!("{spec}/versions")).json(200);
            assert_eq!(versions["items"].as_array().unwrap().len(), if path == "/pets" { 1 } else { 2 }, "{versions}");
            assert!(server.stop().success());
        }
    });
}
