//! Link cards: to pages and other content, and to web addresses.

use maud::{Markup, html};
use quire_content::document::model::ContentRef;

use crate::html_renderer::HtmlRenderer;
use crate::inline::sign;
use crate::reference_resolver::Link;
use crate::safe;

impl HtmlRenderer<'_> {
    /// Draws a card for a reference, without a description that is `repeated` below it. A broken reference draws
    /// nothing.
    pub(crate) fn card(&self, target: &ContentRef, repeated: &str) -> Markup {
        let Some(mut link) = self.around.link(target) else { return Markup::default() };
        link.description = link.description.filter(|text| text.trim() != repeated);
        card(&link, "")
    }
}

/// Draws a card for a link, with an additional class; an unsafe address draws nothing.
pub(crate) fn card(link: &Link, class: &str) -> Markup {
    let Some(href) = safe::href(&link.href) else { return Markup::default() };
    let host = if link.external { safe::web(href).and_then(|rest| rest.split(['/', '?', '#']).next()) } else { None };
    html! {
        a class={ "q-card-link" (class) } href=(href) rel=[link.rel()] {
            @if link.emoji.is_some() || link.icon.is_some() { span.q-card-icon { (sign(link)) } }
            span.q-card-title { (link.title) }
            @if let Some(description) = &link.description { span.q-card-text { (description) } }
            @if let Some(host) = host && !link.title.starts_with(host) { span.q-card-host { (host) } }
        }
    }
}
