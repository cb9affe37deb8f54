//! The command `quire man`.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, CommandFactory as _};

use crate::Arguments;
use crate::modes::UserMask;

/// Write the manual pages of this command line into a directory, one for each command.
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The directory to write; pages of the same name are replaced.
    directory: PathBuf,
}

impl Man {
    pub(crate) fn run(self, mask: UserMask) -> anyhow::Result<()> {
        // The pages are the calling user's files, not the server's.
        mask.restore();
        let write = || {
            fs::create_dir_all(&self.directory)?;
            clap_mangen::generate_to(Arguments::command(), &self.directory)
        };
        write().with_context(|| format!("writing manual pages into {}", self.directory.display()))
    }
}
