//! Lists in which everything has a place of its own: what comes and goes leaves the places of the others alone.

use quire_content::order::between;

use super::{Item, Section, SiteSpace};
use crate::places::Beside;

/// Something in a list.
pub(super) trait Placed {
    /// Its place.
    fn order(&self) -> &str;
    /// Gives it a place.
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

/// Puts something in a list, so many from its start.
pub(super) fn insert<T: Placed>(list: &mut Vec<T>, at: usize, mut thing: T) {
    let at = at.min(list.len());
    let before = at.checked_sub(1).and_then(|at| list.get(at)).map(Placed::order);
    let order = between(before, list.get(at).map(Placed::order));
    thing.put_at(order);
    list.insert(at, thing);
}

/// Puts something last in a list.
pub(super) fn push<T: Placed>(list: &mut Vec<T>, thing: T) {
    insert(list, list.len(), thing);
}

/// How many stand before what is put on this side of the one at this index.
pub(super) fn side(beside: Beside<usize>) -> usize {
    match beside {
        Beside::Before(at) => at,
        Beside::After(at) => at + 1,
    }
}
