//! What is not fetched unless it is allowed.

use quire_fetch::{Error, Fetcher, Options, Reason, trust};

use crate::server::{Server, answer};

async fn refusal(address: &str) -> String {
    let careful = Fetcher::new(Options::default(), trust());
    match careful.get(address, 100).await {
        Ok(_) => panic!("{address} was fetched"),
        Err(e @ Error::Unreachable { reason: Reason::Private(_), .. }) => e.to_string(),
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
        assert!(told.ends_with(NO_WAY), "{host}: {told}");
        refusal(&format!("https://{host}:8443/x")).await;
    }
}

/// What is told of every server to which there is no way.
const NO_WAY: &str = "can't be reached from here, or is at no public address";

#[tokio::test]
async fn no_message_says_what_a_name_resolves_to() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let nonsense = Server::saying(vec![b"\xff\xfe nonsense\r\n\r\n".to_vec()]);
    let within_reach = Fetcher::new(Options { allow_private_addresses: true, ..Options::default() }, trust());
    let public_only = Fetcher::new(Options::default(), trust());
    let told = [
        public_only.get("http://localhost:8080/", 5).await,
        public_only.get("http://nowhere.invalid:8080/", 5).await,
        public_only.get(&nonsense.url("/"), 5).await,
        within_reach.get("http://nowhere.invalid/", 5).await,
        within_reach.get(&format!("http://localhost:{closed}/"), 5).await,
        within_reach.get(&nonsense.url("/").replace("127.0.0.1", "localhost"), 5).await,
    ];
    for outcome in told {
        let error = outcome.map(drop).unwrap_err();
        let message = error.to_string();
        let named = ["`localhost`", "`nowhere.invalid`", "`127.0.0.1`"].into_iter().find(|host| message.contains(host));
        assert_eq!(message, format!("the server of {} {NO_WAY}", named.unwrap()));
        assert!(error.reason().is_some() && std::error::Error::source(&error).is_none());
    }
}

#[tokio::test]
async fn nothing_is_asked_of_a_refused_host() {
    let server = Server::saying(vec![answer("200 OK", "content-length: 0\r\n", b"")]);
    refusal(&server.url("/")).await;
    assert!(server.asked.try_recv().is_err());
}
