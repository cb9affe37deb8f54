//! Pages of ordered lists, in either direction.

use quire_content::id::Uid;
use quire_db::{Error, FromRow, Query, Read, Value};
use quire_model::paging::{Listing, Order, Paging, Position, Sort, SortKey};

use crate::column::Column;
use crate::record::record;

record! {
    /// The number of rows.
    pub(crate) Count {
        /// The count itself, never negative.
        count: i64,
    }
}

/// The size of the texts of a page after which it ends, in bytes.
const MOST_BYTES: usize = 256 << 10;

/// The number of items with texts that are read at a time.
const PART: usize = 10;

/// The statements of a list. Their first parameters identify the list; then come the mark beside which the page starts
/// (its sort value, if the list has one, and the identifier) and the limit.
pub(crate) struct Pages<T: 'static> {
    /// Selects items with a greater mark, ascending.
    pub(crate) after: &'static Query<T>,
    /// Selects items with a smaller mark, descending.
    pub(crate) before: &'static Query<T>,
    /// Counts the items of the list.
    pub(crate) count: &'static Query<Count>,
}

/// The sort key of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sorting {
    /// The identifier alone, compared by its bytes.
    Id,
    /// A number, then the identifier.
    Number,
}

impl Sorting {
    /// Returns a mark before all others, and one after them.
    fn ends(self) -> [SortKey; 2] {
        let [first, last] = [Uid([0; 16]), Uid([0xff; 16])];
        match self {
            Self::Id => [first.into(), last.into()],
            Self::Number => [(i64::MIN, first).into(), (i64::MAX, last).into()],
        }
    }
}

/// Returns a page of a list in ascending order of identifiers.
pub(crate) fn list<T: FromRow>(
    tx: &mut Read<'_>,
    pages: &Pages<T>,
    of: &[Value],
    paging: &Paging,
    id: impl Fn(&T) -> Uid,
) -> Result<Listing<T>, Error> {
    ordered(tx, pages, of, paging, (Sorting::Id, Order::Ascending), id)
}

/// Returns a page of a list in the given order.
pub(crate) fn ordered<T: FromRow, M: Into<SortKey>>(
    tx: &mut Read<'_>,
    pages: &Pages<T>,
    of: &[Value],
    paging: &Paging,
    (sorting, order): (Sorting, Order),
    mark: impl Fn(&T) -> M,
) -> Result<Listing<T>, Error> {
    let count = tx.one(pages.count, of)?.map(|counted| counted.count.unsigned_abs());
    let found = chunk(tx, pages, of, paging, (sorting, order))?;
    Ok(Listing::of(found, paging, count, mark))
}

/// Returns a page of a list whose items have texts, with `size` in bytes. It ends early once their texts are
/// [`MOST_BYTES`] long together, and is read in parts, so that a page of long texts never is in memory as a whole.
pub(crate) fn of_texts<T: FromRow, M: Into<SortKey>>(
    tx: &mut Read<'_>,
    pages: &Pages<T>,
    of: &[Value],
    paging: &Paging,
    (sorting, order): (Sorting, Order),
    (mark, size): (impl Fn(&T) -> M, impl Fn(&T) -> usize),
) -> Result<Listing<T>, Error> {
    let count = tx.one(pages.count, of)?.map(|counted| counted.count.unsigned_abs());
    let (mut found, mut bytes, mut part): (Vec<T>, usize, Paging) = (Vec::new(), 0, paging.clone());
    loop {
        part.limit = (paging.limit - found.len()).min(PART);
        let mut items = chunk(tx, pages, of, &part, (sorting, order))?;
        let beyond = if items.len() > part.limit { items.pop() } else { None };
        bytes += items.iter().map(&size).sum::<usize>();
        found.extend(items);
        let shown = found.len();
        let is_full = shown == paging.limit || bytes >= MOST_BYTES;
        match (beyond, found.last()) {
            (Some(_), Some(last)) if !is_full => {
                let last = mark(last).into();
                let is_backwards = matches!(paging.from, Some(Position::Before(_)));
                part.from = Some(if is_backwards { Position::Before(last) } else { Position::After(last) });
            }
            (beyond, _) => {
                found.extend(beyond);
                let shown = Paging { from: paging.from.clone(), limit: shown };
                return Ok(Listing::of(found, &shown, count, mark));
            }
        }
    }
}

/// Returns the items from the paging's position on, ordered away from it, up to one more than the limit.
pub(crate) fn chunk<T: FromRow>(
    tx: &mut Read<'_>,
    pages: &Pages<T>,
    of: &[Value],
    paging: &Paging,
    (sorting, order): (Sorting, Order),
) -> Result<Vec<T>, Error> {
    let [first, last] = sorting.ends();
    let (query, edge) = match (&paging.from, order) {
        (None, Order::Ascending) => (pages.after, &first),
        (None, Order::Descending) => (pages.before, &last),
        (Some(Position::After(edge)), Order::Ascending) | (Some(Position::Before(edge)), Order::Descending) => {
            (pages.after, edge)
        }
        (Some(Position::Before(edge)), Order::Ascending) | (Some(Position::After(edge)), Order::Descending) => {
            (pages.before, edge)
        }
    };
    let one_more = i64::try_from(paging.limit).unwrap_or(i64::MAX).saturating_add(1);
    let mut values = of.to_vec();
    match &edge.sort {
        Sort::Id => {}
        Sort::Number(number) => values.push(number.store()),
        Sort::Text(text) => values.push(text.store()),
    }
    values.extend([edge.id.store(), one_more.store()]);
    tx.all(query, &values)
}
