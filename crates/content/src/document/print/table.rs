//! Tables: printed with pipes if they contain only lines of text, else as HTML on one line.

use super::Printer;
use super::escape::TextContext;
use super::tag::Tag;
use crate::document::html::text::encode;
use crate::document::model::{
    Block, CardSize, Cell, Column, ColumnKind, Kind, More, Node, Role, Row, Side, Table, Vertical, View, Word,
};
use crate::document::resolve;

impl Printer<'_> {
    pub(super) fn table(&mut self, table: &Table) -> String {
        let piped = if is_plain(table) { self.pipes(table) } else { None };
        piped.unwrap_or_else(|| self.html_table(table))
    }

    /// Prints the table with pipes; `None` if a cell has a pipe that can't be escaped there.
    fn pipes(&mut self, table: &Table) -> Option<String> {
        let titles = table.columns.iter().map(|column| {
            let nodes = if column.title.is_empty() { Vec::new() } else { vec![Node::text(column.title.as_str())] };
            self.line(&nodes, TextContext::ONE_LINE)
        });
        let mut lines = vec![row(&titles.collect::<Vec<_>>())?];
        lines.push(format!("| {} |", table.columns.iter().map(rule).collect::<Vec<_>>().join(" | ")));
        for Row { cells, .. } in &table.rows {
            let cells = cells.iter().map(|cell| match cell {
                Cell::Text(blocks) => self.line(line_of(blocks).unwrap_or_default(), TextContext::ONE_LINE),
                _ => String::new(),
            });
            lines.push(row(&cells.collect::<Vec<_>>())?);
        }
        Some(lines.join("\n"))
    }

    fn html_table(&mut self, table: &Table) -> String {
        let tag = Tag::html("table");
        let (tag, cards, more) = match &table.view {
            View::Grid { hide_header, more } => (tag.bare("data-header-hidden", *hide_header), false, more),
            View::Cards { size, hide_titles, more } => {
                let large = (*size == CardSize::Large).then_some("large");
                let tag = tag.with("data-view", "cards").some("data-card-size", large);
                (tag.bare("data-column-title-hidden", *hide_titles), true, more)
            }
        };
        let mut out = tag.flag("data-full-width", table.full_width).data(more).done();
        out.push_str("<thead><tr>");
        for column in &table.columns {
            out.push_str(&title(column, cards));
        }
        out.push_str("</tr></thead><tbody>");
        for row in &table.rows {
            out.push_str("<tr>");
            for (cell, column) in row.cells.iter().zip(&table.columns) {
                let cell = self.cell(cell, column);
                out.push_str(&cell);
            }
            out.push_str("</tr>");
        }
        out + "</tbody></table>"
    }

    fn cell(&mut self, cell: &Cell, column: &Column) -> String {
        let content = match cell {
            Cell::Empty => String::new(),
            Cell::Text(blocks) => self.html_blocks(blocks),
            Cell::Number(number) => number.to_string(),
            Cell::Checkbox(on) => on.to_string(),
            Cell::Names(names) => self.names(names, &column.kind),
            Cell::Reference(target) => self.target(&resolve::write(target, self.resolve), None),
            Cell::Image { source, fit } => self.target(&resolve::write(source, self.resolve), fit.map(Word::word)),
        };
        format!("<td>{content}</td>")
    }

    fn names(&self, names: &[String], kind: &ColumnKind) -> String {
        let mut out = String::new();
        for name in names {
            out.push_str(&match kind {
                ColumnKind::Select { options, .. } => {
                    let label = options.iter().find(|option| option.value == *name);
                    let label = label.map_or(name.as_str(), |option| &option.label);
                    let tag = Tag::html("span").with("data-option", name).done();
                    format!("{tag}{}</span>", encoded(label))
                }
                ColumnKind::Files => {
                    let file = crate::document::model::ContentRef::File { file: name.clone() };
                    self.target(&resolve::write(&file, self.resolve), None)
                }
                _ => {
                    let tag = Tag::html("span").with("data-user", name).done();
                    format!("{tag}{}</span>", encoded(name))
                }
            });
        }
        out
    }

    fn target(&self, target: &str, fit: Option<&str>) -> String {
        let name = target.rsplit('/').find(|part| !part.is_empty()).unwrap_or(target);
        let tag = Tag::html("a").with("href", target).some("data-object-fit", fit).done();
        format!("{tag}{}</a>", encoded(name))
    }
}

fn encoded(text: &str) -> String {
    let mut out = String::new();
    encode(text, &mut out);
    out
}

/// Returns true if the table can be printed with pipes without loss.
fn is_plain(table: &Table) -> bool {
    let View::Grid { hide_header, more: More(None) } = &table.view else { return false };
    let blank = table.columns.iter().all(|column| column.title.is_empty());
    let columns = table.columns.iter().all(|column| {
        let text = matches!(column.kind, ColumnKind::Text { vertical: None, .. });
        text && !column.hidden && column.width.is_none() && column.more == More(None)
    });
    let cells = table.rows.iter().flat_map(|row| &row.cells);
    columns
        && !table.full_width
        && *hide_header == blank
        && cells.into_iter().all(|cell| match cell {
            Cell::Text(blocks) => line_of(blocks).is_some(),
            _ => true,
        })
}

/// Returns the nodes of the blocks if they are a single paragraph.
fn line_of(blocks: &[Block]) -> Option<&[Node]> {
    match blocks {
        [Block { kind: Kind::Paragraph { align: None, nodes }, .. }] => Some(nodes),
        _ => None,
    }
}

fn row(cells: &[String]) -> Option<String> {
    if cells.iter().any(|cell| cell.contains("\\|") || cell.contains('\n')) {
        return None;
    }
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    Some(format!("| {} |", cells.join(" | ")))
}

fn rule(column: &Column) -> &'static str {
    match column.kind {
        ColumnKind::Text { align: Side::Center, .. } => ":---:",
        ColumnKind::Text { align: Side::Right, .. } => "---:",
        _ => "---",
    }
}

/// Prints the header cell of a column.
fn title(column: &Column, cards: bool) -> String {
    let tag = Tag::html("th").some("width", column.width.map(|width| width.to_string()));
    let tag = match &column.kind {
        ColumnKind::Text { align, vertical } => {
            let align = (*align != Side::Left).then(|| align.word());
            tag.some("align", align).some("valign", vertical.map(Vertical::word))
        }
        _ => tag,
    };
    let role = column.role.filter(|_| cards);
    let tag = tag
        .bare("data-hidden", column.hidden)
        .bare("data-card-target", role == Some(Role::Target))
        .bare("data-card-cover", role == Some(Role::Cover))
        .bare("data-card-cover-dark", role == Some(Role::CoverDark));
    let tag = match &column.kind {
        ColumnKind::Text { .. } | ColumnKind::Select { .. } => tag,
        kind => tag.with("data-type", kind.name()),
    };
    let tag = match &column.kind {
        ColumnKind::Rating { max } => tag.with("data-max", &max.to_string()),
        ColumnKind::Users { multiple } => tag.bare("data-multiple", *multiple),
        _ => tag,
    };
    format!("{}{}{}</th>", tag.data(&column.more).done(), encoded(&column.title), select(&column.kind))
}

fn select(kind: &ColumnKind) -> String {
    let ColumnKind::Select { multiple, options } = kind else { return String::new() };
    let mut out = Tag::html("select").bare("multiple", *multiple).done();
    for option in options {
        let tag = Tag::html("option").with("value", &option.value).with("label", &option.label);
        out.push_str(&tag.with("color", &option.color).done());
        out.push_str("</option>");
    }
    out + "</select>"
}
