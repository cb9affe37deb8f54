//! Tables, written with pipes or as HTML.

use std::ops::Range;

use quire_markdown::tree::{Alignment, Table as Pipes};
use serde_json::{Map, Value};

use super::BlockReader;
use super::html_block::only;
use super::html_line::{Unknown, text_of};
use crate::document::html::element::{Element, Html, only_elements};
use crate::document::html::token::Tag;
use crate::document::limits::MOST_COLUMNS;
use crate::document::model::{
    Block, CardSize, Cell, Choice, Column, ColumnKind, ContentRef, Fit, Key, Kind, More, Num, Role, Row, Side, Table,
    Vertical, View, Word,
};
use crate::document::normal::{self, COLUMN_DATA, TABLE_DATA, is_data};

impl<'s> BlockReader<'s> {
    /// Converts a pipe table.
    pub(super) fn pipe_table(&mut self, table: &Pipes<'s>, span: &Range<usize>) -> Block {
        if table.alignments.len() > MOST_COLUMNS {
            self.warn(span, format!("a table has at most {MOST_COLUMNS} columns; this one is kept as it is"));
            return self.raw(&self.written(span));
        }
        let mut columns = Vec::with_capacity(table.alignments.len());
        for (at, alignment) in table.alignments.iter().enumerate() {
            let mut title = String::new();
            if let Some(cell) = table.header.cells.get(at) {
                super::line::plain(&cell.content, &mut title);
            }
            let align = match alignment {
                Alignment::None | Alignment::Left => Side::Left,
                Alignment::Center => Side::Center,
                Alignment::Right => Side::Right,
            };
            let kind = ColumnKind::Text { align, vertical: None };
            columns.push(Column { kind, ..Column::text(normal::words(&title)) });
        }
        let mut rows = Vec::new();
        for row in &table.rows {
            // Short rows are padded, so the number of columns is charged.
            if !self.goes_on(row.span.start, columns.len()) {
                break;
            }
            let mut cells = Vec::with_capacity(columns.len());
            for cell in &row.cells {
                let nodes = self.line(&cell.content);
                cells.push(if nodes.is_empty() { Cell::Empty } else { Cell::Text(vec![Block::paragraph(nodes)]) });
            }
            cells.resize(columns.len(), Cell::Empty);
            rows.push(Row { key: Key::default(), cells });
        }
        let hide_header = columns.iter().all(|column| column.title.is_empty());
        let view = View::Grid { hide_header, more: More::default() };
        Block::new(Kind::Table(Box::new(Table { view, full_width: false, columns, rows })))
    }

    /// Converts `<table>`; `None` if it is not understood.
    pub(super) fn html_table(&mut self, element: &Element<'_>) -> Option<Block> {
        let more = data_attributes(&element.tag, &[], &TABLE_DATA)?;
        let (head, body) = sections(element)?;
        let mut columns: Vec<Column> = match head {
            Some(head) => only_elements(&head.children)?.into_iter().map(column).collect::<Option<_>>()?,
            None => Vec::new(),
        };
        let mut rows = Vec::new();
        for row in body {
            only(&row.tag, &[])?;
            let cells = only_elements(&row.children)?;
            if head.is_none() && rows.is_empty() {
                columns = vec![Column::text(""); cells.len()];
            }
            if columns.len() > MOST_COLUMNS || !self.makes(columns.len()) {
                return None;
            }
            rows.push(self.html_row(&cells, &columns)?);
        }
        if columns.is_empty() || columns.len() > MOST_COLUMNS {
            return None;
        }
        let view = view(&element.tag, head.is_none(), more)?;
        let mut table = Table { view, full_width: element.tag.flag("data-full-width"), columns, rows };
        settle(&mut table);
        Some(Block::new(Kind::Table(Box::new(table))))
    }

    fn html_row(&mut self, cells: &[&Element<'_>], columns: &[Column]) -> Option<Row> {
        if cells.len() > columns.len() {
            return None;
        }
        let mut row = Row { key: Key::default(), cells: Vec::with_capacity(columns.len()) };
        for (cell, column) in cells.iter().zip(columns) {
            row.cells.push(self.html_cell(cell, column)?);
        }
        row.cells.resize(columns.len(), Cell::Empty);
        Some(row)
    }

    fn html_cell(&mut self, element: &Element<'_>, column: &Column) -> Option<Cell> {
        let styled = element.tag.attribute("style").is_none_or(|style| side_of(style).is_some());
        if !matches!(element.name(), "td" | "th") || !styled || only(&element.tag, &["style", "align"]).is_none() {
            return None;
        }
        if let ColumnKind::Text { .. } = column.kind {
            let mut blocks = Vec::new();
            self.flow(&element.children, Unknown::Kept, &mut blocks)?;
            return Some(if blocks.is_empty() { Cell::Empty } else { Cell::Text(blocks) });
        }
        let text = text_of(&element.children);
        if text.is_empty() && only_elements(&element.children).is_some_and(|inner| inner.is_empty()) {
            return Some(Cell::Empty);
        }
        match &column.kind {
            ColumnKind::Number | ColumnKind::Rating { .. } => Num::parse(&text).map(Cell::Number),
            ColumnKind::Checkbox => match text.as_str() {
                "true" => Some(Cell::Checkbox(true)),
                "false" => Some(Cell::Checkbox(false)),
                _ => None,
            },
            ColumnKind::Select { .. } => named(&element.children, "data-option").map(Cell::Names),
            ColumnKind::Users { .. } => named(&element.children, "data-user").map(Cell::Names),
            ColumnKind::Files => self.files(&element.children),
            _ => self.target_cell(&element.children, &column.kind),
        }
    }

    fn files(&self, pieces: &[Html<'_>]) -> Option<Cell> {
        let mut names = Vec::new();
        for element in only_elements(pieces)? {
            match self.target(element.tag.attribute("href")?) {
                ContentRef::File { file } => names.push(file),
                ContentRef::Url { url } => names.push(url),
                _ => return None,
            }
        }
        Some(Cell::Names(names))
    }

    fn target_cell(&self, pieces: &[Html<'_>], kind: &ColumnKind) -> Option<Cell> {
        let elements = only_elements(pieces)?;
        let [element] = elements.as_slice() else { return None };
        let source = match element.name() {
            "a" => self.target(element.tag.attribute("href")?),
            "img" => self.target(element.tag.attribute("src")?),
            _ => return None,
        };
        let fit = match element.tag.attribute("data-object-fit") {
            Some(word) => Some(Fit::of(word)?),
            None => None,
        };
        Some(if *kind == ColumnKind::Image { Cell::Image { source, fit } } else { Cell::Reference(source) })
    }
}

/// Returns the header row, if there is one, and the other rows.
fn sections<'e, 'h>(table: &'e Element<'h>) -> Option<(Option<&'e Element<'h>>, Vec<&'e Element<'h>>)> {
    let mut head = None;
    let mut body = Vec::new();
    for section in only_elements(&table.children)? {
        match section.name() {
            "thead" if head.is_none() && body.is_empty() => match only_elements(&section.children)?.as_slice() {
                [row] => head = Some(*row),
                _ => return None,
            },
            "tbody" => body.extend(only_elements(&section.children)?),
            "tr" => body.push(section),
            _ => return None,
        }
    }
    if head.is_none() && body.first().is_some_and(|row| is_head(row)) {
        head = Some(body.remove(0));
    }
    body.iter().all(|row| row.name() == "tr").then_some((head, body))
}

/// Returns true if all cells of a row are header cells.
fn is_head(row: &Element<'_>) -> bool {
    only_elements(&row.children).is_some_and(|cells| !cells.is_empty() && cells.iter().all(|cell| cell.name() == "th"))
}

fn view(tag: &Tag<'_>, no_head: bool, more: More) -> Option<View> {
    match tag.attribute("data-view") {
        None | Some("grid") => {
            let hide_header = no_head || tag.flag("data-header-hidden");
            Some(View::Grid { hide_header, more })
        }
        Some("cards") => {
            let size = tag.attribute("data-card-size").map_or(Some(CardSize::Medium), CardSize::of)?;
            let hide_titles = tag.flag("data-column-title-hidden");
            Some(View::Cards { size, hide_titles, more })
        }
        Some(_) => None,
    }
}

/// Converts a table that was read to normal form.
fn settle(table: &mut Table) {
    let grid = matches!(table.view, View::Grid { .. });
    let mut roles = Vec::new();
    for column in &mut table.columns {
        column.role = column.role.filter(|role| !grid && !roles.contains(role));
        column.width = column.width.filter(|_| grid);
        roles.extend(column.role);
    }
    normal::hide_last(table);
}

fn column(element: &Element<'_>) -> Option<Column> {
    let tag = &element.tag;
    let more = data_attributes(tag, &["width", "align", "valign", "style"], &COLUMN_DATA)?;
    if !matches!(element.name(), "th" | "td") {
        return None;
    }
    let select = element.children.iter().find_map(|piece| match piece {
        Html::Element(inner) if inner.name() == "select" => Some(inner),
        _ => None,
    });
    let width = match tag.attribute("width") {
        Some(width) => Some(Num::parse(width.strip_suffix("px").unwrap_or(width))?),
        None => None,
    };
    let roles = [
        ("data-card-target", Role::Target),
        ("data-card-cover", Role::Cover),
        ("data-card-cover-dark", Role::CoverDark),
    ];
    let role = roles.into_iter().find(|(name, _)| tag.flag(name)).map(|(_, role)| role);
    Some(Column {
        key: Key::default(),
        title: normal::words(&text_of(&element.children)),
        kind: column_kind(tag, select)?,
        hidden: tag.flag("data-hidden"),
        width,
        role,
        more,
    })
}

/// Returns the `data-` attributes beside the known ones; `None` if there is an unknown attribute of another kind.
fn data_attributes(tag: &Tag<'_>, names: &[&str], known: &[&str]) -> Option<More> {
    let mut fields = Map::new();
    for (name, value) in &tag.attributes {
        if names.contains(&&**name) || known.contains(&&**name) {
            continue;
        }
        if !is_data(name, known) {
            return None;
        }
        fields.entry(&**name).or_insert_with(|| Value::String(normal::one_line(value)));
    }
    Some(More::new(fields))
}

fn column_kind(tag: &Tag<'_>, select: Option<&Element<'_>>) -> Option<ColumnKind> {
    if let Some(select) = select {
        return Some(ColumnKind::Select { multiple: select.tag.flag("multiple"), options: choices(select)? });
    }
    Some(match tag.attribute("data-type") {
        None | Some("text") => {
            let styled = tag.attribute("style").map(side_of);
            let align = tag.attribute("align").map(Side::of).or(styled).unwrap_or(Some(Side::Left))?;
            let vertical = match tag.attribute("valign") {
                Some(word) => Some(Vertical::of(word)?),
                None => None,
            };
            ColumnKind::Text { align, vertical }
        }
        Some("number") => ColumnKind::Number,
        Some("checkbox") => ColumnKind::Checkbox,
        Some("rating") => ColumnKind::Rating { max: Num::parse(tag.attribute("data-max").unwrap_or("5"))? },
        Some("users") => ColumnKind::Users { multiple: tag.flag("data-multiple") },
        Some("files") => ColumnKind::Files,
        Some("content-ref") => ColumnKind::Reference,
        Some("image") => ColumnKind::Image,
        Some("select") => ColumnKind::Select { multiple: tag.flag("data-multiple"), options: Vec::new() },
        Some(_) => return None,
    })
}

fn choices(select: &Element<'_>) -> Option<Vec<Choice>> {
    let option = |element: &&Element<'_>| {
        let value = |name| element.tag.attribute(name).map(normal::one_line).unwrap_or_default();
        (element.name() == "option").then(|| Choice {
            value: value("value"),
            label: value("label"),
            color: value("color"),
        })
    };
    only_elements(&select.children)?.iter().map(option).collect()
}

/// Returns the value of an attribute of each element; `None` if there is text beside them.
fn named(pieces: &[Html<'_>], attribute: &str) -> Option<Vec<String>> {
    let elements = only_elements(pieces)?;
    elements.iter().map(|element| element.tag.attribute(attribute).map(str::to_owned)).collect()
}

/// Parses a style that is only `text-align: …`.
fn side_of(style: &str) -> Option<Side> {
    let (property, value) = style.trim().trim_end_matches(';').split_once(':')?;
    if property.trim() == "text-align" { Side::of(value.trim()) } else { None }
}
