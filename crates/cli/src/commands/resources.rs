//! The commands `quire space`, `quire site` and `quire cr`: lists of what a workspace has, single things, and new ones.

use anyhow::bail;
use clap::{Args, Subcommand};
use quire_model::ids::{OrganizationId, SpaceId};
use serde_json::{Map, Value, json};

use super::say;
use crate::workspace::{Workspace, WorkspaceOptions};

/// List, show and create spaces.
#[derive(Debug, Subcommand)]
pub(crate) enum Space {
    /// List the spaces of an organization.
    List(ListOf),
    /// Show a space.
    Show(ShowSpace),
    /// Create a space and print its identifier.
    Create(CreateSpace),
}

/// List, show and create sites.
#[derive(Debug, Subcommand)]
pub(crate) enum Site {
    /// List the sites of an organization.
    List(ListOf),
    /// Show a site.
    Show(ShowSite),
    /// Create a site, which is not published yet, and print its identifier.
    Create(CreateSite),
}

/// List, show and create change requests.
#[derive(Debug, Subcommand)]
pub(crate) enum ChangeRequest {
    /// List the change requests of a space.
    List(ListChangeRequests),
    /// Show a change request.
    Show(ShowChangeRequest),
    /// Create a change request and print its number.
    Create(CreateChangeRequest),
}

/// The options of all of these commands.
#[derive(Debug, Args)]
pub(crate) struct Common {
    #[command(flatten)]
    workspace: WorkspaceOptions,
    /// Print JSON, as the API has it: an object, or one on each line.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ListOf {
    #[command(flatten)]
    common: Common,
    /// The organization [default: the first one].
    #[arg(long, value_name = "ID")]
    org: Option<OrganizationId>,
}

#[derive(Debug, Args)]
pub(crate) struct ShowSpace {
    #[command(flatten)]
    common: Common,
    /// The space.
    id: SpaceId,
}

#[derive(Debug, Args)]
pub(crate) struct ShowSite {
    #[command(flatten)]
    common: Common,
    /// The identifier of the site.
    id: String,
    /// The organization of the site [default: the first one].
    #[arg(long, value_name = "ID")]
    org: Option<OrganizationId>,
}

#[derive(Debug, Args)]
pub(crate) struct CreateSpace {
    #[command(flatten)]
    common: Common,
    /// The title of the space.
    title: String,
    /// The organization of the space [default: the first one].
    #[arg(long, value_name = "ID")]
    org: Option<OrganizationId>,
}

#[derive(Debug, Args)]
pub(crate) struct CreateSite {
    #[command(flatten)]
    common: Common,
    /// The title of the site.
    title: String,
    /// A space that the site shows. May be repeated.
    #[arg(long, value_name = "ID", required = true)]
    space: Vec<SpaceId>,
    /// The organization of the site [default: the first one].
    #[arg(long, value_name = "ID")]
    org: Option<OrganizationId>,
}

/// The option of commands on the change requests of a space.
#[derive(Debug, Args)]
pub(crate) struct InSpace {
    #[command(flatten)]
    common: Common,
    /// The space.
    #[arg(long, value_name = "ID")]
    space: SpaceId,
}

#[derive(Debug, Args)]
pub(crate) struct ListChangeRequests {
    #[command(flatten)]
    of: InSpace,
    /// Those with this status: draft, open, merged, archived or all [default: open].
    #[arg(long)]
    status: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ShowChangeRequest {
    #[command(flatten)]
    of: InSpace,
    /// The number or the identifier of the change request.
    number: String,
}

#[derive(Debug, Args)]
pub(crate) struct CreateChangeRequest {
    #[command(flatten)]
    of: InSpace,
    /// The subject.
    subject: String,
}

impl Space {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Self::List(list) => list.run("spaces"),
            Self::Show(ShowSpace { common, id }) => common.show(&common.workspace.open()?, &format!("/v1/spaces/{id}")),
            Self::Create(CreateSpace { common, title, org }) => {
                refuse_blank("title", &title)?;
                common.create(org, "spaces", &json!({ "title": title }))
            }
        }
    }
}

impl Site {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Self::List(list) => list.run("sites"),
            Self::Show(ShowSite { common, id, org }) => {
                let workspace = common.workspace.open()?;
                let organization = workspace.organization(org)?;
                common.show(&workspace, &format!("/v1/orgs/{organization}/sites/{id}"))
            }
            Self::Create(CreateSite { common, title, space, org }) => {
                let spaces: Vec<_> = space.iter().map(SpaceId::to_string).collect();
                common.create(org, "sites", &json!({ "title": title, "spaces": spaces }))
            }
        }
    }
}

impl ChangeRequest {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Self::List(ListChangeRequests { of, status }) => {
                let status = status.map_or_else(String::new, |status| format!("?status={status}"));
                let workspace = of.common.workspace.open()?;
                of.common.list(&workspace, &format!("{}{status}", of.path()), "number", "subject")
            }
            Self::Show(ShowChangeRequest { of, number }) => {
                of.common.show(&of.common.workspace.open()?, &format!("{}/{number}", of.path()))
            }
            Self::Create(CreateChangeRequest { of, subject }) => {
                refuse_blank("subject", &subject)?;
                let made = of.common.workspace.open()?.post(&of.path(), &json!({ "subject": subject }))?;
                of.common.tell_new(&made, "number");
                Ok(())
            }
        }
    }
}

impl ListOf {
    fn run(self, of: &str) -> anyhow::Result<()> {
        let workspace = self.common.workspace.open()?;
        let organization = workspace.organization(self.org)?;
        self.common.list(&workspace, &format!("/v1/orgs/{organization}/{of}"), "id", "title")
    }
}

impl InSpace {
    fn path(&self) -> String {
        format!("/v1/spaces/{}/change-requests", self.space)
    }
}

impl Common {
    /// Prints a line for each thing: its name, its title, and its address if it is published.
    fn list(&self, workspace: &Workspace, path: &str, name: &str, title: &str) -> anyhow::Result<()> {
        for thing in workspace.list(path)? {
            if self.json {
                say(thing);
                continue;
            }
            let further = thing["urls"]["published"].as_str().or(thing["status"].as_str()).unwrap_or_default();
            let line = format!("{}  {}  {further}", text(&thing[name]), text(&thing[title]));
            say(line.trim_end());
        }
        Ok(())
    }

    /// Prints a thing: a line for each of its fields.
    fn show(&self, workspace: &Workspace, path: &str) -> anyhow::Result<()> {
        let thing = workspace.get(path)?;
        match &thing {
            Value::Object(fields) if !self.json => tell(fields, ""),
            thing => say(thing),
        }
        Ok(())
    }

    fn create(&self, org: Option<OrganizationId>, of: &str, body: &Value) -> anyhow::Result<()> {
        let workspace = self.workspace.open()?;
        let organization = workspace.organization(org)?;
        let made = workspace.post(&format!("/v1/orgs/{organization}/{of}"), body)?;
        self.tell_new(&made, "id");
        Ok(())
    }

    fn tell_new(&self, made: &Value, name: &str) {
        if self.json { say(made) } else { say(text(&made[name])) }
    }
}

/// Prints fields, and those of objects among them, by their path.
fn tell(fields: &Map<String, Value>, path: &str) {
    for (name, value) in fields {
        match value {
            Value::Object(fields) => tell(fields, &format!("{path}{name}.")),
            Value::Null => {}
            value => say(format_args!("{path}{name}: {}", text(value))),
        }
    }
}

/// Refuses a name that shows nothing: the API admits it, and a list would have a line without a name.
fn refuse_blank(name: &str, text: &str) -> anyhow::Result<()> {
    if text.trim().is_empty() {
        bail!("{name}: must not be empty");
    }
    Ok(())
}

/// Returns a value as people read it. It may come from anybody, so nothing in it directs a terminal or ends a line.
fn text(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.replace(char::is_control, " ")
}
