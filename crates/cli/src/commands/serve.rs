//! The command `quire serve`.

use std::io::ErrorKind;
use std::net::SocketAddr;

use anyhow::Context as _;
use clap::Args;
use quire_api::Recollection;
use quire_api::server::Routes;
use quire_app::App;
use quire_app::operations::bootstrap::First;
use quire_jobs::imports::Importer;
use quire_jobs::openapi_specs::{Network, Processor};
use quire_site::Entrance;
use tokio::net::{TcpListener, TcpSocket};

use super::say;
use crate::config::Configuration;
use crate::descriptors;
use crate::signals::Signals;

/// Run the server.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    configuration: Configuration,
    /// The token of the first user, when the server starts on an empty directory [default: a random one, printed].
    #[arg(long, env = "QUIRE_BOOTSTRAP_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    bootstrap_token: Option<String>,
}

/// The length in bytes below which a bootstrap token is reported as too easy to guess.
const SHORT: usize = 16;

/// Connections that wait to be accepted at most; the operating system may have a lower bound.
const QUEUE: u32 = 4096;

impl Serve {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let configuration = self.configuration.load()?;
        let given = self.bootstrap_token;
        serve(&configuration, std::convert::identity, |app| {
            let first = app.bootstrap(given.as_deref()).context("setting up the first user")?;
            match (first, &given) {
                (Some(First { secret, .. }), None) => say(format_args!("first token: {secret}")),
                (Some(_), Some(token)) if token.len() < SHORT => {
                    tracing::warn!("the bootstrap token has fewer than {SHORT} characters: others may guess it");
                }
                (None, Some(token)) if !app.knows(token)? => {
                    tracing::warn!("this installation is set up already: the bootstrap token given now is not in use");
                }
                _ => {}
            }
            Ok(())
        })
    }
}

/// Serves until a signal ends the process. `prepare` runs before the first request, when the port is already bound.
/// `around` returns the routes of the server, with more in front of them if need be.
pub(crate) fn serve<R: Routes>(
    configuration: &Configuration,
    around: impl FnOnce(Entrance<Recollection>) -> R,
    prepare: impl FnOnce(&App) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (layers, server) = (configuration.layers()?, configuration.server(descriptors::raise())?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("starting threads")?;
    let mailer = configuration.mailer()?;
    let address = configuration.listen();
    let listener = runtime.block_on(async { listen(address) }).map_err(|error| refused(address, error))?;
    let bound = listener.local_addr().context("listening")?;
    let lock = configuration.lock(bound)?;
    let app = configuration.open(bound)?;
    // A reader of that line may send a signal at once, which must end the server in order.
    let signals = runtime.block_on(async { Signals::listen() })?;
    say(format_args!("listening on http://{bound}"));
    prepare(&app)?;
    let jobs = quire_jobs::Runner::start(app.clone(), mailer).context("starting the runner of jobs")?;
    let indexer = quire_jobs::indexing::Indexer::start(app.clone()).context("starting to follow for search")?;
    let checker = quire_jobs::claims::Checker::start(app.clone()).context("starting to look for proofs of claims")?;
    if lock.is_some() {
        // No other process can hold what a process that died had begun.
        app.release_openapi_specs().context("looking for sources that were being read")?;
    }
    let documents = Network::new(app.options().allow_private_addresses);
    let processor = Processor::start(&app, documents).context("starting to read sources of OpenAPI specifications")?;
    let importer = Importer::start(&app).context("starting to carry out imports")?;
    let translators = quire_jobs::translations::Network::new(app.options().allow_private_addresses);
    let translations =
        quire_jobs::translations::Runner::start(&app, translators).context("starting to run translations")?;
    let sites = quire_site::Sites::new(app.clone());
    let routes = around(sites.in_front_of(quire_api::routes(app.clone(), layers, sites.routes())));
    drop(sites);
    tracing::info!(address = %bound, public_url = app.options().public_url, version = env!("CARGO_PKG_VERSION"), "serving");
    let served = runtime.block_on(answer(listener, routes, server, signals));
    jobs.stop();
    translations.stop();
    processor.stop();
    importer.stop();
    checker.stop();
    indexer.stop();
    // The database's connections must not be dropped by a thread of the runtime.
    drop(runtime);
    drop(app);
    drop(lock);
    served
}

/// Listens with a long queue: while it is full, whoever connects is kept waiting for a second by the operating system.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv6() { TcpSocket::new_v6() } else { TcpSocket::new_v4() }?;
    // The port of a server that has just ended is free at once.
    socket.set_reuseaddr(true)?;
    bound_unsent(&socket)?;
    socket.bind(address)?;
    socket.listen(QUEUE)
}

/// Returns the reason why an address can't be listened on, with the way out if there is one.
fn refused(address: SocketAddr, error: std::io::Error) -> anyhow::Error {
    let hint = match error.kind() {
        ErrorKind::AddrInUse => ": another program listens there, stop it or choose another address with --listen",
        ErrorKind::PermissionDenied => ": ports below 1024 need a right that this user has not, choose another one",
        ErrorKind::AddrNotAvailable => ": this machine has no such address",
        _ => "",
    };
    anyhow::Error::from(error).context(format!("listen: {address}{hint}"))
}

/// Bounds what the operating system holds for a connection beyond what its client has room for. Connections inherit it.
/// Otherwise clients that ask for long answers and read none of them use up the memory of all connections of the machine.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn bound_unsent(socket: &TcpSocket) -> std::io::Result<()> {
    const MOST: u32 = 128 * 1024;
    socket2::SockRef::from(socket).set_tcp_notsent_lowat(MOST)
}

/// Other systems have no such bound.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn bound_unsent(_: &TcpSocket) -> std::io::Result<()> {
    Ok(())
}

async fn answer(
    listener: TcpListener,
    routes: impl Routes,
    server: quire_api::server::Options,
    mut signals: Signals,
) -> anyhow::Result<()> {
    let stop = async move {
        signals.received().await;
        tracing::info!("stopping: running requests are finished first");
    };
    quire_api::server::serve(listener, routes, server, stop).await;
    tracing::info!("stopped");
    Ok(())
}
