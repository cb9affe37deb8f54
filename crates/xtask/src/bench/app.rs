//! A benchmark of the writers' app in a browser: the sizes of its files, opening long pages, and typing in them.
//!
//! `tests/app/bench.mjs` measures, and this program starts the server and compares. Without Node.js, Chromium or the
//! packages of `tests/app` there is nothing to measure with, and the benchmark says so.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use serde::Deserialize;

use super::connection::Connection;
use super::figures::{Aim, Figure};
use super::process::{Server, TOKEN, set_up};
use super::{Arguments, Bed, progress};

/// The bounds on what a visit loads, in KB after gzip: the shell, and what the editor and the source mode add to it.
const SHELL: f64 = 230.0;
const EDITOR: f64 = 160.0;
const SOURCE: f64 = 135.0;
/// The time within which a long page opens, in milliseconds.
const OPEN: f64 = 1_000.0;

/// The output of the script, which is `null` without a browser.
#[derive(Debug, Deserialize)]
struct Measured {
    sizes: Sizes,
    pages: [Page; 2],
}

/// The sizes of the parts of the bundle, in bytes after gzip.
#[derive(Debug, Deserialize)]
struct Sizes {
    shell: f64,
    editor: f64,
    source: f64,
}

/// The times of a page of so many blocks, in milliseconds.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    blocks: u32,
    /// Until there is text to read.
    first: f64,
    /// Until all blocks are there.
    reading: f64,
    editing: f64,
    key_p95: f64,
}

pub(super) fn measure(bed: &Bed, arguments: &Arguments, keep: &mut dyn FnMut(Vec<Figure>)) -> anyhow::Result<()> {
    let Some(tests) = tests() else {
        progress("app: left out, as Node.js or the packages (npm ci in tests/app) are missing");
        return Ok(());
    };
    let data = bed.path("app-data");
    set_up(bed, &data)?;
    let server = Server::quire(bed, &data)?;
    server.ready()?;
    let url = format!("http://{}", server.address);
    let user = Connection::open(server.address)?.json("/v1/user", TOKEN)?;
    let link = sign_in(bed, &data, user["email"].as_str().context("the user has an address")?, &url)?;
    progress(format_args!("app: {} rounds in a browser", arguments.rounds));
    let mut node = Command::new("node");
    node.arg("bench.mjs").arg(arguments.rounds.to_string()).current_dir(tests);
    node.env("QUIRE_URL", &url).env("QUIRE_TOKEN", TOKEN).env("QUIRE_LINKS", link);
    let output = node.stderr(Stdio::inherit()).output().context("starting node")?;
    ensure!(output.status.success(), "the measurement of the app failed");
    let measured: Option<Measured> =
        serde_json::from_slice(&output.stdout).context("reading the measurement of the app")?;
    match measured {
        Some(measured) => keep(figures(&measured)),
        None => progress("app: left out, as Chromium is missing"),
    }
    server.stop()
}

/// Returns the folder of the script, if all that it needs is installed.
fn tests() -> Option<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/app");
    let node = Command::new("node").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let is_here = node.is_ok_and(|status| status.success()) && tests.join("node_modules").exists();
    is_here.then_some(tests)
}

/// Returns an address that signs a user in once.
fn sign_in(bed: &Bed, data: &Path, email: &str, url: &str) -> anyhow::Result<String> {
    let mut command = Command::new(&bed.quire);
    command.args(["user", "link", email, "--public-url", url, "--log-level", "warn", "--data"]).arg(data);
    let output = command.stderr(Stdio::inherit()).output().context("making a link to sign in")?;
    ensure!(output.status.success(), "no link to sign in was made");
    Ok(String::from_utf8(output.stdout).context("reading the link to sign in")?.trim().to_owned())
}

fn figures(Measured { sizes, pages: [short, long] }: &Measured) -> Vec<Figure> {
    let figure = |name: String, quire, other: (String, f64), unit: &str, aim| Figure {
        name,
        quire,
        other,
        unit: unit.to_owned(),
        aim: Some(Aim::AtMost(aim)),
    };
    let size = |name: &str, bytes: f64, bound| {
        figure(format!("{name} of the app, gzip"), bytes / 1_024.0, ("the bound".to_owned(), bound), "KB", 1.0)
    };
    let opening = |how: &str, time| {
        figure(format!("opening {} blocks to {how}", long.blocks), time, ("the bound".to_owned(), OPEN), "ms", 1.0)
    };
    vec![
        size("shell", sizes.shell, SHELL),
        size("editor", sizes.editor, EDITOR),
        size("source mode", sizes.source, SOURCE),
        opening("read, the first screen", long.first),
        opening("read, all of it", long.reading),
        opening("edit", long.editing),
        figure(
            format!("a key in {} blocks, 95 of 100", long.blocks),
            long.key_p95,
            (format!("in {} blocks", short.blocks), short.key_p95),
            "ms",
            3.0,
        ),
    ]
}
