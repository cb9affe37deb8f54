//! Merging of tables whose columns one side changed.
//!
//! Columns are known by the text of their header, rows by what they say in the columns that the side left. The other
//! side's changes of rows and cells are taken where they fit: not for a cell whose column is gone, nor for a row that
//! has nothing to say in a new column.

use std::borrow::Cow;
use std::ops::Range;

use super::groups::{Contact, Group, groups};
use super::is_conflict;
use super::lines::{Kind, Line};
use super::piece::{Place, Texts};
use crate::merge::diff::{Numbers, diff};

/// Returns true if the columns of a place differ between the base and a side.
pub(super) fn columns_differ(texts: &Texts<'_>, at: &Place) -> bool {
    let [base, main, change] = heads(texts, at);
    !base.is_empty() && (main != base || change != base) || [1, 2].into_iter().any(|side| exchanges(texts, at, side))
}

/// Returns the cells of the header rows of a place.
fn heads<'a>(texts: &Texts<'a>, at: &Place) -> [Vec<Vec<&'a str>>; 3] {
    [0, 1, 2].map(|side| {
        let head = |line: &usize| texts[side].line(*line) == Some(Line::Start(Kind::Head));
        let cells = |line: usize| cells(texts[side].text(line..line + 1)).into_iter().map(str::trim).collect();
        at[side].clone().filter(head).map(cells).collect()
    })
}

/// Joins the changes of each table in which both sides changed something, and one the columns, and widens them to all of
/// the table.
pub(super) fn whole(groups: &[Group], texts: &Texts<'_>) -> Vec<Group> {
    let base = &texts[0];
    let (mut whole, mut from): (Vec<Group>, usize) = (Vec::new(), 0);
    let is_head = |line: &usize| base.line(*line) == Some(Line::Start(Kind::Head));
    for start in (0..base.len()).filter(is_head) {
        let goes_on = |line: &usize| matches!(base.line(*line), Some(Line::Inside(_) | Line::Start(Kind::Row)));
        let end = (start + 1..base.len()).find(|line| !goes_on(line)).unwrap_or(base.len());
        let before = groups[from..].iter().take_while(|group| group.base.end <= start).count();
        let inside = groups[from + before..].iter().take_while(|group| is_in(group, end, texts)).count();
        let (first, after) = (from + before, from + before + inside);
        whole.extend_from_slice(&groups[from..first]);
        from = after;
        let inside = &groups[first..after];
        let overlapping = whole.pop_if(|last| last.base.end > start);
        let ends = overlapping.as_ref().or(inside.first()).zip(inside.last().or(overlapping.as_ref()));
        let over = ends.map(|(one, last)| over(one, last, start..end));
        match over.filter(|over| overlapping.is_some() || both_changed(inside, over, texts)) {
            Some(over) => whole.push(over),
            None => whole.extend_from_slice(inside),
        }
    }
    whole.extend_from_slice(&groups[from..]);
    whole
}

/// Returns true if a change is in a table that ends before a line, or adds rows at its end.
fn is_in(group: &Group, end: usize, texts: &Texts<'_>) -> bool {
    let adds_rows = [(1, &group.main), (2, &group.change)]
        .into_iter()
        .any(|(side, lines)| texts[side].line(lines.start) == Some(Line::Start(Kind::Row)) && !lines.is_empty());
    group.base.start < end || group.base.start == end && adds_rows
}

/// Returns the group from one to a later one, widened to lines of the base.
fn over(first: &Group, last: &Group, lines: Range<usize>) -> Group {
    let mut over = Group::over(first, last);
    over.widen(over.base.start.saturating_sub(lines.start), lines.end.saturating_sub(over.base.end));
    over
}

/// Returns true if both sides changed a table, and one of them other than by new names of columns, or the same lines.
fn both_changed(groups: &[Group], over: &Group, texts: &Texts<'_>) -> bool {
    let by_both = groups.iter().any(|group| !group.main_hunks.is_empty())
        && groups.iter().any(|group| !group.change_hunks.is_empty());
    let [base, main, change] = heads(texts, &[over.base.clone(), over.main.clone(), over.change.clone()]);
    let moves = |side: &Vec<Vec<&str>>| {
        let moved = |(base, side): (&Vec<&str>, &Vec<&str>)| {
            let is_moved =
                |(at, name): (usize, &&str)| side.iter().position(|other| other == name).is_some_and(|to| to != at);
            base.len() != side.len() || base.iter().enumerate().any(is_moved)
        };
        side.len() != base.len() || base.iter().zip(side).any(moved)
    };
    let differ = main != base || change != base;
    by_both
        && (moves(&main)
            || moves(&change)
            || [1, 2].into_iter().any(|side| exchanges(texts, &over.place(), side))
            || differ && groups.iter().any(|group| is_conflict(group, texts)))
}

/// Returns true if a side has columns of the same name in another order than the base: in every row that both have, a
/// column has the cells that another one of its name had, and not its own.
fn exchanges(texts: &Texts<'_>, at: &Place, side: usize) -> bool {
    let [base, side] = [0, side].map(|of| rows(texts, of, &at[of]));
    let Some(head) = base.first().filter(|head| side.first() == Some(*head)) else { return false };
    let namesakes = |at: usize| (0..head.len()).filter(move |to| *to != at && head[*to] == head[at]);
    let pairs: Vec<_> = base.iter().zip(&side).skip(2).collect();
    let is_even = pairs.iter().all(|(one, other)| one.len() == head.len() && other.len() == head.len());
    let is_at = |at: usize, to: usize| pairs.iter().all(|(base, side)| base[at] == side[to]);
    is_even && (0..head.len()).any(|at| !is_at(at, at) && namesakes(at).any(|to| is_at(at, to)))
}

/// Returns the cells of the first table of a place, with its header and the rule below that.
fn rows<'a>(texts: &Texts<'a>, side: usize, lines: &Range<usize>) -> Vec<Vec<&'a str>> {
    let lines_of = &texts[side];
    let is_head = |line: &usize| lines_of.line(*line) == Some(Line::Start(Kind::Head));
    let Some(head) = lines.clone().find(is_head) else { return Vec::new() };
    let goes_on = |line: &usize| matches!(lines_of.line(*line), Some(Line::Inside(_) | Line::Start(Kind::Row)));
    let others = (head + 1..lines.end).take_while(goes_on);
    let row = |line: usize| cells(lines_of.text(line..line + 1)).into_iter().map(str::trim).collect();
    std::iter::once(head).chain(others).map(row).collect()
}

/// Returns the cells of a row with the spaces around them.
pub(super) fn cells(row: &str) -> Vec<&str> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let is_escaped = |at: usize| row[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
    let bars = row.match_indices('|').map(|(at, _)| at).filter(|&at| !is_escaped(at));
    let mut cells = Vec::new();
    let mut start = 0;
    for bar in bars {
        cells.push(&row[start..bar]);
        start = bar + 1;
    }
    if !row[start..].trim().is_empty() {
        cells.push(&row[start..]);
    }
    cells
}

/// Merges tables; `None` in case of a conflict.
pub(super) fn merge(base: &str, main: &str, change: &str) -> Option<String> {
    let [base, main, change] = [Table::of(base)?, Table::of(main)?, Table::of(change)?];
    if base.has_columns_of(&change) {
        return onto(&base, &main, &change);
    }
    if base.has_columns_of(&main) { onto(&base, &change, &main) } else { None }
}

/// A table of which all rows have as many cells as its header.
struct Table<'a> {
    head: Vec<&'a str>,
    /// The lines of the header and of the rule below it.
    top: [&'a str; 2],
    rows: Vec<Row<'a>>,
}

struct Row<'a> {
    line: &'a str,
    cells: Vec<&'a str>,
}

impl<'a> Table<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let mut lines = text.split_inclusive('\n');
        let top = [lines.next()?, lines.next()?];
        let head: Vec<&str> = cells(top[0]).into_iter().map(str::trim).collect();
        let rows: Vec<Row<'_>> = lines.map(|line| Row { line, cells: cells(line) }).collect();
        let is_even = rows.iter().all(|row| row.cells.len() == head.len()) && cells(top[1]).len() == head.len();
        let is_known = (1..head.len()).all(|at| !head[..at].contains(&head[at]));
        (is_even && is_known).then_some(Self { head, top, rows })
    }

    fn has_columns_of(&self, other: &Self) -> bool {
        self.head == other.head && cells(self.top[1]) == cells(other.top[1])
    }

    /// Returns the column of each column of a base, if it is left: that of the same name, or in its place under a new
    /// name.
    fn columns_of(&self, base: &Self) -> Vec<Option<usize>> {
        let named = |head: &str| self.head.iter().position(|other| *other == head);
        let is_renamed = |at: usize| {
            self.head.len() == base.head.len() && self.head.get(at).is_some_and(|new| !base.head.contains(new))
        };
        let column = |(at, head): (usize, &&str)| named(head).or(is_renamed(at).then_some(at));
        base.head.iter().enumerate().map(column).collect()
    }
}

/// Merges the changes of a side, which left the columns as they were, into those of the other one.
fn onto(base: &Table<'_>, shaped: &Table<'_>, other: &Table<'_>) -> Option<String> {
    let columns = shaped.columns_of(base);
    let merge = Merge { base, shaped, other, columns: &columns };
    let (of_base, of_shaped) = (merge.said(&base.rows, false), merge.said(&shaped.rows, true));
    let mut numbers = Numbers::new();
    let [in_base, in_shaped] = [of_base, of_shaped].map(|rows| numbers.of(rows));
    let by_shaped = diff(&in_base, &in_shaped);
    let mut numbers = Numbers::new();
    let [in_base, in_other] = [base, other].map(|table| numbers.of(table.rows.iter().map(Row::said)));
    let by_other = diff(&in_base, &in_other);
    let mut rows: Vec<Cow<'_, str>> = shaped.top.iter().map(|line| Cow::Borrowed(*line)).collect();
    let take = |rows: &mut Vec<_>, taken: Range<usize>| {
        rows.extend(shaped.rows[taken].iter().map(|row| Cow::Borrowed(row.line)));
    };
    let (mut at, mut shaped_at) = (0, 0);
    for group in groups(&by_shaped, &by_other, Contact::Touch) {
        take(&mut rows, shaped_at..shaped_at + group.base.start - at);
        (at, shaped_at) = (group.base.end, group.main.end);
        if group.change_hunks.is_empty() {
            take(&mut rows, group.main);
        } else if group.main_hunks.is_empty() {
            rows.extend(merge.changed(&group.base, &group.main, &group.change)?);
        } else {
            return None;
        }
    }
    take(&mut rows, shaped_at..shaped.rows.len());
    Some(ended(&rows))
}

/// Concatenates rows, each with a line break where another one follows.
fn ended(rows: &[Cow<'_, str>]) -> String {
    let end = if rows.first().is_some_and(|row| row.ends_with("\r\n")) { "\r\n" } else { "\n" };
    let last = rows.len().saturating_sub(1);
    let line = |(at, row): (usize, &Cow<'_, str>)| {
        let end = if row.ends_with('\n') || at == last { "" } else { end };
        [row.as_ref(), end].concat()
    };
    rows.iter().enumerate().map(line).collect()
}

struct Merge<'m, 'a> {
    base: &'m Table<'a>,
    /// The side whose columns differ.
    shaped: &'m Table<'a>,
    other: &'m Table<'a>,
    /// The column of the shaped side for each column of the base.
    columns: &'m [Option<usize>],
}

impl<'a> Merge<'_, 'a> {
    /// Returns what rows say in the columns that are in the base and in the shaped side.
    fn said(&self, rows: &[Row<'a>], is_shaped: bool) -> Vec<Vec<&'a str>> {
        let left = self.columns.iter().enumerate().filter_map(|(at, column)| Some((at, (*column)?)));
        let left: Vec<usize> = left.map(|(at, column)| if is_shaped { column } else { at }).collect();
        rows.iter().map(|row| left.iter().map(|at| row.cells[*at].trim()).collect()).collect()
    }

    /// Returns the rows that the other side changed, in the columns of the shaped side; `None` where they do not fit.
    fn changed(&self, base: &Range<usize>, shaped: &Range<usize>, other: &Range<usize>) -> Option<Vec<Cow<'a, str>>> {
        let (base, shaped) = (&self.base.rows[base.clone()], &self.shaped.rows[shaped.clone()]);
        let other = &self.other.rows[other.clone()];
        let has_new_columns = self.shaped.head.len() > self.columns.iter().flatten().count();
        if base.len() == other.len() {
            let rows = base.iter().zip(shaped).zip(other);
            return rows.map(|((base, shaped), other)| self.edited(base, shaped, other)).collect();
        }
        if has_new_columns || !(base.is_empty() || other.is_empty()) {
            return None;
        }
        other.iter().map(|row| self.added(row)).collect()
    }

    /// Returns a row of the shaped side with the cells that the other side changed.
    fn edited(&self, base: &Row<'a>, shaped: &Row<'a>, other: &Row<'a>) -> Option<Cow<'a, str>> {
        let mut cells = shaped.cells.clone();
        for (at, column) in self.columns.iter().enumerate() {
            if base.cells[at].trim() != other.cells[at].trim() {
                cells[(*column)?] = other.cells[at];
            }
        }
        Some(row(&cells, shaped.line))
    }

    /// Returns a new row of the other side in the columns of the shaped one.
    fn added(&self, new: &Row<'a>) -> Option<Cow<'a, str>> {
        let mut cells = vec![" "; self.shaped.head.len()];
        for (at, column) in self.columns.iter().enumerate() {
            match column {
                Some(column) => cells[*column] = new.cells[at],
                None if new.cells[at].trim().is_empty() => {}
                None => return None,
            }
        }
        Some(row(&cells, new.line))
    }
}

impl<'a> Row<'a> {
    fn said(&self) -> Vec<&'a str> {
        self.cells.iter().map(|cell| cell.trim()).collect()
    }
}

/// Writes cells as a row with the line break of a line.
fn row<'a>(cells: &[&str], line: &str) -> Cow<'a, str> {
    let end = &line[line.trim_end_matches(['\n', '\r']).len()..];
    Cow::Owned(["|", &cells.join("|"), "|", end].concat())
}
