//! The configuration: flags, then the environment, then a TOML file, then defaults.

mod options;

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{Args, Command};
use quire_api::clients::{Network, TrustedProxies};
use quire_app::{App, DatabaseConfig, Options};
use quire_jobs::mail::{Log, Mailer, Smtp};
use toml::Table;

use crate::logs;
use crate::server_lock::ServerLock;
use crate::{descriptors, edge, modes};
use options::ServerOptions;
pub(crate) use options::{AddressOptions, DataOptions, LogOptions};

/// Every option, as given by a flag, the environment or the file; options that are not given have defaults.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Configuration {
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    addresses: AddressOptions,
    #[command(flatten)]
    server: ServerOptions,
}

impl From<DataOptions> for Configuration {
    fn from(data: DataOptions) -> Self {
        Self { data, ..Self::default() }
    }
}

impl From<(LogOptions, AddressOptions)> for Configuration {
    fn from((logs, addresses): (LogOptions, AddressOptions)) -> Self {
        Self { data: DataOptions { logs, ..DataOptions::default() }, addresses, ..Self::default() }
    }
}

impl From<(DataOptions, AddressOptions)> for Configuration {
    fn from((data, addresses): (DataOptions, AddressOptions)) -> Self {
        Self { data, addresses, ..Self::default() }
    }
}

/// The folders with fonts of the system.
const FONTS: [&str; 2] = ["/usr/share/fonts", "/usr/local/share/fonts"];
/// The size of the connection pool of PostgreSQL.
const CONNECTIONS: usize = 16;
/// The name of SQLite's file in the data directory.
const SQLITE: &str = "quire.db";
/// The number of read connections to SQLite.
const READERS: usize = 4;

impl Configuration {
    /// Adds the options of the file to those given otherwise, and initializes logging.
    pub(crate) fn load(self) -> anyhow::Result<Self> {
        let file = match &self.data.config {
            Some(path) => read(path)?,
            None => Self::default(),
        };
        let whole = self.or(file);
        logs::start(whole.data.logs.log, whole.data.logs.log_level.as_deref().unwrap_or("info"))?;
        Ok(whole)
    }

    fn or(self, file: Self) -> Self {
        Self {
            data: self.data.or(file.data),
            addresses: self.addresses.or(file.addresses),
            server: self.server.or(file.server),
        }
    }

    /// Sets the data directory if none was given.
    pub(crate) fn with_data(mut self, data: &Path) -> Self {
        self.data.data.get_or_insert_with(|| data.to_owned());
        self
    }

    /// Returns true if a data directory was given.
    pub(crate) fn has_data(&self) -> bool {
        self.data.data.is_some()
    }

    /// Returns true if a database was given.
    pub(crate) fn has_database(&self) -> bool {
        self.data.database.is_some()
    }

    /// Returns the address to listen on.
    pub(crate) fn listen(&self) -> SocketAddr {
        self.addresses.listen.unwrap_or_default().0
    }

    /// Returns the data directory.
    fn directory(&self) -> PathBuf {
        self.data.data.clone().unwrap_or_else(|| PathBuf::from("quire-data"))
    }

    /// Opens the application for a command that sets up nothing: a mistyped directory is an error, not a new database.
    pub(crate) fn open_existing(&self) -> anyhow::Result<App> {
        let data = self.directory();
        if self.data.database.is_none() && !data.join(SQLITE).is_file() {
            let data = data.display();
            bail!("data: there is no database in {data}: name the directory of a server, or start `quire serve` once");
        }
        self.open(self.listen())
    }

    /// Locks the data directory for the server at an address, if the database is in it.
    pub(crate) fn lock(&self, bound: SocketAddr) -> anyhow::Result<Option<ServerLock>> {
        let data = self.make_directory()?;
        self.data.database.is_none().then(|| ServerLock::take(&data, bound)).transpose()
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
        let public_url = self.addresses.public_url.clone().unwrap_or_else(|| format!("http://{bound}"));
        let options = Options {
            public_url: public_url.trim_end_matches('/').to_owned(),
            cache_bytes: self.server.cache_mib.unwrap_or(64) << 20,
            max_upload_bytes: self.server.max_upload_mib.unwrap_or(1024) << 20,
            allow_private_addresses: self.server.allow_private_addresses.unwrap_or(false),
            site_hosts: parsed("site-host", self.addresses.site_host.as_ref())?,
            allowed_hostnames: parsed("allow-hostname", self.server.allow_hostname.as_ref())?,
            allowed_email_domains: parsed("allow-email-domain", self.server.allow_email_domain.as_ref())?,
            sends_mail: self.server.smtp_url.is_some(),
            font_folders: self.server.fonts.clone().unwrap_or_else(|| FONTS.map(PathBuf::from).to_vec()),
            oidc: self.server.oidc()?,
        };
        let database = match &self.data.database {
            Some(url) => {
                is_of_postgres(url)?;
                DatabaseConfig::Postgres { url: url.clone(), connections: CONNECTIONS }
            }
            None => DatabaseConfig::Sqlite { path: data.join(SQLITE), readers: READERS },
        };
        let servers: Vec<_> = parsed("dns-server", self.server.dns_server.as_ref())?;
        let servers: Vec<_> = servers.into_iter().map(|DnsServer(address)| address).collect();
        let ambient = edge::ambient(&servers, options.allow_private_addresses);
        App::open(database, &data, ambient, options).context("opening the database")
    }

    /// Returns the mailer: SMTP if it is configured, else the log.
    pub(crate) fn mailer(&self) -> anyhow::Result<Box<dyn Mailer>> {
        let Some(url) = &self.server.smtp_url else { return Ok(Box::new(Log)) };
        let from = self.server.mail_from.as_deref().context("mail-from: is needed with smtp-url")?;
        Ok(Box::new(Smtp::new(url, from)?))
    }

    /// Returns the options of the middleware.
    pub(crate) fn layers(&self) -> anyhow::Result<quire_api::layers::Options> {
        let clock = std::sync::Arc::new(|| edge::now().div_euclid(1000));
        let mut options = quire_api::layers::Options::new(clock, std::sync::Arc::new(edge::request_numbers()));
        options.timeout = Duration::from_secs(self.server.request_timeout_seconds.unwrap_or(30));
        options.body_limit = self.server.max_body_kib.unwrap_or(1024) << 10;
        options.requests_per_minute = self.server.requests_per_minute.unwrap_or(60_000);
        options.trusted_proxies = self.trusted_proxies()?;
        Ok(options)
    }

    fn trusted_proxies(&self) -> anyhow::Result<TrustedProxies> {
        let given = self.server.trusted_proxy.iter().flatten();
        given.map(|it| it.trim().parse::<Network>().with_context(|| format!("trusted-proxy: {it:?}"))).collect()
    }

    /// Returns the options of the server, for a process with this many descriptors.
    pub(crate) fn server(&self, descriptors: u64) -> anyhow::Result<quire_api::server::Options> {
        let fitting = descriptors::connections(descriptors);
        let max_connections = self.server.max_connections.unwrap_or(fitting);
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
            max_connections_per_address: self
                .server
                .max_connections_per_address
                .unwrap_or((max_connections / 4).max(16)),
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
    parse(&text).with_context(|| format!("reading {}", path.display()))
}

/// Reads options from TOML. Each key is one of a group.
fn parse(text: &str) -> anyhow::Result<Configuration> {
    let table: Table = toml::from_str(text)?;
    let flags = Configuration::augment_args(Command::new("quire"));
    let is_known = |key: &str| key != "config" && flags.get_arguments().any(|flag| flag.get_long() == Some(key));
    if let Some(unknown) = table.keys().find(|key| !is_known(key)) {
        bail!("there is no option {unknown:?}");
    }
    let configuration = Configuration {
        data: table.clone().try_into()?,
        addresses: table.clone().try_into()?,
        server: table.try_into()?,
    };
    Ok(configuration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_wins_over_the_file() {
        let file = parse("listen = '127.0.0.1:1'\ncache-mib = 7").unwrap();
        let server = ServerOptions { cache_mib: Some(9), ..ServerOptions::default() };
        let flags = Configuration { server, ..Configuration::default() };
        let whole = flags.or(file);
        assert_eq!(whole.listen().port(), 1);
        assert_eq!(whole.server.cache_mib, Some(9));
    }

    #[test]
    fn trusted_proxies_are_networks() {
        let given = |proxies: &str| parse(&format!("trusted-proxy = {proxies}")).unwrap();
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
        let given = parse("max-connections = 7\nmax-connections-per-address = 0").unwrap();
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
        let wrong = parse("listne = '127.0.0.1:1'");
        assert!(wrong.unwrap_err().to_string().contains("listne"));
    }
}
