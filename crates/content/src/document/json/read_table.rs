//! Tables read from JSON: columns in the order of the view, then the hidden ones; rows in their order; the texts of
//! cells from the fragments.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::fields::{At, Invalid, Object, num};
use super::inline::content_ref;
use super::read::{AllowedBlocks, JsonReader};
use crate::document::limits::MOST_COLUMNS;
use crate::document::model::{
    Block, CardSize, Cell, Choice, Column, ColumnKind, ContentRef, Key, Kind, More, Num, Role, Row, Side, Table, View,
};

/// The names of columns in the fields of the view.
struct Names {
    visible: Vec<String>,
    widths: Map<String, Value>,
    roles: Vec<(String, Role)>,
}

impl JsonReader {
    pub(super) fn table(&mut self, object: &mut Object<'_>, data: &mut Object<'_>) -> Result<Kind, Invalid> {
        let (view, names) = view(data)?;
        let full_width = data.flag("fullWidth")?.unwrap_or(false);
        let mut columns = columns(data, &names)?;
        let outer = std::mem::replace(&mut self.in_cell, true);
        let texts = self.cell_texts(object);
        self.in_cell = outer;
        let mut texts = texts?;
        let rows = self.rows(data, &columns, &mut texts)?;
        // Only rows keep their identifiers: that of a column is its position.
        columns.iter_mut().for_each(|column| column.key = Key::default());
        Ok(Kind::Table(Box::new(Table { view, full_width, columns, rows })))
    }

    fn cell_texts(&mut self, object: &mut Object<'_>) -> Result<HashMap<String, Vec<Block>>, Invalid> {
        let at = object.at;
        let field = at.field("fragments");
        let mut texts = HashMap::new();
        for (n, value) in object.list("fragments")?.into_iter().enumerate() {
            let at = field.item(n);
            self.count(&at)?;
            let mut fragment = Object::new(value, at)?;
            if let Some(name) = fragment.text("fragment")? {
                texts.insert(name, self.blocks(&mut fragment, AllowedBlocks::Flow)?);
            }
        }
        Ok(texts)
    }

    fn rows(
        &mut self,
        data: &mut Object<'_>,
        columns: &[Column],
        texts: &mut HashMap<String, Vec<Block>>,
    ) -> Result<Vec<Row>, Invalid> {
        let data_at = data.at;
        let field = data_at.field("records");
        let records = data.take("records").unwrap_or_else(|| Value::Object(Map::new()));
        let mut rows = Vec::new();
        for (id, value) in Object::new(records, field)?.rest() {
            let at = field.field(&id);
            self.count(&at)?;
            let mut record = Object::new(value, at)?;
            let order = record.text("orderIndex")?.unwrap_or_default();
            let values = record.take("values").unwrap_or_else(|| Value::Object(Map::new()));
            let values = Object::new(values, at.field("values"))?;
            let cells = self.cells(values, columns, texts)?;
            rows.push((order, Row { key: Key(Some(id.as_str().into())), cells }));
        }
        rows.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(rows.into_iter().map(|(_, row)| row).collect())
    }

    fn cells(
        &mut self,
        mut values: Object<'_>,
        columns: &[Column],
        texts: &mut HashMap<String, Vec<Block>>,
    ) -> Result<Vec<Cell>, Invalid> {
        let at = values.at;
        let mut cells = Vec::with_capacity(columns.len());
        for column in columns {
            self.count(&at)?;
            let name = column.key.as_str().unwrap_or_default();
            let cell = values.take(name).map(|value| cell(value, at.field(name), &column.kind, texts)).transpose()?;
            cells.push(cell.unwrap_or(Cell::Empty));
        }
        Ok(cells)
    }
}

fn view(data: &mut Object<'_>) -> Result<(View, Names), Invalid> {
    let at = data.at;
    let field = at.field("view");
    let mut view = Object::new(data.take("view").ok_or_else(|| data.missing("view"))?, field)?;
    let visible = view.texts("columns")?;
    let mut names = Names { visible, widths: Map::new(), roles: Vec::new() };
    let view = match view.text("type")?.as_deref() {
        Some("grid") => {
            if let Some(widths) = view.take("columnWidths") {
                names.widths = Object::new(widths, field.field("columnWidths"))?.rest();
            }
            View::Grid { hide_header: view.flag("hideHeader")?.unwrap_or(false), more: More::new(view.rest()) }
        }
        Some("cards") => {
            let fields = [
                ("targetDefinition", Role::Target),
                ("coverDefinition", Role::Cover),
                ("coverDefinitionDark", Role::CoverDark),
            ];
            for (name, role) in fields {
                names.roles.extend(view.some_text(name)?.map(|column| (column, role)));
            }
            let size = view.word("cardSize")?.unwrap_or(CardSize::Medium);
            let hide_titles = view.flag("hideColumnTitle")?.unwrap_or(false);
            View::Cards { size, hide_titles, more: More::new(view.rest()) }
        }
        _ => return Err(field.field("type").invalid("must be one of grid, cards")),
    };
    Ok((view, names))
}

fn columns(data: &mut Object<'_>, names: &Names) -> Result<Vec<Column>, Invalid> {
    let data_at = data.at;
    let field = data_at.field("definition");
    let definitions = data.take("definition").unwrap_or_else(|| Value::Object(Map::new()));
    let mut definitions = Object::new(definitions, field)?.rest();
    if definitions.len() > MOST_COLUMNS {
        return Err(field.invalid(format!("a table has at most {MOST_COLUMNS} columns")));
    }
    let mut columns = Vec::new();
    for (n, id) in names.visible.iter().enumerate() {
        let at = data_at.field("view");
        let at = at.field("columns");
        let value = definitions.shift_remove(id).ok_or_else(|| at.item(n).invalid("is listed twice or not defined"))?;
        columns.push(column(value, id, field.field(id), false, names)?);
    }
    for (id, value) in definitions {
        columns.push(column(value, &id, field.field(&id), true, names)?);
    }
    Ok(columns)
}

fn column(value: Value, id: &str, at: At<'_>, hidden: bool, names: &Names) -> Result<Column, Invalid> {
    let mut object = Object::new(value, at)?;
    object.take("id");
    let title = object.text("title")?.unwrap_or_default();
    let kind = column_kind(&mut object)?;
    let width = names.widths.get(id).and_then(num);
    let role = names.roles.iter().find(|(name, _)| name == id).map(|(_, role)| *role);
    Ok(Column { key: Key(Some(id.into())), title, kind, hidden, width, role, more: More::new(object.rest()) })
}

fn column_kind(object: &mut Object<'_>) -> Result<ColumnKind, Invalid> {
    let at = object.at;
    Ok(match object.required_text("type")?.as_str() {
        "text" => ColumnKind::Text {
            align: object.word("textAlignment")?.unwrap_or(Side::Left),
            vertical: object.word("verticalAlignment")?,
        },
        "number" => ColumnKind::Number,
        "checkbox" => ColumnKind::Checkbox,
        "select" => {
            let multiple = object.flag("multiple")?.unwrap_or(false);
            ColumnKind::Select { multiple, options: choices(object)? }
        }
        "rating" => {
            let five = || Num::new(5.0).ok_or_else(|| at.invalid("is no number"));
            ColumnKind::Rating { max: object.number("max")?.map_or_else(five, Ok)? }
        }
        "users" => ColumnKind::Users { multiple: object.flag("multiple")?.unwrap_or(false) },
        "files" => ColumnKind::Files,
        "content-ref" => ColumnKind::Reference,
        "image" => ColumnKind::Image,
        other => return Err(at.field("type").invalid(format!("`{other}` is no type of column"))),
    })
}

fn choices(object: &mut Object<'_>) -> Result<Vec<Choice>, Invalid> {
    let at = object.at;
    let field = at.field("options");
    let choice = |(n, value)| {
        let mut option = Object::new(value, field.item(n))?;
        Ok(Choice {
            value: option.required_text("value")?,
            label: option.text("label")?.unwrap_or_default(),
            color: option.text("color")?.unwrap_or_default(),
        })
    };
    object.list("options")?.into_iter().enumerate().map(choice).collect()
}

fn cell(value: Value, at: At<'_>, kind: &ColumnKind, texts: &mut HashMap<String, Vec<Block>>) -> Result<Cell, Invalid> {
    match kind {
        ColumnKind::Text { .. } => {
            let name = value.as_str().ok_or_else(|| at.invalid("must be the name of a fragment"))?;
            Ok(texts.remove(name).map_or(Cell::Empty, Cell::Text))
        }
        ColumnKind::Number | ColumnKind::Rating { .. } => {
            num(&value).map(Cell::Number).ok_or_else(|| at.invalid("must be a number"))
        }
        ColumnKind::Checkbox => value.as_bool().map(Cell::Checkbox).ok_or_else(|| at.invalid("must be true or false")),
        ColumnKind::Select { .. } | ColumnKind::Users { .. } | ColumnKind::Files => match value {
            Value::String(name) => Ok(Cell::Names(vec![name])),
            Value::Array(items) => texts_of(items, &at),
            _ => Err(at.invalid("must be a list of texts")),
        },
        ColumnKind::Reference => content_ref(value, at).map(Cell::Reference),
        ColumnKind::Image => image(value, at),
    }
}

fn texts_of(items: Vec<Value>, at: &At<'_>) -> Result<Cell, Invalid> {
    super::fields::texts(items, at).map(Cell::Names)
}

fn image(value: Value, at: At<'_>) -> Result<Cell, Invalid> {
    let mut object = Object::new(value, at)?;
    match object.take("ref") {
        Some(reference) => {
            let source = content_ref(reference, at.field("ref"))?;
            Ok(Cell::Image { source, fit: object.word("objectFit")? })
        }
        None => {
            let source: ContentRef = content_ref(Value::Object(object.rest()), at)?;
            Ok(Cell::Image { source, fit: None })
        }
    }
}
