//! Random tables.

use proptest::prelude::*;
use quire_content::document::model::{
    Block, CardSize, Cell, Choice, Column, ColumnKind, ContentRef, Fit, Key, Kind, ListStyle, More, Num, Role, Row,
    Side, Table, Vertical, View, Word,
};
use serde_json::Value;

use super::generate::{code, images};
use super::inlines::{line, reference, text, word};

type Blocks = BoxedStrategy<Vec<Block>>;

/// A table whose cells fit its columns.
pub(super) fn table(note: Option<Blocks>) -> BoxedStrategy<Table> {
    prop_oneof![plain(note.clone()), rich(note)].boxed()
}

/// One that pipes can say.
fn plain(note: Option<Blocks>) -> impl Strategy<Value = Table> {
    let side = prop::sample::select(Side::ALL).prop_map(|(side, _)| side);
    let columns = prop::collection::vec((word(), side), 1..4).prop_map(|columns| {
        columns.into_iter().map(|(title, align)| {
            let kind = ColumnKind::Text { align, vertical: None };
            Column { kind, ..Column::text(title) }
        })
    });
    let cell = line(note).prop_map(|nodes| Cell::Text(vec![Block::paragraph(nodes)]));
    (columns, prop::collection::vec(prop::collection::vec(cell, 3), 0..3), any::<bool>()).prop_map(
        |(columns, rows, hide_header)| {
            let columns: Vec<Column> = columns.collect();
            let rows = rows.into_iter().map(|mut cells| {
                cells.truncate(columns.len());
                Row { key: Key::default(), cells }
            });
            let rows = rows.collect();
            Table { view: View::Grid { hide_header, more: More::default() }, full_width: false, columns, rows }
        },
    )
}

/// Unknown attributes of a table or a column, mostly none.
fn data() -> impl Strategy<Value = More> {
    let field = ("data-[a-c]{1,3}", text()).prop_map(|(name, value)| (name, Value::String(value)));
    prop::option::weighted(0.2, field).prop_map(|field| More::new(field.into_iter().collect()))
}

fn rich(note: Option<Blocks>) -> impl Strategy<Value = Table> {
    let number = || (0u32..100).prop_map(|n| Num::new(f64::from(n)).unwrap());
    let role = prop::option::weighted(0.3, prop::sample::select(vec![Role::Target, Role::Cover, Role::CoverDark]));
    let column = (word(), column_kind(), any::<bool>(), prop::option::of(number()), role, data());
    let column = column.prop_map(|(title, kind, hidden, width, role, more)| Column {
        key: Key::default(),
        title,
        kind,
        hidden,
        width,
        role,
        more,
    });
    let grid = (any::<bool>(), data()).prop_map(|(hide_header, more)| View::Grid { hide_header, more });
    let size = prop::sample::select(CardSize::ALL).prop_map(|(size, _)| size);
    let cards =
        (size, any::<bool>(), data()).prop_map(|(size, hide_titles, more)| View::Cards { size, hide_titles, more });
    (prop::collection::vec(column, 1..4), prop_oneof![grid, cards], any::<bool>(), 0usize..3).prop_flat_map(
        move |(columns, view, full_width, height)| {
            let cells: Vec<_> = columns.iter().map(|column| cell(&column.kind, note.clone())).collect();
            let row = cells.prop_map(|cells| Row { key: Key::default(), cells });
            prop::collection::vec(row, height).prop_map(move |rows| Table {
                view: view.clone(),
                full_width,
                columns: columns.clone(),
                rows,
            })
        },
    )
}

fn column_kind() -> impl Strategy<Value = ColumnKind> {
    let side = prop::sample::select(Side::ALL).prop_map(|(side, _)| side);
    let vertical = prop::option::of(prop::sample::select(Vertical::ALL).prop_map(|(vertical, _)| vertical));
    let option = (word(), text(), word()).prop_map(|(value, label, color)| Choice { value, label, color });
    prop_oneof![
        5 => (side, vertical).prop_map(|(align, vertical)| ColumnKind::Text { align, vertical }),
        1 => Just(ColumnKind::Number),
        1 => Just(ColumnKind::Checkbox),
        1 => (any::<bool>(), prop::collection::vec(option, 0..3))
            .prop_map(|(multiple, options)| ColumnKind::Select { multiple, options }),
        1 => Just(ColumnKind::Rating { max: Num::new(5.0).unwrap() }),
        1 => any::<bool>().prop_map(|multiple| ColumnKind::Users { multiple }),
        1 => Just(ColumnKind::Files),
        1 => Just(ColumnKind::Reference),
        1 => Just(ColumnKind::Image),
    ]
}

fn cell(kind: &ColumnKind, note: Option<Blocks>) -> BoxedStrategy<Cell> {
    let names = || prop::collection::vec("[a-z0-9]{1,5}", 0..3).prop_map(Cell::Names);
    let file = || "[a-zA-Z0-9]{1,5}".prop_map(|file| ContentRef::File { file });
    let full = match kind {
        ColumnKind::Text { .. } => prop::collection::vec(block(note), 0..4).prop_map(Cell::Text).boxed(),
        ColumnKind::Number | ColumnKind::Rating { .. } => {
            (0u32..1000).prop_map(|n| Cell::Number(Num::new(f64::from(n) / 10.0).unwrap())).boxed()
        }
        ColumnKind::Checkbox => any::<bool>().prop_map(Cell::Checkbox).boxed(),
        ColumnKind::Select { .. } | ColumnKind::Users { .. } | ColumnKind::Files => names().boxed(),
        ColumnKind::Reference => reference().prop_map(Cell::Reference).boxed(),
        ColumnKind::Image => {
            let fit = prop::option::of(prop::sample::select(Fit::ALL).prop_map(|(fit, _)| fit));
            (file(), fit).prop_map(|(source, fit)| Cell::Image { source, fit }).boxed()
        }
    };
    prop_oneof![4 => full, 1 => Just(Cell::Empty)].boxed()
}

/// A block that may stand in a cell.
fn block(note: Option<Blocks>) -> BoxedStrategy<Block> {
    let line = line(note.clone());
    let plain = prop_oneof![
        4 => line.clone().prop_map(Block::paragraph),
        1 => (1u8..4, line.clone()).prop_map(|(level, nodes)| Block::new(Kind::Heading { level, align: None, nodes })),
        1 => Just(Block::new(Kind::Divider)),
        1 => code(note.clone()).prop_map(|mut kind| {
            if let Kind::Code(code) = &mut kind {
                // Beside a language only.
                code.info = code.info.take().filter(|_| code.syntax.is_some());
            }
            Block::new(kind)
        }),
        1 => images(note).prop_map(Block::new),
    ];
    let inner = prop::collection::vec(plain.clone(), 0..3);
    let list = (any::<bool>(), prop::collection::vec(inner.clone(), 1..3)).prop_map(|(tasks, items)| {
        let style = if tasks { ListStyle::Tasks } else { ListStyle::Ordered { start: None } };
        let checked = tasks.then_some(true);
        let items = items.into_iter().map(|nodes| Block::new(Kind::ListItem { checked, nodes })).collect();
        Block::new(Kind::List { style, items })
    });
    let quote = inner.prop_map(|nodes| Block::new(Kind::Quote { nodes }));
    prop_oneof![6 => plain, 1 => list, 1 => quote].boxed()
}
