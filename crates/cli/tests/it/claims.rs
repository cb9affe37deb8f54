//! Claims of names on a true server, with a true DNS server of this test.

use std::net::{SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

use crate::binary::{Server, TOKEN, on_each_database};
use crate::http;

/// A DNS server that has these texts under every name.
fn dns(texts: Arc<Mutex<Vec<String>>>) -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let at = socket.local_addr().unwrap();
    thread::spawn(move || {
        let mut buffer = [0; 2048];
        while let Ok((length, from)) = socket.recv_from(&mut buffer) {
            let question = &buffer[..length];
            let end = 12 + question[12..].iter().position(|byte| *byte == 0).unwrap() + 5;
            let mut reply = question[..end].to_vec();
            let texts = texts.lock().unwrap();
            reply[2..12].copy_from_slice(&[0x81, 0x80, 0, 1, 0, u8::try_from(texts.len()).unwrap(), 0, 0, 0, 0]);
            for text in &*texts {
                let length = u8::try_from(text.len()).unwrap();
                reply.extend([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, length + 1, length]);
                reply.extend(text.as_bytes());
            }
            socket.send_to(&reply, from).unwrap();
        }
    });
    at
}

#[test]
fn a_name_is_proven_by_a_record_that_the_server_looks_up() {
    on_each_database(|installation| {
        let texts = Arc::default();
        let server = dns(Arc::clone(&texts)).to_string();
        let mut command = installation.serve_command();
        command.args(["--dns-server", &server, "--allow-hostname", "*.corp.internal"]);
        let server = Server::start(command.env("QUIRE_BOOTSTRAP_TOKEN", TOKEN));
        let send = |method: &str, path: &str, body: &Value| {
            http::request(server.address, method, path, Some(TOKEN), Some(body))
        };
        let site = server.post(&format!("{}/sites", server.org()), &json!({ "title": "Docs" })).json(201);
        let site = format!("{}/sites/{}", server.org(), site["id"].as_str().unwrap());
        // Nobody has this name: its web server can't be asked.
        send("PATCH", &site, &json!({ "hostname": "docs.quire.invalid-name-of-tests" })).json(200);
        let claim = "/v1/custom-hostnames/docs.quire.invalid-name-of-tests";
        let shown = server.get(claim).json(200);
        assert_eq!(shown["status"], "pending");
        texts.lock().unwrap().push(shown["proof"]["record"]["value"].as_str().unwrap().to_owned());
        assert_eq!(send("PATCH", claim, &json!({})).status, 204);
        assert_eq!(server.get(claim).json(200)["status"], "proven");
        send("PATCH", &site, &json!({ "hostname": "docs.corp.internal" })).json(200);
        assert_eq!(server.get("/v1/custom-hostnames/docs.corp.internal").json(200)["status"], "proven");
    });
}
