//! Single requests, which prove something to the server that they go to and to no other.

use quire_fetch::{Answer, Asked, Error, Fetcher, Options, trust};

use crate::server::{Server, answer};

fn fetcher(allow_private_addresses: bool) -> Fetcher {
    Fetcher::new(Options { allow_private_addresses, ..Options::default() }, trust())
}

#[tokio::test]
async fn an_answer_comes_as_a_whole_whatever_its_status() {
    let server = Server::saying(vec![
        answer("401 Unauthorized", "content-length: 2\r\n", b"no"),
        answer("200 OK", "content-length: 3\r\n", b"yes"),
        answer("200 OK", "content-length: 4\r\n", b"more"),
    ]);
    let headers = [("authorization", "Basic secret".to_owned())];
    let url = server.url("/token");
    let refused = fetcher(true).exchange(&url, Asked::Post(&headers, "code=1"), 3).await.unwrap();
    assert_eq!(refused, Answer { status: 401, bytes: b"no".to_vec() });
    let asked = server.asked.recv().unwrap();
    assert!(asked.starts_with("POST /token HTTP/1.1\r\n"), "{asked}");
    assert!(asked.contains("authorization: Basic secret\r\n") && asked.contains("content-length: 6\r\n"), "{asked}");
    let found = fetcher(true).exchange(&url, Asked::Get(&headers), 3).await.unwrap();
    assert_eq!(found, Answer { status: 200, bytes: b"yes".to_vec() });
    assert!(server.asked.recv().unwrap().starts_with("GET /token HTTP/1.1\r\n"));
    assert!(matches!(fetcher(true).exchange(&url, Asked::Get(&[]), 3).await, Err(Error::TooLarge(3))));
}

#[tokio::test]
async fn a_secret_goes_to_no_other_server() {
    let other = Server::saying(vec![answer("200 OK", "content-length: 2\r\n", b"ok")]);
    let headers = format!("location: {}\r\ncontent-length: 0\r\n", other.url("/"));
    let server = Server::saying(vec![answer("307 Temporary Redirect", &headers, b"")]);
    let secret = [("authorization", "Basic secret".to_owned())];
    let found = fetcher(true).exchange(&server.url("/"), Asked::Post(&secret, "x"), 9).await.unwrap();
    assert_eq!(found.status, 307);
    assert!(other.asked.try_recv().is_err(), "the redirect was not followed");
    let refused = fetcher(false).exchange(&server.url("/"), Asked::Post(&secret, "x"), 9).await;
    assert!(matches!(refused, Err(Error::Unreachable { .. })));
}
