//! Diagrams: the drawing as an image, with its source in a fold below.
//!
//! The surroundings provide the drawing. It is always an image, in which no script runs and nothing is loaded. One
//! drawing serves both colour schemes: on dark pages the style sheet inverts the lightness and keeps the hues.

use maud::{Markup, html};

use crate::html_renderer::{HtmlRenderer, MOST_DRAWN};
use crate::reference_resolver::Diagram;

/// The prefix of a drawing's address.
const DRAWING: &str = "data:image/svg+xml";

/// The width in pixels from which a drawing is scrolled on a narrow screen rather than scaled down until it is
/// illegible, and the width from which it is scrolled on every screen.
const BROAD: u32 = 480;
const LONG: u32 = 1000;

/// The longest alternative text of a drawing, in characters.
const MOST_ALT: usize = 300;

impl HtmlRenderer<'_> {
    /// Draws a diagram, or shows its source if it cannot be drawn.
    pub(crate) fn diagram(&mut self, source: &str) -> Markup {
        let Some(drawn) = self.drawn(source) else {
            return html! { figure.q-diagram { (self.diagram_source(source)) } };
        };
        let labels = self.labels;
        // In print nothing can be unfolded, and the drawing is enough.
        let text = (!self.printed).then(|| self.diagram_source(source));
        let size = match drawn.width {
            width if width > LONG => " q-long",
            width if width > BROAD => " q-broad",
            _ => "",
        };
        let image = html! {
            img.q-drawn src=(drawn.address) alt=(alternative(&drawn, labels.diagram)) width=(drawn.width)
                height=(drawn.height) loading=[self.loading()] decoding="async";
        };
        html! {
            figure.q-diagram {
                @if size.is_empty() {
                    div.q-diagram-box { (image) }
                } @else {
                    div class={ "q-diagram-box" (size) } tabindex="0" role="group" aria-label=(labels.diagram) { (image) }
                }
                @if let Some(text) = text { details.q-source { summary { (labels.source) } (text) } }
            }
        }
    }

    /// Returns the drawing of a diagram while the page's bound on drawings is not reached. Failed diagrams count too.
    fn drawn(&mut self, source: &str) -> Option<Diagram> {
        if self.drawn_left == 0 {
            return None;
        }
        let drawn = self.around.diagram(source).filter(|drawn| drawn.address.starts_with(DRAWING));
        let spent = drawn.as_ref().map_or(MOST_DRAWN / 40, |drawn| drawn.address.len());
        let enough = self.drawn_left >= spent;
        self.drawn_left = self.drawn_left.saturating_sub(spent);
        drawn.filter(|_| enough)
    }
}

/// Returns the alternative text of a drawing: the author's title, else the words in the drawing.
fn alternative(drawn: &Diagram, name: &str) -> String {
    let text = drawn.title.clone().unwrap_or_else(|| drawn.words.join(", "));
    let text = match text.char_indices().nth(MOST_ALT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    if text.is_empty() { name.to_owned() } else { format!("{name}: {text}") }
}
