//! Lists in pages, by keys: stable while items come and go between two calls.

use crate::ids::Uid;

/// Where a page of a list starts and how much it holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Paging {
    /// The item beside which the page starts; the list's start without one.
    pub from: Option<Position>,
    /// At most this many items, 0 to 1000.
    pub limit: usize,
}

/// A place in a list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Position {
    /// The items after this one.
    After(Mark),
    /// The items before this one, the last of them.
    Before(Mark),
}

/// What a list is ordered by, of one item: a value of its own, if the list has one, then the identifier.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// The value; the same kind throughout a list.
    pub sort: Sort,
    /// The identifier, which decides among equal values.
    pub id: Uid,
}

/// A value that a list is ordered by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// None: the identifier alone.
    Id,
    /// A number, such as a time in milliseconds.
    Number(i64),
    /// A text, by its bytes.
    Text(String),
}

impl From<Uid> for Mark {
    fn from(id: Uid) -> Self {
        Self { sort: Sort::Id, id }
    }
}

impl From<(i64, Uid)> for Mark {
    fn from((number, id): (i64, Uid)) -> Self {
        Self { sort: Sort::Number(number), id }
    }
}

impl From<(&str, Uid)> for Mark {
    fn from((text, id): (&str, Uid)) -> Self {
        Self { sort: Sort::Text(text.to_owned()), id }
    }
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
    pub fn of<M: Into<Mark>>(mut found: Vec<T>, paging: &Paging, count: Option<u64>, mark: impl Fn(&T) -> M) -> Self {
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

    /// The page of a list that is in memory as a whole, in this order of `mark`.
    pub fn slice<M: Into<Mark>>(all: &[T], paging: &Paging, order: Order, mark: impl Fn(&T) -> M) -> Self
    where
        T: Clone,
    {
        let at = |item: &T| mark(item).into();
        let after = |edge: &Mark| {
            all.partition_point(|item| match order {
                Order::Ascending => at(item) <= *edge,
                Order::Descending => at(item) >= *edge,
            })
        };
        let before = |edge: &Mark| {
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

    /// The same page of other items.
    pub fn map<U>(self, convert: impl FnMut(T) -> U) -> Listing<U> {
        Listing {
            items: self.items.into_iter().map(convert).collect(),
            count: self.count,
            next: self.next,
            previous: self.previous,
        }
    }

    /// The same page of other items, without those that are not there any more.
    pub fn try_filter_map<U, E>(self, mut convert: impl FnMut(T) -> Result<Option<U>, E>) -> Result<Listing<U>, E> {
        Ok(Listing {
            items: self.items.into_iter().filter_map(|item| convert(item).transpose()).collect::<Result<_, _>>()?,
            count: self.count,
            next: self.next,
            previous: self.previous,
        })
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
