//! The share of the processors for work that keeps one busy.

use std::num::NonZero;

/// Returns half the number of processors, 1 to 4: as many pieces of one kind of heavy work run at a time, and the other
/// processors are left for light requests.
pub fn half() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    (processors / 2).clamp(1, 4)
}
