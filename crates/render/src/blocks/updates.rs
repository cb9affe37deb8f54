//! Updates: dated entries of a page, which are also the items of its RSS feed.

use jiff::civil::Date;
use maud::{Markup, html};
use quire_content::document::model::{Block, Kind};

use crate::drawn::Update;
use crate::html_renderer::HtmlRenderer;
use crate::icons;
use crate::text::plain;

/// The fewest bytes of HTML that an update takes.
const UPDATE: usize = 100;

impl HtmlRenderer<'_> {
    pub(super) fn updates(&mut self, updates: &[Block]) -> Markup {
        html! { div.q-updates { @for update in updates { @if self.part(UPDATE) { (self.counted(|it| it.update(update))) } } } }
    }

    pub(super) fn update(&mut self, block: &Block) -> Markup {
        let Kind::Update { date, tags, nodes } = &block.kind else { return Markup::default() };
        let anchor = match block.anchor.as_str() {
            Some(anchor) => self.ids.claim(anchor),
            None => self.ids.claim(&format!("update-{date}")),
        };
        let content = self.inside(nodes);
        // The content is in the feed as well, so its bytes count twice.
        self.part(content.0.len());
        self.body.updates.push(Update {
            date: date.clone(),
            title: title(nodes).unwrap_or_else(|| date.clone()),
            anchor: anchor.clone(),
            tags: tags.clone(),
            html: content.0.clone(),
        });
        html! {
            article.q-update id=(anchor) {
                div.q-update-head {
                    a.q-update-date href={ "#" (anchor) } {
                        @if let Some(shown) = self.day(date) { time datetime=(date) { (shown) } } @else { (date) }
                    }
                    @for tag in tags { " " (self.tag(tag)) }
                }
                div.q-update-body { (content) }
            }
        }
    }

    /// Returns a date in the language of the page.
    fn day(&self, date: &str) -> Option<String> {
        day(date).map(|(year, month, day)| self.labels.dates.day(year, month, day))
    }

    /// Draws a tag with the label, icon and colour that the space gives it.
    fn tag(&self, name: &str) -> Markup {
        let style = self.around.tag(name).unwrap_or_default();
        let icon = style.icon.as_deref().and_then(icons::icon);
        let color = style.color.as_deref().and_then(color_class);
        html! { span class={ "q-tag" @if let Some(color) = color { " " (color) } } { (icon.unwrap_or_default()) (style.label.as_deref().unwrap_or(name)) } }
    }
}

/// Returns the class of a color by its name.
fn color_class(name: &str) -> Option<&'static str> {
    Some(match name {
        "green" => "q-tint-green",
        "blue" => "q-tint-blue",
        "red" => "q-tint-red",
        "orange" => "q-tint-orange",
        "yellow" => "q-tint-yellow",
        "purple" => "q-tint-purple",
        _ => return None,
    })
}

/// Returns the text of the first heading, if it is not empty.
fn title(nodes: &[Block]) -> Option<String> {
    let text = nodes.iter().find_map(|block| match &block.kind {
        Kind::Heading { nodes, .. } => Some(plain(nodes)),
        _ => None,
    });
    text.filter(|text| !text.is_empty())
}

/// Reads a date of the calendar, `2026-01-31`.
fn day(date: &str) -> Option<(i16, u8, u8)> {
    let digit = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    if date.len() != 10 || !date.bytes().enumerate().all(digit) {
        return None;
    }
    let (year, month, day) = (date[..4].parse().ok()?, date[5..7].parse().ok()?, date[8..].parse().ok()?);
    let known = Date::new(year, month, day).ok()?;
    Some((year, known.month().unsigned_abs(), known.day().unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(day("2026-02-28"), Some((2026, 2, 28)));
        assert_eq!(day("2024-02-29"), Some((2024, 2, 29)));
        for wrong in ["2026-02-29", "2026-02-30", "2026-04-31", "2026-13-01", "2026-00-10", "2026-1-02", "soon", ""] {
            assert_eq!(day(wrong), None, "{wrong}");
        }
    }
}
