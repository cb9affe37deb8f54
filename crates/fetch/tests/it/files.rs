//! What is fetched where addresses of this machine are allowed.

use std::io;
use std::io::Write as _;
use std::net::TcpStream;
use std::time::Duration;

use futures_util::{StreamExt as _, TryStreamExt as _};
use quire_fetch::{Error, Fetched, Fetcher, Options, trust};

use crate::server::{Server, answer};

fn fetcher() -> Fetcher {
    Fetcher::new(Options { allow_private_addresses: true, ..Options::default() }, trust())
}

async fn bytes(fetched: Fetched) -> io::Result<Vec<u8>> {
    fetched.into_bytes().map_ok(|chunk| chunk.to_vec()).try_concat().await
}

fn message(outcome: Result<Fetched, Error>) -> String {
    outcome.map(|_| ()).unwrap_err().to_string()
}

#[tokio::test]
async fn a_file_comes_with_name_and_type() {
    let server = Server::saying(vec![answer("200 OK", "content-type: image/png\r\ncontent-length: 5\r\n", b"bytes")]);
    let fetched = fetcher().get(&server.url("/a/pixel%20one.png?size=2#part"), 5).await.unwrap();
    assert_eq!((fetched.name.as_str(), fetched.content_type.as_deref()), ("pixel%20one.png", Some("image/png")));
    assert_eq!(bytes(fetched).await.unwrap(), b"bytes");
    let asked = server.asked.recv().unwrap();
    assert!(asked.starts_with("GET /a/pixel%20one.png?size=2 HTTP/1.1\r\n"), "{asked}");
    assert!(asked.contains(&format!("host: {}\r\n", server.at)), "{asked}");
}

#[tokio::test]
async fn redirects_are_followed_up_to_a_bound() {
    let to = |path: &str| answer("302 Found", &format!("location: {path}\r\ncontent-length: 0\r\n"), b"");
    let end = answer("200 OK", "content-length: 2\r\n", b"ok");
    let server = Server::saying(vec![to("/b"), to("c"), to("/d"), to("/e"), to("/f"), end]);
    let fetched = fetcher().get(&server.url("/a"), 10).await.unwrap();
    assert_eq!(fetched.name, "f");
    assert_eq!(bytes(fetched).await.unwrap(), b"ok");
    let server = Server::saying((0..6).map(|_| to("/again")).collect());
    assert_eq!(message(fetcher().get(&server.url("/"), 10).await), "the server redirects more than 5 times");
}

#[tokio::test]
async fn more_bytes_than_the_bound_are_refused_announced_or_not() {
    let announced = answer("200 OK", "content-length: 6\r\n", b"123456");
    let chunked = answer("200 OK", "transfer-encoding: chunked\r\n", b"3\r\n123\r\n3\r\n456\r\n0\r\n\r\n");
    let until_the_end = answer("200 OK", "connection: close\r\n", b"123456");
    let server = Server::saying(vec![announced]);
    assert_eq!(message(fetcher().get(&server.url("/"), 5).await), "the file is larger than 5 bytes");
    for body in [chunked, until_the_end] {
        let server = Server::saying(vec![body.clone(), body]);
        let over = bytes(fetcher().get(&server.url("/"), 5).await.unwrap()).await;
        assert_eq!(over.unwrap_err().to_string(), "the file is larger than 5 bytes");
        assert_eq!(bytes(fetcher().get(&server.url("/"), 6).await.unwrap()).await.unwrap(), b"123456");
    }
}

#[tokio::test]
async fn what_is_no_file_is_an_error() {
    let server = Server::saying(vec![answer("404 Not Found", "content-length: 0\r\n", b"")]);
    assert_eq!(message(fetcher().get(&server.url("/"), 5).await), "the server answered 404");
    // A redirect that says no address is not one.
    let server = Server::saying(vec![answer("304 Not Modified", "\r\n", b"")]);
    assert_eq!(message(fetcher().get(&server.url("/"), 5).await), "the server answered 304");
    let server = Server::saying(vec![b"\xff\xfe nonsense\r\n\r\n".to_vec()]);
    assert!(message(fetcher().get(&server.url("/"), 5).await).contains("can't be reached"));
    let gone = Server::saying(vec![]);
    assert!(message(fetcher().get(&gone.url("/"), 5).await).contains("can't be reached"));
    assert!(message(fetcher().get("http://nowhere.invalid/", 5).await).contains("can't be reached"));
}

#[tokio::test]
async fn a_file_that_breaks_off_is_an_error() {
    let server = Server::saying(vec![answer("200 OK", "content-length: 5\r\n", b"by")]);
    let broken = bytes(fetcher().get(&server.url("/"), 5).await.unwrap()).await.unwrap_err();
    assert!(broken.to_string().starts_with("the server broke off"), "{broken}");
}

#[tokio::test]
async fn servers_may_not_take_for_ever() {
    let options = Options { allow_private_addresses: true, time: Duration::from_millis(50), ..Options::default() };
    let hasty = Fetcher::new(options, trust());
    let (keep, kept) = std::sync::mpsc::channel::<TcpStream>();
    let silent = {
        let keep = keep.clone();
        move |stream| keep.send(stream).unwrap()
    };
    let server = Server::doing(vec![silent]);
    assert_eq!(message(hasty.get(&server.url("/"), 5).await), "the server takes too long");
    let starts = move |mut stream: TcpStream| {
        stream.write_all(&answer("200 OK", "content-length: 5\r\n", b"by")).unwrap();
        keep.send(stream).unwrap();
    };
    let server = Server::doing(vec![starts]);
    let mut chunks = Box::pin(hasty.get(&server.url("/"), 5).await.unwrap().into_bytes());
    assert_eq!(&chunks.next().await.unwrap().unwrap()[..], b"by");
    assert_eq!(chunks.next().await.unwrap().unwrap_err().to_string(), "the server takes too long");
    assert!(chunks.next().await.is_none());
    drop(kept);
}
