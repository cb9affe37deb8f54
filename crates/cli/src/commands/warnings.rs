//! The warnings of an import, as commands show them: by class, with the number of each.

use std::fmt;

use quire_app::content::warnings::{Code, Warning, Warnings};

use super::say;

/// The maximum number of warnings of a class that are shown.
const MOST: usize = 10;

/// Prints warnings by class.
pub(super) fn tell(warnings: &Warnings) {
    for (code, count) in &warnings.counts {
        say(format_args!("{}: {count}", title(*code)));
        let of_class = || warnings.list.iter().filter(|warning| warning.code == *code);
        for warning in of_class().take(MOST) {
            say(format_args!("  {}", Placed(warning)));
        }
        let more = count - of_class().take(MOST).count();
        if more > 0 {
            say(format_args!("  and {more} more: --json lists them"));
        }
    }
}

/// A warning after its place.
pub(super) struct Placed<'w>(pub(super) &'w Warning);

impl fmt::Display for Placed<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Warning { path, line, message, .. } = self.0;
        match line {
            Some(line) => write!(out, "{path}:{line}: {message}"),
            None => write!(out, "{path}: {message}"),
        }
    }
}

fn title(code: Code) -> &'static str {
    match code {
        Code::Condition => "conditions that are not understood",
        Code::Limit => "texts that exceed a limit",
        Code::FrontMatter => "front matters that can't be read",
        Code::UnknownBlock => "blocks of unknown kinds",
        Code::ForeignSyntax => "places with the syntax of another tool",
        Code::UnknownIcon => "icons that draw nothing",
        Code::DeadLink => "links that lead nowhere",
        Code::DeadAnchor => "links to headings that are not there",
        Code::MissingFile => "links to files that are not there",
        Code::UnknownSpace => "links to spaces that are not known",
        Code::UnknownSpecification => "OpenAPI specifications, or parts of them, that are not there",
        Code::LeftOut => "left out",
        Code::BothChanged => "changed here and in the source since the last import",
        Code::Other => "other warnings",
    }
}
