//! Lists in which every item has a sort key: inserting and removing items leaves the keys of the others unchanged.

use quire_content::order::between;

use super::{Item, Section, SiteSpace};
use crate::places::Beside;

/// An item of an ordered list.
pub(super) trait Placed {
    /// Returns the sort key.
    fn order(&self) -> &str;
    /// Sets the sort key.
    fn put_at(&mut self, order: String);
}

macro_rules! placed {
    ($($name:ident),+) => {$(
        impl Placed for $name {
            fn order(&self) -> &str {
                &self.order
            }

            fn put_at(&mut self, order: String) {
                self.order = order;
            }
        }
    )+};
}

placed!(Section, SiteSpace);

impl Placed for Item {
    fn order(&self) -> &str {
        match self {
            Self::Section(section) => &section.order,
            Self::Group(group) => &group.order,
        }
    }

    fn put_at(&mut self, order: String) {
        match self {
            Self::Section(section) => section.order = order,
            Self::Group(group) => group.order = order,
        }
    }
}

/// Inserts an item at an index, or at the end if the index is out of bounds.
pub(super) fn insert<T: Placed>(list: &mut Vec<T>, at: usize, mut thing: T) {
    let at = at.min(list.len());
    let before = at.checked_sub(1).and_then(|at| list.get(at)).map(Placed::order);
    let order = between(before, list.get(at).map(Placed::order));
    thing.put_at(order);
    list.insert(at, thing);
}

/// Appends an item to a list.
pub(super) fn push<T: Placed>(list: &mut Vec<T>, thing: T) {
    insert(list, list.len(), thing);
}

/// Returns the index for an item that is inserted on this side of the one at the given index.
pub(super) fn side(beside: Beside<usize>) -> usize {
    match beside {
        Beside::Before(at) => at,
        Beside::After(at) => at + 1,
    }
}
