//! `quire serve`: first start, later starts, the end.

use std::io::Write as _;

use serde_json::json;

use crate::binary::{Installation, Server, TOKEN, error, on_each_database, output};
use crate::http;

#[test]
fn the_first_start_sets_up_and_a_later_one_changes_nothing() {
    on_each_database(|installation| {
        let server = installation.serve();
        let user = server.get("/v1/user").json(200);
        let org = server.org();
        let space = server.post(&format!("{org}/spaces"), &json!({ "title": "Kept" })).json(201);
        assert!(server.stop().success());

        let other = "another-token-of-the-tests";
        let server = Server::start(installation.serve_command().env("QUIRE_BOOTSTRAP_TOKEN", other));
        server.logged("not in use");
        assert_eq!(server.get_as(other, "/v1/user").status, 401);
        assert_eq!(server.get("/v1/user").json(200)["id"], user["id"]);
        assert_eq!(server.get("/v1/orgs").json(200)["items"].as_array().unwrap().len(), 1);
        let spaces = server.get(&format!("{org}/spaces")).json(200);
        assert_eq!(spaces["items"].as_array().unwrap().len(), 1);
        assert_eq!(spaces["items"][0]["id"], space["id"]);
    });
}

#[test]
fn logs_that_cannot_be_written_stop_nothing() {
    on_each_database(|installation| {
        let server = Server::unheard(
            installation.serve_command().env("QUIRE_BOOTSTRAP_TOKEN", TOKEN).args(["--log-level", "trace"]),
        );
        let spaces = format!("{}/spaces", server.org());
        for _ in 0..20 {
            server.post(&spaces, &json!({ "title": "Silent" })).json(201);
            server.get("/healthz").json(200);
        }
        assert!(server.stop().success());
        let mut failing = installation.command("serve");
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let ended = failing.args(["--listen", "192.0.2.1:1"]).stderr(full).status().unwrap();
        assert_eq!(ended.code(), Some(1), "the reason has no reader, and the status stands");
    });
}

#[test]
fn without_a_given_token_a_random_one_is_printed_once() {
    let installation = Installation::sqlite();
    let mut server = Server::start(&mut installation.serve_command());
    let line = server.line();
    let token = line.strip_prefix("first token: ").unwrap();
    assert!(token.starts_with("quire_"));
    server.get_as(token, "/v1/user").json(200);
    assert!(server.stop().success());

    let server = Server::start(&mut installation.serve_command());
    server.get_as(token, "/v1/user").json(200);
    server.terminate();
    let (status, rest) = server.ended();
    assert!(status.success());
    assert_eq!(rest, "");
}

#[test]
fn two_installations_have_different_tokens() {
    let tokens = [Installation::sqlite(), Installation::sqlite()].map(|installation| {
        let mut server = Server::start(&mut installation.serve_command());
        server.line()
    });
    assert_ne!(tokens[0], tokens[1]);
}

#[test]
fn port_0_is_a_free_one_and_addresses_name_it() {
    let installation = Installation::sqlite();
    let server = installation.serve();
    assert_ne!(server.address.port(), 0);
    let location = server.get("/v1/user").json(200)["urls"]["location"].as_str().unwrap().to_owned();
    assert!(location.starts_with(&server.url("/v1/")), "{location}");
}

#[test]
fn a_taken_port_is_named() {
    let (first, second) = (Installation::sqlite(), Installation::sqlite());
    let server = first.serve();
    let address = server.address.to_string();
    let mut command = second.command("serve");
    let said = error(command.args(["--listen", &address]));
    assert!(said.contains(&address) && said.contains("--listen"), "{said}");
}

#[test]
fn a_running_request_is_finished_before_the_end() {
    let installation = Installation::sqlite();
    let server = installation.serve();
    let page = b"# A page";
    let file = json!({ "name": "page.md", "type": "text/markdown", "size": page.len() });
    let upload = json!({ "file": file, "kind": "import_file" });
    let announced = server.post(&format!("{}/storage/upload", server.org()), &upload).json(201);
    let url = announced["url"].as_str().unwrap();
    let target = url.strip_prefix(&server.url("")).unwrap();

    let mut stream = http::open(server.address);
    let head = format!("PUT {target} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", server.address);
    let head = format!("{head}content-length: {}\r\nexpect: 100-continue\r\n\r\n", page.len());
    stream.write_all(head.as_bytes()).unwrap();
    // The server asks for the bytes: the request runs.
    assert!(http::head(&mut stream).starts_with("HTTP/1.1 100"));
    server.terminate();
    server.logged("stopping");
    stream.write_all(page).unwrap();
    assert_eq!(http::answer(&mut stream).status, 204);
    assert!(server.ended().0.success());

    let server = installation.serve();
    let space = server.post(&format!("{}/spaces", server.org()), &json!({ "title": "Uploaded" })).json(201);
    let space = space["id"].as_str().unwrap();
    // The address names the port of the server that gave it.
    let url = server.url(target);
    let import = json!({ "url": url, "source": "markdown" });
    server.post(&format!("/v1/spaces/{space}/content/import"), &import).json(200);
    let page = server.get(&format!("/v1/spaces/{space}/content/path/a-page?format=markdown"));
    assert_eq!(page.json(200)["markdown"], "# A page");
}

#[test]
fn what_needs_no_token_is_served_without_one() {
    let installation = Installation::sqlite();
    let server = installation.serve();
    for target in ["/v1", "/healthz", "/readyz", "/openapi.json", "/openapi.yaml", "/docs/api"] {
        assert_eq!(http::request(server.address, "GET", target, None, None).status, 200, "{target}");
    }
    assert_eq!(http::request(server.address, "GET", "/v1/user", None, None).status, 401);
    assert_eq!(server.get_as(&TOKEN.to_uppercase(), "/v1/user").status, 401);
}

#[cfg(target_os = "linux")]
#[test]
fn the_bound_on_descriptors_is_raised_at_the_start() {
    let installation = Installation::sqlite();
    let mut command = installation.serve_command();
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "ulimit -Sn 64; exec \"$0\" \"$@\""]).arg(command.get_program()).args(command.get_args());
    command = limited;
    let server = Server::start(command.env("QUIRE_BOOTSTRAP_TOKEN", TOKEN));
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.id())).unwrap();
    let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let [soft, hard] = [3, 4].map(|column| line.split_whitespace().nth(column).unwrap());
    assert_eq!(soft, hard, "{line}");
    assert!(server.stop().success());
}

#[test]
fn a_directory_has_one_server_at_a_time_and_commands_beside_it() {
    let installation = Installation::sqlite();
    let server = installation.serve();
    let refused = error(installation.command("serve").args(["--listen", "127.0.0.1:0"]));
    assert!(
        refused.contains("served by another process (process ") && refused.contains("http://127.0.0.1:"),
        "{refused}"
    );
    output(&mut installation.command("token"));
    // The lock ends with the process, in whatever way that ends.
    drop(server);
    assert!(installation.serve().stop().success());
    assert!(installation.serve().stop().success());
}
