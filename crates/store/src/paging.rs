//! One page of a list that is ordered by identifier, in either direction.

use quire_content::id::Uid;
use quire_db::{Error, FromRow, Query, Read, Value};
use quire_model::paging::{Listing, Order, Paging, Position};

use crate::column::{Column, record};

record! {
    /// How many there are.
    pub(crate) Count {
        /// The number.
        count: i64,
    }
}

/// The statements behind a list. Their first parameters name the list; then come the identifier beside which the
/// page starts and the limit.
pub(crate) struct Pages<T: 'static> {
    /// Items with a greater identifier, ascending.
    pub(crate) after: &'static Query<T>,
    /// Items with a smaller identifier, descending.
    pub(crate) before: &'static Query<T>,
    /// How many the list has.
    pub(crate) count: &'static Query<Count>,
}

/// A page of an ascending list.
pub(crate) fn list<T: FromRow>(
    tx: &mut Read<'_>,
    pages: &Pages<T>,
    of: &[Value],
    paging: Paging,
    id: impl Fn(&T) -> Uid,
) -> Result<Listing<T>, Error> {
    ordered(tx, pages, of, paging, Order::Ascending, id)
}

/// A page of a list in this order.
pub(crate) fn ordered<T: FromRow>(
    tx: &mut Read<'_>,
    pages: &Pages<T>,
    of: &[Value],
    paging: Paging,
    order: Order,
    id: impl Fn(&T) -> Uid,
) -> Result<Listing<T>, Error> {
    let first = Uid([0; 16]);
    let last = Uid([0xff; 16]);
    let (query, edge) = match (paging.from, order) {
        (None, Order::Ascending) => (pages.after, first),
        (None, Order::Descending) => (pages.before, last),
        (Some(Position::After(edge)), Order::Ascending) | (Some(Position::Before(edge)), Order::Descending) => {
            (pages.after, edge)
        }
        (Some(Position::Before(edge)), Order::Ascending) | (Some(Position::After(edge)), Order::Descending) => {
            (pages.before, edge)
        }
    };
    let count = tx.one(pages.count, of)?.map(|counted| counted.count.unsigned_abs());
    let one_more = i64::try_from(paging.limit).unwrap_or(i64::MAX).saturating_add(1);
    let mut values = of.to_vec();
    values.extend([edge.store(), one_more.store()]);
    let found = tx.all(query, &values)?;
    Ok(Listing::of(found, paging, count, id))
}
