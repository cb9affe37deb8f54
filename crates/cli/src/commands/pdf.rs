//! The command `quire pdf`.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use quire_app::Caller;
use quire_app::content::Version;
use quire_app::prints::{Options, Paper};
use quire_content::id::PageId;
use quire_model::ids::{RevisionId, SpaceId};

use super::say;
use crate::config::{Configuration, DataOptions};
use crate::modes::UserMask;

/// Print a space, or pages of it, as PDF.
#[derive(Debug, Args)]
pub(crate) struct Pdf {
    #[command(flatten)]
    options: DataOptions,
    /// The space to print.
    #[arg(long, value_name = "ID")]
    space: SpaceId,
    /// The file to write; one that exists is replaced.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The page to print, with those below it [default: the whole space].
    #[arg(long, value_name = "ID")]
    page: Option<PageId>,
    /// Leave out the pages below --page.
    #[arg(long, requires = "page")]
    only: bool,
    /// The revision to print [default: the current content].
    #[arg(long, value_name = "ID")]
    revision: Option<RevisionId>,
    /// The format of the paper.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::A4)]
    format: Format,
}

/// A format of paper.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    A4,
    Letter,
}

impl Pdf {
    pub(crate) fn run(self, mask: UserMask) -> anyhow::Result<()> {
        let app = Configuration::from(self.options.clone()).load()?.open_existing()?;
        let caller = Caller::operator();
        let version = self.revision.map_or(Version::Main, Version::Revision);
        let view = app.view(&caller, self.space, version)?;
        let paper = match self.format {
            Format::A4 => Paper::A4,
            Format::Letter => Paper::Letter,
        };
        let options = Options { page: self.page, only: self.only, paper };
        let bytes = app.print_bytes(&caller, &view, options)?;
        // From here on, only files of the calling user are created.
        mask.restore();
        let out = self.out.display();
        std::fs::write(&self.out, &bytes).with_context(|| format!("writing {out}"))?;
        say(format_args!("space {} at revision {}: {} bytes are in {out}", self.space, view.revision.id, bytes.len()));
        Ok(())
    }
}
