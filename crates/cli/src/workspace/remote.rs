//! The data of a server, over HTTP.

use std::fs::File;
use std::io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, TimedOut, UnexpectedEof};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use axum::http::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use axum::http::{Method, Request, Response};
use serde_json::Value;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, AsSendBody, Body};

use crate::edge::wait;

/// A server with a token for it.
pub(crate) struct Remote {
    agent: Agent,
    /// The address without a slash at its end.
    address: String,
    authorization: String,
}

/// The maximum size of an answer, in bytes.
const MOST_BYTES: u64 = 256 << 20;
const CONNECTING: Duration = Duration::from_secs(30);
/// The time within which the answer to what only reads has to begin.
const ANSWERING: Duration = Duration::from_mins(2);
/// The time for which a connection is kept for the next request. Servers, and proxies before them, keep one longer: they
/// would end it while a request is on its way.
const KEEPING: Duration = Duration::from_secs(4);
/// The number of times that what only reads is asked, where the connection ends before the answer.
const TRIES: u32 = 3;
/// The pause before it is asked again.
const PAUSE: Duration = Duration::from_millis(300);

impl Remote {
    pub(super) fn new(address: &str, token: &str) -> anyhow::Result<Self> {
        let address = address.trim_end_matches('/').to_owned();
        if !(address.starts_with("https://") || address.starts_with("http://")) {
            bail!("server: {address:?} must begin with https:// or http://");
        }
        // A redirect would take the content, and the token with it, to another place.
        let agent = Agent::config_builder()
            .tls_config(trust())
            .user_agent(concat!("quire/", env!("CARGO_PKG_VERSION")))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_connect(Some(CONNECTING))
            .max_idle_age(KEEPING)
            .build()
            .into();
        Ok(Self { agent, address, authorization: format!("Bearer {token}") })
    }

    /// Returns the address of the server.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Returns the status and the body of the answer.
    pub(super) fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        headers: &[(&str, &str)],
    ) -> anyhow::Result<(u16, Value)> {
        let request = Request::builder().method(method).uri(format!("{}{path}", self.address));
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let request = request.header(AUTHORIZATION, &self.authorization).header(CONTENT_TYPE, "application/json");
        let mut answer = match body {
            Some(body) => self.answer(request.body(body.to_string())?)?,
            None => self.answer_of_tries(&request.body(())?)?,
        };
        if let Some(target) = answer.headers().get(LOCATION).filter(|_| answer.status().is_redirection()) {
            bail!("server: {} redirects to {}: give that address", self.address, target.to_str().unwrap_or_default());
        }
        let text = answer.body_mut().with_config().limit(MOST_BYTES).read_to_vec().context("reading the answer")?;
        Ok((answer.status().as_u16(), serde_json::from_slice(&text).unwrap_or_default()))
    }

    /// Sends a file to an address that the server gave, without the token. Returns the status.
    pub(super) fn send(&self, address: &str, file: File) -> anyhow::Result<u16> {
        let size = file.metadata().context("reading the archive")?.len();
        let request = Request::builder().method(Method::PUT).uri(address).header(CONTENT_LENGTH, size);
        Ok(self.answer(request.body(file)?)?.status().as_u16())
    }

    /// Returns the answer to a request without a body; where the connection ends before the answer to what only reads,
    /// it is asked again.
    fn answer_of_tries(&self, request: &Request<()>) -> anyhow::Result<Response<Body>> {
        let tries = if request.method() == Method::GET { TRIES } else { 1 };
        for _ in 1..tries {
            match self.answer(request.clone()) {
                Err(error) if error.downcast_ref().is_some_and(ended) => wait(PAUSE),
                answered => return answered,
            }
        }
        self.answer(request.clone())
    }

    fn answer(&self, request: Request<impl AsSendBody>) -> anyhow::Result<Response<Body>> {
        let asked = format!("{} {}", request.method(), request.uri().path());
        // What only reads can be asked again; what changes something may take its time.
        let patience = (request.method() == Method::GET).then_some(ANSWERING);
        let request = self.agent.configure_request(request).timeout_recv_response(patience).build();
        self.agent.run(request).map_err(|error| {
            let said = failed(&error);
            anyhow::Error::new(error).context(format!("server: {} {said} ({asked})", self.address))
        })
    }
}

/// Returns what happened, in words that follow the address of the server.
fn failed(error: &ureq::Error) -> &'static str {
    match error {
        ureq::Error::Timeout(_) => "does not answer in time",
        ureq::Error::Io(error) if error.kind() == TimedOut => "does not answer in time",
        _ if ended(error) => "ended the connection before it answered",
        _ => "can't be reached",
    }
}

/// Returns true if the connection ended before the answer.
fn ended(error: &ureq::Error) -> bool {
    let ureq::Error::Io(error) = error else { return false };
    matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof)
}

/// Returns trust in the certificates that the operating system trusts.
fn trust() -> TlsConfig {
    let trusted = rustls_native_certs::load_native_certs().certs;
    let trusted = trusted.iter().map(|it| Certificate::from_der(it).to_owned());
    TlsConfig::builder()
        .root_certs(RootCerts::Specific(Arc::new(trusted.collect())))
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build()
}
