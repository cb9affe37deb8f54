//! Keyset pagination: pages stay stable while items are inserted and removed between two calls.

use crate::ids::Uid;

/// The start and the maximum size of a page of a list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Paging {
    /// The position at which the page starts; none for the start of the list.
    pub from: Option<Position>,
    /// The maximum number of items, 0 to 1000.
    pub limit: usize,
}

/// A position in a list, with a direction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Position {
    /// The items after this one.
    After(SortKey),
    /// The items immediately before this one.
    Before(SortKey),
}

/// The sort key of one item: the value that the list is ordered by, if any, then the identifier.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SortKey {
    /// The sort value; of the same variant throughout a list.
    pub sort: Sort,
    /// The identifier, the tie-breaker among equal values.
    pub id: Uid,
}

/// The value that a list is ordered by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// No value: the identifier alone is the key.
    Id,
    /// A number, such as a time in milliseconds.
    Number(i64),
    /// A text, ordered by its bytes.
    Text(String),
}

impl From<Uid> for SortKey {
    fn from(id: Uid) -> Self {
        Self { sort: Sort::Id, id }
    }
}

impl From<(i64, Uid)> for SortKey {
    fn from((number, id): (i64, Uid)) -> Self {
        Self { sort: Sort::Number(number), id }
    }
}

impl From<(&str, Uid)> for SortKey {
    fn from((text, id): (&str, Uid)) -> Self {
        Self { sort: Sort::Text(text.to_owned()), id }
    }
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing<T> {
    /// The items, in the list's order.
    pub items: Vec<T>,
    /// The number of items in the whole list, if it is cheap to know.
    pub count: Option<u64>,
    /// The start of the next page, if there is one.
    pub next: Option<Position>,
    /// The start of the previous page, if there is one.
    pub previous: Option<Position>,
}

impl<T> Listing<T> {
    /// Builds a page from the items found in the direction of `paging`, of which up to one more than the limit was
    /// fetched. `found` is ordered away from the position: reversed for [`Position::Before`].
    pub fn of<M: Into<SortKey>>(
        mut found: Vec<T>,
        paging: &Paging,
        count: Option<u64>,
        mark: impl Fn(&T) -> M,
    ) -> Self {
        let more = found.len() > paging.limit;
        found.truncate(paging.limit);
        let backwards = matches!(paging.from, Some(Position::Before(_)));
        if backwards {
            found.reverse();
        }
        let first = found.first().map(|item| Position::Before(mark(item).into()));
        let last = found.last().map(|item| Position::After(mark(item).into()));
        let (next, previous) = match &paging.from {
            None => (last.filter(|_| more), None),
            Some(Position::After(_)) => (last.filter(|_| more), first),
            Some(Position::Before(_)) => (last, first.filter(|_| more)),
        };
        Self { items: found, count, next, previous }
    }

    /// Returns a page of a list that is in memory as a whole, sorted by `mark` in the given order.
    pub fn slice<M: Into<SortKey>>(all: &[T], paging: &Paging, order: Order, mark: impl Fn(&T) -> M) -> Self
    where
        T: Clone,
    {
        let at = |item: &T| mark(item).into();
        let after = |edge: &SortKey| {
            all.partition_point(|item| match order {
                Order::Ascending => at(item) <= *edge,
                Order::Descending => at(item) >= *edge,
            })
        };
        let before = |edge: &SortKey| {
            all.partition_point(|item| match order {
                Order::Ascending => at(item) < *edge,
                Order::Descending => at(item) > *edge,
            })
        };
        let wanted = paging.limit + 1;
        let found: Vec<T> = match &paging.from {
            None => all.iter().take(wanted).cloned().collect(),
            Some(Position::After(edge)) => all[after(edge)..].iter().take(wanted).cloned().collect(),
            Some(Position::Before(edge)) => all[..before(edge)].iter().rev().take(wanted).cloned().collect(),
        };
        Self::of(found, paging, Some(all.len() as u64), mark)
    }

    /// Converts the items of the page.
    pub fn map<U>(self, convert: impl FnMut(T) -> U) -> Listing<U> {
        Listing {
            items: self.items.into_iter().map(convert).collect(),
            count: self.count,
            next: self.next,
            previous: self.previous,
        }
    }

    /// Converts the items of the page, leaving out those for which `convert` returns `None`.
    pub fn try_filter_map<U, E>(self, mut convert: impl FnMut(T) -> Result<Option<U>, E>) -> Result<Listing<U>, E> {
        Ok(Listing {
            items: self.items.into_iter().filter_map(|item| convert(item).transpose()).collect::<Result<_, _>>()?,
            count: self.count,
            next: self.next,
            previous: self.previous,
        })
    }

    /// Converts the items of the page, and stops at the first error.
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
    /// Smallest key first, the oldest of items with time-ordered keys.
    Ascending,
    /// Largest key first, the newest of items with time-ordered keys.
    Descending,
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use proptest::prelude::*;

    /// An item of a list: a sort value that others may have too, and an identifier of its own.
    type Item = (i64, u8);

    fn mark(item: &Item) -> (i64, Uid) {
        (item.0, Uid(u128::from(item.1).to_be_bytes()))
    }

    fn order() -> impl Strategy<Value = Order> {
        prop_oneof![Just(Order::Ascending), Just(Order::Descending)]
    }

    /// Items in their order, many of which have equal sort values.
    fn list(order: Order, items: &BTreeMap<u8, i64>) -> Vec<Item> {
        let mut all: Vec<Item> = items.iter().map(|(id, sort)| (*sort, *id)).collect();
        all.sort_unstable();
        if order == Order::Descending {
            all.reverse();
        }
        all
    }

    fn items() -> impl Strategy<Value = BTreeMap<u8, i64>> {
        prop::collection::btree_map(any::<u8>(), -1..3_i64, 0..60)
    }

    fn page(all: &[Item], from: Option<Position>, limit: usize, order: Order) -> Listing<Item> {
        Listing::slice(all, &Paging { from, limit }, order, mark)
    }

    /// The items of all pages from a position on, in the order of the list, forwards or backwards to the end.
    ///
    /// # Panics
    ///
    /// Panics if there are more pages than items, or if a page other than the first one is empty.
    fn walked(all: &[Item], mut from: Option<Position>, limit: usize, order: Order) -> Vec<Item> {
        let mut found = Vec::new();
        for number in 0..=all.len() {
            let is_backwards = matches!(from, Some(Position::Before(_)));
            let page = page(all, from, limit, order);
            assert_eq!(page.count, Some(all.len() as u64));
            assert!(number == 0 || !page.items.is_empty(), "an empty page");
            let at = if is_backwards { 0 } else { found.len() };
            found.splice(at..at, page.items);
            from = if is_backwards { page.previous } else { page.next };
            if from.is_none() {
                return found;
            }
        }
        panic!("pages without end");
    }

    proptest! {
        /// Walking forwards yields each item once, whatever the limit; so does walking back from any page.
        #[test]
        fn pages_cover_the_list(items in items(), limit in 1usize..20, order in order()) {
            let all = list(order, &items);
            prop_assert_eq!(&walked(&all, None, limit, order), &all);

            let mut start = page(&all, None, limit, order);
            prop_assert_eq!(&start.previous, &None);
            for (number, expected) in all.chunks(limit).enumerate() {
                prop_assert_eq!(&start.items, expected);
                prop_assert_eq!(start.previous.is_some(), number > 0);
                if let Some(previous) = start.previous {
                    prop_assert_eq!(walked(&all, Some(previous), limit, order), &all[..number * limit]);
                }
                let Some(next) = start.next else { break };
                start = page(&all, Some(next), limit, order);
            }
        }

        /// A page begins beside its position, even if the item there is gone and others have the same sort value.
        #[test]
        fn a_position_outlives_its_item(
            items in items(),
            limit in 1usize..9,
            order in order(),
            place: prop::sample::Index,
            vanished in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        ) {
            prop_assume!(!items.is_empty());
            let before = list(order, &items);
            let cut = place.index(before.len());
            let mut gone: BTreeSet<Item> = vanished.iter().map(|index| before[index.index(before.len())]).collect();
            gone.insert(before[cut]);
            let is_left = |item: &&Item| !gone.contains(*item);
            let after: Vec<Item> = before.iter().filter(is_left).copied().collect();
            let edge = SortKey::from(mark(&before[cut]));
            let following: Vec<Item> = before[cut..].iter().filter(is_left).copied().collect();
            let preceding: Vec<Item> = before[..cut].iter().filter(is_left).copied().collect();
            prop_assert_eq!(walked(&after, Some(Position::After(edge.clone())), limit, order), following);
            prop_assert_eq!(walked(&after, Some(Position::Before(edge)), limit, order), preceding);
        }
    }
}
