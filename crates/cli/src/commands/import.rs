//! The command `quire import`.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use quire_app::content::import::{Manner, Report};
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::text::{FormerSpaceId, SpaceTitle};
use serde_json::json;

use super::report::{as_json, tell_counts, tell_repository};
use super::say;
use super::spaces::former_id;
use crate::workspace::{Source, Workspace, WorkspaceOptions};

/// Import a directory, a ZIP archive or a Markdown file into a space. Importing again updates only what has changed.
#[derive(Debug, Args)]
pub(crate) struct Import {
    #[command(flatten)]
    workspace: WorkspaceOptions,
    /// The directory, ZIP archive or Markdown file to import. A file adds a page, or replaces it.
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
        let workspace = self.workspace.open()?;
        // The source is opened first: a mistyped path must not leave an empty space behind.
        let source = Source::open(&self.source)?;
        let import = |space: &str| {
            workspace.add_former_ids(space, &self.former_id)?;
            Ok((space.to_owned(), workspace.import(space, &source, Manner::default())?))
        };
        let (space, report) = match (self.space, &self.new_space) {
            (Some(space), _) => import(&space.to_string())?,
            (None, Some(title)) => self.in_new_space(&workspace, title, import)?,
            (None, None) => bail!("give --space or --new-space"),
        };
        let repository = workspace.set_repository(&space, &source);
        if self.json {
            let mut said = as_json(&space, &report);
            said["repository"] = json!(repository);
            say(said);
        } else {
            tell(&space, &report);
            tell_repository(repository.as_deref());
        }
        Ok(())
    }

    fn in_new_space<T>(
        &self,
        workspace: &Workspace,
        title: &str,
        fill: impl FnOnce(&str) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let title = SpaceTitle::try_from(title.to_owned()).context("new-space")?;
        let organization = workspace.organization(self.org)?;
        workspace.in_new_space(&organization, title.as_str(), fill)
    }
}

fn tell(space: &str, report: &Report) {
    tell_counts(report);
    let outcome = if report.changed { "is now at" } else { "is unchanged at" };
    say(format_args!("space {space} {outcome} revision {}", report.revision));
}
