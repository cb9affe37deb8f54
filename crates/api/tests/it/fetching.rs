//! Files from other servers, by their address.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use quire_testkit::on_each_database_within_reach;
use serde_json::json;

use crate::edits::{PIXELS, live, send};

/// The address of a server that answers one connection after the other with these.
fn server(answers: Vec<Vec<u8>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut asked = [0; 4096];
            let _ = stream.read(&mut asked).unwrap();
            stream.write_all(&answer).unwrap();
        }
    });
    format!("http://{address}/a/picture")
}

fn answer(headers: &str, body: &[u8]) -> Vec<u8> {
    [format!("HTTP/1.1 {headers}content-length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
}

#[test]
fn a_file_is_fetched_and_told_by_its_bytes() {
    on_each_database_within_reach(|test| {
        let space = live(test, &[]);
        let picture = answer("200 OK\r\ncontent-type: text/html\r\n", PIXELS);
        let table = answer("200 OK\r\ncontent-type: text/csv; charset=utf-8\r\n", b"a;b");
        let url = server(vec![picture, table, answer("404 Not Found\r\n", b"")]);
        let file = |name: &str| json!([{ "operation": "insert_files", "files": [{ "name": name, "url": url }] }]);
        let picture = send(test, &space, &file("p")).ok()["insertedFiles"][0].clone();
        assert_eq!(picture["contentType"], "image/png");
        assert_eq!(picture["dimensions"], json!({ "width": 2, "height": 1 }));
        let table = send(test, &space, &file("t")).ok()["insertedFiles"][0].clone();
        assert_eq!((&table["contentType"], &table["size"]), (&"text/csv".into(), &3.into()));
        test.caller(None).get(table["downloadURL"].as_str().unwrap()).expect_bytes(b"a;b");
        assert_eq!(send(test, &space, &file("x")).refused(400), "changes[0].files[0].url: the server answered 404");
        assert_eq!(test.admin().get(&format!("{space}/content/files")).ok()["count"], 2);
    });
}

#[test]
fn what_is_imported_may_be_elsewhere() {
    on_each_database_within_reach(|test| {
        let space = live(test, &[]);
        let url = server(vec![answer("200 OK\r\n", b"# From afar\n")]);
        let report =
            test.admin().post(&format!("{space}/content/import"), &json!({ "url": url, "source": "markdown" })).ok();
        assert_eq!(report["importedResources"], 1);
        let pages = test.admin().get(&format!("{space}/content/pages")).ok();
        assert_eq!(pages["pages"][0]["title"], "From afar");
        let nowhere = json!({ "url": "ftp://example.org/x", "source": "zip" });
        let told = test.admin().post(&format!("{space}/content/import"), &nowhere).refused(400);
        assert_eq!(told, "url: must begin with https:// or http://");
    });
}

#[test]
fn a_file_that_is_too_large_or_breaks_off_is_refused() {
    on_each_database_within_reach(|test| {
        let space = live(test, &[]);
        let most = test.app.options().max_upload_bytes;
        let announced = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", most + 1).into_bytes();
        let broken = b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort".to_vec();
        let url = server(vec![announced, broken]);
        let file = json!([{ "operation": "insert_files", "files": [{ "name": "x", "url": url }] }]);
        let told = send(test, &space, &file).refused(400);
        assert_eq!(told, format!("changes[0].files[0].url: the file is larger than {most} bytes"));
        let told = send(test, &space, &file).refused(400);
        assert!(told.starts_with("changes[0].files[0].url: the server broke off"), "{told}");
        assert_eq!(test.admin().get(&format!("{space}/content/files")).ok()["count"], 0);
    });
}
