//! Tables: columns as wide as their content asks for, rows that break over sheets, and cards.
//!
//! The head of a table stands again at the top of each sheet that the table goes on to.

use std::rc::Rc;

use quire_content::document::model::{
    Block, CardSize, Cell, Column, ColumnKind, Kind as BlockKind, Role, Row as TableRow, Side, Table, View,
};

use crate::boxes::framed;
use crate::composer::Composer;
use crate::picture::PIXEL;
use crate::rows::{Item, Mark, MarkKind, Row, flatten, shift, side_by_side, trim};
use crate::spans::{Alignment, Setting, Span};
use crate::structure::PartKind as Kind;
use crate::style::{CHIP, FAINT, MUTED, SHADE, SMALL, Style};

/// The space at the sides of a cell, above it and below it.
const PAD_X: f32 = 6.0;
const PAD_Y: f32 = 4.5;
/// The maximum number of columns; more are left out, which the end of the document says.
const MOST_COLUMNS: usize = 100;
/// The largest natural width of a column that counts.
const MOST_NATURAL: f32 = 900.0;

impl Composer<'_, '_> {
    pub(crate) fn table(&mut self, table: &Table, width: f32) -> Vec<Item> {
        match &table.view {
            View::Cards { size, hide_titles, .. } => self.cards(table, *size, *hide_titles, width),
            View::Grid { hide_header, .. } => self.grid(table, *hide_header, width),
        }
    }

    fn grid(&mut self, table: &Table, hide_header: bool, width: f32) -> Vec<Item> {
        let mut shown: Vec<usize> = (0..table.columns.len()).filter(|at| !table.columns[*at].hidden).collect();
        self.is_cut |= shown.len() > MOST_COLUMNS;
        shown.truncate(MOST_COLUMNS);
        if shown.is_empty() {
            return Vec::new();
        }
        let size = if shown.len() > 8 {
            SMALL - 1.8
        } else if shown.len() > 5 {
            SMALL - 0.8
        } else {
            SMALL
        };
        let has_head = !hide_header && shown.iter().any(|at| !table.columns[*at].title.trim().is_empty());
        let widths = self.widths(table, &shown, has_head, size, width);
        let aside = std::mem::replace(&mut self.aside, true);
        let items = self.within(Kind::Table, |it, _| {
            let mut all = Vec::new();
            let mut head = None;
            if has_head {
                let row = it.head(table, &shown, &widths, size, width);
                let repeated = Row { marks: row.marks.iter().filter_map(as_ornament).collect(), ..row.clone() };
                head = Some(Rc::new(vec![repeated]));
                all.push(Item::Row(Row { keep: true, ..row }));
            }
            for row in &table.rows {
                if !it.spend(1) {
                    break;
                }
                let rows = it.grid_row(table, row, &shown, &widths, size, width);
                all.extend(rows.into_iter().map(|row| Item::Row(Row { head: head.clone(), ..row })));
            }
            all
        });
        self.aside = aside;
        items
    }

    fn head(&mut self, table: &Table, shown: &[usize], widths: &[f32], size: f32, width: f32) -> Row {
        let cells = self.within(Kind::TR, |it, _| {
            let mut x = 0.0;
            let mut cells = Vec::new();
            for (at, own) in shown.iter().zip(widths) {
                let column = &table.columns[*at];
                let setting = Setting { align: side(column), leading: 1.4, ..Setting::new(own - 2.0 * PAD_X, size) };
                let items = it.within(Kind::TH, |it, tag| {
                    let mut items = it.plain(&column.title, Style::bold(size), setting, Kind::P);
                    items.push(Item::Row(empty(tag)));
                    items
                });
                cells.push((x + PAD_X, items));
                x += own;
            }
            cells
        });
        let rows = side_by_side(cells, f32::INFINITY);
        let inside = flatten(rows.into_iter().map(Item::Row).collect());
        let height = inside.height + 2.0 * PAD_Y;
        let mut marks = vec![Mark::fill(0.0, 0.0, width, height, SHADE), Mark::rule(0.0, height, width, FAINT)];
        marks.extend(inside.marks.into_iter().map(|mark| Mark { y: mark.y + PAD_Y, ..mark }));
        Row { height, marks, ..Row::default() }
    }

    fn grid_row(
        &mut self,
        table: &Table,
        row: &TableRow,
        shown: &[usize],
        widths: &[f32],
        size: f32,
        width: f32,
    ) -> Vec<Row> {
        let cells = self.within(Kind::TR, |it, _| {
            let mut x = 0.0;
            let mut cells = Vec::new();
            for (at, own) in shown.iter().zip(widths) {
                let column = &table.columns[*at];
                let mut items = it.within(Kind::TD, |it, tag| {
                    let mut items = match row.cells.get(*at) {
                        Some(cell) => it.cell(column, cell, own - 2.0 * PAD_X, size),
                        None => Vec::new(),
                    };
                    items.push(Item::Row(empty(tag)));
                    items
                });
                trim(&mut items);
                items.insert(0, Item::Row(Row::space(PAD_Y)));
                items.push(Item::Row(Row::space(PAD_Y)));
                cells.push((x + PAD_X, items));
                x += own;
            }
            cells
        });
        let mut rows = side_by_side(cells, self.most_height * 0.4);
        if let Some(last) = rows.last_mut() {
            let y = last.height;
            last.marks.push(Mark::rule(0.0, y, width, FAINT));
        }
        rows
    }

    /// Lays out the content of a cell.
    fn cell(&mut self, column: &Column, cell: &Cell, width: f32, size: f32) -> Vec<Item> {
        let setting = Setting { align: side(column), leading: 1.4, ..Setting::new(width, size) };
        if let Cell::Text(blocks) = cell {
            return self.cell_blocks(blocks, setting);
        }
        let spans = self.cell_spans(column, cell, size);
        if let Some(items) = self.cell_picture(column, cell, width, 60.0) {
            return items;
        }
        self.within(Kind::P, |it, tag| it.paragraph(&spans, setting, Some(tag)))
    }

    /// Lays out the blocks of a cell: paragraphs in the size of the table, other blocks as they are.
    fn cell_blocks(&mut self, blocks: &[Block], setting: Setting) -> Vec<Item> {
        let mut all = Vec::new();
        for block in blocks {
            let items = match &block.kind {
                BlockKind::Paragraph { align: None, nodes } => {
                    self.text(nodes, Style::plain(setting.size), setting, Kind::P)
                }
                _ => self.inside(std::slice::from_ref(block), setting.width),
            };
            if !all.is_empty() && !items.is_empty() {
                all.push(Item::Gap(3.0));
            }
            all.extend(items);
        }
        for item in &mut all {
            if let Item::Row(row) = item {
                row.keep = false;
            }
        }
        all
    }

    /// Returns the content of a cell that is no rich text.
    fn cell_spans(&mut self, column: &Column, cell: &Cell, size: f32) -> Vec<Span> {
        let style = Style::plain(size);
        match (&column.kind, cell) {
            (_, Cell::Empty | Cell::Text(_) | Cell::Image { .. }) => Vec::new(),
            (ColumnKind::Rating { max }, Cell::Number(number)) => {
                let most = max.value().clamp(0.0, 20.0) as usize;
                let given = (number.value().max(0.0) as usize).min(most);
                vec![Span::new("★".repeat(given) + &"☆".repeat(most - given), style)]
            }
            (_, Cell::Number(number)) => vec![Span::new(number.to_string(), style)],
            (_, Cell::Checkbox(checked)) => vec![Span::new(if *checked { "☑" } else { "☐" }, style)],
            (ColumnKind::Select { options, .. }, Cell::Names(names)) => {
                let mut spans = Vec::new();
                for name in names {
                    let label = options.iter().find(|it| it.value == *name).map_or(name.as_str(), |it| &it.label);
                    if !spans.is_empty() {
                        spans.push(Span::new(" ", style));
                    }
                    let chip = Style { back: Some(CHIP), ..style };
                    spans.push(Span::new(format!("\u{00A0}{label}\u{00A0}"), chip));
                }
                spans
            }
            (ColumnKind::Files, Cell::Names(names)) => {
                let named = |it: &Self, name: &String| {
                    let file = quire_content::document::model::ContentRef::File { file: name.clone() };
                    it.around.file(&file).map(|file| file.name)
                };
                let names: Vec<String> = names.iter().filter_map(|name| named(self, name)).collect();
                vec![Span::new(names.join(", "), style)]
            }
            (_, Cell::Names(_)) => Vec::new(),
            (_, Cell::Reference(target)) => {
                let Some(link) = self.around.link(target) else { return Vec::new() };
                let linked = self.linked(&link);
                let color = if linked.is_some() { crate::style::LINK } else { style.color };
                vec![Span { link: linked, ..Span::new(link.title, style.colored(color)) }]
            }
        }
    }

    fn cell_picture(&mut self, column: &Column, cell: &Cell, width: f32, most: f32) -> Option<Vec<Item>> {
        let Cell::Image { source, .. } = cell else { return None };
        let (picture, (w, h)) = self.picture(source, &column.title)?;
        let scale = PIXEL.min(width / w).min(most / h);
        let (w, h) = (w * scale, h * scale);
        let tag = self.structure.add(self.parent, Kind::Figure(Some(column.title.clone())));
        let mark = Mark { x: 0.0, y: 0.0, tag: Some(tag), kind: MarkKind::Picture { width: w, height: h, picture } };
        Some(vec![Item::Row(Row { height: h, marks: vec![mark], ..Row::default() })])
    }

    /// Returns the widths of the columns: as their content asks for, within the width of the table.
    fn widths(&mut self, table: &Table, shown: &[usize], has_head: bool, size: f32, width: f32) -> Vec<f32> {
        let room = (width - 2.0 * PAD_X * shown.len() as f32).max(shown.len() as f32);
        let mut least = Vec::new();
        let mut natural = Vec::new();
        for at in shown {
            let column = &table.columns[*at];
            let (mut widest, mut longest) =
                if has_head { self.measure(&[Span::new(column.title.clone(), Style::bold(size))]) } else { (0.0, 0.0) };
            for row in table.rows.iter().take(400) {
                let (w, l) = row.cells.get(*at).map_or((0.0, 0.0), |cell| self.measure_cell(column, cell, size));
                widest = widest.max(w);
                longest = longest.max(l);
            }
            least.push(widest.clamp(12.0, room.max(12.0)));
            natural.push(longest.clamp(12.0, MOST_NATURAL).max(widest.min(MOST_NATURAL)));
        }
        let (sum_least, sum_natural): (f32, f32) = (least.iter().sum(), natural.iter().sum());
        let own: Vec<f32> = if sum_natural <= room {
            let free = (room - sum_natural) / sum_natural;
            natural.iter().map(|it| it * (1.0 + free)).collect()
        } else if sum_least <= room {
            let wish: Vec<f32> =
                natural.iter().zip(&least).map(|(natural, least)| (natural - least).max(0.0).sqrt()).collect();
            let all: f32 = wish.iter().sum::<f32>().max(0.001);
            let free = room - sum_least;
            least.iter().zip(&wish).map(|(least, wish)| least + free * wish / all).collect()
        } else {
            // Wide words break: no column takes more than its part of what is missing.
            let fair = room / shown.len() as f32;
            let small: f32 = least.iter().filter(|it| **it <= fair).sum();
            let large: f32 = least.iter().filter(|it| **it > fair).sum::<f32>().max(0.001);
            least.iter().map(|it| if *it <= fair { *it } else { (room - small) * it / large }).collect()
        };
        own.into_iter().map(|it| it + 2.0 * PAD_X).collect()
    }

    fn measure_cell(&mut self, column: &Column, cell: &Cell, size: f32) -> (f32, f32) {
        match cell {
            Cell::Text(blocks) => {
                let mut all = (0.0_f32, 0.0_f32);
                for block in blocks {
                    let (w, l) = self.measure_block(block, size, 0);
                    all = (all.0.max(w), all.1.max(l));
                }
                all
            }
            Cell::Image { .. } => (40.0, 60.0),
            _ => {
                let parent = self.parent;
                let spans = self.cell_spans(column, cell, size);
                self.parent = parent;
                self.measure(&spans)
            }
        }
    }

    fn measure_block(&mut self, block: &Block, size: f32, depth: usize) -> (f32, f32) {
        match &block.kind {
            BlockKind::Paragraph { nodes, .. } | BlockKind::Heading { nodes, .. } => {
                let notes = self.notes.len();
                let spans = self.spans(nodes, Style::plain(size), 200.0);
                self.notes.truncate(notes);
                self.measure(&spans)
            }
            BlockKind::Images { .. } => (40.0, 120.0),
            BlockKind::Code(_) => (60.0, 160.0),
            _ if depth < 6 => {
                let mut all = (20.0_f32, 20.0_f32);
                for child in block.children() {
                    let (w, l) = self.measure_block(child, size, depth + 1);
                    all = (all.0.max(w + 17.0), all.1.max(l + 17.0));
                }
                all
            }
            _ => (40.0, 120.0),
        }
    }

    fn cards(&mut self, table: &Table, size: CardSize, hide_titles: bool, width: f32) -> Vec<Item> {
        let gap = 12.0;
        let each = if size == CardSize::Large { 2 } else { 3 };
        let own = (width - gap * (each as f32 - 1.0)) / each as f32;
        let (each, own) = if own < 90.0 { (1, width) } else { (each, own) };
        let aside = std::mem::replace(&mut self.aside, true);
        let mut all = Vec::new();
        for rows in table.rows.chunks(each) {
            if !self.spend(1) {
                break;
            }
            let cards: Vec<Row> = rows.iter().map(|row| flatten(self.card_of(table, row, hide_titles, own))).collect();
            let height = cards.iter().map(|card| card.height).fold(0.0, f32::max);
            let columns = cards.into_iter().enumerate().map(|(n, card)| {
                let mut items = framed(vec![Item::Row(Row { height: height.max(card.height), ..card })], own, 0.0, 0.0);
                shift(&mut items, 0.0);
                (n as f32 * (own + gap), items)
            });
            let row = side_by_side(columns.collect(), f32::INFINITY);
            if !all.is_empty() {
                all.push(Item::Gap(gap));
            }
            all.extend(row.into_iter().map(Item::Row));
        }
        self.aside = aside;
        all
    }

    fn card_of(&mut self, table: &Table, row: &TableRow, hide_titles: bool, width: f32) -> Vec<Item> {
        let role = |role: Role| table.columns.iter().position(|column| column.role == Some(role));
        let cell = |at: Option<usize>| at.and_then(|at| row.cells.get(at));
        let inner = width - 20.0;
        let target = cell(role(Role::Target)).and_then(|cell| match cell {
            Cell::Reference(target) => self.around.link(target),
            _ => None,
        });
        self.within(Kind::Div, |it, _| {
            let mut items = Vec::new();
            if let Some(cell @ Cell::Image { .. }) = cell(role(Role::Cover)) {
                let column = &table.columns[role(Role::Cover).unwrap_or(0)];
                if let Some(mut picture) = it.cell_picture(column, cell, width - 12.0, 110.0) {
                    shift(&mut picture, 6.0);
                    items.push(Item::Row(Row::space(6.0)));
                    items.extend(picture);
                }
            }
            items.push(Item::Row(Row::space(8.0)));
            let mut first = true;
            for (at, column) in table.columns.iter().enumerate() {
                if column.hidden || column.role.is_some() {
                    continue;
                }
                let Some(cell) = row.cells.get(at).filter(|cell| **cell != Cell::Empty) else { continue };
                if !hide_titles && !first && !column.title.trim().is_empty() && !matches!(cell, Cell::Text(_)) {
                    let style = Style::plain(SMALL - 1.5).colored(MUTED);
                    let mut label = it.plain(&column.title, style, Setting::new(inner, SMALL - 1.5), Kind::P);
                    shift(&mut label, 10.0);
                    items.extend(label);
                }
                let mut part = it.cell(column, cell, inner, SMALL);
                trim(&mut part);
                if part.is_empty() {
                    continue;
                }
                shift(&mut part, 10.0);
                items.extend(part);
                items.push(Item::Row(Row::space(3.0)));
                first = false;
            }
            if let Some(link) = target
                && let Some(linked) = it.linked(&link)
            {
                let style = Style::plain(SMALL - 0.5).colored(crate::style::LINK);
                let span = Span { link: Some(linked), ..Span::new(link.title, style) };
                let setting = Setting { leading: 1.4, ..Setting::new(inner, SMALL - 0.5) };
                let mut part = it.within(Kind::P, |it, tag| it.paragraph(&[span], setting, Some(tag)));
                shift(&mut part, 10.0);
                items.extend(part);
            }
            items.push(Item::Row(Row::space(6.0)));
            items
        })
    }
}

/// Returns a mark as the head of a table has it on later sheets; links are there once.
fn as_ornament(mark: &Mark) -> Option<Mark> {
    match mark.kind {
        MarkKind::Link { .. } | MarkKind::Anchor(_) | MarkKind::Empty => None,
        _ => Some(Mark { tag: None, ..mark.clone() }),
    }
}

/// Returns a row without height that makes a cell without content a part of the structure.
fn empty(tag: crate::structure::Tag) -> Row {
    Row { marks: vec![Mark { x: 0.0, y: 0.0, tag: Some(tag), kind: MarkKind::Empty }], ..Row::default() }
}

fn side(column: &Column) -> Alignment {
    match &column.kind {
        ColumnKind::Text { align: Side::Center, .. } => Alignment::Center,
        ColumnKind::Text { align: Side::Right, .. } | ColumnKind::Number => Alignment::Right,
        _ => Alignment::Start,
    }
}
