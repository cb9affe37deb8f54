//! The command `quire org`.

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use quire_app::App;
use quire_content::slug::slug;
use quire_model::addresses::Hostname;
use quire_model::roles::Role;
use quire_model::text::OrganizationTitle;
use serde_json::json;

use super::say;
use super::user::user;
use crate::config::{Configuration, DataOptions};

/// Create and list organizations.
#[derive(Debug, Subcommand)]
pub(crate) enum Org {
    /// Create an organization.
    Create(Create),
    /// List all organizations.
    List(List),
}

#[derive(Debug, Args)]
pub(crate) struct Create {
    #[command(flatten)]
    options: DataOptions,
    /// The title, 2 to 255 characters.
    title: String,
    /// The label in the default host name of published content: 3 to 32 letters, digits and hyphens
    /// [default: derived from the title].
    #[arg(long)]
    hostname: Option<String>,
    /// The e-mail address of a user who becomes an admin.
    #[arg(long, value_name = "EMAIL")]
    admin: Option<String>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct List {
    #[command(flatten)]
    options: DataOptions,
    /// Print a JSON object for each organization, one per line.
    #[arg(long)]
    json: bool,
}

impl Org {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Create(create) => create.run(),
            Self::List(list) => list.run(),
        }
    }
}

impl Create {
    fn run(self) -> anyhow::Result<()> {
        let title = OrganizationTitle::try_from(self.title).context("title")?;
        let configuration = Configuration::from(self.options).load()?;
        let app = configuration.open_existing()?;
        let hostname = hostname(&app, title.as_str(), self.hostname)?;
        let admin = self.admin.map(|email| user(&app, &email)).transpose()?;
        let org = app.create_org(title.as_str(), &hostname)?;
        if let Some(admin) = admin {
            app.add_member(org.id, admin, Some(Role::Admin))?;
        }
        if self.json {
            say(json!({ "id": org.id.to_string(), "title": org.title, "hostname": org.hostname }));
        } else {
            say(org.id);
        }
        Ok(())
    }
}

impl List {
    fn run(self) -> anyhow::Result<()> {
        let configuration = Configuration::from(self.options).load()?;
        for org in configuration.open_existing()?.all_orgs()? {
            if self.json {
                let created = org.created_at.to_string();
                let id = org.id.to_string();
                say(json!({ "id": id, "title": org.title, "hostname": org.hostname, "createdAt": created }));
            } else {
                say(format_args!("{}  {}  {}", org.id, org.hostname, org.title));
            }
        }
        Ok(())
    }
}

/// Returns the given label, which must not be taken, or a free one derived from the title.
fn hostname(app: &App, title: &str, given: Option<String>) -> anyhow::Result<String> {
    let orgs = app.all_orgs()?;
    let taken = |label: &Hostname| orgs.iter().any(|org| org.hostname == label.as_str());
    let Some(given) = given else {
        return Ok(Hostname::near::<anyhow::Error>(&slug(title), |label| Ok(taken(label)))?.into());
    };
    let label = Hostname::try_from(given).context("hostname")?;
    if taken(&label) {
        bail!("hostname: {} is taken", label.as_str());
    }
    Ok(label.into())
}
