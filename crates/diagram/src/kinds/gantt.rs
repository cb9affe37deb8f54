//! Preparation of Gantt charts: constructs that would take unbounded time or change from day to
//! day are removed or rejected.

use std::collections::BTreeSet;

use mermaid_svg::ast::{GanttDiagram, GanttTask, TaskEnd, TaskStart};

use crate::NotDrawn;

/// The longest duration of a task, in days: a decade. If days are excluded, the crate iterates over single days.
const MOST_DAYS: f64 = 3_653.0;

/// The most excluded days and weekdays.
const MOST_EXCLUDED: usize = 50;

/// Returns a chart that is drawn in bounded time and looks the same every day.
pub(super) fn tamed(mut chart: GanttDiagram) -> Result<GanttDiagram, NotDrawn> {
    let days: BTreeSet<String> = chart.excludes.iter().map(|day| day.trim().to_ascii_lowercase()).collect();
    let rests = days.iter().filter(|day| day.ends_with("day")).count();
    let weekends = if days.contains("weekends") { 2 } else { 0 };
    let mut tasks = chart.sections.iter().flat_map(|section| &section.tasks);
    let format = chart.date_format.as_deref().unwrap_or_default();
    if rests + weekends >= 7 || days.len() > MOST_EXCLUDED || tasks.any(|task| is_endless(task, format)) {
        return Err(NotDrawn::TooLarge);
    }
    chart.tick_interval = None;
    chart.today_marker = Some("off".to_owned());
    Ok(chart)
}

/// Returns true if a task lasts too long, or has dates in years with more than four digits: the axis has
/// a mark for each year.
fn is_endless(task: &GanttTask, format: &str) -> bool {
    let most = match format.trim() {
        "X" => 10,
        "x" => 13,
        format if format.contains("YYYYMM") => 14,
        _ => 4,
    };
    let is_long = |date: &str| date.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > most);
    let begins = matches!(&task.start, TaskStart::Date(date) if is_long(date));
    begins
        || match &task.end {
            TaskEnd::Duration(days) => !(0.0..=MOST_DAYS).contains(days),
            TaskEnd::Date(date) => is_long(date),
            _ => false,
        }
}
