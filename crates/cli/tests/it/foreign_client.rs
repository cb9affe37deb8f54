//! The published client of the API's field, which others wrote, against this server.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::binary::{TOKEN, on_each_database, output};

#[test]
fn a_client_that_others_wrote_reads_what_was_imported() {
    let client = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/client"));
    let has_node = Command::new("node").arg("--version").stdout(Stdio::null()).status().is_ok_and(|it| it.success());
    if !has_node || !client.join("node_modules").exists() {
        assert!(!is_required(), "node, or the client's packages, are not here (npm ci in tests/client)");
        // Straight to the standard error: a test that passes shows nothing that it prints otherwise.
        writeln!(std::io::stderr(), "skipped: node, or the client's packages, are not here").unwrap();
        return;
    }
    on_each_database(|installation| {
        installation.set_up();
        let report = installation.import(&client.join("content"), ["--new-space", "Client"]);
        assert_eq!(report["warnings"].as_array().unwrap().len(), 0, "{report}");
        let server = installation.serve();
        let mut node = Command::new("node");
        node.args(["--test", "client.test.mjs"]).current_dir(client);
        node.env("QUIRE_URL", server.url("")).env("QUIRE_TOKEN", TOKEN);
        let said = output(&mut node);
        assert!(!said.contains("# skipped 1"), "{said}");
    });
}

#[expect(clippy::disallowed_methods, reason = "where tests run, it says what must not be skipped")]
fn is_required() -> bool {
    std::env::var_os("QUIRE_REQUIRE_NODE").is_some_and(|value| value == "1")
}
