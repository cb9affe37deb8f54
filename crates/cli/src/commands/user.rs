//! The command `quire user`.

use std::io::Read as _;

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use quire_app::App;
use quire_model::addresses::EmailAddress;
use quire_model::ids::{OrganizationId, UserId};
use quire_model::people::Password;
use quire_model::roles::Role;
use quire_model::text::DisplayName;
use serde_json::json;

use super::say;
use crate::config::{AddressOptions, Configuration, DataOptions};

/// Create and manage users.
#[derive(Debug, Subcommand)]
pub(crate) enum User {
    /// Create a user.
    Create(Create),
    /// List all users.
    List(List),
    /// Disable a user; their sessions and tokens stop working at once.
    Disable(One),
    /// Enable a disabled user.
    Enable(One),
    /// Delete a user for ever; what they wrote stays, under the name "Deleted user".
    Delete(One),
    /// Reset a user's password to a new one, or to none with a one-time link; all their sessions end.
    Reset(Reset),
    /// Remove a user's second factor and recovery codes; all their sessions end.
    ResetFactor(One),
    /// End all sessions of a user; their tokens stay.
    EndSessions(One),
    /// Print a one-time link for a user to sign in.
    Link(Link),
}

/// The options of a command for one user.
#[derive(Debug, Args)]
pub(crate) struct One {
    #[command(flatten)]
    data: DataOptions,
    /// The user's e-mail address.
    email: String,
}

#[derive(Debug, Args)]
pub(crate) struct Create {
    #[command(flatten)]
    one: One,
    /// The display name [default: the part of the address before the @].
    #[arg(long)]
    name: Option<String>,
    /// Read the password from standard input; without it, the user first signs in by a link.
    #[arg(long)]
    password_stdin: bool,
    /// The organization that the user becomes a member of.
    #[arg(long, value_name = "ID", requires = "role")]
    org: Option<OrganizationId>,
    /// The role in the organization: guest, read, comment, edit, review, create or admin.
    #[arg(long, requires = "org", value_parser = membership)]
    role: Option<Membership>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct List {
    #[command(flatten)]
    data: DataOptions,
    /// Print a JSON object for each user, one per line.
    #[arg(long)]
    json: bool,
}

/// The options of a command that prints a link for one user.
#[derive(Debug, Args)]
pub(crate) struct Link {
    #[command(flatten)]
    one: One,
    #[command(flatten)]
    addresses: AddressOptions,
}

#[derive(Debug, Args)]
pub(crate) struct Reset {
    #[command(flatten)]
    link: Link,
    /// Read the new password from standard input; without it, the password is removed and a link is printed.
    #[arg(long)]
    password_stdin: bool,
}

impl User {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Create(create) => create.run(),
            Self::List(list) => list.run(),
            Self::Disable(one) => {
                let (app, user) = one.open()?;
                Ok(app.disable_user(user)?)
            }
            Self::Enable(one) => {
                let (app, user) = one.open()?;
                Ok(app.enable_user(user)?)
            }
            Self::Delete(one) => {
                let (app, user) = one.open()?;
                Ok(app.delete_user(user)?)
            }
            Self::Reset(reset) => reset.run(),
            Self::ResetFactor(one) => {
                let email = one.email.clone();
                let (app, user) = one.open()?;
                if !app.reset_factor(user)? {
                    bail!("{email} has no second factor");
                }
                Ok(())
            }
            Self::EndSessions(one) => {
                let (app, user) = one.open()?;
                Ok(app.end_sessions_of(user)?)
            }
            Self::Link(link) => {
                let (app, user) = link.open()?;
                say(app.issue_sign_in_link(user)?);
                Ok(())
            }
        }
    }
}

impl One {
    fn open(self) -> anyhow::Result<(App, UserId)> {
        let app = open(self.data)?;
        let user = user(&app, &self.email)?;
        Ok((app, user))
    }
}

impl Link {
    fn open(self) -> anyhow::Result<(App, UserId)> {
        let app = open((self.one.data, self.addresses))?;
        let user = user(&app, &self.one.email)?;
        Ok((app, user))
    }
}

impl Create {
    fn run(self) -> anyhow::Result<()> {
        // The input is validated before anything is created.
        let email = EmailAddress::try_from(self.one.email.clone()).with_context(|| self.one.email.clone())?;
        let local = || email.as_str().split('@').next().unwrap_or_default().to_owned();
        let name = DisplayName::try_from(self.name.unwrap_or_else(local)).context("name")?;
        let password = self.password_stdin.then(password).transpose()?;
        let app = open(self.one.data)?;
        if let Some(org) = self.org
            && !app.all_orgs()?.iter().any(|it| it.id == org)
        {
            bail!("there is no organization {org}");
        }
        let user = app.create_user(email.as_str(), name.as_str())?;
        if let Some(password) = &password {
            app.reset_password(user.id, Some(password))?;
        }
        if let (Some(org), Some(Membership(role))) = (self.org, self.role) {
            app.add_member(org, user.id, role)?;
        }
        if self.json {
            say(json!({ "id": user.id.to_string(), "email": user.email, "displayName": user.display_name }));
        } else {
            say(user.id);
        }
        Ok(())
    }
}

impl List {
    fn run(self) -> anyhow::Result<()> {
        for user in open(self.data)?.all_users()? {
            let disabled = user.disabled_at.is_some();
            if self.json {
                say(json!({
                    "id": user.id.to_string(),
                    "email": user.email,
                    "displayName": user.display_name,
                    "createdAt": user.created_at.to_string(),
                    "disabled": disabled,
                }));
            } else {
                let mark = if disabled { "  (disabled)" } else { "" };
                say(format_args!("{}  {}  {}{mark}", user.id, user.email, user.display_name));
            }
        }
        Ok(())
    }
}

impl Reset {
    fn run(self) -> anyhow::Result<()> {
        let password = self.password_stdin.then(password).transpose()?;
        let (app, user) = self.link.open()?;
        app.reset_password(user, password.as_ref())?;
        if password.is_none() {
            say(app.issue_sign_in_link(user)?);
        }
        Ok(())
    }
}

fn open(options: impl Into<Configuration>) -> anyhow::Result<App> {
    options.into().load()?.open_existing()
}

/// Returns the user with an e-mail address.
pub(super) fn user(app: &App, email: &str) -> anyhow::Result<UserId> {
    app.user_by_email(email)?.with_context(|| format!("there is no user {email}"))
}

/// Reads a password from the first line of standard input, which need not end with a line break.
fn password() -> anyhow::Result<Password> {
    /// The most bytes read, far more than a password may have.
    const MOST: u64 = 64 << 10;
    let mut text = String::new();
    std::io::stdin().take(MOST).read_to_string(&mut text).context("reading the password")?;
    let line = text.lines().next().unwrap_or_default();
    Password::try_from(line.to_owned()).context("the password")
}

/// The role of a membership; `None` for guests.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Membership(Option<Role>);

fn membership(word: &str) -> Result<Membership, String> {
    if word == "guest" {
        return Ok(Membership(None));
    }
    let role = Role::parse(word).ok_or("must be guest, read, comment, edit, review, create or admin")?;
    Ok(Membership(Some(role)))
}
