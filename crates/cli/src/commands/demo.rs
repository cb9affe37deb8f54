//! `quire demo`.

use std::io::Read;
use std::path::Path;

use anyhow::Context as _;
use clap::Args;
use include_dir::{Dir, include_dir};
use quire_app::commit::Target;
use quire_app::import::Limits;
use quire_app::spaces::NewSpace;
use quire_app::{App, Caller};
use quire_convert::{Entry, Tree};
use quire_model::ids::SpaceId;
use quire_model::text::SpaceTitle;

use super::say;
use super::serve::serve;
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
        // Only where the demo chose the directory itself may it remove it.
        let own = (!configuration.has_data()).then(tempfile::tempdir).transpose().context("making a directory")?;
        let configuration = match &own {
            Some(dir) => configuration.with_data(dir.path()),
            None => configuration,
        };
        serve(&configuration, prepare)
    }
}

fn prepare(app: &App) -> anyhow::Result<()> {
    let Some(first) = app.bootstrap(None)? else {
        say("this directory was set up before: use the token that was printed then, or `quire token`");
        return Ok(());
    };
    let operator = Caller::operator();
    let title = SpaceTitle::try_from("Quire manual".to_owned())?;
    let new = NewSpace { title: Some(title), ..NewSpace::default() };
    let space = app.create_space(&operator, first.organization, &new)?.space.id;
    let report =
        app.import_tree(&operator, space, Target::Main, &Embedded::new(&MANUAL), &Limits::default(), &mut |_| {})?;
    tell(&app.options().public_url, &first.secret, space, report.pages.created);
    Ok(())
}

fn tell(url: &str, token: &str, space: SpaceId, pages: u64) {
    say(format_args!(
        "
A sample organization is ready: the space \"Quire manual\" has {pages} entries.

  read it in a browser:  {url}/docs/api
  your token:            {token}

Paste this into another terminal:

  QUIRE={url}
  TOKEN={token}
  SPACE={space}
  curl -H \"Authorization: Bearer $TOKEN\" $QUIRE/v1/user
  curl -H \"Authorization: Bearer $TOKEN\" $QUIRE/v1/spaces/$SPACE/content/pages
  curl -H \"Authorization: Bearer $TOKEN\" \"$QUIRE/v1/spaces/$SPACE/content/path/quire?format=markdown\"

Ctrl-C ends the demo and removes what it made."
    ));
}

/// A directory inside the binary.
struct Embedded {
    dir: &'static Dir<'static>,
    entries: Vec<Entry>,
}

impl Embedded {
    fn new(dir: &'static Dir<'static>) -> Self {
        let mut entries = Vec::new();
        let mut open = vec![dir];
        while let Some(dir) = open.pop() {
            open.extend(dir.dirs());
            entries.extend(dir.files().map(|file| Entry {
                path: file.path().to_string_lossy().into_owned(),
                size: file.contents().len() as u64,
            }));
        }
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        Self { dir, entries }
    }
}

impl Tree for Embedded {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn warnings(&self) -> &[quire_convert::Warning] {
        &[]
    }

    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, quire_convert::Error> {
        let missing = || quire_convert::Error::Missing { path: path.to_owned() };
        let file = self.dir.get_file(Path::new(path)).ok_or_else(missing)?;
        Ok(Box::new(file.contents()))
    }
}
