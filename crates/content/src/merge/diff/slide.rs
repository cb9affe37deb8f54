//! Placement of hunks. A hunk that could be at several places, because its first items are repeated after it, is moved
//! to the last one; or, if it met a hunk of the other sequence on the way, next to that one. Hunks that touch are
//! merged.

use std::ops::Range;

use super::{Side, run};

/// Moves the hunks of a sequence; those of the other one stay.
pub(super) fn slide(side: &mut Side<'_>, other: &Side<'_>) {
    let mut group = Group::first(&side.changed);
    let mut beside = Group::first(&other.changed);
    loop {
        if !group.0.is_empty() {
            settle(side, other, &mut group, &mut beside);
        }
        if !(group.next(&side.changed) && beside.next(&other.changed)) {
            return;
        }
    }
}

/// Determines the place of one hunk.
fn settle(side: &mut Side<'_>, other: &Side<'_>, group: &mut Group, beside: &mut Group) {
    let (mut first_end, mut met);
    loop {
        let size = group.0.len();
        while group.up(side) {
            beside.previous(&other.changed);
        }
        first_end = group.0.end;
        met = !beside.0.is_empty();
        while group.down(side) {
            beside.next(&other.changed);
            met |= !beside.0.is_empty();
        }
        // A hunk that was merged with another may move further up.
        if size == group.0.len() {
            break;
        }
    }
    if group.0.end > first_end && met {
        while beside.0.is_empty() && group.up(side) {
            beside.previous(&other.changed);
        }
    }
}

/// The run of changed items between two unchanged ones, or at an end; often empty.
struct Group(Range<usize>);

impl Group {
    fn first(changed: &[bool]) -> Self {
        Self(0..run(changed))
    }

    fn next(&mut self, changed: &[bool]) -> bool {
        if self.0.end == changed.len() {
            return false;
        }
        let start = self.0.end + 1;
        self.0 = start..start + run(&changed[start..]);
        true
    }

    fn previous(&mut self, changed: &[bool]) {
        if let Some(end) = self.0.start.checked_sub(1) {
            self.0 = end - tail(&changed[..end])..end;
        }
    }

    fn up(&mut self, side: &mut Side<'_>) -> bool {
        let Range { start, end } = self.0;
        if start == 0 || side.items[start - 1] != side.items[end - 1] {
            return false;
        }
        side.changed[start - 1] = true;
        side.changed[end - 1] = false;
        self.0 = start - 1 - tail(&side.changed[..start - 1])..end - 1;
        true
    }

    fn down(&mut self, side: &mut Side<'_>) -> bool {
        let Range { start, end } = self.0;
        if end == side.items.len() || side.items[start] != side.items[end] {
            return false;
        }
        side.changed[start] = false;
        side.changed[end] = true;
        self.0 = start + 1..end + 1 + run(&side.changed[end + 1..]);
        true
    }
}

/// Returns the length of the trailing run of changed items.
fn tail(changed: &[bool]) -> usize {
    changed.iter().rev().take_while(|&&changed| changed).count()
}
