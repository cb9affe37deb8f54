//! Rows on sheets of paper: where one ends and the next begins.
//!
//! Rows that stay together stand on the same sheet if one can hold them. Where a table goes on, its head stands again.

use std::rc::Rc;

use crate::rows::{Item, Row};

/// The rows of a sheet with their distances from the top of the text.
pub(crate) type Placed = Vec<(f32, Row)>;

/// Distributes items over sheets of a height. There is at least one sheet.
pub(crate) fn sheets(items: Vec<Item>, height: f32) -> Vec<Placed> {
    let mut pager = Pager { height, done: Vec::new(), sheet: Vec::new(), y: 0.0, head: None };
    let mut gap = 0.0;
    let mut group: Vec<(f32, Row)> = Vec::new();
    for item in items {
        match item {
            Item::Gap(more) => gap += more,
            Item::Row(row) => {
                let goes_on = row.keep;
                group.push((std::mem::take(&mut gap), row));
                if !goes_on {
                    pager.place(std::mem::take(&mut group));
                }
            }
        }
    }
    pager.place(group);
    pager.done.push(pager.sheet);
    pager.done
}

struct Pager {
    height: f32,
    done: Vec<Placed>,
    sheet: Placed,
    y: f32,
    /// The head of the table that the last row belongs to.
    head: Option<Rc<Vec<Row>>>,
}

impl Pager {
    /// Places rows that stay together, each with the gap above it.
    fn place(&mut self, group: Vec<(f32, Row)>) {
        let total: f32 = group.iter().map(|(gap, row)| gap + row.height).sum();
        let first = group.first().map_or(0.0, |(gap, _)| *gap);
        let is_whole = total - first <= self.height;
        if is_whole && self.y > 0.0 && self.y + total > self.height {
            self.turn(group.first().and_then(|(_, row)| row.head.as_ref()));
        }
        for (gap, row) in group {
            if self.y > 0.0 && self.y + gap + row.height > self.height {
                self.turn(row.head.as_ref());
            }
            if self.y > 0.0 {
                self.y += gap;
            }
            self.head.clone_from(&row.head);
            let height = row.height;
            self.sheet.push((self.y, row));
            self.y += height;
        }
    }

    /// Begins a sheet, with the head of the table that goes on.
    fn turn(&mut self, head: Option<&Rc<Vec<Row>>>) {
        self.done.push(std::mem::take(&mut self.sheet));
        self.y = 0.0;
        let goes_on = head.zip(self.head.as_ref()).is_some_and(|(next, last)| Rc::ptr_eq(next, last));
        for row in head.iter().filter(|_| goes_on).flat_map(|rows| rows.iter()) {
            self.sheet.push((self.y, row.clone()));
            self.y += row.height;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(height: f32, keep: bool) -> Item {
        Item::Row(Row { height, keep, ..Row::default() })
    }

    fn shape(items: Vec<Item>) -> Vec<Vec<(f32, f32)>> {
        let sheets = sheets(items, 100.0);
        sheets.iter().map(|sheet| sheet.iter().map(|(y, row)| (*y, row.height)).collect()).collect()
    }

    #[test]
    fn a_heading_goes_with_the_rows_below_it() {
        let items = vec![row(70.0, false), Item::Gap(5.0), row(20.0, true), row(10.0, false)];
        assert_eq!(shape(items), [vec![(0.0, 70.0)], vec![(0.0, 20.0), (20.0, 10.0)]]);
    }

    #[test]
    fn rows_that_no_sheet_holds_break() {
        assert_eq!(shape((0..5).map(|n| row(30.0, n < 4)).collect()).len(), 2);
        assert_eq!(shape(vec![row(300.0, false), row(1.0, false)]), [vec![(0.0, 300.0)], vec![(0.0, 1.0)]]);
        assert_eq!(shape(Vec::new()), [Vec::new()]);
    }

    #[test]
    fn the_head_of_a_table_stands_again_where_it_goes_on() {
        let head = Rc::new(vec![Row::space(10.0)]);
        let of_table = |height| Item::Row(Row { height, head: Some(head.clone()), ..Row::default() });
        let items = vec![row(10.0, true), of_table(60.0), of_table(40.0), row(80.0, false), of_table(90.0)];
        let expected =
            [vec![(0.0, 10.0), (10.0, 60.0)], vec![(0.0, 10.0), (10.0, 40.0)], vec![(0.0, 80.0)], vec![(0.0, 90.0)]];
        assert_eq!(shape(items), expected);
    }
}
