//! The command `quire import`.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use quire_app::content::import::{Manner, Report};
use quire_app::imports::{Options, Source as Kind};
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::text::{FormerSpaceId, SpaceTitle};
use serde_json::json;

use super::report::{as_json, tell_counts, tell_repository};
use super::say;
use super::spaces::former_id;
use crate::workspace::{Foreign, Source, Workspace, WorkspaceOptions};

/// Import a directory, a ZIP archive, a Markdown file, or what another tool or site has, into a space. Importing again
/// updates only what has changed.
#[derive(Debug, Args)]
pub(crate) struct Import {
    #[command(flatten)]
    workspace: WorkspaceOptions,
    /// The directory, ZIP archive or Markdown file to import, or with --source the file, the directory or the address. A
    /// Markdown file adds a page, or replaces it.
    #[arg(value_name = "PATH|URL")]
    place: PathBuf,
    /// The kind of source; a directory, archive or page of Quire's own format if not given.
    #[arg(long, value_name = "NAME", value_parser = kind)]
    source: Option<Kind>,
    /// The token for the API that the source gitbook is read by; in QUIRE_SOURCE_TOKEN it is not seen by other users.
    #[arg(long, env = "QUIRE_SOURCE_TOKEN", value_name = "TOKEN", hide_env_values = true, requires = "source")]
    source_token: Option<String>,
    /// Say what would change, and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Split documents of the source docx into pages at their headings of level 1.
    #[arg(long, requires = "source")]
    split: bool,
    /// Write authors and dates into the front matter of pages, where the source has them.
    #[arg(long, requires = "source")]
    authors: bool,
    /// The maximum number of pages of a website.
    #[arg(long, value_name = "NUMBER", requires = "source", value_parser = clap::value_parser!(u32).range(1..=20_000))]
    max_pages: Option<u32>,
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
        if let Some(kind) = self.source {
            return self.run_foreign(&workspace, kind);
        }
        // The source is opened first: a mistyped path must not leave an empty space behind.
        let source = Source::open(&self.place)?;
        let import = |space: &str| {
            workspace.add_former_ids(space, &self.former_id)?;
            Ok((
                space.to_owned(),
                workspace.import(space, &source, Manner { dry_run: self.dry_run, ..Manner::default() })?,
            ))
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

    /// Imports what another tool or site has.
    fn run_foreign(&self, workspace: &Workspace, kind: Kind) -> anyhow::Result<()> {
        let options = Options {
            dry_run: self.dry_run,
            split: self.split,
            authors: self.authors,
            most_pages: self.max_pages,
            ..Options::default()
        };
        let place = self.place.to_str().context("the path is no text")?;
        let source = Foreign { kind, place, secret: self.source_token.clone(), options };
        let import = |space: &str| {
            workspace.add_former_ids(space, &self.former_id)?;
            Ok((space.to_owned(), workspace.import_from(space, &source)?))
        };
        let (space, ran) = match (self.space, &self.new_space) {
            (Some(space), _) => import(&space.to_string())?,
            (None, Some(title)) => self.in_new_space(workspace, title, import)?,
            (None, None) => bail!("give --space or --new-space"),
        };
        if self.json {
            let mut said = as_json(&space, &ran.report);
            said["import"] = json!(ran.import);
            say(said);
        } else {
            tell(&space, &ran.report);
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

/// Parses the name of a kind of source.
fn kind(name: &str) -> Result<Kind, String> {
    let names = || Kind::ALL.map(|(_, name)| name).join(", ");
    Kind::parse(name).ok_or_else(|| format!("the kinds are {}", names()))
}
