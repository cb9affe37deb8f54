//! The commands, each in a file of its own.

mod completions;
mod demo;
mod export;
mod import;
mod man;
mod openapi;
mod org;
mod pdf;
mod preview;
mod publish;
mod redirects;
mod reindex;
mod report;
mod resources;
mod serve;
mod spaces;
mod token;
mod user;
mod warnings;

use std::io::Write as _;

use clap::Subcommand;

use crate::modes::UserMask;

/// The command to run.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the server.
    Serve(serve::Serve),
    /// Run a server with sample content for a first look.
    Demo(demo::Demo),
    /// Import a directory or a ZIP archive into a space.
    Import(import::Import),
    /// Show a directory as a site, and reload the browser when a file changes.
    Preview(preview::Preview),
    /// Import a directory and publish it as a site.
    Publish(publish::Publish),
    /// Export a space as a directory.
    Export(export::Export),
    /// Print a space, or pages of it, as PDF.
    Pdf(pdf::Pdf),
    /// List, show and create spaces.
    #[command(subcommand)]
    Space(resources::Space),
    /// List, show and create sites.
    #[command(subcommand)]
    Site(resources::Site),
    /// List, show and create change requests.
    #[command(subcommand)]
    Cr(resources::ChangeRequest),
    /// Create an API token for a user.
    Token(token::MakeToken),
    /// Create and manage users.
    #[command(subcommand)]
    User(user::User),
    /// Create and list organizations.
    #[command(subcommand)]
    Org(org::Org),
    /// Rebuild the search index.
    Reindex(reindex::Reindex),
    /// Print the OpenAPI document of this server.
    Openapi(openapi::Openapi),
    /// Print the completions of this command line for a shell.
    Completions(completions::Completions),
    /// Write the manual pages of this command line into a directory.
    Man(man::Man),
}

impl Command {
    /// Returns true for a command that runs a server.
    pub(crate) fn serves(&self) -> bool {
        matches!(self, Self::Serve(_) | Self::Demo(_) | Self::Preview(_))
    }
}

/// Runs a command to its end. `mask` is the umask that the process was started with.
pub(crate) fn run(command: Command, mask: UserMask) -> anyhow::Result<()> {
    match command {
        Command::Serve(serve) => serve.run(),
        Command::Demo(demo) => demo.run(),
        Command::Import(import) => import.run(),
        Command::Preview(preview) => preview.run(),
        Command::Publish(publish) => publish.run(),
        Command::Export(export) => export.run(mask),
        Command::Pdf(pdf) => pdf.run(mask),
        Command::Space(space) => space.run(),
        Command::Site(site) => site.run(),
        Command::Cr(change_request) => change_request.run(),
        Command::Token(token) => token.run(),
        Command::User(user) => user.run(),
        Command::Org(org) => org.run(),
        Command::Reindex(reindex) => reindex.run(),
        Command::Openapi(openapi) => openapi.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(mask),
    }
}

/// Prints a line of a command's result. A closed pipe, as after `head`, is no failure.
pub(crate) fn say(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
