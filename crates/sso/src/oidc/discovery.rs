//! The description that a provider gives of itself (OpenID Connect Discovery 1.0).

use serde_json::Value;
use url::{Host, Url};

/// The maximum size of a description in bytes.
const MAX_BYTES: usize = 256 << 10;

/// The addresses that a provider may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addresses {
    /// Those that begin with `https://`.
    Https,
    /// Those, and those of this machine that begin with `http://`, for trials.
    HttpsOrLoopback,
}

impl Addresses {
    fn allow(self, text: &str) -> bool {
        let Ok(url) = Url::parse(text) else { return false };
        let is_local = match url.host() {
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => return false,
        };
        let plain = self == Self::HttpsOrLoopback && is_local && url.scheme() == "http";
        (url.scheme() == "https" || plain) && url.username().is_empty() && url.password().is_none()
    }
}

/// The parts of a description that sign-in needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discovery {
    /// The name of the provider, which its tokens carry.
    pub issuer: String,
    pub authorization_endpoint: String,
    pub token_endpoint: String,
    /// The address of its keys.
    pub jwks_uri: String,
    pub userinfo_endpoint: Option<String>,
    /// The address at which people sign out there (OpenID Connect RP-Initiated Logout 1.0). One that can't be used is none:
    /// sign-in does not need it.
    pub end_session_endpoint: Option<String>,
    /// The ways in which a client can prove itself at the token endpoint; empty if the description does not say.
    pub client_authentication: Vec<String>,
}

/// A fault of a description.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiscoveryError {
    #[error("the issuer {0:?} is no address that begins with https://")]
    Issuer(String),
    #[error("the description is larger than {MAX_BYTES} bytes")]
    Bytes,
    #[error("the description is no JSON object: {0}")]
    Json(String),
    #[error(
        "the description is of the issuer {found:?}, not of {expected:?}: enter the issuer as the provider writes it"
    )]
    OtherIssuer { expected: String, found: String },
    #[error("the description has no {0}")]
    Missing(&'static str),
    #[error("the {name} {address:?} is no address that begins with https://")]
    Address { name: &'static str, address: String },
    #[error("the provider does not offer the code flow")]
    NoCodeFlow,
}

impl Discovery {
    /// Returns the address of the description of an issuer.
    ///
    /// # Errors
    /// [`DiscoveryError::Issuer`] for a text that is no address of an issuer.
    pub fn address(issuer: &str, addresses: Addresses) -> Result<String, DiscoveryError> {
        if !addresses.allow(issuer) || issuer.contains(['?', '#']) {
            return Err(DiscoveryError::Issuer(issuer.to_owned()));
        }
        Ok(format!("{}/.well-known/openid-configuration", issuer.strip_suffix('/').unwrap_or(issuer)))
    }

    /// Reads the description of an issuer.
    ///
    /// # Errors
    /// The first part that is missing or does not fit.
    pub fn read(json: &[u8], issuer: &str, addresses: Addresses) -> Result<Self, DiscoveryError> {
        if json.len() > MAX_BYTES {
            return Err(DiscoveryError::Bytes);
        }
        let json: Value = serde_json::from_slice(json).map_err(|error| DiscoveryError::Json(error.to_string()))?;
        let found = json.get("issuer").and_then(Value::as_str).ok_or(DiscoveryError::Missing("issuer"))?;
        if found != issuer {
            let found = found.chars().take(200).collect();
            return Err(DiscoveryError::OtherIssuer { expected: issuer.to_owned(), found });
        }
        let endpoint = |name: &'static str| match json.get(name).and_then(Value::as_str) {
            Some(address) if addresses.allow(address) => Ok(Some(address.to_owned())),
            Some(address) => Err(DiscoveryError::Address { name, address: address.chars().take(200).collect() }),
            None => Ok(None),
        };
        let needed = |name| endpoint(name)?.ok_or(DiscoveryError::Missing(name));
        let types = list(&json, "response_types_supported");
        if !types.is_empty() && !types.iter().any(|it| it == "code") {
            return Err(DiscoveryError::NoCodeFlow);
        }
        Ok(Self {
            issuer: issuer.to_owned(),
            authorization_endpoint: needed("authorization_endpoint")?,
            token_endpoint: needed("token_endpoint")?,
            jwks_uri: needed("jwks_uri")?,
            userinfo_endpoint: endpoint("userinfo_endpoint")?,
            end_session_endpoint: endpoint("end_session_endpoint").ok().flatten(),
            client_authentication: list(&json, "token_endpoint_auth_methods_supported"),
        })
    }
}

fn list(json: &Value, name: &str) -> Vec<String> {
    let values = json.get(name).and_then(Value::as_array).into_iter().flatten();
    values.filter_map(Value::as_str).map(str::to_owned).collect()
}
