//! Databases of Notion: the CSV of a view, and that of all rows and columns beside it, as one table.

use quire_content::document::Document;
use quire_content::document::model::{Block, Cell, Column, ContentRef, InlineKind, Kind, Node, Row, Table, View};

use crate::report::PageReport;

/// The most rows of a database that become a table; others stay in the file.
const MOST_ROWS: usize = 2_000;

/// The rows of a database, the names of its columns first.
pub(super) struct Rows(Vec<Vec<String>>);

impl Rows {
    /// Reads a view, and after it what only the file with all rows has: columns that the view hides, rows that its filter
    /// leaves out.
    pub(super) fn read(view: &str, all: Option<&str>, report: &mut PageReport) -> Self {
        let mut rows = squared(records(view));
        let Some(all) = all.map(|all| squared(records(all))).filter(|all| !all.is_empty()) else { return Self(rows) };
        if rows.is_empty() {
            return Self(all);
        }
        let mut all = all.into_iter();
        let names = all.next().unwrap_or_default();
        let columns = places(&rows[0], &names);
        let hidden: Vec<usize> = (0..names.len()).filter(|at| !columns.contains(&Some(*at))).collect();
        let mut left: Vec<Option<Vec<String>>> = all.map(Some).collect();
        let width = rows[0].len();
        rows[0].extend(hidden.iter().map(|at| names[*at].clone()));
        let seen = |row: &[String]| -> Vec<String> {
            columns.iter().map(|at| at.and_then(|at| row.get(at)).cloned().unwrap_or_default()).collect()
        };
        // Rows are paired by what the view shows of them, in their order.
        let mut by_text = std::collections::HashMap::<Vec<String>, std::collections::VecDeque<usize>>::new();
        for (at, row) in left.iter().enumerate() {
            by_text.entry(seen(row.as_deref().unwrap_or_default())).or_default().push_back(at);
        }
        for row in rows.iter_mut().skip(1) {
            row.resize(width, String::new());
            let known: Vec<String> =
                row.iter().zip(&columns).map(|(text, at)| at.map(|_| text.clone()).unwrap_or_default()).collect();
            let found = by_text.get_mut(&known).and_then(std::collections::VecDeque::pop_front);
            let found = found.and_then(|at| left[at].take()).unwrap_or_default();
            row.extend(hidden.iter().map(|at| found.get(*at).cloned().unwrap_or_default()));
        }
        let left: Vec<Vec<String>> = left.into_iter().flatten().collect();
        if !hidden.is_empty() {
            let named: Vec<&str> = hidden.iter().map(|at| names[*at].as_str()).collect();
            report.keep("columns that the view of a database hides, as the last ones of the table", named.join(", "));
        }
        if !left.is_empty() {
            let what = format!("{} rows that the view of a database leaves out, at the end of the table", left.len());
            report.keep(what, left[0].first().map_or("", String::as_str));
        }
        rows.extend(left.into_iter().map(|row| {
            let mut cells = seen(&row);
            cells.extend(hidden.iter().map(|at| row.get(*at).cloned().unwrap_or_default()));
            cells
        }));
        Self(rows)
    }
}

/// Returns the places of columns among others of the same names, each taken once.
fn places(of: &[String], among: &[String]) -> Vec<Option<usize>> {
    let mut taken = vec![false; among.len()];
    let mut place = |name: &String| {
        let at = among.iter().enumerate().position(|(at, other)| !taken[at] && other == name)?;
        taken[at] = true;
        Some(at)
    };
    of.iter().map(&mut place).collect()
}

/// Returns a database as a table, whose first column leads to the pages of its rows, and true if it has all rows and
/// columns.
pub(super) fn table(rows: Rows, page: &dyn Fn(&str) -> Option<String>, report: &mut PageReport) -> (String, bool) {
    let Rows(mut rows) = rows;
    if rows.is_empty() {
        return (String::new(), true);
    }
    let mut is_whole = true;
    if rows.len() > MOST_ROWS + 1 {
        let more = rows.len() - MOST_ROWS - 1;
        report.keep(format!("{more} rows of a database beyond the first {MOST_ROWS}, in its file"), "");
        rows.truncate(MOST_ROWS + 1);
        is_whole = false;
    }
    let head = rows.remove(0);
    let width = head.len().min(quire_content::document::limits::MOST_COLUMNS);
    if head.len() > width {
        let more = head.len() - width;
        report.keep(format!("{more} columns of a database beyond the first {width}, in its file"), "");
        is_whole = false;
    }
    report.mapped("table");
    let columns = head.into_iter().take(width).map(Column::text).collect();
    let cell = |(at, text): (usize, String)| {
        let text = text.trim();
        if text.is_empty() {
            return Cell::Empty;
        }
        let node = match page(text).filter(|_| at == 0) {
            Some(target) => {
                Node::inline(InlineKind::Link { target: ContentRef::url(target), nodes: vec![Node::text(text)] })
            }
            None => Node::text(text),
        };
        Cell::Text(vec![Block::paragraph(vec![node])])
    };
    let rows = rows.into_iter().map(|row| {
        let mut cells: Vec<Cell> = row.into_iter().take(width).enumerate().map(cell).collect();
        cells.resize(width, Cell::Empty);
        Row { key: Default::default(), cells }
    });
    let view = View::Grid { hide_header: false, more: Default::default() };
    let table = Table { view, full_width: false, columns, rows: rows.collect() };
    (crate::html::print(&Document::new(vec![Block::new(Kind::Table(Box::new(table)))])), is_whole)
}

/// Gives the rows of a table the columns of the widest one, whose names beyond those that there are are empty.
fn squared(mut rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let used = |row: &Vec<String>| row.iter().rposition(|cell| !cell.trim().is_empty()).map_or(0, |last| last + 1);
    let widest = rows.iter().map(used).max().unwrap_or(0);
    if let Some(head) = rows.first_mut().filter(|head| head.len() < widest) {
        head.resize(widest, String::new());
    }
    rows
}

/// Reads the records of a text as RFC 4180 has them.
fn records(text: &str) -> Vec<Vec<String>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut records = Vec::new();
    let mut record = Vec::new();
    let mut field = String::new();
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if field.is_empty() => quoted = true,
            ',' if !quoted => record.push(std::mem::take(&mut field)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                record.push(std::mem::take(&mut field));
                records.push(std::mem::take(&mut record));
            }
            c => field.push(c),
        }
    }
    if !field.is_empty() || !record.is_empty() {
        record.push(field);
        records.push(record);
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read() {
        assert_eq!(records("a,\"b \"\"c\"\"\nd\"\r\ne,\n"), [vec!["a", "b \"c\"\nd"], vec!["e", ""]]);
    }

    #[test]
    fn a_view_gets_what_it_hides() {
        let mut report = PageReport::default();
        let all = "\u{feff}State,Name,Note\nOpen,A,1\nDone,B,2\nOpen,A,3\nGone,C,4\n";
        let Rows(rows) = Rows::read("Name,State\nA,Open\nA,Open\nD,New\n", Some(all), &mut report);
        let expected = [
            ["Name", "State", "Note"],
            ["A", "Open", "1"],
            ["A", "Open", "3"],
            ["D", "New", ""],
            ["B", "Done", "2"],
            ["C", "Gone", "4"],
        ];
        assert_eq!(rows, expected);
        assert_eq!(report.kept.len(), 2);
        let Rows(rows) = Rows::read("Name\nA\n", Some("Name\nA\n"), &mut report);
        assert_eq!((rows.len(), report.kept.len()), (2, 2));
    }
}
