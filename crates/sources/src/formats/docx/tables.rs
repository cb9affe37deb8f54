//! Tables of Word. Merged cells stand where they begin; a table in a cell becomes the content of its cells.

use quire_content::document::model::{Block, Cell, Column, ColumnKind, Kind, Row, Side, Table, View};

use super::body::{Body, has};
use crate::html::{in_cell, text_of};
use crate::xml::Element;

/// The most columns of a table.
const MOST_COLUMNS: usize = quire_content::document::limits::MOST_COLUMNS;

/// A row with its cells, each with the column at which it begins.
struct Line {
    is_head: bool,
    cells: Vec<(usize, Vec<Block>)>,
}

impl Body<'_> {
    pub(super) fn table(&mut self, element: &Element) -> Vec<Block> {
        let mut rows = Vec::new();
        rows_in(element, &mut rows);
        let mut lines = Vec::new();
        let mut width = 0;
        let mut merged = 0;
        let mut nested = false;
        for row in rows {
            let properties = row.child("w:trPr");
            if properties.is_some_and(|it| it.child("w:del").is_some()) {
                continue;
            }
            let mut at: usize =
                properties.and_then(|it| it.of("w:gridBefore", "w:val")).and_then(|it| it.parse().ok()).unwrap_or(0);
            let mut cells = Vec::new();
            let mut found = Vec::new();
            cells_in(row, &mut found);
            for cell in found {
                let own = cell.child("w:tcPr");
                let span: usize =
                    own.and_then(|it| it.of("w:gridSpan", "w:val")).and_then(|it| it.parse().ok()).unwrap_or(1);
                let goes_on = own
                    .and_then(|it| it.child("w:vMerge"))
                    .is_some_and(|it| it.attr("w:val").is_none_or(|it| it == "continue"));
                merged += usize::from(span > 1) + usize::from(goes_on);
                nested |= cell.find("w:tbl").is_some();
                let blocks = self.blocks(cell);
                if !(goes_on && blocks.is_empty()) {
                    cells.push((at, blocks));
                }
                at = at.saturating_add(span.clamp(1, 1_000));
            }
            width = width.max(at);
            lines.push(Line { is_head: has(properties, "w:tblHeader"), cells });
        }
        let look = element.child("w:tblPr").and_then(|it| it.child("w:tblLook"));
        let first_row = look.is_some_and(|look| match look.attr("w:firstRow") {
            Some(first) => super::styles::is_on(first),
            None => {
                look.attr("w:val").and_then(|it| u32::from_str_radix(it, 16).ok()).is_some_and(|bits| bits & 0x20 != 0)
            }
        });
        if nested {
            self.report.keep("a table in a table, as the content of its cells", self.place.clone());
        }
        if width == 0 {
            return Vec::new();
        }
        if width > MOST_COLUMNS {
            self.report.keep("a table that is too wide, as text", self.place.clone());
            let text = lines
                .iter()
                .map(|line| line.cells.iter().map(|(_, blocks)| words(blocks)).collect::<Vec<_>>().join("\t"));
            return vec![Block::new(crate::html::plain_code(text.collect::<Vec<_>>().join("\n")))];
        }
        if merged > 0 {
            self.report.keep(format!("{merged} merged cells of a table, as separate cells"), self.place.clone());
        }
        self.report.mapped("table");
        let with_head = lines.len() > 1
            && lines.first().is_some_and(|line| {
                (line.is_head || first_row) && line.cells.iter().all(|(_, blocks)| is_line(blocks))
            });
        let mut columns: Vec<Column> = (0..width).map(|_| Column::text("")).collect();
        if with_head {
            for (at, blocks) in lines.remove(0).cells {
                columns[at].title = words(&blocks);
                columns[at].kind = ColumnKind::Text { align: Side::Left, vertical: None };
            }
        }
        let hide_header = columns.iter().all(|column| column.title.is_empty());
        let rows = lines.into_iter().map(|line| {
            let mut cells = vec![Cell::Empty; width];
            for (at, blocks) in line.cells {
                let blocks = in_cell(flat(blocks));
                if !blocks.is_empty() && at < width {
                    cells[at] = Cell::Text(blocks);
                }
            }
            Row { key: Default::default(), cells }
        });
        let view = View::Grid { hide_header, more: Default::default() };
        let table = Table { view, full_width: false, columns, rows: rows.collect() };
        vec![Block::new(Kind::Table(Box::new(table)))]
    }
}

/// Collects the rows of a table, also those in content controls.
fn rows_in<'e>(element: &'e Element, rows: &mut Vec<&'e Element>) {
    for child in element.elements() {
        match &*child.name {
            "w:tr" => rows.push(child),
            "w:sdt" | "w:sdtContent" | "w:customXml" | "w:ins" => rows_in(child, rows),
            _ => {}
        }
    }
}

fn cells_in<'e>(element: &'e Element, cells: &mut Vec<&'e Element>) {
    for child in element.elements() {
        match &*child.name {
            "w:tc" => cells.push(child),
            "w:sdt" | "w:sdtContent" | "w:customXml" => cells_in(child, cells),
            _ => {}
        }
    }
}

/// Returns blocks with those of tables instead of tables.
fn flat(blocks: Vec<Block>) -> Vec<Block> {
    let mut out = Vec::new();
    for block in blocks {
        let Kind::Table(table) = block.kind else {
            out.push(block);
            continue;
        };
        let titles = table.columns.iter().filter(|column| !column.title.is_empty());
        out.extend(
            titles.map(|column| {
                Block::paragraph(vec![quire_content::document::model::Node::text(column.title.as_str())])
            }),
        );
        for cell in table.rows.into_iter().flat_map(|row| row.cells) {
            if let Cell::Text(blocks) = cell {
                out.extend(flat(blocks));
            }
        }
    }
    out
}

/// Returns true for the content of a title of a column, which is one line of plain text.
fn is_line(blocks: &[Block]) -> bool {
    blocks.iter().all(|block| matches!(&block.kind, Kind::Paragraph { nodes, .. } if nodes.iter().all(|node| matches!(node, quire_content::document::model::Node::Leaf(_)))))
}

/// Returns the text of blocks on one line.
fn words(blocks: &[Block]) -> String {
    let texts = blocks.iter().map(|block| match &block.kind {
        Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } => text_of(nodes),
        _ => block.children().iter().map(|child| words(std::slice::from_ref(child))).collect::<Vec<_>>().join(" "),
    });
    quire_content::title::one_line(&texts.collect::<Vec<_>>().join(" "))
}
