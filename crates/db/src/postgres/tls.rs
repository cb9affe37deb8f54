//! TLS by rustls, with the certificates that the operating system trusts.

use std::sync::{Arc, OnceLock};

use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::Error;

/// What makes a connection secret, where `sslmode` in the address or the server asks for it.
pub(crate) fn connector() -> Result<MakeRustlsConnect, Error> {
    static CONFIG: OnceLock<ClientConfig> = OnceLock::new();
    if let Some(config) = CONFIG.get() {
        return Ok(MakeRustlsConnect::new(config.clone()));
    }
    let mut roots = RootCertStore::empty();
    for certificate in rustls_native_certs::load_native_certs().certs {
        // One that can't be read is one that is not trusted.
        let _ = roots.add(certificate);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|e| Error::unavailable("setting up TLS", e))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(CONFIG.get_or_init(|| config).clone()))
}
