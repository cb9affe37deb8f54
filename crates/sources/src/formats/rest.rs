//! The files of an input that no page shows: each is kept as a file, or the report says that it was left out.

use std::collections::BTreeMap;

use super::{Job, Outcome};
use crate::error::Error;
use crate::report::PageReport;
use crate::site::Toc;

/// The fate of a file that was never read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rest {
    /// It is kept as a file.
    File,
    /// It is left out and named, as what this says.
    Named(&'static str),
    /// It is left out and counted among others, as what this says.
    Counted(&'static str),
    /// It has nothing for readers, or the format reports it.
    Known,
}

/// The files that only make a tool work or look as it does.
const LOOKS: Rest = Rest::Counted("style sheets, scripts and fonts");
/// The files that only machines read.
const MADE: Rest = Rest::Counted("files that a generator makes beside its pages");
/// The files of a project beside its documents.
const BESIDE: Rest = Rest::Counted("files of the project beside its documents");

/// Returns the fate of a file beside pages, such as an attachment.
pub(crate) fn attached(path: &str) -> Rest {
    match extension(path).as_str() {
        "css" | "scss" | "sass" | "less" | "js" | "mjs" | "map" | "woff" | "woff2" | "ttf" | "otf" | "eot" => LOOKS,
        _ if matches!(path.rsplit('/').next(), Some("Thumbs.db" | "desktop.ini")) => Rest::Known,
        _ => Rest::File,
    }
}

/// Returns the fate of a file of a project, which is kept if it is in one of the folders of the documents.
pub(crate) fn of_project(path: &str, folders: &[&str]) -> Rest {
    let is_inside =
        |folder: &str| folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let is_text = matches!(extension(path).as_str(), "md" | "mdx" | "markdown");
    match folders.iter().any(|folder| is_inside(folder)) {
        true => attached(path),
        false if is_text && !path.contains("node_modules/") => Rest::Named("a page outside of the documents"),
        false => BESIDE,
    }
}

/// Returns the fate of a file of a site, most of which only make its looks.
pub(crate) fn of_site(path: &str) -> Rest {
    match extension(path).as_str() {
        "html" | "htm" | "xhtml" => Rest::Counted("pages that a generator makes beside its documents"),
        "inv" | "ico" | "webmanifest" | "buildinfo" | "doctree" | "pickle" => MADE,
        "json" | "xml" | "txt" if is_made(path) => MADE,
        _ if path.split('/').any(|part| matches!(part, "_static" | "_modules" | "_sources")) => MADE,
        _ => match attached(path) {
            Rest::File => Rest::Named("a file that no page shows"),
            other => other,
        },
    }
}

/// Returns true for a file of data or text that a generator makes: an index for search, a map, a feed.
fn is_made(path: &str) -> bool {
    const PARTS: [&str; 11] =
        ["search", "index", "sitemap", "robots", "llms", "feed", "rss", "atom", "manifest", "config", "package-list"];
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    PARTS.iter().any(|part| name.contains(part))
}

/// Returns the ending of the name of a file, in small letters; empty if it has none.
pub(crate) fn extension(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default()
}

impl Job<'_> {
    /// Takes the files that were never read as `fate` says, then writes the table of contents and ends the conversion.
    pub(crate) fn finish(mut self, toc: &[Toc], fate: &dyn Fn(&str) -> Rest) -> Outcome {
        self.take_rest(fate)?;
        self.site.finish(toc)
    }

    fn take_rest(&mut self, fate: &dyn Fn(&str) -> Rest) -> Result<(), Error> {
        let mut report = PageReport::new(self.origin.name.as_str(), "");
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for source in self.origin.unread() {
            match fate(&source) {
                Rest::Known => {}
                Rest::Counted(what) => *counts.entry(what).or_default() += 1,
                Rest::Named(what) => report.drop(what, source),
                Rest::File => {
                    let name = self.names.get(&source).unwrap_or(&source).as_str();
                    let file = self.site.file(name, &mut self.origin.open_file(&source)?)?;
                    report.keep(format!("a file that no page shows, as the file {file}"), source);
                }
            }
        }
        for (what, count) in counts {
            report.drop(format!("{count} {what}"), "");
        }
        self.site.tell(report);
        Ok(())
    }
}
