//! Imports from other tools and other servers, as runs: with progress, and ended where the command is.

use std::fs::File;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use axum::http::Method;
use quire_app::Caller;
use quire_app::content::commit::Target;
use quire_app::content::import::{Progress, Report, Stage};
use quire_app::imports::{NewImport, Options, Origin, Source as Kind, Start};
use serde_json::{Value, json};

use super::imports::report;
use super::{Remote, STOPPED, Source, Workspace};
use crate::logs::complain;
use crate::progress::with_bar;
use crate::signals::stop_by_signal;

/// The pause between two questions how far an import is.
const PAUSE: Duration = Duration::from_millis(500);

/// The number of questions in a row that a server may leave without an answer.
const MOST_MISSED: u32 = 10;

/// A source of another tool, or on another server.
pub(crate) struct Foreign<'f> {
    /// The kind of source.
    pub(crate) kind: Kind,
    /// The path or the address.
    pub(crate) place: &'f str,
    /// The secret that lets the server of the source be read.
    pub(crate) secret: Option<String>,
    pub(crate) options: Options,
}

/// The outcome of a run of an import.
pub(crate) struct Ran {
    pub(crate) report: Report,
    /// The identifier of the import.
    pub(crate) import: String,
}

impl Foreign<'_> {
    /// Returns true for an address.
    fn is_address(&self) -> bool {
        self.place.starts_with("https://") || self.place.starts_with("http://")
    }

    /// Returns the file to import, with its name; a folder becomes an archive.
    fn file(&self) -> anyhow::Result<(File, String)> {
        if !self.kind.is_file() {
            bail!("the source {} is read from a server: give its address", self.kind.name());
        }
        let path = Path::new(self.place);
        if path.is_dir() {
            return Ok((Source::open(path)?.archive()?, "import.zip".to_owned()));
        }
        let file = File::open(path).with_context(|| format!("reading {}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok((file, name))
    }
}

impl Workspace {
    /// Imports a source of another tool or on another server into the main content of a space.
    pub(crate) fn import_from(&self, space: &str, source: &Foreign<'_>) -> anyhow::Result<Ran> {
        let importing = || format!("importing {}", source.place);
        match self {
            Self::Here(local) => {
                let app = local.app().stopped_by(&stop_by_signal()?);
                let (operator, id) = (Caller::operator(), space.parse().context("space")?);
                let origin = if source.is_address() {
                    Origin::Address(source.place.to_owned())
                } else {
                    let (mut file, name) = source.file()?;
                    Origin::Stored(app.take_file(&mut file, u64::MAX, None)?, name)
                };
                let new =
                    NewImport { source: source.kind, origin, secret: source.secret.clone(), options: source.options };
                let import = app.create_import(&operator, id, Target::Main, &new, Start::Now)?;
                let done = with_bar(|at| app.run_import(&operator, &import, at));
                if app.stop().is_requested() {
                    // Nobody waits for it any more, so nobody else is to carry it out.
                    local.app().cancel_import(&operator, import.organization, import.id)?;
                    bail!(STOPPED);
                }
                Ok(Ran { report: done.with_context(importing)?, import: import.id.to_string() })
            }
            Self::There(remote) => self.import_there(remote, space, source).with_context(importing),
        }
    }

    fn import_there(&self, remote: &Remote, space: &str, source: &Foreign<'_>) -> anyhow::Result<Ran> {
        let organization = self.get(&format!("/v1/spaces/{space}"))?["organization"].as_str().map(str::to_owned);
        let organization = organization.context("the answer has no organization")?;
        let stop = stop_by_signal()?;
        let address = match source.is_address() {
            true => source.place.to_owned(),
            false => {
                let (file, name) = source.file()?;
                self.upload(remote, &organization, file, &name)?
            }
        };
        let Options { keep, dry_run, split, authors, most_pages, most_depth, .. } = source.options;
        let mut body = json!({
            "url": address, "source": source.kind.name(), "gone": if keep { "keep" } else { "delete" },
            "dryRun": dry_run, "split": split, "authors": authors,
        });
        let more = [
            ("token", source.secret.clone().map(Value::from)),
            ("maxPages", most_pages.map(Value::from)),
            ("maxDepth", most_depth.map(Value::from)),
        ];
        for (field, value) in more {
            if let Some(value) = value {
                body[field] = value;
            }
        }
        let path = format!("/v1/spaces/{space}/content/import");
        let asked = self.call_with(Method::POST, &path, Some(&body), &[("prefer", "respond-async")])?;
        if asked["state"].is_null() {
            // An older server, which answers when it is done.
            return Ok(Ran { report: report(&asked)?, import: String::new() });
        }
        let id = asked["id"].as_str().context("the answer has no identifier")?;
        let path = format!("/v1/orgs/{organization}/imports/{id}");
        let (_sender, receiver) = mpsc::channel::<()>();
        let mut missed = 0;
        let done = with_bar(|tell| {
            loop {
                if stop.is_requested() {
                    let ended = self.post(&format!("{path}/cancel"), &json!({}))?;
                    match ended["state"].as_str() {
                        Some("done") => {}
                        _ => bail!(STOPPED),
                    }
                }
                let shown = match self.get(&path) {
                    Ok(shown) => {
                        missed = 0;
                        shown
                    }
                    // The import goes on in the server, whether it answers or not.
                    Err(error)
                        if missed < MOST_MISSED && error.chain().any(<dyn std::error::Error>::is::<ureq::Error>) =>
                    {
                        missed += 1;
                        complain(format_args!(
                            "{error:#}; the import goes on there: asking again ({missed} of {MOST_MISSED})"
                        ));
                        let _ = receiver.recv_timeout(PAUSE * missed);
                        continue;
                    }
                    Err(error) => return Err(error.context(format!("the import {id} may go on in the server"))),
                };
                match shown["state"].as_str().unwrap_or_default() {
                    "done" => return Ok(shown),
                    "failed" => bail!("{}", shown["failure"].as_str().unwrap_or("the import failed")),
                    "cancelled" => bail!("the import was cancelled"),
                    _ => tell(progress(&shown["progress"])),
                }
                // Nobody sends anything: this waits.
                let _ = receiver.recv_timeout(PAUSE);
            }
        })?;
        let mut answer = done["outcome"].clone();
        for field in ["revision", "warnings", "warningCounts"] {
            answer[field] = done[field].clone();
        }
        if answer["revision"].is_null() {
            answer["revision"] = self.get(&format!("/v1/spaces/{space}/content"))?["id"].clone();
        }
        Ok(Ran { report: report(&answer)?, import: id.to_owned() })
    }
}

fn progress(value: &Value) -> Progress {
    let number = |name: &str| value[name].as_u64().unwrap_or_default();
    let stage = match value["stage"].as_str().unwrap_or_default() {
        "converting" => Stage::Converting,
        "reading" => Stage::Reading,
        "storing" => Stage::Storing,
        "writing" | "checking" => Stage::Writing,
        _ => Stage::Fetching,
    };
    Progress { stage, done: number("done"), total: number("total") }
}
