//! The command `quire import`.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use quire_app::content::commit::Target;
use quire_app::content::import::{Counts, Limits, Progress, Report, Stage, Warning};
use quire_app::spaces::NewSpace;
use quire_app::{App, Caller};
use quire_convert::{Archive, Disk};
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::text::SpaceTitle;
use serde_json::json;

use super::say;
use crate::config::Configuration;

/// Import a directory or a ZIP archive into a space. Importing again updates only what has changed.
#[derive(Debug, Args)]
pub(crate) struct Import {
    #[command(flatten)]
    configuration: Configuration,
    /// The directory or ZIP archive to import.
    source: PathBuf,
    /// The space to import into.
    #[arg(long, value_name = "ID", required_unless_present = "new_space")]
    space: Option<SpaceId>,
    /// Create a space with this title and import into it.
    #[arg(long, value_name = "TITLE", conflicts_with = "space")]
    new_space: Option<String>,
    /// The organization of the new space [default: the first one].
    #[arg(long, value_name = "ID")]
    org: Option<OrganizationId>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Import {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let configuration = self.configuration.clone().load()?;
        let app = configuration.open(configuration.listen())?;
        let limits = Limits::default();
        // The source is opened first: a mistyped path must not leave an empty space behind.
        let tree: Box<dyn quire_convert::Tree> = open(&self.source, &limits)?;
        let (space, created) = self.target(&app)?;
        let bar = Bar::default();
        let outcome =
            app.import_tree(&Caller::operator(), space, Target::Main, &*tree, &limits, &mut |at| bar.show(at));
        bar.clear();
        match outcome {
            Ok(report) if self.json => say(as_json(space, &report)),
            Ok(report) => tell(space, &report),
            Err(e) => {
                if created {
                    app.delete_space(&Caller::operator(), space).context("removing the new space")?;
                }
                return Err(e).with_context(|| format!("importing {}", self.source.display()));
            }
        }
        Ok(())
    }

    fn target(&self, app: &App) -> anyhow::Result<(SpaceId, bool)> {
        if let Some(space) = self.space {
            return Ok((space, false));
        }
        let Some(title) = self.new_space.clone() else { bail!("give --space or --new-space") };
        let first = || app.first_org()?.context("there is no organization yet: start `quire serve` once");
        let organization = self.org.map_or_else(first, Ok)?;
        let title = SpaceTitle::try_from(title).context("new-space")?;
        let new = NewSpace { title: Some(title), ..NewSpace::default() };
        Ok((app.create_space(&Caller::operator(), organization, &new)?.space.id, true))
    }
}

/// Opens a directory or a ZIP archive.
pub(super) fn open(source: &Path, limits: &Limits) -> anyhow::Result<Box<dyn quire_convert::Tree>> {
    let reading = || format!("reading {}", source.display());
    if source.is_dir() {
        return Ok(Box::new(Disk::open(source, limits).with_context(reading)?));
    }
    let file = File::open(source).with_context(reading)?;
    Ok(Box::new(Archive::open(file, limits).with_context(reading)?))
}

/// A progress bar in a terminal; nothing elsewhere.
pub(super) struct Bar {
    bar: ProgressBar,
}

impl Default for Bar {
    fn default() -> Self {
        let style = ProgressStyle::with_template("{msg:<8} {bar:40} {pos}/{len}");
        let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar }
    }
}

impl Bar {
    pub(super) fn show(&self, at: Progress) {
        self.bar.set_message(match at.stage {
            Stage::Reading => "pages",
            Stage::Storing => "files",
            Stage::Writing => "writing",
        });
        self.bar.set_length(at.total);
        self.bar.set_position(at.done);
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn tell(space: SpaceId, report: &Report) {
    tell_counts(report);
    let outcome = if report.changed { "is now at" } else { "is unchanged at" };
    say(format_args!("space {space} {outcome} revision {}", report.revision));
}

/// Prints the counts and warnings of an import.
pub(super) fn tell_counts(report: &Report) {
    let Report { pages, files, reusable, warnings, .. } = report;
    say(format_args!("pages     {}", words(pages)));
    say(format_args!("files     {}", words(files)));
    say(format_args!("reusable  {}", words(reusable)));
    for Warning { path, line, message } in warnings {
        let line = line.map(|line| format!(":{line}")).unwrap_or_default();
        say(format_args!("warning: {path}{line}: {message}"));
    }
}

fn words(counts: &Counts) -> String {
    let Counts { created, updated, moved, deleted, unchanged } = counts;
    format!("{created} created, {updated} updated, {moved} moved, {deleted} deleted, {unchanged} unchanged")
}

/// Returns the report of an import as a JSON object.
pub(super) fn as_json(space: SpaceId, report: &Report) -> serde_json::Value {
    let counts = |counts: &Counts| {
        let Counts { created, updated, moved, deleted, unchanged } = counts;
        json!({
            "created": created, "updated": updated, "moved": moved, "deleted": deleted, "unchanged": unchanged,
        })
    };
    let warnings = report
        .warnings
        .iter()
        .map(|Warning { path, line, message }| json!({ "path": path, "line": line, "message": message }));
    json!({
        "space": space.to_string(),
        "revision": report.revision.to_string(),
        "changed": report.changed,
        "pages": counts(&report.pages),
        "files": counts(&report.files),
        "reusable": counts(&report.reusable),
        "warnings": warnings.collect::<Vec<_>>(),
    })
}
