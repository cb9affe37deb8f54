//! Tables. Cells that span others stand where they begin; tables for layout are transparent; tables that no page could
//! show become text.

use quire_content::document::model::{
    Block, Cell, Code, Column, ColumnKind, Kind, Lines, Mark, Node, Row, Side, Table, View,
};

use super::read::{Flow, MOST_NESTED, Read, Style};
use crate::dom::Id;

/// The most columns of a table.
const MOST_COLUMNS: usize = quire_content::document::limits::MOST_COLUMNS;
/// The most cells of a table.
const MOST_CELLS: usize = 40_000;

impl Read<'_> {
    pub(super) fn table(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        let dom = self.dom;
        if dom.has_any_class(id, &["highlighttable", "lntable", "rouge-table", "hljs-ln"]) {
            self.code(id, style, flow);
            return;
        }
        let rows = self.rows(id);
        let widest = rows.iter().map(|row| row.iter().map(|cell| self.span(*cell, "colspan")).sum::<usize>()).max();
        let widest = widest.unwrap_or(0);
        let is_layout = dom.attr(id, "role").is_some_and(|role| role == "presentation" || role == "none")
            || widest <= 1 && rows.len() <= 1;
        let holds_table = rows.iter().flatten().any(|cell| {
            dom.find(*cell, |id| {
                dom.name(id) == "table" && !dom.has_any_class(id, &["highlighttable", "lntable", "rouge-table"])
            })
            .is_some()
        });
        if rows.is_empty() || is_layout || holds_table || style.nested >= MOST_NESTED {
            if holds_table {
                self.report.keep("a table with tables in it, as the content of its cells", self.place.clone());
            }
            self.flush(style, flow);
            self.children(id, style, flow);
            self.flush(style, flow);
            return;
        }
        self.flush(style, flow);
        let caption = dom.elements(id).find(|child| dom.name(*child) == "caption");
        if let Some(caption) = caption {
            let nodes = self.line(caption, &style.with(Mark::Bold));
            if !nodes.is_empty() {
                flow.blocks.push(Block::paragraph(nodes));
            }
        }
        if widest > MOST_COLUMNS || rows.len().saturating_mul(widest) > MOST_CELLS {
            self.report.keep("a table that is too large, as text", self.place.clone());
            self.settle_names();
            let text = rows.iter().map(|row| row.iter().map(|cell| dom.line(*cell)).collect::<Vec<_>>().join("\t"));
            let text = text.collect::<Vec<_>>().join("\n");
            self.push(plain_code(text), style, flow);
            return;
        }
        let table = self.grid(&rows, widest, style);
        if let Some(table) = table {
            self.push(Kind::Table(Box::new(table)), style, flow);
        }
    }

    /// Returns the rows of a table, those of tables in it left out.
    fn rows(&self, id: Id) -> Vec<Vec<Id>> {
        let dom = self.dom;
        let mut rows = Vec::new();
        let mut last = Vec::new();
        for child in dom.elements(id) {
            match dom.name(child) {
                "tr" => rows.push(child),
                "tfoot" => last.extend(dom.elements(child).filter(|id| dom.name(*id) == "tr")),
                "thead" | "tbody" => rows.extend(dom.elements(child).filter(|id| dom.name(*id) == "tr")),
                _ => {}
            }
        }
        rows.append(&mut last);
        let cells = |row: Id| dom.elements(row).filter(|id| matches!(dom.name(*id), "td" | "th")).collect::<Vec<_>>();
        rows.into_iter().map(cells).filter(|row| !row.is_empty()).collect()
    }

    fn span(&self, cell: Id, name: &str) -> usize {
        self.dom.attr(cell, name).and_then(|span| span.trim().parse().ok()).unwrap_or(1).clamp(1, 1000)
    }

    fn grid(&mut self, rows: &[Vec<Id>], widest: usize, style: &Style) -> Option<Table> {
        let dom = self.dom;
        // For each column, the number of rows that a cell above still covers.
        let mut covered = vec![0_usize; MOST_COLUMNS];
        let mut placed: Vec<Vec<(usize, Id)>> = Vec::new();
        let (mut width, mut spans) = (widest, 0);
        for row in rows {
            let mut cells = Vec::new();
            let mut at = 0;
            for &cell in row {
                while at < MOST_COLUMNS && covered[at] > 0 {
                    at += 1;
                }
                if at >= MOST_COLUMNS {
                    break;
                }
                let (across, down) = (self.span(cell, "colspan"), self.span(cell, "rowspan"));
                spans += usize::from(across > 1 || down > 1);
                for column in covered.iter_mut().skip(at).take(across) {
                    *column = down;
                }
                cells.push((at, cell));
                at = (at + across).min(MOST_COLUMNS);
            }
            width = width.max(at);
            covered.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
            placed.push(cells);
        }
        if spans > 0 {
            self.report.keep(format!("{spans} merged cells of a table, as separate cells"), self.place.clone());
        }
        let is_head = |row: &[(usize, Id)]| {
            let in_head = |cell: Id| {
                let group = dom.parent(cell).and_then(|row| dom.parent(row));
                group.is_some_and(|group| dom.name(group) == "thead")
            };
            row.iter().all(|(_, cell)| dom.name(*cell) == "th") || row.iter().all(|(_, cell)| in_head(*cell))
        };
        let with_head =
            placed.first().is_some_and(|row| is_head(row) && row.iter().all(|(_, cell)| self.is_line(*cell)));
        let mut columns: Vec<Column> = (0..width).map(|_| Column::text("")).collect();
        if with_head {
            for (at, cell) in placed.remove(0) {
                self.note_names(cell);
                columns[at].title = dom.line(cell);
                columns[at].kind = ColumnKind::Text { align: self.side(cell), vertical: None };
            }
        }
        let inner = Style { align: None, nested: MOST_NESTED.max(style.nested), ..style.clone() };
        let mut out = Vec::with_capacity(placed.len());
        for cells in placed {
            let mut row = vec![Cell::Empty; width];
            for (at, cell) in cells {
                let bold = dom.name(cell) == "th";
                let inner = if bold { inner.with(Mark::Bold) } else { inner.clone() };
                self.note_names(cell);
                let blocks = in_cell(self.cell(cell, &inner));
                if !blocks.is_empty() {
                    row[at] = Cell::Text(blocks);
                }
            }
            out.push(Row { key: Default::default(), cells: row });
        }
        if out.is_empty() && !with_head {
            return None;
        }
        let hide_header = columns.iter().all(|column| column.title.is_empty());
        let view = View::Grid { hide_header, more: Default::default() };
        Some(Table { view, full_width: false, columns, rows: out })
    }

    /// Reads a cell, in which lists and quotes may be.
    fn cell(&mut self, cell: Id, style: &Style) -> Vec<Block> {
        self.blocks(cell, &Style { nested: MOST_NESTED - 3, ..style.clone() })
    }

    fn note_names(&mut self, cell: Id) {
        if let Some(name) = self.dom.attr(cell, "id") {
            self.names.meet(name);
        }
    }

    /// Returns true if a title of a column, which is plain text, loses nothing of a cell.
    fn is_line(&self, cell: Id) -> bool {
        self.dom.find(cell, |id| matches!(self.dom.name(id), "img" | "ul" | "ol" | "pre" | "math")).is_none()
    }

    fn side(&self, cell: Id) -> Side {
        let dom = self.dom;
        let style = dom.attr(cell, "style").unwrap_or_default().replace(' ', "");
        let said = |side: &str| {
            dom.attr(cell, "align").is_some_and(|said| said.eq_ignore_ascii_case(side))
                || style.contains(&format!("text-align:{side}"))
                || dom.has_class(cell, &format!("text-{side}"))
        };
        if said("right") {
            Side::Right
        } else if said("center") && style.contains("text-align") {
            Side::Center
        } else {
            Side::Left
        }
    }
}

pub(crate) fn plain_code(text: String) -> Kind {
    let (syntax, info, title, overflow, line_numbers, full_width) = (None, None, None, None, None, false);
    Kind::Code(Box::new(Code { syntax, info, title, overflow, line_numbers, full_width, lines: Lines::Plain(text) }))
}

/// Returns blocks as cells may have them: what is only a block on pages becomes its content.
pub(crate) fn in_cell(blocks: Vec<Block>) -> Vec<Block> {
    let mut out = Vec::new();
    for mut block in blocks {
        match block.kind {
            Kind::Paragraph { .. } | Kind::Heading { .. } | Kind::Divider | Kind::Code(_) | Kind::Images { .. } => {
                out.push(block);
            }
            Kind::List { ref mut items, .. } => {
                for item in items.iter_mut() {
                    if let Kind::ListItem { nodes, .. } = &mut item.kind {
                        *nodes = in_cell(std::mem::take(nodes));
                    }
                }
                out.push(block);
            }
            Kind::Quote { nodes } => out.push(Block::new(Kind::Quote { nodes: in_cell(nodes) })),
            Kind::Hint { nodes, .. } => out.push(Block::new(Kind::Quote { nodes: in_cell(nodes) })),
            Kind::Expandable { title, body, .. } => {
                out.push(Block::paragraph(title));
                out.extend(in_cell(body));
            }
            Kind::Tabs { tabs: parts, .. } | Kind::Columns { columns: parts, .. } => {
                for part in parts {
                    match part.kind {
                        Kind::Tab { title, nodes, .. } => {
                            out.extend(title.map(|title| Block::paragraph(vec![Node::text(title)])));
                            out.extend(in_cell(nodes));
                        }
                        Kind::Column { nodes, .. } => out.extend(in_cell(nodes)),
                        _ => {}
                    }
                }
            }
            Kind::Math { formula } => {
                let formula = quire_content::document::model::InlineKind::Math { formula };
                out.push(Block::paragraph(vec![Node::inline(formula)]));
            }
            Kind::Embed { url, .. } => {
                let link = quire_content::document::model::InlineKind::Link {
                    target: quire_content::document::model::ContentRef::url(url.clone()),
                    nodes: vec![Node::text(url)],
                };
                out.push(Block::paragraph(vec![Node::inline(link)]));
            }
            Kind::File { source, .. } => {
                let name = match &source {
                    quire_content::document::model::ContentRef::Url { url } => {
                        url.rsplit('/').next().unwrap_or_default().to_owned()
                    }
                    _ => String::new(),
                };
                let link =
                    quire_content::document::model::InlineKind::Link { target: source, nodes: vec![Node::text(name)] };
                out.push(Block::paragraph(vec![Node::inline(link)]));
            }
            _ => {}
        }
    }
    out
}
