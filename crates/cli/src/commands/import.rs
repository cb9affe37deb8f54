//! The command `quire import`.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use quire_app::Caller;
use quire_app::content::commit::Target;
use quire_app::content::import::{Limits, Report};
use quire_convert::{Archive, Disk};
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::text::{FormerSpaceId, SpaceTitle};

use super::report::{as_json, tell_counts, with_bar};
use super::say;
use super::spaces::{add_former_ids, former_id, in_new_space, organization};
use crate::config::Configuration;
use crate::signals::stop_by_signal;

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
    /// An identifier that the space had where the content comes from: links by it lead to the space. May be repeated.
    #[arg(long, value_name = "ID", value_parser = former_id)]
    former_id: Vec<FormerSpaceId>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Import {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let configuration = self.configuration.clone().load()?;
        let app = configuration.open_existing()?;
        let limits = Limits::default();
        // The source is opened first: a mistyped path must not leave an empty space behind.
        let tree: Box<dyn quire_convert::Tree> = open(&self.source, &limits)?;
        let stoppable = app.stopped_by(&stop_by_signal()?);
        let import = |space: SpaceId| {
            add_former_ids(&app, space, &self.former_id)?;
            let report =
                with_bar(|at| stoppable.import_tree(&Caller::operator(), space, Target::Main, &*tree, &limits, at))
                    .with_context(|| format!("importing {}", self.source.display()))?;
            Ok((space, report))
        };
        let (space, report) = match (self.space, self.new_space) {
            (Some(space), _) => import(space)?,
            (None, Some(title)) => {
                let title = SpaceTitle::try_from(title).context("new-space")?;
                in_new_space(&app, organization(&app, self.org)?, Some(title), import)?
            }
            (None, None) => bail!("give --space or --new-space"),
        };
        if self.json {
            say(as_json(space, &report));
        } else {
            tell(space, &report);
        }
        Ok(())
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

fn tell(space: SpaceId, report: &Report) {
    tell_counts(report);
    let outcome = if report.changed { "is now at" } else { "is unchanged at" };
    say(format_args!("space {space} {outcome} revision {}", report.revision));
}
