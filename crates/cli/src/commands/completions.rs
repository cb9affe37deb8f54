//! The command `quire completions`.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::say;
use crate::Arguments;

/// Print the completions of this command line for a shell.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "quire", &mut script);
        say(String::from_utf8(script)?.trim_end());
        Ok(())
    }
}
