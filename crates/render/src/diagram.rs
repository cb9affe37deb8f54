//! Diagrams: the drawing as an image, and its source behind a fold.
//!
//! Surroundings draw. A drawing is only ever an image, in which nothing runs and nothing is loaded. There is one for
//! both appearances: the style turns its lightness around on dark pages and keeps the hues.

use maud::{Markup, html};

use crate::drawer::{Drawer, MOST_DRAWN};
use crate::surroundings::Diagram;

/// What an address of a drawing begins with.
const DRAWING: &str = "data:image/svg+xml";

/// Drawings wider than these are scrolled rather than made so small that nobody can read them: on a narrow screen, on
/// any.
const BROAD: u32 = 480;
const LONG: u32 = 1000;

/// The longest that words of a diagram stand for it, in characters.
const MOST_ALT: usize = 300;

impl Drawer<'_> {
    /// A diagram: drawn, or its source.
    pub(crate) fn diagram(&mut self, source: &str) -> Markup {
        let Some(drawn) = self.drawn(source) else {
            return html! { figure.q-diagram { (self.diagram_source(source)) } };
        };
        let labels = self.labels;
        // On paper nothing can be unfolded, and the drawing is enough.
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

    /// The drawing of a diagram, as long as there is something left to spend. Each that fails costs too.
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

/// What stands for a drawing where it is not seen: what its author says, or the words in it.
fn alternative(drawn: &Diagram, name: &str) -> String {
    let text = drawn.title.clone().unwrap_or_else(|| drawn.words.join(", "));
    let text = match text.char_indices().nth(MOST_ALT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    if text.is_empty() { name.to_owned() } else { format!("{name}: {text}") }
}
