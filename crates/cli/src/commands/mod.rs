//! The commands, a file each.

mod demo;
mod export;
mod import;
mod openapi;
mod org;
mod reindex;
mod serve;
mod token;
mod user;

use std::io::Write as _;

use clap::Subcommand;

use crate::modes::UserMask;

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the server.
    Serve(serve::Serve),
    /// Run a server with sample content, to look around.
    Demo(demo::Demo),
    /// Import a directory or a ZIP archive into a space.
    Import(import::Import),
    /// Export a space as a directory.
    Export(export::Export),
    /// Make an API token for a user.
    Token(token::MakeToken),
    /// Create and manage users.
    #[command(subcommand)]
    User(user::User),
    /// Create and list organizations.
    #[command(subcommand)]
    Org(org::Org),
    /// Make the search index anew.
    Reindex(reindex::Reindex),
    /// Print the OpenAPI document of this server.
    Openapi(openapi::Openapi),
}

/// Runs a command to its end. `mask` is the one that the process was started with.
pub(crate) fn run(command: Command, mask: UserMask) -> anyhow::Result<()> {
    match command {
        Command::Serve(serve) => serve.run(),
        Command::Demo(demo) => demo.run(),
        Command::Import(import) => import.run(),
        Command::Export(export) => export.run(mask),
        Command::Token(token) => token.run(),
        Command::User(user) => user.run(),
        Command::Org(org) => org.run(),
        Command::Reindex(reindex) => reindex.run(),
        Command::Openapi(openapi) => openapi.run(),
    }
}

/// A line of a command's result. A reader that has seen enough, as `head` has, is no failure.
pub(crate) fn say(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
