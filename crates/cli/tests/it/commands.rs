//! The short commands.

use std::process::Stdio;

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
