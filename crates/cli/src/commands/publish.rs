//! The command `quire publish`.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use quire_app::content::commit::Target;
use quire_app::content::import::{Absent, Limits, Report};
use quire_app::operations::bootstrap::First;
use quire_app::sites::SiteFilter;
use quire_app::sites::shown::ShownSite;
use quire_app::{App, Caller};
use quire_convert::Tree;
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::paging::Paging;
use quire_model::site_structure::Structure;
use quire_model::text::{FormerSpaceId, SiteTitle, SpaceTitle};
use serde_json::json;

use super::import::open;
use super::report::{as_json, tell_counts, with_bar};
use super::say;
use super::spaces::{add_former_ids, former_id, in_new_space, new_site, organization};
use crate::config::Configuration;
use crate::signals::stop_by_signal;

/// Import a directory or a ZIP archive and publish it as a site. Publishing again updates what has changed.
#[derive(Debug, Args)]
pub(crate) struct Publish {
    #[command(flatten)]
    configuration: Configuration,
    /// The directory or ZIP archive to publish.
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

/// The number of sites that are read at once.
const PAGE: usize = 1000;

/// The outcome of publishing, or that which it would have.
struct Published {
    /// The space; `None` where it would be created.
    space: Option<SpaceId>,
    report: Option<Report>,
    /// The number of pages and files that are gone from the directory and stayed.
    kept: u64,
    /// The address of the site.
    address: Option<String>,
}

impl Publish {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let configuration = self.configuration.clone().load()?;
        let app = configuration.open(configuration.listen())?;
        // The source is opened first: a mistyped path must not leave an empty site behind.
        let tree = open(&self.source, &Limits::default())?;
        let new = if self.dry_run { None } else { app.bootstrap(None).context("setting up the first user")? };
        let organization = organization(&app, self.org)?;
        let site = self.find(&app, organization)?;
        let published = match (&site, self.dry_run) {
            (None, true) => Published { space: None, report: None, kept: 0, address: None },
            (None, false) => self.create(&app, organization, &*tree)?,
            (Some(site), _) => self.update(&app, organization, site, &*tree)?,
        };
        self.tell(&published, new.map(|First { secret, .. }| secret));
        Ok(())
    }

    /// Returns the site with the title or the identifier, if there is one.
    fn find(&self, app: &App, organization: OrganizationId) -> anyhow::Result<Option<ShownSite>> {
        let is_meant = |site: &ShownSite| site.site.title == self.site || site.site.id.to_string() == self.site;
        let (mut found, mut paging) = (Vec::new(), Paging { from: None, limit: PAGE });
        loop {
            let list = app.list_sites(&Caller::operator(), organization, &SiteFilter::default(), &paging)?;
            found.extend(list.items.into_iter().filter(is_meant));
            if list.next.is_none() {
                break;
            }
            paging.from = list.next;
        }
        let mut found = found.into_iter();
        let site = found.next();
        let others: Vec<String> = found.map(|site| site.site.id.to_string()).collect();
        if let (Some(site), false) = (&site, others.is_empty()) {
            bail!("several sites have this title, name one by its identifier: {}, {}", site.site.id, others.join(", "));
        }
        Ok(site)
    }

    fn create(&self, app: &App, organization: OrganizationId, tree: &dyn Tree) -> anyhow::Result<Published> {
        let operator = Caller::operator();
        let title = SpaceTitle::try_from(self.site.clone()).context("site")?;
        let site_title = SiteTitle::try_from(self.site.clone()).context("site")?;
        in_new_space(app, organization, Some(title), |space| {
            let report = self.import(app, space, tree, Absent::Delete)?;
            let site = new_site(app, organization, Some(site_title), space)?;
            let address = app.publish_site(&operator, organization, site, true)?.published();
            Ok(Published { space: Some(space), report: Some(report), kept: 0, address })
        })
    }

    fn update(
        &self,
        app: &App,
        organization: OrganizationId,
        site: &ShownSite,
        tree: &dyn Tree,
    ) -> anyhow::Result<Published> {
        let space = self.space_of(&site.structure)?;
        let preview = with_bar(|at| app.preview_import(&Caller::operator(), space, tree, &Limits::default(), at))
            .with_context(|| format!("reading {}", self.source.display()))?;
        let gone = preview.pages.deleted + preview.files.deleted + preview.reusable.deleted;
        let kept = if self.delete { 0 } else { gone };
        if self.dry_run {
            return Ok(Published { space: Some(space), report: Some(preview), kept, address: site.published() });
        }
        let absent = if kept > 0 { Absent::Keep } else { Absent::Delete };
        let report = self.import(app, space, tree, absent)?;
        let site = app.publish_site(&Caller::operator(), organization, site.site.id, true)?;
        Ok(Published { space: Some(space), report: Some(report), kept, address: site.published() })
    }

    fn space_of(&self, structure: &Structure) -> anyhow::Result<SpaceId> {
        let spaces: Vec<SpaceId> = structure.site_spaces().map(|(_, space)| space.space).collect();
        match (self.space, &spaces[..]) {
            (Some(space), all) if all.contains(&space) => Ok(space),
            (Some(space), _) => bail!("space: {space} is not on this site"),
            (None, [space]) => Ok(*space),
            (None, all) => bail!("the site has {} spaces: give --space with the one to import into", all.len()),
        }
    }

    fn import(&self, app: &App, space: SpaceId, tree: &dyn Tree, absent: Absent) -> anyhow::Result<Report> {
        add_former_ids(app, space, &self.former_id)?;
        let (operator, limits) = (Caller::operator(), Limits::default());
        let app = app.stopped_by(&stop_by_signal()?);
        with_bar(|at| app.import_tree_and(absent, &operator, space, Target::Main, tree, &limits, at))
            .with_context(|| format!("importing {}", self.source.display()))
    }

    /// Prints what was done, and the token of the first user if there was none before.
    fn tell(&self, published: &Published, token: Option<String>) {
        let Published { space, report, kept, address } = published;
        if self.json {
            let mut said = match (space, report) {
                (Some(space), Some(report)) => as_json(*space, report),
                _ => json!({ "created": true }),
            };
            said["kept"] = json!(kept);
            said["dryRun"] = json!(self.dry_run);
            said["url"] = json!(address);
            said["firstToken"] = json!(token);
            return say(said);
        }
        match report {
            Some(report) => tell_counts(report),
            None => say(format_args!("a new site {:?} would be made of {}", self.site, self.source.display())),
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
