//! Lists in pages, by keys: stable while items come and go between two calls.

use crate::ids::Uid;

/// Where a page of a list starts and how much it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Paging {
    /// The item beside which the page starts; the list's start without one.
    pub from: Option<Position>,
    /// At most this many items, 0 to 1000.
    pub limit: usize,
}

/// A place in a list that is ordered by identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Position {
    /// The items after this one.
    After(Uid),
    /// The items before this one, the last of them.
    Before(Uid),
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing<T> {
    /// The items, in the list's order.
    pub items: Vec<T>,
    /// How many items the whole list has, where that is cheap to know.
    pub count: Option<u64>,
    /// Where the next page starts, if there is one.
    pub next: Option<Position>,
    /// Where the page before this one starts, if there is one.
    pub previous: Option<Position>,
}

impl<T> Listing<T> {
    /// A page out of what was found in the direction of `paging` with one item more than its limit asked for.
    /// `found` is ordered away from the position: reversed for [`Position::Before`].
    pub fn of(mut found: Vec<T>, paging: Paging, count: Option<u64>, id: impl Fn(&T) -> Uid) -> Self {
        let more = found.len() > paging.limit;
        found.truncate(paging.limit);
        let backwards = matches!(paging.from, Some(Position::Before(_)));
        if backwards {
            found.reverse();
        }
        let first = found.first().map(|item| Position::Before(id(item)));
        let last = found.last().map(|item| Position::After(id(item)));
        let (next, previous) = match paging.from {
            None => (last.filter(|_| more), None),
            Some(Position::After(_)) => (last.filter(|_| more), first),
            Some(Position::Before(_)) => (last, first.filter(|_| more)),
        };
        Self { items: found, count, next, previous }
    }

    /// The page of a list that is in memory as a whole, in order of `id`, the greatest first if `descending`.
    pub fn slice(all: &[T], paging: Paging, order: Order, id: impl Fn(&T) -> Uid) -> Self
    where
        T: Clone,
    {
        let after = |edge: Uid| {
            all.partition_point(|item| match order {
                Order::Ascending => id(item) <= edge,
                Order::Descending => id(item) >= edge,
            })
        };
        let before = |edge: Uid| {
            all.partition_point(|item| match order {
                Order::Ascending => id(item) < edge,
                Order::Descending => id(item) > edge,
            })
        };
        let wanted = paging.limit + 1;
        let found: Vec<T> = match paging.from {
            None => all.iter().take(wanted).cloned().collect(),
            Some(Position::After(edge)) => all[after(edge)..].iter().take(wanted).cloned().collect(),
            Some(Position::Before(edge)) => all[..before(edge)].iter().rev().take(wanted).cloned().collect(),
        };
        Self::of(found, paging, Some(all.len() as u64), id)
    }

    /// The same page of other items.
    pub fn map<U>(self, convert: impl FnMut(T) -> U) -> Listing<U> {
        Listing {
            items: self.items.into_iter().map(convert).collect(),
            count: self.count,
            next: self.next,
            previous: self.previous,
        }
    }

    /// The same page of other items, where each can be had.
    pub fn try_map<U, E>(self, convert: impl FnMut(T) -> Result<U, E>) -> Result<Listing<U>, E> {
        Ok(Listing {
            items: self.items.into_iter().map(convert).collect::<Result<_, _>>()?,
            count: self.count,
            next: self.next,
            previous: self.previous,
        })
    }
}

/// The direction of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Oldest first.
    Ascending,
    /// Newest first.
    Descending,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn uid(n: u32) -> Uid {
        Uid(u128::from(n).to_be_bytes())
    }

    proptest! {
        /// Walking forwards shows each item once, whatever the limit; walking back from the end the same.
        #[test]
        fn pages_cover_the_list(len in 0u32..60, limit in 1usize..20, descending: bool) {
            let order = if descending { Order::Descending } else { Order::Ascending };
            let mut all: Vec<u32> = (0..len).collect();
            if descending {
                all.reverse();
            }
            let page = |from| Listing::slice(&all, Paging { from, limit }, order, |n| uid(*n));
            let mut forwards = Vec::new();
            let mut last = page(None);
            loop {
                forwards.extend(last.items.clone());
                let Some(next) = last.next else { break };
                last = page(Some(next));
            }
            prop_assert_eq!(&forwards, &all);

            let mut backwards = last.items.clone();
            while let Some(previous) = last.previous {
                last = page(Some(previous));
                backwards.splice(0..0, last.items.clone());
            }
            prop_assert_eq!(&backwards, &all);
        }
    }
}
