//! Container blocks: hints, tabs, steps, expandables, columns, prompts, reusable content.

use maud::{Markup, html};
use quire_content::document::model::{Block, ContentRef, HintStyle, Kind, Length, Node, Vertical, Word as _};

use crate::html_renderer::HtmlRenderer;
use crate::icons;
use crate::text::fill;

/// The greatest nesting depth of reusable content.
const MOST_REUSABLE_DEPTH: usize = 8;

/// The fewest bytes of HTML that a tab, a step or a column takes.
const TAB: usize = 30;

impl HtmlRenderer<'_> {
    pub(super) fn hint(&mut self, style: HintStyle, nodes: &[Block]) -> Markup {
        let (label, icon) = match style {
            HintStyle::Info => (self.labels.info, "circle-info"),
            HintStyle::Success => (self.labels.success, "circle-check"),
            HintStyle::Warning => (self.labels.warning, "circle-exclamation"),
            HintStyle::Danger => (self.labels.danger, "triangle-exclamation"),
        };
        let titled = matches!(nodes.first(), Some(Block { kind: Kind::Heading { .. }, .. }));
        html! {
            div class={ "q-hint q-" (style.word()) @if titled { " q-titled" } } role="note" aria-label=(label) {
                span.q-hint-icon { (icons::icon(icon).unwrap_or_default()) }
                div.q-hint-body { (self.inside(nodes)) }
            }
        }
    }

    pub(super) fn tabs(&mut self, full_width: bool, tabs: &[Block]) -> Markup {
        self.body.uses.tabs = true;
        self.widen(full_width);
        html! {
            div.q-tabs.q-wide[full_width] {
                @for (n, tab) in tabs.iter().enumerate() { @if self.part(TAB) { (self.counted(|it| it.tab(n, tab))) } }
            }
        }
    }

    fn tab(&mut self, n: usize, tab: &Block) -> Markup {
        let id = self.id(tab);
        let Kind::Tab { title, icon, nodes } = &tab.kind else { return Markup::default() };
        let number = (n + 1).to_string();
        let icon = icon.as_deref().and_then(icons::icon);
        html! {
            section.q-tab id=[id] {
                p.q-tab-title { (icon.unwrap_or_default()) (title.as_deref().filter(|title| !title.trim().is_empty()).unwrap_or(&number)) }
                div.q-tab-body { (self.inside(nodes)) }
            }
        }
    }

    pub(super) fn stepper(&mut self, steps: &[Block]) -> Markup {
        html! { ol.q-stepper { @for (n, step) in steps.iter().enumerate() { @if self.part(TAB) { (self.counted(|it| it.step(n + 1, step))) } } } }
    }

    fn step(&mut self, number: usize, step: &Block) -> Markup {
        let Kind::Step { icon, nodes } = &step.kind else { return Markup::default() };
        let icon = icon.as_deref().and_then(icons::icon);
        let label = fill(self.labels.step, &[&number.to_string()]);
        html! {
            li.q-step {
                span.q-step-mark role="img" aria-label=(label) {
                    @if let Some(icon) = icon { (icon) } @else { (number) }
                }
                // Headings of steps are in the outline, if those of the stepper's place are.
                div.q-step-body { (self.blocks(nodes)) }
            }
        }
    }

    pub(super) fn expandable(&mut self, block: &Block, title: &[Node], body: &[Block], open: bool) -> Markup {
        let id = self.id(block);
        html! {
            details.q-expandable id=[id] open[open || self.printed] {
                summary { (self.line(title)) }
                div.q-expandable-body { (self.inside(body)) }
            }
        }
    }

    pub(super) fn columns(&mut self, full_width: bool, columns: &[Block]) -> Markup {
        self.widen(full_width);
        let rest = rest_of_columns(columns);
        html! {
            div.q-columns.q-wide[full_width] {
                @for column in columns {
                    @if let Kind::Column { width, vertical, nodes } = &column.kind && self.part(TAB) {
                        div class={ "q-col" (column_class(width.as_ref(), rest)) (vertical_class(*vertical)) } { (self.inside(nodes)) }
                    }
                }
            }
        }
    }

    pub(super) fn prompt(&mut self, description: Option<&str>, icon: Option<&str>, nodes: &[Block]) -> Markup {
        let labels = self.labels;
        html! {
            figure.q-prompt {
                figcaption.q-prompt-head {
                    (icon.and_then(icons::icon).unwrap_or_default())
                    span.q-prompt-title { (description.unwrap_or(labels.prompt)) }
                    button.q-copy type="button" hidden data-copied=(labels.copied) { (labels.copy) }
                }
                div.q-prompt-body { (self.inside(nodes)) }
            }
        }
    }

    /// Draws reusable content, unless it contains itself or the bounds of depth and number are reached.
    pub(super) fn reusable(&mut self, content: &str, space: Option<&str>) -> Markup {
        let name = format!("{}/{content}", space.unwrap_or_default());
        let known = self.within.contains(&name) || self.within.len() >= MOST_REUSABLE_DEPTH;
        if known || self.reusable_left == 0 || !self.goes_on() {
            return Markup::default();
        }
        self.reusable_left -= 1;
        let around = match space {
            None => Some(self.around),
            Some(space) => self.around.of_space(space),
        };
        let reference = ContentRef::ReusableContent { reusable_content: content.to_owned(), space: None };
        let found = around.and_then(|around| Some((around, around.reusable(&reference)?)));
        let Some((around, document)) = found else { return Markup::default() };
        self.within.push(name);
        let outside = std::mem::replace(&mut self.around, around);
        let markup = self.document(&document);
        self.around = outside;
        self.within.pop();
        markup
    }

    /// Records that a block of the page itself asks for the full width.
    pub(crate) fn widen(&mut self, full_width: bool) {
        self.body.wide |= full_width && self.outlined;
    }
}

/// Returns the class of a column's width, with a leading space; one without a width gets `rest`.
fn column_class(width: Option<&Length>, rest: Option<u8>) -> String {
    twelfths(width).or(rest).map_or_else(String::new, |twelfths| format!(" q-col-{twelfths}"))
}

/// Returns the width of a column in twelfths; only per cent count.
fn twelfths(width: Option<&Length>) -> Option<u8> {
    let width = width.filter(|width| width.unit.as_deref() == Some("%"))?;
    let twelfths = (width.value.value() * 12.0 / 100.0).round().clamp(1.0, 12.0);
    (1..=12).find(|it| f64::from(*it) >= twelfths)
}

/// Returns the twelfths for each of the columns without a width beside some with one: those that are left, in equal
/// parts. `None` where nothing is left, or all or none have a width.
fn rest_of_columns(columns: &[Block]) -> Option<u8> {
    let widths = columns.iter().map(|column| match &column.kind {
        Kind::Column { width, .. } => twelfths(width.as_ref()),
        _ => None,
    });
    let (known, unknown): (Vec<_>, Vec<_>) = widths.partition(Option::is_some);
    let taken: u8 = known.iter().flatten().fold(0, |sum, width| sum.saturating_add(*width));
    let parts = u8::try_from(unknown.len()).ok().filter(|parts| *parts > 0 && taken > 0)?;
    Some(12_u8.checked_sub(taken)? / parts).filter(|width| *width > 0)
}

/// Returns the class of a vertical alignment, with a leading space.
pub(super) fn vertical_class(vertical: Option<Vertical>) -> &'static str {
    match vertical {
        Some(Vertical::Middle) => " q-middle",
        Some(Vertical::Bottom) => " q-bottom",
        _ => "",
    }
}
