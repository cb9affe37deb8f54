//! The share of the processors for work that keeps one busy.

use std::num::NonZero;

/// Returns half the number of processors, 1 to 4: as many pieces of one kind of heavy work run at a time, and the other
/// processors are left for light requests.
pub fn half() -> usize {
    (all() / 2).clamp(1, 4)
}

/// Returns twice the number of processors, 4 to 32: as many pieces of light work compute at a time that sometimes wait
/// for the disk.
pub fn twice() -> usize {
    (all() * 2).clamp(4, 32)
}

fn all() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}
