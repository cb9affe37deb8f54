//! Files by TLS.

use std::sync::Arc;

use futures_util::TryStreamExt as _;
use quire_fetch::{Fetcher, Options, Trust, trust};
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::server::answer;

/// The certificate of an authority of these tests alone.
fn tests_only() -> Trust {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(include_bytes!("tls/ca.pem")).unwrap()).unwrap();
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().unwrap();
    Arc::new(builder.with_root_certificates(roots).with_no_client_auth())
}

/// The port of a server whose certificate is for `localhost`, and which answers one connection after the other.
async fn secret_server() -> u16 {
    let certificate = CertificateDer::from_pem_slice(include_bytes!("tls/server.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("tls/server.key")).unwrap();
    let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let acceptor = TlsAcceptor::from(Arc::new(builder.with_single_cert(vec![certificate], key).unwrap()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let mut asked = [0; 1024];
            let _ = stream.read(&mut asked).await;
            let _ = stream.write_all(&answer("200 OK", "content-length: 6\r\n", b"secret")).await;
            let _ = stream.shutdown().await;
        }
    });
    port
}

fn fetcher(trust: Trust) -> Fetcher {
    Fetcher::new(Options { allow_private_addresses: true, ..Options::default() }, trust)
}

#[tokio::test]
async fn a_server_with_a_trusted_certificate_is_believed() {
    let port = secret_server().await;
    let fetched = fetcher(tests_only()).get(&format!("https://localhost:{port}/x"), 10).await.unwrap();
    let bytes: Vec<u8> = fetched.into_bytes().map_ok(|chunk| chunk.to_vec()).try_concat().await.unwrap();
    assert_eq!(bytes, b"secret");
}

#[tokio::test]
async fn a_certificate_of_another_name_or_of_nobody_is_not() {
    let port = secret_server().await;
    for (trust, host) in [(trust(), "localhost"), (tests_only(), "127.0.0.1")] {
        let outcome = fetcher(trust).get(&format!("https://{host}:{port}/x"), 10).await;
        let told = outcome.map(|_| ()).unwrap_err().to_string();
        assert!(told.contains("can't be reached") && told.contains("certificate"), "{told}");
    }
}
