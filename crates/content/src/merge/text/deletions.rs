//! Insertions of one side that touch a deletion of the other.
//!
//! What is inserted beside blocks that the other side deletes, or makes into something else, may belong to them: a row to
//! the table, an item to the list or to the item above it, a paragraph to the section. So it is a conflict with the
//! deletion, unless it has a neighbour on its other side that survives and belongs to the same. What opens or closes a
//! construct, or begins a section, is put there for what the block beside it says: it is also a conflict with another text
//! in the place of that.

use super::groups::Group;
use super::insertions::{has_heading, opens_or_closes};
use super::lines::Kind;
use super::pairs::{Changes, are_alike};
use super::region::{Block, Region};

/// Joins each insertion with the deletion of the other side that it belongs to. `regions` are of the base and both
/// sides, `changes` those of main and the change request.
pub(super) fn joined(groups: &[Group], regions: [&Region<'_>; 3], changes: [&Changes; 2]) -> Vec<Group> {
    let mut joined: Vec<Group> = Vec::new();
    for group in groups {
        match joined.last() {
            Some(last) if belong(last, group, regions, changes) || belong(group, last, regions, changes) => {
                let over = Group::over(last, group);
                joined.pop();
                joined.push(over);
            }
            _ => joined.push(group.clone()),
        }
    }
    joined
}

/// Returns true if a group is an insertion that belongs to the blocks that another one deletes.
fn belong(new: &Group, gone: &Group, regions: [&Region<'_>; 3], changes: [&Changes; 2]) -> bool {
    let [base, main, change] = regions;
    let by_main = new.change_hunks.is_empty();
    let (side, run, deleter) = if by_main { (main, &new.main, changes[1]) } else { (change, &new.change, changes[0]) };
    let one_each = if by_main { gone.main_hunks.is_empty() } else { gone.change_hunks.is_empty() };
    let by_one = new.main_hunks.is_empty() != new.change_hunks.is_empty();
    let touch = gone.base.end == new.base.start || new.base.end == gone.base.start;
    let hunks = if by_main { &gone.change_hunks } else { &gone.main_hunks };
    if !(by_one && one_each && touch && new.base.is_empty()) {
        return false;
    }
    let Some(first) = side.blocks.get(run.start).filter(|_| !run.is_empty()) else { return false };
    let deletes = hunks.clone().any(|hunk| deleter.deletes(hunk));
    let of_deleter = if by_main { change } else { main };
    let is_rewritten = |hunk: usize| {
        let hunk = &deleter.hunks[hunk];
        !are_alike(&base.blocks[hunk.before.clone()], &of_deleter.blocks[hunk.after.clone()])
    };
    let begins_section = || {
        let is_below = base.blocks.get(new.base.start).is_some_and(|below| below.kind != Kind::Heading);
        is_below && gone.base.start == new.base.start && has_heading(&side.blocks[run.clone()])
    };
    let is_heading_over = || {
        let last = side.blocks[run.clone()].last().is_some_and(|last| last.kind == Kind::Heading);
        last && gone.base.start == new.base.start
    };
    let replaces = || hunks.clone().any(|hunk| !deleter.hunks[hunk].after.is_empty());
    if opens_or_closes(&side.blocks[run.clone()]) || is_heading_over() || begins_section() && replaces() {
        return deletes || hunks.clone().any(is_rewritten);
    }
    if !deletes {
        return false;
    }
    let place = new.base.start;
    let neighbour = if gone.base.end == place {
        let after = base.blocks.get(place).or(base.after.as_ref()).filter(|_| !deleter.deletes_block(place));
        after.filter(|after| goes_before(first, after))
    } else {
        let last = place.checked_sub(1).filter(|last| !deleter.deletes_block(*last));
        let before = if place == 0 { base.before.as_ref() } else { last.map(|last| &base.blocks[last]) };
        before.filter(|before| goes_after(first, before))
    };
    neighbour.is_none()
}

/// Returns true if a block belongs to the same list, table or section as the one after it.
fn goes_before(new: &Block<'_>, after: &Block<'_>) -> bool {
    match new.kind {
        Kind::Item => after.kind == Kind::Item && after.depth() == new.depth(),
        Kind::Row => after.kind == Kind::Row,
        Kind::Key => true,
        Kind::Heading => after.level() == new.level(),
        Kind::Text | Kind::Code | Kind::Head | Kind::Table | Kind::Tag => after.kind != Kind::Heading,
    }
}

/// Returns true if a block belongs to the same list, table or section as the one before it.
fn goes_after(new: &Block<'_>, before: &Block<'_>) -> bool {
    match new.kind {
        Kind::Item => before.kind == Kind::Item,
        Kind::Row => matches!(before.kind, Kind::Row | Kind::Head),
        _ => true,
    }
}
