//! Tables as JSON: `view`, `definition`, `records` and the fragments that hold the texts of cells.
//!
//! Columns and rows are named by their keys, or by their index where they have none; indices are padded with zeros,
//! so that names sort in the order of the indices.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::write::{Body, Fragment};
use crate::document::model::{Cell, Choice, Column, ColumnKind, Key, Role, Row, Table, View, Word};

/// Serializes `data.view`.
pub(super) struct ViewOf<'a>(pub(super) &'a Table);

/// Serializes `data.definition`.
pub(super) struct Definitions<'a>(pub(super) &'a Table);

/// Serializes `data.records`.
pub(super) struct Records<'a>(pub(super) &'a Table);

/// Serializes the `fragments` of a table.
pub(super) struct Fragments<'a>(pub(super) &'a Table);

fn name(key: &Key, letter: char, at: usize) -> String {
    key.as_str().map_or_else(|| format!("{letter}{at:04}"), str::to_owned)
}

fn column_names(table: &Table) -> impl Iterator<Item = (String, &Column)> {
    table.columns.iter().enumerate().map(|(at, column)| (name(&column.key, 'c', at), column))
}

fn row_names(table: &Table) -> impl Iterator<Item = (String, &Row)> {
    table.rows.iter().enumerate().map(|(at, row)| (name(&row.key, 'r', at), row))
}

impl Serialize for ViewOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let visible: Vec<_> = column_names(self.0).filter(|(_, column)| !column.hidden).map(|(name, _)| name).collect();
        let more = match &self.0.view {
            View::Grid { hide_header, more } => {
                map.serialize_entry("type", "grid")?;
                map.serialize_entry("columns", &visible)?;
                if self.0.columns.iter().any(|column| column.width.is_some()) {
                    map.serialize_entry("columnWidths", &Widths(self.0))?;
                }
                map.serialize_entry("hideHeader", hide_header)?;
                more
            }
            View::Cards { size, hide_titles, more } => {
                map.serialize_entry("type", "cards")?;
                map.serialize_entry("cardSize", size.word())?;
                map.serialize_entry("columns", &visible)?;
                self.roles(&mut map)?;
                if *hide_titles {
                    map.serialize_entry("hideColumnTitle", &true)?;
                }
                more
            }
        };
        for (name, value) in more.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl ViewOf<'_> {
    fn roles<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        for (name, column) in column_names(self.0) {
            match column.role {
                Some(Role::Target) => map.serialize_entry("targetDefinition", &name)?,
                Some(Role::Cover) => map.serialize_entry("coverDefinition", &name)?,
                Some(Role::CoverDark) => map.serialize_entry("coverDefinitionDark", &name)?,
                None => {}
            }
        }
        Ok(())
    }
}

struct Widths<'a>(&'a Table);

impl Serialize for Widths<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(column_names(self.0).filter_map(|(name, column)| Some((name, column.width?))))
    }
}

impl Serialize for Definitions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let definitions = column_names(self.0).map(|(id, column)| (id.clone(), Definition { id, column }));
        serializer.collect_map(definitions)
    }
}

struct Definition<'a> {
    id: String,
    column: &'a Column,
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("value", &self.value), ("label", &self.label), ("color", &self.color)])
    }
}

impl Serialize for Definition<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("title", &self.column.title)?;
        map.serialize_entry("type", self.column.kind.name())?;
        match &self.column.kind {
            ColumnKind::Text { align, vertical } => {
                map.serialize_entry("textAlignment", align.word())?;
                if let Some(vertical) = vertical {
                    map.serialize_entry("verticalAlignment", vertical.word())?;
                }
            }
            ColumnKind::Select { multiple, options } => {
                map.serialize_entry("multiple", multiple)?;
                map.serialize_entry("options", options)?;
            }
            ColumnKind::Rating { max } => map.serialize_entry("max", max)?,
            ColumnKind::Users { multiple } => map.serialize_entry("multiple", multiple)?,
            _ => {}
        }
        for (name, value) in self.column.more.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Serialize for Records<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns: Vec<String> = column_names(self.0).map(|(name, _)| name).collect();
        let records = row_names(self.0)
            .enumerate()
            .map(|(at, (id, row))| (id.clone(), Record { order: format!("{at:06}"), id, row, columns: &columns }));
        serializer.collect_map(records)
    }
}

struct Record<'a> {
    order: String,
    id: String,
    row: &'a Row,
    columns: &'a [String],
}

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("orderIndex", &self.order)?;
        map.serialize_entry("values", &Values(self))?;
        map.end()
    }
}

struct Values<'a>(&'a Record<'a>);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Record { id, row, columns, .. } = self.0;
        let mut map = serializer.serialize_map(None)?;
        for (column, cell) in columns.iter().zip(&row.cells) {
            match cell {
                Cell::Empty => {}
                Cell::Text(_) => map.serialize_entry(column, &fragment_name(id, column))?,
                Cell::Number(number) => map.serialize_entry(column, number)?,
                Cell::Checkbox(checked) => map.serialize_entry(column, checked)?,
                Cell::Names(names) => map.serialize_entry(column, names)?,
                Cell::Reference(target) => map.serialize_entry(column, target)?,
                Cell::Image { source, fit: None } => map.serialize_entry(column, source)?,
                Cell::Image { source, fit: Some(fit) } => {
                    let value = ImageCell { reference: source, object_fit: fit.word() };
                    map.serialize_entry(column, &value)?;
                }
            }
        }
        map.end()
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ImageCell<'a> {
    #[serde(rename = "ref")]
    reference: &'a crate::document::model::ContentRef,
    object_fit: &'static str,
}

fn fragment_name(row: &str, column: &str) -> String {
    format!("{row}-{column}")
}

impl Serialize for Fragments<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns: Vec<String> = column_names(self.0).map(|(name, _)| name).collect();
        let mut fragments = Vec::new();
        for (id, row) in row_names(self.0) {
            for (column, cell) in columns.iter().zip(&row.cells) {
                if let Cell::Text(blocks) = cell {
                    fragments.push((fragment_name(&id, column), blocks));
                }
            }
        }
        serializer.collect_seq(fragments.iter().map(|(name, blocks)| Fragment {
            name,
            typed: false,
            body: Body::Blocks(blocks),
        }))
    }
}
