//! The command `quire publish`.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use quire_app::content::import::{Absent, Manner, Report};
use quire_app::content::warnings::Code;
use quire_app::operations::bootstrap::First;
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::text::{FormerSpaceId, SiteTitle, SpaceTitle};
use serde_json::{Value, json};

use super::redirects::{self, Redirects};
use super::report::{as_json, tell_counts, tell_repository};
use super::say;
use super::spaces::former_id;
use crate::config::Configuration;
use crate::workspace::{Source, Workspace, WorkspaceOptions, id};

/// Import a directory, a ZIP archive or a Markdown file and publish it as a site. Publishing again updates what has changed.
#[derive(Debug, Args)]
pub(crate) struct Publish {
    #[command(flatten)]
    workspace: WorkspaceOptions,
    /// The directory, ZIP archive or Markdown file to publish. A file adds a page to the site, or replaces it.
    source: PathBuf,
    /// The title or the identifier of the site; one with a new title is created, with a space of the same title.
    #[arg(long, value_name = "NAME")]
    site: String,
    /// The space of the site to import into, if it has several.
    #[arg(long, value_name = "ID")]
    space: Option<SpaceId>,
    /// The organization of the site [default: the first one].
    #[arg(long, value_name = "ID")]
    org: Option<OrganizationId>,
    /// An identifier that the space had where the content comes from: links by it lead to the space. May be repeated.
    #[arg(long, value_name = "ID", value_parser = former_id)]
    former_id: Vec<FormerSpaceId>,
    /// A file with redirects from the addresses of another site: a source and a destination on each line.
    #[arg(long, value_name = "FILE")]
    redirects: Option<PathBuf>,
    /// Delete pages and files of an earlier import that are gone. Without it they stay, and are counted.
    #[arg(long)]
    delete: bool,
    /// Say what would change, and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// The maximum number of characters of a space's title.
const MOST_OF_SPACE_TITLE: usize = 50;

/// The outcome of publishing, or that which it would have.
struct Published {
    /// The space; `None` where it would be created.
    space: Option<String>,
    report: Report,
    /// The number of pages and files that are gone from the directory and stayed.
    kept: u64,
    /// The address of the site.
    address: Option<String>,
    /// The repository that the space got, if it got one.
    repository: Option<String>,
}

impl Publish {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        // What is to be published is read first: a mistyped path must not leave an empty site behind.
        let source = Source::open(&self.source)?;
        if source.is_empty() {
            bail!("{} has no files: with --delete this would empty the site", self.source.display());
        }
        if source.is_page && self.delete {
            bail!("delete: {} is a single file, beside which nothing is gone", self.source.display());
        }
        let redirects = self.redirects.as_deref().map(redirects::read).transpose()?;
        let (workspace, token) = self.open()?;
        let organization = workspace.organization(self.org)?;
        let site = self.find(&workspace, &organization)?;
        let published = match (&site, self.dry_run) {
            (None, true) => {
                self.may_create(&workspace, &organization)?;
                self.rehearse(&source, redirects.as_ref())?
            }
            (None, false) => self.create(&workspace, &organization, &source, redirects.as_ref())?,
            (Some(site), _) => self.update(&workspace, &organization, site, &source, redirects.as_ref())?,
        };
        self.tell(&published, redirects.as_ref(), token);
        Ok(())
    }

    /// Opens the workspace. Data on this machine is set up where there is none; then the first token is returned too.
    fn open(&self) -> anyhow::Result<(Workspace, Option<String>)> {
        let Some(configuration) = self.workspace.configuration()? else {
            return Ok((self.workspace.server()?, None));
        };
        if self.dry_run {
            return Ok((Workspace::here(configuration.open_existing()?)?, None));
        }
        let app = configuration.open(configuration.listen())?;
        let first = app.bootstrap(None).context("setting up the first user")?;
        Ok((Workspace::here(app)?, first.map(|First { secret, .. }| secret)))
    }

    /// Returns the site with the title or the identifier, if there is one.
    fn find(&self, workspace: &Workspace, organization: &str) -> anyhow::Result<Option<Value>> {
        let mut found = workspace.list(&format!("/v1/orgs/{organization}/sites"))?;
        found.retain(|site| site["title"] == self.site || site["id"] == self.site);
        if found.len() > 1 {
            let ids: Vec<_> = found.iter().map(id).collect::<anyhow::Result<_>>()?;
            bail!("several sites have this title, name one by its identifier: {}", ids.join(", "));
        }
        Ok(found.pop())
    }

    /// Returns the titles of a new space and of its site. That of a space is shorter.
    fn titles(&self) -> anyhow::Result<(SpaceTitle, SiteTitle)> {
        let of_site = SiteTitle::try_from(self.site.clone()).context("site")?;
        let short: String = self.site.chars().take(MOST_OF_SPACE_TITLE).collect();
        Ok((SpaceTitle::try_from(short.trim().to_owned()).context("site")?, of_site))
    }

    /// Refuses what the creation would be refused for on this workspace.
    fn may_create(&self, workspace: &Workspace, organization: &str) -> anyhow::Result<()> {
        self.titles()?;
        let org = workspace.get(&format!("/v1/orgs/{organization}"))?;
        if org["permissions"]["createContent"] == false {
            bail!(
                "the token may not create spaces and sites in this organization: its user's role and its scopes count"
            );
        }
        Ok(())
    }

    /// Publishes to an installation of its own, which is removed at the end: so everything is checked and counted as it
    /// would be, and nothing is left of it.
    fn rehearse(&self, source: &Source<'_>, redirects: Option<&Redirects>) -> anyhow::Result<Published> {
        let own = tempfile::tempdir().context("making a directory")?;
        let configuration = Configuration::default().with_data(own.path());
        let app = configuration.open(configuration.listen())?;
        app.bootstrap(None).context("setting up a user")?;
        let workspace = Workspace::here(app)?;
        let mut published = self.create(&workspace, &workspace.organization(None)?, source, redirects)?;
        // The other spaces and the specifications of the organization are not there.
        let report = &mut published.report;
        let is_known = |code: Code| !matches!(code, Code::UnknownSpace | Code::UnknownSpecification);
        report.warnings.list.retain(|warning| is_known(warning.code));
        report.warnings.counts.retain(|code, _| is_known(*code));
        Ok(Published { space: None, address: None, repository: None, ..published })
    }

    fn create(
        &self,
        workspace: &Workspace,
        organization: &str,
        source: &Source<'_>,
        redirects: Option<&Redirects>,
    ) -> anyhow::Result<Published> {
        let (title, site_title) = self.titles()?;
        workspace.in_new_space(organization, title.as_str(), |space| {
            let report = self.import(workspace, space, source, Manner::default())?;
            // Another command may have made the site since this one has looked for it.
            let site = json!({ "title": site_title.as_str(), "spaces": [space], "uniqueTitle": true });
            let site = workspace.post(&format!("/v1/orgs/{organization}/sites"), &site).context("making the site")?;
            let path = format!("/v1/orgs/{organization}/sites/{}", id(&site)?);
            let set = redirects.map_or(Ok(()), |redirects| redirects.set(workspace, &path));
            let published = set.and_then(|()| publish(workspace, &path));
            let address = published.map_err(|error| workspace.without(&path, "site", error))?;
            let repository = workspace.set_repository(space, source);
            Ok(Published { space: Some(space.to_owned()), report, kept: 0, address, repository })
        })
    }

    fn update(
        &self,
        workspace: &Workspace,
        organization: &str,
        site: &Value,
        source: &Source<'_>,
        redirects: Option<&Redirects>,
    ) -> anyhow::Result<Published> {
        let space = self.space_of(workspace, organization, site)?;
        let dry_run = Manner { dry_run: true, ..Manner::default() };
        let preview = workspace.import(&space, source, dry_run)?;
        let gone = preview.pages.deleted + preview.files.deleted + preview.reusable.deleted;
        let kept = if self.delete { 0 } else { gone };
        if self.dry_run {
            let address = site["urls"]["published"].as_str().map(str::to_owned);
            return Ok(Published { space: Some(space), report: preview, kept, address, repository: None });
        }
        let path = format!("/v1/orgs/{organization}/sites/{}", id(site)?);
        // Redirects that are refused leave the site as it is; before those, what is there counts.
        redirects.map_or(Ok(()), |redirects| redirects.set(workspace, &path))?;
        let absent = if kept > 0 { Absent::Keep } else { Absent::Delete };
        let report = self.import(workspace, &space, source, Manner { absent, ..Manner::default() })?;
        let address = publish(workspace, &path)?;
        let repository = workspace.set_repository(&space, source);
        Ok(Published { space: Some(space), report, kept, address, repository })
    }

    fn space_of(&self, workspace: &Workspace, organization: &str, site: &Value) -> anyhow::Result<String> {
        let spaces = workspace.list(&format!("/v1/orgs/{organization}/sites/{}/site-spaces", id(site)?))?;
        let spaces: Vec<_> = spaces.iter().map(|it| id(&it["space"])).collect::<anyhow::Result<_>>()?;
        let named = self.space.map(|space| space.to_string());
        match (named, &spaces[..]) {
            (Some(space), all) if all.contains(&space.as_str()) => Ok(space),
            (Some(space), _) => bail!("space: {space} is not on this site"),
            (None, [space]) => Ok((*space).to_owned()),
            (None, all) => bail!("the site has {} spaces: give --space with the one to import into", all.len()),
        }
    }

    fn import(
        &self,
        workspace: &Workspace,
        space: &str,
        source: &Source<'_>,
        manner: Manner,
    ) -> anyhow::Result<Report> {
        workspace.add_former_ids(space, &self.former_id)?;
        workspace.import(space, source, manner)
    }

    /// Prints what was done, and the token of the first user if there was none before.
    fn tell(&self, published: &Published, redirects: Option<&Redirects>, token: Option<String>) {
        let Published { space, report, kept, address, repository } = published;
        if self.json {
            let mut said = as_json(space.as_deref().unwrap_or_default(), report);
            if space.is_none() {
                (said["space"], said["revision"], said["created"]) = (Value::Null, Value::Null, json!(true));
            }
            said["repository"] = json!(repository);
            said["kept"] = json!(kept);
            said["dryRun"] = json!(self.dry_run);
            said["url"] = json!(address);
            said["firstToken"] = json!(token);
            said["redirects"] = json!(redirects.map(Redirects::len));
            return say(said);
        }
        if space.is_none() {
            say(format_args!("a new site {:?} would be made of {}", self.site, self.source.display()));
        }
        tell_counts(report);
        tell_repository(repository.as_deref());
        if let Some(redirects) = redirects {
            say(format_args!("redirects {}", redirects.len()));
        }
        if *kept > 0 {
            say(format_args!("{kept} pages and files are gone from the directory and stay: --delete deletes them"));
        }
        if let Some(token) = token {
            say(format_args!("first token: {token}"));
        }
        match address {
            _ if self.dry_run => say("nothing was changed"),
            Some(address) => say(format_args!("published at {address}")),
            None => say("published; the address is secret: see the share links of the site"),
        }
    }
}

/// Publishes a site and returns its address.
fn publish(workspace: &Workspace, path: &str) -> anyhow::Result<Option<String>> {
    workspace.post(&format!("{path}/publish"), &json!({}))?;
    Ok(workspace.get(path)?["urls"]["published"].as_str().map(str::to_owned))
}
