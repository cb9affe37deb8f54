//! The workspace that a command works on: the data on this machine, or that of a server.
//!
//! Both are reached through the operations of the API, so that a command does the same with either. On this machine
//! they run in the process, with all rights and without a token.

mod imports;
mod local;
mod remote;
mod runs;

use anyhow::{Context as _, bail};
use axum::http::Method;
use clap::Args;
use quire_app::App;
use quire_model::ids::OrganizationId;
use quire_model::repositories::RepositoryDirectory;
use quire_model::text::FormerSpaceId;
use serde_json::{Value, json};

use crate::config::{AddressOptions, Configuration, DataOptions};
use crate::signals::stop_by_signal;
pub(crate) use imports::Source;
use local::Local;
use remote::Remote;
pub(crate) use runs::Foreign;

/// The options that name a server to work on.
#[derive(Debug, Clone, Args)]
pub(crate) struct RemoteOptions {
    /// The address of a server to work on, instead of the data on this machine.
    #[arg(long, env = "QUIRE_SERVER", value_name = "URL")]
    server: Option<String>,
    /// The token for the server; in QUIRE_TOKEN it is not seen by other users of this machine.
    #[arg(long, env = "QUIRE_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    token: Option<String>,
}

/// The options that name a workspace.
#[derive(Debug, Clone, Args)]
pub(crate) struct WorkspaceOptions {
    #[command(flatten)]
    pub(crate) data: DataOptions,
    #[command(flatten)]
    pub(crate) addresses: AddressOptions,
    #[command(flatten)]
    remote: RemoteOptions,
}

impl WorkspaceOptions {
    /// Returns the configuration of the data on this machine; `None` if a server is named.
    ///
    /// # Errors
    /// Both are named.
    pub(crate) fn configuration(&self) -> anyhow::Result<Option<Configuration>> {
        let configuration = Configuration::from((self.data.clone(), self.addresses.clone())).load()?;
        match &self.remote.server {
            None => Ok(Some(configuration)),
            Some(_) if configuration.has_data() || configuration.has_database() => {
                bail!("server: give a server, or a data directory or database on this machine, and not both")
            }
            Some(_) => Ok(None),
        }
    }

    /// Opens the workspace; data on this machine must be there.
    pub(crate) fn open(&self) -> anyhow::Result<Workspace> {
        match self.configuration()? {
            Some(configuration) => Workspace::here(configuration.open_existing()?),
            None => self.server(),
        }
    }

    /// Opens the workspace of the server.
    pub(crate) fn server(&self) -> anyhow::Result<Workspace> {
        let server = self.remote.server.as_deref().context("server: is missing")?;
        let token = self.remote.token.as_deref().context("token: a server needs one: set QUIRE_TOKEN or --token")?;
        Ok(Workspace::There(Remote::new(server, token)?))
    }
}

/// The message of a command that a signal stops.
const STOPPED: &str = "stopped: nothing was kept";

/// A workspace.
pub(crate) enum Workspace {
    /// The data on this machine.
    Here(Local),
    /// The data of a server.
    There(Remote),
}

/// The number of items that are listed at once.
const PAGE: usize = 1_000;

impl Workspace {
    /// Returns the workspace of an application.
    pub(crate) fn here(app: App) -> anyhow::Result<Self> {
        Local::new(app).map(Self::Here)
    }

    /// Calls an operation of the API and returns the body of its answer, `null` if it has none.
    ///
    /// # Errors
    /// The operation refuses, or the server can't be reached.
    pub(crate) fn call(&self, method: Method, path: &str, body: Option<&Value>) -> anyhow::Result<Value> {
        self.call_with(method, path, body, &[])
    }

    /// Calls an operation like [`Self::call`]; a server gets these headers too.
    fn call_with(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        headers: &[(&str, &str)],
    ) -> anyhow::Result<Value> {
        let (status, answer) = match self {
            Self::Here(local) => local.call(method, path, body)?,
            Self::There(remote) => remote.call(method, path, body, headers)?,
        };
        if (200..300).contains(&status) {
            return Ok(answer);
        }
        match (answer["error"]["message"].as_str(), self) {
            (Some(message), _) => bail!("{message}"),
            (None, Self::There(remote)) => bail!("{} answered {status}: is it a Quire server?", remote.address()),
            (None, Self::Here(_)) => bail!("the operation failed with {status}"),
        }
    }

    pub(crate) fn get(&self, path: &str) -> anyhow::Result<Value> {
        self.call(Method::GET, path, None)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.call(Method::POST, path, Some(body))
    }

    /// Returns all items of a list.
    pub(crate) fn list(&self, path: &str) -> anyhow::Result<Vec<Value>> {
        let joint = if path.contains('?') { '&' } else { '?' };
        let (mut all, mut page) = (Vec::new(), String::new());
        loop {
            let mut answer = self.get(&format!("{path}{joint}limit={PAGE}{page}"))?;
            match answer["items"].take() {
                Value::Array(items) => all.extend(items),
                _ => bail!("the answer is no list: is it a Quire server?"),
            }
            match answer["next"]["page"].as_str() {
                Some(next) => page = format!("&page={next}"),
                None => return Ok(all),
            }
        }
    }

    /// Returns the identifier of the organization that a command names, or else of the first one.
    pub(crate) fn organization(&self, named: Option<OrganizationId>) -> anyhow::Result<String> {
        match (named, self) {
            (Some(named), _) => Ok(named.to_string()),
            (None, Self::Here(local)) => local.first_organization(),
            (None, Self::There(_)) => {
                let orgs = self.get("/v1/orgs?limit=1")?;
                let first = orgs["items"][0]["id"].as_str();
                first.map(str::to_owned).context("the token's user is a member of no organization")
            }
        }
    }

    /// Makes a space and fills it; where that fails, the space is deleted. Returns its identifier, and what `fill` does.
    pub(crate) fn in_new_space<T>(
        &self,
        organization: &str,
        title: &str,
        fill: impl FnOnce(&str) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let stop = stop_by_signal()?;
        let space = self.post(&format!("/v1/orgs/{organization}/spaces"), &json!({ "title": title }))?;
        let space = id(&space)?;
        let filled = fill(space).and_then(|filled| match stop.is_requested() {
            true => bail!(STOPPED),
            false => Ok(filled),
        });
        filled.map_err(|error| self.without(&format!("/v1/spaces/{space}"), "space", error))
    }

    /// Deletes what a command that failed has made. Returns the error, with what stays if that fails too.
    pub(crate) fn without(&self, path: &str, what: &str, error: anyhow::Error) -> anyhow::Error {
        match self.call(Method::DELETE, path, None) {
            Ok(_) => error,
            Err(why) => error.context(format!("the new {what} {path} stays, as it can't be deleted ({why:#})")),
        }
    }

    /// Sets the repository of a space to the one that its source was cloned from, unless the space has another one.
    /// Returns its address if it was set. It is no reason for an import to fail.
    pub(crate) fn set_repository(&self, space: &str, source: &Source<'_>) -> Option<String> {
        let found = source.repository.as_ref()?;
        let path = format!("/v1/spaces/{space}");
        let known = self.get(&path).ok()?["gitSync"]["url"].as_str().map(str::to_owned);
        let known = known.map(RepositoryDirectory::try_from).transpose().ok()?;
        if known.is_some_and(|known| known == *found || !known.is_beside(found)) {
            return None;
        }
        let url = found.to_string();
        self.call(Method::PATCH, &path, Some(&json!({ "gitSync": { "url": url } }))).ok()?;
        Some(url)
    }

    /// Gives a space the identifiers that it had on another server, beside those that it has already.
    pub(crate) fn add_former_ids(&self, space: &str, former: &[FormerSpaceId]) -> anyhow::Result<()> {
        if former.is_empty() {
            return Ok(());
        }
        let path = format!("/v1/spaces/{space}");
        let mut known = self.get(&path)?["formerIds"].as_array().cloned().unwrap_or_default();
        known.extend(former.iter().map(|id| json!(id.as_str())));
        self.call(Method::PATCH, &path, Some(&json!({ "formerIds": known }))).map(drop)
    }
}

/// Returns the identifier of an object.
pub(crate) fn id(object: &Value) -> anyhow::Result<&str> {
    object["id"].as_str().context("the answer has no identifier: is it a Quire server?")
}
