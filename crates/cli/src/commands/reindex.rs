//! The command `quire reindex`.

use std::io::Write as _;

use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use quire_app::search::Progress;
use serde_json::json;

use super::say;
use crate::config::{Configuration, DataOptions};

/// Rebuild the search index. A server does so itself if the index is missing or damaged.
#[derive(Debug, Args)]
pub(crate) struct Reindex {
    #[command(flatten)]
    options: DataOptions,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Reindex {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let configuration = Configuration::from(self.options).load()?;
        let app = configuration.open_existing()?;
        let mut bar = Bar::default();
        let done = app.reindex(&mut |at| bar.show(at));
        bar.clear();
        let Progress { pages, spaces, .. } = done.context("rebuilding the search index")?;
        app.close_search();
        if self.json {
            say(json!({ "pages": pages, "spaces": spaces }));
        } else {
            say(format_args!("{pages} pages of {spaces} spaces are found again"));
        }
        Ok(())
    }
}

/// A progress bar in a terminal; elsewhere a line from time to time.
struct Bar {
    bar: ProgressBar,
    told: usize,
}

/// The number of pages between two lines.
const STEP: usize = 1_000;

impl Default for Bar {
    fn default() -> Self {
        let style = ProgressStyle::with_template("spaces   {bar:40} {pos}/{len}  {msg}");
        let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, told: 0 }
    }
}

impl Bar {
    fn show(&mut self, at: Progress) {
        self.bar.set_length(at.of as u64);
        self.bar.set_position(at.spaces as u64);
        self.bar.set_message(format!("{} pages", at.pages));
        if self.bar.is_hidden() && at.pages / STEP != self.told / STEP {
            let _ = writeln!(std::io::stderr(), "{} pages are indexed", at.pages);
            self.told = at.pages;
        }
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
