//! Gantt charts: what would make one endless, or another one tomorrow, is taken out.

use std::collections::BTreeSet;

use mermaid_svg::ast::{GanttDiagram, TaskEnd};

use crate::NotDrawn;

/// The longest that a task lasts, in days: a decade. Days are gone through one by one where some are excluded.
const MOST_DAYS: f64 = 3_653.0;

/// The most days that are excluded by name.
const MOST_EXCLUDED: usize = 50;

/// A chart that can be drawn in little time, and is the same every day.
pub(super) fn tamed(mut chart: GanttDiagram) -> Result<GanttDiagram, NotDrawn> {
    let days: BTreeSet<String> = chart.excludes.iter().map(|day| day.trim().to_ascii_lowercase()).collect();
    let rests = days.iter().filter(|day| day.ends_with("day")).count();
    let weekends = if days.contains("weekends") { 2 } else { 0 };
    let tasks = chart.sections.iter().flat_map(|section| &section.tasks);
    let endless = tasks.filter_map(|task| match task.end {
        TaskEnd::Duration(days) => Some(days),
        _ => None,
    });
    if rests + weekends >= 7
        || days.len() > MOST_EXCLUDED
        || endless.into_iter().any(|days| !(0.0..=MOST_DAYS).contains(&days))
    {
        return Err(NotDrawn::TooLarge);
    }
    chart.tick_interval = None;
    chart.today_marker = Some("off".to_owned());
    Ok(chart)
}
