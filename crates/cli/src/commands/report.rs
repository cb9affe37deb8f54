//! Reports of imports, as commands show them.

use std::collections::BTreeMap;

use quire_app::content::import::{Counts, Report};
use quire_app::content::warnings::Warning;
use serde_json::json;

use super::{say, warnings};

/// Prints the counts and warnings of an import.
pub(super) fn tell_counts(report: &Report) {
    let Report { pages, files, reusable, warnings, .. } = report;
    say(format_args!("pages     {}", words(pages)));
    say(format_args!("files     {}", words(files)));
    say(format_args!("reusable  {}", words(reusable)));
    warnings::tell(warnings);
}

/// Prints the repository that a space got, if it got one.
pub(super) fn tell_repository(address: Option<&str>) {
    if let Some(address) = address {
        say(format_args!("the source is {address}: pages can link to it (git.showEditLink)"));
    }
}

fn words(counts: &Counts) -> String {
    let Counts { created, updated, moved, deleted, unchanged } = counts;
    format!("{created} created, {updated} updated, {moved} moved, {deleted} deleted, {unchanged} unchanged")
}

/// Returns the report of an import as a JSON object.
pub(super) fn as_json(space: &str, report: &Report) -> serde_json::Value {
    let counts = |counts: &Counts| {
        let Counts { created, updated, moved, deleted, unchanged } = counts;
        json!({
            "created": created, "updated": updated, "moved": moved, "deleted": deleted, "unchanged": unchanged,
        })
    };
    let warning = |Warning { path, line, code, message }: Warning| json!({ "path": path, "line": line, "code": code.name(), "message": message });
    let warning_counts: BTreeMap<_, _> =
        report.warnings.counts.iter().map(|(code, count)| (code.name(), *count)).collect();
    let warnings = report.warnings.clone().into_list().into_iter().map(warning);
    json!({
        "space": space,
        "revision": report.revision.to_string(),
        "changed": report.changed,
        "pages": counts(&report.pages),
        "files": counts(&report.files),
        "reusable": counts(&report.reusable),
        "warnings": warnings.collect::<Vec<_>>(),
        "warningCounts": warning_counts,
    })
}
