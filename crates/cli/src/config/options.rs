//! The options by group, so that each command has those that mean something to it.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use quire_app::sso::oidc::{ServerProvider, check_issuer};
use quire_app::sso::oidc_providers::SCOPES;
use quire_model::sso::ClientSecret;
use quire_model::text::{OidcLabel, OidcScopes};
use serde::Deserialize;

use crate::listen::ListenAddress;
use crate::logs::LogFormat;

/// The options of every command that works on data.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct DataOptions {
    /// A TOML file with options; the keys are named like the flags.
    #[arg(long, env = "QUIRE_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    pub(super) config: Option<PathBuf>,
    /// The directory for all data [default: quire-data].
    #[arg(long, env = "QUIRE_DATA", value_name = "DIR")]
    pub(super) data: Option<PathBuf>,
    /// The database: postgres://… for PostgreSQL [default: SQLite in the data directory].
    #[arg(long, env = "QUIRE_DATABASE", value_name = "URL", hide_env_values = true)]
    pub(super) database: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    pub(super) logs: LogOptions,
}

impl DataOptions {
    /// Adds the options of another source to those that are given here.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            config: self.config.or(other.config),
            data: self.data.or(other.data),
            database: self.database.or(other.database),
            logs: self.logs.or(other.logs),
        }
    }
}

/// The options of logs.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct LogOptions {
    /// The format of logs [default: text in a terminal, json elsewhere].
    #[arg(long, env = "QUIRE_LOG", value_name = "FORMAT")]
    pub(super) log: Option<LogFormat>,
    /// The log level: error, warn, info, debug, trace, or a filter by module [default: info].
    #[arg(long, env = "QUIRE_LOG_LEVEL", value_name = "LEVEL")]
    pub(super) log_level: Option<String>,
}

impl LogOptions {
    /// Adds the options of another source to those that are given here.
    pub(super) fn or(self, other: Self) -> Self {
        Self { log: self.log.or(other.log), log_level: self.log_level.or(other.log_level) }
    }
}

/// The options on which the addresses depend that a command prints.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct AddressOptions {
    /// The address to listen on, or a port of this machine alone; port 0 selects any free one [default: 127.0.0.1:8080].
    #[arg(long, env = "QUIRE_LISTEN", value_name = "ADDRESS")]
    pub(super) listen: Option<ListenAddress>,
    /// The public address of the server [default: http://<listen>].
    #[arg(long, env = "QUIRE_PUBLIC_URL", value_name = "URL")]
    pub(super) public_url: Option<String>,
    /// A host name for published sites: docs.example.com, or *.docs.example.com for one per organization; may be given
    /// several times [default: none, sites are below the public address].
    #[arg(long, env = "QUIRE_SITE_HOST", value_name = "HOST", value_delimiter = ',')]
    pub(super) site_host: Option<Vec<String>>,
}

impl AddressOptions {
    /// Adds the options of another source to those that are given here.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            listen: self.listen.or(other.listen),
            public_url: self.public_url.or(other.public_url),
            site_host: self.site_host.or(other.site_host),
        }
    }
}

/// The options of a server.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct ServerOptions {
    /// Host names that sites may use without a proof of ownership: docs.example.com, *.example.com for all below it, or
    /// * for all; may be given several times [default: none].
    #[arg(long, env = "QUIRE_ALLOW_HOSTNAME", value_name = "NAME", value_delimiter = ',')]
    pub(super) allow_hostname: Option<Vec<String>>,
    /// E-mail domains that organizations may claim without a proof of ownership,
    /// as with --allow-hostname [default: none].
    #[arg(long, env = "QUIRE_ALLOW_EMAIL_DOMAIN", value_name = "NAME", value_delimiter = ',')]
    pub(super) allow_email_domain: Option<Vec<String>>,
    /// The DNS server for proofs of ownership: an IP address, with a port if it is not 53; may be given up to three
    /// times [default: those of /etc/resolv.conf].
    #[arg(long, env = "QUIRE_DNS_SERVER", value_name = "ADDRESS", value_delimiter = ',')]
    pub(super) dns_server: Option<Vec<String>>,
    /// The mail server: smtps://user:password@host, or smtp://… [default: none, mail is logged].
    #[arg(long, env = "QUIRE_SMTP_URL", value_name = "URL", hide_env_values = true)]
    pub(super) smtp_url: Option<String>,
    /// The sender of mail, such as "Quire <quire@example.org>"; required with --smtp-url.
    #[arg(long, env = "QUIRE_MAIL_FROM", value_name = "ADDRESS")]
    pub(super) mail_from: Option<String>,
    /// The issuer of an OpenID Connect provider by which everybody can sign in, with --oidc-client-id [default: none].
    #[arg(long, env = "QUIRE_OIDC_ISSUER", value_name = "URL")]
    pub(super) oidc_issuer: Option<String>,
    /// The identifier of this server at that provider.
    #[arg(long, env = "QUIRE_OIDC_CLIENT_ID", value_name = "ID")]
    pub(super) oidc_client_id: Option<String>,
    /// The secret of this server at that provider [default: none, a public client].
    #[arg(long, env = "QUIRE_OIDC_CLIENT_SECRET", value_name = "SECRET", hide_env_values = true)]
    pub(super) oidc_client_secret: Option<String>,
    /// The name of that provider on the sign-in page [default: single sign-on].
    #[arg(long, env = "QUIRE_OIDC_LABEL", value_name = "NAME")]
    pub(super) oidc_label: Option<String>,
    /// The scopes that a sign-in there asks for beside openid [default: email profile].
    #[arg(long, env = "QUIRE_OIDC_SCOPES", value_name = "SCOPES")]
    pub(super) oidc_scopes: Option<String>,
    /// Let addresses count of which that provider does not say that it verified them [default: false].
    #[arg(long, env = "QUIRE_OIDC_TRUST_EMAIL", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    pub(super) oidc_trust_email: Option<bool>,
    /// The size of the cache for content and answers, in MiB [default: 64].
    #[arg(long, env = "QUIRE_CACHE_MIB", value_name = "N")]
    pub(super) cache_mib: Option<u64>,
    /// A folder with fonts for scripts that the program's own fonts lack, for PDF; may be given several times
    /// [default: /usr/share/fonts and /usr/local/share/fonts].
    #[arg(long, env = "QUIRE_FONTS", value_name = "DIR", value_delimiter = ',')]
    pub(super) fonts: Option<Vec<PathBuf>>,
    /// The largest upload, in MiB [default: 1024].
    #[arg(long, env = "QUIRE_MAX_UPLOAD_MIB", value_name = "N")]
    pub(super) max_upload_mib: Option<u64>,
    /// Fetch files from private addresses too [default: false].
    #[arg(long, env = "QUIRE_ALLOW_PRIVATE_ADDRESSES", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    pub(super) allow_private_addresses: Option<bool>,
    /// The largest JSON body of a request, in KiB [default: 1024].
    #[arg(long, env = "QUIRE_MAX_BODY_KIB", value_name = "N")]
    pub(super) max_body_kib: Option<usize>,
    /// The most requests of one caller per minute; 0 for no limit [default: 60000].
    #[arg(long, env = "QUIRE_REQUESTS_PER_MINUTE", value_name = "N")]
    pub(super) requests_per_minute: Option<u32>,
    /// The time limit of a request in seconds; uploads and downloads may take longer [default: 30].
    #[arg(long, env = "QUIRE_REQUEST_TIMEOUT_SECONDS", value_name = "N")]
    pub(super) request_timeout_seconds: Option<u64>,
    /// The most concurrent connections [default: 10000, or fewer if the system allows the process fewer descriptors].
    #[arg(long, env = "QUIRE_MAX_CONNECTIONS", value_name = "N")]
    pub(super) max_connections: Option<usize>,
    /// The most concurrent connections of one address; 0 for no limit [default: a quarter of all].
    #[arg(long, env = "QUIRE_MAX_CONNECTIONS_PER_ADDRESS", value_name = "N")]
    pub(super) max_connections_per_address: Option<usize>,
    /// A proxy in front of the server whose forwarded client addresses are trusted, or a network of such proxies:
    /// 10.0.0.0/8; may be given several times [default: none].
    #[arg(long, env = "QUIRE_TRUSTED_PROXY", value_name = "NETWORK", value_delimiter = ',')]
    pub(super) trusted_proxy: Option<Vec<String>>,
}

impl ServerOptions {
    /// Adds the options of another source to those that are given here.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            allow_hostname: self.allow_hostname.or(other.allow_hostname),
            allow_email_domain: self.allow_email_domain.or(other.allow_email_domain),
            dns_server: self.dns_server.or(other.dns_server),
            smtp_url: self.smtp_url.or(other.smtp_url),
            mail_from: self.mail_from.or(other.mail_from),
            oidc_issuer: self.oidc_issuer.or(other.oidc_issuer),
            oidc_client_id: self.oidc_client_id.or(other.oidc_client_id),
            oidc_client_secret: self.oidc_client_secret.or(other.oidc_client_secret),
            oidc_label: self.oidc_label.or(other.oidc_label),
            oidc_scopes: self.oidc_scopes.or(other.oidc_scopes),
            oidc_trust_email: self.oidc_trust_email.or(other.oidc_trust_email),
            cache_mib: self.cache_mib.or(other.cache_mib),
            fonts: self.fonts.or(other.fonts),
            max_upload_mib: self.max_upload_mib.or(other.max_upload_mib),
            allow_private_addresses: self.allow_private_addresses.or(other.allow_private_addresses),
            max_body_kib: self.max_body_kib.or(other.max_body_kib),
            requests_per_minute: self.requests_per_minute.or(other.requests_per_minute),
            request_timeout_seconds: self.request_timeout_seconds.or(other.request_timeout_seconds),
            max_connections: self.max_connections.or(other.max_connections),
            max_connections_per_address: self.max_connections_per_address.or(other.max_connections_per_address),
            trusted_proxy: self.trusted_proxy.or(other.trusted_proxy),
        }
    }
}

impl ServerOptions {
    /// Returns the provider by which everybody can sign in, if one is given.
    pub(super) fn oidc(&self) -> anyhow::Result<Option<ServerProvider>> {
        let Some(issuer) = &self.oidc_issuer else { return Ok(None) };
        let client_id = self.oidc_client_id.clone().context("oidc-client-id: is needed with oidc-issuer")?;
        check_issuer(issuer, self.allow_private_addresses.unwrap_or(false)).context("oidc-issuer")?;
        let text = |given: &Option<String>, default: &str| given.clone().unwrap_or_else(|| default.to_owned());
        let scopes = OidcScopes::try_from(text(&self.oidc_scopes, SCOPES)).context("oidc-scopes")?;
        let label = OidcLabel::try_from(text(&self.oidc_label, "single sign-on")).context("oidc-label")?;
        let secret = self.oidc_client_secret.clone().map(ClientSecret::try_from).transpose();
        Ok(Some(ServerProvider {
            label: label.as_str().to_owned(),
            issuer: issuer.clone(),
            client_id,
            client_secret: secret.context("oidc-client-secret")?,
            scopes: scopes.as_str().to_owned(),
            trusts_email: self.oidc_trust_email.unwrap_or(false),
        }))
    }
}
