//! The command `quire export`.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use quire_app::Caller;
use quire_app::content::Version;
use quire_app::content::export::{Existing, Export as Listed, Folder};
use quire_model::ids::{RevisionId, SpaceId};
use serde_json::json;

use super::say;
use crate::config::{Configuration, DataOptions};
use crate::modes::UserMask;

/// Export a space as a directory. Imported content that has not changed is written byte for byte.
#[derive(Debug, Args)]
pub(crate) struct Export {
    #[command(flatten)]
    options: DataOptions,
    /// The directory to write; must be new or empty.
    directory: PathBuf,
    /// The space to export.
    #[arg(long, value_name = "ID")]
    space: SpaceId,
    /// The revision to export [default: the current content].
    #[arg(long, value_name = "ID")]
    revision: Option<RevisionId>,
    /// Write into a directory that is not empty: files with the same paths are replaced, all others stay.
    #[arg(long)]
    force: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Export {
    pub(crate) fn run(self, mask: UserMask) -> anyhow::Result<()> {
        let configuration = Configuration::from(self.options.clone()).load()?;
        let app = configuration.open_existing()?;
        let version = self.revision.map_or(Version::Main, Version::Revision);
        let view = app.view(&Caller::operator(), self.space, version)?;
        let listed = app.export(&view)?;
        // From here on, only files of the calling user are created.
        mask.restore();
        let existing = if self.force { Existing::Replace } else { Existing::Refuse };
        let folder = Folder::open(&self.directory, existing).map_err(|e| match e {
            e @ quire_app::content::export::FolderError::NotEmpty(_) => {
                anyhow::anyhow!("{e}: give --force to write into it")
            }
            e => e.into(),
        })?;
        let bar = Bar::new(listed.files.len());
        let outcome = app.export_into(&view, &listed, &folder, &mut |done| bar.show(done));
        bar.clear();
        outcome.with_context(|| format!("exporting into {}", self.directory.display()))?;
        if self.json {
            say(self.as_json(view.revision.id, &listed));
        } else {
            self.tell(view.revision.id, &listed);
        }
        Ok(())
    }

    fn tell(&self, revision: RevisionId, listed: &Listed) {
        let Listed { files, counts, warnings } = listed;
        say(format_args!("pages     {}", counts.pages));
        say(format_args!("files     {}", counts.files));
        say(format_args!("reusable  {}", counts.reusable));
        say(format_args!("others    {}", counts.others));
        for warning in warnings {
            say(format_args!("warning: {}: {}", warning.path, warning.message));
        }
        let (count, directory) = (files.len(), self.directory.display());
        say(format_args!("space {} at revision {revision}: {count} files are in {directory}", self.space));
    }

    fn as_json(&self, revision: RevisionId, listed: &Listed) -> serde_json::Value {
        let Listed { files, counts, warnings } = listed;
        let warnings = warnings.iter().map(|warning| json!({ "path": warning.path, "message": warning.message }));
        json!({
            "space": self.space.to_string(),
            "revision": revision.to_string(),
            "written": files.len(),
            "pages": counts.pages,
            "files": counts.files,
            "reusable": counts.reusable,
            "others": counts.others,
            "warnings": warnings.collect::<Vec<_>>(),
        })
    }
}

/// A progress bar in a terminal; elsewhere a line from time to time.
struct Bar {
    bar: ProgressBar,
    total: usize,
}

/// The number of files between two lines.
const STEP: usize = 1_000;

impl Bar {
    fn new(total: usize) -> Self {
        let style = ProgressStyle::with_template("{msg:<8} {bar:40} {pos}/{len}");
        let bar = ProgressBar::new(total as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message("files");
        Self { bar, total }
    }

    fn show(&self, done: usize) {
        self.bar.set_position(done as u64);
        if self.bar.is_hidden() && done.is_multiple_of(STEP) {
            let _ = writeln!(std::io::stderr(), "{done} of {} files are written", self.total);
        }
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
