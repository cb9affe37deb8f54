//! The command `quire demo`.

use anyhow::{Context as _, bail};
use clap::Args;
use include_dir::{Dir, include_dir};
use quire_app::content::commit::Target;
use quire_app::content::import::Limits;
use quire_app::spaces::templates::Embedded;
use quire_app::{App, Caller};
use quire_model::customization::Settings;
use quire_model::ids::SpaceId;
use quire_model::text::{SiteTitle, SpaceTitle};

use super::say;
use super::serve::serve;
use super::spaces::{in_new_space, new_site};
use crate::config::Configuration;

/// Run a server with sample content: this project's own manual, in a directory that is removed at the end.
#[derive(Debug, Args)]
pub(crate) struct Demo {
    #[command(flatten)]
    configuration: Configuration,
}

static MANUAL: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../docs");

impl Demo {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let configuration = self.configuration.load()?;
        if configuration.has_database() && !configuration.has_data() {
            bail!("a demo on a database that stays needs a directory that stays: give --data");
        }
        // The demo may only remove a directory that it has chosen itself.
        let own = (!configuration.has_data()).then(tempfile::tempdir).transpose().context("making a directory")?;
        let configuration = match &own {
            Some(dir) => configuration.with_data(dir.path()),
            None => configuration,
        };
        let end =
            if own.is_some() { "Ctrl-C ends the demo and removes what it made." } else { "Ctrl-C ends the demo." };
        serve(&configuration, std::convert::identity, |app| prepare(app, end))
    }
}

/// Publishes the manual, and says what can be done with it; `end` is the last line of that.
fn prepare(app: &App, end: &str) -> anyhow::Result<()> {
    let Some(first) = app.bootstrap(None)? else {
        say("this directory was set up before: use the token that was printed then, or `quire token`");
        return Ok(());
    };
    let operator = Caller::operator();
    let title = SpaceTitle::try_from("Quire manual".to_owned())?;
    let (space, report) = in_new_space(app, first.organization, Some(title), |space| {
        let manual = Embedded::new(&MANUAL);
        let report = app.import_tree(&operator, space, Target::Main, &manual, &Limits::default(), &mut |_| {})?;
        Ok((space, report))
    })?;
    let title = SiteTitle::try_from("Quire manual".to_owned())?;
    let site = new_site(app, first.organization, Some(title), space)?;
    app.customize_site(&operator, first.organization, site, &looks()?)?;
    let published = app.publish_site(&operator, first.organization, site, true)?.published();
    let address = published.context("the site of the demo has no address")?;
    let link = format!("{}&next=%2Fapp", app.issue_sign_in_link(first.user)?);
    tell(&address, &app.options().public_url, &link, &first.secret, space, report.pages.created);
    say(end);
    Ok(())
}

/// Returns the customization of the demo's site: printing is enabled, so that it can be tried.
fn looks() -> anyhow::Result<Settings> {
    let fields = serde_json::json!({ "pdf": { "enabled": true } });
    Ok(Settings::try_from(fields.as_object().cloned().unwrap_or_default())?)
}

fn tell(site: &str, url: &str, link: &str, token: &str, space: SpaceId, pages: u64) {
    say(format_args!(
        "
The manual is published, read it here:  {site}

A sample organization is ready: the space \"Quire manual\" has {pages} entries.

  write and review:          {url}/app
  sign in there:             {link}
  try the API in a browser:  {url}/docs/api
  your token:                {token}

Paste this into another terminal:

  QUIRE={url}
  TOKEN={token}
  SPACE={space}
  curl -H \"Authorization: Bearer $TOKEN\" $QUIRE/v1/user
  curl -H \"Authorization: Bearer $TOKEN\" $QUIRE/v1/spaces/$SPACE/content/pages
  curl -H \"Authorization: Bearer $TOKEN\" \"$QUIRE/v1/spaces/$SPACE/content/path/quire?format=markdown\"
"
    ));
}
