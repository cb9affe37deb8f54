//! The command `quire token`.

use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use quire_app::accounts::tokens::NewToken;
use quire_model::scopes::{Scope, Scopes};
use quire_model::text::TokenName;
use serde_json::json;

use super::say;
use crate::config::{Configuration, DataOptions};

/// Create an API token for a user. Its secret is printed once and stored nowhere.
#[derive(Debug, Args)]
pub(crate) struct MakeToken {
    #[command(flatten)]
    options: DataOptions,
    /// The user's e-mail address [default: the first user].
    #[arg(long, value_name = "EMAIL")]
    user: Option<String>,
    /// The name of the token.
    #[arg(long, default_value = "Made on the command line")]
    name: String,
    /// The scopes of the token: any of read, write, admin.
    #[arg(long, value_delimiter = ',', default_value = "read,write,admin", value_parser = scope)]
    scopes: Vec<Scope>,
    /// The number of days after which the token expires [default: never].
    #[arg(long, value_name = "DAYS")]
    expires_in_days: Option<u64>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl MakeToken {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let configuration = Configuration::from(self.options).load()?;
        let app = configuration.open_existing()?;
        let user = match &self.user {
            Some(email) => app.user_by_email(email)?.with_context(|| format!("there is no user {email}"))?,
            None => app.first_user()?.context("there is no user yet: start `quire serve` once")?,
        };
        let day = Duration::from_hours(24);
        let days = self.expires_in_days.map(|days| u32::try_from(days).unwrap_or(u32::MAX));
        let new = NewToken {
            name: TokenName::try_from(self.name).context("name")?,
            scopes: Scopes::of(&self.scopes),
            expires_at: days.map(|days| app.now().plus(day.saturating_mul(days))),
        };
        let issued = app.issue_token(user, &new)?;
        if self.json {
            say(json!({ "id": issued.token.id.to_string(), "secret": issued.secret }));
        } else {
            say(issued.secret);
        }
        Ok(())
    }
}

fn scope(word: &str) -> Result<Scope, String> {
    let found = Scopes::ALL.list().into_iter().find(|scope| scope.as_str() == word);
    found.ok_or_else(|| "must be read, write or admin".to_owned())
}
