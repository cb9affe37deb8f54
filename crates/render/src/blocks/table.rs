//! Tables in their two views: grids and cards.

mod cards;

use maud::{Markup, html};
use quire_content::document::model::{
    CardSize, Cell, Column, ColumnKind, ContentRef, Num, Row, Side, Table, View, Word as _,
};

use super::layout::vertical_class;
use crate::html_renderer::HtmlRenderer;
use crate::inline::sign;
use crate::{icons, safe};

/// The greatest maximum of a rating that is drawn as stars.
const MOST_STARS: f64 = 10.0;

/// The fewest bytes of HTML that a row takes, and those of a cell.
const ROW: usize = 9;
const CELL: usize = 9;

/// The most options of a select column that are looked at for label and colour.
const MOST_OPTIONS: usize = 500;

/// The colours of options, each the end of a class `q-tint-…`.
const TINTS: [&str; 12] = [
    "default", "green", "blue", "red", "orange", "yellow", "purple", "primary", "info", "success", "warning", "danger",
];

impl HtmlRenderer<'_> {
    pub(super) fn table(&mut self, table: &Table) -> Markup {
        self.widen(table.full_width);
        match &table.view {
            View::Grid { hide_header, .. } => self.grid(table, *hide_header),
            View::Cards { size, hide_titles, .. } => self.cards(table, *size == CardSize::Large, *hide_titles),
        }
    }

    fn grid(&mut self, table: &Table, hide_header: bool) -> Markup {
        let columns = || table.columns.iter().filter(|column| !column.hidden);
        let titled = !hide_header && columns().any(|column| !column.title.trim().is_empty());
        let sized = columns().any(|column| column.width.is_some());
        html! {
            div.q-table-box.q-wide[table.full_width] role="group" tabindex="0" aria-label=(self.labels.table) {
                table.q-table {
                    @if sized { colgroup { @for column in columns() { col width=[column.width.and_then(pixels)]; } } }
                    @if titled {
                        thead { tr { @for column in columns() { th scope="col" class=[class(column)] { (column.title) } } } }
                    }
                    tbody {
                        @for row in &table.rows {
                            @if self.part(ROW + CELL * row.cells.len()) {
                                tr { @for (column, cell) in shown(table, row) { td class=[class(column)] { (self.cell(column, cell)) } } }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Draws the content of a cell.
    fn cell(&mut self, column: &Column, cell: &Cell) -> Markup {
        match cell {
            Cell::Empty => Markup::default(),
            Cell::Text(blocks) => self.item(blocks),
            Cell::Number(number) => match &column.kind {
                ColumnKind::Rating { max } => self.stars(*number, *max),
                _ => html! { (number) },
            },
            Cell::Checkbox(on) => {
                let label = if *on { self.labels.yes } else { self.labels.no };
                html! { input.q-check type="checkbox" disabled checked[*on] aria-label=(label); }
            }
            Cell::Names(names) => self.names(column, names),
            Cell::Reference(reference) => self.reference(reference),
            Cell::Image { source, .. } => match self.picture(source) {
                Some(file) => html! {
                    img.q-cell-image src=(file.url) alt="" width=[file.dimensions.map(|it| it.0)]
                        height=[file.dimensions.map(|it| it.1)] loading=[self.loading()] decoding="async";
                },
                None => Markup::default(),
            },
        }
    }

    fn stars(&self, given: Num, max: Num) -> Markup {
        let label = self.rating(&given.to_string(), &max.to_string());
        if !(1.0..=MOST_STARS).contains(&max.value()) {
            return html! { (label) };
        }
        let full = given.value().round().clamp(0.0, max.value()) as usize;
        let stars = "★".repeat(full) + &"☆".repeat(max.value() as usize - full);
        html! { span.q-stars role="img" aria-label=(label) { (stars) } }
    }

    fn names(&self, column: &Column, names: &[String]) -> Markup {
        match &column.kind {
            ColumnKind::Users { .. } => html! {
                @for (n, name) in names.iter().enumerate() {
                    @if let Some(link) = self.around.link(&ContentRef::User { user: name.clone() }) {
                        @if n > 0 { " " }
                        span.q-person { (link.title) }
                    }
                }
            },
            ColumnKind::Files => html! { @for name in names { (self.cell_file(name)) " " } },
            ColumnKind::Select { options, .. } => html! {
                @for (n, name) in names.iter().enumerate() {
                    @let choice = options.iter().take(MOST_OPTIONS).find(|choice| choice.value == *name);
                    @let color = choice.map_or("", |choice| choice.color.trim_start_matches('$'));
                    @let tint = TINTS.into_iter().find(|tint| *tint == color).unwrap_or("default");
                    @if n > 0 { " " }
                    span class={ "q-option q-tint-" (tint) } { (choice.map_or(name, |choice| &choice.label)) }
                }
            },
            _ => html! { (names.join(", ")) },
        }
    }

    fn cell_file(&self, name: &str) -> Markup {
        let source = ContentRef::File { file: name.to_owned() };
        let file = self.around.file(&source);
        let href = file.as_ref().map(|file| self.address_of(&source, file));
        match file.as_ref().and_then(|file| Some((file, safe::href(href.as_deref()?)?))) {
            Some((file, href)) => html! {
                a.q-link href=(href) { (icons::icon("file").unwrap_or_default()) (file.name) }
            },
            None => Markup::default(),
        }
    }

    fn reference(&self, reference: &ContentRef) -> Markup {
        let Some(link) = self.around.link(reference) else { return Markup::default() };
        match safe::href(&link.href) {
            Some(href) => html! {
                a.q-link.q-external[link.leads_away()] href=(href) rel=[link.rel()] { (sign(&link)) (link.title) }
            },
            None => html! { (link.title) },
        }
    }
}

/// Returns the visible cells of a row, each with its column.
fn shown<'a>(table: &'a Table, row: &'a Row) -> impl Iterator<Item = (&'a Column, &'a Cell)> {
    table.columns.iter().zip(&row.cells).filter(|(column, _)| !column.hidden)
}

/// Returns the classes of a column's cells.
fn class(column: &Column) -> Option<String> {
    let class = match &column.kind {
        ColumnKind::Text { align, vertical } => {
            let align = match align {
                Side::Left => String::new(),
                align => format!("q-align-{}", align.word()),
            };
            format!("{align}{}", vertical_class(*vertical))
        }
        ColumnKind::Number => "q-num".to_owned(),
        _ => String::new(),
    };
    (!class.is_empty()).then(|| class.trim_start().to_owned())
}

fn pixels(width: Num) -> Option<u32> {
    let width = width.value().round();
    (1.0..=4000.0).contains(&width).then_some(width as u32)
}
