//! What is not fetched unless it is allowed.

use quire_fetch::{Error, Fetcher, Options, trust};

use crate::server::{Server, answer};

async fn refusal(address: &str) -> String {
    let careful = Fetcher::new(Options::default(), trust());
    match careful.get(address, 100).await {
        Ok(_) => panic!("{address} was fetched"),
        Err(e @ Error::Private { .. }) => e.to_string(),
        Err(e) => panic!("{address}: {e}"),
    }
}

#[tokio::test]
async fn hosts_that_are_not_public_are_refused_in_every_spelling() {
    let hosts = [
        "127.0.0.1",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "017700000001",
        "0177.0.0.1",
        "127.0.0.1.",
        "%31%32%37.0.0.1",
        "①②⑦.0.0.1",
        "localhost",
        "LOCALHOST",
        "0",
        "0.0.0.0",
        "[::]",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "10.0.0.1",
        "167772161",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "0xc0a80101",
        "100.64.0.1",
        "169.254.169.254",
        "2852039166",
        "[::ffff:a9fe:a9fe]",
        "[fd00:ec2::254]",
        "100.100.100.200",
        "168.63.129.16",
        "192.0.0.192",
        "[fe80::1]",
        "[fc00::1]",
        "[fd12:3456::1]",
        "224.0.0.1",
        "[ff02::1]",
        "255.255.255.255",
        "198.18.0.1",
        "[2002:7f00:1::]",
        "[2001:0:7f00:1::]",
        "[2001:db8::1]",
        "203.0.113.7",
    ];
    for host in hosts {
        let told = refusal(&format!("http://{host}/x")).await;
        assert!(told.ends_with("which is no public address"), "{host}: {told}");
        refusal(&format!("https://{host}:8443/x")).await;
    }
}

#[tokio::test]
async fn the_refusal_says_where_a_name_leads() {
    let told = refusal("http://localhost/").await;
    assert!(told == "`localhost` is 127.0.0.1, which is no public address" || told.contains("::1"), "{told}");
}

#[tokio::test]
async fn nothing_is_asked_of_a_refused_host() {
    let server = Server::saying(vec![answer("200 OK", "content-length: 0\r\n", b"")]);
    refusal(&server.url("/")).await;
    assert!(server.asked.try_recv().is_err());
}
