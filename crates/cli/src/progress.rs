//! The progress of imports, as commands show it.

use indicatif::{ProgressBar, ProgressStyle};
use quire_app::content::import::{Progress, Stage};

/// Calls a function that imports, with a progress bar in a terminal and with nothing elsewhere.
pub(crate) fn with_bar<T>(import: impl FnOnce(&mut dyn FnMut(Progress)) -> T) -> T {
    let style = ProgressStyle::with_template("{msg:<8} {bar:40} {pos}/{len}");
    let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let done = import(&mut |at| {
        bar.set_message(match at.stage {
            Stage::Fetching => "fetched",
            Stage::Converting => "read",
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
