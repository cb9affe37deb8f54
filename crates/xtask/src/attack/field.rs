//! The target of attacks: a data directory with a large site and a calm one, on which every server starts.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};

use super::{readers, wire};
use crate::bench::Bed;
use crate::bench::connection::{Connection, send};
use crate::bench::content::Content;
use crate::bench::process::{Server, TOKEN, fill, set_up};
use crate::bench::progress;

/// A data directory to be attacked.
pub(super) struct Field<'a> {
    bed: &'a Bed,
    data: PathBuf,
    /// The paths of the calm site's pages, from the server's root.
    pub(super) calm: Vec<String>,
    /// The large published site.
    pub(super) large: Site,
    /// The path of the organization in the API.
    pub(super) org: String,
}

/// A space that is published as a site.
pub(super) struct Site {
    /// The prefix of the site's paths, without a trailing slash.
    pub(super) base: String,
    /// The path of the site in the API.
    pub(super) path: String,
    /// The path of the space in the API.
    pub(super) space: String,
}

impl<'a> Field<'a> {
    /// Creates and fills a data directory; the large site has this many pages.
    pub(super) fn lay(bed: &'a Bed, pages: u32) -> anyhow::Result<Self> {
        let data = bed.path("attack-data");
        set_up(bed, &data)?;
        let calm = Content { pages: readers::cold_pages(40) as u32 + 1, bytes: 6_000, seed: 3 };
        let calm = fill(bed, &data, "calm", calm)?;
        let large = fill(bed, &data, "large", Content { pages, bytes: 6_000, seed: 4 })?;
        progress("indexing");
        let status = Command::new(&bed.quire).args(["reindex", "--log-level", "error", "--data"]).arg(&data).status();
        ensure!(status.context("starting quire reindex")?.success(), "quire reindex failed");
        let server = start(bed, &data)?;
        let mut client = Connection::open(server.address)?;
        let org = client.json("/v1/orgs", TOKEN)?;
        let org = format!("/v1/orgs/{}", org["items"][0]["id"].as_str().context("there is an organization")?);
        let calm = publish(&mut client, &org, &format!("/v1/spaces/{calm}"))?;
        let large = publish(&mut client, &org, &format!("/v1/spaces/{large}"))?;
        let calm = paths(&mut client, &calm)?;
        server.stop()?;
        Ok(Self { bed, data, calm, large, org })
    }

    /// Starts a server on the data directory, with the usual limit of descriptors.
    pub(super) fn start(&self) -> anyhow::Result<Server> {
        start(self.bed, &self.data)
    }
}

fn start(bed: &Bed, data: &std::path::Path) -> anyhow::Result<Server> {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -S -n 1024; exec \"$@\"", "sh"]).arg(&bed.quire);
    command.args(["serve", "--listen", "127.0.0.1:0", "--log-level", "off", "--data"]).arg(data);
    let server = Server::start(command.env("QUIRE_BOOTSTRAP_TOKEN", TOKEN))?;
    server.ready()?;
    Ok(server)
}

/// Publishes a space as a public site.
pub(super) fn publish(client: &mut Connection, org: &str, space: &str) -> anyhow::Result<Site> {
    let id = space.rsplit('/').next().unwrap_or_default();
    let wanted = json!({ "title": "A site", "visibility": "public", "spaces": [id] });
    let made = call(client, "POST", &format!("{org}/sites"), &wanted)?;
    let path = format!("{org}/sites/{}", made["id"].as_str().context("a site has an id")?);
    call(client, "PUT", &format!("{path}/customization"), &json!({ "pdf": { "enabled": true } }))?;
    let site = call(client, "POST", &format!("{path}/publish"), &Value::Null)?;
    let address = site["urls"]["published"].as_str().context("a published site has an address")?;
    let host = address.find("://").map_or(0, |at| at + 3);
    let base = address[host..].find('/').map_or("", |at| &address[host + at..]);
    Ok(Site { base: base.trim_end_matches('/').to_owned(), path, space: space.to_owned() })
}

/// Returns the paths of a site's pages, from its sitemap.
pub(super) fn paths(client: &mut Connection, site: &Site) -> anyhow::Result<Vec<String>> {
    let (status, map) = client.exchange(&wire::get(&format!("{}/sitemap-pages.xml", site.base)))?;
    ensure!(status == 200, "the map of a site: {status}");
    let map = str::from_utf8(map).context("reading the map of a site")?;
    let addresses = map.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next());
    let path = |address: &str| Some(format!("{}{}", site.base, address.split_once(&site.base)?.1));
    addresses.map(|address| path(address).context("a page of a site is at another address")).collect()
}

/// Sends a request that must succeed, and returns the JSON of its answer.
pub(super) fn call(client: &mut Connection, method: &str, path: &str, body: &Value) -> anyhow::Result<Value> {
    let (status, answer) = client.exchange(&send(method, path, TOKEN, body))?;
    let shown = &answer[..answer.len().min(300)];
    ensure!((200..300).contains(&status), "{method} {path}: {status}: {}", String::from_utf8_lossy(shown));
    if answer.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(answer).with_context(|| path.to_owned())
}
