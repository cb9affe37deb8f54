//! Secrets in addresses of sites: with the most verbose log there is, whoever operates the server reads none of them.

use std::io::{Read as _, Write as _};

use quire_app::visitors::tokens::sign;
use serde_json::json;

use crate::binary::{Installation, Server, TOKEN};
use crate::http;

/// A live site of one space for these readers: its path in the API, and where it is read.
fn site(server: &Server, visibility: &str) -> (String, String) {
    let organization = server.org();
    let space = server.post(&format!("{organization}/spaces"), &json!({ "title": "Docs" })).json(201)["id"].clone();
    let new = json!({ "title": "The docs", "visibility": visibility, "spaces": [space] });
    let made = server.post(&format!("{organization}/sites"), &new).json(201);
    let site = format!("{organization}/sites/{}", made["id"].as_str().unwrap());
    server.post(&format!("{site}/publish"), &json!({})).json(200);
    let organization = server.get(&organization).json(200)["hostname"].as_str().unwrap().to_owned();
    (site, format!("/sites/{organization}/{}", made["basename"].as_str().unwrap()))
}

/// The status of what a browser with a cookie gets.
fn visit(server: &Server, path: &str, cookie: &str) -> u16 {
    let mut stream = http::open(server.address);
    write!(stream, "GET {path} HTTP/1.1\r\nhost: docs\r\ncookie: {cookie}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
fn no_secret_of_an_address_is_in_the_log() {
    let installation = Installation::sqlite();
    let mut command = installation.serve_command();
    let server = Server::start(command.args(["--log-level", "trace"]).env("QUIRE_BOOTSTRAP_TOKEN", TOKEN));

    let (shared, address) = site(&server, "share-link");
    let link = server.post(&format!("{shared}/share-links"), &json!({ "name": "Friends" })).json(201);
    let secret = link["urls"]["published"].as_str().unwrap().split("/~s/").nth(1).unwrap().trim_end_matches('/');
    let wrong = "a-secret-that-opens-nothing";
    for (secret, status) in [(secret, 200), (wrong, 404)] {
        assert_eq!(visit(&server, &format!("{address}/~s/{secret}/robots.txt"), "a=b"), status);
        for path in ["", "/", "/page?q=x", "/~search?q=x", "/%FF", "/~/changes/1/page"] {
            visit(&server, &format!("{address}/~s/{secret}{path}"), "a=b");
        }
        server.get(&format!("{shared}/site-spaces?shareKey={secret}")).json(200);
    }

    let (private, address) = site(&server, "visitor-auth");
    let auth = server.get(&format!("{private}/publishing/auth")).json(200);
    let key = auth["privateKey"].as_str().unwrap();
    let claims = json!({ "sub": "ada", "exp": 4_000_000_000_i64 });
    let (good, bad) = (sign(key.as_bytes(), &claims), sign(b"another key", &claims));
    for (token, status) in [(&good, 200), (&bad, 403)] {
        let cookie = format!("quire-visitor-token={token}");
        assert_eq!(visit(&server, &format!("{address}/robots.txt"), &cookie), status);
        for path in ["/", "/page", "/robots.txt", "/%FF", "/~nothing"] {
            visit(&server, &format!("{address}{path}?jwt_token={token}&x=1"), &cookie);
        }
    }

    let log = server.logs_until_its_end();
    assert!(log.iter().filter(|line| line.contains("/sites/{*path}")).count() > 20, "requests are logged: {log:#?}");
    for secret in [secret, wrong, &good, &bad, key, TOKEN] {
        let found: Vec<_> = log.iter().filter(|line| line.contains(secret)).collect();
        assert!(found.is_empty(), "{secret} is in {found:#?}");
    }
}
