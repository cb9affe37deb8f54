//! Progress and reports of imports, as commands show them.

use std::collections::BTreeMap;

use indicatif::{ProgressBar, ProgressStyle};
use quire_app::content::import::{Counts, Progress, Report, Stage};
use quire_app::content::warnings::Warning;
use quire_model::ids::SpaceId;
use serde_json::json;

use super::{say, warnings};

/// Calls a function that imports, with a progress bar in a terminal and with nothing elsewhere.
pub(super) fn with_bar<T>(import: impl FnOnce(&mut dyn FnMut(Progress)) -> T) -> T {
    let style = ProgressStyle::with_template("{msg:<8} {bar:40} {pos}/{len}");
    let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let done = import(&mut |at| {
        bar.set_message(match at.stage {
            Stage::Reading => "pages",
            Stage::Storing => "files",
            Stage::Writing => "writing",
        });
        bar.set_length(at.total);
        bar.set_position(at.done);
    });
    bar.finish_and_clear();
    done
}

/// Prints the counts and warnings of an import.
pub(super) fn tell_counts(report: &Report) {
    let Report { pages, files, reusable, warnings, .. } = report;
    say(format_args!("pages     {}", words(pages)));
    say(format_args!("files     {}", words(files)));
    say(format_args!("reusable  {}", words(reusable)));
    warnings::tell(warnings);
}

fn words(counts: &Counts) -> String {
    let Counts { created, updated, moved, deleted, unchanged } = counts;
    format!("{created} created, {updated} updated, {moved} moved, {deleted} deleted, {unchanged} unchanged")
}

/// Returns the report of an import as a JSON object.
pub(super) fn as_json(space: SpaceId, report: &Report) -> serde_json::Value {
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
        "space": space.to_string(),
        "revision": report.revision.to_string(),
        "changed": report.changed,
        "pages": counts(&report.pages),
        "files": counts(&report.files),
        "reusable": counts(&report.reusable),
        "warnings": warnings.collect::<Vec<_>>(),
        "warningCounts": warning_counts,
    })
}
