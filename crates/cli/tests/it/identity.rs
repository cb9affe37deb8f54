//! Signing in by identity providers that others wrote, and with passkeys of a real browser.

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use crate::binary::{Installation, Server, TOKEN, on_each_database, output_of};
use crate::browser::chromium;
use crate::node;

#[test]
fn identity_providers_that_others_wrote_sign_people_in() {
    let tests = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/identity"));
    let packages = tests.join("node_modules").exists();
    let needs = [("node", node::is_installed()), ("the providers' packages (npm ci in tests/identity)", packages)];
    if !node::are_here(&needs, "QUIRE_REQUIRE_NODE") {
        return;
    }
    on_each_database(|installation| {
        let mut command = installation.serve_command();
        command.env("QUIRE_BOOTSTRAP_TOKEN", TOKEN).env("QUIRE_ALLOW_EMAIL_DOMAIN", "operated.example");
        let server = Server::start(command.env("QUIRE_ALLOW_PRIVATE_ADDRESSES", "true"));
        let mut node = Command::new("node");
        node.args(["--test", "identity.test.mjs"]).current_dir(tests);
        node.env("QUIRE_URL", server.url("")).env("QUIRE_TOKEN", TOKEN);
        let said = node::passes(&mut node);
        assert!(said.contains("# pass 3"), "{said}");
    });
}

#[test]
fn a_browser_makes_a_passkey_and_signs_in_with_it() {
    let tests = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/browser"));
    let needs = [
        ("node", node::is_installed()),
        ("chromium", chromium().exists()),
        ("the browser's packages (npm ci in tests/browser)", tests.join("node_modules").exists()),
    ];
    if !node::are_here(&needs, "QUIRE_REQUIRE_BROWSER") {
        return;
    }
    let installation = Installation::sqlite();
    installation.set_up();
    let mut user = installation.command("user create");
    output_of(user.args(["ada@example.org", "--name", "Ada", "--password-stdin"]), "correct horse battery\n");
    // Passkeys belong to a name, which has to be the public address before the server listens.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("http://localhost:{port}");
    let mut serve = installation.command("serve");
    serve.args(["--listen", &format!("127.0.0.1:{port}"), "--public-url", &url, "--requests-per-minute", "0"]);
    let _server = Server::start(&mut serve);
    let mut node = Command::new("node");
    node.args(["--test", "passkeys.test.mjs"]).current_dir(tests).env("QUIRE_URL", &url);
    node::passes(&mut node);
}
