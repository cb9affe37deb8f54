//! TLS with rustls.
//!
//! `sslmode=require` demands a certificate that the operating system trusts, for the host of the address. `prefer`, the
//! default, connects without TLS if the server has none, so it proves nothing about the server in any case: with it, as
//! in PostgreSQL's own clients, any certificate is accepted.

use std::sync::Arc;

use postgres::config::SslMode;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::Error;

/// Returns the TLS connector that `mode` requires.
pub(crate) fn connector(mode: SslMode) -> Result<MakeRustlsConnect, Error> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .map_err(|e| Error::unavailable("setting up TLS", e))?;
    let config = if mode == SslMode::Require {
        builder.with_root_certificates(trusted()).with_no_client_auth()
    } else {
        let anybody = Arc::new(Anybody(provider));
        builder.dangerous().with_custom_certificate_verifier(anybody).with_no_client_auth()
    };
    Ok(MakeRustlsConnect::new(config))
}

fn trusted() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    for certificate in rustls_native_certs::load_native_certs().certs {
        // A certificate that can't be parsed is not trusted.
        let _ = roots.add(certificate);
    }
    roots
}

/// A verifier that accepts every certificate. The server must still prove possession of its key.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
