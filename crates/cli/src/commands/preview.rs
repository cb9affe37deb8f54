//! The command `quire preview`.

mod reload;

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use anyhow::{Context as _, bail};
use axum::Router;
use clap::Args;
use quire_app::content::commit::Target;
use quire_app::content::import::{Limits, Report, Warnings};
use quire_app::{App, Caller};
use quire_convert::Disk;
use quire_model::ids::SpaceId;
use quire_model::text::{SiteTitle, SpaceTitle};
use walkdir::WalkDir;

use super::say;
use super::serve::serve;
use super::spaces::{in_new_space, new_site};
use super::warnings::{self, Placed};
use crate::config::{AddressOptions, Configuration, LogOptions};
use reload::Versions;

/// Show a directory as a published site at a local address, and reload the browser when a file changes.
#[derive(Debug, Args)]
pub(crate) struct Preview {
    #[command(flatten)]
    addresses: AddressOptions,
    #[command(flatten)]
    logs: LogOptions,
    /// The directory to show.
    directory: PathBuf,
}

/// The time between two looks at the directory.
const LOOK: Duration = Duration::from_millis(300);

impl Preview {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let configuration = Configuration::from((self.logs, self.addresses)).load()?;
        if !self.directory.is_dir() {
            bail!("{} is not a directory", self.directory.display());
        }
        let own = tempfile::tempdir().context("making a directory")?;
        let configuration = configuration.with_data(own.path());
        let versions = Versions::default();
        let mut watcher = None;
        let around = |entrance| versions.in_front_of(Router::new().fallback_service(entrance));
        let served = serve(&configuration, around, |app| {
            let prepared = prepare(app, &self.directory)?;
            watcher = Some(Watcher::start(app.clone(), self.directory.clone(), prepared, versions.clone())?);
            Ok(())
        });
        drop(watcher);
        served
    }
}

/// Makes a site of a directory, and says its address.
fn prepare(app: &App, directory: &Path) -> anyhow::Result<(SpaceId, Warnings)> {
    let first = app.bootstrap(None)?.context("the directory of the preview is not empty")?;
    let operator = Caller::operator();
    let name = directory.canonicalize().ok().and_then(|path| Some(path.file_name()?.to_str()?.to_owned()));
    let name = name.unwrap_or_else(|| "Preview".to_owned());
    let title = SpaceTitle::try_from(name.clone()).ok();
    let (space, warnings) = in_new_space(app, first.organization, title, |space| {
        let first = take_in(app, space, directory).with_context(|| format!("reading {}", directory.display()))?;
        Ok((space, first.warnings))
    })?;
    let site = new_site(app, first.organization, SiteTitle::try_from(name).ok(), space)?;
    let address = app.publish_site(&operator, first.organization, site, true)?.published();
    let address = address.context("the site of the preview has no address")?;
    warnings::tell(&warnings);
    say(format_args!("\nread it here:  {address}\n\nThe browser follows what you save. Ctrl-C ends the preview."));
    Ok((space, warnings))
}

/// Imports the directory.
fn take_in(app: &App, space: SpaceId, directory: &Path) -> anyhow::Result<Report> {
    let limits = Limits::default();
    let tree = Disk::open(directory, &limits)?;
    Ok(app.import_tree(&Caller::operator(), space, Target::Main, &tree, &limits, &mut |_| {})?)
}

/// A thread that imports the directory whenever a file in it has changed. It ends when this is dropped.
struct Watcher {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    fn start(
        app: App,
        directory: PathBuf,
        (space, mut said): (SpaceId, Warnings),
        versions: Versions,
    ) -> anyhow::Result<Self> {
        let (stop, stopped) = channel::<()>();
        let mut seen = state(&directory);
        let follow = move || {
            while stopped.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let now = state(&directory);
                if now == seen {
                    continue;
                }
                seen = now;
                match take_in(&app, space, &directory) {
                    Ok(Report { changed: false, .. }) => {}
                    Ok(Report { warnings, .. }) => {
                        for warning in warnings.list.iter().filter(|warning| !said.list.contains(warning)) {
                            tracing::warn!("{}", Placed(warning));
                        }
                        said = warnings;
                        versions.next();
                    }
                    // A file may be half written: the next look finds it whole.
                    Err(error) => tracing::warn!("{}: {error:#}", directory.display()),
                }
            }
        };
        let thread = Builder::new().name("preview".to_owned()).spawn(follow).context("starting to follow the files")?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Returns a hash of the names, sizes and times of all files in a directory, but for hidden ones other than `.gitbook`.
fn state(directory: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    let is_shown = |name: &str| !name.starts_with('.') || name.starts_with(".gitbook");
    let walk = WalkDir::new(directory).sort_by_file_name().into_iter();
    let shown = walk.filter_entry(|entry| entry.depth() == 0 || entry.file_name().to_str().is_none_or(is_shown));
    for entry in shown.filter_map(Result::ok) {
        if let Ok(data) = entry.metadata() {
            (entry.path(), data.len(), data.modified().ok(), data.is_dir()).hash(&mut hasher);
        }
    }
    hasher.finish()
}
