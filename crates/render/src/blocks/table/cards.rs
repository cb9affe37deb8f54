//! Tables in the card view: a card for each row, linked to the target that the row names.

use maud::{Markup, html};
use quire_content::document::model::{Cell, Column, ContentRef, Fit, Role, Row, Table, Word as _};

use super::shown;
use crate::html_renderer::HtmlRenderer;
use crate::reference_resolver::{FileView, Link};
use crate::{safe, text};

/// The fewest bytes of HTML that a card takes.
const CARD: usize = 60;

/// The widths of the covers of cards: a card has a row of its own on the smallest screens.
const SIZES: &str = "(max-width: 480px) 100vw, 376px";

impl HtmlRenderer<'_> {
    pub(super) fn cards(&mut self, table: &Table, large: bool, hide_titles: bool) -> Markup {
        html! {
            ul.q-cards.q-large[large] {
                @for row in &table.rows { @if self.part(CARD) { li.q-card { (self.counted(|it| it.one_card(table, row, hide_titles))) } } }
            }
        }
    }

    fn one_card(&mut self, table: &Table, row: &Row, hide_titles: bool) -> Markup {
        let target = self.target(table, row);
        let fields: Vec<_> = shown(table, row)
            .filter(|(column, cell)| column.role.is_none() && **cell != Cell::Empty)
            .map(|(column, cell)| (column, cell, self.cell(column, cell)))
            .collect();
        html! {
            (self.cover(table, row))
            div.q-card-body {
                @for (n, (column, _, content)) in fields.iter().enumerate() {
                    div.q-card-field.q-card-first[n == 0] {
                        @if titled(column, hide_titles) { span.q-card-label { (column.title) } " " }
                        (content)
                    }
                }
                @if fields.is_empty() && let Some(link) = &target { div.q-card-field.q-card-first { (link.title) } }
            }
            @if let Some(link) = &target && let Some(href) = safe::href(&link.href) {
                a.q-card-target href=(href) rel=[link.rel()] aria-label=(name(&fields, link)) {}
            }
        }
    }

    fn target(&self, table: &Table, row: &Row) -> Option<Link> {
        match of_role(table, row, Role::Target)? {
            Cell::Reference(reference) => self.around.link(reference),
            _ => None,
        }
    }

    fn cover(&self, table: &Table, row: &Row) -> Markup {
        let Some((light, fit)) = self.picture_of(table, row, Role::Cover) else { return Markup::default() };
        let srcset = |file: &FileView| file.srcset().filter(|_| !self.printed);
        let draw = |file: &FileView, class: Option<&str>| {
            html! {
                img class=[class] sizes=[srcset(file).map(|_| SIZES)] srcset=[srcset(file)] src=(file.url) alt="" width=[file.dimensions.map(|it| it.0)] height=[file.dimensions.map(|it| it.1)]
                    loading=[self.loading()] decoding="async";
            }
        };
        let fit = fit.unwrap_or(Fit::Cover).word();
        html! {
            div class={ "q-card-cover q-fit-" (fit) } {
                @if let Some((dark, _)) = self.picture_of(table, row, Role::CoverDark) {
                    (draw(&light, Some("q-only-light"))) (draw(&dark, Some("q-only-dark")))
                } @else {
                    (draw(&light, None))
                }
            }
        }
    }

    fn picture_of(&self, table: &Table, row: &Row, role: Role) -> Option<(FileView, Option<Fit>)> {
        match of_role(table, row, role)? {
            Cell::Image { source, fit } => Some((self.picture(source)?, *fit)),
            Cell::Names(names) => Some((self.picture(&ContentRef::File { file: names.first()?.clone() })?, None)),
            Cell::Reference(reference) => Some((self.picture(reference)?, None)),
            _ => None,
        }
    }
}

/// Returns the cell of the first column that has a role.
fn of_role<'a>(table: &'a Table, row: &'a Row, role: Role) -> Option<&'a Cell> {
    let at = table.columns.iter().position(|column| column.role == Some(role))?;
    row.cells.get(at)
}

/// Returns true if cards show the title of a column.
fn titled(column: &Column, hide_titles: bool) -> bool {
    !hide_titles && !column.title.trim().is_empty()
}

/// Returns the accessible name of a card's link: the first text that is not empty, else the target's title.
fn name(fields: &[(&Column, &Cell, Markup)], link: &Link) -> String {
    let texts = fields.iter().filter_map(|(_, cell, _)| match cell {
        Cell::Text(blocks) => Some(text::of_blocks(blocks)),
        _ => None,
    });
    texts.into_iter().find(|text| !text.is_empty()).unwrap_or_else(|| link.title.clone())
}
