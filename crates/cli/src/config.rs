//! The configuration: flags, then the environment, then a TOML file, then defaults.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use quire_api::clients::{Network, TrustedProxies};
use quire_app::{App, DatabaseConfig, Options};
use quire_jobs::mail::{Log, Mailer, Smtp};
use serde::Deserialize;

use crate::listen::ListenAddress;
use crate::logs::{self, LogFormat};
use crate::server_lock::ServerLock;
use crate::{descriptors, edge, modes};

/// Every option, as given by a flag, the environment or the file; options that are not given have defaults.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Configuration {
    /// A TOML file with options; the keys are named like the flags.
    #[arg(long, env = "QUIRE_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    config: Option<PathBuf>,
    /// The directory for all data [default: quire-data].
    #[arg(long, env = "QUIRE_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// The database: postgres://… for PostgreSQL [default: SQLite in the data directory].
    #[arg(long, env = "QUIRE_DATABASE", value_name = "URL", hide_env_values = true)]
    database: Option<String>,
    /// The address to listen on, or a port of this machine alone; port 0 selects any free one [default: 127.0.0.1:8080].
    #[arg(long, env = "QUIRE_LISTEN", value_name = "ADDRESS")]
    listen: Option<ListenAddress>,
    /// The public address of the server [default: http://<listen>].
    #[arg(long, env = "QUIRE_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// A host name for published sites: docs.example.com, or *.docs.example.com for one per organization; may be given
    /// several times [default: none, sites are below the public address].
    #[arg(long, env = "QUIRE_SITE_HOST", value_name = "HOST", value_delimiter = ',')]
    site_host: Option<Vec<String>>,
    /// Host names that sites may use without a proof of ownership: docs.example.com, *.example.com for all below it, or
    /// * for all; may be given several times [default: none].
    #[arg(long, env = "QUIRE_ALLOW_HOSTNAME", value_name = "NAME", value_delimiter = ',')]
    allow_hostname: Option<Vec<String>>,
    /// E-mail domains that organizations may claim without a proof of ownership,
    /// as with --allow-hostname [default: none].
    #[arg(long, env = "QUIRE_ALLOW_EMAIL_DOMAIN", value_name = "NAME", value_delimiter = ',')]
    allow_email_domain: Option<Vec<String>>,
    /// The DNS server for proofs of ownership: an IP address, with a port if it is not 53; may be given up to three
    /// times [default: those of /etc/resolv.conf].
    #[arg(long, env = "QUIRE_DNS_SERVER", value_name = "ADDRESS", value_delimiter = ',')]
    dns_server: Option<Vec<String>>,
    /// The mail server: smtps://user:password@host, or smtp://… [default: none, mail is logged].
    #[arg(long, env = "QUIRE_SMTP_URL", value_name = "URL", hide_env_values = true)]
    smtp_url: Option<String>,
    /// The sender of mail, such as "Quire <quire@example.org>"; required with --smtp-url.
    #[arg(long, env = "QUIRE_MAIL_FROM", value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// The size of the cache for content and answers, in MiB [default: 64].
    #[arg(long, env = "QUIRE_CACHE_MIB", value_name = "N")]
    cache_mib: Option<u64>,
    /// The largest upload, in MiB [default: 1024].
    #[arg(long, env = "QUIRE_MAX_UPLOAD_MIB", value_name = "N")]
    max_upload_mib: Option<u64>,
    /// Fetch files from private addresses too [default: false].
    #[arg(long, env = "QUIRE_ALLOW_PRIVATE_ADDRESSES", value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    allow_private_addresses: Option<bool>,
    /// The largest JSON body of a request, in KiB [default: 1024].
    #[arg(long, env = "QUIRE_MAX_BODY_KIB", value_name = "N")]
    max_body_kib: Option<usize>,
    /// The most requests of one caller per minute; 0 for no limit [default: 60000].
    #[arg(long, env = "QUIRE_REQUESTS_PER_MINUTE", value_name = "N")]
    requests_per_minute: Option<u32>,
    /// The time limit of a request in seconds; uploads and downloads may take longer [default: 30].
    #[arg(long, env = "QUIRE_REQUEST_TIMEOUT_SECONDS", value_name = "N")]
    request_timeout_seconds: Option<u64>,
    /// The most concurrent connections [default: 10000, or fewer if the system allows the process fewer descriptors].
    #[arg(long, env = "QUIRE_MAX_CONNECTIONS", value_name = "N")]
    max_connections: Option<usize>,
    /// The most concurrent connections of one address; 0 for no limit [default: a quarter of all].
    #[arg(long, env = "QUIRE_MAX_CONNECTIONS_PER_ADDRESS", value_name = "N")]
    max_connections_per_address: Option<usize>,
    /// A proxy in front of the server whose forwarded client addresses are trusted, or a network of such proxies:
    /// 10.0.0.0/8; may be given several times [default: none].
    #[arg(long, env = "QUIRE_TRUSTED_PROXY", value_name = "NETWORK", value_delimiter = ',')]
    trusted_proxy: Option<Vec<String>>,
    /// The format of logs [default: text in a terminal, json elsewhere].
    #[arg(long, env = "QUIRE_LOG", value_name = "FORMAT")]
    log: Option<LogFormat>,
    /// The log level: error, warn, info, debug, trace, or a filter by module [default: info].
    #[arg(long, env = "QUIRE_LOG_LEVEL", value_name = "LEVEL")]
    log_level: Option<String>,
}

/// The size of the connection pool of PostgreSQL.
const CONNECTIONS: usize = 16;
/// The name of SQLite's file in the data directory.
const SQLITE: &str = "quire.db";
/// The number of read connections to SQLite.
const READERS: usize = 4;

impl Configuration {
    /// Adds the options of the file to those given otherwise, and initializes logging.
    pub(crate) fn load(self) -> anyhow::Result<Self> {
        let file = match &self.config {
            Some(path) => read(path)?,
            None => Self::default(),
        };
        let whole = self.or(file);
        logs::start(whole.log, whole.log_level.as_deref().unwrap_or("info"))?;
        Ok(whole)
    }

    fn or(self, file: Self) -> Self {
        Self {
            config: self.config,
            data: self.data.or(file.data),
            database: self.database.or(file.database),
            listen: self.listen.or(file.listen),
            public_url: self.public_url.or(file.public_url),
            site_host: self.site_host.or(file.site_host),
            allow_hostname: self.allow_hostname.or(file.allow_hostname),
            allow_email_domain: self.allow_email_domain.or(file.allow_email_domain),
            dns_server: self.dns_server.or(file.dns_server),
            smtp_url: self.smtp_url.or(file.smtp_url),
            mail_from: self.mail_from.or(file.mail_from),
            cache_mib: self.cache_mib.or(file.cache_mib),
            max_upload_mib: self.max_upload_mib.or(file.max_upload_mib),
            allow_private_addresses: self.allow_private_addresses.or(file.allow_private_addresses),
            max_body_kib: self.max_body_kib.or(file.max_body_kib),
            requests_per_minute: self.requests_per_minute.or(file.requests_per_minute),
            request_timeout_seconds: self.request_timeout_seconds.or(file.request_timeout_seconds),
            max_connections: self.max_connections.or(file.max_connections),
            max_connections_per_address: self.max_connections_per_address.or(file.max_connections_per_address),
            trusted_proxy: self.trusted_proxy.or(file.trusted_proxy),
            log: self.log.or(file.log),
            log_level: self.log_level.or(file.log_level),
        }
    }

    /// Sets the data directory if none was given.
    pub(crate) fn with_data(mut self, data: &Path) -> Self {
        self.data.get_or_insert_with(|| data.to_owned());
        self
    }

    /// Returns true if a data directory was given.
    pub(crate) fn has_data(&self) -> bool {
        self.data.is_some()
    }

    /// Returns true if a database was given.
    pub(crate) fn has_database(&self) -> bool {
        self.database.is_some()
    }

    /// Returns the address to listen on.
    pub(crate) fn listen(&self) -> SocketAddr {
        self.listen.unwrap_or_default().0
    }

    /// Returns the data directory.
    fn directory(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(|| PathBuf::from("quire-data"))
    }

    /// Opens the application for a command that sets up nothing: a mistyped directory is an error, not a new database.
    pub(crate) fn open_existing(&self) -> anyhow::Result<App> {
        let data = self.directory();
        if self.database.is_none() && !data.join(SQLITE).is_file() {
            let data = data.display();
            bail!("data: there is no database in {data}: name the directory of a server, or start `quire serve` once");
        }
        self.open(self.listen())
    }

    /// Locks the data directory for the server at an address, if the database is in it.
    pub(crate) fn lock(&self, bound: SocketAddr) -> anyhow::Result<Option<ServerLock>> {
        let data = self.make_directory()?;
        self.database.is_none().then(|| ServerLock::take(&data, bound)).transpose()
    }

    /// Creates the data directory if it is missing.
    fn make_directory(&self) -> anyhow::Result<PathBuf> {
        let data = self.directory();
        modes::make(&data).with_context(|| format!("making the data directory {}", data.display()))?;
        modes::mend(&data);
        Ok(data)
    }

    /// Opens the application. `bound` is its public address unless another one was given.
    pub(crate) fn open(&self, bound: SocketAddr) -> anyhow::Result<App> {
        let data = self.make_directory()?;
        let public_url = self.public_url.clone().unwrap_or_else(|| format!("http://{bound}"));
        let options = Options {
            public_url: public_url.trim_end_matches('/').to_owned(),
            cache_bytes: self.cache_mib.unwrap_or(64) << 20,
            max_upload_bytes: self.max_upload_mib.unwrap_or(1024) << 20,
            allow_private_addresses: self.allow_private_addresses.unwrap_or(false),
            site_hosts: parsed("site-host", self.site_host.as_ref())?,
            allowed_hostnames: parsed("allow-hostname", self.allow_hostname.as_ref())?,
            allowed_email_domains: parsed("allow-email-domain", self.allow_email_domain.as_ref())?,
            sends_mail: self.smtp_url.is_some(),
        };
        let database = match &self.database {
            Some(url) => {
                is_of_postgres(url)?;
                DatabaseConfig::Postgres { url: url.clone(), connections: CONNECTIONS }
            }
            None => DatabaseConfig::Sqlite { path: data.join(SQLITE), readers: READERS },
        };
        let servers: Vec<_> = parsed("dns-server", self.dns_server.as_ref())?;
        let servers: Vec<_> = servers.into_iter().map(|DnsServer(address)| address).collect();
        let ambient = edge::ambient(&servers, options.allow_private_addresses);
        App::open(database, &data, ambient, options).context("opening the database")
    }

    /// Returns the mailer: SMTP if it is configured, else the log.
    pub(crate) fn mailer(&self) -> anyhow::Result<Box<dyn Mailer>> {
        let Some(url) = &self.smtp_url else { return Ok(Box::new(Log)) };
        let from = self.mail_from.as_deref().context("mail-from: is needed with smtp-url")?;
        Ok(Box::new(Smtp::new(url, from)?))
    }

    /// Returns the options of the middleware.
    pub(crate) fn layers(&self) -> anyhow::Result<quire_api::layers::Options> {
        let clock = std::sync::Arc::new(|| edge::now().div_euclid(1000));
        let mut options = quire_api::layers::Options::new(clock, std::sync::Arc::new(edge::request_numbers()));
        options.timeout = Duration::from_secs(self.request_timeout_seconds.unwrap_or(30));
        options.body_limit = self.max_body_kib.unwrap_or(1024) << 10;
        options.requests_per_minute = self.requests_per_minute.unwrap_or(60_000);
        options.trusted_proxies = self.trusted_proxies()?;
        Ok(options)
    }

    fn trusted_proxies(&self) -> anyhow::Result<TrustedProxies> {
        let given = self.trusted_proxy.iter().flatten();
        given.map(|it| it.trim().parse::<Network>().with_context(|| format!("trusted-proxy: {it:?}"))).collect()
    }

    /// Returns the options of the server, for a process with this many descriptors.
    pub(crate) fn server(&self, descriptors: u64) -> anyhow::Result<quire_api::server::Options> {
        let fitting = descriptors::connections(descriptors);
        let max_connections = self.max_connections.unwrap_or(fitting);
        if max_connections > fitting {
            tracing::warn!(
                max_connections,
                fitting,
                descriptors,
                "there may be fewer descriptors than connections need"
            );
        }
        Ok(quire_api::server::Options {
            max_connections,
            max_connections_per_address: self.max_connections_per_address.unwrap_or((max_connections / 4).max(16)),
            trusted_proxies: self.trusted_proxies()?,
            ..quire_api::server::Options::default()
        })
    }
}

/// The address of a DNS server, given with or without a port.
struct DnsServer(SocketAddr);

impl FromStr for DnsServer {
    type Err = std::net::AddrParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().or_else(|_| Ok(SocketAddr::new(text.parse::<IpAddr>()?, 53))).map(Self)
    }
}

/// Parses the values of an option that may be given several times.
fn parsed<T>(option: &str, given: Option<&Vec<String>>) -> anyhow::Result<Vec<T>>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    let given = given.into_iter().flatten();
    given.map(|text| text.trim().parse().with_context(|| format!("{option}: {text:?}"))).collect()
}

/// Checks that the address of a database is one of PostgreSQL. It may have a password, so only its scheme is told.
fn is_of_postgres(url: &str) -> anyhow::Result<()> {
    match url.split_once("://") {
        Some(("postgres" | "postgresql", _)) => Ok(()),
        // The form `host=… user=…`.
        None if url.contains('=') => Ok(()),
        other => {
            let found = other.map_or("no scheme".to_owned(), |(scheme, _)| format!("{scheme}://"));
            bail!("database: must begin with postgres:// (it has {found}); without this option, SQLite is used");
        }
    }
}

fn read(path: &Path) -> anyhow::Result<Configuration> {
    let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("reading {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_wins_over_the_file() {
        let file: Configuration = toml::from_str("listen = '127.0.0.1:1'\ncache-mib = 7").unwrap();
        let flags = Configuration { cache_mib: Some(9), ..Configuration::default() };
        let whole = flags.or(file);
        assert_eq!(whole.listen().port(), 1);
        assert_eq!(whole.cache_mib, Some(9));
    }

    #[test]
    fn trusted_proxies_are_networks() {
        let given = |proxies: &str| toml::from_str::<Configuration>(&format!("trusted-proxy = {proxies}")).unwrap();
        let trusted = given("['127.0.0.1', '10.0.0.0/8']").layers().unwrap().trusted_proxies;
        assert!(trusted.trusts([10, 1, 2, 3].into()) && !trusted.trusts([11, 1, 2, 3].into()));
        let Err(error) = given("['localhost']").server(1024) else { panic!("localhost is no network") };
        assert!(format!("{error:#}").contains("trusted-proxy: \"localhost\": must be an IP address"), "{error:#}");
    }

    #[test]
    fn connections_follow_the_descriptors_unless_they_are_given() {
        let bounds = |configuration: &Configuration| {
            let options = configuration.server(1024).unwrap();
            (options.max_connections, options.max_connections_per_address)
        };
        assert_eq!(bounds(&Configuration::default()), (384, 96));
        let given = toml::from_str("max-connections = 7\nmax-connections-per-address = 0").unwrap();
        assert_eq!(bounds(&given), (7, 0));
    }

    #[test]
    fn only_postgres_has_an_address() {
        for url in ["postgres://u:p@host/name", "postgresql:///name", "host=/run/postgresql user=u"] {
            is_of_postgres(url).unwrap();
        }
        for (url, found) in [("mysql://u:secret@host/x", "mysql://"), ("quire.db", "no scheme")] {
            let error = is_of_postgres(url).unwrap_err().to_string();
            assert!(error.contains("postgres://") && error.contains(found) && !error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn a_misspelt_key_is_refused() {
        let wrong = toml::from_str::<Configuration>("listne = '127.0.0.1:1'");
        assert!(wrong.unwrap_err().to_string().contains("listne"));
    }
}
