//! Connections to addresses that were checked.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use rustls::crypto::ring;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use crate::target::Target;
use crate::{Error, Reason};

/// The TLS configuration with the trusted root certificates.
pub type Trust = Arc<ClientConfig>;

/// A request, with a body or without one.
pub(crate) type Sent = Request<http_body_util::Full<bytes::Bytes>>;

/// The time limit for connecting to one address.
const PATIENCE: Duration = Duration::from_secs(10);

/// Returns a configuration with the root certificates that the operating system trusts.
pub fn trust() -> Trust {
    let mut roots = RootCertStore::empty();
    for certificate in rustls_native_certs::load_native_certs().certs {
        // A certificate that can't be parsed is not trusted.
        let _ = roots.add(certificate);
    }
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().expect("ring knows the versions that are safe");
    Arc::new(builder.with_root_certificates(roots).with_no_client_auth())
}

/// Sends a request to the first of these addresses that accepts a connection.
pub(crate) async fn send(
    target: &Target,
    addresses: &[SocketAddr],
    trust: &Trust,
    request: Sent,
) -> Result<Response<Incoming>, Error> {
    let unreachable = |reason: String| target.unreachable(Reason::Failed(reason));
    let insecure = |reason: String| Error::Insecure { host: target.host(), reason: Reason::Failed(reason) };
    let stream = connect(addresses).await.map_err(|reason| reason.map_or(Error::TooSlow, unreachable))?;
    if !target.is_secret() {
        return exchange(stream, request).await.map_err(unreachable);
    }
    let name = target.host().trim_matches(['[', ']']).to_owned();
    let name = ServerName::try_from(name).map_err(|e| insecure(e.to_string()))?;
    let secret = TlsConnector::from(trust.clone()).connect(name, stream).await;
    exchange(secret.map_err(|e| insecure(e.to_string()))?, request).await.map_err(unreachable)
}

/// Connects to the first address that accepts it. The error is the reason of the last failure, and `None` if the last server
/// did not answer in time.
async fn connect(addresses: &[SocketAddr]) -> Result<TcpStream, Option<String>> {
    let mut reason = Some(String::new());
    for address in addresses {
        match tokio::time::timeout(PATIENCE, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(e)) => reason = Some(e.to_string()),
            Err(_) => reason = None,
        }
    }
    Err(reason)
}

async fn exchange<S>(stream: S, request: Sent) -> Result<Response<Incoming>, String>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(|e| e.to_string())?;
    // The task ends when the response was read or dropped.
    tokio::spawn(connection);
    sender.send_request(request).await.map_err(|e| e.to_string())
}
