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
    use super::*;
    use proptest::prelude::*;

    fn uid(n: u32) -> Uid {
        Uid(u128::from(n).to_be_bytes())
    }

    proptest! {
        /// Walking forwards yields each item once, whatever the limit; so does walking back from the end.
        #[test]
        fn pages_cover_the_list(len in 0u32..60, limit in 1usize..20, descending: bool) {
            let order = if descending { Order::Descending } else { Order::Ascending };
            let mut all: Vec<u32> = (0..len).collect();
            if descending {
                all.reverse();
            }
            let page = |from| Listing::slice(&all, &Paging { from, limit }, order, |n| uid(*n));
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
