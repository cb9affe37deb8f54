//! Updates: dated entries of a page, which are also the items of its RSS feed.

use maud::{Markup, html};
use quire_content::document::model::{Block, Kind};

use crate::drawn::Update;
use crate::html_renderer::HtmlRenderer;
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
                        @if is_day(date) { time datetime=(date) { (date) } } @else { (date) }
                    }
                    @for tag in tags { " " span.q-tag { (tag) } }
                }
                div.q-update-body { (content) }
            }
        }
    }
}

/// Returns the text of the first heading, if it is not empty.
fn title(nodes: &[Block]) -> Option<String> {
    let text = nodes.iter().find_map(|block| match &block.kind {
        Kind::Heading { nodes, .. } => Some(plain(nodes)),
        _ => None,
    });
    text.filter(|text| !text.is_empty())
}

/// Returns true if a text has the form of a date, `2026-01-31`.
fn is_day(date: &str) -> bool {
    let digit = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    date.len() == 10 && date.bytes().enumerate().all(digit)
}
